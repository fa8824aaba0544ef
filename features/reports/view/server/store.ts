import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, compiledById, queryBuilder } from '#platform/server/database/kysely.ts'
import { displayedName } from '#platform/server/database/names.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { SleepingCapacity } from '#features/sources/capacities/server/commands.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import {
  filterValues,
  draftedGrantsFor,
  type GrantRow,
  grantsFor,
  isKeptOut,
  isLasting,
  mayOpen,
  mayOpenWith,
  nextStart,
  type PageRights,
  pageRights,
  type PersonColumns,
  presentPassing,
  type ReaderGrant,
  reportColumns,
  sessionPerson,
} from '#features/reports/access/server/queries.ts'
import { showsLastUpdate } from '#features/reports/datasets/server/queries.ts'
import { hasReportTermsToAccept } from '#features/organisation/user-terms/server/queries.ts'
import type { ReportFilter } from '#features/reports/library/contract.ts'
import type { logView, saveFilters } from '../contract.ts'

const isOpenable = mayOpen(reportColumns)

/** The row with everything that opening a report needs, read in one statement. */
export type ReportToOpen = NonNullable<Awaited<ReturnType<typeof findToOpen>>>

const sessionUser = sql<string>`(select app.user_id())`

/** Ids of the valid tokens that the session's person has for the report. */
const livingTokenIds = sql<string[]>`coalesce((
  select json_agg(e.token_id) from embed_tokens e
   where e.tenant_id = r.tenant_id and e.report_id = r.id and e.user_id = ${sessionUser} and e.reads_as is null and e.expires_at > now()), '[]')`

/** The person for whom a report is opened, with their grants, in SQL. */
type Reader = { person: PersonColumns; grants: RawBuilder<ReaderGrant[]> }

const sessionReader: Reader = { person: sessionPerson, grants: grantsFor(reportColumns) }

/** The capacity for which a reader must wait; null for accounts of the embedded service, which have none. */
const sleepingCapacity = sql<SleepingCapacity | null>`(case when a.kind = 'powerbi' then app.sleeping_capacity(a.id) end)`

/**
 * The report with its source, its account's credentials, its settings, the person's favourite and filters, their grants, and the ids of
 * their valid tokens. No row if the person has no access.
 */
const toOpen = (db: Database, reportId: string, { person, grants }: Reader = sessionReader) =>
  db
    .selectFrom('reports as r')
    // Without `offset 0` PostgreSQL evaluates the grants twice: for the rows of the answer, and for the condition.
    .innerJoinLateral(sql<{ grants: ReaderGrant[] }>`(select ${grants} as grants offset 0)`.as('x'), (join) =>
      join.onTrue(),
    )
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .innerJoin('settings as t', 't.tenant_id', 'r.tenant_id')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .leftJoin('favourites as f', (join) =>
      join.onRef('f.report_id', '=', 'r.id').on('f.user_id', '=', sql<string>`${person.id}`),
    )
    .leftJoin('user_report_filters as k', (join) =>
      join.onRef('k.report_id', '=', 'r.id').on('k.user_id', '=', sql<string>`${person.id}`),
    )
    .leftJoin('report_saved_views as d', (join) =>
      join
        .onRef('d.report_id', '=', 'r.id')
        .on('d.user_id', '=', sql<string>`${person.id}`)
        .on('d.is_default', '=', true),
    )
    .select([
      'r.id',
      'r.name as plain_name',
      'r.description',
      'r.service_report_id',
      'r.service_dataset_id',
      'r.row_security',
      'r.ignore_row_security',
      'r.ignore_role',
      'r.show_page_navigation',
      'r.show_hidden_pages',
      'r.recommended_resolution',
      'r.show_filter_pane',
      'r.show_visual_headers',
      'r.show_toolbar',
      'r.show_mobile_background',
      sql<ReportFilter[]>`r.filters`.as('report_filters'),
      filterValues(person).as('filter_values'),
      'r.orientation',
      's.id as subgroup_id',
      displayedName('r').as('name'),
      displayedName('g').as('group'),
      displayedName('s').as('subgroup'),
      't.save_filters',
      't.show_report_name',
      't.watermark',
      showsLastUpdate.as('shows_last_update'),
      'k.page',
      'k.filters',
      'k.slicers',
      'r.allow_edit',
      'r.refresh_seconds',
      'r.allow_comments',
      'r.export',
      't.watermark_text',
      'd.id as view_id',
      'd.name as view_name',
      'd.page as view_page',
      'd.filters as view_filters',
      'd.slicers as view_slicers',
      sql<boolean>`f.report_id is not null`.as('favourite'),
      sql<boolean>`${person.manages}`.as('manages'),
      sleepingCapacity.as('sleeping'),
      presentPassing.as('maintenance'),
      nextStart.as('maintenance_at'),
    ])
    .select(workspaceColumns)
    .select([
      'x.grants',
      livingTokenIds.as('living_token_ids'),
      hasReportTermsToAccept(sql.ref('r.id')).as('owes_terms'),
    ])
    .where('r.id', '=', reportId)
    .where(mayOpenWith(reportColumns, sql.ref('x.grants'), person))

/** The name of a report that the person may open, and the capacity for which they wait, if any. */
export const capacityQuery = (reportId: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select([displayedName('r').as('name'), sleepingCapacity.as('sleeping')])
    .where('r.id', '=', reportId)
    .where(isOpenable)

/** The compiled query of a report, which runs in the statement that opens the session. */
export const toOpenQuery = compiledById((reportId) => toOpen(queryBuilder, reportId))

/** Reads a report to open it, in a transaction. It runs the same query as `toOpenQuery`. */
export const findToOpen = (db: Database, reportId: string) => toOpen(db, reportId).executeTakeFirst()

/** The person as whom a report is previewed. */
export type Previewed = {
  id: string
  name: string
  email: string
  profile: string
  staff: string | null
  edits: boolean
}

export function findPreviewed(db: Database, userId: string): Promise<Previewed | undefined> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'm.profile', 'u.staff'])
    .select(sql<boolean>`coalesce('edit_reports' = any(m.toggles), false)`.as('edits'))
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
}

/** Reads a report as another person would open it. `drafts`: the grants of a form instead of the saved grants; null: the saved grants. */
export function findToPreview(db: Database, reportId: string, { id, profile }: Previewed, drafts: GrantRow[] | null) {
  const person: PersonColumns = {
    id: sql`${id}::uuid`,
    manages: sql`${profile === 'admin'}::boolean`,
    today: sessionPerson.today,
  }
  const grants = drafts === null ? grantsFor(reportColumns, person) : draftedGrantsFor(drafts, person)
  return toOpen(db, reportId, { person, grants }).executeTakeFirst()
}

/** One row if the person may open the report. An invalid id finds nothing. */
export const existsQuery = (reportId: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .select(['r.id', 'r.allow_edit'])
    .where(sql`r.id::text`, '=', reportId.toLowerCase())
    .where(isOpenable)

export async function reachesPerson(db: Database, reportId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('reports as r')
      .select('r.id')
      .where('r.id', '=', reportId)
      .where(isOpenable)
      .executeTakeFirst()) !== undefined
  )
}

/** The name of a report that the person may open, and whether its content may be edited. */
export const findEditable = (db: Database, reportId: string) =>
  db
    .selectFrom('reports as r')
    .select(['r.name', 'r.allow_edit'])
    .where('r.id', '=', reportId)
    .where(isOpenable)
    .executeTakeFirst()

/** The facts that decide which pages of a report the person may open. */
export async function findPageRights(db: Database, reportId: string): Promise<PageRights | undefined> {
  const found = await db
    .selectFrom('reports as r')
    .select(pageRights().as('rights'))
    .where('r.id', '=', reportId)
    .executeTakeFirst()
  return found?.rights
}

type SavedState = Pick<InputOf<typeof saveFilters>, 'page' | 'filters' | 'slicers'>

export async function keepFilters(
  db: Database,
  tenantId: TenantId,
  reportId: string,
  { page, filters, slicers }: SavedState,
): Promise<void> {
  const savedState = {
    page: page ?? null,
    filters: JSON.stringify(filters),
    slicers: JSON.stringify(slicers),
    saved_at: sql<Date>`now()`,
  }
  await db
    .insertInto('user_report_filters')
    .values({ tenant_id: tenantId, user_id: sql<string>`app.user_id()`, report_id: reportId, ...savedState })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'report_id']).doUpdateSet(savedState))
    .execute()
}

export async function forgetFilters(db: Database, reportId: string): Promise<void> {
  await db
    .deleteFrom('user_report_filters')
    .where('report_id', '=', reportId)
    .where('user_id', '=', sql<string>`app.user_id()`)
    .execute()
}

export async function savesFilters(db: Database): Promise<boolean> {
  const { save_filters } = await db.selectFrom('settings').select('save_filters').executeTakeFirstOrThrow()
  return save_filters
}

export async function addView(db: Database, tenantId: TenantId, view: InputOf<typeof logView>): Promise<void> {
  await db
    .insertInto('report_views')
    .values({
      tenant_id: tenantId,
      user_id: sql<string>`app.user_id()`,
      report_id: view.reportId,
      view_id: view.view_id,
      event: view.event,
      page: view.page,
      page_name: view.page_name ?? null,
      load_ms: view.load_ms ?? null,
      render_ms: view.render_ms ?? null,
      origin: view.origem,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function addFavourite(db: Database, tenantId: TenantId, reportId: string): Promise<void> {
  await db
    .insertInto('favourites')
    .values({ tenant_id: tenantId, user_id: sql<string>`app.user_id()`, report_id: reportId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeFavourite(db: Database, reportId: string): Promise<void> {
  await db
    .deleteFrom('favourites')
    .where('report_id', '=', reportId)
    .where('user_id', '=', sql<string>`app.user_id()`)
    .execute()
}

export type LivingToken = {
  tokenId: string
  sessionId: string
  address: string
  accountId: string
  reportId: string
  identity: string
  expiresAt: Date
  /** The person as whom the report is previewed; null: the session's person reads the report. */
  readsAs: string | null
  /** Whether the token is of a preview with grants that are not saved. */
  isDraft: boolean
}

/** Hash of the saved grants of a report. It differs after each change of them. */
const grantsHash = (reportId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce((
  select md5(string_agg(x::text, '|' order by x.id)) from report_grants x where x.report_id = ${reportId}), '')`

/** Stores an issued token, so that it can be revoked when access ends. False: it was stored already. */
export async function rememberToken(db: Database, tenantId: TenantId, token: LivingToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('embed_tokens')
    .values({
      tenant_id: tenantId,
      user_id: sql<string>`app.user_id()`,
      token_id: token.tokenId,
      session_id: token.sessionId,
      address: token.address,
      account_id: token.accountId,
      report_id: token.reportId,
      identity: token.identity,
      expires_at: token.expiresAt,
      reads_as: token.readsAs,
      draft_over: token.isDraft ? grantsHash(sql`${token.reportId}`) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether the session has a valid token with the right to edit the report. */
export async function holdsEditToken(db: Database, reportId: string, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('embed_tokens')
    .select('token_id')
    .where('report_id', '=', reportId)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', sql<string>`app.user_id()`)
    .where('reads_as', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`identity::jsonb @> '{"edit": true}'`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The next time at which the person's shift, scheduled days, trial, or the last of their grants of the report end their access; null: never.
 */
export async function standingEnds(db: Database, reportId: string): Promise<Date | null> {
  const { rows } = await sql<{ ends: Date | null }>`
    select least(app.access_ends_at(app.standing_changes_on(m.standing, n.standing), h.hours, g.timezone), (
             select case when not app.manages_reports() and bool_and(x.ends_on is not null)
                    then (max(x.ends_on) + 1)::timestamp at time zone g.timezone end
               from report_grants x
              where x.report_id = ${reportId} and ${isLasting()} and (x.user_id = ${sessionUser} or x.group_id in (
                select k.group_id from user_group_members k where k.user_id = ${sessionUser})))) as ends
      from settings g
      join tenants n on n.id = g.tenant_id
      join memberships m on m.tenant_id = g.tenant_id and m.user_id = app.user_id()
      left join shifts h on h.tenant_id = m.tenant_id and h.id = m.shift_id`.execute(db)
  return rows[0]?.ends ?? null
}

/** Which tokens to check: of one business unit (null: all), of these reports (empty: all), of one person (null: all). */
export type Concerned = { tenantId: string | null; reportIds: string[]; userId: string | null }

/** Tolerance for expiry, because a token is valid for at least one minute, and services round. */
const overtime = sql`interval '2 minutes'`

/**
 * Condition: the caller of a preview still manages reports, and the previewed person is still in the business unit. Tokens of other readers
 * fulfil it.
 */
const mayPreview = sql<boolean>`(e.reads_as is null or (m.user_id is not null and exists (
  select from users q left join memberships w on w.tenant_id = e.tenant_id and w.user_id = q.id
   where q.id = e.user_id and (q.staff is not null or w.profile = 'admin'))))`

/**
 * The valid tokens that a live event concerns. `reached`: the session is still accepted from the token's address, the token does not
 * outlive the session's limits, and the person may open the report. It also returns the data that decides the identity.
 */
export async function livingTokens(db: Database, { tenantId, reportIds, userId }: Concerned) {
  // The person whose grants the token has. For a preview it is the previewed person.
  const reader = sql`coalesce(e.reads_as, e.user_id)`
  const person = {
    id: reader,
    manages: sql`(u.staff is not null or m.profile = 'admin')`,
    today: sql`(now() at time zone g.timezone)::date`,
  }
  const edits = sql`coalesce('edit_reports' = any(m.toggles), false)`
  return db
    .selectFrom('embed_tokens as e')
    .leftJoin('reports as r', (join) => join.onRef('r.tenant_id', '=', 'e.tenant_id').onRef('r.id', '=', 'e.report_id'))
    .innerJoin('settings as g', 'g.tenant_id', 'e.tenant_id')
    .leftJoin('sessions as z', 'z.id', 'e.session_id')
    .leftJoin('shifts as h', (join) => join.onRef('h.tenant_id', '=', 'z.tenant_id').onRef('h.id', '=', 'z.shift_id'))
    .leftJoin('users as u', (join) => join.on('u.id', '=', sql<string>`${reader}`))
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.tenant_id', '=', 'e.tenant_id').on('m.user_id', '=', sql<string>`${reader}`),
    )
    .select(['e.tenant_id', 'e.token_id', 'e.account_id', 'e.identity', 'e.draft_over', 'u.email'])
    .select(['r.row_security', 'r.ignore_row_security', 'r.ignore_role'])
    .select([
      sql<boolean>`(r.id is not null and z.id is not null and app.session_refusal(z, e.address) is null
        and e.expires_at <= least(z.expires_at, app.access_ends_at(z.changes_on, h.hours, g.timezone)) + ${overtime}
        and case when e.draft_over is null then ${mayOpen(reportColumns, person)}
                 else e.draft_over = ${grantsHash(sql`r.id`)} and m.user_id is not null end
        and ${mayPreview} and not ${isKeptOut({ ...person, edits })}) is true`.as('reached'),
      grantsFor(reportColumns, person).as('grants'),
      sql<boolean>`coalesce(${person.manages}, false)`.as('manages'),
      // The same decision as `mayEditContent` of the access of reports.
      sql<boolean>`coalesce(r.allow_edit and (${person.manages} or ${edits}), false)`.as('may_edit'),
    ])
    .where(sql<boolean>`(${tenantId}::uuid is null or e.tenant_id = ${tenantId}::uuid)`)
    .where('e.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`(${userId}::uuid is null or e.user_id = ${userId}::uuid)`)
    .where(sql<boolean>`(${reportIds.length === 0} or e.report_id = any(${reportIds}::uuid[]))`)
    .execute()
}

export type OutToken = Awaited<ReturnType<typeof livingTokens>>[number]

type TokenName = Pick<OutToken, 'tenant_id' | 'token_id'>

/** The valid tokens of an account, in all business units. */
export function tokensOf(db: Database, accountId: string): Promise<TokenName[]> {
  return db
    .selectFrom('embed_tokens')
    .select(['tenant_id', 'token_id'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

export async function forgetTokens(db: Database, tokens: TokenName[]): Promise<void> {
  const tenantIds = tokens.map(({ tenant_id }) => tenant_id)
  const tokenIds = tokens.map(({ token_id }) => token_id)
  await db
    .deleteFrom('embed_tokens')
    .where(sql<boolean>`(tenant_id, token_id) in (select * from unnest(${tenantIds}::uuid[], ${tokenIds}::text[]))`)
    .execute()
}

/** Deletes tokens that expired more than an hour ago. */
export async function forgetEndedTokens(db: Database): Promise<void> {
  await db
    .deleteFrom('embed_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

// Embed tokens: the server creates them from stored settings only, caches one per person, session and report, and revokes them when
// access ends.
import type { ErrorCode } from '#catalogue/errors.ts'
import { embedToken as limits, lastUpdateSeconds } from '#catalogue/limits.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { auditActorOf, writeAudit } from '#platform/server/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'
import { announce } from '#platform/server/live/announce.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { type Actor, may, tenantOf } from '#platform/server/session/actor.ts'
import { wakeFor } from '#features/sources/capacities/server/commands.ts'
import { findAccountKey } from '#features/sources/accounts/server/queries.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import { rolesOfModel } from '#features/reports/library/server/commands.ts'
import { unknownRole } from '#features/reports/library/contract.ts'
import {
  type GrantRow,
  type Identity,
  mayEditContent,
  mayPass,
  opensPage,
  resolveFilters,
  resolveIdentity,
  resolvePages,
} from '#features/reports/access/server/queries.ts'
import * as store from './store.ts'

export { fileNamed, type FileToWrite, startFile } from './report-file.ts'
export { rememberToken, standingEnds } from './store.ts'

export type EmbedToken = { token: string; tokenId: string; expiresAt: Date; embedUrl: string }

/** The data of an opened report from the database, for the answer and for a call to the report service. */
type Prepared = ReturnType<typeof preparedFrom>
type Workspace = Prepared['workspace']

type LastUpdate = { updatedAt: Date | null; askedAt: number }

export type EmbedTokens = ReturnType<typeof createEmbedTokens>

const minuteMs = 60_000

export function createEmbedTokens({ embedding, clock }: { embedding: Embedding; clock: Clock }) {
  /** The cached tokens by `keyOf`. Concurrent requests for the same token share one call to the service (V4). */
  const tokens = sharedAnswers(
    ({ expiresAt }: EmbedToken) => expiresAt.getTime() - clock.now().getTime() > limits.reuseUntilMinutes * minuteMs,
  )
  const lastUpdate = lastUpdatesOf({ embedding, clock })

  /**
   * Returns the report and a token for the actor. `row` comes from `store.toOpenQuery`; without a row the call fails with report.missing. A
   * cached token needs no further statement: the row was read together with the grants and shows that the token is recorded. The end of a
   * grant revokes recorded tokens.
   */
  async function open(
    context: OutsideContext,
    row: store.ReportToOpen | undefined,
    { page = null, wakes, edit = false }: OpeningWish = { wakes: true },
  ) {
    const prepared = preparedFrom(row, readerOf(context.actor), edit)
    if (page !== null && !opensPage(prepared.pages, page)) fail('access.page_refused')
    mustHaveAcceptedTerms(prepared, context)
    await mustBeAwake(prepared, context, wakes)
    const embed = await tokens.get(keyOf(prepared, context), () => mint(prepared, context, limits.lifetimeMinutes))
    if (!prepared.livingTokenIds.includes(embed.tokenId))
      await confirm(context, prepared, embed, ownAgain(prepared, edit))
    return { ...prepared, embed }
  }

  /** The report as the actor may read it, without a token. Fails for the same reasons as opening it at this page. */
  async function read(context: OutsideContext, row: store.ReportToOpen | undefined, page: string) {
    const prepared = preparedFrom(row, readerOf(context.actor))
    if (!opensPage(prepared.pages, page)) fail('access.page_refused')
    mustHaveAcceptedTerms(prepared, context)
    await mustBeAwake(prepared, context, false)
    return prepared
  }

  /**
   * Opens the report as another person would open it, with a short-lived token that no other call shares. `drafts`: the grants of a form
   * that is not saved; the next change of the report's grants revokes such a token.
   */
  async function preview(context: OutsideContext, { reportId, person, drafts }: PreviewRequest) {
    const find = (db: Database) => store.findToPreview(db, reportId, person, drafts)
    const reader = { email: person.email, manages: person.profile === 'admin', edits: person.edits }
    const row = await context.transaction(async ({ db, audit }) => {
      const found = await find(db)
      if (!found) fail('report.missing')
      await audit({ target: { type: 'report', id: reportId, name: found.plain_name }, after: { person: person.email } })
      return found
    })
    const prepared = preparedFrom(row, reader)
    await mustBeAwake(prepared, context)
    const embed = await mint(prepared, context, limits.previewMinutes)
    await confirm(context, prepared, embed, {
      readsAs: person.id,
      isDraft: drafts !== null,
      again: async (db) => preparedFrom(await find(db), reader),
    })
    return { ...prepared, embed }
  }

  /** Requests a token. Its lifetime ends with the session and with the person's shift and scheduled days, rounded to minutes (E1). */
  async function mint(prepared: Prepared, context: OutsideContext, minutes: number): Promise<EmbedToken> {
    const { report, workspace, identity, pages, edit } = prepared
    const { actor, transaction } = context
    mustBePerson(actor)
    const ends = await transaction(({ db }) => store.standingEnds(db, report.id))
    // A token issued now ends when the next maintenance begins.
    const closes = report.maintenance_at?.getTime() ?? Infinity
    const end = Math.min(actor.expiresAt.getTime(), ends?.getTime() ?? Infinity, closes)
    const left = Math.floor((end - clock.now().getTime()) / minuteMs)
    const dataset = report.service_dataset_id
    const request = embedding.ask(workspace, (client) =>
      Promise.all([
        client.generateToken({
          reports: [
            {
              id: report.service_report_id,
              allowEdit: edit,
              ...(pages && { limitedTo: { pages, filterColumns: columnsOf(report) } }),
            },
          ],
          datasets: [{ id: dataset }],
          targetWorkspaces: [],
          identities: identity ? [{ ...identity, datasets: [dataset], auditableContext: actor.userId }] : [],
          lifetimeInMinutes: Math.max(1, Math.min(minutes, left)),
        }),
        client.report(workspace.service_id, report.service_report_id),
      ]),
    )
    const [made, atService] = await request.catch(async (error: unknown) => {
      if (error instanceof Failure && error.code === 'embedding_account.refused')
        await mustHaveKnownRoles(prepared, actor)
      if (edit && error instanceof Failure && error.code === 'embedding_account.refused') fail('report.edit_refused')
      throw error
    })
    if (!atService.embedUrl) fail('embedding_account.refused')
    return {
      token: made.token,
      tokenId: made.tokenId,
      expiresAt: new Date(made.expiresAt),
      embedUrl: atService.embedUrl,
    }
  }

  /** Fails if the data model has lost a role of the identity. Only who grants reports reads the name of the role. */
  async function mustHaveKnownRoles({ report, workspace, identity }: Prepared, actor: Actor): Promise<void> {
    if (identity === null) return
    const { service_dataset_id } = report
    const role = unknownRole(await rolesOfModel(embedding, { ...workspace, service_dataset_id }), identity.roles)
    if (role === null) return
    if (may(actor, 'report.grant')) fail('report_access.role_removed', { values: { role } })
    fail('report.role_unknown')
  }

  /** Removes the cached tokens of one business unit, or all (null). */
  const forget = (tenantId: string | null): void =>
    tokens.forget((key) => tenantId === null || key.startsWith(`${tenantId} `))

  return { open, read, preview, lastUpdate, forget }
}

/** Time of the last data refresh, cached; null if the service does not report it. A failure does not prevent opening the report. */
function lastUpdatesOf({ embedding, clock }: { embedding: Embedding; clock: Clock }) {
  const lastUpdates = sharedAnswers(
    ({ askedAt }: LastUpdate) => clock.now().getTime() - askedAt < lastUpdateSeconds * 1000,
  )

  async function askLastUpdate(workspace: Workspace, datasetId: string): Promise<LastUpdate> {
    const askedAt = clock.now().getTime()
    const [last] = await embedding.ask(workspace, (client) => client.refreshes(workspace.service_id, datasetId, 1))
    return { updatedAt: last?.endTime ? new Date(last.endTime) : null, askedAt }
  }

  return async ({ report, workspace }: Prepared): Promise<Date | null> => {
    const { account_id, account_version, service_id } = workspace
    const key = [account_id, account_version, service_id, report.service_dataset_id].join(' ')
    try {
      return (await lastUpdates.get(key, () => askLastUpdate(workspace, report.service_dataset_id))).updatedAt
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }
}

/** What an export of a report needs: the report as the caller may open it now. Fails if the report does not allow exports. */
export async function prepareExport(context: OutsideContext, reportId: string, page: string | null) {
  const { actor } = context
  const row = await context.transaction(({ db }) => store.findToOpen(db, reportId))
  const prepared = preparedFrom(row, readerOf(actor))
  if (!prepared.report.export) fail('access.functionality_refused')
  if (page !== null && !opensPage(prepared.pages, page)) fail('access.page_refused')
  if (prepared.hasTermsToAccept) fail('report.terms_due')
  await mustBeAwake(prepared, context)
  return prepared
}

/** `page`: the requested page, which the person must be allowed to open. `wakes`: whether a paused capacity starts. `edit`: with the right to edit. */
type OpeningWish = { page?: string | null; wakes: boolean; edit?: boolean }

/** The person for whom a report is opened. */
type Reader = { email: string; manages: boolean; edits: boolean }

const readerOf = (actor: Actor): Reader => ({
  email: actor.email,
  manages: may(actor, 'report.manage'),
  edits: may(actor, 'report.edit_content'),
})

type PreviewRequest = { reportId: string; person: store.Previewed; drafts: GrantRow[] | null }

/** How `confirm` prepares the report again, after the call to the service. */
type Again = { readsAs: string | null; isDraft: boolean; again: (db: Database, actor: Actor) => Promise<Prepared> }

const ownAgain = ({ report }: Prepared, edit: boolean): Again => ({
  readsAs: null,
  isDraft: false,
  again: async (db, actor) => preparedFrom(await store.findToOpen(db, report.id), readerOf(actor), edit),
})

/**
 * Fails while a term before the report is due. A person who uses the session of another cannot accept terms for them, and nobody is at the
 * screen of a playlist (decision 0046).
 */
function mustHaveAcceptedTerms({ hasTermsToAccept }: Prepared, { actor }: OutsideContext): void {
  if (hasTermsToAccept && actor.realPerson === null && may(actor, 'user_term.accept')) fail('report.terms_due')
}

/** Fails the call while the capacity of a report is paused, so that the reader waits; if `wakes`, starts the capacity. */
async function mustBeAwake({ report: { sleeping } }: Prepared, context: OutsideContext, wakes = true): Promise<void> {
  if (!sleeping) return
  if (wakes) await context.transaction((transactionContext) => wakeFor(transactionContext, sleeping))
  fail('report.capacity_paused', { retryAfter: 10 })
}

/** Resolves the identity, and separates the account's credentials from the fields of the report. */
function preparedFrom(row: store.ReportToOpen | undefined, reader: Reader, edit = false) {
  if (!row) fail('report.missing')
  const mayEdit = mayEditContent(row, reader)
  if (edit && !mayEdit) fail('access.functionality_refused')
  if (row.maintenance !== null && !passes(row.maintenance, row, reader)) fail('report.in_maintenance')
  const { email } = reader
  const { kind, directory_id, app_id, secret_sealed, service_id, account_id, account_version, ...rest } = row
  const { grants, living_token_ids: livingTokenIds, owes_terms: hasTermsToAccept, ...report } = rest
  const resolved = resolveIdentity(report, grants, email)
  if ('refusal' in resolved) fail(resolved.refusal)
  const workspace = { kind, directory_id, app_id, secret_sealed, service_id, account_id, account_version }
  const filtered = resolveFilters(report.report_filters, grants, report.filter_values)
  if ('missing' in filtered) fail('report.filter_missing', { values: { field: filtered.missing } })
  const pages = resolvePages(report, grants)
  const tokenContent = tokenContentOf(resolved.identity, pages, edit)
  return {
    report: { ...report, report_filters: filtered.filters },
    workspace,
    identity: resolved.identity,
    pages,
    tokenContent,
    edit,
    mayEdit,
    livingTokenIds,
    hasTermsToAccept,
  }
}

const columnsOf = ({ report_filters }: Prepared['report']) =>
  report_filters.map(({ table, column }) => ({ table, column }))

/** The content of a token as text: identity, pages, right to edit. Two tokens with the same text open the same rows and pages. */
const tokenContentOf = (identity: Identity | null, pages: readonly string[] | null, edit = false): string =>
  JSON.stringify({ identity, pages: pages?.toSorted() ?? null, ...(edit && { edit }) })

const passes = (allowed: string, { allow_edit }: { allow_edit: boolean }, reader: Reader): boolean =>
  mayPass({ passes: allowed, allow_edit }, reader)

/** Fails for an API key: an embed token outlives the key, and opens reports outside of its scopes and its addresses. */
function mustBePerson({ apiKey }: Actor): void {
  if (apiKey) fail('access.functionality_refused')
}

/**
 * Checks access again, because the grant or the account may have changed during the call to the service. The same transaction stores
 * the token first. The insert locks the account, so that a later change of the account finds the token and revokes it. A token with the right
 * to edit is in the audit trail, because only the browser tells what was saved with it.
 */
async function confirm(
  context: OutsideContext,
  { report, workspace, tokenContent, edit }: Prepared,
  embed: EmbedToken,
  { readsAs, isDraft, again: prepareAgain }: Again,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    mustBePerson(actor)
    const { tokenId, expiresAt } = embed
    const isNew = await store.rememberToken(db, tenantOf(actor), {
      tokenId,
      sessionId: actor.sessionId,
      address: context.caller.address,
      expiresAt,
      accountId: workspace.account_id,
      reportId: report.id,
      identity: tokenContent,
      readsAs,
      isDraft,
    })
    if (edit && isNew) {
      const target = { type: 'report', id: report.id, name: report.plain_name }
      await writeAudit(db, auditActorOf(actor, context.caller), 'report.edit_opened', { target })
    }
    const again = await prepareAgain(db, actor)
    if (again.tokenContent !== tokenContent || again.workspace.account_version !== workspace.account_version)
      fail('call.unavailable')
  })
}

/**
 * The key contains the session and the client address, because access depends on both, and the version of the account, because
 * other credentials need a new token.
 */
const keyOf = ({ report, workspace, tokenContent }: Prepared, { actor, caller }: OutsideContext) =>
  [
    actor.tenantId,
    actor.sessionId,
    caller.address,
    workspace.account_id,
    workspace.account_version,
    workspace.service_id,
    report.service_report_id,
    report.service_dataset_id,
    tokenContent,
    // A token with limited pages contains the filter columns.
    JSON.stringify(columnsOf(report)),
  ].join(' ')

/**
 * Revokes the valid tokens of people who lost access or whose identity changed. Microsoft's service cannot revoke: there a token expires
 * within an hour. Throws when a service does not answer; tokens that were not revoked stay stored for the next attempt.
 */
export async function endStrayTokens(gate: Gate, embedding: Embedding, concerned: store.Concerned): Promise<number> {
  const reason = 'revoke embed tokens after changed access'
  const living = await gate.acrossTenants(reason, (db) => store.livingTokens(db, concerned))
  const stray = living.filter((token) => !isRightful(token))
  const ended: store.OutToken[] = []
  const faults = new Map<string, unknown>()
  for (const token of stray) {
    const { account_id, token_id } = token
    // After a failure of a service, skip the other tokens of the account.
    if (faults.has(account_id)) continue
    try {
      const account = await gate.acrossTenants(reason, (db) => findAccountKey(db, account_id))
      if (account) await embedding.ask(account, (client) => client.revokeEmbedToken(token_id))
      ended.push(token)
    } catch (error) {
      faults.set(account_id, error)
    }
  }
  if (ended.length > 0) await gate.acrossTenants(reason, (db) => store.forgetTokens(db, ended))
  for (const fault of faults.values()) throw fault
  return ended.length
}

/** An account with its id and credentials. */
type Account = AccountKey & { id: string }

/**
 * Revokes all valid tokens of an account before its credentials change, because the new credentials could not revoke them. If the service
 * refuses the present credentials, the tokens expire within an hour. Throws when the service does not answer.
 */
export async function endTokensOf(
  acrossTenants: Gate['acrossTenants'],
  embedding: Embedding,
  account: Account,
): Promise<void> {
  const reason = 'revoke embed tokens before changed credentials'
  const living = await acrossTenants(reason, (db) => store.tokensOf(db, account.id))
  const ended: typeof living = []
  for (const token of living) {
    try {
      await embedding.ask(account, (client) => client.revokeEmbedToken(token.token_id))
      ended.push(token)
    } catch (error) {
      if (!(error instanceof Failure) || !cannotEnd.has(error.code)) throw error
    }
  }
  await acrossTenants(reason, async (db) => {
    await store.forgetTokens(db, ended)
    // Every process removes the revoked tokens from its cache, even if the change of the account fails later.
    for (const tenantId of new Set(ended.map(({ tenant_id }) => tenant_id)))
      await announce(db, { kind: 'access_changed', tenantId, reportIds: [] })
  })
}

const cannotEnd = new Set<ErrorCode>([
  'call.not_found',
  'embedding_account.credentials_refused',
  'embedding_account.refused',
])

/** Whether the person still has access, with the same identity, pages and right to edit as the token. */
function isRightful({
  reached,
  draft_over,
  identity,
  email,
  row_security,
  ignore_row_security,
  ignore_role,
  manages,
  may_edit,
  grants,
}: store.OutToken): boolean {
  if (!reached || row_security === null || ignore_row_security === null || email === null) return false
  // The grants of a preview that is not saved exist only in its token, so they cannot be compared.
  if (draft_over !== null) return true
  const report = { row_security, ignore_row_security, ignore_role, manages }
  const resolved = resolveIdentity(report, grants, email)
  if (!('identity' in resolved)) return false
  const pages = resolvePages(report, grants)
  return [false, may_edit].some((edit) => tokenContentOf(resolved.identity, pages, edit) === identity)
}

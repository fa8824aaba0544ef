import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { listTeam, TeamState } from '../contract.ts'

/** The types of columns that check constraints guarantee and that the generated types do not express. */
type Checked = { state: TeamState; language: Language; parceiro_id: string }

const sortColumns = {
  name: plain('u.name'),
  email: sql`u.email`,
  partner: plain('p.name'),
  created_at: sql`u.created_at`,
}

const members = () =>
  queryBuilder
    .selectFrom('users as u')
    .innerJoin('partners as p', 'p.id', 'u.partner_id')
    .select(['u.id', 'u.name', 'u.email', 'u.language', 'u.staff_state as state', 'u.partner_id as parceiro_id'])
    .select([
      'p.name as partner',
      'u.billing_administrator',
      'u.support_agent',
      'u.created_at',
      sql<boolean>`app.has_team_factor(u.id)`.as('two_factor'),
    ])
    .where('u.staff', '=', 'master')

export const findQuery = (id: string) => members().select('u.version').where('u.id', '=', id).$narrowType<Checked>()

export function pageQuery(options: InputOf<typeof listTeam>) {
  const { search, parceiro_id, state, sort, order } = options
  let query = members()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(sortColumns[sort], (by) => (order === 'asc' ? by.asc() : by.desc()))
    .orderBy('u.id')
    .limit(options.size)
    .offset(offsetOf(options))
    .$narrowType<Checked>()
  if (search) query = query.where(contains(sql`concat_ws(' ', u.name, u.email)`, search))
  if (parceiro_id) query = query.where('u.partner_id', '=', parceiro_id)
  if (state) query = query.where('u.staff_state', '=', state)
  return query
}

export const isThere = async (db: Database, partnerId: string): Promise<boolean> =>
  (await db.selectFrom('partners').select('id').where('id', '=', partnerId).executeTakeFirst()) !== undefined

export type NewMember = { name: string; email: string; language: string; password_hash: string; partner_id: string }

export async function add(db: Database, member: NewMember): Promise<string> {
  const made = db.insertInto('users').values({ ...member, staff: 'master' })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Finds a master and takes an advisory lock, so that changes of one master are serialized. Row-level security does not allow a row lock
 * here.
 */
export async function findForChange(db: Database, id: string) {
  await hold(db, `master ${id}`)
  return db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'language',
      'version',
      'staff_state as state',
      'partner_id',
      'billing_administrator',
      'support_agent',
    ])
    .where('id', '=', id)
    .where('staff', '=', 'master')
    .executeTakeFirst()
}

type Change = { name?: string | undefined; language?: string | undefined }

/** Updates a master; absent fields stay unchanged. Returns false for a stale version. */
export async function update(
  db: Database,
  { id, version }: { id: string; version: number },
  { name = '', language = '' }: Change,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select app.update_team_member(${id}, ${version}, nullif(${name}, ''), nullif(${language}, '')) as done`.execute(db)
  return rows[0]?.done ?? false
}

/** Sets the password of a master. It has no effect on the caller's own password, whose change requires the current password. */
export async function setPassword(db: Database, id: string, hash: string): Promise<void> {
  await sql`select app.set_team_password(${id}, ${hash})`.execute(db)
}

/** Sets or clears the flag of a billing administrator. It has no effect on the caller. */
export async function setBillingAdministrator(db: Database, id: string, maySee: boolean): Promise<void> {
  await sql`select app.set_billing_administrator(${id}, ${maySee})`.execute(db)
}

/** Sets or clears the flag of a support agent, who handles tickets that were handed up. */
export async function setSupportAgent(db: Database, id: string, handles: boolean): Promise<void> {
  await sql`select app.set_staff_support_agent(${id}, ${handles})`.execute(db)
}

export async function setState(db: Database, id: string, state: TeamState): Promise<void> {
  await sql`select app.set_team_state(${id}, ${state})`.execute(db)
}

/** Removes the second factor of a master. Returns false when the person has none. */
export async function resetTwoFactor(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select app.reset_team_two_factor(${id}) as done`.execute(db)
  return rows[0]?.done ?? false
}

export async function remove(db: Database, id: string): Promise<void> {
  await sql`select app.remove_team_member(${id})`.execute(db)
}

/** Ends the sessions of a master at all hosts. Returns the ended sessions. */
export async function endSessions(db: Database, id: string, reason: string) {
  const { rows } = await sql<{ session_id: string; tenant_id: string | null }>`
    select session_id, tenant_id from app.end_team_sessions(${id}, ${reason})`.execute(db)
  return rows
}

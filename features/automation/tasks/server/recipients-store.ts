// The addressees of a run: what became of each of them, and the last result for each identity. Next: audience.ts.
import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { listRecipients, RecipientOutcome, RunProblem } from '../contract.ts'

export type Planned = { user_id: string; identity_key: string | null; outcome: RecipientOutcome }

/**
 * Replaces the addressees who are still waiting by these. The others stay as they are, so that no person is told again by an
 * attempt after a failure.
 */
export async function planRecipients(db: Database, runId: string, planned: readonly Planned[]): Promise<void> {
  await sql`delete from task_run_recipients where run_id = ${runId}::uuid and outcome = 'waiting'`.execute(db)
  await sql`
    insert into task_run_recipients (run_id, user_id, identity_key, outcome)
    select ${runId}::uuid, p.user_id, p.identity_key, p.outcome
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p(user_id uuid, identity_key text, outcome text)
    on conflict on constraint task_run_recipients_key do nothing`.execute(db)
}

/** Selects the addressees whose turn is over. */
export const settledIn = async (db: Database, runId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from task_run_recipients
     where run_id = ${runId}::uuid and outcome <> 'waiting' and user_id is not null`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Selects those who wait for the message of one identity. */
export const waitingWith = (runId: string, identityKey: string): RawBuilder<{ user_id: string }> => sql<{
  user_id: string
}>`
  select w.user_id from task_run_recipients w
   where w.run_id = ${runId}::uuid and w.identity_key = ${identityKey} and w.outcome = 'waiting' and w.user_id is not null`

type Settled = { outcome: RecipientOutcome; channels?: readonly string[]; problem?: RunProblem }

/** Stores what became of some of the waiting addressees. */
export async function settle(
  db: Database,
  runId: string,
  userIds: readonly string[],
  { outcome, channels = [], problem }: Settled,
): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    update task_run_recipients
       set outcome = ${outcome}, channels = ${[...channels]}::text[], problem = ${problem ?? null},
           told_at = case when ${outcome} = 'told' then now() end
     where run_id = ${runId}::uuid and outcome = 'waiting' and user_id = any(${[...userIds]}::uuid[])`.execute(db)
}

/**
 * Selects those of some people who got at least `anHour` messages of tasks in the last hour. Runs of the same business unit count one after the other,
 * until the end of the transaction.
 */
export async function fullInboxes(
  db: Database,
  { tenantId, userIds, anHour }: { tenantId: string; userIds: readonly string[]; anHour: number },
): Promise<Set<string>> {
  await hold(db, `task messages ${tenantId}`)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from task_run_recipients
     where tenant_id = (select app.tenant_id()) and user_id = any(${[...userIds]}::uuid[]) and told_at > now() - interval '1 hour'
     group by user_id having count(*) >= ${anHour}`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

export type OutcomeCount = { outcome: RecipientOutcome; count: number; problem: RunProblem | null }

export const countOutcomes = async (db: Database, runId: string): Promise<OutcomeCount[]> => {
  const { rows } = await sql<OutcomeCount>`
    select outcome, count(*)::int as count, min(problem) as problem from task_run_recipients
     where run_id = ${runId}::uuid group by outcome order by outcome`.execute(db)
  return rows
}

export type LastResult = { last_result: string | null; last_value: string | null; notified_at: Date | null }

/** Reads the last result of a task for an identity. */
export const lastResultOf = async (db: Database, taskId: string, identityKey: string): Promise<LastResult> =>
  (await db
    .selectFrom('task_identities')
    .select(['last_result', 'last_value', 'notified_at'])
    .where('task_id', '=', taskId)
    .where('identity_key', '=', identityKey)
    .executeTakeFirst()) ?? { last_result: null, last_value: null, notified_at: null }

export async function noteLastResult(
  db: Database,
  taskId: string,
  identityKey: string,
  { last_result, last_value, isNotified }: { last_result: string | null; last_value: string; isNotified: boolean },
): Promise<void> {
  await sql`
    insert into task_identities (task_id, identity_key, last_result, last_value, notified_at)
    values (${taskId}::uuid, ${identityKey}, ${last_result}, ${last_value}, ${isNotified ? sql`now()` : sql`null`})
    on conflict (tenant_id, task_id, identity_key) do update
       set last_result = excluded.last_result, last_value = excluded.last_value,
           notified_at = coalesce(excluded.notified_at, task_identities.notified_at)`.execute(db)
}

type RecipientRow = {
  id: string
  person: string | null
  email: string | null
  outcome: RecipientOutcome
  channels: ('portal' | 'email')[]
  problem: RunProblem | null
  told_at: Date | null
}

const orders = { person: sql`app.plain(u.name)`, outcome: sql`p.outcome` }

export const recipientsQuery = (
  options: InputOf<typeof listRecipients>,
): SessionQuery<RecipientRow & { total: number }> => {
  const matches = sql`
    from task_run_recipients p left join users u on u.id = p.user_id
   where p.run_id = ${options.run_id} and ${options.outcome ? sql`p.outcome = ${options.outcome}` : sql`true`}
     and ${contains(sql`coalesce(u.name || ' ' || u.email, '')`, options.search)}`
  const direction = sql.raw(options.order)
  return sql<RecipientRow & { total: number }>`(
    select p.id, u.name as person, u.email, p.outcome, p.channels, p.problem, p.told_at, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${orders[options.sort]} ${direction} nulls last, p.id limit ${options.size} offset ${offsetOf(options)})`
}

// The addressees of a run: what became of each of them, and the last result for each identity. Next: audience.ts.
import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { listRecipients, RecipientOutcome, RunProblem } from '../contract.ts'
import { recipientsPage } from './queries.ts'

export type Planned = { user_id: string; identity_key: string | null; outcome: RecipientOutcome }

/**
 * Replaces the addressees who are still waiting in some runs by these. The others stay as they are, so that no person is told again by an
 * attempt after a failure.
 */
export async function planRecipients(
  db: Database,
  runIds: readonly string[],
  planned: readonly (Planned & { run_id: string })[],
): Promise<void> {
  await sql`
    delete from task_run_recipients where run_id = any(${[...runIds]}::uuid[]) and outcome = 'waiting'`.execute(db)
  if (planned.length === 0) return
  await sql`
    insert into task_run_recipients (run_id, user_id, identity_key, outcome)
    select p.run_id, p.user_id, p.identity_key, p.outcome
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p(run_id uuid, user_id uuid, identity_key text, outcome text)
    on conflict on constraint task_run_recipients_key do nothing`.execute(db)
}

/** Selects some people. */
export const peopleOf = (userIds: readonly string[]): RawBuilder<{ user_id: string }> =>
  sql<{ user_id: string }>`select unnest(${[...userIds]}::uuid[]) as user_id`

type Turn = { run_id: string; user_id: string; identity_key: string | null; is_waiting: boolean }

/** The addressees of some runs, by run: those who wait for the message of their identity, and those whose turn is over. */
export async function turnsIn(db: Database, runIds: readonly string[]): Promise<Map<string, Turn[]>> {
  const { rows } = await sql<Turn>`
    select run_id, user_id, identity_key, outcome = 'waiting' as is_waiting from task_run_recipients
     where run_id = any(${[...runIds]}::uuid[]) and user_id is not null`.execute(db)
  return Map.groupBy(rows, ({ run_id }) => run_id)
}

export type Settled = {
  run_id: string
  user_id: string
  outcome: RecipientOutcome
  channels?: readonly string[]
  problem?: RunProblem
}

/** Stores what became of some of the waiting addressees. */
export async function settle(db: Database, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update task_run_recipients p
       set outcome = s.outcome, channels = array(select jsonb_array_elements_text(coalesce(s.channels, '[]'))), problem = s.problem,
           told_at = case when s.outcome = 'told' then now() end
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
        as s(run_id uuid, user_id uuid, outcome text, channels jsonb, problem text)
     where p.run_id = s.run_id and p.user_id = s.user_id and p.outcome = 'waiting'`.execute(db)
}

/**
 * Counts the messages of tasks that each of some people got in the last hour. Runs of the same business unit count one after the other, until
 * the end of the transaction.
 */
export async function messagesOf(
  db: Database,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
): Promise<Map<string, number>> {
  await hold(db, `task messages ${tenantId}`)
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*)::int as count from task_run_recipients
     where tenant_id = (select app.tenant_id()) and user_id = any(${[...userIds]}::uuid[]) and told_at > now() - interval '1 hour'
     group by user_id`.execute(db)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

export type OutcomeCount = { run_id: string; outcome: RecipientOutcome; count: number; problem: RunProblem | null }

/** The outcomes of the addressees of some runs, by run. */
export async function countOutcomes(db: Database, runIds: readonly string[]): Promise<Map<string, OutcomeCount[]>> {
  const { rows } = await sql<OutcomeCount>`
    select run_id, outcome, count(*)::int as count, min(problem) as problem from task_run_recipients
     where run_id = any(${[...runIds]}::uuid[]) group by run_id, outcome order by run_id, outcome`.execute(db)
  return Map.groupBy(rows, ({ run_id }) => run_id)
}

type Which = { task_id: string; identity_key: string }
export type LastResult = { last_result: string | null; last_value: string | null; notified_at: Date | null }

const noResult: LastResult = { last_result: null, last_value: null, notified_at: null }

/** Reads the last results of some tasks, each for one identity. */
export async function lastResultsOf(db: Database, which: readonly Which[]): Promise<(each: Which) => LastResult> {
  const { rows } = await sql<LastResult & Which>`
    select i.task_id, i.identity_key, i.last_result, i.last_value, i.notified_at
      from jsonb_to_recordset(${JSON.stringify(which)}::jsonb) as w(task_id uuid, identity_key text)
      join task_identities i on i.tenant_id = (select app.tenant_id()) and i.task_id = w.task_id and i.identity_key = w.identity_key`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [`${row.task_id} ${row.identity_key}`, row]))
  return ({ task_id, identity_key }) => found.get(`${task_id} ${identity_key}`) ?? noResult
}

export type NewResult = Which & { last_result: string | null; last_value: string; isNotified: boolean }

export async function noteLastResults(db: Database, results: readonly NewResult[]): Promise<void> {
  if (results.length === 0) return
  await sql`
    insert into task_identities (task_id, identity_key, last_result, last_value, notified_at)
    select r.task_id, r.identity_key, r.last_result, r.last_value, case when r."isNotified" then now() end
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r(task_id uuid, identity_key text, last_result text, last_value text, "isNotified" boolean)
    on conflict (tenant_id, task_id, identity_key) do update
       set last_result = excluded.last_result, last_value = excluded.last_value,
           notified_at = coalesce(excluded.notified_at, task_identities.notified_at)`.execute(db)
}

export const recipientsQuery = (options: InputOf<typeof listRecipients>) =>
  recipientsPage<RecipientOutcome, RunProblem, { channels: ('portal' | 'email')[] }>(
    { from: sql`task_run_recipients p`, columns: sql`p.channels` },
    options,
  )

// Messages that wait for the digest of a person. Next: digest.ts.
import { sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { RecipientOutcome } from '../contract.ts'

export type Waiting = {
  run_id: string
  report_id: string | null
  identity_key: string | null
  task: string
  text: Texts
  channels: ('portal' | 'email')[]
}

/** Stores a message for the digests of some people. Answers those for whom there was room. */
export async function addEntries(
  db: Database,
  userIds: readonly string[],
  { run_id, report_id, identity_key, task, text }: Omit<Waiting, 'channels'>,
  { channels, max }: { channels: (userId: string) => readonly string[]; max: number },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const chosen = userIds.map((user_id) => ({ user_id, channels: channels(user_id) }))
  const { rows } = await sql<{ user_id: string }>`
    insert into task_digest_entries (user_id, run_id, report_id, identity_key, task, text, channels)
    select p.user_id, ${run_id}::uuid, ${report_id}::uuid, ${identity_key}, ${task}, ${JSON.stringify(text)}::jsonb, p.channels
      from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as p(user_id uuid, channels text[])
     where (select count(*) from task_digest_entries e where e.user_id = p.user_id and e.tenant_id = (select app.tenant_id())) < ${max}
    on conflict on constraint task_digest_entries_key do nothing returning user_id`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Takes the messages of a person out of the table, in the order of their runs. */
export async function takeEntries(db: Database, userId: string): Promise<(Waiting & { id: string })[]> {
  const { rows } = await sql<Waiting & { id: string }>`
    with taken as (delete from task_digest_entries where user_id = ${userId}::uuid returning *)
    select id, run_id, report_id, identity_key, task, text, channels from taken order by id`.execute(db)
  return rows
}

/** Stores why a person did not get a message in the digest. */
export async function noteLeftOut(
  db: Database,
  userId: string,
  runIds: readonly string[],
  outcome: RecipientOutcome,
): Promise<void> {
  await sql`
    update task_run_recipients set outcome = ${outcome}
     where user_id = ${userId}::uuid and run_id = any(${[...runIds]}::uuid[]) and outcome = 'digest'`.execute(db)
}

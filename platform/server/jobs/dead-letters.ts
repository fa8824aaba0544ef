// Dead letters: jobs that failed for good. The platform's staff read them, enqueue them again or delete them.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'
import { contains } from '../database/list.ts'
import { deadLetterQueue } from './queue.ts'

export type DeadLetter = {
  id: string
  job: string
  tenant_id: string | null
  failed_at: Date
  put_in_at: Date
  attempts: number
  /** Contains no personal data: fault.ts removed it. */
  error: string
}

type Sought = { search: string; order: 'asc' | 'desc'; limit: number; offset: number }

/** Each row carries the total count. */
export const deadLetters = ({ search, order, limit, offset }: Sought) =>
  sql<DeadLetter & { tenant_name: string | null; total: number }>`
    select ${letter}, n.name as tenant_name, count(*) over ()::int as total
      from pgboss.job j left join tenants n on n.id = (j.data ->> 'tenant_id')::uuid
     where j.name = ${deadLetterQueue} and j.state = 'created'
       and ${contains(sql`j.source_name || ' ' || coalesce(n.name, '')`, search)}
     order by j.created_on ${order === 'asc' ? sql`asc` : sql`desc`}, j.id limit ${limit} offset ${offset}`

const letter = sql`j.id, j.source_name as job, (j.data ->> 'tenant_id')::uuid as tenant_id, j.created_on as failed_at,
  coalesce(j.source_created_on, j.created_on) as put_in_at, coalesce(j.source_retry_count, 0) + 1 as attempts,
  coalesce(j.source_output ->> 'message', j.source_output -> 'value' ->> 'message', '') as error`

/** Removes a dead letter and answers it with its original input; null when another person was first. */
export async function takeDeadLetter(db: Database, id: string): Promise<(DeadLetter & { data: unknown }) | null> {
  const { rows } = await sql<DeadLetter & { data: unknown }>`
    with gone as (delete from pgboss.job where name = ${deadLetterQueue} and state = 'created' and id = ${id}::uuid returning *)
    select ${letter}, j.data from gone j`.execute(db)
  return rows[0] ?? null
}

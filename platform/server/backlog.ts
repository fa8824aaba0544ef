// The backlog: waiting jobs and mails of all business units. For /metrics and the platform's staff.
import { sql } from 'kysely'
import { deadLetterQueue } from './jobs/queue.ts'
import type { Metrics } from './metrics.ts'
import type { Gate } from './session/gate.ts'

/** The backlog of jobs and mails. An age is that of the oldest entry that should have run, in seconds; null when nothing waits. */
export type Backlog = {
  jobs_waiting: number
  jobs_active: number
  jobs_failed: number
  jobs_oldest_seconds: number | null
  mails_waiting: number
  mails_failed: number
  mails_oldest_seconds: number | null
}

export async function readBacklog(gate: Pick<Gate, 'acrossTenants'>): Promise<Backlog> {
  const { rows } = await gate.acrossTenants('backlog', (db) =>
    sql<Backlog>`
      select j.*, m.* from (
        select count(*) filter (where name <> ${deadLetterQueue} and state in ('created', 'retry'))::int as jobs_waiting,
               count(*) filter (where state = 'active')::int as jobs_active,
               count(*) filter (where name = ${deadLetterQueue} and state = 'created')::int as jobs_failed,
               extract(epoch from now() - min(start_after) filter (
                 where name <> ${deadLetterQueue} and state in ('created', 'retry') and start_after <= now()))::int as jobs_oldest_seconds
          from pgboss.job where state < 'completed') j,
       (select count(*) filter (where state <> 'failed')::int as mails_waiting,
               count(*) filter (where state = 'failed')::int as mails_failed,
               extract(epoch from now() - min(created_at) filter (where state <> 'failed'))::int as mails_oldest_seconds
          from mails where state not in ('sent', 'in_doubt')) m`.execute(db),
  )
  const [row] = rows
  if (!row) throw new Error('the query of the backlog returned no row')
  return row
}

/** Gauges that are read on each scrape. Only processes that run jobs register them, so that nothing is counted twice. */
export function watchBacklog(metrics: Metrics, gate: Pick<Gate, 'acrossTenants'>): void {
  let reading: Promise<Backlog> | undefined
  // One scrape reads all gauges at once: they share one query.
  const readOnce = () => (reading ??= readBacklog(gate).finally(() => (reading = undefined)))
  const measureOf = (name: keyof Backlog) => async () => (await readOnce())[name] ?? 0
  metrics.gauge('vitrine_jobs_waiting', 'Waiting jobs, due now or later.', measureOf('jobs_waiting'))
  metrics.gauge('vitrine_jobs_stuck', 'Jobs that failed for good.', measureOf('jobs_failed'))
  metrics.gauge(
    'vitrine_jobs_oldest_seconds',
    'Waiting time of the oldest due job, in seconds.',
    measureOf('jobs_oldest_seconds'),
  )
  metrics.gauge('vitrine_mails_waiting', 'Mails waiting to be sent.', measureOf('mails_waiting'))
}

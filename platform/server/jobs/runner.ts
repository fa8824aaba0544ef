// Runs jobs: each under the row-level security of its business unit, with one effect however often it is delivered.
// It delivers no jobs (queue.ts does). Next: slots.ts (effects so far), fault.ts (the stored error).
import { type AuditNote, writeAudit } from '../audit.ts'
import { type Clock, stopwatch } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import { announce } from '../live/announce.ts'
import type { TenantId } from '../session/actor.ts'
import type { Metrics } from '../metrics.ts'
import type { Gate } from '../session/gate.ts'
import { plainFault } from './fault.ts'
import { closedUntil } from './closed-units.ts'
import type { AnyJob, JobContext, Log, WaitingJobContext } from './job.ts'
import { type Delivery, type Queue, envelope } from './queue.ts'
import { putInDueJobs } from './schedule.ts'
import { takeSlot } from './slots.ts'
import { traceFrom, underTrace } from '../trace.ts'

type RunnerDependencies = {
  queue: Queue
  gate: Gate
  clock: Clock
  log: Log
  jobs: readonly AnyJob[]
  /** Called after each attempt. */
  worked?: Metrics['worked']
}

/** Starts the workers. The answer stops the schedule; closing the queue stops the workers. */
export async function runJobs(needs: RunnerDependencies): Promise<() => void> {
  // The job continues the trace of the call that enqueued it.
  const traced = (job: AnyJob, delivery: Delivery) =>
    underTrace(delivery.data?.trace ?? traceFrom(undefined), () => deliver(needs, job, delivery))
  for (const job of needs.jobs) await needs.queue.work(job, (delivery) => traced(job, delivery))
  return putInDueJobs(needs)
}

async function deliver(needs: RunnerDependencies, job: AnyJob, delivery: Delivery): Promise<void> {
  const elapsed = stopwatch()
  const report = (outcome: 'done' | 'failed') => needs.worked?.({ name: job.name, outcome, seconds: elapsed() / 1000 })
  try {
    await run(needs, job, delivery)
    report('done')
  } catch (error) {
    // The business unit was closed meanwhile: the attempts of the job begin again when the unit is opened.
    if (await putOff(needs, delivery).catch(() => false)) return report('done')
    report('failed')
    needs.log.warn({ err: error, job: job.name, id: delivery.id, attempt: delivery.retryCount }, 'a job failed')
    // The platform's staff see the stored error, so it must not contain personal data.
    throw plainFault(error)
  }
}

/** Puts off a job of a closed business unit, until the erasure of the unit. False: the unit is gone. */
async function putOff({ gate, queue }: RunnerDependencies, delivery: Delivery): Promise<boolean> {
  const { tenant_id } = envelope.parse(delivery.data)
  if (tenant_id === null) return false
  const until = await gate.acrossTenants('put off a job of a closed business unit', async (db) => {
    const found = await closedUntil(db, tenant_id)
    if (found instanceof Date) await queue.putOff(db, delivery, found)
    return found
  })
  if (until === 'open') throw new Error('the business unit of a job was opened meanwhile')
  return until !== 'gone'
}

async function run(needs: RunnerDependencies, job: AnyJob, delivery: Delivery): Promise<void> {
  const { gate, queue, clock, log } = needs
  const { tenant_id, slot, input: sent } = envelope.parse(delivery.data)
  const input = job.input.parse(sent) as never
  const { signal } = delivery
  /** Answers undefined when the business unit is closed or no longer exists. */
  const within = <T>(work: (context: JobContext) => Promise<T>): Promise<T | undefined> => {
    const inside = (db: Database, tenantId: TenantId | null, partnerId: string | null) =>
      work(jobContext({ db, tenantId, partnerId, clock, log, signal, queue }))
    if (tenant_id !== null) return gate.inTenant(tenant_id, inside)
    return gate.acrossTenants(`job ${job.name}`, (db) => inside(db, null, null))
  }
  if (!job.waits) {
    const ran = await within(async (context) => {
      if (await takeSlot(context.db, context.tenantId, job.name, slot)) await job.run(context, input)
      return true
    })
    if (!ran) await putOff(needs, delivery)
    return
  }
  const tenantId = tenant_id === null ? null : await within(async (context) => context.tenantId)
  if (tenantId === undefined) {
    await putOff(needs, delivery)
    return
  }
  const transaction: WaitingJobContext['transaction'] = async (work) => {
    const answer = await within(async (context) => ({ is: await work(context) }))
    if (!answer) throw new Error('the business unit of a job does not exist any more')
    return answer.is
  }
  const { retryCount: attempt, retryLimit } = delivery
  const isLastAttempt = attempt >= retryLimit
  await job.run(
    { tenantId, clock, log, signal, transaction, acrossTenants: gate.acrossTenants, attempt, isLastAttempt },
    input,
  )
}

type Inside = Pick<JobContext, 'db' | 'tenantId' | 'clock' | 'log' | 'signal'> & {
  partnerId: string | null
  queue: Queue
}

function jobContext({ queue, partnerId, ...context }: Inside): JobContext {
  const { db, tenantId } = context
  const actor = { actorId: null, actorEmail: null, tenantId, partnerId, address: null }
  return {
    ...context,
    audit: (event: string, note: AuditNote) => writeAudit(db, actor, event, note),
    announce: (event) => announce(db, event),
    enqueue: (kind, input, options) => queue.enqueue(db, kind, input, { ...options, ...(tenantId && { tenantId }) }),
  }
}

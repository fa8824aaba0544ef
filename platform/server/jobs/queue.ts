// Delivery of jobs: pg-boss on our own database. Jobs are enqueued with the caller's transaction and delivered at least once.
// It does not make a job idempotent (runner.ts does) and reads no business unit. Next: dead-letters.ts, jobs that failed for good.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, type JobWithMetadata, PgBoss, fromKysely } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../database/kysely.ts'
import { presentTrace } from '../trace.ts'
import type { AnyJob, Enqueue, JobKind, Log } from './job.ts'

/** The stored form of a job. The enqueuing code sets its business unit, and only the runner reads it. */
export const envelope = z.object({
  tenant_id: z.string().nullable(),
  slot: z.string(),
  input: z.unknown(),
  trace: z.string().optional(),
  /** Its business unit was closed when it was delivered (closed-units.ts). */
  put_off: z.boolean().optional(),
})
export type Envelope = z.output<typeof envelope>
export type Delivery = JobWithMetadata<Envelope>

/** The queue of jobs that failed for good. No worker runs it. */
export const deadLetterQueue = 'dead_letters'

const day = 86_400

/** Between polls of one worker for itself. */
const ownPollSeconds = 60

/** The queues of a list that have a job whose time has come. */
const dueQueues = `
  select due.name from unnest($1::text[]) due (name)
   where exists (select from pgboss.job j where j.name = due.name and j.state < 'active' and j.start_after <= now())`

const longestPauseSeconds = 900
const defaultRetries = 5
/** Concurrent jobs of one kind in one process, unless the kind says otherwise. */
const defaultAtOnce = 3

export type Queue = {
  enqueue: Enqueue
  /** Delivers jobs of one kind until the queue is closed. A rejected promise makes the queue retry the job. */
  work(job: AnyJob, deliver: (delivery: Delivery) => Promise<void>): Promise<void>
  /** Enqueues a delivered job again for a later time, with its slot and group. */
  putOff(db: Database, delivery: Delivery, until: Date): Promise<void>
  /** Enqueues a dead letter again with its original slot: the effects of its failed attempts were rolled back. */
  putBack(db: Database, name: string, data: unknown): Promise<void>
  close(): Promise<void>
}

type Options = {
  databaseUrl: string
  log: Log
  jobs: readonly AnyJob[]
  /** Seconds without a heartbeat after which another worker gets the jobs; at least 10. */
  silenceSeconds?: number
  /** Seconds between polls for new jobs. */
  pollSeconds?: number
  /** Seconds before the first retry. Each further pause is twice as long. */
  pauseSeconds?: number
  /** True when this process runs jobs, false when it only enqueues them. */
  works: boolean
}

type Polling = { pollSeconds: number; wake(name: string): void; report(error: Error): void }

/** Opens the queue. A migration has created its tables. */
export async function openQueue(options: Options): Promise<Queue> {
  const { databaseUrl, log, jobs, silenceSeconds = 30, pollSeconds = 2, pauseSeconds = 5, works } = options
  const report = reporterTo(log)
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // Deliveries are platform-wide work, because jobs of all business units pass here.
    options: '-c role=vitrine_platform',
    application_name: 'vitrine jobs',
    max: works ? 3 : 1,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: silenceSeconds,
    monitorIntervalSeconds: silenceSeconds,
    // Re-indexing and vacuum would need the owner of the tables.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', report)
  await boss.start()
  await makeQueues(boss, jobs, { heartbeatSeconds: silenceSeconds, retryDelay: pauseSeconds })

  const enqueue: Enqueue = async (db, kind, input, { tenantId, slot, after, group, once } = {}) => {
    if (once && group !== undefined && (await doesWait(db, kind.name, group))) return
    const sent: Envelope = {
      tenant_id: tenantOf(kind, tenantId),
      slot: slot ?? randomUUID(),
      input: kind.input.parse(input),
      trace: presentTrace(),
    }
    const turn = group === undefined ? {} : await turnOf(db, kind.name, group)
    await boss.send(kind.name, sent, { db: inTransactionOf(db), ...turn, ...(after && { startAfter: after }) })
  }

  const wake = (name: string) => {
    for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id)
  }
  const poll = pollQueues(boss.getDb(), { pollSeconds, wake, report })

  const work: Queue['work'] = async ({ name, atOnce = defaultAtOnce, atOncePerGroup }, deliver) => {
    poll.names.push(name)
    const terms = {
      batchSize: 1,
      includeMetadata: true,
      pollingIntervalSeconds: ownPollSeconds,
      localConcurrency: atOnce,
      ...(atOncePerGroup && { localGroupConcurrency: atOncePerGroup }),
    } as const
    await boss.work(name, terms, async ([delivery]: Delivery[]) => {
      // There may be more jobs: poll again as soon as this one is done, without waiting for the next poll.
      wake(name)
      if (delivery) await deliver(delivery)
    })
  }

  const putOff: Queue['putOff'] = async (db, { name, data, groupId }, until) => {
    const turn = groupId ? await turnOf(db, name, groupId) : {}
    const sent = { ...envelope.parse(data), put_off: true }
    await boss.send(name, sent, { db: inTransactionOf(db), ...turn, startAfter: until })
  }

  const putBack: Queue['putBack'] = async (db, name, data) => {
    await boss.send(name, envelope.parse(data), { db: inTransactionOf(db) })
  }

  const close = async () => {
    poll.stop()
    await boss.stop({ graceful: true, timeout: 10_000 })
  }
  return { enqueue, work, putOff, putBack, close }
}

/**
 * One poll for the queues in `names` together: it wakes the workers of those that have due jobs. Each worker polls for itself as well, but
 * seldom: a hundred workers that ask every two seconds use a twentieth of a processor for nothing.
 */
function pollQueues(db: Db, { pollSeconds, wake, report }: Polling): { names: string[]; stop(): void } {
  const names: string[] = []
  const ask = async () => {
    if (names.length === 0) return
    const { rows } = await db.executeSql(dueQueues, [names])
    for (const { name } of rows as { name: string }[]) wake(name)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const pollUntilStopped = async () => {
    while (!signal.aborted) {
      await sleep(pollSeconds * 1_000, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await ask().catch((error: Error) => signal.aborted || report(error))
    }
  }
  void pollUntilStopped()
  return { names, stop: () => stopping.abort() }
}

/** The turn of the next job of a group. pg-boss delivers jobs of a higher priority first, and those of one priority by age. */
async function turnOf(db: Database, name: string, group: string): Promise<{ group: { id: string }; priority: number }> {
  const { rows } = await sql<{ priority: number }>`select app.job_turn(${name}, ${group}) as priority`.execute(db)
  return { group: { id: group }, priority: rows[0]?.priority ?? 0 }
}

async function doesWait(db: Database, name: string, group: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select app.job_waits(${name}, ${group}) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/** Every worker reports the same fault at the same time: one line for each message and minute. */
function reporterTo(log: Log): (error: Error) => void {
  const lastAt = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    if (now - (lastAt.get(error.message) ?? -Infinity) < 60_000) return
    // Messages may contain ids, so only the latest hundred are stored.
    if (lastAt.size >= 100) lastAt.clear()
    lastAt.set(error.message, now)
    log.warn({ err: error }, 'the job queue reported an error')
  }
}

type Pauses = { heartbeatSeconds: number; retryDelay: number }

async function makeQueues(boss: PgBoss, jobs: readonly AnyJob[], pauses: Pauses): Promise<void> {
  const present = new Set((await boss.getQueues()).map(({ name }) => name))
  const make = async (name: string, options: object) =>
    present.has(name) ? boss.updateQueue(name, options) : boss.createQueue(name, options)
  // A dead letter waits at most one year for a decision.
  await make(deadLetterQueue, { retentionSeconds: 365 * day, deleteAfterSeconds: day, retryLimit: 0 })
  const retention = { expireInSeconds: 900, retentionSeconds: 30 * day, deleteAfterSeconds: day }
  const terms = {
    ...retention,
    ...pauses,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
    deadLetter: deadLetterQueue,
  }
  for (const { name, retries = defaultRetries } of jobs) await make(name, { ...terms, retryLimit: retries })
}

/** Runs pg-boss's statement in the open transaction. */
function inTransactionOf(db: Database) {
  return fromKysely(db)
}

function tenantOf({ name, scope }: JobKind, tenantId: string | undefined): string | null {
  if (scope === 'platform') return null
  return tenantId ?? missing(`${name} needs the id of a business unit`)
}

function missing(what: string): never {
  throw new Error(what)
}

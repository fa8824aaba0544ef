// Delivery: pg-boss on our own database. Jobs go in with the caller's transaction and come out at least once.
// It makes nothing happen once (runner.ts does) and reads no business unit. Next: dead-letters.ts, what failed for good.
import { randomUUID } from 'node:crypto'
import { type JobWithMetadata, PgBoss, fromKysely } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../database/kysely.ts'
import { presentTrace } from '../trace.ts'
import type { AnyJob, Enqueue, JobKind, Log } from './job.ts'

/** What travels: whose walls the work runs in is said by who put it in, and read by the runner alone. */
export const envelope = z.object({
  tenant_id: z.string().nullable(),
  slot: z.string(),
  input: z.unknown(),
  trace: z.string().optional(),
})
export type Envelope = z.output<typeof envelope>
export type Delivery = JobWithMetadata<Envelope>

/** Holds what failed for good; nobody works it. */
export const deadLetterQueue = 'dead_letters'

const day = 86_400

const longestPauseSeconds = 900
const defaultRetries = 5
/** Jobs of one kind that a process works at the same time. */
const atOnce = 3

export type Queue = {
  enqueue: Enqueue
  /** Delivers jobs of a kind until the queue is closed; a promise that fails has the job tried again. */
  work(job: AnyJob, deliver: (delivery: Delivery) => Promise<void>): Promise<void>
  /** Puts a dead letter in again as it was, its slot included: what it did before it failed was undone. */
  putBack(db: Database, name: string, data: unknown): Promise<void>
  close(): Promise<void>
}

type Options = {
  databaseUrl: string
  log: Log
  jobs: readonly AnyJob[]
  /** How long a worker may be silent before its jobs are given to another; seconds, 10 or more. */
  silenceSeconds?: number
  /** Seconds between looks for new work. */
  pollSeconds?: number
  /** Seconds before the second try; each further pause is twice as long. */
  pauseSeconds?: number
  /** Whether this process works jobs, or only puts them in. */
  works: boolean
}

/** Opens the queue. The tables are there already: a migration made them. */
export async function openQueue(options: Options): Promise<Queue> {
  const { databaseUrl, log, jobs, silenceSeconds = 30, pollSeconds = 2, pauseSeconds = 5, works } = options
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // Jobs of every business unit pass here: deliveries belong to platform-wide work.
    options: '-c role=vitrine_platform',
    application_name: 'vitrine jobs',
    max: works ? 3 : 1,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: silenceSeconds,
    monitorIntervalSeconds: silenceSeconds,
    // What only the tables' owner may do.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue is not well'))
  await boss.start()
  await makeQueues(boss, jobs, { heartbeatSeconds: silenceSeconds, retryDelay: pauseSeconds })

  const enqueue: Enqueue = async (db, kind, input, { tenantId, slot, after } = {}) => {
    const sent: Envelope = {
      tenant_id: tenantOf(kind, tenantId),
      slot: slot ?? randomUUID(),
      input: kind.input.parse(input),
      trace: presentTrace(),
    }
    await boss.send(kind.name, sent, { db: inTransactionOf(db), ...(after && { startAfter: after }) })
  }

  const workOne: Queue['work'] = async (job, deliver) => {
    const terms = { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: pollSeconds } as const
    const worker: string = await boss.work(job.name, terms, async ([delivery]: Delivery[]) => {
      // Where there was one there may be more: looked for as soon as this one is done, not after the pause between looks.
      boss.notifyWorker(worker)
      if (delivery) await deliver(delivery)
    })
  }
  const work: Queue['work'] = async (job, deliver) => {
    await Promise.all(Array.from({ length: atOnce }, () => workOne(job, deliver)))
  }

  const putBack: Queue['putBack'] = async (db, name, data) => {
    await boss.send(name, envelope.parse(data), { db: inTransactionOf(db) })
  }

  return { enqueue, work, putBack, close: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

type Pauses = { heartbeatSeconds: number; retryDelay: number }

async function makeQueues(boss: PgBoss, jobs: readonly AnyJob[], pauses: Pauses): Promise<void> {
  const present = new Set((await boss.getQueues()).map(({ name }) => name))
  const make = async (name: string, options: object) =>
    present.has(name) ? boss.updateQueue(name, options) : boss.createQueue(name, options)
  // A dead letter waits for a person, a year at the most.
  await make(deadLetterQueue, { retentionSeconds: 365 * day, deleteAfterSeconds: day, retryLimit: 0 })
  const kept = { expireInSeconds: 900, retentionSeconds: 30 * day, deleteAfterSeconds: day }
  const terms = {
    ...kept,
    ...pauses,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
    deadLetter: deadLetterQueue,
  }
  for (const { name, retries = defaultRetries } of jobs) await make(name, { ...terms, retryLimit: retries })
}

/** pg-boss's statement in the transaction that is open already. */
function inTransactionOf(db: Database) {
  return fromKysely(db)
}

function tenantOf({ name, scope }: JobKind, tenantId: string | undefined): string | null {
  if (scope === 'platform') return null
  return tenantId ?? missing(`${name} runs inside a business unit, and none was named`)
}

function missing(what: string): never {
  throw new Error(what)
}

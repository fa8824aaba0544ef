// Background jobs: a job is a plain value, declared in a feature's server/jobs.ts and registered in apps/server.
// It delivers nothing (queue.ts and runner.ts do) and knows no noun. Next: runner.ts runs it under row-level security.
import type { z } from 'zod'
import type { AuditNote } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { LiveEvent } from '../live/live-event.ts'
import type { Gate } from '../session/gate.ts'
import type { TenantId } from '../session/actor.ts'

/** What keeps a record of one business unit from stopping the work for another one, in a job without a business unit. */
export const isolations = {
  'one record': 'its input names one record or one person',
  enqueues: 'it only enqueues one job for each unit or record',
  statement: 'SQL statements over all rows, which compute nothing that one row could make fail',
  savepoint:
    'each record in a savepoint (each-apart.ts): a failure is undone, logged and in the audit trail of its unit',
  transaction: 'each unit or record in a transaction of its own',
} as const
export type Isolation = keyof typeof isolations

type Scope =
  /** Runs under the row-level security of the business unit that enqueued it: one job for each unit. */
  | { scope: 'tenant' }
  /** For all business units. */
  | { scope: 'platform'; isolation: Isolation }

/** The parts of a job that are needed to enqueue it: its name, its scope and its input. */
export type JobKind<Input extends z.ZodType = z.ZodType> = Scope & {
  /** `noun.verb`. */
  name: string
  /** Plain JSON: ids and numbers, no personal data, because the queue has no row-level security. */
  input: Input
}

export type EnqueueOptions = {
  /** The business unit of the job, when platform-wide work enqueues it. In a session the business unit is known. */
  tenantId?: string
  /** Idempotency key: of several jobs of one kind with the same slot, one has an effect. Default: a new slot for each job. */
  slot?: string
  /** Start time: the job does not run before it. */
  after?: Date
  /** The group of the job. The groups of one kind get their turns in order (round robin), so that a long queue of one delays no other. */
  group?: string
  /** No effect while another job of the group waits for its turn: for jobs that do all that is due. */
  once?: boolean
}

/** Enqueues a job with the commit of the transaction of `db`. */
export type Enqueue = <Input extends z.ZodType>(
  db: Database,
  kind: JobKind<Input>,
  input: z.input<Input>,
  options?: EnqueueOptions,
) => Promise<void>

/** Enqueues a job for the present business unit, in the transaction of the session or job. */
export type EnqueueHere = <Input extends z.ZodType>(
  kind: JobKind<Input>,
  input: z.input<Input>,
  options?: EnqueueOptions,
) => Promise<void>

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

type Surroundings = {
  /** The business unit of the job; null for platform-wide work. */
  tenantId: TenantId | null
  clock: Clock
  log: Log
  /** Aborted when the process stops or the job exceeds its time limit. Anything that waits should stop then. */
  signal: AbortSignal
}

/** The context of a job in one transaction. Its effect happens once, however often the job is delivered. */
export type JobContext = Surroundings & {
  db: Database
  /** Writes an audit entry without an actor. */
  audit(event: string, note: AuditNote): Promise<void>
  announce(event: LiveEvent): Promise<void>
  enqueue: EnqueueHere
}

/** The context of jobs that wait for something outside. No connection is held until `transaction` is called. The job must be idempotent. */
export type WaitingJobContext = Surroundings & {
  transaction<T>(work: (context: JobContext) => Promise<T>): Promise<T>
  acrossTenants: Gate['acrossTenants']
  /** 0 for the first attempt. */
  attempt: number
  /** A failure of this attempt makes the job a dead letter. */
  isLastAttempt: boolean
}

type Terms = {
  /** Retries with growing pauses, before the job becomes a dead letter. */
  retries?: number
  /** Jobs that run at once in one process. */
  atOnce?: number
  /** Bulkhead: jobs of one group that run at once in one process. */
  atOncePerGroup?: number
  /** Schedule: a new job every so often. Only for platform-wide work without input. */
  everySeconds?: number
}

export type Job<Input extends z.ZodType = z.ZodType> = JobKind<Input> &
  Terms &
  (
    | { waits: false; run: (context: JobContext, input: z.output<Input>) => Promise<void> }
    | { waits: true; run: (context: WaitingJobContext, input: z.output<Input>) => Promise<void> }
  )

/** The type of a list of jobs with different inputs. */
export type AnyJob = JobKind &
  Terms &
  (
    | { waits: false; run: (context: JobContext, input: never) => Promise<void> }
    | { waits: true; run: (context: WaitingJobContext, input: never) => Promise<void> }
  )

/** Example: `job({ name: 'export.make', scope: 'tenant', input: z.object({ id: id() }), run: async ({ db }, { id }) => … })`. */
export function job<Input extends z.ZodType>(
  definition: JobKind<Input> & Terms & { run: (context: JobContext, input: z.output<Input>) => Promise<void> },
): Job<Input> {
  return { ...definition, waits: false }
}

/** A job that waits for something outside: a mail server, a report service. */
export function waitingJob<Input extends z.ZodType>(
  definition: JobKind<Input> & Terms & { run: (context: WaitingJobContext, input: z.output<Input>) => Promise<void> },
): Job<Input> {
  return { ...definition, waits: true }
}

// Background work: a job is a plain value, declared in a slice's server/jobs.ts and registered in apps/server.
// It delivers nothing (queue.ts and runner.ts do) and knows no noun. Next: runner.ts runs it inside the walls of its business unit.
import type { z } from 'zod'
import type { AuditNote } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { News } from '../http/route.ts'
import type { Gate } from '../session/gate.ts'
import type { TenantId } from '../session/actor.ts'

/** What somebody needs to know to ask for the work: its name, whose walls it runs in, and what it is told. */
export type JobKind<Input extends z.ZodType = z.ZodType> = {
  /** `noun.verb`. */
  name: string
  /** `tenant`: inside the walls of the business unit that asked. `platform`: beyond any. */
  scope: 'tenant' | 'platform'
  /** Plain JSON: ids and numbers, nothing that names a person; the queue has no walls. */
  input: Input
}

export type EnqueueOptions = {
  /** For platform-wide work that asks for something inside a business unit; a session's own is known. */
  tenantId?: string
  /** Two jobs of one kind with the same slot have one effect. Without it every one has its own. */
  slot?: string
  /** Not before. */
  after?: Date
}

/** Puts a job in, with the commit of the transaction that `db` is bound to. */
export type Enqueue = <Input extends z.ZodType>(
  db: Database,
  kind: JobKind<Input>,
  input: z.input<Input>,
  options?: EnqueueOptions,
) => Promise<void>

/** The same inside a session's or a job's own transaction, whose business unit it is. */
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
  /** Null in platform-wide work. */
  tenantId: TenantId | null
  clock: Clock
  log: Log
  /** Ends when the process stops or the job has taken too long: what waits should stop waiting. */
  signal: AbortSignal
}

/** Inside the job's transaction; what it does is done once, however often it is delivered. */
export type JobContext = Surroundings & {
  db: Database
  /** An entry of the trail by the product itself. */
  audit(event: string, note: AuditNote): Promise<void>
  announce(news: News): Promise<void>
  enqueue: EnqueueHere
}

/** For jobs that wait for something outside: no connection is held until `transaction` is called. Being done once is theirs to see to. */
export type WaitingJobContext = Surroundings & {
  transaction<T>(work: (context: JobContext) => Promise<T>): Promise<T>
  acrossTenants: Gate['acrossTenants']
  /** 0 at first. */
  attempt: number
  /** When this fails, it failed for good. */
  isLastAttempt: boolean
}

type Terms = {
  /** Tried again so often, each time after a longer pause, before it is laid aside as a dead letter. */
  retries?: number
  /** Put in by itself each time so many seconds have passed. Platform-wide work without input only. */
  everySeconds?: number
}

export type Job<Input extends z.ZodType = z.ZodType> = JobKind<Input> &
  Terms &
  (
    | { waits: false; run: (context: JobContext, input: z.output<Input>) => Promise<void> }
    | { waits: true; run: (context: WaitingJobContext, input: z.output<Input>) => Promise<void> }
  )

/** Jobs of different inputs in one list. */
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

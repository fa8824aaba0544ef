// Routes connect calls with handlers. There is one form for each use of the database. A route is a plain value until bind.ts runs it.
import type { LiveEvent } from '../live/live-event.ts'
import type { Readable } from 'node:stream'
import type { AnswerOf, Call, CallThat, InputOf } from '#platform/contract/call.ts'
import type { AuditNote } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { EnqueueHere } from '../jobs/job.ts'
import type { Actor } from '../session/actor.ts'
import type { Gate, SessionQuery } from '../session/gate.ts'
import type { Cookies } from './cookies.ts'
import type { Caller } from './caller.ts'

export type ReadContext = { actor: Actor; caller: Caller; clock: Clock }

export type WriteContext = ReadContext & {
  /** The database in the transaction of the session. */
  db: Database
  /** Notes the change for the audit trail, at least once in a call that names an audit event. */
  audit(note: AuditNote): Promise<void>
  /**
   * Ends a call that stored nothing, so that no audit entry is written. Returns the answer. Example: `return unchanged({ status: true })`.
   */
  unchanged<T>(answer: T): T
  /** Sends a live event to the browsers concerned, after the commit. */
  announce(event: LiveEvent): Promise<void>
  /** Enqueues a job with the commit. The job runs under the row-level security of this session's business unit. */
  enqueue: EnqueueHere
}

/** The context of calls that wait for something outside. No connection is held until `transaction` is called. */
export type OutsideContext = ReadContext & {
  transaction<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** The context of exports, with the phrases of the route's feature in the caller's language. */
export type FileContext = OutsideContext & { phrase(key: string): string | undefined }

/** The context of calls without a session. The only known business unit is that of the host. */
export type OpenContext = {
  caller: Caller
  clock: Clock
  /** The bearer token as sent, not verified; null without one. */
  token: string | null
  acrossTenants<T>(reason: string, work: (db: Database) => Promise<T>): Promise<T>
  /** Work under the row-level security of one business unit, for callers that prove by another token to which they belong. */
  inTenant: Gate['inTenant']
  cookies: Cookies
  /** The conditions of the request (RFC 9110, section 13.1); null without one. */
  conditions: { ifMatch: string | null; ifNoneMatch: string | null }
}

/** The context of `admit`: only the head of the request is known. */
export type AdmitContext = Pick<OpenContext, 'caller' | 'token' | 'acrossTenants'>

type Answered<C extends Call> = AnswerOf<C> | Promise<AnswerOf<C>>

export type Route =
  | {
      call: Call
      form: 'rows'
      query: (input: never) => SessionQuery<unknown>
      answer: (rows: never, context: ReadContext, input: never) => unknown
    }
  | {
      call: Call
      form: 'write'
      /** Work before the transaction. The handler gets its answer instead of the input. */
      prepare?: (context: ReadContext, input: never) => Promise<unknown>
      handler: (context: WriteContext, input: never) => unknown
    }
  | { call: Call; form: 'outside'; handler: (context: OutsideContext, input: never) => unknown }
  | {
      call: Call
      form: 'rowsThenOutside'
      query: (input: never) => SessionQuery<unknown>
      handler: (context: OutsideContext, rows: never, input: never) => unknown
    }
  | { call: Call; form: 'upload'; handler: (context: OutsideContext, input: never, bytes: Uint8Array) => unknown }
  | {
      call: Call
      form: 'open'
      /** Refuses a caller before a large body is read. */
      admit?: (context: AdmitContext) => Promise<unknown>
      handler: (context: OpenContext, input: never) => unknown
    }
  | { call: Call; form: 'file'; handler: (context: FileContext, input: never) => Promise<FileAnswer> }

/** A read in one statement: `query` builds it, `answer` shapes its rows. The fastest form. */
export function rows<C extends CallThat<'read'>, Row>(
  call: C,
  query: (input: InputOf<C>) => SessionQuery<Row>,
  answer: (rows: Row[], context: ReadContext, input: InputOf<C>) => AnswerOf<C>,
): Route {
  return { call, form: 'rows', query, answer }
}

/** A handler in the session's transaction: every change, and reads that need several statements. */
export function handle<C extends CallThat<'write'>>(
  call: C,
  handler: (context: WriteContext, input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'write', handler }
}

/**
 * A handler in the session's transaction whose input needs work that would hold the connection too long, such as cleaning HTML. `prepare` runs
 * after the permission check and before the transaction; the handler gets its answer.
 */
export function handlePrepared<C extends CallThat<'write'>, Prepared>(
  call: C,
  prepare: (context: ReadContext, input: InputOf<C>) => Promise<Prepared>,
  handler: (context: WriteContext, prepared: Prepared) => Answered<C>,
): Route {
  return { call, form: 'write', prepare, handler }
}

/** A handler that waits for something outside. */
export function outside<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OutsideContext, input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'outside', handler }
}

/** A handler that needs rows and may then wait for something outside. Session and rows are one statement, as in `rows`. */
export function rowsThenOutside<C extends CallThat<'outside'>, Row>(
  call: C,
  query: (input: InputOf<C>) => SessionQuery<Row>,
  handler: (context: OutsideContext, rows: Row[], input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'rowsThenOutside', query, handler }
}

/** A handler of a call without a session. `admit`: for callers that prove by another token who they are. */
export function open<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OpenContext, input: InputOf<C>) => Answered<C>,
  admit?: (context: AdmitContext) => Promise<unknown>,
): Route {
  return { call, form: 'open', handler, ...(admit && { admit }) }
}

/** A file instead of JSON. The HTTP server destroys the body when the browser disconnects. */
export type FileAnswer = { name: string; type: string; body: Readable }

/** A handler that streams a file (platform/server/export). The binding holds no connection for it. */
export function file<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: FileContext, input: InputOf<C>) => Promise<FileAnswer>,
): Route {
  return { call, form: 'file', handler }
}

/**
 * A handler of an upload: multipart/form-data with the fields of the input before the only file. The bytes are unchecked except for their
 * number (platform/server/files/images.ts checks and redraws pictures).
 */
export function upload<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OutsideContext, input: InputOf<C>, bytes: Uint8Array) => Answered<C>,
): Route {
  return { call, form: 'upload', handler }
}

/** The routes of one feature, with the name of its phrases. */
export type FeatureRoutes = { feature: string; routes: readonly Route[] }

// How a feature ties a call to what answers it. A few forms, by what the call does; a route is a plain value until bind.ts runs it.
import type { Readable } from 'node:stream'
import type { AnswerOf, Call, CallThat, InputOf } from '#platform/contract/call.ts'
import type { AuditNote } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { EnqueueHere } from '../jobs/job.ts'
import type { Actor } from '../session/actor.ts'
import type { SessionQuery } from '../session/gate.ts'
import type { Caller } from './caller.ts'

export type ReadContext = { actor: Actor; caller: Caller; clock: Clock }

export type WriteContext = ReadContext & {
  /** Bound to the session's transaction. */
  db: Database
  /** Says what was done to what; at least once in a call that names an audit event. */
  audit(note: AuditNote): Promise<void>
  /** Tells every browser it concerns, once the transaction is committed. */
  announce(news: News): Promise<void>
  /** Puts a job in, with the commit of the transaction; it runs inside the walls of this session's business unit. */
  enqueue: EnqueueHere
}

/** For calls that wait for something outside: no connection is held until `transaction` is called. */
export type OutsideContext = ReadContext & {
  transaction<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** For files that people read: the words of the route's own feature, in the caller's language. */
export type FileContext = OutsideContext & { phrase(key: string): string | undefined }

/** For calls that anyone may make: nobody is signed in, so there is no business unit but the host's. */
export type OpenContext = {
  caller: Caller
  clock: Clock
  /** The bearer as sent, if any; unproven. */
  token: string | null
  acrossTenants<T>(reason: string, work: (db: Database) => Promise<T>): Promise<T>
}

/** What browsers are told; features/sessions streams it. */
export type News =
  | { kind: 'access_changed'; tenantId: string; reportIds: string[] }
  // What stands around every screen is another: for a business unit, or with null for all of the partner's.
  | { kind: 'place_changed'; what: 'theme' | 'settings'; tenantId: string | null; partnerId: string | null }
  // Nobody is signed in there any more: a business unit, or with null a partner's own host. Its streams end at once.
  | { kind: 'place_shut'; tenantId: string | null; partnerId: string }
  // How far long work is: told in the business unit, or with null to the partner's and the platform's staff outside of any.
  | {
      kind: 'progress'
      tenantId: string | null
      partnerId: string | null
      /** The job's name, the record it is about, and what it is at: a word that the screen has words for. */
      job: string
      subject: string | null
      what: string
      done: number
      total: number
    }
  | { kind: 'session_ended'; tenantId: string | null; userId: string; sessionId: string | null; reason: string }

type Answered<C extends Call> = AnswerOf<C> | Promise<AnswerOf<C>>

export type Route =
  | {
      call: Call
      form: 'rows'
      query: (input: never) => SessionQuery<unknown>
      answer: (rows: never, context: ReadContext, input: never) => unknown
    }
  | { call: Call; form: 'write'; handler: (context: WriteContext, input: never) => unknown }
  | { call: Call; form: 'outside'; handler: (context: OutsideContext, input: never) => unknown }
  | { call: Call; form: 'upload'; handler: (context: OutsideContext, input: never, bytes: Uint8Array) => unknown }
  | { call: Call; form: 'open'; handler: (context: OpenContext, input: never) => unknown }
  | { call: Call; form: 'file'; handler: (context: FileContext, input: never) => Promise<FileAnswer> }

/** A read of one statement: `query` builds it, `answer` shapes its rows. The hot form. */
export function rows<C extends CallThat<'read'>, Row>(
  call: C,
  query: (input: InputOf<C>) => SessionQuery<Row>,
  answer: (rows: Row[], context: ReadContext, input: InputOf<C>) => AnswerOf<C>,
): Route {
  return { call, form: 'rows', query, answer }
}

/** A handler inside the session's transaction: every change, and reads that need more than one statement. */
export function handle<C extends CallThat<'write'>>(
  call: C,
  handler: (context: WriteContext, input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'write', handler }
}

/** A handler that waits for something outside. */
export function outside<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OutsideContext, input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'outside', handler }
}

/** A handler of a call that anyone may make. */
export function open<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OpenContext, input: InputOf<C>) => Answered<C>,
): Route {
  return { call, form: 'open', handler }
}

/** A file instead of JSON. Whoever sends it destroys the body when the browser has gone. */
export type FileAnswer = { name: string; type: string; body: Readable }

/** A handler that answers with a file, by and by: platform/server/export. No connection is held for it but by itself. */
export function file<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: FileContext, input: InputOf<C>) => Promise<FileAnswer>,
): Route {
  return { call, form: 'file', handler }
}

/**
 * A handler of a call that brings a file: multipart/form-data with the input's fields before the one file. The bytes are as sent:
 * nothing is known of them but their number (platform/server/files/images.ts judges and redraws).
 */
export function upload<C extends CallThat<'outside'>>(
  call: C,
  handler: (context: OutsideContext, input: InputOf<C>, bytes: Uint8Array) => Answered<C>,
): Route {
  return { call, form: 'upload', handler }
}

/** The routes of one feature, under the name its phrases have. */
export type FeatureRoutes = { feature: string; routes: Route[] }

// What a call answers: a value or an error, both typed. A call never throws: a program decides with `result.ok`.
import type { ErrorKey } from './error-keys.ts'

/** The portal refused the call. `key` is stable, `message` is for people in the language of the client. */
export type Refusal = {
  kind: 'refused'
  /** The HTTP status. */
  status: number
  /** A later version of the portal may have further keys. */
  key: ErrorKey | (string & Record<never, never>)
  message: string
  /** A sentence for each field of the input that is wrong. */
  fields: Readonly<Record<string, string>>
  /** Seconds until a repeat makes sense; null when the portal names none. */
  retryAfter: number | null
  /** By which the operator of the portal finds the request. */
  traceId: string | null
}

/** No usable answer came. A change may have been made: repeat it with the same `idempotencyKey`. */
export type Outage = {
  kind: 'unreachable' | 'timed_out' | 'aborted' | 'unreadable'
  message: string
  /** The idempotency key that the change had; null for a call that reads, and for an upload. */
  idempotencyKey: string | null
}

export type CallError = Refusal | Outage

export type Result<Answer> =
  | {
      ok: true
      data: Answer
      /** True when the portal repeated the answer of an earlier request with the same idempotency key. */
      replayed: boolean
      traceId: string | null
    }
  | { ok: false; error: CallError }

export type CallOptions = {
  signal?: AbortSignal
  /** For a change, in place of the one that the client makes: 1 to 255 visible ASCII characters. */
  idempotencyKey?: string
}

/** A call whose fields are all optional may be made without an input. */
export type Method<Input, Answer> =
  Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Result<Answer>>
    : (input: Input, options?: CallOptions) => Promise<Result<Answer>>

/** A call that sends one file beside its input. */
export type UploadMethod<Input, Answer> = (input: Input, file: Blob, options?: CallOptions) => Promise<Result<Answer>>

/** A call that answers a file. */
export type FileMethod<Input> = (input: Input, options?: CallOptions) => Promise<Result<Blob>>

/** The input of a method: `InputOf<Client['users']['add']>`. */
export type InputOf<M extends (...given: never[]) => unknown> = NonNullable<Parameters<M>[0]>

/** The answer of a method: `AnswerOf<Client['users']['list']>`. */
export type AnswerOf<M extends (...given: never[]) => Promise<Result<unknown>>> =
  Extract<Awaited<ReturnType<M>>, { ok: true }> extends { data: infer Answer } ? Answer : never

/** What `unwrap` and `each` throw. */
export class VitrineError extends Error {
  readonly error: CallError

  constructor(error: CallError) {
    super(error.kind === 'refused' ? `${error.status} ${error.key}: ${error.message}` : error.message)
    this.name = 'VitrineError'
    this.error = error
  }
}

/** The value of a result. @throws VitrineError for an error. Example: `unwrap(await vitrine.users.list())`. */
export function unwrap<Answer>(result: Result<Answer>): Answer {
  if (!result.ok) throw new VitrineError(result.error)
  return result.data
}

// The only place of the browser that uses the network: makes a call of a contract and decodes its answer. It does not decide about
// sessions: apps/web binds once what a refusal means (features/identity/sessions/web). Next: use-call.ts (the same for screens), event-stream.ts
// (live events).
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure, type OwnSentence, ownFailure, readFailure } from './call-failure.ts'
import { type CallInput, encodeInput, toQuery } from './encode-input.ts'
import { dropEarly, noteEarlyCall, takeEarly } from './early-answers.ts'
import { newTraceparent } from './traceparent.ts'

export type ClientBinding = {
  /** The server's address; empty in a browser, which uses the origin of the page. */
  base: string
  token: () => string | null
  /** Returns the language of the request; null before a language is known, and the server then uses its default. */
  language: () => string | null
  say: (what: OwnSentence) => string
  /**
   * Runs for every refused call that needed a session, before the caller sees the refusal. `token` is the one that the call carried. The
   * answer `again` means that there is a new token and the call is repeated once.
   */
  refused: (failure: CallFailure, token: string | null) => Promise<'again' | 'failed'>
}

let binding: ClientBinding = {
  base: '',
  token: () => null,
  language: () => null,
  say: (what) => what,
  refused: () => Promise.resolve('failed'),
}

/** Sets, once at the start, which token and language the calls carry. */
export function bindClient(change: Partial<ClientBinding>): void {
  binding = { ...binding, ...change }
}

export type AskOptions = {
  signal?: AbortSignal
  /** The request may outlive the page: for calls that are made while the page closes. */
  keepalive?: boolean
  /** The bearer token of a sign-in that is not finished, in place of the session's token. */
  token?: string
  /** True for a call that ends the present session. The live event of that end may arrive before the answer; it then signs nobody out. */
  leaves?: boolean
}

/** Calls on the way that end the present session. */
let leaving = 0

/**
 * Makes a call and decodes its answer.
 * @throws CallFailure for every refusal and outage; an AbortError when `signal` says so.
 * Example: `const { token } = await ask(login, { email, password })`.
 */
export async function ask<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: AskOptions = {},
): Promise<ReceivedOf<C>> {
  const send = () => askOnce(call, input, options)
  if (!options.leaves) return call.access === 'anyone' ? send() : inSession(send)
  leaving += 1
  try {
    return await send()
  } finally {
    leaving -= 1
  }
}

/** Makes a request with the present session. A refusal is reported first; with a new token the request is made once more. */
export async function inSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const token = sessionToken()
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallFailure) || (await reportRefusal(error, token)) === 'failed') throw error
    return send()
  }
}

/** The token of the present session, for a later `reportRefusal`. */
export const sessionToken = (): string | null => binding.token()

async function askOnce<C extends Call>(call: C, input: CallInput<C>, options: AskOptions): Promise<ReceivedOf<C>> {
  const response = await send(call, encodeInput(call, input), options)
  if (!response.ok) throw await readFailure(response, binding.say)
  const body: unknown = await response.json().catch((error: unknown) => {
    // A call that was cancelled while its answer arrived does not break its contract.
    if (options.signal?.aborted) throw error
  })
  const answer = call.answers.safeParse(body)
  if (answer.success) return answer.data as ReceivedOf<C>
  console.error(`The answer of ${call.path} does not keep its contract.`, answer.error.issues)
  throw ownFailure('failed', binding.say)
}

async function send(call: Call, encoded: unknown, { signal, keepalive, token }: AskOptions): Promise<Response> {
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  return request(`${call.path}${inQuery ? toQuery(encoded) : ''}`, {
    method: call.method,
    credentials: call.http.cookies ? 'same-origin' : 'omit',
    ...(inQuery ? {} : { body: JSON.stringify(encoded) }),
    headers: {
      ...(inQuery ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  })
}

/** Makes one request below `/api/` with the session's headers. @throws CallFailure when no server answers. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const headers = sessionHeaders(init.headers)
  if (init.method !== 'GET') dropEarly()
  const early = init.method === 'GET' ? await earlyAnswer(path, headers, init.signal) : null
  init.signal?.throwIfAborted()
  if (early !== null) return early
  try {
    // Sends no cookies, because sessions are bearer tokens. Only the calls of a sign-in at an identity provider send theirs.
    return await fetch(apiUrl(path), { credentials: 'omit', ...init, headers, cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw offline()
  }
}

/** The answer of a call that was sent before this script ran; null when there is none, when no server answered it, or after an abort. */
async function earlyAnswer(
  path: string,
  headers: Headers,
  signal: AbortSignal | null | undefined,
): Promise<Response | null> {
  if (binding.base !== '') return null
  noteEarlyCall(path)
  const early = takeEarly(path, headers)
  if (early === null) return null
  const aborted = new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }))
  return Promise.race([early.catch(() => null), aborted])
}

/** The headers: the session's token, the language of the answer, and the trace id that the server logs. */
export function sessionHeaders(ownHeaders?: HeadersInit): Headers {
  const headers = new Headers(ownHeaders)
  const [token, language] = [binding.token(), binding.language()]
  if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  if (language !== null) headers.set('lang', language)
  headers.set('traceparent', newTraceparent())
  return headers
}

export const apiUrl = (path: string): string => `${binding.base}/api/${path}`

/** The failure of a call when no server answered. */
export const offline = (): CallFailure => ownFailure('offline', binding.say)

/**
 * Reports a refusal: of a call, of an event stream, or by a live event that ended the session. `token` is the one that was refused, since
 * another session may have begun meanwhile.
 */
export function reportRefusal(failure: CallFailure, token: string | null): Promise<'again' | 'failed'> {
  return leaving > 0 ? Promise.resolve('failed') : binding.refused(failure, token)
}

/** The failure for an answer, with sentences in the bound language. */
export function failureOf(response: Response): Promise<CallFailure> {
  return readFailure(response, binding.say)
}

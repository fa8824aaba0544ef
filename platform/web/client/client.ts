// The only place of the browser that talks to the network: makes a call of a contract and decodes its answer.
// It decides nothing about sessions: what a refusal means is bound once, by apps/web (features/sessions/web).
// Next: use-ask.ts (the same for screens), event-stream.ts (news).
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure, type OwnSentence, ownFailure, readFailure } from './call-failure.ts'
import { type AskedOf, encodeInput, toQuery } from './encode-input.ts'
import { newTraceparent } from './traceparent.ts'

export type ClientBinding = {
  /** Where the server is; empty in a browser, which asks where it came from. */
  base: string
  token: () => string | null
  /** Null before a language is known; the server then takes its own default. */
  language: () => string | null
  say: (what: OwnSentence) => string
  /**
   * Hears of every refused call that needed a session, before its caller does. `again` means: there is a new token,
   * make the call once more.
   */
  refused: (failure: CallFailure) => Promise<'again' | 'failed'>
}

let binding: ClientBinding = {
  base: '',
  token: () => null,
  language: () => null,
  say: (what) => what,
  refused: () => Promise.resolve('failed'),
}

/** Says once, at the start, whose token and language the calls carry. */
export function bindClient(given: Partial<ClientBinding>): void {
  binding = { ...binding, ...given }
}

export type AskOptions = {
  signal?: AbortSignal
  /** Lets the request outlive the page: for what is said while leaving. */
  keepalive?: boolean
}

/**
 * Makes a call and decodes its answer.
 * @throws CallFailure for every refusal and outage; an AbortError when `signal` says so.
 * Example: `const { token } = await ask(login, { email, password })`.
 */
export async function ask<C extends Call>(
  call: C,
  asked: AskedOf<C>,
  options: AskOptions = {},
): Promise<ReceivedOf<C>> {
  try {
    return await askOnce(call, asked, options)
  } catch (error) {
    if (!(error instanceof CallFailure) || call.access === 'anyone') throw error
    if ((await binding.refused(error)) === 'failed') throw error
    return askOnce(call, asked, options)
  }
}

async function askOnce<C extends Call>(call: C, asked: AskedOf<C>, options: AskOptions): Promise<ReceivedOf<C>> {
  const response = await send(call, encodeInput(call, asked), options)
  if (!response.ok) throw await readFailure(response, binding.say)
  const body: unknown = await response.json().catch((error: unknown) => {
    // Given up in the middle of the answer, which is then no answer that breaks its contract.
    if (options.signal?.aborted) throw error
  })
  const answer = call.answers.safeParse(body)
  if (answer.success) return answer.data as ReceivedOf<C>
  console.error(`The answer of ${call.path} does not keep its contract.`, answer.error.issues)
  throw ownFailure('failed', binding.say)
}

async function send(call: Call, encoded: unknown, { signal, keepalive }: AskOptions): Promise<Response> {
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  return request(`${call.path}${inQuery ? toQuery(encoded) : ''}`, {
    method: call.method,
    ...(inQuery ? {} : { body: JSON.stringify(encoded) }),
    headers: inQuery ? {} : { 'content-type': 'application/json' },
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  })
}

/** One request below `/api/` with the session's headers. @throws CallFailure when nobody answers. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const headers = sessionHeaders(init.headers)
  try {
    // No cookies: sessions are bearer tokens, and the short-lived cookie of a foreign sign-in is not for calls.
    return await fetch(addressOf(path), { ...init, headers, cache: 'no-store', credentials: 'omit' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw offline()
  }
}

/** Who asks, in which language the answer is read, and the thread by which the call is found in the server's log. */
export function sessionHeaders(given?: HeadersInit): Headers {
  const headers = new Headers(given)
  const [token, language] = [binding.token(), binding.language()]
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (language !== null) headers.set('lang', language)
  headers.set('traceparent', newTraceparent())
  return headers
}

export const addressOf = (path: string): string => `${binding.base}/api/${path}`

/** Nobody answered. */
export const offline = (): CallFailure => ownFailure('offline', binding.say)

/** Reports a refusal that did not come through `ask`: a stream, or news of the session's end. */
export function reportRefusal(failure: CallFailure): Promise<'again' | 'failed'> {
  return binding.refused(failure)
}

/** The failure that an answer stands for, in the sentences of the bound language. */
export function failureOf(response: Response): Promise<CallFailure> {
  return readFailure(response, binding.say)
}

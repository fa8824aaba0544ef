import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { createAccessTokens } from './access-tokens.ts'
import type { AccessToken, AccessTokens } from './access-tokens.ts'
import { answers } from './answers.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { BreakerLimits, CircuitBreaker } from './circuit-breaker.ts'
import { authorityFailureOf, failureOf } from './failures.ts'
import { PowerBiError } from './power-bi-error.ts'
import { send } from './transport.ts'
import type { HttpAnswer, Ports } from './transport.ts'

/** A service principal: application `appId` in the directory (Entra tenant) `directoryId`. */
export type Account = { directoryId: string; appId: string; secret: string }

export type Limits = {
  timeoutMs: number
  queryTimeoutMs: number
  maxBytes: number
  queryMaxBytes: number
  fileMaxBytes: number
  attempts: number
  /** Longest Retry-After that the client waits for. For a longer one the caller gets `throttled` with `retryAfter`. */
  longestWaitMs: number
  breaker: BreakerLimits
}

export type Service = Ports & {
  /** Base address of the token authority, for example `https://login.microsoftonline.com`. */
  authority: string
  /** Base address of the API, for example `https://api.powerbi.com`. */
  api: string
  /** The prefix of every path: `v1.0/myorg/` at Power BI, nothing at Azure. */
  basePath: string
  scope: string
  allowedHosts: string[]
  limits: Limits
}

export type Operation<Answer> = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base path, with its query if it has one. Ids are already encoded. */
  path: string
  query?: Record<string, string>
  body?: unknown
  answer: z.ZodType<Answer>
  /** Reads an answer by its status and headers. Null: its body is read by the schema. */
  accepted?: (answer: HttpAnswer) => Answer | null
  /** Reads a more precise error from a failed answer. Null: use the general error for its status. */
  failure?: (answer: HttpAnswer) => PowerBiError | null
  /** False if a repetition could have a second effect. Such a call is repeated only after a 429. */
  repeatable: boolean
  /** Minimum remaining life of the access token, in milliseconds. */
  minimumLife?: number
  heavy?: boolean
  /** The answer is a file. `accepted` reads its bytes. */
  isFile?: boolean
}

/** The calls of one account. They share the token cache, the circuit breakers and the Retry-After times. */
export type AccountCalls = {
  token(minimumLife: number): Promise<AccessToken>
  call<Answer>(operation: Operation<Answer>): Promise<Answer>
}

/** Five minutes. A token that expires sooner is replaced before use. */
export const TOKEN_MINIMUM_LIFE_MS = 5 * 60_000

export function createAccountCalls(service: Service, account: Account): AccountCalls {
  const authorityBreaker = createCircuitBreaker(service.now, service.limits.breaker)
  const apiBreaker = createCircuitBreaker(service.now, service.limits.breaker)
  const throttledUntil = new Map<string, number>()
  const tokens = createAccessTokens(service.now, () =>
    repeat(service, { name: 'token', repeatable: true, breaker: authorityBreaker, throttledUntil }, () =>
      askForToken(service, account),
    ),
  )
  return {
    token: (minimumLife) => tokens.get(minimumLife),
    call: (operation) =>
      repeat(service, { ...operation, breaker: apiBreaker, throttledUntil }, () =>
        askWithToken(service, tokens, operation),
      ),
  }
}

/** Cache key of an account. It holds a hash of the secret, not the secret. */
export function accountKey(account: Account): string {
  const secret = createHash('sha256').update(account.secret).digest('base64')
  return JSON.stringify([account.directoryId, account.appId, secret])
}

async function askForToken(service: Service, account: Account): Promise<AccessToken> {
  const startedAt = service.now()
  const answer = await send(service, {
    operation: 'token',
    method: 'POST',
    url: new URL(`${trimmed(service.authority)}/${encodeURIComponent(account.directoryId)}/oauth2/v2.0/token`),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: account.appId,
      client_secret: account.secret,
      scope: service.scope,
    }).toString(),
    timeoutMs: service.limits.timeoutMs,
    maxBytes: service.limits.maxBytes,
    allowedHosts: [], // the body holds the secret, so no redirect to another host
  })
  if (answer.status !== 200) throw authorityFailureOf(answer, service.now())
  const token = parsed('token', answers.accessToken, answer)
  return { value: token.access_token, expiresAt: startedAt + token.expires_in * 1000 }
}

/** Calls the API with the cached token. If the token has expired, fetches a new one and repeats once. */
async function askWithToken<Answer>(
  service: Service,
  tokens: AccessTokens,
  operation: Operation<Answer>,
): Promise<Answer> {
  const minimumLife = operation.minimumLife ?? TOKEN_MINIMUM_LIFE_MS
  const token = await tokens.get(minimumLife)
  try {
    return await ask(service, token, operation)
  } catch (error) {
    if (!(error instanceof PowerBiError && hasEnded(error))) throw error
    tokens.discard(token)
    return ask(service, await tokens.get(minimumLife), operation)
  }
}

function hasEnded(error: PowerBiError): boolean {
  return error.code === 'unauthorized' || (error.code === 'forbidden' && error.reason === 'TokenExpired')
}

async function ask<Answer>(service: Service, token: AccessToken, operation: Operation<Answer>): Promise<Answer> {
  const url = new URL(`${trimmed(service.api)}/${service.basePath}${operation.path}`)
  for (const [name, value] of Object.entries(operation.query ?? {})) url.searchParams.set(name, value)
  const hasBody = operation.body !== undefined
  const answer = await send(service, {
    operation: operation.name,
    method: operation.method,
    url,
    headers: {
      authorization: `Bearer ${token.value}`,
      accept: 'application/json',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    body: hasBody ? JSON.stringify(operation.body) : null,
    timeoutMs: operation.heavy ? service.limits.queryTimeoutMs : service.limits.timeoutMs,
    maxBytes: operation.isFile
      ? service.limits.fileMaxBytes
      : operation.heavy
        ? service.limits.queryMaxBytes
        : service.limits.maxBytes,
    isFile: operation.isFile === true,
    allowedHosts: service.allowedHosts,
  })
  if (answer.status < 200 || answer.status > 299) {
    throw operation.failure?.(answer) ?? failureOf(operation.name, answer, service.now())
  }
  return operation.accepted?.(answer) ?? parsed(operation.name, operation.answer, answer)
}

function parsed<Answer>(operation: string, shape: z.ZodType<Answer>, answer: HttpAnswer): Answer {
  const malformed = () => new PowerBiError('malformed', operation, { status: answer.status })
  let body: unknown = null
  try {
    body = answer.text === '' ? null : JSON.parse(answer.text)
  } catch {
    throw malformed()
  }
  const result = shape.safeParse(body)
  if (!result.success) throw malformed()
  return result.data
}

type Repetition = {
  name: string
  repeatable: boolean
  breaker: CircuitBreaker
  throttledUntil: Map<string, number>
}

async function repeat<Answer>(
  service: Service,
  repetition: Repetition,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    refuseEarly(service, repetition)
    try {
      const answer = await attempt()
      repetition.breaker.succeeded()
      return answer
    } catch (error) {
      const isOwn = error instanceof PowerBiError && error.operation === repetition.name // token requests are repeated by their own loop
      const wait = isOwn ? waitAfter(service, repetition, error, attemptNumber) : null
      if (wait === null) throw error
      await service.sleep(wait)
    }
  }
}

function refuseEarly(service: Service, repetition: Repetition): void {
  const throttled = (repetition.throttledUntil.get(repetition.name) ?? 0) - service.now()
  if (throttled > 0) throw new PowerBiError('throttled', repetition.name, { status: 429, retryAfter: throttled })
  repetition.throttledUntil.delete(repetition.name)
  const retryAfter = repetition.breaker.refuses()
  if (retryAfter !== null) throw new PowerBiError('unavailable', repetition.name, { reason: 'CircuitOpen', retryAfter })
}

/** Milliseconds to wait before the next attempt. Null: do not repeat. */
function waitAfter(
  service: Service,
  repetition: Repetition,
  error: PowerBiError,
  attemptNumber: number,
): number | null {
  const isFault = ['unavailable', 'timeout', 'network', 'malformed'].includes(error.code)
  if (isFault) repetition.breaker.failed()
  else repetition.breaker.succeeded()
  const wait = error.retryAfter ?? backOff(attemptNumber)
  if (error.code === 'throttled' && wait > service.limits.longestWaitMs) {
    repetition.throttledUntil.set(repetition.name, service.now() + wait)
  }
  const mayRepeat = error.code === 'throttled' || (isFault && repetition.repeatable)
  const isLast = !mayRepeat || attemptNumber >= service.limits.attempts || wait > service.limits.longestWaitMs
  const next = isLast ? null : wait
  service.log({
    event: next === null ? 'failed' : 'repeated',
    operation: repetition.name,
    code: error.code,
    attempt: attemptNumber,
    ...(next === null ? {} : { waitMs: Math.round(next) }),
  })
  return next
}

/** Exponential back-off: 0.5 s, 1 s, 2 s, … Random jitter of up to half keeps callers from retrying at the same moment. */
function backOff(attemptNumber: number): number {
  return 500 * 2 ** (attemptNumber - 1) * (0.5 + Math.random() / 2)
}

function trimmed(address: string): string {
  return address.replace(/\/+$/, '')
}

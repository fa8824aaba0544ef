import { PowerBiError } from './power-bi-error.ts'
import type { PowerBiErrorCode } from './power-bi-error.ts'
import type { HttpAnswer } from './transport.ts'

const CODE_OF_STATUS: Record<number, PowerBiErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'bad_request',
  429: 'throttled',
  501: 'unsupported',
}

/** Converts an answer outside 2xx into an error. It copies codes from the body, never the body itself. */
export function failureOf(operation: string, answer: HttpAnswer, now: number): PowerBiError {
  const code = CODE_OF_STATUS[answer.status] ?? (answer.status >= 500 ? 'unavailable' : 'bad_request')
  return new PowerBiError(code, operation, {
    status: answer.status,
    requestId: word(answer.headers.get('requestid')),
    retryAfter: retryAfter(answer.headers.get('retry-after'), now),
    reason: reasonOf(answer),
  })
}

/** An error for a refusal by the authority. A 400, 401 or 403 means wrong credentials (RFC 6749 §5.2). */
export function authorityFailureOf(answer: HttpAnswer, now: number): PowerBiError {
  const failure = failureOf('token', answer, now)
  if (answer.status !== 400 && answer.status !== 401 && answer.status !== 403) return failure
  const described = textAt(json(answer.text), 'error_description')
  const reason = /^AADSTS\d+/.exec(described ?? '')?.[0] ?? textAt(json(answer.text), 'error')
  return new PowerBiError('credentials', 'token', { status: answer.status, reason: word(reason) })
}

/**
 * The error of a failed DAX query. The error comes in a 400 answer, or in a 200 answer at one of three depths: above a
 * limit the service answers 200 with partial rows and an `error`.
 */
export function queryFailureOf(status: number, error: unknown): PowerBiError {
  const inner = valueAt(error, 'pbi.error')
  const details = valueAt(inner, 'details')
  const sentences = (Array.isArray(details) ? details : [])
    .filter((detail) => textAt(detail, 'code') === 'DetailsMessage')
    .map((detail) => textAt(valueAt(detail, 'detail'), 'value'))
  const explanation = sentences[0] ?? textAt(error, 'message')
  return new PowerBiError('query', 'executeQueries', {
    status,
    reason: word(textAt(error, 'code')),
    explanation: explanation?.slice(0, 500) ?? null,
  })
}

/** The `error` field of a JSON body; null if there is none. */
export function errorIn(text: string): unknown {
  return valueAt(json(text), 'error') ?? null
}

/**
 * Milliseconds to wait by a Retry-After header (RFC 9110 §10.2.3): seconds or an HTTP date. Null without a valid header.
 * @example retryAfter('120', now) // 120000
 */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}

function reasonOf(answer: HttpAnswer): string | null {
  const inBody = textAt(errorIn(answer.text), 'code')
  return word(inBody ?? answer.headers.get('x-powerbi-error-info'))
}

/** Accepts a code of one word only. Longer text might contain personal data. */
function word(text: string | null): string | null {
  return text !== null && /^[\w.-]{1,100}$/.test(text) ? text : null
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const fieldValue: unknown = Reflect.get(value, name)
  return fieldValue
}

function textAt(value: unknown, name: string): string | null {
  const fieldValue = valueAt(value, name)
  return typeof fieldValue === 'string' ? fieldValue : null
}

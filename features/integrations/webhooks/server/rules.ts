// Decisions about deliveries, without a database: the signature, the pauses, and what an error means.
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { webhooks } from '#catalogue/limits.ts'
import { AnswerTooLarge, RefusedAddress } from '#platform/server/outgoing.ts'
import type { AttemptProblem, SentType } from '../contract.ts'

const secretBytes = 32

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

type Message = { event_id: string; event_type: SentType; data: object; occurred_at: Date; sequence: number }

/** The body is the same for every attempt, so that a receiver may compare it. */
export const bodyOf = ({ event_type, data, occurred_at, sequence }: Message) => ({
  type: event_type,
  timestamp: occurred_at.toISOString(),
  sequence,
  data: data as Record<string, unknown>,
})

/** The headers of Standard Webhooks. Each secret signs: after a rotation the receiver may know the old one only. */
export function signedHeaders(secrets: readonly string[], eventId: string, at: Date, body: string) {
  return {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  }
}

/**
 * Seconds until the next attempt after `attempts` failed ones; null: there is none. `random` (0 to 1) spreads events that failed together.
 */
export function pauseAfter(attempts: number, random: number): number | null {
  const pause = webhooks.pausesSeconds[attempts]
  return pause === undefined ? null : pause * (1 + webhooks.jitter * random)
}

/** The endpoint does not exist any more: the webhook is switched off at once, as Standard Webhooks 1.0 advises. */
export const isGone = (status: number | null): boolean => status === 410

/** The header by which a receiver ends the attempts of one event that it will never accept. */
export const isAborted = (headers: { get(name: string): string | null }): boolean =>
  headers.get('webhook-delivery')?.trim().toLowerCase() === 'abort-message'

/** Only 2xx accepts. A redirect is a failure: it could lead to an address that nobody checked. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status <= 299

export function problemOf(error: unknown): AttemptProblem {
  if (error instanceof RefusedAddress) return 'address_refused'
  if (error instanceof AnswerTooLarge) return 'answer_too_large'
  const { name } = Object(error) as { name?: unknown }
  return name === 'TimeoutError' || name === 'AbortError' ? 'timed_out' : 'unreachable'
}

/** The beginning of an answer, as text that PostgreSQL stores. */
export const answerStart = (answer: string): string =>
  answer.replaceAll('\0', '').slice(0, webhooks.answerLength).toWellFormed()

import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { webhooks } from '#catalogue/limits.ts'
import { events, type EventType, eventTypes, sentBody } from '../contract.ts'
import { answerStart, bodyOf, isAccepted, newSecret, pauseAfter, problemOf, signedHeaders } from './rules.ts'

const at = new Date()
const message = { event_id: 'e', event_type: 'ticket.opened' as const, data: { a: 1 }, occurred_at: at, sequence: 1 }

it('signs so that the library of Standard Webhooks accepts it, with each secret of an overlap', () => {
  const [fresh, old] = [newSecret(), newSecret()]
  const body = JSON.stringify(bodyOf(message))
  const headers = signedHeaders([fresh, old], 'msg', at, body)
  for (const secret of [fresh, old]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow('No matching signature')
  expect(() => new Webhook(fresh).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow('No matching signature')
})

it('a secret has whsec_ and 32 bytes', () => {
  expect(Buffer.from(newSecret().replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
})

it('pauses 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, with jitter, and then gives up', () => {
  const minutes = [0, 1 / 12, 5, 30, 120, 300, 600, 600]
  expect(minutes.map((_, attempts) => (pauseAfter(attempts, 0) ?? NaN) / 60)).toEqual(minutes)
  expect(pauseAfter(minutes.length, 0.5)).toBeNull()
  expect(pauseAfter(2, 1)).toBe(300 * (1 + webhooks.jitter))
})

it('accepts 2xx only', () => {
  expect([199, 200, 204, 299, 300, 302, 404, 500].filter(isAccepted)).toEqual([200, 204, 299])
  expect(isAccepted(null)).toBe(false)
})

it('says what an error means', () => {
  expect(problemOf(new DOMException('late', 'TimeoutError'))).toBe('timed_out')
  expect(problemOf(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))).toBe('unreachable')
})

it('keeps the first 2 kB of an answer, as text that PostgreSQL stores', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (answer) => {
      const kept = answerStart(answer)
      expect(kept.length).toBeLessThanOrEqual(webhooks.answerLength)
      expect(kept.includes('\0') || !kept.isWellFormed()).toBe(false)
    }),
  )
})

it.each(eventTypes)('the sample of %s has the shape of its data', (type) => {
  const { data, sample } = events[type]
  expect(data.parse(sample)).toEqual(sample)
  sentBody.parse(bodyOf({ ...message, event_type: type, data: sample }))
})

it('a body is below 20 kB, whatever the names are', () => {
  const name = fc.string({ unit: 'binary', maxLength: 3_000 })
  const longest = (value: unknown, of: string): unknown => {
    if (value === null || typeof value !== 'object') return typeof value === 'string' ? of : value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === 'name' ? of : longestIn(part, of)]),
    )
  }
  const longestIn = (part: unknown, of: string) => (typeof part === 'object' ? longest(part, of) : part)
  fc.assert(
    fc.property(fc.constantFrom<EventType>(...eventTypes), name, (type, text) => {
      const data = events[type].data.parse(longest(events[type].sample, text))
      expect(Buffer.byteLength(JSON.stringify(bodyOf({ ...message, event_type: type, data })))).toBeLessThan(20_000)
    }),
  )
})

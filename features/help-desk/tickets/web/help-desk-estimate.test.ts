import { expect, test } from 'vitest'
import { instantIn, momentIn } from './help-desk-estimate.ts'

test('a day and a time are those of the business unit’s clock', () => {
  expect(instantIn('America/Sao_Paulo', { day: '2026-12-31', time: '18:00' })).toEqual(new Date('2026-12-31T21:00:00Z'))
  expect(momentIn('America/Sao_Paulo', new Date('2027-01-01T01:30:00Z'))).toEqual({ day: '2026-12-31', time: '22:30' })
})

test('converts the hours before and after a clock change', () => {
  expect(instantIn('Europe/Lisbon', { day: '2026-03-29', time: '00:30' })).toEqual(new Date('2026-03-29T00:30:00Z'))
  expect(instantIn('Europe/Lisbon', { day: '2026-03-29', time: '02:30' })).toEqual(new Date('2026-03-29T01:30:00Z'))
  expect(instantIn('America/New_York', { day: '2026-11-01', time: '03:00' })).toEqual(new Date('2026-11-01T08:00:00Z'))
  expect(instantIn('America/New_York', { day: '2026-11-01', time: '12:00' })).toEqual(new Date('2026-11-01T17:00:00Z'))
})

test('returns no instant without a day, without a time, or from a text that is not a day', () => {
  expect(instantIn('UTC', { day: null, time: '10:00' })).toBeNull()
  expect(instantIn('UTC', { day: '2026-12-31', time: '' })).toBeNull()
  expect(instantIn('UTC', { day: '31/1', time: '10:00' })).toBeNull()
})

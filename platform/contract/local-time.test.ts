import { expect, test } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { dayIn, isLater, makeLocalTime } from './local-time.ts'

test('takes the day of the time zone, not that of the machine', () => {
  const night = new Date('2026-05-10T01:30:00Z')
  expect(dayIn('America/Sao_Paulo', night)).toBe('2026-05-09')
  expect(dayIn('Europe/Lisbon', night)).toBe('2026-05-10')
  expect(dayIn('Pacific/Kiritimati', night)).toBe('2026-05-10')
  expect(dayIn('Pacific/Midway', night)).toBe('2026-05-09')
})

test('a day is later only after today; no day means now', () => {
  expect(isLater(null, '2026-11-27')).toBe(false)
  expect(isLater('2026-11-26', '2026-11-27')).toBe(false)
  expect(isLater('2026-11-27', '2026-11-27')).toBe(false)
  expect(isLater('2026-11-28', '2026-11-27')).toBe(true)
})

test('writes an instant with the day first, with a 12-hour clock in en-US', () => {
  const shown = (instant: string) =>
    languages.map((language) => makeLocalTime(language, 'America/Sao_Paulo').dateTime(new Date(instant)))
  expect(shown('2027-01-01T02:05:00Z')).toEqual([
    '31/12/2026 23:05',
    '31/12/2026 11:05\u00A0PM',
    '31/12/2026 23:05',
    '31/12/2026 23:05',
  ])
  expect(shown('2027-01-01T03:00:00Z').slice(0, 2)).toEqual(['01/01/2027 00:00', '01/01/2027 12:00\u00A0AM'])
})

test('an unknown time zone still shows a date', () => {
  const noon = new Date(2026, 5, 15, 12) // of the machine's zone
  expect(makeLocalTime('es', 'Mars/Olympus').date(noon)).toBe('15/06/2026')
})

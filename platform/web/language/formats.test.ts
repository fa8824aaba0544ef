import { expect, test } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { makeFormats } from './formats.ts'

const newYear = new Date('2027-01-01T02:05:00Z')

test('shows an instant in the business unit’s time zone, day first in every language', () => {
  for (const language of languages) {
    expect(makeFormats(language, 'America/Sao_Paulo').date(newYear)).toBe('31/12/2026')
    expect(makeFormats(language, 'Asia/Tokyo').date(newYear)).toBe('01/01/2027')
  }
})

test('writes a calendar day in the language’s format, independent of the time zone', () => {
  const written = languages.map((language) => makeFormats(language, 'Pacific/Kiritimati').longDay('2026-11-03'))
  expect(written).toEqual([
    'Terça-feira, 3 de novembro de 2026',
    'Tuesday, November 3, 2026',
    'Martes, 3 de noviembre de 2026',
    'Terça-feira, 3 de novembro de 2026',
  ])
})

test('says today and tomorrow in the time zone, and the date of any other day', () => {
  const from = new Date('2026-11-28T01:00:00Z')
  const soon = (at: string) =>
    languages.map((language) => makeFormats(language, 'America/Sao_Paulo').soon(new Date(at), from))
  expect(soon('2026-11-28T02:00:00Z')).toEqual(['hoje 23:00', 'today 11:00\u00A0PM', 'hoy 23:00', 'hoje 23:00'])
  expect(soon('2026-11-28T03:00:00Z')).toEqual([
    'amanhã 00:00',
    'tomorrow 12:00\u00A0AM',
    'mañana 00:00',
    'amanhã 00:00',
  ])
  expect(soon('2026-11-29T03:00:00Z')[0]).toBe('29/11/2026 00:00')
  expect(soon('2026-11-26T03:00:00Z')[0]).toBe('26/11/2026 00:00')
})

test('tells the hour of the day in the time zone, in every language', () => {
  for (const language of languages) {
    expect(makeFormats(language, 'America/Sao_Paulo').hour(newYear)).toBe(23)
    expect(makeFormats(language, 'UTC').hour(newYear)).toBe(2)
    expect(makeFormats(language, 'UTC').hour(new Date('2027-01-01T00:30:00Z'))).toBe(0)
  }
})

test('uses a 12-hour clock in en-US and a 24-hour clock elsewhere', () => {
  const shown = languages.map((language) => makeFormats(language, 'America/Sao_Paulo').dateTime(newYear))
  expect(shown).toEqual(['31/12/2026 23:05', '31/12/2026 11:05\u00A0PM', '31/12/2026 23:05', '31/12/2026 23:05'])
  const midnight = new Date('2027-01-01T03:00:00Z')
  expect(makeFormats('pt-BR', 'America/Sao_Paulo').time(midnight)).toBe('00:00')
  expect(makeFormats('en-US', 'America/Sao_Paulo').time(midnight)).toBe('12:00\u00A0AM')
})

test('applies the zone’s daylight saving time', () => {
  const format = makeFormats('pt-PT', 'Europe/Lisbon')
  expect(format.time(new Date('2026-07-01T12:00:00Z'))).toBe('13:00')
  expect(format.time(new Date('2026-12-01T12:00:00Z'))).toBe('12:00')
})

test('no time zone shifts a calendar day, and an unknown zone still shows a date', () => {
  expect(makeFormats('en-US', 'Pacific/Kiritimati').day('2026-03-01')).toBe('01/03/2026')
  const noon = new Date(2026, 5, 15, 12) // of the machine's zone
  expect(makeFormats('es', 'Mars/Olympus').date(noon)).toBe('15/06/2026')
})

test('formats numbers in the language’s style', () => {
  expect(makeFormats('pt-BR', undefined).number(1234567.5)).toBe('1.234.567,5')
  expect(makeFormats('en-US', undefined).number(1234567.5)).toBe('1,234,567.5')
})

test('tells how long ago an instant was, in the longest whole unit', () => {
  const from = new Date('2026-11-10T12:00:00Z')
  const ago = (language: (typeof languages)[number], seconds: number) =>
    makeFormats(language, 'UTC').ago(new Date(from.getTime() - seconds * 1000), from)
  expect(
    [0, 59, 60, 3_599, 7_200, 86_400, 3 * 86_400, 65 * 86_400, 800 * 86_400].map((age) => ago('pt-BR', age)),
  ).toEqual([
    'agora',
    'agora',
    'há 1 minuto',
    'há 59 minutos',
    'há 2 horas',
    'ontem',
    'há 3 dias',
    'há 2 meses',
    'há 2 anos',
  ])
  expect(languages.map((language) => ago(language, 7_200))).toEqual([
    'há 2 horas',
    '2 hours ago',
    'hace 2 horas',
    'há 2 horas',
  ])
})

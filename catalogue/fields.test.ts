import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { optionalLines, optionalText, pageAddress, text } from './fields.ts'

describe('a one-line text (U7)', () => {
  const broken = ['\r\n', '\n', '\t', '\u0007', '\u0085', '\u2028', '\u2029', '\u0000', '\ud800']

  it.each(broken)('refuses %j between two words', (between) => {
    const value = `Ana${between}Souza`
    expect([text(20).safeParse(value).success, optionalText(20).safeParse(value).success]).toEqual([false, false])
  })

  it('is trimmed before it is checked, so that a pasted line end is accepted', () => {
    expect([text(20).parse(' Ana Souza\r\n'), optionalText(20).parse('\n')]).toEqual(['Ana Souza', null])
  })

  it('does not apply to descriptions', () => {
    expect(optionalLines(20).parse('first\nsecond')).toBe('first\nsecond')
    expect(optionalLines(20).safeParse('a\u0000b').success).toBe(false)
  })
})

describe('the address of an external page (V1)', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    [' HTTPS://A.example/Início?x=1#y ', 'https://a.example/In%C3%ADcio?x=1#y'],
    ['https:a.example', 'https://a.example/'],
    ['https://a.example/@ana', 'https://a.example/@ana'],
    ['https://a.example/?to=ana@b.example', 'https://a.example/?to=ana@b.example'],
    ['', null],
  ])('%j is normalised as a browser does: %j', (given, kept) => {
    expect(pageAddress().parse(given)).toBe(kept)
    expect(z.encode(pageAddress(), kept)).toBe(kept)
  })

  it.each([
    'https://a.example@evil.example',
    'https://ana:word@a.example/',
    'https://@evil.example',
    'https:ana@evil.example',
    'https:\\\\evil.example',
    'https://a.example\\@evil.example',
    'https://a.example/\u202Egpj',
    'https://a\u200B.example/',
    'ht\ntps://a.example',
    'https://a.example/\u0000',
    'http://a.example',
    'javascript:alert(1)',
    'https://localhost/',
  ])('%j is refused, and answered as null when it is stored already', (given) => {
    expect(pageAddress().safeParse(given).success).toBe(false)
    expect(z.encode(pageAddress(), given)).toBeNull()
  })
})

import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { languages } from './languages.ts'
import { line, longTexts, optionalLines, optionalText, pageUrl, text, texts } from './fields.ts'

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
    expect(pageUrl().parse(given)).toBe(kept)
    expect(z.encode(pageUrl(), kept)).toBe(kept)
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
    expect(pageUrl().safeParse(given).success).toBe(false)
    expect(z.encode(pageUrl(), given)).toBeNull()
  })
})

describe('the cost of a text', () => {
  const normalizing = vi.spyOn(String.prototype, 'normalize')
  afterAll(() => normalizing.mockRestore())

  const shapes = {
    line: line(100),
    text: text(100),
    optionalText: optionalText(100),
    optionalLines: optionalLines(100),
    texts: texts(100),
    longTexts: longTexts(100),
  }
  const everyLanguage = (value: string) => Object.fromEntries(languages.map((language) => [language, value]))
  const parse = (name: keyof typeof shapes, value: string) =>
    shapes[name].safeParse(name === 'texts' || name === 'longTexts' ? everyLanguage(value) : value)

  it.each(Object.keys(shapes) as (keyof typeof shapes)[])(
    'V3: %s refuses a long text and a long run of combining marks before it is normalised',
    (name) => {
      normalizing.mockClear()
      expect(parse(name, `a${'\u0327\u0301'.repeat(10_000)}`).success).toBe(false)
      expect(parse(name, `a${'\u0301'.repeat(31)}`).success).toBe(false)
      expect(normalizing).not.toHaveBeenCalled()
      expect(parse(name, `ação `.repeat(20).normalize('NFD')).success).toBe(true)
      expect(normalizing).toHaveBeenCalled()
    },
  )

  it('takes decomposed letters that fit after they are composed', () => {
    expect(text(3).parse('ệệệ'.normalize('NFD'))).toBe('ệệệ'.normalize('NFC'))
    expect(text(3).safeParse('ệệệệ'.normalize('NFD')).success).toBe(false)
  })
})

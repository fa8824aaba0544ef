import { describe, expect, it } from 'vitest'
import { optionalLines, optionalText, text } from './fields.ts'

describe('one line (U7)', () => {
  const broken = ['\r\n', '\n', '\t', '\u0007', '\u0085', '\u2028', '\u2029', '\u0000', '\ud800']

  it.each(broken)('is not %j between two words', (between) => {
    const value = `Ana${between}Souza`
    expect([text(20).safeParse(value).success, optionalText(20).safeParse(value).success]).toEqual([false, false])
  })

  it('is trimmed first, so that a pasted end of line does no harm', () => {
    expect([text(20).parse(' Ana Souza\r\n'), optionalText(20).parse('\n')]).toEqual(['Ana Souza', null])
  })

  it('is not asked of a description', () => {
    expect(optionalLines(20).parse('first\nsecond')).toBe('first\nsecond')
    expect(optionalLines(20).safeParse('a\u0000b').success).toBe(false)
  })
})

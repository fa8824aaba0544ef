import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleReplies } from './sample-replies.ts'
import { textOfHtml } from './html-text.ts'
import { stripQuotes } from './strip-quotes.ts'

const textOf = ({ text, isHtml }: (typeof sampleReplies)[number]) => (isHtml ? textOfHtml(text, 100_000) : text)

describe('the answer in a mail', () => {
  it('is tested with at least 60 replies', () => expect(sampleReplies.length).toBeGreaterThanOrEqual(60))

  it.each(sampleReplies)('$name', (sample) => {
    const { text, rest } = stripQuotes(textOf(sample))
    expect(text).toBe(sample.keeps)
    const { cuts } = sample
    expect([text.includes(cuts ?? '\0'), rest?.includes(cuts ?? '') ?? false]).toEqual([
      false,
      cuts !== undefined || rest !== null,
    ])
  })

  it('is the same with line ends of Windows', () => {
    for (const sample of sampleReplies.filter(({ isHtml }) => !isHtml)) {
      expect(stripQuotes(sample.text.replaceAll('\n', '\r\n')).text).toBe(sample.keeps)
    }
  })

  const pieces = sampleReplies.flatMap(({ text }) => text.split('\n'))
  const line = fc.oneof(
    fc.constantFrom(...pieces),
    fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\n', ' ')),
    fc.constantFrom('', '> ', '--', '-- ', '>>', '____________________________'),
  )

  it('is never empty while the mail has a text, and no word is lost', () => {
    const words = (text: string) => new Set(text.split(/[\s\u200b\u200e\u200f\u2060\ufeff]+/).filter(Boolean))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const whole = lines.join('\n')
        const { text, rest } = stripQuotes(whole)
        const hasText = whole.replace(/[\s\u200b\u200e\u200f\u2060\ufeff]/g, '') !== ''
        expect(text.trim() !== '').toBe(hasText)
        const kept = words(`${text}\n${rest ?? ''}`.replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, ''))
        for (const word of words(whole.replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, ''))) expect(kept).toContain(word)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps a text of long lines and of many lines', () => {
    for (const text of [
      'a '.repeat(500_000),
      '> a\nb\n'.repeat(200_000),
      'De: a\n'.repeat(200_000),
      `${'('.repeat(100_000)}:`,
      ' '.repeat(200_000) + 'x',
    ]) {
      expect(stripQuotes(text).text).not.toBe('')
    }
  })
})

describe('the text of an HTML mail', () => {
  it('has no scripts, no styles and no tags', () => {
    const html = '<style>a{}</style><p>Oi <b>Ana</b><script>alert(1)</script></p><img src=x onerror=alert(1)>&lt;b&gt;'
    expect(textOfHtml(html, 1_000)).toBe('Oi Ana\n\n<b>')
  })

  it('has marks before quotes, also of many levels', () => {
    expect(textOfHtml('<div>a</div><blockquote>b<blockquote>c</blockquote></blockquote>d', 1_000)).toBe(
      'a\n> b\n>> c\nd',
    )
    expect(textOfHtml(`${'<blockquote>'.repeat(50_000)}x`, 1_000)).toBe(`${'>'.repeat(10)} x`)
  })
})

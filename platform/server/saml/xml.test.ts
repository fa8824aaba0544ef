import { expect, it } from 'vitest'
import { longestXml, parseXml } from './xml.ts'

it.each([
  ['60 kB of open tags', '<a>'.repeat(20_000), 'too deep, or too many tags'],
  ['60 kB of tags side by side', `<a>${'<b/>'.repeat(15_000)}</a>`, 'too deep, or too many tags'],
  ['tags that end first', '</a>'.repeat(20_000), 'too deep, or too many tags'],
  ['a tag without an end', `<a ${'b="c" '.repeat(10_000)}`, 'tag without an end'],
  ['open tags that nothing closes', '<a><b><c>', 'open tags'],
  ['a long text', `<a>${' '.repeat(longestXml)}</a>`, 'too large'],
])('S5: the count of tags refuses %s before the parser, which may need seconds, reads them', (_, text, reason) => {
  expect(() => parseXml(text)).toThrow(reason)
})

it('reads a message of ordinary depth', () => {
  expect(parseXml(`${'<a>'.repeat(40)}b${'</a>'.repeat(40)}`).textContent).toBe('b')
})

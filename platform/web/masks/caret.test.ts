import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writtenTaxId } from '#catalogue/tax-id.ts'
import { caretAfter } from './caret.ts'
import { writtenPostalCode } from './postal-code.ts'

const digit = /\d/

describe('caretAfter', () => {
  it.each([
    ['a digit at the end', '112', 3, '11.2', 4],
    ['a digit in the middle', '119.222', 3, '11.922.2', 4],
    ['a deleted separator', '11222', 2, '11.222', 2],
    ['the begin', '11.222', 0, '11.222', 0],
    ['more digits than fit', '123456789', 4, '12345-678', 4],
  ])('%s', (_, typed, caret, formatted, expected) => {
    expect(caretAfter(typed, caret, formatted, digit)).toBe(expected)
  })

  it('has as many digits before it as before, for every text and every place', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d./-]{0,18}$/), fc.nat(18), (typed, place) => {
        const caret = Math.min(place, typed.length)
        const formatted = writtenTaxId(typed, 'legal')
        const before = (text: string, end: number) => text.slice(0, end).replace(/\D/g, '').length
        const after = caretAfter(typed, caret, formatted, digit)
        expect(before(formatted, after)).toBe(Math.min(before(typed, caret), before(formatted, formatted.length)))
      }),
    )
  })
})

it('a postal code is written with its hyphen', () => {
  expect(['', '1', '01310', '013101', '01310-100', '01310-1009'].map(writtenPostalCode)).toEqual([
    '',
    '1',
    '01310',
    '01310-1',
    '01310-100',
    '01310-100',
  ])
})

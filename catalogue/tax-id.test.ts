import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isTaxId, taxId, writtenTaxId } from './tax-id.ts'

describe('a tax id', () => {
  it.each([
    ['11222333000181', 'legal'],
    // The example of the Receita Federal for a CNPJ with letters.
    ['12ABC34501DE35', 'legal'],
    ['52998224725', 'physical'],
    ['11144477735', 'physical'],
  ] as const)('%s is one of a %s person', (id, taxpayer) => {
    expect(isTaxId(id, taxpayer)).toBe(true)
  })

  it.each([
    ['11222333000182', 'legal'],
    ['00000000000000', 'legal'],
    ['1122233300018', 'legal'],
    ['12ABC34501DEAB', 'legal'],
    ['52998224725', 'legal'],
    ['52998224724', 'physical'],
    ['11111111111', 'physical'],
    ['11222333000181', 'physical'],
    ['', 'physical'],
  ] as const)('%s is none of a %s person', (id, taxpayer) => {
    expect(isTaxId(id, taxpayer)).toBe(false)
  })

  test('with one other digit is none', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.integer({ min: 1, max: 9 }), (at, added) => {
        const digits = Array.from('52998224725', Number)
        digits[at] = ((digits[at] ?? 0) + added) % 10
        expect(isTaxId(digits.join(''), 'physical')).toBe(false)
      }),
    )
  })

  /** The check digit as the Receita Federal describes it: values of the signs (ASCII less 48), weights from 2 upwards from the right. */
  function checkDigit(signs: string, highest: number): string {
    const values = Array.from(signs, (sign) => sign.charCodeAt(0) - 48).toReversed()
    const sum = values.reduce((total, value, at) => total + value * (2 + (at % (highest - 1))), 0)
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  const withDigits = (signs: string, highest: number) => {
    const first = signs + checkDigit(signs, highest)
    return first + checkDigit(first, highest)
  }
  const signsOf = (signs: string, length: number) =>
    fc
      .array(fc.constantFrom(...Array.from(signs)), { minLength: length, maxLength: length })
      .map((chosen) => chosen.join(''))
      .filter((text) => new Set(text).size > 1)

  test.each([
    ['legal', signsOf('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 12), 9],
    ['physical', signsOf('0123456789', 9), 11],
  ] as const)('of any signs of a %s person has exactly one pair of check digits', (taxpayer, signs, highest) => {
    fc.assert(
      fc.property(signs, fc.integer({ min: 0, max: 99 }), (text, pair) => {
        const right = withDigits(text, highest)
        const other = text + String(pair).padStart(2, '0')
        expect([isTaxId(right, taxpayer), isTaxId(other, taxpayer)]).toEqual([true, other === right])
      }),
    )
  })

  it('is stored without punctuation', () => {
    expect(taxId().decode('11.222.333/0001-81')).toBe('11222333000181')
    expect(taxId().decode(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35')
    expect(taxId().decode('')).toBeNull()
    expect(taxId().safeDecode('11;drop table').success).toBe(false)
  })

  it('is written with punctuation while it is typed', () => {
    expect(writtenTaxId('11222333000181', 'legal')).toBe('11.222.333/0001-81')
    expect(writtenTaxId('112', 'legal')).toBe('11.2')
    expect(writtenTaxId('529.982.24725', 'physical')).toBe('529.982.247-25')
    expect(writtenTaxId('', 'physical')).toBe('')
  })
})

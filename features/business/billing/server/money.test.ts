import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference, divide, isMore } from './money.ts'

const text = (cents: number) => (cents / 100).toFixed(2)
const cents = (amount: string) => Math.round(Number(amount) * 100)
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0)

describe('an amount divided among lines', () => {
  it('sums to the amount, where rounding each line would lose a cent', () => {
    // 335.00 rounded line by line: 3 × 111.67 = 335.01; rounded down, 334.99 with 111.66 + 111.66 + 111.67.
    expect(divide('335.00', ['1.00', '1.00', '1.00'])).toEqual(['111.67', '111.67', '111.66'])
    expect(divide('0.01', ['10.00', '10.00'])).toEqual(['0.01', '0.00'])
    expect(divide('5.00', ['0.00', '0.00'])).toEqual(['0.00', '0.00'])
  })

  const lines = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 5 })

  it('never takes more off a line than is left of it, and credit notes of all lines sum to the bill', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
        (amounts, parts) => {
          let left = amounts.map(text)
          const total = sumOf(left)
          let credited = 0
          for (const [index, percent] of parts.entries()) {
            const rest = sumOf(left)
            // The last credit note takes the whole rest.
            const amount = index === parts.length - 1 ? rest : Math.floor((rest * percent) / 100)
            const taken = divide(text(amount), left)
            expect(sumOf(taken)).toBe(amount)
            for (const [line, part] of taken.entries()) expect(isMore(part, left[line] ?? '0')).toBe(false)
            left = left.map((one, line) => difference(one, taken[line] ?? '0'))
            credited += amount
          }
          expect([credited, sumOf(left)]).toEqual([total, 0])
        },
      ),
    )
  })
})

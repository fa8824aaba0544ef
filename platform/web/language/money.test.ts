import { expect, it } from 'vitest'
import { makeMoney } from './money.ts'

it('writes an amount in reais or in the currency that it names, without rounding a large one', () => {
  const money = makeMoney('en-US')
  expect([money('1234.50'), money('1234.50', 'USD'), money('2', 'EUR'), money('3')]).toEqual([
    'R$1,234.50',
    '$1,234.50',
    '€2.00',
    'R$3.00',
  ])
  expect(money('12345678901234567.89')).toBe('R$12,345,678,901,234,567.89')
})

import { expect, test } from 'vitest'
import { decimalSign, readNumber } from './number-text.ts'

test('the beginning of a number is read as far as it goes', () => {
  expect(['1', '12', '12.', '12.5', '12.50'].map(readNumber)).toEqual([1, 12, 12, 12.5, 12.5])
  expect(['', ' ', '-', '.', '-.'].map(readNumber)).toEqual([null, null, null, null, null])
  expect(['-0.5', '.5', '007'].map(readNumber)).toEqual([-0.5, 0.5, 7])
})

test('decimals follow a comma where the language writes one', () => {
  expect(['pt-BR', 'pt-PT', 'es', 'en-US'].map(decimalSign)).toEqual([',', ',', ',', '.'])
})

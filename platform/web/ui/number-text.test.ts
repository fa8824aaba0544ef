import { expect, test } from 'vitest'
import { decimalSign, readNumber } from './number-text.ts'

test('parses the beginning of a number', () => {
  expect(['1', '12', '12.', '12.5', '12.50'].map(readNumber)).toEqual([1, 12, 12, 12.5, 12.5])
  expect(['', ' ', '-', '.', '-.'].map(readNumber)).toEqual([null, null, null, null, null])
  expect(['-0.5', '.5', '007'].map(readNumber)).toEqual([-0.5, 0.5, 7])
})

test('accepts the language’s decimal comma', () => {
  expect(['pt-BR', 'pt-PT', 'es', 'en-US'].map(decimalSign)).toEqual([',', ',', ',', '.'])
})

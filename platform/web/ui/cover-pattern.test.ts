import { expect, test } from 'vitest'
import { coverPattern } from './cover-pattern.ts'

test('the same name gives the same drawing in any Unicode normalization', () => {
  expect(coverPattern('Visão geral')).toEqual(coverPattern('Visão geral'.normalize('NFD')))
})

test('names that differ by one letter give different drawings', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Vendas ${index}`)
  expect(new Set(names.map((name) => JSON.stringify(coverPattern(name)))).size).toBe(200)
  expect(new Set(names.map((name) => coverPattern(name).kind)).size).toBe(4)
})

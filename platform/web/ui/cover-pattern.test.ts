import { expect, test } from 'vitest'
import { coverPattern } from './cover-pattern.ts'

test('a name always gives the same drawing, however it is composed', () => {
  expect(coverPattern('Visão geral')).toEqual(coverPattern('Visão geral'.normalize('NFD')))
})

test('names that differ by a letter look different', () => {
  const names = Array.from({ length: 200 }, (_, at) => `Vendas ${at}`)
  expect(new Set(names.map((name) => JSON.stringify(coverPattern(name)))).size).toBe(200)
  expect(new Set(names.map((name) => coverPattern(name).kind)).size).toBe(4)
})

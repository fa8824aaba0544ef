import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a name is free, or gets the first free number', () => {
  expect(freeName('Entra', [], 80)).toBe('Entra')
  expect(freeName('Entra', ['Google', 'Entra 2'], 80)).toBe('Entra')
  expect(freeName('Entra', ['ENTRA', 'entra 2'], 80)).toBe('Entra 3')
  expect(freeName('São Paulo', ['sao paulo'], 80)).toBe('São Paulo 2')
})

test('a name with a number keeps the length', () => {
  const long = 'a'.repeat(90)
  expect(freeName(long, [], 80)).toBe('a'.repeat(80))
  expect(freeName(long, ['a'.repeat(80)], 80)).toBe(`${'a'.repeat(78)} 2`)
})

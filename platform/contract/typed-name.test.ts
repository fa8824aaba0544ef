import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTyped, typedName } from './typed-name.ts'

test('the typed name is in capitals, with an underscore for each space', () => {
  expect(typedName('Vendas  por região 2026')).toBe('VENDAS__POR_REGIÃO_2026')
  expect(typedName('istanbul')).toBe('ISTANBUL')
  expect(typedName('straße')).toBe('STRASSE')
})

test('composed and decomposed accents give the same name', () => {
  expect(typedName('Região'.normalize('NFD'))).toBe(typedName('Região'.normalize('NFC')))
})

test('typing letter by letter gives the whole name, and only the whole name is accepted', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (name) => {
      const typed = Array.from(name).reduce((before, letter) => typedName(before + letter), '')
      expect(isTyped(typed, name)).toBe(true)
      expect(isTyped(`${typed}X`, name)).toBe(false)
      expect(isTyped(typed.slice(0, -1), name)).toBe(false)
    }),
  )
  expect(isTyped('', '')).toBe(false)
})

import { expect, test } from 'vitest'
import { labelOf } from './labels.ts'

test('a refused field is called as on its screen, in the caller’s language', () => {
  expect(labelOf('users.groups', 'name', 'pt-BR')).toBe('Nome')
  expect(labelOf('users.groups', 'name', 'en-US')).toBe('Name')
})

test('a field without a word keeps its name, and hostile names find nothing', () => {
  expect(labelOf('users.groups', 'nothing', 'es')).toBe('nothing')
  for (const field of ['__proto__', 'constructor', 'toString']) expect(labelOf('users.groups', field, 'es')).toBe(field)
})

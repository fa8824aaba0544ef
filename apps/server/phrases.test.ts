import { expect, test } from 'vitest'
import { phraseOf } from './phrases.ts'

test('a refused field is called as on its screen, in the caller’s language', () => {
  expect(phraseOf('users.groups', 'field.name', 'pt-BR')).toBe('Nome')
  expect(phraseOf('users.groups', 'field.name', 'en-US')).toBe('Name')
})

test('what has no word has none, and hostile names find nothing', () => {
  for (const field of ['nothing', '__proto__', 'constructor', 'constructor.name', 'toString.name', '']) {
    expect(phraseOf('users.groups', `field.${field}`, 'es')).toBeUndefined()
  }
})

import { expect, test } from 'vitest'
import { phraseOf } from './phrases.ts'

test('a field has the label of its screen, in the caller’s language', () => {
  expect(phraseOf('users.groups', 'field.name', 'pt-BR')).toBe('Nome')
  expect(phraseOf('users.groups', 'field.name', 'en-US')).toBe('Name')
})

test('an unknown key has no phrase, and hostile names find nothing', () => {
  for (const field of ['nothing', '__proto__', 'constructor', 'constructor.name', 'toString.name', '']) {
    expect(phraseOf('users.groups', `field.${field}`, 'es')).toBeUndefined()
  }
})

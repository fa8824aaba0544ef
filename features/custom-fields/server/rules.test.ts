import { expect, test } from 'vitest'
import { optionsFault } from './rules.ts'

test('choices need options, each once; other kinds need none', () => {
  expect(optionsFault({ kind: 'list', options: [] })).toBe('required')
  expect(optionsFault({ kind: 'single', options: ['a', 'a'] })).toBe('invalid')
  expect(optionsFault({ kind: 'multiple', options: ['a', 'b'] })).toBeNull()
  expect(optionsFault({ kind: 'text', options: [] })).toBeNull()
})

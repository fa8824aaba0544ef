import { expect, test } from 'vitest'
import { optionsFault } from './rules.ts'

test('kinds with options need at least one option and no duplicates; other kinds need none', () => {
  expect(optionsFault({ kind: 'list', options: [] })).toBe('required')
  expect(optionsFault({ kind: 'single', options: ['a', 'a'] })).toBe('invalid')
  expect(optionsFault({ kind: 'multiple', options: ['a', 'b'] })).toBeNull()
  expect(optionsFault({ kind: 'text', options: [] })).toBeNull()
})

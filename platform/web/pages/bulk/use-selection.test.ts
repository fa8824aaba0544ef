import { expect, test } from 'vitest'
import { between } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (from: string | null, to: string) =>
  between(rows, from, to)
    .map(({ id }) => id)
    .join('')

test('a range includes both ends in either direction', () => {
  expect(ids('b', 'd')).toBe('bcd')
  expect(ids('d', 'b')).toBe('bcd')
  expect(ids('c', 'c')).toBe('c')
})

test('a range that begins on another page selects only the row, and a missing row selects none', () => {
  expect(ids('z', 'c')).toBe('c')
  expect(ids(null, 'a')).toBe('a')
  expect(ids('a', 'z')).toBe('')
})

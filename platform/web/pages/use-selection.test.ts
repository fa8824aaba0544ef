import { expect, test } from 'vitest'
import { between } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (from: string | null, to: string) =>
  between(rows, from, to)
    .map(({ id }) => id)
    .join('')

test('a range has both its ends, whichever way it was drawn', () => {
  expect(ids('b', 'd')).toBe('bcd')
  expect(ids('d', 'b')).toBe('bcd')
  expect(ids('c', 'c')).toBe('c')
})

test('a range that begins on another page is the row alone, and a row that is gone is none', () => {
  expect(ids('z', 'c')).toBe('c')
  expect(ids(null, 'a')).toBe('a')
  expect(ids('a', 'z')).toBe('')
})

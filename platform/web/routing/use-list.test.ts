import { expect, test } from 'vitest'
import { asksForAll } from './use-list.ts'

const plain = { search: '', page: 1, size: 10, sort: 'name', order: 'asc' }

test('search and filters narrow a list; order, page and lasting filters do not', () => {
  expect(asksForAll(plain)).toBe(true)
  expect(asksForAll({ ...plain, search: 'ana' })).toBe(false)
  const within = { ...plain, from: '2026-01-01', until: undefined }
  expect([asksForAll(within), asksForAll(within, ['from', 'until'])]).toEqual([false, true])
})

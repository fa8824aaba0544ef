import { expect, test } from 'vitest'
import { asksForAll } from './use-list.ts'

const plain = { search: '', page: 1, size: 10, sort: 'name', order: 'asc' }

test('order and pages narrow no list; words and filters do, but for those that it is never without', () => {
  expect(asksForAll(plain)).toBe(true)
  expect(asksForAll({ ...plain, search: 'ana' })).toBe(false)
  const within = { ...plain, from: '2026-01-01', until: undefined }
  expect([asksForAll(within), asksForAll(within, ['from', 'until'])]).toEqual([false, true])
})

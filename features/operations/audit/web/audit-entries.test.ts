import { expect, test } from 'vitest'
import { countFilters } from './audit-entries.ts'

test('the period counts as one filter when it is set, and not because another filter is set', () => {
  const options = { page: 1, size: 25, search: '', sort: 'at', order: 'desc' }
  expect(countFilters(options)).toBe(0)
  expect(countFilters({ ...options, event: 'user.updated' })).toBe(1)
  expect(countFilters({ ...options, search: 'Ana' })).toBe(0)
  expect(countFilters({ ...options, from: '2026-11-01' })).toBe(1)
  expect(countFilters({ ...options, from: '2026-11-01', to: '2026-11-26', event: 'user.updated' })).toBe(2)
})

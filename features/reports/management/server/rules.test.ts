import { describe, expect, it } from 'vitest'
import { isFiltering, isReadable } from './rules.ts'

const row = (role: string, filter: string) => ({ role, table: 'Employee', filter })

describe('isFiltering', () => {
  it('E2: is false for a role without a filter, or with filters that are true for each row', () => {
    expect(isFiltering([], 'Company')).toBe(false)
    for (const filter of ['', ' ', 'TRUE', 'true ( )', 'TRUE()', '1 = 1', '10==10'])
      expect(isFiltering([row('All', filter)], 'All')).toBe(false)
    expect(isFiltering([row('Other', '[Unit] = USERNAME()')], 'All')).toBe(false)
  })

  it('is true for a role with a filter, and for a service that does not tell', () => {
    expect(isFiltering([row('Unit', 'TRUE()'), row('Unit', '[Unit] = USERNAME()')], 'Unit')).toBe(true)
    for (const filter of ['1 = 2', '1 = 11', 'FALSE()', 'NOT TRUE()', 'TRUE() && [Unit] = USERNAME()'])
      expect(isFiltering([row('Unit', filter)], 'Unit')).toBe(true)
    expect(isFiltering(null, 'Unit')).toBe(true)
  })
})

describe('isReadable', () => {
  it('is false for a role that asks for custom data, which no management report sends', () => {
    const filters = [row('Country', 'Territory[Country] = customdata ( )'), row('Unit', '[Unit] = USERNAME()')]
    expect(isReadable(filters, 'Country')).toBe(false)
    expect(isReadable(filters, 'Unit')).toBe(true)
    expect(isReadable(filters, 'Company')).toBe(true)
    expect(isReadable(null, 'Country')).toBe(true)
  })
})

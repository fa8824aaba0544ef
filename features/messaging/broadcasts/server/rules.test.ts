import { expect, it } from 'vitest'
import { faultsOfDays } from './rules.ts'

const today = '2026-05-10'
const faults = (starts_on: string, ends_on: string | null, stored: Parameters<typeof faultsOfDays>[1] = null) =>
  faultsOfDays({ starts_on, ends_on }, stored, today)

it('refuses a new first or last day that lies in the past', () => {
  expect(faults('2026-05-09', null)).toEqual({ starts_on: 'broadcast.day_past' })
  expect(faults('2026-05-10', null)).toEqual({})
  const stored = { starts_on: '2026-05-01', ends_on: null }
  expect(faults('2026-05-01', '2026-05-10', stored)).toEqual({})
  expect(faults('2026-05-01', '2026-05-09', stored)).toEqual({ ends_on: 'broadcast.day_past' })
  expect(faults('2026-05-01', '2026-05-09', { ...stored, ends_on: '2026-05-09' })).toEqual({})
})

it('refuses a last day before the first', () => {
  expect(faults('2026-05-12', '2026-05-11')).toEqual({ ends_on: 'broadcast.days_swapped' })
  expect(faults('2026-05-12', '2026-05-12')).toEqual({})
})

import { expect, it } from 'vitest'
import { stateOf } from './broadcast-days.ts'

it('returns whether a broadcast message is planned, present or past', () => {
  const stateOn = (today: string) => stateOf({ starts_on: '2026-05-10', ends_on: '2026-05-12' }, today)
  expect(['2026-05-09', '2026-05-10', '2026-05-12', '2026-05-13'].map(stateOn)).toEqual([
    'planned',
    'present',
    'present',
    'past',
  ])
  expect(stateOf({ starts_on: '2026-05-10', ends_on: null }, '2030-01-01')).toBe('present')
})

import { describe, expect, it } from 'vitest'
import { dueWarning, isLifetimeAllowed } from './rules.ts'

const dayMs = 86_400_000

describe('the lifetime of an API key', () => {
  it.each([
    ['2026-11-26', true],
    ['2026-11-25', false],
    ['2027-11-26', true],
    ['2027-11-27', false],
  ])('a last day of %s: %s', (lastDay, expected) => {
    expect(isLifetimeAllowed('2026-11-26', lastDay)).toBe(expected)
  })

  it.each([
    [15, null],
    [14, 14],
    [3.1, 14],
    [3, 3],
    [0.1, 3],
    [0, null],
    [-1, null],
  ])('%s days before the end the warning is %s', (days, expected) => {
    expect(dueWarning(days * dayMs)).toBe(expected)
  })
})

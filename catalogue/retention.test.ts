import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptDays, readBounds, retentionBounds, retentionKinds } from './retention.ts'

test('P2: the operator narrows the bounds of the product and never widens them', () => {
  expect(readBounds('')).toEqual(retentionBounds)
  expect(readBounds('audit=365-1825, webhook_log=1-400')).toMatchObject({
    audit: { usual: 1825, min: 365, max: 1825 },
    webhook_log: { usual: 30, min: 1, max: 90 },
  })
  for (const wrong of ['audit', 'audit=1', 'audit=9-1', 'nothing=1-2', 'audit=1-2=3', 'imports=40-50'])
    expect(readBounds(wrong), wrong).toBeNull()
})

test('P2: the days that hold are within the bounds', () => {
  const days = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: null })
  fc.assert(
    fc.property(fc.constantFrom(...retentionKinds), days, fc.nat(5_000), fc.nat(5_000), (kind, set, least, more) => {
      const bounds = readBounds(`${kind}=${least}-${least + more}`)?.[kind]
      if (bounds === undefined) return
      const kept = keptDays(set, bounds) ?? Infinity
      expect(kept).toBeGreaterThanOrEqual(Math.max(bounds.min, retentionBounds[kind].min))
      expect(kept).toBeLessThanOrEqual(bounds.max ?? Infinity)
      expect(kept).toBeLessThanOrEqual(retentionBounds[kind].max ?? Infinity)
    }),
  )
})

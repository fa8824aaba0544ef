import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestBodyValues } from '#catalogue/limits.ts'
import { jsonSize } from './json-size.ts'

/** Values and depth as the parser builds them. */
function built(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const items = Object.values(value).map(built)
  return {
    values: 1 + items.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...items.map(({ depth }) => depth)),
  }
}

describe('the size of JSON', () => {
  it('U6: is never less than what the parser builds', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 8, stringUnit: fc.constantFrom('a', '"', '\\', ',', '[', '{', ']', ' ') }),
        (json) => {
          const [size, found] = [jsonSize(json), built(JSON.parse(json))]
          expect(size.depth).toBe(found.depth)
          expect(2 * size.values).toBeGreaterThanOrEqual(found.values)
          expect(size.isExcessive).toBe(false)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['levels', '[', requestBodyValues.depth + 1],
    ['objects in objects', '{"a":', 5 * (requestBodyValues.depth + 1)],
    ['values', '[1', 4 * requestBodyValues.max, ',1'],
    ['empty objects', '[{}', 4 * requestBodyValues.max, ',{}'],
  ])('U6: is refused at the first of too many %s', (_, start, mostSteps, more = start) => {
    const { isExcessive, steps } = jsonSize(start + more.repeat(300_000))
    expect(isExcessive).toBe(true)
    expect(steps).toBeLessThanOrEqual(mostSteps)
  })

  it('is no limit for long texts and for the longest lists of the contracts', () => {
    const ids = Array.from({ length: 5_000 }, () => crypto.randomUUID())
    const html = `<p style="color:red">[[{{,,"\\`.repeat(30_000)
    expect(jsonSize(JSON.stringify({ user_ids: ids, group_ids: ids, html })).isExcessive).toBe(false)
    const members = ids.concat(ids, ids, ids).map((value) => ({ value }))
    expect(jsonSize(JSON.stringify({ displayName: 'x', members })).isExcessive).toBe(false)
  })

  it('U6: skips a text that never ends in one step', () => {
    expect(jsonSize(`["${'['.repeat(100_000)}`).steps).toBe(2)
  })
})

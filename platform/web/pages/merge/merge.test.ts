import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences, gather, merged, spread } from './merge.ts'

const record = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  active: fc.boolean(),
  members: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
})

describe('merging a draft with another person’s changes', () => {
  it('keeps my changes, takes theirs, and asks when both changed a field', () => {
    const base = { name: 'a', active: true, members: ['x'] }
    const mine = { name: 'b', active: true, members: ['x', 'y'] }
    const theirs = { name: 'c', active: false, members: ['x'] }
    expect(differences(base, mine, theirs)).toEqual([
      { field: 'name', kind: 'both', mine: 'b', theirs: 'c' },
      { field: 'active', kind: 'theirs', mine: true, theirs: false },
    ])
    expect(merged(base, mine, theirs, new Set())).toEqual({ name: 'b', active: false, members: ['x', 'y'] })
    expect(merged(base, mine, theirs, new Set(['name']))).toEqual({ name: 'c', active: false, members: ['x', 'y'] })
  })

  it('discards no change without asking', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const asked = new Set(
          differences(base, mine, theirs).flatMap(({ field, kind }) => (kind === 'both' ? [field] : [])),
        )
        const result = merged(base, mine, theirs, new Set())
        for (const field of ['name', 'active', 'members'] as const) {
          const [was, own, other] = [base, mine, theirs].map((each) => JSON.stringify(each[field]))
          const now = JSON.stringify(result[field])
          expect(now === own || own === was).toBe(true)
          expect(now === other || other === was || asked.has(field)).toBe(true)
        }
      }),
    )
  })

  it('asks nothing when both made the same change', () => {
    fc.assert(
      fc.property(record, record, (base, both) => {
        expect(differences(base, both, both)).toEqual([])
      }),
    )
  })
})

describe('custom fields', () => {
  const own = ['custom.a', 'custom.b', 'custom.c']
  const base = { name: 'n', custom: { a: 1, b: 'x' } }
  const mine = { name: 'n', custom: { a: 2, b: 'x', c: true } }
  const theirs = { name: 'm', custom: { a: 3 } }
  const parts = [spread(base, own), spread(mine, own), spread(theirs, own)] as const

  it('are compared separately', () => {
    expect(differences(...parts)).toEqual([
      { field: 'name', kind: 'theirs', mine: 'n', theirs: 'm' },
      { field: 'custom.a', kind: 'both', mine: 2, theirs: 3 },
      { field: 'custom.b', kind: 'theirs', mine: 'x', theirs: null },
    ])
  })

  it('are merged separately and grouped again', () => {
    const into = (taken: string[]) => gather(merged(...parts, new Set(taken)), theirs, own)
    expect(into([])).toEqual({ name: 'm', custom: { a: 2, c: true } })
    expect(into(['custom.a'])).toEqual({ name: 'm', custom: { a: 3, c: true } })
    expect(gather(spread(base, own), base, own)).toEqual(base)
  })
})

import { expect, it } from 'vitest'
import { differs, definedFields } from './defined-fields.ts'

it('D5: an absent field, an equal value and the version are no change', () => {
  const stored = { name: 'Manhã', note: null, days: [1, 2], since: new Date(0), version: 3 }
  expect(differs(stored, {})).toBe(false)
  expect(differs(stored, { name: undefined, version: 4 })).toBe(false)
  expect(differs(stored, { name: 'Manhã', note: null, days: [1, 2], since: new Date(0) })).toBe(false)
  expect(differs(stored, { days: [2, 1] })).toBe(true)
  expect(differs(stored, { note: 'x' })).toBe(true)
  expect(differs(stored, { name: null })).toBe(true)
})

it('keeps null and leaves out undefined', () => {
  expect(definedFields({ one: null, two: undefined, three: 0 })).toEqual({ one: null, three: 0 })
})

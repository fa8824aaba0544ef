import { expect, it } from 'vitest'
import { absentValues } from './absent-values.ts'

const found = { values: ['Brazil', 'Japan', 2013], complete: true }

it.each([
  ['in', ['Brazil', 'japan', 2013], []],
  ['in', ['Brasil', 'Japan', '', 2014], ['Brasil', '2014']],
  ['not_in', ['Brasil'], ['Brasil']],
  ['contains', ['raz'], []],
  ['contains', ['rax'], ['rax']],
  ['greater', [2050], []],
] as const)('of the operator %s with %o are %o', (operator, values, absent) => {
  expect(absentValues({ operator, values: [...values] }, found)).toEqual(absent)
})

it('are not told unless all values of the column are known', () => {
  const filter = { operator: 'in' as const, values: ['Brasil'] }
  expect(absentValues(filter, undefined)).toEqual([])
  expect(absentValues(filter, { values: null, complete: false })).toEqual([])
  expect(absentValues(filter, { values: ['Japan'], complete: false })).toEqual([])
})

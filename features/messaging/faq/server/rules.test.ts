import { expect, it } from 'vitest'
import { orderedBy } from './rules.ts'

it('puts the requested questions first, in the requested order', () => {
  expect(orderedBy(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  expect(orderedBy(['a', 'b', 'c'], ['c'])).toEqual(['c', 'a', 'b'])
  expect(orderedBy(['a'], ['b'])).toBeNull()
  expect(orderedBy(['a', 'b'], ['a', 'a'])).toBeNull()
})

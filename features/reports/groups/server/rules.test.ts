import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './rules.ts'

it('moves one id to the position and keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'a', 99)).toEqual(['b', 'c', 'a'])
})

it('never loses, duplicates or reorders the other ids (property test)', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.uuid(), { minLength: 1 })
        .chain((order) => fc.tuple(fc.constant(order), fc.constantFrom(...order))),
      fc.nat(50),
      ([order, id], position) => {
        const after = moved(order, id, position)
        expect(after.indexOf(id)).toBe(Math.min(position, order.length - 1))
        expect(after.filter((other) => other !== id)).toEqual(order.filter((other) => other !== id))
      },
    ),
  )
})

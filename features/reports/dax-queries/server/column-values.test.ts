import { expect, it } from 'vitest'
import { maxColumnValues } from '../contract.ts'
import { columnValues } from './column-values.ts'

const rowsOf = (...values: unknown[]) => values.map((value) => ({ 'Sales[Country]': value }))

it('are in order and without blanks', () => {
  expect(columnValues(rowsOf('Japan', null, 'Brazil'))).toEqual({ values: ['Brazil', 'Japan'], complete: true })
  expect(columnValues(rowsOf(10, 9))).toEqual({ values: [9, 10], complete: true })
})

it.each([[['2013-12-31T00:00:00']], [[true]]])('are not told for a column of another type: %o', (values) => {
  expect(columnValues(rowsOf('Japan', ...values))).toEqual({ values: null, complete: false })
})

it('are not told after a failure', () => {
  expect(columnValues(null)).toEqual({ values: null, complete: false })
})

it('are limited, and then not complete', () => {
  const rows = rowsOf(...Array.from({ length: maxColumnValues + 1 }, (_, index) => index))
  const { values, complete } = columnValues(rows)
  expect([values?.length, complete]).toEqual([maxColumnValues, false])
  expect(columnValues(rows.slice(1)).complete).toBe(true)
})

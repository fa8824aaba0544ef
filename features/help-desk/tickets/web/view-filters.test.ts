import { expect, it } from 'vitest'
import { filterLines } from './view-filters.ts'

const target = { table: 'Region', column: 'Name' }
const column = 'Region · Name'

it('filters and slicers are read as one list', () => {
  const filters = [{ target, operator: 'In', values: ['Sul', 7, true, null] }]
  const slicers = [{ visual: 's', state: { filters: [{ target, operator: 'NotIn', values: ['Norte'] }] } }]
  expect(filterLines({ filters, slicers })).toEqual([
    { column, conditions: [{ phrase: 'in', sign: 'In', values: ['Sul', '7', 'true', '–'] }] },
    { column, conditions: [{ phrase: 'not_in', sign: 'NotIn', values: ['Norte'] }] },
  ])
})

it('an advanced filter has its conditions; an operator without a phrase keeps its name', () => {
  const conditions = [
    { operator: 'GreaterThan', value: 3 },
    { operator: 'IsNotBlank' },
    { operator: 'StartsWith', value: 'S' },
  ]
  expect(filterLines({ filters: [{ target, logicalOperator: 'And', conditions }], slicers: [] })).toEqual([
    {
      column,
      conditions: [
        { phrase: 'greater', sign: 'GreaterThan', values: ['3'] },
        { phrase: 'not_blank', sign: 'IsNotBlank', values: [] },
        { phrase: null, sign: 'StartsWith', values: ['S'] },
      ],
    },
  ])
})

it('a filter that selects everything is left out; a filter of another kind names its column only', () => {
  const filters = [
    { target, operator: 'All', values: [] },
    { target: { table: 'Date', hierarchyLevel: 'Year' }, operator: 'InLast', timeUnitsCount: 3 },
    { target: [target, { table: 'Sales', measure: 'Total' }], operator: 'In', values: [['a', 'b']] },
  ]
  expect(filterLines({ filters, slicers: [{ visual: 's', state: {} }] })).toEqual([
    { column: 'Date · Year', conditions: [{ phrase: null, sign: '', values: [] }] },
    { column: 'Region · Name, Sales · Total', conditions: [{ phrase: 'in', sign: 'In', values: ['["a","b"]'] }] },
  ])
})

import { expect, test } from 'vitest'
import { daxOf, type PickedQuestion } from '#features/reports/dax-queries/contract.ts'
import enUS from '../phrases/en-US.ts'
import { suggestedName } from './task-name.ts'

const nameOf = (value: PickedQuestion['value'], operator: string, limit: string, name = 'Value') =>
  suggestedName({ dax: daxOf({ value, by: [], name }), operator, value: limit }, (each) => enUS.choice.operator[each])

const sales = { kind: 'measure', name: 'Reseller Sales' } as const

test('the name of a new alert says what it watches and its condition', () => {
  expect(nameOf(sales, 'less', '4000000')).toBe('Reseller Sales is less than 4000000')
  expect(nameOf(sales, 'less', '4000000', 'Vendas')).toBe('Vendas is less than 4000000')
  expect(nameOf(sales, 'changed_by', '10')).toBe('Reseller Sales ± 10%')
  expect(nameOf(sales, 'is_blank', '10')).toBe('Reseller Sales is blank')
  expect(nameOf({ kind: 'rows', table: 'Orders' }, 'greater', '0')).toBe('Orders is greater than 0')
  expect(nameOf({ kind: 'column', aggregate: 'sum', table: 'Orders', column: 'Total' }, 'less', '5')).toBe(
    'Total is less than 5',
  )
})

test('the name of a new alert has at most 80 characters, and none while nothing is picked', () => {
  expect(nameOf({ ...sales, name: 'x'.repeat(100) }, 'less', '1')).toHaveLength(80)
  expect(suggestedName({ dax: 'EVALUATE Sales', operator: 'less', value: '1' }, () => '')).toBe('')
})

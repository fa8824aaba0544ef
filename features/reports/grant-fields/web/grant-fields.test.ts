import { expect, it } from 'vitest'
import { blankReading, type Reading, readingFor } from './grant-reading.ts'
import { soleRoleOf } from './grant-roles.ts'
import { type GrantFault, grantFault, hasUsualIdentity } from './grant-fields.tsx'

const secured = { row_security: true, ignore_row_security: false, ignore_role: null }
const open = { row_security: false, ignore_row_security: false, ignore_role: null }
const id = '00000009-0000-4000-8000-000000000001'

it.each<[GrantFault | null, Partial<Reading>, typeof secured | typeof open]>([
  [null, {}, open],
  ['roles', {}, secured],
  [null, { roles: ['Vendas'] }, secured],
  ['rolesInvalid', { roles: ['Vendas', 'Vendas'] }, secured],
  ['identity_value', { identity: 'value' }, open],
  [null, { identity: 'value', identity_value: 'ana' }, open],
  ['identity_field', { identity: 'field' }, open],
  [null, { identity: 'field', identity_field: id }, open],
  ['custom_data', { custom_data: 'x'.repeat(1_025) }, open],
  ['custom_data_field', { custom_data_from: 'field' }, open],
  [null, { custom_data_from: 'field', custom_data_field: id }, open],
  ['pages', { pages: [] }, open],
  [null, { pages: ['p1'], without_filters: true }, open],
])('the fault of a grant is %s', (fault, change, report) => {
  expect(grantFault({ ...blankReading, ...change }, report)).toBe(fault)
})

it('pages are sent to the report that they belong to, and neither to another one nor to several', () => {
  const reading = { ...blankReading, roles: ['Vendas'], pages: ['p1'] }
  const sentTo = (...reportIds: string[]) => readingFor({ reading, pagesOf: 'a' }, reportIds)
  expect(sentTo('a')).toEqual(reading)
  for (const reportIds of [['b'], ['a', 'b'], []]) expect(sentTo(...reportIds)).toEqual({ ...reading, pages: null })
})

it('a new grant begins with the only role of the data model, and with none of several', () => {
  expect([['Vendas'], ['Vendas', 'Todos'], [], null].map((roles) => soleRoleOf(roles))).toEqual([
    ['Vendas'],
    [],
    [],
    [],
  ])
})

it.each<[boolean, Partial<Reading>]>([
  [true, { roles: ['Vendas'], pages: ['p1'] }],
  [false, { identity: 'value', identity_value: 'ana' }],
  [false, { custom_data_from: 'email' }],
  [false, { custom_data: 'norte' }],
])('the identity of a grant is the usual one: %s', (isUsual, change) => {
  expect(hasUsualIdentity({ ...blankReading, ...change })).toBe(isUsual)
})

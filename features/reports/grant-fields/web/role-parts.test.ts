import { expect, it } from 'vitest'
import { rolePartsOf, roleReachOf } from './role-parts.ts'

const part = (filter: string) => rolePartsOf('r', [{ role: 'R', table: 'T', filter }])[0]

it.each([
  ['FALSE()', { kind: 'none', table: 'T' }],
  ['false', { kind: 'none', table: 'T' }],
  ['Employee[E-mail] = USERPRINCIPALNAME()', { kind: 'username', table: 'T', column: 'E-mail' }],
  ["'L''été'[a]]b]=username( )", { kind: 'username', table: 'T', column: 'a]b' }],
  ['[Country] = CUSTOMDATA()', { kind: 'customData', table: 'T', column: 'Country' }],
  ['CUSTOMDATA() = Territory[Country]', { kind: 'customData', table: 'T', column: 'Country' }],
  [' [A] = USERNAME() || [B] = 1 ', { kind: 'reader', table: 'T' }],
  ['NOT[A] = USERNAME()', { kind: 'reader', table: 'T' }],
  ['NOT [A] = USERNAME()', { kind: 'reader', table: 'T' }],
  [' [B] = 1 ', { kind: 'other', table: 'T', filter: '[B] = 1' }],
])('a role with the condition %j', (filter, found) => {
  expect(part(filter)).toEqual(found)
})

it('a role without a condition filters nothing', () => {
  expect(rolePartsOf('Company', [{ role: 'Seller', table: 'T', filter: 'FALSE()' }])).toEqual([])
})

const all = { hidden: [], recognisedBy: [], isPart: false }

it.each([
  [[], all],
  [['[B] = 1'], { ...all, isPart: true }],
  [['FALSE()', '[B] = 1'], { ...all, hidden: ['T0'], isPart: true }],
  [['Employee[E-mail] = USERPRINCIPALNAME()'], { ...all, recognisedBy: ['username'] }],
  [['[A] = USERNAME() || [B] = 1'], { ...all, recognisedBy: ['username'] }],
  [['[A] = CUSTOMDATA()', 'FALSE()'], { ...all, hidden: ['T1'], recognisedBy: ['customData'] }],
  [['[A] = customdata() && [B] = username ( )'], { ...all, recognisedBy: ['username', 'customData'] }],
])('a role with the conditions %j depends on the reader, or not', (conditions, reach) => {
  expect(
    roleReachOf(
      'r',
      conditions.map((filter, index) => ({ role: 'R', table: `T${index}`, filter })),
    ),
  ).toEqual(reach)
})

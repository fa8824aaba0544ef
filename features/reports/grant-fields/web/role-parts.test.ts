import { expect, it } from 'vitest'
import { rolePartsOf } from './role-parts.ts'

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

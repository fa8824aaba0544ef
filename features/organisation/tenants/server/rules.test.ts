import { expect, test } from 'vitest'
import { clientLimitOf, erasureOrder, isOpenTo } from './rules.ts'

const table = (name: string, rows: number, ...parents: string[]) => ({ name, rows, parents })
const order = (...tables: Parameters<typeof erasureOrder>[0]) => erasureOrder(tables).map(({ name }) => name)

test('tables that no other table references come first, the largest before the others', () => {
  const tables = [
    table('groups', 5, 'tenants'),
    table('reports', 50, 'groups', 'tenants'),
    table('views', 9_000, 'reports'),
    table('marks', 10, 'reports'),
    table('mails', 400, 'tenants'),
  ]
  expect(order(...tables)).toEqual(['views', 'mails', 'marks', 'reports', 'groups'])
})

test('empty tables are left out, and a self-reference is no cycle', () => {
  expect(order(table('empty', 0), table('tree', 3, 'tree'))).toEqual(['tree'])
})

test('a cycle of references terminates', () => {
  expect(order(table('a', 1, 'b'), table('b', 2, 'a'), table('c', 3, 'a'))).toEqual(['c', 'b', 'a'])
})

test.each([
  [{}, true, true],
  [{ lets_in: false }, false, false],
  [{ enabled: false }, false, false],
  [{ maintenance: true }, false, true],
])('a unit with %j is open to a master: %s, to the platform: %s', (change, toMaster, toPlatform) => {
  const unit = { enabled: true, maintenance: false, lets_in: true, ...change }
  expect(['master', 'a2m'].map((profile) => isOpenTo({ profile }, unit))).toEqual([toMaster, toPlatform])
})

test('the limit into which fewer people fit binds, that of the unit where both are equal', () => {
  const binds = (users: number, user_limit: number, client_users: number | null, client_user_limit: number | null) =>
    clientLimitOf({ users, user_limit, client_users, client_user_limit })?.binds
  expect(binds(24, 150, 31, 100)).toBe(true)
  expect(binds(24, 40, 31, 100)).toBe(false)
  expect(binds(24, 93, 31, 100)).toBe(false)
  expect(binds(24, 150, null, null)).toBeUndefined()
})

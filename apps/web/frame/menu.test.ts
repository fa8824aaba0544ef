import { expect, test } from 'vitest'
import type { ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { actionsFor, menuFor } from './menu.ts'

const icon = () => null
const entry = (
  path: `/${string}`,
  screen: ScreenEntry['screen'],
  permission: ScreenEntry['permission'],
  order: number,
) =>
  ({
    path,
    screen,
    permission,
    component: icon,
    menu: { section: screen === '' ? 'read' : 'manage', order, icon, label: 'general.action.add' },
  }) satisfies ScreenEntry

const entries = [
  entry('/user', 'user', 'user.read', 20),
  entry('/', '', null, 10),
  entry('/group_users', 'group_users', 'user_group.read', 10),
  { ...entry('/user/add', 'user', 'user.add', 1), menu: null },
]
const paths = (can: string[], screens: string[]) =>
  menuFor(entries, { can: new Set(can), screens: new Set(screens) }).map(({ section, items }) => [
    section,
    ...items.map(({ path }) => path),
  ])

test('the menu groups screens by task, in order, and leaves out screens without a menu place', () => {
  expect(paths(['user.read', 'user_group.read', 'user.add'], ['', 'user', 'group_users'])).toEqual([
    ['read', '/'],
    ['manage', '/group_users', '/user'],
  ])
})

test('the menu shows no hidden screen, no screen without permission and no empty group', () => {
  expect(paths(['user.read', 'user_group.read'], ['', 'user'])).toEqual([
    ['read', '/'],
    ['manage', '/user'],
  ])
  expect(paths([], ['', 'user', 'group_users'])).toEqual([['read', '/']])
  expect(paths(['user.read'], [])).toEqual([])
})

test('the menu offers each create action with its screen', () => {
  const begins = (
    path: `/${string}`,
    permission: 'user.add' | 'user_group.add',
    place: 'people.users.title' | 'people.groups.title',
  ) => ({
    ...entry(`${path}/add`, permission === 'user.add' ? 'user' : 'group_users', permission, 1),
    menu: null,
    action: { label: 'general.action.add' as const, place },
  })
  const all = [
    begins('/user', 'user.add', 'people.users.title'),
    begins('/group_users', 'user_group.add', 'people.groups.title'),
  ]
  const offered = (can: string[], screens: string[]) =>
    actionsFor([...entries, ...all], { can: new Set(can), screens: new Set(screens) }).map(({ path }) => path)
  expect(offered(['user.add', 'user_group.add'], ['user', 'group_users'])).toEqual(['/user/add', '/group_users/add'])
  expect(offered(['user.read', 'user_group.add'], ['user', 'group_users'])).toEqual(['/group_users/add'])
  expect(offered(['user.add', 'user_group.add'], ['user'])).toEqual(['/user/add'])
})

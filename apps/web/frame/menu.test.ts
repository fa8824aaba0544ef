import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { type Profile, type Scope, type Toggle, permissionsOf } from '#catalogue/access.ts'
import { screensFor } from '#catalogue/screens.ts'
import { besideLabel } from '#platform/web/routing/beside-label.ts'
import { menuEntries } from '#platform/web/routing/menu-entries.ts'
import type { ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { screens } from '../features.ts'
import ptBR from '../../generated/phrases/pt-BR.ts'
import { actionsFor, isOpen, menuFor, screensOf, spotOf } from './menu.ts'
import { overviewIcons } from './overview-icons.ts'

const icon = () => null
const entry = (
  path: `/${string}`,
  screen: ScreenEntry['screen'],
  permission: ScreenEntry['permission'],
  menu: Partial<NonNullable<ScreenEntry['menu']>>,
) =>
  ({
    path,
    screen,
    permission,
    component: icon,
    menu: { entry: 'people', order: 10, label: 'general.action.add', ...menu },
  }) satisfies ScreenEntry

const entries = [
  entry('/user', 'user', 'user.read', { order: 20, label: 'people.users.title' }),
  entry('/', '', null, { entry: 'home' }),
  entry('/group_users', 'group_users', 'user_group.read', { label: 'people.groups.title' }),
  { ...entry('/user/add', 'user', 'user.add', {}), menu: null },
]
const shown = (can: string[], names: string[]) =>
  menuFor(entries, { can: new Set(can), screens: new Set(names) }).map(({ section, items }) => ({
    section,
    items: items.map(({ label, path, screens: tabs }) => [label, path, tabs.length]),
  }))

test('an entry leads to its first screen, in order; screens without a place are in no entry', () => {
  expect(shown(['user.read', 'user_group.read', 'user.add'], ['', 'user', 'group_users'])).toEqual([
    { section: 'read', items: [['frame.entry.home', '/', 1]] },
    { section: 'manage', items: [['frame.entry.people', '/group_users', 2]] },
  ])
})

test('an entry with one open screen has the title of that screen', () => {
  expect(shown(['user.read', 'user_group.read'], ['', 'user'])[1]).toEqual({
    section: 'manage',
    items: [['people.users.title', '/user', 1]],
  })
})

test('the menu has no hidden screen, no screen without permission, no empty entry and no empty section', () => {
  expect(shown([], ['', 'user', 'group_users'])).toEqual([{ section: 'read', items: [['frame.entry.home', '/', 1]] }])
  expect(shown(['user.read'], [])).toEqual([])
})

test('an entry with an overview leads there if the person may open several screens, and otherwise to the screen', () => {
  const settings = [
    entry('/setting', 'setting', 'settings.read', { entry: 'settings', label: 'organisation.settings.title' }),
    entry('/audit', 'audit', 'audit.read', { entry: 'settings', label: 'operations.audit.title', order: 20 }),
  ]
  const pathFor = (...names: string[]) =>
    menuFor(settings, { can: new Set(['settings.read', 'audit.read']), screens: new Set(names) })[0]?.items[0]?.path
  expect(pathFor('setting', 'audit')).toBe('/settings')
  expect(pathFor('audit')).toBe('/audit')
})

test('the menu offers each create action with its screen', () => {
  const begins = (
    path: `/${string}`,
    permission: 'user.add' | 'user_group.add',
    place: 'people.users.title' | 'people.groups.title',
  ) => ({
    ...entry(`${path}/add`, permission === 'user.add' ? 'user' : 'group_users', permission, {}),
    menu: null,
    action: { label: 'general.action.add' as const, place },
  })
  const all = [
    begins('/user', 'user.add', 'people.users.title'),
    begins('/group_users', 'user_group.add', 'people.groups.title'),
  ]
  const offered = (can: string[], names: string[]) =>
    actionsFor([...entries, ...all], { can: new Set(can), screens: new Set(names) }).map(({ path }) => path)
  expect(offered(['user.add', 'user_group.add'], ['user', 'group_users'])).toEqual(['/user/add', '/group_users/add'])
  expect(offered(['user.read', 'user_group.add'], ['user', 'group_users'])).toEqual(['/group_users/add'])
  expect(offered(['user.add', 'user_group.add'], ['user'])).toEqual(['/user/add'])
})

/** What the server tells the browser of such a person. */
function standingOf(profile: Profile, scope: Scope, { toggles = [], hidden = [] }: Person = {}) {
  const can = new Set<string>(permissionsOf({ profile, scope, toggles }))
  return { can, screens: new Set<string>(screensFor(profile, hidden)) }
}
type Person = { toggles?: Toggle[]; hidden?: string[] }

/** A publisher: a plain user with the toggles for data sets, notifications and tickets. */
const publisher: Toggle[] = ['create_notifications', 'update_datasets', 'edit_reports', 'support_agent']

test.each([
  { who: 'a reader', standing: standingOf('user', 'tenant'), most: 6 },
  {
    who: 'a reader with few screens',
    standing: standingOf('user', 'tenant', {
      hidden: ['catalogs', 'playlists', 'apps', 'help_desk', 'faq', 'notifications'],
    }),
    most: 2,
  },
  { who: 'a publisher', standing: standingOf('user', 'tenant', { toggles: publisher }), most: 8 },
  { who: 'an administrator', standing: standingOf('admin', 'tenant', { toggles: ['configure_saml'] }), most: 12 },
  { who: 'a partner in a unit', standing: standingOf('master', 'tenant'), most: 12 },
  { who: 'a partner', standing: standingOf('master', 'partner'), most: 9 },
  { who: 'an operator', standing: standingOf('a2m', 'platform'), most: 11 },
])('the menu of $who has at most $most entries', ({ standing, most }) => {
  const items = menuFor(screens, standing).flatMap((group) => group.items)
  expect(items.length, items.map(({ id }) => id).join(' ')).toBeLessThanOrEqual(most)
  expect(items.length).toBeGreaterThan(most - 2)
})

test('every screen that the person may open, and that is no form, is a tab of one entry', () => {
  for (const standing of [
    standingOf('admin', 'tenant'),
    standingOf('master', 'partner'),
    standingOf('a2m', 'platform'),
  ]) {
    const listed = screensOf(menuFor(screens, standing)).map(({ path }) => path)
    expect(new Set(listed).size).toBe(listed.length)
  }
  const listed = screensOf(menuFor(screens, standingOf('admin', 'tenant'))).map(({ path }) => path)
  expect(listed).toEqual(
    expect.arrayContaining([
      '/user',
      '/tags',
      '/mails',
      '/audit',
      '/themes',
      '/analyze',
      '/notifications',
      '/settings',
    ]),
  )
})

test('hidden_menu takes a tab and a tile away, and the overview with the last tile but one', () => {
  const paths = (hidden: string[]) =>
    screensOf(menuFor(screens, standingOf('admin', 'tenant', { hidden }))).map(({ path }) => path)
  expect(paths(['tags', 'audit'])).toEqual(expect.arrayContaining(['/report', '/settings', '/setting']))
  expect(paths(['tags', 'audit'])).not.toContain('/tags')
  expect(paths(['tags', 'audit'])).not.toContain('/audit')
  const all = [
    'setting',
    'themes',
    'powerbi',
    'powerbi/workspace',
    'powerbi/resources',
    'user_terms',
    'azure/saml',
    'ia',
    'api_keys',
    'webhooks',
  ]
  expect(paths(all)).not.toContain('/settings')
  expect(paths(all)).toContain('/audit')
})

test('hidden_menu takes the data sets away together with the tab of their refreshes under automation', () => {
  const paths = (hidden: string[]) =>
    screensOf(menuFor(screens, standingOf('admin', 'tenant', { hidden }))).map(({ path }) => path)
  const both = ['/powerbi/datasets', '/powerbi/datasets/calendar']
  expect(paths([])).toEqual(expect.arrayContaining(both))
  expect(paths(['powerbi/datasets']).filter((path) => both.includes(path))).toEqual([])
})

test('an address belongs to the most specific screen, a form to its list, and the overview to its entry', () => {
  const groups = menuFor(screens, standingOf('admin', 'tenant', { toggles: ['configure_saml'] }))
  const spot = (path: string) => {
    const found = spotOf(groups, path)
    return found && [found.item.id, found.screen?.path]
  }
  expect(spot('/')).toEqual(['home', '/'])
  expect(spot('/powerbi/workspace')).toEqual(['settings', '/powerbi/workspace'])
  expect(spot('/powerbi/0197a')).toEqual(['settings', '/powerbi'])
  expect(spot('/user/add')).toEqual(['people', '/user'])
  expect(spot('/powerbi/datasets')).toEqual(['content', '/powerbi/datasets'])
  expect(spot('/powerbi/datasets/0197a')).toEqual(['content', '/powerbi/datasets'])
  expect(spot('/powerbi/datasets/calendar')).toEqual(['automation', '/powerbi/datasets/calendar'])
  expect(spot('/user/import/0197a')).toEqual(['people', '/user/import'])
  expect(spot('/notifications/users_per_report')).toEqual(['usage', '/notifications/users_per_report'])
  expect(spot('/settings')).toEqual(['settings', undefined])
  expect(spot('/users')).toBeNull()
  expect(spot('/0197a/reports/view')).toBeNull()
  expect(spot('/0197a/apps/view')).toEqual(['apps', undefined])
})

test('each entry has an id and a letter of its own, and `g` is none of them', () => {
  const letters = menuEntries.map(({ jump }) => jump)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters).not.toContain('g')
  expect(new Set(menuEntries.map(({ id }) => id)).size).toBe(menuEntries.length)
})

test('each screen of the overview has an icon and a sentence about its purpose', async () => {
  const words = createInstance({ lng: 'pt-BR', resources: { 'pt-BR': { translation: ptBR } } })
  await words.init()
  const tiles = screens.flatMap(({ path, menu }) => (menu?.entry === 'settings' ? [{ path, ...menu }] : []))
  expect(tiles.filter(({ path }) => !(path in overviewIcons)).map(({ path }) => path)).toEqual([])
  expect(tiles.filter(({ label }) => besideLabel(words, label, 'purpose') === '').map(({ path }) => path)).toEqual([])
})

test('the help desk is that of the unit inside of one, and that of the handed tickets at the hosts of the staff', () => {
  const permissionAt = (path: string, profile: Profile, scope: Scope) => {
    const standing = {
      can: new Set(permissionsOf({ profile, scope, toggles: [] })),
      screens: new Set(screensFor(profile, [])),
    }
    return screens.find((screen) => screen.path === path && isOpen(screen, standing))?.permission
  }
  for (const path of ['/help_desk', '/help_desk/$id']) {
    expect(permissionAt(path, 'user', 'tenant')).toBe('ticket.read')
    expect(permissionAt(path, 'master', 'tenant')).toBe('ticket.read')
    expect(permissionAt(path, 'master', 'partner')).toBe('handed_ticket.read')
    expect(permissionAt(path, 'a2m', 'platform')).toBe('handed_ticket.read')
  }
})

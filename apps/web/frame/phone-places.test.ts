import { expect, test } from 'vitest'
import { type Profile, type Scope, permissionsOf } from '#catalogue/access.ts'
import { screensFor } from '#catalogue/screens.ts'
import { screens } from '../features.ts'
import { menuFor } from './menu.ts'
import { phonePlaceAt, phonePlaces } from './phone-places.ts'

function placesOf(profile: Profile, scope: Scope, hidden: string[] = []) {
  const can = new Set<string>(permissionsOf({ profile, scope, toggles: [] }))
  const groups = menuFor(screens, { can, screens: new Set<string>(screensFor(profile, hidden)) })
  return phonePlaces(groups, can.has('report.favourite'))
}
const idsOf = (...person: Parameters<typeof placesOf>) => placesOf(...person).map(({ id }) => id)

test('a reader and an administrator have home, reports and favourites', () => {
  expect(idsOf('user', 'tenant')).toEqual(['home', 'reports', 'favourites'])
  expect(idsOf('admin', 'tenant')).toEqual(['home', 'reports', 'favourites'])
})

test('hidden_menu takes a destination away, and the next entry of the menu has its place', () => {
  expect(idsOf('user', 'tenant', ['all/reports'])).toEqual(['home', 'reports', 'catalogs'])
  expect(idsOf('user', 'tenant', ['all/reports', 'reports', 'management/report'])).toEqual([
    'home',
    'catalogs',
    'playlists',
  ])
})

test('a person without the permission of favourites does not get them', () => {
  const can = new Set<string>(permissionsOf({ profile: 'user', scope: 'tenant', toggles: [] }))
  const groups = menuFor(screens, { can, screens: new Set<string>(screensFor('user', [])) })
  expect(phonePlaces(groups, false).map(({ id }) => id)).toEqual(['home', 'reports', 'catalogs'])
})

test('partners and operators have at most three destinations of their own menu, none twice', () => {
  for (const [profile, scope] of [
    ['master', 'partner'],
    ['a2m', 'platform'],
  ] as const) {
    const ids = idsOf(profile, scope)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
    expect(ids).not.toContain('favourites')
  }
})

test('the favourites are open only with their filter; other pages are in the destination of their entry', () => {
  const places = placesOf('user', 'tenant')
  const at = (pathname: string, search: Record<string, unknown>, item?: string) =>
    phonePlaceAt(places, { pathname, search, item })
  expect(at('/', {}, 'home')).toBe('home')
  expect(at('/all/reports', {}, 'reports')).toBe('reports')
  expect(at('/all/reports', { favourite: 'S' }, 'reports')).toBe('favourites')
  expect(at('/help', {}, 'help')).toBeUndefined()
  expect(at('/0197a/reports/view', {})).toBeUndefined()
})

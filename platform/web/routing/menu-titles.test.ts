import { expect, test } from 'vitest'
import { menuTitles } from './menu-titles.ts'
import type { ScreenEntry } from './screen-entry.ts'

const icon = () => null
const place = { entry: 'content', order: 10, icon } as const
const entry = { permission: null, component: icon, menu: null } as const

test('returns the menu title of each screen and place, except for platform screens and screens without a place', () => {
  const entries: ScreenEntry[] = [
    { ...entry, path: '/report', screen: 'reports', menu: { ...place, label: 'reports.library.title' } },
    { ...entry, path: '/report/add', screen: 'reports' },
    { ...entry, path: '/reports', screen: 'reports', menu: { ...place, label: 'home.shelves.library.title' } },
    {
      ...entry,
      path: '/jobs',
      screen: 'jobs',
      menu: { ...place, entry: 'platform', label: 'operations.jobs.title' },
    },
    { ...entry, path: '/$id/reports/view', screen: '{id}/reports/view' },
  ]
  expect([...menuTitles(entries)]).toEqual([['reports', ['reports.library.title', 'home.shelves.library.title']]])
})

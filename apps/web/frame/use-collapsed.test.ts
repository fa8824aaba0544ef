import { expect, it } from 'vitest'
import { isInApp, startsCollapsed } from './use-collapsed.ts'

it('an app is known by its address', () => {
  const id = '1ae4f97f-cfc0-40e6-aacf-09947d89759d'
  expect([`/${id}/apps/view`, `/${id}/apps/view/`].map(isInApp)).toEqual([true, true])
  expect(['/', '/apps', `/apps/${id}`, `/${id}/reports/view`, `/${id}/apps/viewer`].map(isInApp)).toEqual(
    Array(5).fill(false),
  )
})

it('the menu is folded beside the menu of an app, and open elsewhere, until the person chooses', () => {
  expect([startsCollapsed('app', null), startsCollapsed('portal', null)]).toEqual([true, false])
  expect([startsCollapsed('app', 'open'), startsCollapsed('portal', 'open')]).toEqual([false, false])
  expect([startsCollapsed('app', 'collapsed'), startsCollapsed('portal', 'collapsed')]).toEqual([true, true])
})

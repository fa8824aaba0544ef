// The server refuses the calls of a hidden screen, for everybody from whom the screen is hidden.
import { beforeAll, describe, expect, it } from 'vitest'
import { allows } from '#catalogue/access.ts'
import { areHidden, type Screen, screens } from '#catalogue/screens.ts'
import type { Call } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { featureRoutes } from './features.ts'

const portal = testPortal()
const calls = featureRoutes({ hosts: {}, embedding: {}, tokens: {} } as never)
  .flatMap((feature) => feature.routes)
  .map(({ call }) => call)

const admin = { who: people.adminOfNorte, profile: 'admin', scope: 'tenant' } as const
const master = { who: people.masterOfAlfa, profile: 'master', scope: 'partner' } as const
const a2m = { who: people.platform, profile: 'a2m', scope: 'platform' } as const

/** An actor with the permission of the call, inside a business unit if possible. */
const callerOf = ({ access }: Call) =>
  [admin, master, a2m].find(
    ({ profile, scope }) => access !== 'anyone' && allows({ profile, scope, toggles: [] }, access),
  )

const hide = (hidden_menu: readonly string[], where: 'tenants' | 'partners' = 'tenants') =>
  portal.platform(async (db) => {
    const change = (of: 'tenants' | 'partners', id: string, value: readonly string[]) =>
      db
        .updateTable(of)
        .set({ hidden_menu: [...value] })
        .where('id', '=', id)
        .execute()
    await change('tenants', tenants.norte.id, where === 'tenants' ? hidden_menu : [])
    await change('partners', partners.alfa.id, where === 'partners' ? hidden_menu : [])
  })

async function keyOf({ method, path }: Call, { who }: { who: typeof admin.who }): Promise<unknown> {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
  const { status, raw } = await portal.as(who).send({ method, url: `/api/${path}`, ...body })
  return raw['key'] === 'no_page_permission' ? [status, raw['status'], raw['message']] : 'let through'
}

const refused = [403, 'no_page_permission', 'You do not have permission to access this page']
const behindOne = calls.filter(
  (call) => areHidden(call.screens, screens) && callerOf(call) && callerOf(call)?.scope !== 'platform',
)

beforeAll(async () => {
  for (const { who } of [admin, master]) await portal.tokenOf(who)
})

describe('hidden screens', () => {
  it('cover nearly all calls; the exceptions are listed here', () => {
    const free = calls.filter(({ access, screens: behind }) => access !== 'anyone' && !areHidden(behind, screens))
    expect(new Set(free.map(({ access }) => access))).toEqual(
      new Set(['session.use', 'portal.use', 'report.open', 'report.favourite', 'pin.keep', 'overview.read']),
    )
    expect(behindOne.length).toBeGreaterThan(60)
  })

  it.each(behindOne.map((call) => [call.path, call] as const))('Z1: %s is refused', async (_, call) => {
    const caller = callerOf(call) ?? admin
    await hide(
      screens.filter((screen) => !call.screens.includes(screen)),
      'partners',
    )
    expect(await keyOf(call, caller)).toBe('let through')
    await hide(call.screens, caller.scope === 'tenant' ? 'tenants' : 'partners')
    expect(await keyOf(call, caller)).toEqual(refused)
    await hide(call.screens.slice(1))
    expect(await keyOf(call, caller)).toBe('let through')
  })

  it('are the union of those hidden by the partner and by the business unit', async () => {
    const shared = behindOne.find(({ path }) => path === 'auth/users/all/select')
    const [first, ...others] = shared?.screens ?? []
    await portal.platform(async (db) => {
      await db
        .updateTable('partners')
        .set({ hidden_menu: [String(first)] })
        .where('id', '=', partners.alfa.id)
        .execute()
      await db.updateTable('tenants').set({ hidden_menu: others }).where('id', '=', tenants.norte.id).execute()
    })
    expect(shared && (await keyOf(shared, admin))).toEqual(refused)
  })

  it('refuse the list of all reports alone, and leave the reports of a subgroup', async () => {
    const list = (path: string) =>
      portal
        .as('userOfNorte')
        .send({ method: 'GET', url: `/api/auth/reports/${path}` })
        .then(({ status }) => status)
    const subgroup = `subgroup?subgroup_id=${tenants.norte.id}`
    await hide(['all/reports'])
    expect([await list('all'), await list(subgroup)]).toEqual([403, 200])
    await hide(['{id}/reports'])
    expect([await list('all'), await list(subgroup)]).toEqual([200, 403])
    await hide([])
  })

  it('refuse the list of tickets alone, and leave the links that lead to one ticket', async () => {
    const status = (path: string) =>
      portal
        .as('userOfNorte')
        .send({ method: 'GET', url: `/api/auth/help_desk/${path}` })
        .then((answer) => answer.status)
    await hide(['help_desk'])
    expect([await status('all'), await status(`get?id=${tenants.norte.id}`)]).toEqual([403, 404])
    await hide([])
  })

  it('include those of the help desk, at once, while the business unit has none', async () => {
    await hide([])
    const helpDesk: readonly Screen[] = ['help_desk', 'help_desk/{id}']
    const everybody = [admin.who, people.userOfNorte, people.adminOfSul]
    const seen = () =>
      Promise.all(
        everybody.map(async (who) => {
          const { raw } = await portal.as(who).send({ method: 'POST', url: '/api/auth/config', body: {} })
          const { hidden_menu, routes } = raw as { hidden_menu: string[]; routes: string[] }
          return [hidden_menu, helpDesk.filter((screen) => routes.includes(screen))]
        }),
      )
    const offer = (help_desk: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ help_desk }).where('tenant_id', '=', tenants.norte.id).execute(),
      )
    const shown = [[], helpDesk]
    expect(await seen()).toEqual([shown, shown, shown])
    await offer(false)
    expect(await seen()).toEqual([[helpDesk, []], [helpDesk, []], shown])
    const staff = await portal.as(masterInNorte).send({ method: 'POST', url: '/api/auth/config', body: {} })
    expect(staff.raw['hidden_menu']).toEqual(helpDesk)
    // The staff outside of a business unit keep the tickets of other units.
    const ofUnits = behindOne.filter((call) => (callerOf(call) ?? admin) === admin)
    for (const call of ofUnits.filter(({ screens: behind }) => areHidden(behind, helpDesk)))
      expect(await keyOf(call, admin), call.path).toEqual(refused)
    await offer(true)
    expect(await seen()).toEqual([shown, shown, shown])
  })

  it('never include the dashboard or the list of visible screens', async () => {
    await hide(screens)
    const free = calls.filter((call) => callerOf(call) === admin && !areHidden(call.screens, screens))
    const kept = free.filter(({ method }) => method === 'GET')
    expect(kept.map(({ path }) => path)).toContain('auth/home/shelves')
    for (const call of kept) expect(await keyOf(call, admin), call.path).toBe('let through')
    const config = await portal.as('adminOfNorte').send({ method: 'POST', url: '/api/auth/config', body: {} })
    expect([config.status, config.raw['routes']]).toEqual([200, ['']])
    await hide([])
  })
})

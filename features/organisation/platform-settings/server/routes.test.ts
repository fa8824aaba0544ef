import { afterEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { readTheme } from '#features/organisation/themes/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { announce, channel } from '#platform/server/live/announce.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { readPlatform, updatePlatform } from '../contract.ts'

const portal = testPortal()
const platform = () => portal.as('platform')
async function hide(...hidden_menu: SentOf<typeof updatePlatform>['hidden_menu']) {
  const { version } = (await platform().ask(readPlatform, {})).body
  const { status } = await platform().ask(updatePlatform, { version, hidden_menu })
  expect(status).toBe(200)
}
const menuOf = async (who: 'adminOfNorte' | 'masterOfAlfa' | 'platform') =>
  (await portal.as(who).ask(readConfig, {})).body

afterEach(() => hide())

describe('settings of the platform', () => {
  it('Z1: refuse everybody except the platform’s staff', async () => {
    const { version } = (await platform().ask(readPlatform, {})).body
    for (const who of ['masterOfAlfa', 'adminOfNorte', 'userOfNorte'] as const) {
      const asker = portal.as(who)
      expect((await asker.ask(readPlatform, {})).status).toBe(403)
      expect((await asker.ask(updatePlatform, { version, hidden_menu: ['user'] })).status).toBe(403)
      expect((await asker.ask(readConfig, {})).body.routes).not.toContain('platform')
    }
  })

  it('Z1: hide screens immediately in the open sessions of all business units', async () => {
    const inside = portal.as({ token: await portal.tokenOf(masterInNorte), host: masterInNorte.host })
    const askers = [portal.as('adminOfNorte'), portal.as('adminOfLeste'), inside]
    const keys = () =>
      Promise.all(
        askers.map(async (asker) => {
          const { status, raw } = await asker.ask(listUsers, {})
          return status === 200 ? 200 : raw.key
        }),
      )
    expect(await keys()).toEqual([200, 200, 200])
    await hide('user', 'themes', 'whitelabels')
    expect(await keys()).toEqual(Array.from({ length: 3 }, () => 'no_page_permission'))
    expect((await portal.as('masterOfAlfa').ask(readTheme, {})).raw.key).toBe('no_page_permission')
    expect((await menuOf('adminOfNorte')).routes).not.toContain('user')
    await hide()
    expect(await keys()).toEqual([200, 200, 200])
  })

  it('tell all open pages by one event that hidden screens changed, and only then', async () => {
    const news: unknown[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text)),
      onEnd: () => undefined,
    })
    await hide('tags')
    await hide('tags')
    const { version } = (await platform().ask(partnerCalls.read, { id: partners.alfa.id })).body
    for (const [changes, base] of [
      [{ hidden_menu: ['audit'] }, version],
      [{ hidden_menu: [], name: 'Alfa' }, version + 1],
      [{ hidden_menu: [], name: 'Alfa & Filhos' }, version + 2],
    ] as const)
      await platform().ask(partnerCalls.update, {
        id: partners.alfa.id,
        version: base,
        ...changes,
        hidden_menu: [...changes.hidden_menu],
      })
    const last: LiveEvent = { kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [] }
    await portal.platform((db) => announce(db, last))
    await vi.waitFor(() => expect(news).toContainEqual(last))
    await listening.close()
    const changed = (partnerId: string | null) => ({
      kind: 'place_changed',
      what: 'settings',
      tenantId: null,
      partnerId,
    })
    const every = { ...changed(null), everywhere: true }
    expect(news).toEqual([every, changed(partners.alfa.id), changed(partners.alfa.id), last])
  })

  it('apply to later sessions, in addition to the screens that partner and business unit hide', async () => {
    await hide('audit')
    await portal.platform(async (db) => {
      await db
        .updateTable('partners')
        .set({ hidden_menu: ['tags'] })
        .where('id', '=', partners.alfa.id)
        .execute()
      await db
        .updateTable('tenants')
        .set({ hidden_menu: ['shifts'] })
        .where('id', '=', tenants.norte.id)
        .execute()
    })
    const late = portal.as({ token: await portal.tokenOf(people.otherUserOfNorte), host: 'norte.localhost' })
    expect((await late.ask(readConfig, {})).body.hidden_menu).toEqual(['audit', 'tags', 'shifts'])
    expect((await menuOf('masterOfAlfa')).hidden_menu).toEqual(['audit', 'tags'])
  })

  it('hide nothing from the platform’s own staff', async () => {
    await hide('audit', 'mails', 'status')
    expect(await menuOf('platform')).toMatchObject({ hidden_menu: [] })
    expect((await menuOf('platform')).routes).toEqual(expect.arrayContaining(['audit', 'mails', 'status', 'platform']))
  })

  it('D2, D5: refuse a stale version, and write an audit entry', async () => {
    const { version } = (await platform().ask(readPlatform, {})).body
    const change = (hidden_menu: SentOf<typeof updatePlatform>['hidden_menu']) =>
      platform().ask(updatePlatform, { version, hidden_menu })
    expect((await change(['tags'])).status).toBe(200)
    const stale = await change(['user'])
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    expect((await platform().ask(readPlatform, {})).body.hidden_menu).toEqual(['tags'])
    const [entry] = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'changes'])
        .where('event', '=', 'platform.updated')
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toEqual({ actor_id: people.platform.id, changes: { hidden_menu: ['', 'tags'] } })
  })

  it('A8: maintenance refuses everybody but the platform’s staff, in open sessions and at sign-in', async () => {
    const inside = portal.as({ token: await portal.tokenOf(masterInNorte), host: masterInNorte.host })
    const keep = async (maintenance: 'S' | 'N') => {
      const { version, hidden_menu } = (await platform().ask(readPlatform, {})).body
      const change = { version, hidden_menu: hidden_menu as [], maintenance }
      expect((await platform().ask(updatePlatform, change)).status).toBe(200)
    }
    const askers = [portal.as('adminOfNorte'), portal.as('userOfNorte'), portal.as('masterOfAlfa'), inside]
    const answers = () =>
      Promise.all(
        askers.map(async (asker) => {
          const { status, raw } = await asker.ask(readConfig, {})
          return status === 200 ? 200 : raw['status']
        }),
      )
    expect(await answers()).toEqual([200, 200, 200, 200])
    await keep('S')
    try {
      expect(await answers()).toEqual(Array.from({ length: 4 }, () => 'maitenance'))
      await expect(portal.tokenOf(people.otherUserOfNorte)).rejects.toThrow('maitenance')
      expect((await platform().ask(readConfig, {})).status).toBe(200)
    } finally {
      await keep('N')
    }
    expect(await answers()).toEqual([200, 200, 200, 200])
  })

  it('refuse to hide the dashboard and the screens that manage hidden screens', async () => {
    const { version } = (await platform().ask(readPlatform, {})).body
    for (const screen of ['', 'platform', 'partners', 'companies', 'nothing'])
      expect((await platform().ask(updatePlatform, { version, hidden_menu: [screen] } as never)).status).toBe(400)
  })
})

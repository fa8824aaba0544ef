import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { playlists as limits } from '#catalogue/limits.ts'
import { routes as allRoutes } from '#apps/server/testing/probes.ts'
import { pathOfCall, type SentOf } from '#platform/contract/call.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { channel } from '#platform/server/live/announce.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { listAudit } from '#features/operations/audit/contract.ts'
import { logout, logPresence, readConfig, refreshToken } from '#features/identity/sessions/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { acceptTerm, listDueTerms, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { shiftCalls } from '#features/organisation/shifts/contract.ts'
import { readUser, updateUser } from '#features/people/users/contract.ts'
import { checkExists, logView, openReport } from '#features/reports/view/contract.ts'
import {
  addScreen,
  beginPairing,
  checkPairing,
  listPlayable,
  listReportPages,
  listScreens,
  listSlideColumns,
  loginPlaylist,
  openSlide,
  pairScreen,
  playlistCalls,
  readPlaying,
  reloadScreen,
  removeScreen,
  renewSlide,
  reportPlaying,
  takeOver,
} from '../contract.ts'

const portal = testPortal({ reports: true, config: { trustedProxies: ['127.0.0.1'] } })
const [resellers, products, overview] = published.reports
const tenant_id = tenants.norte.id
const { host } = people.adminOfNorte
const admin = () => portal.as('adminOfNorte')

type Item = SentOf<typeof playlistCalls.add>['items'][number]
const item = (report_id: string, more: Partial<Item> = {}): Item => ({
  id: randomUUID(),
  report_id,
  page: null,
  page_name: null,
  seconds: 30,
  repetitions: 1,
  filters: [],
  hours: [],
  ...more,
})

type Fields = SentOf<typeof playlistCalls.add>
let count = 0
const fields = (more: Partial<Fields> = {}): Fields => {
  count += 1
  return { name: `Playlist ${count}`, description: null, items: [], user_ids: [], group_ids: [], ...more }
}

async function added(more: Partial<Fields> = {}): Promise<string> {
  const { status, body } = await admin().ask(playlistCalls.add, fields(more))
  expect(status).toBe(200)
  return body.id
}

const grant = (user_id: string, report_id: string, roles: string[]) =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({ tenant_id, report_id, user_id, roles })
      .onConflict((c) => c.doNothing())
      .execute(),
  )

/** Adds a screen to the playlist. Returns it with the token of its link. */
async function linked(playlist_id: string, name = 'Recepção') {
  const { status, body } = await admin().ask(addScreen, { playlist_id, name })
  expect(status).toBe(200)
  return body
}

/** Adds a screen and signs it in. */
async function screenOf(playlist_id: string, name?: string) {
  const link = await linked(playlist_id, name)
  const { status, body } = await anybody().ask(loginPlaylist, { token: link.token })
  expect(status).toBe(200)
  return { link, body, as: portal.as({ token: body.token, host }) }
}

const anybody = (onHost = host) => portal.as({ token: null, host: onHost })

beforeAll(async () => {
  // The administrator owns the playlists and sees all rows of the company.
  await grant(people.adminOfNorte.id, resellers, ['Company'])
  await grant(people.adminOfNorte.id, products, ['Company'])
  await grant(seller.id, resellers, ['Salesperson'])
})

describe('playlists', () => {
  it('keeps items, grants and owner, and reads them back with names', async () => {
    const items = [
      item(resellers, { seconds: 45, repetitions: 2, hours: [{ day: 'MONDAY', from: '08:00', to: '18:00' }] }),
      item(products, { filters: [{ table: 'Product', column: 'Color', values: ['Red'] }] }),
    ]
    const id = await added({ items, user_ids: [seller.id] })
    const { body, raw } = await admin().ask(playlistCalls.read, { id })
    expect(raw['items']).toEqual(items)
    expect(body.items.map(({ hours }) => hours)).toEqual([[{ day: 1, from: '08:00', to: '18:00' }], []])
    expect(body.owner).toBe(people.adminOfNorte.name)
    expect(Object.keys(body.reports).toSorted()).toEqual([resellers, products].toSorted())
    expect(body.people.map((person) => person.id)).toEqual([seller.id])
    expect(body.can).toEqual(['update', 'remove'])
    const changed = { id, version: 1, items: items.toReversed(), user_ids: [manager.id] }
    expect((await admin().ask(playlistCalls.update, changed)).status).toBe(200)
    const after = (await admin().ask(playlistCalls.read, { id })).body
    expect(after.items.map(({ report_id }) => report_id)).toEqual([products, resellers])
    expect(after.people.map((person) => person.id)).toEqual([manager.id])
    expect((await admin().ask(playlistCalls.update, { id, version: 1, name: 'Velha' })).raw['key']).toBe(
      'stale_version',
    )
  })

  it('writes changes to the audit trail, and nothing for an update without a change', async () => {
    const id = await added({ name: 'Auditada' })
    const { version } = (await admin().ask(playlistCalls.read, { id })).body
    await admin().ask(playlistCalls.update, { id, version, name: 'Auditada', user_ids: [] })
    await admin().ask(playlistCalls.update, { id, version, name: 'Auditada 2' })
    await admin().ask(playlistCalls.remove, { id })
    const { body } = await admin().ask(listAudit, { search: 'Auditada' })
    expect(body.data.map(({ event }) => event)).toEqual(['playlist.removed', 'playlist.updated', 'playlist.added'])
  })

  it('T2: refuses reports, people and groups of another business unit', async () => {
    const foreign = await portal.platform(async (db) => {
      const { id } = await db
        .insertInto('user_groups')
        .values({ tenant_id: tenants.leste.id, name: 'Leste' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    const calls = [
      fields({ items: [item(randomUUID())] }),
      fields({ user_ids: [people.userOfLeste.id] }),
      fields({ group_ids: [foreign] }),
    ]
    for (const wrong of calls) expect((await admin().ask(playlistCalls.add, wrong)).status).toBe(404)
  })

  it('refuses overlapping hours, items with the same id, and durations outside the bounds', async () => {
    const day = { day: 'MONDAY' as const, from: '08:00', to: '12:00' }
    const overlapping = item(resellers, { hours: [day, { ...day, from: '11:00', to: '13:00' }] })
    const same = item(resellers)
    const wrong = [
      [overlapping],
      [same, same],
      [item(resellers, { seconds: 4 })],
      [item(resellers, { repetitions: 0 })],
    ]
    for (const items of wrong) {
      const { status, raw } = await admin().ask(playlistCalls.add, fields({ items }))
      expect([status, Object.keys(raw['errors'] as object)[0]?.split('.')[0]]).toEqual([400, 'items'])
    }
  })

  it('keeps the other items when a report is removed, and does not play it', async () => {
    const gone = await portal.platform((db) => publishInto(db, tenants.norte, published.subgroup))
    const items = [item(gone), item(resellers)]
    const id = await added({ items })
    await portal.platform((db) => db.deleteFrom('reports').where('id', '=', gone).execute())
    const playing = await admin().ask(readPlaying, { playlist_id: id })
    expect(playing.body.items.map(({ report_id }) => report_id)).toEqual([resellers])
    const renamed = await admin().ask(playlistCalls.update, { id, version: 1, name: 'Sem um', items })
    expect(renamed.status).toBe(200)
  })

  it('lists the pages of a report, as its service names them', async () => {
    const { status, body } = await admin().ask(listReportPages, { report_id: resellers })
    expect(status).toBe(200)
    expect(body.map(({ display_name }) => display_name)).toContain('Vendedores')
  })

  it('lists the columns that a filter of an item may name, from the service of its report', async () => {
    const { status, body } = await admin().ask(listSlideColumns, { report_id: resellers })
    expect(status).toBe(200)
    expect(body.data).toContainEqual({ table: 'Reseller', column: 'Reseller', kind: 'text' })
  })

  it('lists no columns of a report whose service refuses them, and none of another business unit', async () => {
    // The service does not know the report.
    const report_id = await portal.platform(async (db) => {
      const source = db.selectFrom('reports').select('workspace_id').where('id', '=', resellers)
      return publishInto(db, tenants.norte, published.subgroup, await source.executeTakeFirstOrThrow())
    })
    expect((await admin().ask(listSlideColumns, { report_id })).body.data).toEqual([])
    expect((await admin().ask(listSlideColumns, { report_id: randomUUID() })).status).toBe(404)
    expect((await portal.as('adminOfLeste').ask(listSlideColumns, { report_id: resellers })).status).toBe(404)
    expect((await portal.as(seller).ask(listSlideColumns, { report_id: resellers })).status).toBe(403)
  })

  it('Z1: a reader neither manages playlists nor connects screens', async () => {
    const id = await added()
    const reader = portal.as(seller)
    const calls = [
      await reader.ask(playlistCalls.list, {}),
      await reader.ask(playlistCalls.add, fields()),
      await reader.ask(playlistCalls.update, { id, version: 1, name: 'Minha' }),
      await reader.ask(playlistCalls.remove, { id }),
      await reader.ask(addScreen, { playlist_id: id, name: 'Minha' }),
      await reader.ask(takeOver, { id }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })
})

describe('playing as a person', () => {
  it('offers the playlists that are granted, directly or through a group', async () => {
    const group = await portal.platform(async (db) => {
      const { id } = await db
        .insertInto('user_groups')
        .values({ tenant_id, name: 'Recepção' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('user_group_members').values({ tenant_id, group_id: id, user_id: manager.id }).execute()
      return id
    })
    const direct = await added({ user_ids: [seller.id] })
    const byGroup = await added({ group_ids: [group] })
    const idsOf = async (person: typeof seller) =>
      (await portal.as(person).ask(listPlayable, {})).body.data.map(({ id }) => id)
    expect(await idsOf(seller)).toContain(direct)
    expect(await idsOf(seller)).not.toContain(byGroup)
    expect(await idsOf(manager)).toContain(byGroup)
    expect(await idsOf(manager)).not.toContain(direct)
    expect((await portal.as(manager).ask(readPlaying, { playlist_id: direct })).status).toBe(404)
    expect((await portal.as('adminOfLeste').ask(readPlaying, { playlist_id: direct })).status).toBe(404)
  })

  it('Z4: shows only the items whose report the person may open, and opens no other one', async () => {
    const items = [item(resellers), item(products)]
    const id = await added({ items, user_ids: [seller.id] })
    const { body } = await portal.as(seller).ask(readPlaying, { playlist_id: id })
    expect(body.items.map(({ report_id }) => report_id)).toEqual([resellers])
    const open = (index: number) =>
      portal.as(seller).ask(openSlide, { playlist_id: id, item_id: items[index]?.id ?? '' })
    expect((await open(0)).status).toBe(200)
    expect((await open(1)).status).toBe(404)
    expect((await portal.as(seller).ask(openSlide, { playlist_id: id, item_id: randomUUID() })).status).toBe(404)
  })

  it('opens a slide with the size and orientation that the publisher set', async () => {
    const items = [item(resellers)]
    const slide = { playlist_id: await added({ items }), item_id: items[0]?.id ?? '' }
    const size = async (recommended_resolution: string | null) => {
      await portal.platform((db) =>
        db.updateTable('reports').set({ recommended_resolution }).where('id', '=', resellers).execute(),
      )
      return (await admin().ask(openSlide, slide)).body.recommended_resolution
    }
    expect([await size('2560x1440'), await size(null)]).toEqual(['2560x1440', null])
  })

  it('Z4: the end of a report’s grant takes the item out at once', async () => {
    const items = [item(resellers)]
    const id = await added({ items, user_ids: [manager.id] })
    await grant(manager.id, resellers, ['Manager'])
    const slide = { playlist_id: id, item_id: items[0]?.id ?? '' }
    expect((await portal.as(manager).ask(openSlide, slide)).status).toBe(200)
    await portal.platform((db) => db.deleteFrom('report_grants').where('user_id', '=', manager.id).execute())
    expect((await portal.as(manager).ask(readPlaying, { playlist_id: id })).body.items).toEqual([])
    expect((await portal.as(manager).ask(openSlide, slide)).status).toBe(404)
    expect((await portal.as(manager).ask(renewSlide, slide)).status).toBe(404)
  })
})

describe('the list of playlists', () => {
  it('can be the page on which people land', async () => {
    const { body } = await admin().ask(readSettings, {})
    const landing = async () => (await admin().ask(readConfig, {})).body.intended
    const home = { home_page: 'playlists', enable: 'S', version: body.version } as const
    expect((await admin().ask(updateSettings, home)).status).toBe(200)
    expect(await landing()).toBe('/playlists')
    await admin().ask(updateSettings, { home_page: 'dashboard', enable: 'N', version: body.version + 1 })
    expect(await landing()).toBe('/')
  })
})

describe('the screen of a playlist', () => {
  it('E5: signs in with its link as the owner, and shows its own playlist only', async () => {
    const items = [item(resellers), item(products)]
    const id = await added({ items })
    const other = await added({ items: [item(overview)] })
    const { body, as } = await screenOf(id)
    expect(body).toMatchObject({ intended: '/playlist/view', playlist_id: id, tenant_id })
    expect(body.user).toMatchObject({ id: people.adminOfNorte.id, auth_type: 'playlist' })
    const playing = await as.ask(readPlaying, {})
    expect(playing.body.items.map(({ report }) => report)).toHaveLength(2)
    expect((await as.ask(readPlaying, { playlist_id: id })).status).toBe(200)
    expect((await as.ask(readPlaying, { playlist_id: other })).status).toBe(404)
    const slide = await as.ask(openSlide, { item_id: items[0]?.id ?? '' })
    expect([slide.status, slide.body.kind]).toEqual([200, 'local'])
    expect((await as.ask(renewSlide, { item_id: items[1]?.id ?? '' })).status).toBe(200)
    const config = await as.ask(readConfig, {})
    expect(config.body.can.toSorted()).toEqual(['playlist.play', 'report.view_log', 'session.use'])
  })

  it('E5: gets neither the name nor the e-mail of its owner; its watermark names the screen', async () => {
    const items = [item(resellers)]
    const { body, as } = await screenOf(await added({ items }), 'Recepção')
    const setText = (watermark_text: string | null) =>
      portal.platform((db) =>
        db
          .updateTable('settings')
          .set({ watermark: true, watermark_text })
          .where('tenant_id', '=', tenant_id)
          .execute(),
      )
    await setText('{{name}} {{email}} {{date}}')
    try {
      const answers = [
        body,
        (await as.ask(readConfig, {})).raw,
        (await as.ask(readPlaying, {})).raw,
        (await as.ask(openSlide, { item_id: items[0]?.id ?? '' })).raw,
        (await as.ask(reportPlaying, { item_id: null })).raw,
        (await as.ask(logPresence, { active: 'S', rota: '/playlist/view' })).raw,
      ]
      const { name, email } = people.adminOfNorte
      for (const answer of answers) {
        expect(JSON.stringify(answer)).not.toContain(name)
        expect(JSON.stringify(answer)).not.toContain(email)
      }
      expect(answers[3]).toMatchObject({ watermark_text: 'Recepção Recepção {{date}}' })
    } finally {
      await portal.platform((db) =>
        db.updateTable('settings').set({ watermark: false, watermark_text: null }).execute(),
      )
    }
  })

  it('E5: is asked for no terms that its owner has not accepted, and accepts none', async () => {
    const items = [item(resellers)]
    const { as } = await screenOf(await added({ items }))
    const texts = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
    const written = { body: texts('Termo'), condition: 'mandatory', active: 'S' } as const
    const ids: string[] = []
    for (const placed of [
      { place: 'report', report_id: resellers },
      { place: 'after_login', report_id: null },
    ] as const) {
      const term = { ...written, title: texts(placed.place), ...placed }
      const { body } = await portal.as(masterInNorte).ask(userTermCalls.add, term)
      expect((await portal.as(masterInNorte).ask(publishTerm, { id: body.id, version: 1 })).status).toBe(200)
      ids.push(body.id)
    }
    try {
      expect((await portal.as(seller).ask(readConfig, {})).body.terms).toHaveLength(1)
      expect((await as.ask(readConfig, {})).body.terms).toEqual([])
      expect((await as.ask(openSlide, { item_id: items[0]?.id ?? '' })).status).toBe(200)
      expect((await as.ask(listDueTerms, { report_id: resellers })).raw.status).toBe('no_access')
      for (const id of ids) expect((await as.ask(acceptTerm, { id, version: 1 })).raw.status).toBe('no_access')
    } finally {
      await portal.platform((db) => db.deleteFrom('user_terms').execute())
    }
  })

  it('E5: gets no data about other business units of its owner', async () => {
    const elsewhere = { tenant_id: tenants.sul.id, user_id: people.adminOfNorte.id, profile: 'user' }
    await portal.platform((db) => db.insertInto('memberships').values(elsewhere).execute())
    const { as } = await screenOf(await added())
    const unitsOf = async (person: typeof as) =>
      (await person.ask(readConfig, {})).body.companies.map((unit) => unit.tenant_id)
    expect((await unitsOf(admin())).toSorted()).toEqual([tenant_id, tenants.sul.id].toSorted())
    expect(await unitsOf(as)).toEqual([tenant_id])
    await portal.platform((db) =>
      db
        .deleteFrom('memberships')
        .where('tenant_id', '=', elsewhere.tenant_id)
        .where('user_id', '=', elsewhere.user_id)
        .execute(),
    )
  })

  it('E5: may call nothing but the calls of playing and of its session', async () => {
    const { as } = await screenOf(await added({ items: [item(resellers)] }))
    const open: string[] = []
    let refused = 0
    for (const { call } of allRoutes.filter((route) => route.call.access !== 'anyone')) {
      const inQuery = call.method === 'GET' || call.method === 'DELETE'
      const { status } = await as.send({
        method: call.method,
        url: pathOfCall(call),
        ...(inQuery ? {} : { body: {} }),
      })
      if (status === 403) refused += 1
      else open.push(call.path)
    }
    process.stdout.write(`a screen: ${open.length} calls open (${open.toSorted().join(', ')}), ${refused} refused\n`)
    expect(open.toSorted()).toEqual(
      [
        'auth/config',
        'auth/log/report/page/view',
        'auth/playlists/beat',
        'auth/playlists/play',
        'auth/playlists/slide/open',
        'auth/playlists/slide/token',
        'auth/report_view/check/exist/report',
        'refresh/log/auth',
        'timezone/all',
      ].toSorted(),
    )
    expect(refused).toBeGreaterThan(150)
    expect((await as.ask(openReport, { reportId: resellers })).status).toBe(403)
  })

  it('E5: logs views of its own reports only, and gets no data about other reports', async () => {
    const { as } = await screenOf(await added({ items: [item(resellers)] }))
    const view = (reportId: string) =>
      as.ask(logView, { reportId, view_id: randomUUID(), event: 'opened', origem: 'playlist' })
    expect((await view(resellers)).status).toBe(200)
    expect((await view(products)).status).toBe(404)
    expect((await as.ask(checkExists, { reportId: resellers })).body.status).toBe(true)
    expect((await as.ask(checkExists, { reportId: products })).body.status).toBe(false)
  })

  it('E3: stores the token’s hash only, and never answers it again', async () => {
    const id = await added()
    const { token } = await linked(id)
    const screens = await admin().ask(listScreens, { playlist_id: id })
    expect(JSON.stringify(screens.raw)).not.toContain(token)
    const trail = await admin().ask(listAudit, { search: 'Playlist' })
    expect(JSON.stringify(trail.raw)).not.toContain(token)
    const [row] = await portal.platform((db) =>
      db.selectFrom('playlist_screens').selectAll().where('playlist_id', '=', id).execute(),
    )
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.token_hash).toHaveLength(32)
  })

  it('E5: an unknown, a removed and a foreign link have one answer', async () => {
    const id = await added()
    const { id: screen, token } = await linked(id)
    const answers = [
      await anybody().ask(loginPlaylist, { token: 'n'.repeat(43) }),
      await anybody(people.adminOfLeste.host).ask(loginPlaylist, { token }),
      await anybody('localhost').ask(loginPlaylist, { token }),
    ]
    await admin().ask(removeScreen, { id: screen })
    answers.push(await anybody().ask(loginPlaylist, { token }))
    expect(answers.map(({ status, raw }) => [status, raw['key']])).toEqual(
      answers.map(() => [401, 'unauthorized_access']),
    )
  })

  it('E5: removing the screen, the playlist or the owner ends its session, with a live event', async () => {
    const heard: string[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => {
        if (text.includes('playlist_revoked')) heard.push(text)
      },
      onEnd: () => undefined,
    })
    const id = await added({ items: [item(resellers)] })
    const [first, second] = [await screenOf(id, 'Um'), await screenOf(id, 'Dois')]
    await admin().ask(removeScreen, { id: first.link.id })
    expect((await first.as.ask(readPlaying, {})).status).toBe(401)
    expect((await second.as.ask(readPlaying, {})).status).toBe(200)
    expect((await first.as.ask(refreshToken, {})).status).toBe(401)
    await admin().ask(playlistCalls.remove, { id })
    expect((await second.as.ask(readPlaying, {})).status).toBe(401)
    await expect.poll(() => heard.length).toBe(2)
    await listening.close()
  })

  it('E5: the owner’s state, allowed IP addresses and hours apply to a screen, at its sign-in and at every call', async () => {
    const owner = await portal.platform(async (db) => {
      const id = randomUUID()
      await db
        .insertInto('users')
        .values({ id, email: `${id}@example.com`, name: 'Dora Dona', home_tenant_id: tenant_id })
        .execute()
      await db.insertInto('memberships').values({ tenant_id, user_id: id, profile: 'user' }).execute()
      return id
    })
    const id = await added({ items: [item(resellers)] })
    const { link, as } = await screenOf(id)
    await portal.platform((db) => db.updateTable('playlists').set({ owner_id: owner }).where('id', '=', id).execute())
    // Another owner: the session of the former one has ended.
    expect((await as.ask(readPlaying, {})).status).toBe(401)
    const signIn = () => anybody().ask(loginPlaylist, { token: link.token })
    const begun = await signIn()
    const present = portal.as({ token: begun.body.token, host })
    // The new owner may open nothing, so the screen shows nothing.
    expect((await present.ask(readPlaying, {})).body.items).toEqual([])

    const person = (await admin().ask(readUser, { id: owner })).body
    await admin().ask(updateUser, { id: owner, version: person.version, state: 'B' })
    expect((await present.ask(readPlaying, {})).status).toBe(401)
    expect((await signIn()).raw['key']).toBe('user_blocked')
    const blocked = (await admin().ask(readUser, { id: owner })).body
    const names = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
    const day = names[(new Date().getUTCDay() + 3) % 7] ?? 'SUNDAY'
    const shift = await admin().ask(shiftCalls.add, {
      name: 'Outro dia',
      hours: [{ day, from: '00:00', to: '00:01' }],
    })
    const away = await admin().ask(updateUser, {
      id: owner,
      version: blocked.version,
      state: 'A',
      shift_id: shift.body.id,
    })
    expect(away.status).toBe(200)
    expect((await signIn()).raw['key']).toBe('hours_no_allowed')
    const ownerRecord = (await admin().ask(readUser, { id: owner })).body
    await admin().ask(updateUser, { id: owner, version: ownerRecord.version, shift_id: null })
    expect((await signIn()).status).toBe(200)

    const settings = (await admin().ask(readSettings, {})).body
    const closed = { listIp: ['198.51.100.0/24'], confirm: 'S' as const }
    expect((await portal.as(masterInNorte).ask(updateSettings, { version: settings.version, ...closed })).status).toBe(
      200,
    )
    expect((await signIn()).raw['key']).toBe('ip_no_allowed')
    const after = (await portal.as(masterInNorte).ask(readSettings, {})).body
    await portal.as(masterInNorte).ask(updateSettings, { version: after.version, listIp: [] })

    // Without its owner the playlist has no rights to use, so its links are refused.
    await portal.platform((db) => db.deleteFrom('memberships').where('user_id', '=', owner).execute())
    expect((await signIn()).status).toBe(401)
  })

  it('Z3: only the owner connects screens; another manager takes over first, and the screens sign in again', async () => {
    const id = await added({ items: [item(resellers)] })
    const { link, as } = await screenOf(id)
    const second = await portal.platform(async (db) => {
      await db.updateTable('memberships').set({ profile: 'admin' }).where('user_id', '=', manager.id).execute()
      return manager
    })
    const other = portal.as(second)
    expect((await other.ask(addScreen, { playlist_id: id, name: 'Minha' })).raw['key']).toBe('playlist_not_owner')
    expect((await other.ask(takeOver, { id })).status).toBe(200)
    expect((await as.ask(readPlaying, {})).status).toBe(401)
    expect((await other.ask(addScreen, { playlist_id: id, name: 'Minha' })).status).toBe(200)
    const again = await anybody().ask(loginPlaylist, { token: link.token })
    expect(again.body.user.id).toBe(second.id)
    // Staff have no membership here.
    expect((await portal.as(masterInNorte).ask(takeOver, { id })).raw['key']).toBe('playlist_owner_outside')
    await portal.platform((db) =>
      db.updateTable('memberships').set({ profile: 'user' }).where('user_id', '=', manager.id).execute(),
    )
  })

  it('does not count among the owner’s sessions, and is not a sign-in of the owner', async () => {
    const id = await added()
    const signedIn = () =>
      portal.platform((db) =>
        db
          .selectFrom('memberships')
          .select('last_sign_in_at')
          .where('user_id', '=', people.adminOfNorte.id)
          .executeTakeFirst(),
      )
    const before = await signedIn()
    const { link } = await screenOf(id)
    for (let turn = 0; turn < 25; turn += 1) {
      expect((await anybody().ask(loginPlaylist, { token: link.token })).status).toBe(200)
    }
    expect(await signedIn()).toEqual(before)
    expect((await admin().ask(playlistCalls.list, {})).status).toBe(200)
  })
})

describe('pairing of a screen', () => {
  it('connects the screen that shows the code; the person never sees its token', async () => {
    const id = await added({ items: [item(resellers)] })
    const { body: pairing } = await anybody().ask(beginPairing, {})
    expect(pairing.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    const pollStatus = async () => (await anybody().ask(checkPairing, { token: pairing.token })).body.status
    expect(await pollStatus()).toBe('waiting')
    expect((await anybody().ask(loginPlaylist, { token: pairing.token })).status).toBe(401)
    const typed = pairing.code.toLowerCase().replace('-', ' ')
    const paired = await admin().ask(pairScreen, { playlist_id: id, name: 'TV', code: typed })
    expect(paired.status).toBe(200)
    expect(JSON.stringify(paired.raw)).not.toContain(pairing.token)
    expect(await pollStatus()).toBe('paired')
    expect((await anybody().ask(loginPlaylist, { token: pairing.token })).body.playlist_id).toBe(id)
    // The code is used up.
    const again = await admin().ask(pairScreen, { playlist_id: id, name: 'TV 2', code: pairing.code })
    expect([again.status, again.raw['key']]).toEqual([400, 'playlist_code_unknown'])
  })

  it('T2: a code of another business unit, and an expired one, are unknown', async () => {
    const id = await added()
    const { body: foreign } = await anybody(people.adminOfLeste.host).ask(beginPairing, {})
    const { body: old } = await anybody().ask(beginPairing, {})
    await portal.platform((db) =>
      db
        .updateTable('playlist_pairings')
        .set({ expires_at: sql<Date>`now() - interval '1 second'` })
        .where('code', '=', old.code.replace('-', ''))
        .execute(),
    )
    for (const code of [foreign.code, old.code]) {
      const { raw } = await admin().ask(pairScreen, { playlist_id: id, name: 'TV', code })
      expect(raw['key']).toBe('playlist_code_unknown')
    }
    expect((await anybody().ask(checkPairing, { token: old.token })).body.status).toBe('expired')
    expect((await anybody('localhost').ask(beginPairing, {})).status).toBe(404)
  })

  it('V3: one network that asks for many codes does not keep the screens of other networks out', async () => {
    const beginFrom = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return (await anybody().send({ method: 'POST', url: `/api/${beginPairing.path}`, headers })).status
    }
    const statuses: number[] = []
    for (let begun = 0; begun <= limits.pairing.waitingOfNetwork; begun += 1) {
      statuses.push(await beginFrom(`2001:db8:7:${begun}::1`))
    }
    expect(statuses.slice(0, -1)).toEqual(Array(limits.pairing.waitingOfNetwork).fill(200))
    expect(statuses.at(-1)).toBe(429)
    expect(await beginFrom('2001:db8:8::1')).toBe(200)
  })

  it('Z8: one of twenty managers who type a code at the same moment gets the screen', async () => {
    const id = await added()
    const { body: pairing } = await anybody().ask(beginPairing, {})
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin().ask(pairScreen, { playlist_id: id, name: `TV ${index}`, code: pairing.code }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a running screen', () => {
  it('reports the item that it shows, receives changes, and is asked to reload', async () => {
    const items = [item(resellers)]
    const id = await added({ items })
    const { as, link } = await screenOf(id)
    const beat = (item_id: string | null) => as.ask(reportPlaying, { item_id })
    expect((await beat(items[0]?.id ?? '')).body).toEqual({ version: 1, reload_asked_at: null })
    const { body } = await admin().ask(listScreens, { playlist_id: id })
    expect(body.data[0]).toMatchObject({
      name: 'Recepção',
      playing: true,
      shows: 'Desempenho de revendas',
      paired: false,
    })
    await admin().ask(playlistCalls.update, { id, version: 1, description: 'Mudou' })
    await admin().ask(reloadScreen, { id: link.id })
    const after = (await beat(null)).body
    expect(after.version).toBe(2)
    expect(after.reload_asked_at).toBeInstanceOf(Date)
  })

  it('E3: plays for 24 hours, and renews its session only after the answer that the token has expired', async () => {
    const items = [item(resellers)]
    const id = await added({ items })
    const begun = await screenOf(id)
    let { as } = begun
    let { token } = begun.body
    const refusals: unknown[] = []
    const hoursLeft: number[] = []
    for (let minute = 0; minute < 24 * 60; minute += 20) {
      await elapse(token, 20)
      const slide = { item_id: items[0]?.id ?? '' }
      const first = await as.ask(openSlide, slide)
      if (first.status !== 200) {
        refusals.push([first.status, first.raw['status'], first.raw['key']])
        const { body } = await as.ask(refreshToken, {})
        hoursLeft.push((body.expires_at.getTime() - Date.now()) / 3_600_000)
        token = body.token
        as = portal.as({ token, host })
      }
      const openedSlide = first.status === 200 ? first : await as.ask(openSlide, slide)
      expect(openedSlide.status).toBe(200)
      expect(openedSlide.body.ends_in_ms).toBeGreaterThan(30_000)
      expect((await as.ask(reportPlaying, { item_id: null })).status).toBe(200)
    }
    // A session lasts eight hours: it ended after 8 and after 16 hours.
    expect(refusals.length).toBeGreaterThanOrEqual(2)
    expect(refusals).toEqual(refusals.map(() => [401, 'expired_token', 'expired_token']))
    expect(Math.min(...hoursLeft)).toBeGreaterThan(7)
    process.stdout.write(`24 hours: ${refusals.length} renewals of the session\n`)
  })

  it('E3: may renew hours after its end, and no longer than a day', async () => {
    const id = await added()
    const late = await screenOf(id, 'Tarde')
    await elapse(late.body.token, 20 * 60)
    expect((await late.as.ask(readPlaying, {})).raw['key']).toBe('expired_token')
    expect((await late.as.ask(refreshToken, {})).status).toBe(200)
    const gone = await screenOf(id, 'Nunca')
    await elapse(gone.body.token, 33 * 60)
    expect((await gone.as.ask(refreshToken, {})).status).toBe(401)
  })

  it('E5: a screen that signed out or was revoked does not renew', async () => {
    const { as } = await screenOf(await added())
    await as.ask(logout, {})
    expect((await as.ask(refreshToken, {})).status).toBe(401)
  })
})

/** Time passes for one session: its instants go back, which is the same as a clock that goes on. */
async function elapse(token: string, minutes: number): Promise<void> {
  await portal.platform((db) =>
    sql`
      update sessions set created_at = created_at - ${`${minutes} minutes`}::interval,
             expires_at = expires_at - ${`${minutes} minutes`}::interval, last_seen_at = last_seen_at - ${`${minutes} minutes`}::interval
       where id = (select session_id from session_tokens where token_hash = ${hashToken(token)})`.execute(db),
  )
}

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { logoutReports } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, type Person, people, tenants } from '#testing/world.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { readPlatform, updatePlatform } from '#features/organisation/platform-settings/contract.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { readTenant, removeTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { readTheme, updateTheme } from '#features/organisation/themes/contract.ts'
import { chooseLanguage, logLogoutEvent, logPresence, logout, readConfig, refreshToken } from '../contract.ts'

const portal = testPortal()
const bearer = (who: Person, token: string) => portal.as({ token, host: who.host })
const fresh = async (who: Person) => {
  const token = await portal.tokenOf(who)
  return { token, asker: bearer(who, token) }
}
const user = people.userOfNorte
const statusOf = async (asker: ReturnType<typeof bearer>) => {
  const { status, raw } = await asker.ask(readConfig, {})
  return [status, raw.status]
}

/** Makes all sessions of a person older by this number of minutes. */
const age = (who: Person, minutes: number, column: 'last_seen_at' | 'expires_at') =>
  portal.platform((db) =>
    sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(mins => ${minutes}) where user_id = ${who.id} and ended_at is null`.execute(
      db,
    ),
  )

describe('a session', () => {
  it('gives the portal’s frame the person, the business unit, the screens and the permissions', async () => {
    const { body } = await portal.as('adminOfNorte').ask(readConfig, {})
    expect(body.companies).toEqual([
      { tenant_id: tenants.norte.id, name: 'Norte', domain: 'norte.localhost', logo: null, current: true },
    ])
    expect(body.can).toContain('user.add')
    expect(body.routes).toContain('user')
    expect(body.routes).not.toContain('partners')
    const staff = await portal.as('masterOfAlfa').ask(readConfig, {})
    expect([staff.body.tenant_id, staff.body.can.includes('tenant.add'), staff.body.can.includes('user.add')]).toEqual([
      null,
      true,
      false,
    ])
  })

  it('removes the screens that the partner and the business unit hide', async () => {
    await portal.platform(async (db) => {
      await db
        .updateTable('tenants')
        .set({ hidden_menu: ['help_desk', ''] })
        .where('id', '=', tenants.leste.id)
        .execute()
      await db
        .updateTable('partners')
        .set({ hidden_menu: ['catalogs'] })
        .where('id', '=', tenants.leste.partner_id)
        .execute()
    })
    const { body } = await portal.as('userOfLeste').ask(readConfig, {})
    expect(body.hidden_menu).toEqual(['catalogs', 'help_desk', ''])
    expect(body.routes).not.toContain('help_desk')
    expect(body.routes).not.toContain('catalogs')
    expect(body.routes).toContain('')
  })

  it('A6: refuses its token immediately after a log-out', async () => {
    const { token, asker } = await fresh(user)
    expect((await asker.ask(logout, {})).status).toBe(200)
    expect(await statusOf(asker)).toEqual([401, 'unauthorized'])
    expect((await bearer(user, token).ask(refreshToken, {})).status).toBe(401)
    expect((await portal.as({ token: null, host: user.host }).ask(logout, {})).status).toBe(200)
  })

  it('A6: renews its token, and ends when the old token is used to renew again', async () => {
    const { token, asker } = await fresh(user)
    const { body } = await asker.ask(refreshToken, {})
    expect(body.token).not.toBe(token)
    const renewed = bearer(user, body.token)
    expect((await statusOf(renewed))[0]).toBe(200)
    expect((await statusOf(asker))[0]).toBe(401)
    expect((await statusOf(renewed))[0], 'a call with the old token does not end the session').toBe(200)
    await portal.platform((db) =>
      sql`update session_tokens set replaced_at = replaced_at - interval '1 minute' where replaced_at is not null`.execute(
        db,
      ),
    )
    expect((await asker.ask(refreshToken, {})).status).toBe(401)
    expect(await statusOf(renewed)).toEqual([401, 'unauthorized'])
  })

  it('A6: renews once when two tabs renew at the same time', async () => {
    const { asker } = await fresh(user)
    const answers = await Promise.all([asker.ask(refreshToken, {}), asker.ask(refreshToken, {})])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
    const token = answers.find(({ status }) => status === 200)?.body.token ?? ''
    expect((await statusOf(bearer(user, token)))[0]).toBe(200)
  })

  it('expires when idle, and can be renewed for five more minutes only', async () => {
    const { asker } = await fresh(user)
    await age(user, 4 * 60 + 2, 'last_seen_at')
    expect(await statusOf(asker)).toEqual([401, 'expired_token'])
    const { status, body } = await asker.ask(refreshToken, {})
    expect(status).toBe(200)
    expect((await statusOf(bearer(user, body.token)))[0]).toBe(200)
    await age(user, 4 * 60 + 10, 'last_seen_at')
    expect((await bearer(user, body.token).ask(refreshToken, {})).raw.status).toBe('expired_token')
  })

  it('ends at its absolute limit, even if it is active', async () => {
    const { asker } = await fresh(user)
    await age(user, 8 * 60 + 1, 'expires_at')
    expect(await statusOf(asker)).toEqual([401, 'expired_token'])
    expect((await asker.ask(refreshToken, {})).raw.status).toBe('expired_token')
  })

  it('resets the idle timeout for an active person, not for an open page without activity', async () => {
    const { asker } = await fresh(user)
    const seen = () =>
      portal.platform(async (db) => {
        const row = await db
          .selectFrom('sessions')
          .select(sql<number>`extract(epoch from now() - max(last_seen_at))::int`.as('ago'))
          .where('user_id', '=', user.id)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow()
        return row.ago
      })
    await age(user, 30, 'last_seen_at')
    await asker.ask(logPresence, { active: 'N', rota: '/' })
    expect(await seen()).toBeGreaterThan(1_000)
    await asker.ask(logPresence, { active: 'S', rota: '/' })
    expect(await seen()).toBeLessThan(60)
  })

  it.each([
    ['the business unit is disabled', 'user_disable', (off: boolean) => ({ enabled: !off })],
    ['the platform is under maintenance', 'maitenance', (off: boolean) => ({ maintenance: off })],
  ])('A6: is refused on the next call when %s', async (_, word, change) => {
    const { asker } = await fresh(people.userOfSul)
    const set = (off: boolean) =>
      portal.platform((db) => db.updateTable('tenants').set(change(off)).where('id', '=', tenants.sul.id).execute())
    await set(true)
    expect((await asker.ask(readConfig, {})).raw.status).toBe(word)
    expect((await asker.ask(refreshToken, {})).raw.status).toBe(word)
    await set(false)
    expect((await statusOf(asker))[0]).toBe(200)
  })

  it('A8: is renewed from allowed addresses only', async () => {
    const { asker } = await fresh(people.userOfSul)
    const allow = (allowed_addresses: string[]) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ allowed_addresses }).where('tenant_id', '=', tenants.sul.id).execute(),
      )
    await allow(['203.0.113.0/24'])
    expect((await asker.ask(refreshToken, {})).raw.status).toBe('ip_not_allowed')
    await allow([])
    expect((await asker.ask(refreshToken, {})).status).toBe(200)
  })

  it('refuses test users after the last day of the trial', async () => {
    const { asker } = await fresh(people.userOfSul)
    const set = (state: string, trial_ends: string | null) =>
      portal.platform(async (db) => {
        await db.updateTable('memberships').set({ state }).where('user_id', '=', people.userOfSul.id).execute()
        await db.updateTable('tenants').set({ trial_ends }).where('id', '=', tenants.sul.id).execute()
      })
    await set('T', '2020-01-01')
    expect((await asker.ask(readConfig, {})).raw).toMatchObject({ status: 'finish_test', key: 'trial_period' })
    await set('A', '2020-01-01')
    expect((await statusOf(asker))[0]).toBe(200)
  })

  it('A6: applies a changed profile without a new sign-in', async () => {
    const { asker } = await fresh(people.otherUserOfNorte)
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ profile: 'admin' })
        .where('user_id', '=', people.otherUserOfNorte.id)
        .execute(),
    )
    expect((await asker.ask(readConfig, {})).body.can).toContain('user.add')
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ profile: 'user' })
        .where('user_id', '=', people.otherUserOfNorte.id)
        .execute(),
    )
    expect((await asker.ask(readConfig, {})).body.can).not.toContain('user.add')
  })

  it('stores the language that a person chose, also for staff without a business unit', async () => {
    for (const who of ['userOfLeste', 'masterOfBeta', 'platform'] as const) {
      expect((await portal.as(who).ask(chooseLanguage, { language: 'es' })).status).toBe(200)
      expect((await portal.as(who).ask(readConfig, {})).body.language).toBe('es')
    }
    expect((await portal.as('adminOfLeste').ask(readConfig, {})).body.language).toBe('pt-BR')
  })

  it('D5: the end of a session and the report of it say of which partner staff in a unit are', async () => {
    for (const [who, actor_origin] of [
      [masterInNorte, 'Alfa'],
      [people.adminOfNorte, null],
    ] as const) {
      const { asker } = await fresh(who)
      expect((await asker.ask(logLogoutEvent, { status: 401 })).status).toBe(200)
      expect((await asker.ask(logout, {})).status).toBe(200)
      const noted = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['event', 'actor_origin'])
          .where('actor_id', '=', who.id)
          .where('event', 'like', 'session.%')
          .orderBy('id', 'desc')
          .limit(2)
          .execute(),
      )
      expect(noted).toEqual([
        { event: 'session.ended', actor_origin },
        { event: 'session.logout_reported', actor_origin },
      ])
    }
  })

  it('records a browser’s log-out report, limits their rate, and trusts only one that carries a token', async () => {
    const claim = {
      status: 401,
      origem: 'interceptor',
      message: 'x',
      user_id: people.adminOfSul.id,
      email: 'a@b.c',
      rota: '/',
      tenant_id: null,
      parceiro_id: null,
    }
    const { asker } = await fresh(user)
    expect((await asker.ask(logLogoutEvent, claim)).status).toBe(200)
    const nobody = portal.as({ token: null, host: user.host })
    // More calls than two minutes accept, because the calls may reach from one minute into the next.
    const answers = []
    for (let time = 0; time < 22; time += 1) answers.push((await nobody.ask(logLogoutEvent, claim)).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
    const line = []
    for (let time = 0; time < 22; time += 1) {
      const answer = await portal.portal.app.inject({
        method: 'POST',
        url: '/api/event/logout',
        remoteAddress: `2001:db8:0:7::${time}`,
        headers: { host: user.host },
        payload: claim,
      })
      line.push(answer.statusCode)
    }
    expect(line.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(line.filter((status) => status === 429).length).toBeGreaterThan(0)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'changes'])
        .where('event', '=', 'session.logout_reported')
        .where((where) => where.or([where('actor_id', 'is', null), where('actor_id', '=', user.id)]))
        .orderBy('at')
        .execute(),
    )
    expect(entries[0]?.actor_id).toBe(user.id)
    expect(entries.slice(1).every(({ actor_id }) => actor_id === null)).toBe(true)
  })
})

describe('reports of a log-out', () => {
  const nothing = {
    status: null,
    origem: null,
    message: null,
    user_id: null,
    email: null,
    rota: null,
    tenant_id: null,
    parceiro_id: null,
  }
  const report = async (from: string, token?: string, payload: object = nothing) =>
    (
      await portal.portal.app.inject({
        method: 'POST',
        url: '/api/event/logout',
        remoteAddress: from,
        headers: { host: user.host, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        payload,
      })
    ).statusCode

  it('may have some of the fields, or none', async () => {
    const { token } = await fresh(people.adminOfSul)
    expect(await report('10.3.0.1', token, { status: 401, rota: '/audit' })).toBe(200)
    expect(await report('10.3.0.1', token, {})).toBe(200)
    expect(await report('10.3.0.1', token, { status: 'expired', message: 'x'.repeat(600) })).toBe(200)
    const reported = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'session.logout_reported')
        .where('actor_id', '=', people.adminOfSul.id)
        .execute(),
    )
    expect(reported.map(({ changes }) => (changes as { rota: unknown }).rota)).toEqual([
      [null, '/audit'],
      undefined,
      undefined,
    ])
  })

  it('V3: are limited per person over all networks, then in total', async () => {
    const { token } = await fresh(user)
    const own = await Promise.all(Array.from({ length: 25 }, (_, at) => report(`10.1.0.${at}`, token)))
    const { perMinute, allPerMinute } = logoutReports
    // The minute may change once between the calls.
    expect(own.filter((status) => status === 200).length).toBeLessThanOrEqual(2 * perMinute)
    const others = Array.from({ length: 2 * allPerMinute + 1 }, (_, at) => report(`10.2.${at >> 8}.${at & 255}`))
    expect(await Promise.all(others)).toContain(429)
  })
})

describe('live events', () => {
  async function portOfPortal(): Promise<string> {
    const address = await portal.portal.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => null)
    return address ? new URL(address).port : String((portal.portal.app.server.address() as { port: number }).port)
  }

  /** Opens a stream on a real socket and collects its events. */
  async function listen(who: Person) {
    const { token } = await fresh(who)
    const port = await portOfPortal()
    const { request } = await import('node:http')
    const events: unknown[] = []
    let isOver = false
    await new Promise<void>((resolve) => {
      request(
        {
          port,
          host: '127.0.0.1',
          path: '/api/auth/events',
          headers: { host: who.host, authorization: `Bearer ${token}` },
        },
        (response) => {
          response.setEncoding('utf8').on('data', (text: string) => {
            for (const line of text.split('\n')) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)))
            resolve()
          })
          response.on('close', () => (isOver = true))
        },
      ).end()
    })
    return { events, token, over: () => isOver }
  }

  it('reports the end of the session, then closes the stream', async () => {
    const stream = await listen(people.adminOfLeste)
    await bearer(people.adminOfLeste, stream.token).ask(logout, {})
    const said = { http: 401, status: 'unauthorized', key: 'unauthorized_access' }
    await expect.poll(() => stream.events).toMatchObject([{ kind: 'session_ended', ...said }])
    await expect.poll(stream.over).toBe(true)
  })

  it('T7: reports changed access within the business unit only, and without report ids', async () => {
    const [sul, leste] = [await listen(people.adminOfSul), await listen(people.userOfLeste)]
    const { announce } = await import('#platform/server/live/announce.ts')
    await portal.platform((db) => announce(db, { kind: 'access_changed', tenantId: tenants.sul.id, reportIds: ['r'] }))
    await expect.poll(() => sul.events).toEqual([{ kind: 'access_changed' }])
    expect(leste.events).toEqual([])
  })

  it('T7: reports a changed theme or settings to the business unit, or to all business units of the partner', async () => {
    const streams = await Promise.all([people.userOfNorte, people.adminOfSul, people.userOfLeste].map(listen))
    const received = () => streams.map(({ events }) => events)
    const theme = { kind: 'place_changed', what: 'theme' }
    const changeTheme = async (who: Person) => {
      const { body } = await portal.as(who).ask(readTheme, {})
      await portal.as(who).ask(updateTheme, { version: body.version, color_button: '#112233' })
    }
    await changeTheme(people.adminOfNorte)
    await expect.poll(received).toEqual([[theme], [], []])
    await changeTheme(people.masterOfAlfa)
    await expect.poll(received).toEqual([[theme, theme], [theme], []])
    const { body } = await portal.as(people.adminOfLeste).ask(readSettings, {})
    await portal.as(people.adminOfLeste).ask(updateSettings, { version: body.version, show_menu_report: 'N' })
    await expect.poll(received).toEqual([[theme, theme], [theme], [{ ...theme, what: 'settings' }]])
  })

  it('reports changed settings of the platform to everybody, once', async () => {
    const readers = [people.platform, people.masterOfAlfa, people.masterOfBeta, people.userOfNorte, people.adminOfLeste]
    const streams = await Promise.all(readers.map(listen))
    const platform = portal.as('platform')
    const hide = async (...hidden_menu: 'tags'[]) => {
      const { version } = (await platform.ask(readPlatform, {})).body
      expect((await platform.ask(updatePlatform, { version, hidden_menu })).status).toBe(200)
    }
    await hide('tags')
    await hide()
    const settings = { kind: 'place_changed', what: 'settings' }
    await expect.poll(() => streams.map(({ events }) => events)).toEqual(readers.map(() => [settings, settings]))
  })

  it('T7: reports progress on a business unit to staff of its partner and of the platform only', async () => {
    const readers = [people.masterOfAlfa, people.platform, people.masterOfBeta, people.adminOfNorte]
    const streams = await Promise.all(readers.map(listen))
    const { announce } = await import('#platform/server/live/announce.ts')
    const progress = {
      kind: 'progress',
      job: 'test.work',
      subject: tenants.norte.id,
      what: 'records',
      done: 1,
      total: 2,
    } as const
    const outside = { ...progress, tenantId: null, partnerId: tenants.norte.partner_id }
    await portal.platform((db) => announce(db, outside))
    await portal.platform((db) => announce(db, { ...outside, done: 2, tenantId: tenants.norte.id }))
    const inside = { ...progress, done: 2 }
    await expect.poll(() => streams.map(({ events }) => events)).toEqual([[progress], [progress], [], [inside]])
  })

  it('T7: reports a changed ticket only to people who handle tickets of the business unit', async () => {
    const streams = await Promise.all([people.adminOfNorte, people.userOfNorte, people.adminOfSul].map(listen))
    const { announce } = await import('#platform/server/live/announce.ts')
    await portal.platform((db) => announce(db, { kind: 'ticket_changed', tenantId: tenants.norte.id, ticketId: 't' }))
    await portal.platform((db) => announce(db, { kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [] }))
    const last = { kind: 'access_changed' }
    await expect
      .poll(() => streams.map(({ events }) => events))
      .toEqual([[{ kind: 'ticket_changed', ticket: 't' }, last], [last], []])
  })

  it('T7: reports a refresh of a data set only to people who may read data sets, and not which one', async () => {
    const streams = await Promise.all([people.adminOfNorte, people.userOfNorte, people.adminOfSul].map(listen))
    const { announce } = await import('#platform/server/live/announce.ts')
    await portal.platform((db) => announce(db, { kind: 'refreshes_changed', tenantId: tenants.norte.id }))
    await portal.platform((db) => announce(db, { kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [] }))
    const last = { kind: 'access_changed' }
    await expect
      .poll(() => streams.map(({ events }) => events))
      .toEqual([[{ kind: 'refreshes_changed' }, last], [last], []])
  })

  it('A6: closes the streams of a disabled business unit or partner, and no others', async () => {
    const [partner, staff] = [portal.as('masterOfAlfa'), portal.as('platform')]
    const readers = [
      people.userOfNorte,
      people.adminOfSul,
      people.userOfLeste,
      people.masterOfAlfa,
      people.masterOfBeta,
    ]
    const streams = await Promise.all(readers.map(listen))
    const ended = () => streams.map(({ over }) => over())
    const shutUnit = async (id: string, enabled: 'S' | 'N') => {
      const { version } = (await partner.ask(readTenant, { id })).body
      expect((await partner.ask(updateTenant, { id, version, enabled })).status).toBe(200)
    }
    await shutUnit(tenants.sul.id, 'N')
    await expect.poll(ended).toEqual([false, true, false, false, false])
    expect(streams[1]?.events.at(-1)).toMatchObject({ kind: 'session_ended', http: 401, status: 'user_disable' })
    const id = tenants.leste.partner_id
    const { version } = (await staff.ask(partnerCalls.read, { id })).body
    expect((await staff.ask(partnerCalls.update, { id, version, enabled: 'N' })).status).toBe(200)
    await expect.poll(ended).toEqual([false, true, true, false, true])
    await staff.ask(partnerCalls.update, { id, version: version + 1, enabled: 'S' })
    await shutUnit(tenants.sul.id, 'S')
    const again = await listen(people.adminOfSul)
    expect((await partner.ask(removeTenant, { id: tenants.sul.id, name: 'SUL' })).status).toBe(200)
    await expect.poll(again.over).toBe(true)
    expect(ended()).toEqual([false, true, true, false, true])
    // Restore the world for the next tests.
    await portal.platform((db) =>
      db
        .updateTable('tenants')
        .set({ enabled: true, removing_since: null, erase_at: null })
        .where('id', '=', tenants.sul.id)
        .execute(),
    )
  })

  it('V5: limits a person to thirty streams, and frees the slot of one that closed before it started', async () => {
    const { connect } = await import('node:net')
    const { token } = await fresh(people.userOfSul)
    const port = Number(await portOfPortal())
    const head = `GET /api/auth/events HTTP/1.1\r\nhost: ${people.userOfSul.host}\r\nauthorization: Bearer ${token}\r\n\r\n`
    const stream = () =>
      new Promise<{ status: string; close: () => void }>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(head))
        const close = () => socket.destroy()
        socket.once('data', (data) => resolve({ status: data.toString().slice(9, 12), close })).once('error', reject)
      })
    const left = () =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(head, () => setImmediate(() => socket.destroy())))
        socket.once('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 60 }, left))
    const open: Awaited<ReturnType<typeof stream>>[] = []
    const another = async () => {
      const next = await stream()
      if (next.status === '200') open.push(next)
      else next.close()
      return open.length
    }
    // The server may notice the last closed sockets a moment later.
    await expect.poll(another, { interval: 1, timeout: 5_000 }).toBe(30)
    const over = await stream()
    expect(over.status).toBe('503')
    over.close()
    for (const { close } of open) close()
    await expect
      .poll(async () => {
        const next = await stream()
        next.close()
        return next.status
      })
      .toBe('200')
  })

  it('require a session', async () => {
    const { status } = await portal
      .as({ token: 'x'.repeat(43), host: 'sul.localhost' })
      .send({ method: 'GET', url: '/api/auth/events' })
    expect(status).toBe(401)
  })
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { homePages, listTimezones, readSettings, selectHomeReports, tryAddresses, updateSettings } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const updates = () =>
  portal.platform(
    async (db) =>
      (await db.selectFrom('audit_entries').select('id').where('event', '=', 'settings.updated').execute()).length,
  )
const version = async () => (await admin().ask(readSettings, {})).body.version

describe('settings of a business unit', () => {
  it('are read with the specification’s field names and the caller’s address', async () => {
    const { raw } = await admin().ask(readSettings, {})
    expect(raw).toMatchObject({
      home_page: 'dashboard',
      login_timeout: 8,
      save_filter: 'S',
      timezone: 'America/Sao_Paulo',
      ip: '127.0.0.1',
    })
  })

  it('D2: change only the sent fields, and refuse a stale version', async () => {
    const before = await version()
    const { status, body } = await admin().ask(updateSettings, { version: before, login_timeout: 12 })
    expect([status, body.version]).toEqual([200, before + 1])
    expect((await admin().ask(readSettings, {})).raw).toMatchObject({ login_timeout: 12, save_filter: 'S' })
    const stale = await admin().ask(updateSettings, { version: before, login_timeout: 9 })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('D5: say that nothing was changed, and keep version and audit trail, when no known field is sent', async () => {
    const [before, entries] = [await version(), await updates()]
    for (const sent of [{}, { colour_of_the_sky: 'blue' }, { save_filter: 'S' }]) {
      const { body } = await admin().ask(updateSettings, { version: before, ...sent } as never)
      expect(body).toMatchObject({ version: before, warning: null })
      expect(body.message).not.toBe('Done successfully!')
    }
    expect([await version(), await updates()]).toEqual([before, entries])
  })

  it('require a report for the landing page “report”', async () => {
    const land = async (change: object) => {
      const { status, raw } = await admin().ask(updateSettings, { version: await version(), ...change })
      return [status, Object.keys((raw.errors as object | undefined) ?? {})]
    }
    const nowhere = { enable: 'S', home_page: 'report', relatorio_id: null }
    expect(await land(nowhere)).toEqual([400, ['relatorio_id']])
    expect(await land({ ...nowhere, enable: 'N' })).toEqual([200, []])
    expect(await land({ enable: 'S' })).toEqual([400, ['relatorio_id']])
    expect(await land({ save_filter: 'S' })).toEqual([200, []])
    expect(await land({ enable: 'S', home_page: 'dashboard' })).toEqual([200, []])
    expect(await land({ home_page: 'report' })).toEqual([400, ['relatorio_id']])
    await land({ enable: 'N' })
  })

  it('land people on the chosen page, and on the start page while the choice is off', async () => {
    const shelf = await admin().ask(addReportGroup, { name: 'Chegada' })
    const { body } = await admin().ask(addSubgroup, { name: 'Primeiros', group_id: shelf.body.id })
    const report = await portal.platform((db) => publishInto(db, tenants.norte, body.id, { name: 'Bem-vindos' }))
    const landing = async () => (await portal.as('userOfNorte').ask(readConfig, {})).raw['intended']
    const paths = {
      dashboard: '/',
      reports: '/reports',
      report: `/${report}/reports/view`,
      playlists: '/playlists',
      catalogs: '/catalogs',
    }
    for (const home_page of homePages) {
      const choice = { home_page, relatorio_id: report, enable: 'S' } as const
      expect((await admin().ask(updateSettings, { version: await version(), ...choice })).status).toBe(200)
      expect(await landing(), home_page).toBe(paths[home_page])
    }
    await admin().ask(updateSettings, { version: await version(), enable: 'N' })
    expect(await landing()).toBe('/')
    await admin().ask(updateSettings, { version: await version(), home_page: 'dashboard', relatorio_id: null })
  })

  it('stores the text of the watermark, which names the reader and contains only variables that exist', async () => {
    for (const wrong of ['{{date}}', 'Confidencial', '{{email}} {{phone}}', `{{email}}${'x'.repeat(120)}`]) {
      const { status, raw } = await admin().ask(updateSettings, { version: await version(), watermark_text: wrong })
      expect([status, Object.keys(raw.errors as object)], wrong).toEqual([400, ['watermark_text']])
    }
    const text = '{{name}} · {{unit}}'
    await admin().ask(updateSettings, { version: await version(), watermark_text: text })
    expect((await admin().ask(readSettings, {})).body.watermark_text).toBe(text)
    await admin().ask(updateSettings, { version: await version(), watermark_text: '' })
    expect((await admin().ask(readSettings, {})).body.watermark_text).toBeNull()
  })

  it('V1: accept only https for the logo’s target, and require one unless the logo links to the home page', async () => {
    const logoTarget = async () => (await admin().ask(readConfig, {})).body.logo_page
    for (const wrong of ['http://a.com', 'javascript:alert(1)', 'https://', '//a.com', 'https://a.com/ x'.repeat(60)]) {
      const { status, raw } = await admin().ask(updateSettings, { version: await version(), logo_page: wrong })
      expect([status, Object.keys(raw.errors as object)], wrong).toEqual([400, ['logo_page']])
    }
    const page = 'https://intranet.norte.example/inicio?a=1'
    await admin().ask(updateSettings, { version: await version(), logo_page: page })
    expect(await logoTarget()).toBeNull()
    await admin().ask(updateSettings, { version: await version(), logo_page_default: 'N' } as never)
    expect(await logoTarget()).toBe(page)
    const nowhere = await admin().ask(updateSettings, { version: await version(), logo_page: '' })
    expect([nowhere.status, Object.keys(nowhere.raw.errors as object)]).toEqual([400, ['logo_page']])
    expect(await logoTarget()).toBe(page)
    await admin().ask(updateSettings, { version: await version(), logo_page: '', logo_page_default: 'S' } as never)
    expect(await logoTarget()).toBeNull()
    const off = await admin().ask(updateSettings, { version: await version(), logo_page_default: 'N' } as never)
    expect([off.status, Object.keys(off.raw.errors as object)]).toEqual([400, ['logo_page']])
  })

  it('A6: shorten open sessions when the session lifetime is reduced', async () => {
    const hoursLeft = () =>
      portal.platform(async (db) => {
        const found = await sql<{ hours: number }>`
          select max(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions
           where tenant_id = ${tenants.norte.id} and ended_at is null`.execute(db)
        return found.rows[0]?.hours
      })
    await admin().ask(readConfig, {})
    expect(await hoursLeft()).toBeGreaterThan(2)
    await admin().ask(updateSettings, { version: await version(), login_timeout: 2 })
    expect(await hoursLeft()).toBe(2)
    await admin().ask(updateSettings, { version: await version(), login_timeout: 12 })
    expect(await hoursLeft()).toBe(2)
  })

  it('A8: store a list of addresses that excludes its author only after a confirmation', async () => {
    const list = ['203.0.113.0/24', '2001:db8::/32']
    const before = await updates()
    const warned = await admin().ask(updateSettings, { version: await version(), listIp: list })
    expect(warned.body).toMatchObject({ warning: 'ip_lockout', key: 'ip_outside_range', address: '127.0.0.1' })
    expect(warned.body.message).toContain('(127.0.0.1)')
    expect(await updates()).toBe(before)
    expect((await admin().ask(readSettings, {})).body.allowed_addresses).toEqual([])
    await admin().ask(updateSettings, { version: await version(), listIp: list, confirm: 'S' })
    const locked = await admin().ask(readConfig, {})
    expect([locked.status, locked.raw.status, locked.raw.message]).toEqual([
      403,
      'ip_not_allowed',
      'IP not allowed! (127.0.0.1)',
    ])
    const staff = portal.as(masterInNorte)
    const { body } = await staff.ask(readSettings, {})
    expect((await staff.ask(updateSettings, { version: body.version, listIp: [] })).status).toBe(200)
    expect((await admin().ask(readConfig, {})).status).toBe(200)
  })

  it('A8: store IPv4-mapped addresses and ranges as IPv4', async () => {
    const listIp = ['::ffff:203.0.113.7', '::FFFF:cb00:7100/120', '0:0:0:0:0:ffff:127.0.0.0/104', '2001:db8::/32']
    await admin().ask(updateSettings, { version: await version(), listIp, confirm: 'S' })
    const { body } = await admin().ask(readSettings, {})
    expect(body.allowed_addresses).toEqual(['203.0.113.7/32', '203.0.113.0/24', '127.0.0.0/8', '2001:db8::/32'])
    await admin().ask(updateSettings, { version: await version(), listIp: [] })
  })

  it('A8: check the address of the connection, not of headers, and match IPv4 in both notations', async () => {
    const allowed = await admin().ask(updateSettings, { version: await version(), listIp: ['127.0.0.0/8'] })
    expect([allowed.body.warning, allowed.body.key]).toEqual([null, null])
    const claim = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'cf-connecting-ip': '203.0.113.9' }
    const { status } = await admin().send({ method: 'POST', url: '/api/auth/config', body: {}, headers: claim })
    expect(status).toBe(200)
    await admin().ask(updateSettings, { version: await version(), listIp: [] })
  })

  it.each(['US/Pacific-New', 'SystemV/PST8', '+03:00', 'UTC+3', 'EST', 'america/sao_paulo', ''])(
    'P3: refuse the time zone %j, which PostgreSQL does not know or interprets differently',
    async (timezone) => {
      const zone = await admin().ask(updateSettings, { version: await version(), timezone })
      expect([zone.status, zone.raw.key]).toEqual([400, 'timezone_unknown'])
      const written = sql`update settings set timezone = ${timezone} where tenant_id = ${tenants.norte.id}`
      // PostgreSQL ignores case in names of time zones; the portal offers only the official spelling.
      if (timezone.startsWith('america')) return
      await expect(portal.platform((db) => written.execute(db))).rejects.toThrow('settings_timezone_known')
    },
  )

  it('P3: offer only time zones that PostgreSQL knows', async () => {
    const { body } = await admin().ask(listTimezones, {})
    const ids = body.map(({ id }) => id)
    const unknown = sql<{ id: string }>`select id from unnest(${ids}::text[]) id where not app.is_timezone(id)`
    expect((await portal.platform((db) => unknown.execute(db))).rows).toEqual([])
  })

  it('refuse an unknown time zone and an unknown landing report', async () => {
    const zone = await admin().ask(updateSettings, { version: await version(), timezone: 'Mars/Olympus' })
    expect([zone.status, zone.raw.key]).toEqual([400, 'timezone_unknown'])
    const report = await admin().ask(updateSettings, {
      version: await version(),
      home_page: 'report',
      relatorio_id: crypto.randomUUID(),
    })
    expect(report.status).toBe(404)
  })

  it('refuse the staff fields to an administrator', async () => {
    const { status } = await admin().ask(updateSettings, {
      version: await version(),
      mostrar_ultima_atualizacao_relatorio_global: 'S',
    })
    expect(status).toBe(403)
  })

  it('return the permissions and the name of the landing report', async () => {
    expect((await admin().ask(readSettings, {})).body).toMatchObject({
      can: ['update', 'update_access'],
      home_report: null,
    })
    const staff = await portal.as(masterInNorte).ask(readSettings, {})
    expect(staff.body.can).toEqual(['update', 'update_access', 'update_staff_fields', 'update_two_factor'])
    const shelf = await admin().ask(addReportGroup, { name: 'Início' })
    const { body } = await admin().ask(addSubgroup, { name: 'Painéis', group_id: shelf.body.id })
    const [seen] = await portal.platform((db) =>
      Promise.all([
        publishInto(db, tenants.norte, body.id, { name: 'Visão da diretoria' }),
        publishInto(db, tenants.norte, body.id, { name: 'Visão oculta', hidden: true }),
      ]),
    )
    const found = await admin().ask(selectHomeReports, { search: 'visao' })
    expect(found.body).toEqual([{ value: seen, label: 'Visão da diretoria', place: 'Início › Painéis' }])
    const change = { version: await version(), home_page: 'report', enable: 'S', relatorio_id: seen } as const
    expect((await admin().ask(updateSettings, change)).status).toBe(200)
    expect((await admin().ask(readSettings, {})).body.home_report).toBe('Visão da diretoria')
    expect((await portal.as('adminOfSul').ask(selectHomeReports, { search: 'visao' })).body).toEqual([])
    expect((await portal.as('userOfNorte').ask(selectHomeReports, {})).status).toBe(403)
  })

  it('list every time zone with its current offset from UTC', async () => {
    const { body } = await admin().ask(listTimezones, {})
    expect(body.find(({ id }) => id === 'America/Sao_Paulo')).toEqual({
      id: 'America/Sao_Paulo',
      label: '(UTC−03:00) Sao Paulo',
      offset: -180,
    })
    expect(body.length).toBeGreaterThan(300)
  })
})

describe('the settings of the help desk', () => {
  const wireNames = ['enable_helpdesk', 'send_email_helpdesk'] as const
  const storedSwitches = async () => {
    const { raw } = await admin().ask(readSettings, {})
    return wireNames.map((name) => raw[name])
  }
  const change = async (changes: object, who = admin()) =>
    (await who.ask(updateSettings, { version: await version(), ...changes })).status

  it('are on at first, and each is changed alone', async () => {
    expect(await storedSwitches()).toEqual(['S', 'S'])
    expect(await change({ enable_helpdesk: 'N' })).toBe(200)
    expect(await storedSwitches()).toEqual(['N', 'S'])
    expect(await change({ send_email_helpdesk: 'N' })).toBe(200)
    expect(await storedSwitches()).toEqual(['N', 'N'])
    expect(await change({ enable_helpdesk: 'S', send_email_helpdesk: 'S' })).toBe(200)
    expect(await storedSwitches()).toEqual(['S', 'S'])
  })

  it('D5: are audited with their values before and after', async () => {
    await change({ enable_helpdesk: 'N', send_email_helpdesk: 'N' })
    const [entry] = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'tenant_id', 'changes'])
        .where('event', '=', 'settings.updated')
        .orderBy('at', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toEqual({
      actor_id: people.adminOfNorte.id,
      tenant_id: tenants.norte.id,
      changes: { help_desk: [true, false], send_help_desk_mails: [true, false] },
    })
    await change({ enable_helpdesk: 'S', send_email_helpdesk: 'S' })
  })

  it('Z1, T1: are not changed by a plain user, nor from another business unit', async () => {
    const off = { enable_helpdesk: 'N', send_email_helpdesk: 'N' } as const
    expect(await change(off, portal.as('userOfNorte'))).toBe(403)
    await portal.as('adminOfSul').ask(updateSettings, {
      version: (await portal.as('adminOfSul').ask(readSettings, {})).body.version,
      ...off,
    })
    expect(await storedSwitches()).toEqual(['S', 'S'])
  })
})

describe('A8: the trial of a list of addresses', () => {
  const entry = (id: string, address: string, daysAgo: number) =>
    portal.platform((db) =>
      db
        .insertInto('audit_entries')
        .values({
          event: 'sign_in.done',
          tenant_id: tenants.norte.id,
          actor_id: id,
          address,
          at: new Date(Date.now() - daysAgo * 86_400_000),
          target_type: 'user',
          changes: '{}',
        })
        .execute(),
    )
  const trial = async (listIp: string[], who = admin()) => {
    const { status, body } = await who.ask(tryAddresses, { listIp })
    expect(status).toBe(200)
    return body
  }

  it('names the people of the last seven days whom the list would have refused, and stores nothing', async () => {
    const { userOfNorte: ugo, otherUserOfNorte: otto, adminOfNorte: alice, masterOfAlfa: marta } = people
    await entry(ugo.id, '203.0.113.9', 1)
    await entry(ugo.id, '2001:db8::1', 2)
    await entry(otto.id, '203.0.113.10', 8)
    await entry(marta.id, '203.0.113.11', 1)
    // The master is also a member of the business unit.
    const membership = { tenant_id: tenants.norte.id, user_id: marta.id }
    await portal.platform((db) => db.insertInto('memberships').values(membership).execute())
    const before = await version()
    const inside = await trial(['127.0.0.1', '203.0.113.0/24'])
    expect(inside).toMatchObject({ total: 1, people: [{ id: ugo.id, name: ugo.name, addresses: ['2001:db8::1'] }] })
    // The trial names neither the master, whom no list restricts, nor a person whose last action is eight days old.
    const outside = await trial(['198.51.100.1'])
    expect(outside.people.map(({ id }) => id).toSorted()).toEqual([alice.id, ugo.id].toSorted())
    expect((await trial(['0.0.0.0/0', '::/0'])).total).toBe(0)
    expect(await version()).toBe(before)
    await portal.platform((db) => db.deleteFrom('memberships').where('user_id', '=', marta.id).execute())
  })

  it('T1, Z1: shows nothing of another unit, and nothing to a plain user', async () => {
    const ids = (await trial(['198.51.100.1'], portal.as('adminOfSul'))).people.map(({ id }) => id)
    expect(ids).not.toContain(people.userOfNorte.id)
    expect((await portal.as('userOfNorte').ask(tryAddresses, { listIp: ['198.51.100.1'] })).status).toBe(403)
    expect((await admin().ask(tryAddresses, { listIp: ['not an address'] })).status).toBe(400)
  })
})

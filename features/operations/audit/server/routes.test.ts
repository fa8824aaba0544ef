import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { type Person, masterInNorte, people, tenants } from '#testing/world.ts'
import { testPortal } from '#testing/portal.ts'
import { featureRoutes } from '#apps/server/features.ts'
import { listAudit, readAudit } from '../contract.ts'
import { nounPhrases } from '#apps/server/phrases.ts'
import { createAuditPhrases } from './rules.ts'

type Made = {
  at: string
  event: string
  name: string
  tenant?: 'norte' | 'sul' | 'leste'
  changes?: object
  actor?: Person
  origin?: string
}

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

/** Inserts an audit entry with a time in the past. */
async function wrote({
  at: happenedAt,
  event,
  name,
  tenant = 'norte',
  changes = {},
  actor = people.adminOfNorte,
  origin,
}: Made): Promise<string> {
  const { id: tenant_id, partner_id } = tenants[tenant]
  const by = { actor_id: actor.id, actor_name: actor.name, actor_email: actor.email, actor_origin: origin ?? null }
  const target = { target_type: event.split('.')[0] ?? '', target_id: name, target_name: name }
  return portal.platform(async (db) => {
    const values = {
      tenant_id,
      partner_id,
      at: happenedAt,
      event,
      ...by,
      ...target,
      address: '203.0.113.9',
      changes: JSON.stringify(changes),
    }
    return (await db.insertInto('audit_entries').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
}

const names = async (caller: ReturnType<typeof admin>, input: Parameters<typeof caller.ask<typeof listAudit>>[1]) =>
  (await caller.ask(listAudit, input)).body.data.map(({ target_name }) => target_name)

const march = { from: '2026-03-01', to: '2026-03-31' }

describe('the audit trail', () => {
  it('has a sentence for the event of every call', () => {
    const events = featureRoutes({ hosts: {}, embedding: {}, tokens: {} } as never)
      .flatMap(({ routes }) => routes)
      .flatMap(({ call }) => call.audit ?? [])
    expect(
      events.filter((event) => !createAuditPhrases(nounPhrases).knownEvents.includes(event)),
      'add `audit` sentences to the phrases of the noun',
    ).toEqual([])
  })

  it('lists the last seven days by default, newest first', async () => {
    const day = 86_400_000
    const before = (days: number) => new Date(Date.now() - days * day).toISOString()
    await wrote({ at: before(1), event: 'report.added', name: 'ontem' })
    await wrote({ at: before(5), event: 'report.added', name: 'há cinco dias' })
    await wrote({ at: before(8), event: 'report.added', name: 'há oito dias' })
    expect(await names(admin(), { target_type: 'report' })).toEqual(['ontem', 'há cinco dias'])
    expect(await names(admin(), { target_type: 'report', order: 'asc' })).toEqual(['há cinco dias', 'ontem'])
  })

  it('uses days in the business unit’s time zone', async () => {
    await portal.platform((db) =>
      db.updateTable('settings').set({ timezone: 'Asia/Tokyo' }).where('tenant_id', '=', tenants.norte.id).execute(),
    )
    await wrote({ at: '2026-03-09T14:59:59Z', event: 'shift.added', name: 'dia 9 em Tóquio' })
    await wrote({ at: '2026-03-09T15:00:00Z', event: 'shift.added', name: 'dia 10 em Tóquio' })
    await wrote({ at: '2026-03-10T15:00:00Z', event: 'shift.added', name: 'dia 11 em Tóquio' })
    expect(await names(admin(), { from: '2026-03-10', to: '2026-03-10' })).toEqual(['dia 10 em Tóquio'])
    await portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ timezone: 'America/Sao_Paulo' })
        .where('tenant_id', '=', tenants.norte.id)
        .execute(),
    )
  })

  it('refuses a range of more than a year, and invalid days', async () => {
    const long = await admin().ask(listAudit, { from: '2025-01-01', to: '2026-03-01' })
    expect([long.status, Object.keys(long.raw['errors'] as object)]).toEqual([400, ['from']])
    expect((await admin().ask(listAudit, { from: '2026-02-30' })).status).toBe(400)
    expect((await admin().ask(listAudit, { from: '2020-01-01' })).status).toBe(200)
    expect((await admin().ask(listAudit, { from: '2026-03-05', to: '2026-03-01' })).body.total).toBe(0)
  })

  it('searches actor, target and event in any order of words, and matches special characters literally', async () => {
    const instant = '2026-03-15T12:00:00Z'
    await wrote({ at: instant, event: 'report.removed', name: 'Ação 100%', actor: people.userOfNorte })
    await wrote({ at: instant, event: 'user_group.added', name: 'Ação total' })
    const search = (text: string) => names(admin(), { ...march, search: text })
    expect(await search('acao')).toHaveLength(2)
    expect(await search('100%')).toEqual(['Ação 100%'])
    expect(await search('%')).toEqual(['Ação 100%'])
    expect(await search('relatório ugo')).toEqual(['Ação 100%'])
    expect(await search('UGO.NORTE@EXAMPLE')).toEqual(['Ação 100%'])
    expect(await search('excluiu ação')).toEqual(['Ação 100%'])
    for (const hostile of [
      "'; drop table audit_entries; --",
      '\\',
      '_',
      '{{actor}}',
      'x'.repeat(200),
      '(',
      "') or 1=1 --",
    ]) {
      const { status, body } = await admin().ask(listAudit, { ...march, search: hostile })
      expect([hostile, status, body.total]).toEqual([hostile, 200, 0])
    }
  })

  it('filters by event, type of target, actor and record', async () => {
    const instant = '2026-04-02T12:00:00Z'
    const april = { from: '2026-04-01', to: '2026-04-30' }
    await wrote({ at: instant, event: 'report.added', name: 'A' })
    await wrote({ at: instant, event: 'report.updated', name: 'A', actor: people.userOfNorte })
    await wrote({ at: instant, event: 'tenant.updated', name: 'B', actor: people.userOfNorte })
    const totalOf = async (filter: object) => (await admin().ask(listAudit, { ...april, ...filter })).body.total
    expect(await totalOf({})).toBe(3)
    expect(await totalOf({ event: 'report.updated' })).toBe(1)
    expect(await totalOf({ target_type: 'report' })).toBe(2)
    expect(await totalOf({ actor_id: people.userOfNorte.id })).toBe(2)
    expect(await totalOf({ target_id: 'A', actor_id: people.userOfNorte.id })).toBe(1)
  })

  it('shows actions of the platform’s staff to partner and business unit, but their IP address only to the platform', async () => {
    const platformEntry = await wrote({
      at: '2026-02-20T12:00Z',
      event: 'tag.added',
      name: 'da plataforma',
      actor: people.platform,
    })
    const masterEntry = await wrote({
      at: '2026-02-20T13:00Z',
      event: 'tag.added',
      name: 'do parceiro',
      actor: people.masterOfAlfa,
    })
    const day = { from: '2026-02-20', to: '2026-02-20', target_type: 'tag' }
    for (const caller of ['adminOfNorte', 'masterOfAlfa'] as const) {
      const { body } = await portal.as(caller).ask(listAudit, day)
      expect(body.data.map(({ actor_name, address: ipAddress }) => [actor_name, ipAddress])).toEqual([
        [people.masterOfAlfa.name, '203.0.113.9'],
        [people.platform.name, null],
      ])
      const ipAddresses = [platformEntry, masterEntry].map(
        async (id) => (await portal.as(caller).ask(readAudit, { id })).body.address,
      )
      expect(await Promise.all(ipAddresses)).toEqual([null, '203.0.113.9'])
      const { text } = await download(people[caller], 'format=csv&from=2026-02-20&to=2026-02-20')
      expect(text.match(/203\.0\.113\.9/g)).toHaveLength(1)
      expect(text).toContain(people.platform.name)
    }
    const outside = {
      actor_id: people.platform.id,
      partner_id: tenants.norte.partner_id,
      target_id: 'fora',
      address: '203.0.113.9',
    }
    await portal.platform((db) =>
      db
        .insertInto('audit_entries')
        .values({ ...outside, event: 'tag.added', at: '2026-02-21' })
        .execute(),
    )
    const entriesFor = async (caller: 'platform' | 'masterOfAlfa') =>
      (await portal.as(caller).ask(listAudit, { from: '2026-02-20', to: '2026-02-21', target_id: 'fora' })).body.data
    expect((await entriesFor('platform')).map(({ address: ipAddress }) => ipAddress)).toEqual(['203.0.113.9'])
    expect((await entriesFor('masterOfAlfa')).map(({ address: ipAddress }) => ipAddress)).toEqual([null])
  })

  it('D5: hides the IP address of a refused sign-in with an e-mail of the platform’s staff', async () => {
    const refused = (actor_email: string) => ({
      actor_email,
      address: '203.0.113.9',
      event: 'sign_in.refused',
      at: '2026-02-22T12:00Z',
    })
    await portal.platform((db) =>
      db
        .insertInto('audit_entries')
        .values(
          [people.platform.email.toUpperCase(), 'quem@sabe.example'].map((email) => ({
            ...refused(email),
            tenant_id: tenants.norte.id,
            partner_id: tenants.norte.partner_id,
          })),
        )
        .execute(),
    )
    const input = { from: '2026-02-22', to: '2026-02-22', event: 'sign_in.refused' }
    const { data } = (await admin().ask(listAudit, input)).body
    expect(data.map(({ address: ipAddress }) => String(ipAddress)).toSorted()).toEqual(['203.0.113.9', 'null'])
  })

  it('T1, T7: shows a business unit its own entries, a partner also those of its business units, the platform its own', async () => {
    const instant = '2026-05-02T12:00:00Z'
    const may = { from: '2026-05-01', to: '2026-05-31' }
    const ids = await Promise.all(
      (['norte', 'sul', 'leste'] as const).map((tenant) =>
        wrote({ at: instant, event: 'user_group.added', name: `de ${tenant}`, tenant }),
      ),
    )
    const sees = async (caller: Parameters<typeof portal.as>[0]) =>
      (await names(portal.as(caller), may)).map(String).toSorted()
    expect(await sees('adminOfNorte')).toEqual(['de norte'])
    expect(await sees('adminOfSul')).toEqual(['de sul'])
    expect(await sees(masterInNorte)).toEqual(['de norte'])
    expect(await sees('masterOfAlfa')).toEqual(['de norte', 'de sul'])
    expect(await sees('masterOfBeta')).toEqual(['de leste'])
    expect(await sees('platform')).toEqual([])
    const reads = async (caller: Parameters<typeof portal.as>[0]) =>
      Promise.all(ids.map(async (id) => (await portal.as(caller).ask(readAudit, { id })).status))
    expect(await reads('adminOfNorte')).toEqual([200, 404, 404])
    expect(await reads('masterOfAlfa')).toEqual([200, 200, 404])
    expect(await reads('platform')).toEqual([404, 404, 404])
    expect(await reads('userOfNorte')).toEqual([403, 403, 403])
    const { body } = await portal.as('masterOfAlfa').ask(listAudit, { ...may, target_id: 'de norte' })
    expect(body.data[0]?.tenant_name).toBe('Norte')
    expect((await names(portal.as('platform'), {})).length).toBeGreaterThan(0)
  })

  it('shows one entry with old and new values, without secrets', async () => {
    const changes = { name: ['Velho', 'Novo'], secret: ['hush', 'hush2'], options: [null, { token: 'hush' }] }
    const id = await wrote({ at: '2026-03-20T12:00:00Z', event: 'embedding_account.updated', name: 'Conta', changes })
    const { body, raw } = await admin().ask(readAudit, { id })
    expect(body).toMatchObject({
      event: 'embedding_account.updated',
      actor_name: 'Alice Norte',
      address: '203.0.113.9',
    })
    expect(body.changes).toContainEqual({ field: 'name', before: 'Velho', after: 'Novo' })
    expect(JSON.stringify(raw)).not.toContain('hush')
  })

  it('T3: names records in the changes, except those that the session may not see', async () => {
    const { adminOfNorte, userOfNorte, userOfSul } = people
    const removed = crypto.randomUUID()
    const changes = {
      member_ids: [
        [userOfNorte.id, removed],
        [userOfNorte.id, userOfSul.id],
      ],
      grants: [null, [{ user_id: adminOfNorte.id }]],
    }
    const id = await wrote({ at: '2026-03-21T12:00:00Z', event: 'user_group.updated', name: 'Equipe', changes })
    const { body } = await admin().ask(readAudit, { id })
    expect(body.names).toEqual({ [userOfNorte.id]: userOfNorte.name, [adminOfNorte.id]: adminOfNorte.name })
    const account_id = crypto.randomUUID()
    await portal.platform((db) =>
      db
        .insertInto('embedding_accounts')
        .values({
          id: account_id,
          partner_id: tenants.norte.partner_id,
          registered_by: people.masterOfAlfa.id,
          name: 'Conta da Alfa',
          kind: 'powerbi',
          directory_id: 'x',
          app_id: 'x',
          secret_sealed: Buffer.from('x'),
        })
        .execute(),
    )
    const added = {
      at: '2026-03-21T12:00:00Z',
      event: 'workspace.added',
      name: 'Espaço',
      changes: { account_id: [null, account_id] },
    }
    const workspaceEntry = await wrote(added)
    const namesIn = async () => (await admin().ask(readAudit, { id: workspaceEntry })).body.names
    expect(await namesIn()).toEqual({ [account_id]: 'Conta da Alfa' })
    const restrict = (restrict_accounts: boolean) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ restrict_accounts }).where('id', '=', tenants.norte.id).execute(),
      )
    await restrict(true)
    expect(await namesIn()).toEqual({})
    await restrict(false)
    const plain = await wrote({ at: '2026-03-21T12:00:00Z', event: 'user_group.added', name: 'Sem ids' })
    expect((await admin().ask(readAudit, { id: plain })).body.names).toEqual({})
  })

  it('stops counting at the documented limit', async () => {
    await portal.platform((db) =>
      sql`insert into audit_entries (tenant_id, partner_id, at, event, target_name)
        select ${tenants.leste.id}::uuid, ${tenants.leste.partner_id}::uuid, timestamptz '2026-06-10' + n * interval '1 second', 'shift.added',
               'Turno ' || n from generate_series(1, 10500) n`.execute(db),
    )
    const june = { from: '2026-06-01', to: '2026-06-30' }
    const { body } = await portal.as('adminOfLeste').ask(listAudit, june)
    expect([body.total, body.data.length, body.data[0]?.target_name]).toEqual([10_001, 25, 'Turno 10500'])
    const third = await portal.as('adminOfLeste').ask(listAudit, { ...june, page: 3, size: 100 })
    expect(third.body.data[0]?.target_name).toBe('Turno 10300')
  })
})

const download = async (caller: Parameters<typeof portal.as>[0] & object, query: string, lang = 'pt-BR') => {
  const person = caller as Person
  const token = await portal.tokenOf(person)
  const url = `/api/auth/audit/export?${query}`
  const answer = await portal.portal.app.inject({
    method: 'GET',
    url,
    headers: { host: person.host, authorization: `Bearer ${token}`, lang },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

describe('the export of the audit trail', () => {
  it('has the rows of the list, in the caller’s language and the business unit’s time zone', async () => {
    await wrote({ at: '2026-07-02T12:00:00Z', event: 'report.added', name: 'Vendas; "Sul"' })
    await wrote({ at: '2026-07-03T12:00:00Z', event: 'user.added', name: '=1+1' })
    const { status, headers, text } = await download(people.adminOfNorte, 'format=csv&from=2026-07-01&to=2026-07-31')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Auditoria \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''/,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(text.startsWith('\uFEFFQuando (America/Sao_Paulo);O que aconteceu;Quem;')).toBe(true)
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('2026-07-03 09:00:00;Alice Norte adicionou a pessoa =1+1;Alice Norte;')
    expect(lines[1]).toContain(";'=1+1;203.0.113.9;")
    expect(lines[2]).toContain('"Alice Norte adicionou o relatório Vendas; ""Sul""')
    const english = await download(
      people.adminOfNorte,
      'format=csv&from=2026-07-01&to=2026-07-31&search=vendas',
      'en-US',
    )
    expect(english.text).toContain('Alice Norte added the report Vendas')
    expect(english.text.split('\r\n')).toHaveLength(3)
  })

  it('D5: has the origin of staff in a column of its own, as the list and the search have it; a name has none', async () => {
    const forged = { ...people.adminOfNorte, name: 'Paula (Vitrine)' }
    const by = [{ actor: people.platform, origin: 'Vitrine' }, { actor: forged }]
    for (const each of by) await wrote({ at: '2026-01-12T12:00:00Z', event: 'tag.added', name: 'Meta', ...each })
    const day = { from: '2026-01-12', to: '2026-01-12' }
    const { data } = (await admin().ask(listAudit, day)).body
    expect(data.map(({ actor_name, actor_origin }) => [actor_name, actor_origin])).toEqual([
      ['Paula (Vitrine)', null],
      [people.platform.name, 'Vitrine'],
    ])
    expect((await admin().ask(readAudit, { id: data[1]?.id ?? '' })).body.actor_origin).toBe('Vitrine')
    const found = (await admin().ask(listAudit, { ...day, search: 'vitrine paula plataforma' })).body.data
    expect(found.map(({ id }) => id)).toEqual([data[1]?.id])
    const { text } = await download(people.adminOfNorte, 'format=csv&from=2026-01-12&to=2026-01-12')
    expect(text).toContain(';Quem;Da equipe de;')
    expect(text).toContain(';Paula (Vitrine);;')
    expect(text).toContain(
      `${people.platform.name} (Vitrine) adicionou a etiqueta Meta;${people.platform.name};Vitrine;`,
    )
  })

  it('T7: contains only own entries, and is refused without the permission', async () => {
    const mine = await download(people.adminOfSul, 'format=csv&from=2026-07-01&to=2026-07-31')
    expect([mine.status, mine.text.split('\r\n').length]).toEqual([200, 2])
    const denied = await download(people.userOfNorte, 'format=csv')
    expect(denied.status).toBe(403)
    expect(denied.headers['content-type']).toContain('application/json')
    expect((await download(people.adminOfNorte, 'format=pdf')).status).toBe(400)
    expect((await download(people.adminOfNorte, 'format=csv&from=2020-01-01&to=2026-01-01')).status).toBe(400)
  })

  it('D5: writes an audit entry with its options', async () => {
    await download(people.adminOfNorte, 'format=xlsx&search=nada')
    const { body } = await admin().ask(listAudit, { event: 'audit.exported' })
    const entryDetails = await admin().ask(readAudit, { id: body.data[0]?.id ?? '' })
    expect(entryDetails.body.changes).toContainEqual({ field: 'format', before: null, after: 'xlsx' })
    expect(entryDetails.body.changes).toContainEqual({ field: 'search', before: null, after: 'nada' })
  })

  it('is complete and ordered when the rows are read in several batches', async () => {
    const { text } = await download(people.adminOfLeste, 'format=csv&from=2026-06-01&to=2026-06-30&order=asc')
    const turns = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(/Turno (\d+)/.exec(line)?.[1]))
    expect(turns).toHaveLength(10_500)
    expect(turns.every((turn, index) => turn === index + 1)).toBe(true)
  })

  it('releases the database connection when the client disconnects', async () => {
    const serverUrl = await portal.portal.app.listen({ port: 0, host: '127.0.0.1' })
    const token = await portal.tokenOf(people.adminOfLeste)
    const { request } = await import('node:http')
    /**
     * Starts an export and aborts it. Returns false if the server refused it, because it had not noticed the abort of the earlier export
     * yet.
     */
    const letGo = () =>
      new Promise<boolean>((resolve) => {
        let isBegun = false
        const exportRequest = request(`${serverUrl}/api/auth/audit/export?format=csv&from=2026-06-01&to=2026-06-30`, {
          headers: { host: people.adminOfLeste.host, authorization: `Bearer ${token}` },
        })
        exportRequest.on('response', (response) => {
          isBegun = response.statusCode === 200
          response.on('error', () => undefined).once('data', () => exportRequest.destroy())
        })
        exportRequest.on('error', () => undefined).on('close', () => resolve(isBegun))
        exportRequest.end()
      })
    for (let begun = 0; begun < 8; begun += (await letGo()) ? 1 : 0);
    await expect
      .poll(
        async () =>
          (await download(people.adminOfLeste, 'format=csv&from=2026-06-10&to=2026-06-10&search=10500')).status,
      )
      .toBe(200)
    const open = await portal.platform((db) =>
      sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db),
    )
    expect(open.rows[0]?.open).toBe(0)
  })
})

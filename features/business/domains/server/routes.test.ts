import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { domainChecks } from '#catalogue/limits.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { createDns } from '#platform/server/dns.ts'
import type { JobContext, WaitingJobContext } from '#platform/server/jobs/job.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { readTenant } from '#features/organisation/tenants/contract.ts'
import { type TestDns, testDns } from '#testing/dns-server.ts'
import { giveDomain } from '#testing/domains.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, type PersonName, tenants } from '#testing/world.ts'
import * as calls from '../contract.ts'
import { domainJobs, startDomainChecks } from './jobs.ts'

/** The portal keeps this list as its DNS servers. The test server starts after the portal, so it is added before the first check. */
const servers: string[] = []
const config: Partial<Config> = { dnsServers: servers }
let dns: TestDns
beforeAll(async () => {
  dns = await testDns()
  servers.push(dns.address)
})
afterAll(() => dns.close())

const portal = testPortal({ config })
const { norte, sul, leste } = tenants
const master = () => portal.as('masterOfAlfa')
const beta = () => portal.as('masterOfBeta')
const platform = () => portal.as('platform')

let made = 0
const fresh = () => `d${(made += 1)}.bi.example`

async function added(name = fresh(), caller: PersonName = 'masterOfAlfa', tenant_id: string | null = norte.id) {
  const { status, body, raw } = await portal.as(caller).ask(calls.addDomain, { name, tenant_id })
  expect([status, raw.errors]).toEqual([200, undefined])
  return body.id
}
const readDomainAs = async (id: string, caller: PersonName = 'masterOfAlfa') =>
  (await portal.as(caller).ask(calls.readDomain, { id })).body

/** Puts the record of a domain into DNS. */
async function prove(id: string, caller: PersonName = 'masterOfAlfa') {
  const { record_name, record_value } = await readDomainAs(id, caller)
  dns.texts.set(record_name, [...(dns.texts.get(record_name) ?? []), [record_value]])
}
const check = (id: string, caller: PersonName = 'masterOfAlfa') => portal.as(caller).ask(calls.checkDomain, { id })
async function verified(name = fresh(), caller: PersonName = 'masterOfAlfa', tenant_id: string | null = norte.id) {
  const id = await added(name, caller, tenant_id)
  await prove(id, caller)
  expect((await check(id, caller)).body).toMatchObject({ state: 'verified', fault: null })
  return id
}
const remove = async (id: string, caller: PersonName = 'masterOfAlfa') =>
  portal.as(caller).ask(calls.removeDomain, { id, name: (await readDomainAs(id, caller)).name.toUpperCase() })
const signInPageAt = async (host: string) => {
  const { status, raw } = await portal.as({ token: null, host }).ask(loginConfig, {})
  return status === 200 ? (raw.tenant as { name: string }).name : raw.status
}
const trail = (id: string) =>
  portal.platform((db) =>
    db.selectFrom('audit_entries').select(['event', 'changes', 'partner_id', 'tenant_id']).where('target_id', '=', id).orderBy('at').execute(),
  ) // prettier-ignore

afterEach(async () => {
  dns.texts.clear()
  dns.aliases.clear()
  dns.silent.clear()
  await portal.platform((db) => db.deleteFrom('domains').execute())
})

describe('a name that people take for another one', () => {
  it('T6: is refused to a partner, and the staff of the platform allow it with a reason', async () => {
    await portal.platform((db) => giveDomain(db, { partner_id: partners.beta.id, tenant_id: null }, 'banco.example'))
    for (const name of ['bаnco.example', 'banc0.example', 'login.banc0.example']) {
      const refused = await portal.as('masterOfAlfa').ask(calls.addDomain, { name, tenant_id: null })
      expect([refused.status, refused.raw.key], name).toEqual([400, 'domain_look_alike'])
    }
    const suffix = await portal.as('masterOfAlfa').ask(calls.addDomain, { name: 'com.br', tenant_id: null })
    expect(suffix.raw.key).toBe('domain_public_suffix')
    const input = { name: 'banc0.example', tenant_id: null, reason: 'É da mesma empresa.' }
    expect((await portal.as('masterOfAlfa').ask(calls.addDomain, input)).status).toBe(403)
    const allowed = await portal.as('platform').ask(calls.addDomain, { ...input, parceiro_id: partners.alfa.id })
    expect(allowed.status).toBe(200)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', allowed.body.id).execute(),
    )
    expect(entries[0]?.changes).toMatchObject({ reason: [null, input.reason] })
    const wrong = await portal
      .as('platform')
      .ask(calls.addDomain, { ...input, name: 'co.uk', parceiro_id: partners.alfa.id })
    expect(wrong.raw.key).toBe('domain_public_suffix')
  })
})

describe('a domain', () => {
  it('is not resolved until its TXT record proves it, and then leads to its unit', async () => {
    const id = await added('BI.Verde.Example.')
    expect(await readDomainAs(id)).toMatchObject({
      name: 'bi.verde.example',
      readable: null,
      unit: 'Norte',
      partner: 'Alfa',
      state: 'waiting',
      main: false,
      record_name: '_vitrine-challenge.bi.verde.example',
      can: ['check', 'remove'],
    })
    expect(await signInPageAt('bi.verde.example')).toBe('domain_notfound')
    expect((await check(id)).body).toMatchObject({ state: 'waiting', fault: 'not_found' })
    expect(await signInPageAt('bi.verde.example')).toBe('domain_notfound')
    await prove(id)
    expect((await check(id)).body).toMatchObject({ state: 'verified', fault: null })
    expect(await signInPageAt('bi.verde.example')).toBe('Norte')
    expect(await readDomainAs(id)).toMatchObject({ state: 'verified', proof: 'dns', main: false })
    expect((await trail(id)).map(({ event, partner_id }) => [event, partner_id])).toEqual([
      ['domain.added', partners.alfa.id],
      ['domain.checked', partners.alfa.id],
      ['domain.checked', partners.alfa.id],
    ])
    expect((await trail(id)).at(-1)?.changes).toEqual({ state: ['waiting', 'verified'], fault: ['not_found', null] })
  })

  it('is the main domain of its unit only when a person makes it so: in the unit’s URL, after a switch and in the list', async () => {
    const first = await verified('um.example')
    const second = await verified('dois.example')
    const tenantUrl = async () => (await master().ask(readTenant, { id: norte.id })).body.address
    expect(await tenantUrl()).toBe('norte.localhost')
    expect((await master().ask(calls.setMainDomain, { id: first })).status).toBe(200)
    expect(await tenantUrl()).toBe('um.example')
    expect(await readDomainAs(second)).toMatchObject({ main: false, can: ['check', 'remove', 'main'] })
    expect((await master().ask(calls.setMainDomain, { id: second })).status).toBe(200)
    expect((await master().ask(calls.setMainDomain, { id: second })).status).toBe(200)
    expect([await tenantUrl(), (await readDomainAs(first)).main]).toEqual(['dois.example', false])
    const { body } = await portal.as('adminOfNorte').ask(readConfig, {})
    expect(body.companies.find(({ tenant_id }) => tenant_id === norte.id)?.domain).toBe('dois.example')
    expect([await signInPageAt('um.example'), await signInPageAt('dois.example')]).toEqual(['Norte', 'Norte'])
    await remove(second)
    expect(await tenantUrl()).toBe('norte.localhost')
    expect(await signInPageAt('dois.example')).toBe('domain_notfound')
    const waiting = await added()
    const refused = await master().ask(calls.setMainDomain, { id: waiting })
    expect([refused.status, refused.raw.key]).toEqual([409, 'domain_not_verified'])
  })

  it('leads to the partner without a unit', async () => {
    const id = await verified('parceiro.example', 'masterOfAlfa', null)
    expect((await master().ask(calls.setMainDomain, { id })).status).toBe(200)
    expect(await readDomainAs(id)).toMatchObject({ unit: null, tenant_id: null, main: true })
    expect(await signInPageAt('parceiro.example')).toBe('Alfa')
    expect((await platform().ask(partnerCalls.read, { id: partners.alfa.id })).body.domain).toBe('parceiro.example')
  })

  it.each([
    ['norte.localhost', 'domain_of_portal'],
    ['localhost.', 'invalid'],
    ['198.51.100.7', 'invalid'],
    ['example', 'invalid'],
    ['https://a.example', 'invalid'],
  ])('T6: cannot be %s', async (name, key) => {
    const { status, raw } = await master().ask(calls.addDomain, { name, tenant_id: norte.id })
    expect([status, raw.key, Object.keys(raw.errors as object)]).toEqual([400, key, ['name']])
  })

  it('with an international name is stored in ASCII, shown readably beside it, found by both and not twice', async () => {
    await added('Relatórios.Açaí.example')
    for (const search of ['açaí', 'xn--relat', 'relatórios.açaí.example', 'norte']) {
      const { body } = await master().ask(calls.listDomains, { search })
      expect(
        body.data.map(({ name, readable }) => [name, readable]),
        search,
      ).toEqual([['xn--relatrios-96a.xn--aa-4iaz.example', 'relatórios.açaí.example']])
    }
    const again = await master().ask(calls.addDomain, {
      name: 'xn--relatrios-96a.xn--aa-4iaz.example',
      tenant_id: sul.id,
    })
    expect([again.status, again.raw.key]).toEqual([409, 'domain_own_taken'])
    // The name with a Cyrillic letter looks the same.
    const mixed = await master().ask(calls.addDomain, { name: 'relаtórios.açaí.example', tenant_id: sul.id })
    expect([mixed.status, mixed.raw.key]).toEqual([400, 'domain_look_alike'])
  })

  it('is exported, filtered by state and unit, and sorted', async () => {
    await verified('zebra.example')
    await added('anta.example', 'masterOfAlfa', sul.id)
    const names = async (options: object) =>
      (await master().ask(calls.listDomains, options)).body.data.map(({ name }) => name)
    expect(await names({ sort: 'name', order: 'asc' })).toEqual(['anta.example', 'zebra.example'])
    expect(await names({ sort: 'unit', order: 'asc' })).toEqual(['zebra.example', 'anta.example'])
    expect(await names({ state: 'verified' })).toEqual(['zebra.example'])
    expect(await names({ tenant_id: sul.id })).toEqual(['anta.example'])
    const file = await master().send({ method: 'GET', url: '/api/auth/domain/export?format=csv' })
    expect(file.status).toBe(200)
  })
})

describe('the proof', () => {
  it.each([
    ['nothing at the name', () => [], 'not_found'],
    ['another value', (value: string) => [[`${value}x`]], 'wrong_value'],
    ['the token without its word', (value: string) => [[value.slice(value.indexOf('=') + 1)]], 'wrong_value'],
    ['more answers than are read', (value: string) => [...Array.from({ length: 20 }, (_, index) => [`t${index}`]), [value]], 'flood'],
  ] as const)('U5: %s proves nothing', async (_, texts, fault) => {
    const id = await added()
    const { record_name, record_value } = await readDomainAs(id)
    dns.texts.set(record_name, texts(record_value).map((strings) => [...strings]))
    expect((await check(id)).body).toMatchObject({ state: 'waiting', fault })
    expect(await readDomainAs(id)).toMatchObject({ state: 'waiting', fault })
  }) // prettier-ignore

  it('is found among others, and in several strings', async () => {
    const id = await added()
    const { record_name, record_value } = await readDomainAs(id)
    dns.texts.set(record_name, [['other'], [record_value.slice(0, 10), record_value.slice(10)]])
    expect((await check(id)).body.state).toBe('verified')
  })

  it('U5: is not an alias of the name, and no record at another name', async () => {
    const id = await added('apelido.example')
    const { record_name, record_value } = await readDomainAs(id)
    dns.texts.set('apelido.example', [[record_value]])
    expect((await check(id)).body.fault).toBe('not_found')
    dns.aliases.set(record_name, 'apelido.example')
    expect((await check(id)).body.fault).toBe('alias')
  })

  it('T6: with another partner’s token is refused', async () => {
    const [one, other] = [await added('disputa.example'), await added('disputa.example', 'masterOfBeta', leste.id)]
    await prove(one)
    expect((await check(other, 'masterOfBeta')).body).toMatchObject({ state: 'waiting', fault: 'wrong_value' })
  })

  it('of the first partner wins; the other one is refused, and may prove it once it is removed', async () => {
    const [one, other] = [await added('disputa.example'), await added('disputa.example', 'masterOfBeta', leste.id)]
    await prove(one)
    await prove(other, 'masterOfBeta')
    expect((await check(one)).body.state).toBe('verified')
    expect(await readDomainAs(other, 'masterOfBeta')).toMatchObject({ state: 'refused', fault: 'taken' })
    expect((await check(other, 'masterOfBeta')).body).toMatchObject({ state: 'refused', fault: 'taken' })
    const late = await beta().ask(calls.addDomain, { name: 'DISPUTA.example', tenant_id: null })
    expect(late.status).toBe(409)
    expect(await signInPageAt('disputa.example')).toBe('Norte')
    await remove(one)
    expect((await check(other, 'masterOfBeta')).body.state).toBe('verified')
    expect(await signInPageAt('disputa.example')).toBe('Leste')
    const taken = await master().ask(calls.addDomain, { name: 'disputa.example', tenant_id: norte.id })
    expect([taken.status, taken.raw.key, taken.raw.errors]).toEqual([
      409,
      'domain_already_exists',
      { name: 'This domain already exists' },
    ])
  })

  it('T6: of two partners at once gives the host to one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = fresh()
      const [one, other] = [await added(name), await added(name, 'masterOfBeta', leste.id)]
      await prove(one)
      await prove(other, 'masterOfBeta')
      const answers = await Promise.all([check(one), check(other, 'masterOfBeta')])
      expect(
        answers.map(({ status, body }) => `${status} ${body.state}`).toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(['200 refused', '200 verified'])
    }
  })

  it('T6: is held by the database too: a second verified domain of one host cannot be stored', async () => {
    await verified('unico.example')
    const second = portal.platform((db) =>
      db
        .insertInto('domains')
        .values({ partner_id: partners.beta.id, tenant_id: null, host: 'unico.example', token: 't', state: 'verified', proof: 'dns', verified_at: new Date() })
        .execute(),
    ) // prettier-ignore
    await expect(second).rejects.toMatchObject({ constraint: 'domains_verified_key' })
  })
})

describe('by hand', () => {
  it('the platform’s staff confirm a domain with a reason, which the audit trail stores; a partner cannot', async () => {
    const id = await added('mao.example')
    expect((await master().ask(calls.confirmDomain, { id, reason: 'x' })).status).toBe(403)
    expect((await platform().ask(calls.confirmDomain, { id, reason: ' ' })).status).toBe(400)
    expect((await platform().ask(calls.confirmDomain, { id, reason: 'Contrato assinado' })).status).toBe(200)
    expect(await readDomainAs(id)).toMatchObject({
      state: 'verified',
      proof: 'hand',
      confirmed_by: people.platform.email,
      reason: 'Contrato assinado',
      next_check_at: null,
    })
    expect(await signInPageAt('mao.example')).toBe('Norte')
    expect((await trail(id)).at(-1)).toMatchObject({
      event: 'domain.confirmed',
      partner_id: partners.alfa.id,
      changes: { reason: [null, 'Contrato assinado'] },
    })
    const again = await platform().ask(calls.confirmDomain, { id, reason: 'x' })
    expect([again.status, again.raw.key]).toEqual([409, 'domain_verified_already'])
    const other = await added('outra.example', 'masterOfBeta', leste.id)
    await verified('outra.example')
    const taken = await platform().ask(calls.confirmDomain, { id: other, reason: 'x' })
    expect([taken.status, taken.raw.key]).toEqual([409, 'domain_already_exists'])
  })

  it('a domain stays confirmed when a check finds no record, and is proved when a check finds it', async () => {
    const id = await added()
    await platform().ask(calls.confirmDomain, { id, reason: 'r' })
    expect((await check(id)).body).toMatchObject({ state: 'verified', fault: 'not_found' })
    expect(await readDomainAs(id)).toMatchObject({ proof: 'hand', fault: null, next_check_at: null })
    await prove(id)
    expect((await check(id)).body).toMatchObject({ state: 'verified', fault: null })
    expect(await readDomainAs(id)).toMatchObject({ state: 'verified', proof: 'dns' })
  })
})

describe('T2: a domain of another partner', () => {
  it('is seen and changed by nobody else, except by the platform', async () => {
    const id = await added('deles.example', 'masterOfBeta', leste.id)
    const name = 'DELES.EXAMPLE'
    const answers = [
      await master().ask(calls.readDomain, { id }),
      await master().ask(calls.checkDomain, { id }),
      await master().ask(calls.setMainDomain, { id }),
      await master().ask(calls.removeDomain, { id, name }),
      await master().ask(calls.addDomain, { name: 'a.example', tenant_id: leste.id }),
      await master().ask(calls.addDomain, { name: 'a.example', tenant_id: null, parceiro_id: partners.beta.id }),
      await platform().ask(calls.addDomain, { name: 'a.example', tenant_id: leste.id, parceiro_id: partners.alfa.id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await master().ask(calls.listDomains, {})).body.total).toBe(0)
    const { body } = await master().ask(calls.readDomainOptions, {})
    expect([body.units.some((unit) => unit.id === leste.id), body.partners.length]).toEqual([false, 1])
    expect((await platform().ask(calls.listDomains, { parceiro_id: partners.beta.id })).body.total).toBe(1)
    expect((await platform().ask(calls.removeDomain, { id, name })).status).toBe(200)
  })

  it.each(['adminOfNorte', 'userOfNorte'] as const)('Z1: %s reads and changes none', async (caller) => {
    const id = await added()
    const asker = portal.as(caller)
    const answers = [
      await asker.ask(calls.listDomains, {}),
      await asker.ask(calls.readDomain, { id }),
      await asker.ask(calls.addDomain, { name: 'a.example', tenant_id: norte.id }),
      await asker.ask(calls.checkDomain, { id }),
      await asker.ask(calls.setMainDomain, { id }),
      await asker.ask(calls.removeDomain, { id, name: 'X' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect((await asker.ask(readConfig, {})).body.routes).not.toContain('domain')
  })

  it('T4: row-level security hides it from other partners, and hides all domains inside a unit', async () => {
    await added('deles.example', 'masterOfBeta', leste.id)
    await added('nosso.example')
    const visibleDomains = (caller: { tenant?: string; partner: string; profile: string }) =>
      portal.platform(async (db: Database) => {
        await sql`set local role vitrine_app`.execute(db)
        const facts = {
          tenant_id: caller.tenant ?? '',
          partner_id: caller.partner,
          profile: caller.profile,
          user_id: people.masterOfAlfa.id,
        }
        for (const [name, value] of Object.entries(facts))
          await sql`select set_config(${`app.${name}`}, ${value}, true)`.execute(db)
        return (await sql<{ host: string }>`select host from domains order by 1`.execute(db)).rows.map(
          ({ host }) => host,
        )
      })
    const partner = partners.alfa.id
    expect(await visibleDomains({ partner, profile: 'master' })).toEqual(['nosso.example'])
    expect(await visibleDomains({ partner, profile: 'user' })).toEqual([])
    expect(await visibleDomains({ partner, profile: 'master', tenant: norte.id })).toEqual([])
    expect(await visibleDomains({ partner, profile: 'admin', tenant: norte.id })).toEqual([])
  })
})

describe('the removal', () => {
  it('needs the typed name, ends the sessions at the host and no others', async () => {
    const id = await verified('fim.example')
    const there = { ...people.userOfNorte, host: 'fim.example' }
    const masterSession = portal.as({ host: there.host, token: await portal.tokenOf(there) })
    const elsewhere = portal.as('userOfNorte')
    const works = async () => [
      (await masterSession.ask(readConfig, {})).status,
      (await elsewhere.ask(readConfig, {})).status,
    ]
    expect(await works()).toEqual([200, 200])
    const mistyped = await master().ask(calls.removeDomain, { id, name: 'FIM' })
    expect([mistyped.status, mistyped.raw.key]).toEqual([400, 'name_mistyped'])
    expect((await remove(id)).status).toBe(200)
    expect(await works()).toEqual([401, 200])
    expect(await signInPageAt('fim.example')).toBe('domain_notfound')
    expect((await trail(id)).at(-1)?.event).toBe('domain.removed')
  })

  it('returns whether the request came to this domain', async () => {
    const id = await verified('aqui.example', 'masterOfAlfa', null)
    const visitor = { ...people.masterOfAlfa, host: 'aqui.example' }
    const asker = portal.as({ host: visitor.host, token: await portal.tokenOf(visitor) })
    expect((await asker.ask(calls.readDomain, { id })).body.present).toBe(true)
    expect((await readDomainAs(id)).present).toBe(false)
  })

  it('keeps the period for the bill, also of a unit’s second domain', async () => {
    const id = await verified('periodo.example')
    await remove(id)
    const { rows } = await portal.platform((db) =>
      sql<{ host: string; ended: boolean }>`select host, ended_at is not null as ended from domain_periods
        where host = 'periodo.example'`.execute(db),
    )
    expect(rows).toEqual([{ host: 'periodo.example', ended: true }])
  })
})

describe('the column of a unit', () => {
  it('T6: accepts no host except that of the main domain', async () => {
    await master().ask(calls.setMainDomain, { id: await verified('coluna.example') })
    for (const domain of ['alheio.example', null]) {
      const writtenEntries = portal.platform((db) =>
        db.updateTable('tenants').set({ domain }).where('id', '=', norte.id).execute(),
      )
      await expect(writtenEntries).rejects.toMatchObject({ constraint: 'main_domain' })
    }
    const added = portal.platform((db) =>
      db.insertInto('partners').values({ name: 'X', subdomain: 'x', domain: 'alheio.example' }).execute(),
    )
    await expect(added).rejects.toMatchObject({ constraint: 'main_domain' })
    expect((await master().ask(readTenant, { id: norte.id })).body.domain).toBe('coluna.example')
    expect(await signInPageAt('alheio.example')).toBe('domain_notfound')
  })
})

describe('the scheduled checks of domains', () => {
  const jobs = () => domainJobs({ dns: createDns({ servers, answers: 20, timeLimitMs: 1_000 }) })
  const nothing = () => Promise.resolve()
  /** Runs every DNS check whose time has come at an instant. Returns their number. */
  async function runChecks(now = new Date()): Promise<number> {
    const clock = { now: () => now }
    const log = { info: () => undefined, warn: () => undefined }
    const common = { tenantId: null, clock, log, signal: new AbortController().signal }
    const due: string[] = []
    const inside = (db: Database): JobContext => ({
      ...common,
      db,
      audit: nothing,
      announce: nothing,
      enqueue: (_, input) => {
        due.push((input as { domain_id: string }).domain_id)
        return Promise.resolve()
      },
    })
    if (startDomainChecks.waits) throw new Error('the start waits for nothing outside')
    const { run: start } = startDomainChecks
    await portal.platform((db) => start(inside(db), {}))
    const job = jobs().find(({ name }) => name === 'domain.look')
    if (!job?.waits) throw new Error('a look waits for DNS')
    const context = {
      ...common,
      transaction: (work) => portal.platform((db) => work(inside(db))),
      acrossTenants: (_, work) => portal.platform(work),
      attempt: 0,
      isLastAttempt: true,
    } satisfies WaitingJobContext
    for (const domain_id of due) await job.run(context, { domain_id } as never)
    return due.length
  }
  const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000)
  const warningsOf = async (caller: PersonName) =>
    (await portal.as(caller).ask(listNotifications, {})).body.data.map(({ facts }) => facts)
  afterEach(() => portal.platform((db) => db.deleteFrom('staff_notifications').execute()))

  it('verify a waiting domain at growing intervals, once for each time', async () => {
    const id = await added()
    expect([await runChecks(), await runChecks()]).toEqual([1, 0])
    expect(await readDomainAs(id)).toMatchObject({ state: 'waiting', fault: 'not_found' })
    await prove(id)
    expect([await runChecks(hours(1)), (await readDomainAs(id)).state]).toEqual([1, 'verified'])
    expect((await trail(id)).at(-1)).toMatchObject({ event: 'domain.verified', partner_id: partners.alfa.id })
  })

  it('stop after 30 days, and notify the masters of the partner, in each language', async () => {
    const id = await added('demora.example')
    await runChecks()
    await runChecks(hours(24 * 31))
    expect(await readDomainAs(id)).toMatchObject({ state: 'waiting', next_check_at: null })
    expect(await runChecks(hours(24 * 60))).toBe(0)
    expect(await warningsOf('masterOfAlfa')).toMatchObject([
      { domain: 'demora.example', reason: { es: expect.stringContaining('30 días') as string } },
    ])
    expect(await warningsOf('masterOfBeta')).toEqual([])
    expect((await trail(id)).at(-1)?.event).toBe('domain.gave_up')
    await prove(id)
    expect((await check(id)).body.state).toBe('verified')
  })

  it('warn once of a lost record and never switch the domain off, and do not warn when no server answers', async () => {
    const id = await verified('perdido.example')
    const { record_name } = await readDomainAs(id)
    dns.silent.add(record_name)
    await runChecks(hours(25))
    expect([await warningsOf('masterOfAlfa'), (await readDomainAs(id)).fault]).toEqual([[], 'unreachable'])
    dns.silent.clear()
    dns.texts.delete(record_name)
    await runChecks(hours(27))
    await runChecks(hours(52))
    expect(await warningsOf('masterOfAlfa')).toHaveLength(1)
    expect(await readDomainAs(id)).toMatchObject({ state: 'verified', fault: 'not_found' })
    expect(await signInPageAt('perdido.example')).toBe('Norte')
    await prove(id)
    await runChecks(hours(80))
    expect((await readDomainAs(id)).fault).toBeNull()
    expect((await trail(id)).map(({ event }) => event)).toEqual(['domain.added', 'domain.checked', 'domain.lost'])
  })

  it('notify a partner whose domain another partner proved', async () => {
    const other = await added('disputa.example', 'masterOfBeta', leste.id)
    await runChecks()
    await verified('disputa.example')
    await runChecks()
    expect(await warningsOf('masterOfBeta')).toMatchObject([{ domain: 'disputa.example' }])
    expect(await warningsOf('masterOfAlfa')).toEqual([])
    expect((await trail(other)).at(-1)).toMatchObject({ event: 'domain.refused', partner_id: partners.beta.id })
    expect(await runChecks(hours(48))).toBe(1)
    expect(await warningsOf('masterOfBeta')).toHaveLength(1)
  })
})

// This test is the last one, because it uses up the checks that are allowed in a minute.
describe('checks by a person', () => {
  it('V5: are limited per minute', async () => {
    const id = await added(fresh(), 'masterOfBeta', leste.id)
    const answers = []
    for (let index = 0; index <= domainChecks.perMinute; index += 1)
      answers.push((await check(id, 'masterOfBeta')).status)
    expect(answers.filter((status) => status === 429)).not.toEqual([])
    expect(answers.at(-1)).toBe(429)
  })
})

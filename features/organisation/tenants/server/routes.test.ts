import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { sql } from 'kysely'
import { erasureGraceDays } from '#catalogue/limits.ts'
import { retentionBounds } from '#catalogue/retention.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { announce, channel } from '#platform/server/live/announce.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { giveDomain } from '#testing/domains.ts'
import { onOwner } from '#testing/global-setup.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { partners, people, type Person, tenants } from '#testing/world.ts'
import { allJobs } from '#apps/server/jobs.ts'
import { addPlainRecords } from '#apps/server/testing/probes.ts'
import { listAudit } from '#features/operations/audit/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { setPassword } from '#features/identity/passwords/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { erasingWorker } from '#apps/worker/testing/erasing-worker.ts'
import {
  addTenant,
  confirmErasure,
  downloadProof,
  listErasures,
  listTenants,
  readTenant,
  readTenantOptions,
  removeTenant,
  reopenTenant,
  updateTenant,
} from '../contract.ts'
import { beginDue, noteRowsErased } from './erasure-store.ts'
import { eraseTenant, resumeWork } from './jobs.ts'
import { proofDocument, sha256Of } from './proof.ts'

const portal = testPortal()
const partner = () => portal.as('masterOfAlfa')
const platform = () => portal.as('platform')

let count = 0
const unit = (change: Partial<SentOf<typeof addTenant>> = {}): SentOf<typeof addTenant> => {
  count += 1
  return { name: `Unidade ${count}`, subdomain: `unidade-${count}`, user_limit: 3, ...change }
}

async function added(change: Partial<SentOf<typeof addTenant>> = {}): Promise<string> {
  const { status, body } = await partner().ask(addTenant, unit(change))
  expect(status).toBe(200)
  return body.id
}

/** Gives a business unit of Alfa a main domain, in place of an earlier one. */
const own = (tenant_id: string, host: string) =>
  portal.platform((db) => giveDomain(db, { partner_id: partners.alfa.id, tenant_id }, host))

let worker: Awaited<ReturnType<typeof erasingWorker>>
beforeAll(async () => {
  worker = await erasingWorker(portal.databaseUrl, portal.filesDir)
})
afterAll(() => worker.close())

/** The partner orders the erasure, and the platform confirms it: the grace period ends. */
async function orderAndConfirm(id: string, name: string): Promise<void> {
  expect((await partner().ask(removeTenant, { id, name })).status).toBe(200)
  expect((await platform().ask(confirmErasure, { id, name })).status).toBe(200)
}

/** Waits until the proof of the erasure is there. */
const proved = (id: string) =>
  vi.waitFor(
    async () => {
      const found = await portal.platform((db) =>
        db.selectFrom('unit_erasures').selectAll().where('unit_id', '=', id).executeTakeFirstOrThrow(),
      )
      if (found.document === null || found.sha256 === null) throw new Error('no proof yet')
      return { ...found, document: found.document, sha256: found.sha256 }
    },
    { timeout: 60_000, interval: 100 },
  )

/** Waits until the business unit is erased. */
const erased = (id: string) =>
  expect.poll(async () => (await partner().ask(readTenant, { id })).status, { timeout: 20_000 }).toBe(404)

/** Another master of Alfa, with the password of all people of the tests. */
async function addMaster(email: string): Promise<Person> {
  const { id } = await portal.platform(async (db) => {
    const first = db.selectFrom('users').select('password_hash').where('id', '=', people.masterOfAlfa.id)
    const { password_hash } = await first.executeTakeFirstOrThrow()
    const added = { email, name: 'Segunda', staff: 'master', partner_id: partners.alfa.id, password_hash }
    return db.insertInto('users').values(added).returning('id').executeTakeFirstOrThrow()
  })
  return { ...people.masterOfAlfa, id, email, name: 'Segunda' }
}

/** As if account and password were a year old. */
const makeOld = (...ids: string[]) =>
  portal.platform((db) => {
    const at = new Date(Date.now() - 365 * 86_400_000)
    return db.updateTable('users').set({ created_at: at, password_changed_at: at }).where('id', 'in', ids).execute()
  })

const addPeople = (tenant_id: string, count: number) =>
  portal.platform(async (db) => {
    for (let index = 0; index < count; index += 1) {
      const email = `pessoa-${index}-${tenant_id}@example.com`
      const { id } = await db
        .insertInto('users')
        .values({ email, name: 'Pessoa', home_tenant_id: tenant_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('memberships').values({ tenant_id, user_id: id }).execute()
    }
  })

describe('business units', () => {
  it('adds a business unit to the partner, with settings, and reads it back', async () => {
    const id = await added({ name: 'Oeste', subdomain: 'oeste', user_limit: 7, restrict_accounts: 'S' })
    const { body } = await partner().ask(readTenant, { id })
    expect(body).toMatchObject({
      name: 'Oeste',
      partner_id: partners.alfa.id,
      partner: 'Alfa',
      address: 'oeste.localhost',
      user_limit: 7,
      users: 0,
      enabled: true,
      allow_adding_reports: true,
      restrict_accounts: true,
      can: ['update', 'remove', 'enter'],
    })
    const settings = await portal.platform((db) =>
      db.selectFrom('settings').select('timezone').where('tenant_id', '=', id).executeTakeFirst(),
    )
    expect(settings).toBeDefined()
  })

  it('lists a partner’s own business units with their number of people; the platform sees all', async () => {
    const own = await partner().ask(listTenants, { size: 100 })
    expect(new Set(own.body.data.map(({ partner_id }) => partner_id))).toEqual(new Set([partners.alfa.id]))
    expect(own.body.data.find(({ id }) => id === tenants.norte.id)?.users).toBe(3)
    const all = await platform().ask(listTenants, { size: 100, sort: 'users', order: 'desc' })
    expect(all.body.data[0]?.users).toBe(3)
    expect(all.body.data.map(({ name }) => name)).toEqual(expect.arrayContaining(['Norte', 'Sul', 'Leste']))
    const betas = await platform().ask(listTenants, { parceiro_id: partners.beta.id })
    expect(betas.body.data.map(({ name }) => name)).toEqual(['Leste'])
  })

  it('searches by name, address and partner', async () => {
    const id = await added({ name: 'Ação', subdomain: 'filial' })
    await own(id, 'bi.exemplo.com')
    for (const search of ['acao', 'filial', 'bi.exemplo']) {
      const { body } = await partner().ask(listTenants, { search })
      expect(
        body.data.map(({ name }) => name),
        search,
      ).toEqual(['Ação'])
    }
    expect((await platform().ask(listTenants, { search: 'beta' })).body.data.map(({ name }) => name)).toEqual(['Leste'])
  })

  it('T8: a partner can neither see nor change business units of another partner', async () => {
    const { id } = tenants.leste
    const answers = [
      await partner().ask(readTenant, { id }),
      await partner().ask(updateTenant, { id, version: 1, name: 'Minha' }),
      await partner().ask(removeTenant, { id, name: 'LESTE' }),
      await partner().ask(addTenant, unit({ parceiro_id: partners.beta.id })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await partner().ask(listTenants, { parceiro_id: partners.beta.id })).body.total).toBe(0)
  })

  it('Z1: refuses people signed in to a business unit', async () => {
    for (const who of ['adminOfNorte', 'userOfNorte'] as const) {
      expect((await portal.as(who).ask(listTenants, {})).status, who).toBe(403)
      expect((await portal.as(who).ask(addTenant, unit())).status, who).toBe(403)
    }
  })

  it('lets the platform choose an existing partner', async () => {
    const choices = await platform().ask(readTenantOptions, {})
    expect(choices.body.host).toBe('localhost')
    expect(choices.body.partners.map(({ label }) => label)).toEqual(['Alfa', 'Beta'])
    expect((await partner().ask(readTenantOptions, {})).body.partners.map(({ label }) => label)).toEqual(['Alfa'])
    const without = await platform().ask(addTenant, unit())
    expect([without.status, Object.keys(without.raw.errors as object)]).toEqual([400, ['parceiro_id']])
    expect((await platform().ask(addTenant, unit({ parceiro_id: people.platform.id }))).status).toBe(404)
    expect((await platform().ask(addTenant, unit({ parceiro_id: partners.beta.id }))).status).toBe(200)
  })

  it('refuses taken, reserved and invalid names and addresses', async () => {
    const cases = [
      [{ name: 'Norte' }, 409, 'tenant_already_exists', 'name'],
      [{ subdomain: 'norte' }, 409, 'subdomain_already_exists', 'subdomain'],
      [{ subdomain: 'Leste' }, 409, 'subdomain_already_exists', 'subdomain'],
      [{ subdomain: 'beta' }, 409, 'subdomain_already_exists', 'subdomain'],
      [{ subdomain: 'reports' }, 409, 'subdomain_reserved', 'subdomain'],
      [{ subdomain: 'WWW' }, 409, 'subdomain_reserved', 'subdomain'],
      [{ subdomain: 'a.b' }, 400, 'invalid', 'subdomain'],
      [{ user_limit: 0 }, 400, 'invalid', 'user_limit'],
    ] as const
    for (const [change, status, key, field] of cases) {
      const answer = await partner().ask(addTenant, unit(change))
      expect([answer.status, answer.raw.key], JSON.stringify(change)).toEqual([status, key])
      expect(Object.keys(answer.raw.errors as object)).toEqual([field])
    }
  })

  it('accepts its own addresses again in an update', async () => {
    const id = await added({ subdomain: 'mesma' })
    const same = { id, version: 1, subdomain: 'mesma' }
    expect((await partner().ask(updateTenant, same)).status).toBe(200)
  })

  it('T5, T6: ends the sessions at an address that changed, and no others', async () => {
    const id = await added({ subdomain: 'antiga' })
    await own(id, 'antiga.exemplo.com')
    const master = async (host: string) =>
      portal.as({ host, token: await portal.tokenOf({ ...people.masterOfAlfa, host }) })
    const sessions = [await master('antiga.localhost'), await master('antiga.exemplo.com')]
    const works = () => Promise.all(sessions.map(async (who) => (await who.ask(readConfig, {})).status))
    const change = async (changes: object) => {
      const { version } = (await partner().ask(readTenant, { id })).body
      expect((await partner().ask(updateTenant, { id, version, ...changes })).status).toBe(200)
    }
    const news: unknown[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text)),
      onEnd: () => undefined,
    })
    await change({ name: 'Renomeada', subdomain: 'antiga' })
    expect(await works()).toEqual([200, 200])
    await change({ subdomain: 'nova' })
    // One live event makes open pages call the server again.
    await vi.waitFor(() => expect(news).toEqual([{ kind: 'access_changed', tenantId: id, reportIds: [] }]))
    await listening.close()
    const next = unit({ subdomain: 'antiga', parceiro_id: partners.beta.id })
    expect((await platform().ask(addTenant, next)).status).toBe(200)
    expect(await works()).toEqual([401, 200])
    sessions.push(await master('nova.localhost'))
    await own(id, 'nova.exemplo.com')
    expect(await works()).toEqual([401, 401, 200])
  })

  it('tells the open pages of a business unit that its hidden screens changed, once', async () => {
    const id = await added()
    const { partner_id } = await portal.platform((db) =>
      db.selectFrom('tenants').select('partner_id').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const news: unknown[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text)),
      onEnd: () => undefined,
    })
    const hidden_menu: SentOf<typeof updateTenant>['hidden_menu'] = ['apps']
    for (const changes of [{ name: 'Outra' }, { hidden_menu }, { name: 'Mais uma', hidden_menu }]) {
      const { version } = (await partner().ask(readTenant, { id })).body
      expect((await partner().ask(updateTenant, { id, version, ...changes })).status).toBe(200)
    }
    const last: LiveEvent = { kind: 'access_changed', tenantId: id, reportIds: [] }
    await portal.platform((db) => announce(db, last))
    const changed = { kind: 'place_changed', what: 'settings', tenantId: id, partnerId: partner_id }
    await vi.waitFor(() => expect(news).toEqual([changed, last]))
    await listening.close()
  })

  it('D2: changes only the sent fields, and refuses a stale version', async () => {
    const id = await added({ restrict_accounts: 'S' })
    expect((await partner().ask(updateTenant, { id, version: 1, name: 'Mudada' })).status).toBe(200)
    const { body } = await partner().ask(readTenant, { id })
    expect(body).toMatchObject({ name: 'Mudada', restrict_accounts: true, user_limit: 3, version: 2 })
    const stale = await partner().ask(updateTenant, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('keeps the default language: pt-BR unless it is set, and only a language of the product', async () => {
    const id = await added()
    const read = async () => (await partner().ask(readTenant, { id })).body.default_language
    expect(await read()).toBe('pt-BR')
    expect((await partner().ask(updateTenant, { id, version: 1, default_language: 'en-US' })).status).toBe(200)
    expect(await read()).toBe('en-US')
    const wrong = await partner().ask(updateTenant, { id, version: 2, default_language: 'fr' as 'es' })
    expect([wrong.status, wrong.raw.key]).toEqual([400, 'invalid'])
    expect(await read()).toBe('en-US')
  })

  it('refuses a user limit below the number of people', async () => {
    const id = await added()
    await addPeople(id, 3)
    const below = await partner().ask(updateTenant, { id, version: 1, user_limit: 2 })
    expect([below.status, below.raw.key]).toEqual([409, 'limit_below_users'])
    expect((await partner().ask(updateTenant, { id, version: 1, user_limit: 3 })).status).toBe(200)
  })

  it('Z8: refuses a user limit below the number of people, also while people are being added', async () => {
    const id = await added({ user_limit: 3 })
    const lowered = await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin; set local role vitrine_platform')
      await owner.query(
        `with made as (insert into users (email, name, home_tenant_id)
           select 'agora-' || n || '@example.com', 'Agora', '${id}' from generate_series(1, 3) n returning id)
         insert into memberships (tenant_id, user_id) select '${id}', id from made`,
      )
      const lowering = partner().ask(updateTenant, { id, version: 1, user_limit: 2 })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await onOwner(portal.ownerUrl, (other) => expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1))
      await owner.query('commit')
      return lowering
    })
    expect([lowered.status, lowered.raw.key]).toEqual([409, 'limit_below_users'])
  })

  it('sets an exclusive flag on one business unit of a partner only', async () => {
    const first = await added({ default_for_sso: 'S' })
    const second = await added({ default_for_sso: 'S' })
    const flags = async (id: string) => (await partner().ask(readTenant, { id })).body.default_for_sso
    expect([await flags(first), await flags(second)]).toEqual([false, true])
    const elsewhere = await platform().ask(addTenant, unit({ default_for_sso: 'S', parceiro_id: partners.beta.id }))
    expect(elsewhere.status).toBe(200)
    expect(await flags(second)).toBe(true)
  })

  it('sets an exclusive flag on one business unit when several requests set it at once, and refuses none', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => added()))
    // A business unit that has the flags already is not changed and keeps its version.
    const take = async (id: string) => {
      const { version } = (await partner().ask(readTenant, { id })).body
      return partner().ask(updateTenant, { id, version, default_for_sso: 'S', default_for_registration: 'S' })
    }
    for (const _ of [1, 2, 3]) {
      const statuses = (await Promise.all(ids.map(take))).map(({ status }) => status)
      expect(statuses).toEqual([200, 200, 200, 200])
    }
    const units = await portal.platform((db) =>
      db
        .selectFrom('tenants')
        .select('id')
        .where('partner_id', '=', partners.alfa.id)
        .where('default_for_sso', '=', true)
        .execute(),
    )
    expect(units).toHaveLength(1)
  })

  it('A4: refuses open sessions immediately when the business unit is disabled', async () => {
    const { id } = tenants.sul
    const reader = portal.as('adminOfSul')
    expect((await reader.ask(listUsers, {})).status).toBe(200)
    const { body } = await partner().ask(readTenant, { id })
    await partner().ask(updateTenant, { id, version: body.version, enabled: 'N' })
    expect((await reader.ask(listUsers, {})).raw.status).toBe('user_disable')
    await partner().ask(updateTenant, { id, version: body.version + 1, enabled: 'S' })
    expect((await reader.ask(listUsers, {})).status).toBe(200)
  })

  it('D5: shows changes by the platform’s staff in the audit trail of the partner', async () => {
    const fields = { name: 'Da plataforma', subdomain: 'da-plataforma', user_limit: 3 }
    const { body } = await portal.as('platform').ask(addTenant, { ...fields, parceiro_id: partners.alfa.id })
    await portal.as('platform').ask(updateTenant, { id: body.id, version: 1, user_limit: 4 })
    await portal.as('platform').ask(removeTenant, { id: body.id, name: 'DA_PLATAFORMA' })
    const events = async (who: 'masterOfAlfa' | 'masterOfBeta') =>
      (await portal.as(who).ask(listAudit, { target_id: body.id })).body.data.map(({ event }) => event)
    expect((await events('masterOfAlfa')).slice(-3)).toEqual(['tenant.removal_begun', 'tenant.updated', 'tenant.added'])
    expect(await events('masterOfBeta')).toEqual([])
  })

  it('D5: writes each change to the audit trail', async () => {
    const id = await added({ name: 'Rastro' })
    await partner().ask(updateTenant, { id, version: 1, user_limit: 9 })
    await orderAndConfirm(id, 'RASTRO')
    await erased(id)
    await proved(id)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes', 'partner_id'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual([
      'tenant.added',
      'tenant.updated',
      'tenant.removal_begun',
      'tenant.erasure_confirmed',
      'tenant.removed',
      'tenant.erasure_proved',
    ])
    expect(entries[1]).toMatchObject({ changes: { user_limit: [3, 9] } })
    expect(new Set(entries.map(({ partner_id }) => partner_id))).toEqual(new Set([partners.alfa.id]))
  })
})

describe('erasing a business unit', () => {
  it('requires the typed name, also on the server', async () => {
    const id = await added({ name: 'Rio Grande' })
    for (const name of ['', 'Rio Grande', 'RIO GRANDE', 'OUTRA']) {
      const { status, raw } = await partner().ask(removeTenant, { id, name })
      expect([status, raw.key], name).toEqual([400, 'name_mistyped'])
    }
    expect((await partner().ask(removeTenant, { id, name: 'RIO_GRANDE' })).status).toBe(200)
    expect((await platform().ask(confirmErasure, { id, name: 'Rio Grande' })).raw.key).toBe('name_mistyped')
    expect((await platform().ask(confirmErasure, { id, name: 'RIO_GRANDE' })).status).toBe(200)
    await erased(id)
  })

  it('T9: erases its rows in every table, and no rows of others', async () => {
    const id = await added({ name: 'Cheia', user_limit: 50 })
    await fill(id)
    const before = await counts(id)
    expect(
      Object.entries(before.own).filter(([, count]) => count === 0),
      'a table without a row proves nothing',
    ).toEqual([])
    const stray = newFilePath('private', id, 'bin')
    await diskStorage(portal.filesDir).put(stray, new Uint8Array([1]))
    const kept = newFilePath('public', tenants.norte.id, 'png')
    await diskStorage(portal.filesDir).put(kept, new Uint8Array([2]))
    await orderAndConfirm(id, 'CHEIA')
    await erased(id)
    const after = await counts(id)
    expect(Object.entries(after.own).filter(([, count]) => count > 0)).toEqual([])
    expect(after.others).toEqual(before.others)
    const { document, sha256 } = await proved(id)
    expect(sha256Of(document)).toBe(sha256)
    const proof = proofDocument.parse(JSON.parse(document))
    expect(proof).toMatchObject({
      unit: { id, name: 'Cheia' },
      ordered: { name: people.masterOfAlfa.name },
      confirmed: { name: people.platform.name },
      files: { after: 0, stray: 1 },
    })
    expect(Object.fromEntries(proof.tables.map((table) => [table.name, table.before]))).toEqual(before.own)
    expect(proof.tables.every((table) => table.after === 0)).toBe(true)
    expect(await diskStorage(portal.filesDir).read(stray)).toBeNull()
    for (const folder of ['public', 'private']) expect(existsSync(join(portal.filesDir, folder, id))).toBe(false)
    expect(await diskStorage(portal.filesDir).read(kept)).not.toBeNull()
    const left = await portal.platform((db) =>
      db.selectFrom('users').select('id').where('email', '=', 'gente.cheia@example.com').execute(),
    )
    expect(left).toEqual([])
    // The bill keeps the number of people, whose lines are erased.
    const bills = await portal.platform((db) =>
      db.selectFrom('bills').select('billed_users').where('number', '=', '1000').execute(),
    )
    expect(bills).toEqual([{ billed_users: 1 }])
  })

  it('T9: keeps people who are members of another business unit, which becomes their home', async () => {
    const id = await added({ name: 'De passagem' })
    const guest = await portal.platform(async (db) => {
      const user = { email: 'dois@example.com', name: 'Dois', home_tenant_id: id }
      const { id: user_id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('memberships')
        .values([id, tenants.sul.id].map((tenant_id) => ({ tenant_id, user_id })))
        .execute()
      return user_id
    })
    await orderAndConfirm(id, 'DE_PASSAGEM')
    await erased(id)
    const remainingUser = await portal.platform((db) =>
      db.selectFrom('users').select('home_tenant_id').where('id', '=', guest).executeTakeFirst(),
    )
    expect(remainingUser).toEqual({ home_tenant_id: tenants.sul.id })
  })
})

describe('the stages of an erasure', () => {
  const rowOf = async (id: string) =>
    (await partner().ask(listTenants, { size: 100 })).body.data.find((found) => found.id === id)

  it('closes the unit for the grace period, and opens it again as it was', async () => {
    const id = await added({ name: 'Indecisa' })
    await addPeople(id, 1)
    const before = await counts(id)
    expect((await partner().ask(removeTenant, { id, name: 'INDECISA' })).status).toBe(200)
    const row = await rowOf(id)
    expect(row).toMatchObject({ enabled: false, removal: null, closed: { ordered_by: people.masterOfAlfa.name } })
    const days = ((row?.closed?.erase_at.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(erasureGraceDays)
    expect(row?.can).toEqual(['reopen'])
    expect(await worker.gate.inTenant(id, () => Promise.resolve('ran'))).toBeUndefined()
    const due = await portal.platform((db) => beginDue(db))
    expect(due).not.toContain(id)
    expect((await partner().ask(reopenTenant, { id })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ enabled: true, closed: null })
    expect((await counts(id)).own).toEqual(before.own)
    const resumed = await portal.platform((db) =>
      sql`select from pgboss.job where name = ${resumeWork.name} and data -> 'input' ->> 'id' = ${id}`.execute(db),
    )
    expect(resumed.rows).toHaveLength(1)
    expect((await partner().ask(reopenTenant, { id })).status).toBe(404)
  })

  it('begins when the grace period has passed, and the proof says that nobody confirmed', async () => {
    const id = await added({ name: 'Vencida' })
    await partner().ask(removeTenant, { id, name: 'VENCIDA' })
    await portal.platform(async (db) => {
      await db
        .updateTable('tenants')
        .set({ erase_at: new Date(Date.now() - 1_000) })
        .where('id', '=', id)
        .execute()
      expect(await beginDue(db)).toEqual([id])
      await worker.enqueue(db, eraseTenant, { id })
    })
    expect((await partner().ask(reopenTenant, { id })).raw.key).toBe('tenant_being_removed')
    const proof = proofDocument.parse(JSON.parse((await proved(id)).document))
    expect(proof.confirmed).toBeNull()
  })

  it('D5: is not shortened by the person who ordered it, nor touched by another partner', async () => {
    const id = await added({ name: 'Quatro olhos' })
    await partner().ask(removeTenant, { id, name: 'QUATRO_OLHOS' })
    const alone = await partner().ask(confirmErasure, { id, name: 'QUATRO_OLHOS' })
    expect([alone.status, alone.raw.key]).toEqual([409, 'confirmed_by_another'])
    const stranger = portal.as('masterOfBeta')
    expect((await stranger.ask(confirmErasure, { id, name: 'QUATRO_OLHOS' })).status).toBe(404)
    expect((await stranger.ask(reopenTenant, { id })).status).toBe(404)
    const listed = await stranger.ask(listErasures, {})
    expect(listed.body.data.map(({ unit: name }) => name)).not.toContain('Quatro olhos')
  })

  it('D5: is not shortened by two accounts of one person, whichever of them is the new one', async () => {
    const id = await added({ name: 'Dois chapéus' })
    const name = 'DOIS_CHAPÉUS'
    const second = await addMaster('segunda@example.com')
    const confirmed = async (by: Person, orderer: Person) => {
      expect((await portal.as(orderer).ask(removeTenant, { id, name })).status).toBe(200)
      const { status, raw } = await portal.as(by).ask(confirmErasure, { id, name })
      if (status !== 200) await portal.as(by).ask(reopenTenant, { id })
      return [status, raw.key]
    }
    const refused = [409, 'confirmer_too_new']
    await makeOld(people.masterOfAlfa.id, second.id)
    for (const change of [
      { created_at: new Date() },
      { password_changed_at: new Date(Date.now() - (erasureGraceDays - 1) * 86_400_000) },
    ]) {
      await portal.platform((db) => db.updateTable('users').set(change).where('id', '=', second.id).execute())
      expect(await confirmed(second, people.masterOfAlfa), 'the new account confirms').toEqual(refused)
      expect(await confirmed(people.masterOfAlfa, second), 'the new account orders').toEqual(refused)
      await makeOld(second.id)
    }
    await portal.platform((db) =>
      db
        .insertInto('two_factors')
        .values({ user_id: second.id, secret_sealed: Buffer.of(0), last_step: '0', recovery_salt: Buffer.of(0) })
        .execute(),
    )
    expect(await confirmed(people.masterOfAlfa, second), 'with a new second factor').toEqual(refused)
    await portal.platform((db) => db.deleteFrom('two_factors').where('user_id', '=', second.id).execute())
    expect(await confirmed(second, people.masterOfAlfa)).toEqual([200, undefined])
    await erased(id)
  })

  it('T4: gives the proof to the partner and the platform, and its hash is in the trail of the partner', async () => {
    const id = await added({ name: 'Comprovada' })
    await orderAndConfirm(id, 'COMPROVADA')
    const { id: erasureId, document, sha256 } = await proved(id)
    for (const who of ['masterOfAlfa', 'platform'] as const) {
      const json = await portal.as(who).ask(downloadProof, { id: erasureId, format: 'json' })
      expect([json.status, json.raw]).toEqual([200, JSON.parse(document)])
    }
    const pdf = await portal.as('masterOfAlfa').ask(downloadProof, { id: erasureId, format: 'pdf' })
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await portal.as('masterOfBeta').ask(downloadProof, { id: erasureId, format: 'json' })).status).toBe(404)
    expect((await portal.as('adminOfNorte').ask(downloadProof, { id: erasureId, format: 'json' })).status).toBe(403)
    const trail = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['changes', 'partner_id'])
        .where('target_id', '=', id)
        .where('event', '=', 'tenant.erasure_proved')
        .execute(),
    )
    expect(trail).toEqual([{ changes: { sha256: [null, sha256] }, partner_id: partners.alfa.id }])
  })

  it('J2: leaves the due work of the unit while it is closed, and goes on when it is open again', async () => {
    const id = await added({ name: 'Parada' })
    await fill(id)
    await portal.platform((db) => makeDue(db, id))
    const found: { closed?: string[]; open?: string[] } = {}
    const undone = portal.platform(async (db) => {
      const unit = () => db.updateTable('tenants').where('id', '=', id)
      const before = await planned(db, id)
      const erase_at = new Date(Date.now() + 60_000)
      await unit().set({ enabled: false, erase_at }).execute()
      found.closed = await startedIn(db, id)
      expect(await planned(db, id)).toEqual(before)
      await unit().set({ enabled: true, erase_at: null }).execute()
      found.open = await startedIn(db, id)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(found.closed).toEqual([])
    expect(found.open).toEqual([
      'access_request.remind',
      'api_key.tell',
      'dataset.look',
      'dataset.start',
      'mail.send',
      'maintenance_window.plan_unit',
      'maintenance_window.tell_readers',
      'report.read_pages',
      'report_grant.remove_ended',
      'scheduled_export.run',
      'task.run_batch',
      'ticket.follow_due',
      'user.send_planned_invitations',
      'webhook.send',
      'blocks the idle person',
      'erases the leaving person',
      'deletes the old notification',
    ])
  })

  it('T9: a row that is left undoes the last step, so that there is no proof', async () => {
    const id = await added({ name: 'Resto' })
    await expect(portal.platform((db) => noteRowsErased(db, id))).rejects.toThrow('are left in settings')
  })
})

/** Makes planned work of a business unit due that `fill` has added. */
async function makeDue(db: Database, id: string): Promise<void> {
  const anHourAgo = sql<Date>`now() - interval '1 hour'`
  const longAgo = sql<Date>`now() - interval '10 days'`
  for (const table of ['triggers', 'scheduled_exports'] as const)
    await db.updateTable(table).set({ next_at: anHourAgo }).where('tenant_id', '=', id).execute()
  await db.updateTable('datasets').set({ next_at: anHourAgo, enabled: true }).where('tenant_id', '=', id).execute()
  await db.updateTable('access_requests').set({ created_at: longAgo }).where('tenant_id', '=', id).execute()
  await db.updateTable('report_grants').set({ ends_on: '2020-01-01' }).where('tenant_id', '=', id).execute()
  await db
    .updateTable('maintenance_windows')
    .set({ announces: 'week', planned_zone: null })
    .where('tenant_id', '=', id)
    .execute()
  await db
    .updateTable('maintenance_occurrences')
    .set({ starts_at: sql`now() + interval '1 day'`, ends_at: sql`now() + interval '2 days'` })
    .where('tenant_id', '=', id)
    .execute()
  await db.updateTable('webhook_deliveries').set({ next_at: anHourAgo }).where('tenant_id', '=', id).execute()
  await db.updateTable('mails').set({ created_at: anHourAgo }).where('tenant_id', '=', id).execute()
  await db.updateTable('tickets').set({ notice: 'overdue', notice_at: anHourAgo }).where('tenant_id', '=', id).execute()
  await db
    .updateTable('notifications')
    .set({ created_at: sql`now() - interval '9 years'`, published_at: longAgo })
    .where('tenant_id', '=', id)
    .execute()
  const leavingOnes = {
    leaving: { delete_on: '2020-01-01' },
    idle: { created_at: longAgo },
  }
  for (const [name, membership] of Object.entries(leavingOnes)) {
    const person = { email: `${name}@example.com`, name, home_tenant_id: id }
    const { id: user_id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('memberships')
      .values({ tenant_id: id, user_id, ...membership })
      .execute()
  }
  await db.updateTable('settings').set({ auto_block_days: 5 }).where('tenant_id', '=', id).execute()
}

/** The next times of planned work. */
async function planned(db: Database, id: string): Promise<unknown[]> {
  const { rows } = await sql`
    select 'trigger' as what, next_at from triggers where tenant_id = ${id}
    union all select 'export', next_at from scheduled_exports where tenant_id = ${id}
    union all select 'data set', next_at from datasets where tenant_id = ${id}`.execute(db)
  return rows
}

/** Runs each job with a schedule. Answers the jobs that it starts for this business unit, and what became of its people and records. */
async function startedIn(db: Database, id: string): Promise<string[]> {
  const started = new Set<string>()
  const services = { secrets: { hasOld: false }, mailing: { hasPlatformSender: true }, retentionBounds }
  const context = {
    db,
    tenantId: null,
    clock: { now: () => new Date() },
    log: { info: () => undefined, warn: (fields: object) => expect.fail(JSON.stringify(fields)) },
    signal: new AbortController().signal,
    audit: async () => undefined,
    announce: async () => undefined,
    enqueue: async (kind: { name: string }, _: unknown, { tenantId }: { tenantId?: string } = {}) => {
      if (tenantId === id) started.add(kind.name)
    },
  }
  const waiting = {
    ...context,
    acrossTenants: (_: string, work: (db: Database) => Promise<unknown>) => work(db),
    transaction: (work: (each: typeof context) => Promise<unknown>) => work(context),
  }
  // The files and the mails are not those of this unit alone.
  const without = ['file.erase', 'user.warn_leaving']
  for (const each of allJobs(services as never))
    if (each.everySeconds && !without.includes(each.name))
      await each.run((each.waits ? waiting : context) as never, {} as never)
  const { rows } = await sql<{ what: string }>`
    select 'blocks the idle person' as what from memberships m join users u on u.id = m.user_id
     where m.tenant_id = ${id} and u.name = 'idle' and m.state = 'B'
    union all select 'erases the leaving person' where not exists (select from users where name = 'leaving')
    union all select 'deletes the old notification' where not exists (
      select from notifications where tenant_id = ${id} and created_at < now() - interval '8 years')`.execute(db)
  return [...[...started].toSorted(), ...rows.map(({ what }) => what)]
}

let fills = 0

/** Adds a row to every table of a business unit, with the references that the product sets. */
const fill = (tenant_id: string) =>
  portal.platform(async (db) => {
    // Bills and clients stay when a unit is erased.
    fills += 1
    const partner_id = partners.alfa.id
    const returning = async (query: { executeTakeFirstOrThrow(): Promise<{ id: string }> }) =>
      (await query.executeTakeFirstOrThrow()).id
    const user = { email: 'gente.cheia@example.com', name: 'Gente', home_tenant_id: tenant_id }
    const user_id = await returning(db.insertInto('users').values(user).returning('id'))
    await db.insertInto('retention_rules').values({ tenant_id, days: '{}' }).execute()
    await db.insertInto('list_choices').values({ tenant_id, user_id, list: 'page_user' }).execute()
    await db.insertInto('job_slots').values({ tenant_id, task: 't', slot: 's' }).execute()
    const words = { to_address: 'a@example.com', subject: 'S', body_text: 'x', body_html: 'x', purpose: 'p' }
    const mail_id = await returning(
      db
        .insertInto('mails')
        .values({ tenant_id, partner_id, idempotency_key: 'k', ...words })
        .returning('id'),
    )
    const attached = newFilePath('private', tenant_id, 'bin')
    await db
      .insertInto('files')
      .values({ path: attached, partner_id, tenant_id, kind: 'mail.attachment', bytes: 1 })
      .execute()
    await db
      .insertInto('mail_attachments')
      .values({
        mail_id,
        position: 0,
        tenant_id,
        partner_id,
        path: attached,
        name: 'a.pdf',
        media_type: 'a/b',
        bytes: 1,
      })
      .execute()
    const server = {
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      from_name: 'N',
      from_address: 'a@example.com',
    }
    await db
      .insertInto('mail_senders')
      .values({ tenant_id, ...server })
      .execute()
    const model = { provider: 'ollama', base_url: 'https://models.example/v1', model: 'm' }
    await db
      .insertInto('ai_accounts')
      .values({ tenant_id, ...model, monthly_budget: 1, daily_budget: 1 })
      .execute()
    const aiCall = { provider: 'ollama', host: 'models.example', model: 'm', reserved_tokens: 1 }
    await db
      .insertInto('ai_calls')
      .values({ tenant_id, user_id, purpose: 'test', ...aiCall })
      .execute()
    const event_types = ['ticket.opened']
    const hook = { name: 'W', url: 'https://receiver.example', event_types, secret_sealed: Buffer.from('s') }
    const webhook_id = await addRecord(db, 'webhooks', { tenant_id, ...hook })
    const delivery = { webhook_id, event_id: randomUUID(), event_type: 'ticket.opened', data: '{}' }
    const delivery_id = await addRecord(db, 'webhook_deliveries', { tenant_id, ...delivery })
    await addRecord(db, 'webhook_attempts', { tenant_id, delivery_id, status: 500, ms: 1 })
    const path = newFilePath('public', tenant_id, 'png')
    await db.insertInto('files').values({ path, partner_id, tenant_id, kind: 'theme.favicon', bytes: 1 }).execute()
    await db.insertInto('themes').values({ tenant_id, partner_id }).execute()
    const plainRecords = await addPlainRecords(db, tenant_id)
    const tag_id = plainRecords.get('tags') ?? ''
    const window_id = plainRecords.get('maintenance_windows') ?? ''
    const [starts_at, ends_at] = [new Date('2031-01-06T08:00:00Z'), new Date('2031-01-06T09:00:00Z')]
    await db.insertInto('maintenance_occurrences').values({ tenant_id, window_id, starts_at, ends_at }).execute()
    await addRecord(db, 'custom_fields', { tenant_id, partner_id, name: 'Um', kind: 'text' })
    await db.insertInto('memberships').values({ tenant_id, user_id, profile: 'admin' }).execute()
    const group_id = await returning(db.insertInto('user_groups').values({ tenant_id, name: 'G' }).returning('id'))
    await db.insertInto('user_group_members').values({ tenant_id, group_id, user_id }).execute()
    const notification_id = await addRecord(db, 'notifications', { tenant_id, type: 'report_published' })
    await db.insertInto('notification_receipts').values({ tenant_id, notification_id, user_id }).execute()
    const said = JSON.stringify({ 'pt-BR': '-' })
    await addRecord(db, 'notification_templates', { tenant_id, type: 'access_granted', subject: said, body: said })
    await db.insertInto('notification_choices').values({ tenant_id, user_id, mails: false }).execute()
    await db.insertInto('staff_notifications').values({ tenant_id, user_id, type: 'dataset_refresh_failed' }).execute()
    await db.insertInto('message_uses').values({ tenant_id, author_id: user_id, receipts: 1 }).execute()
    const registration = { email: 'espera@example.com', name: 'Espera', language: 'pt-BR', password_hash: '-' }
    await db
      .insertInto('registrations')
      .values({ tenant_id, ...registration })
      .execute()
    const key = { kind: 'local', directory_id: 'd', app_id: 'a', secret_sealed: Buffer.from('x') }
    const account = { ...key, partner_id, tenant_id, name: 'C', registered_by: user_id }
    const account_id = await returning(db.insertInto('embedding_accounts').values(account).returning('id'))
    const owned = { partner_id, tenant_id }
    const capacity_id = await returning(
      db
        .insertInto('capacities')
        .values({ ...owned, account_id, name: 'C' })
        .returning('id'),
    )
    await db
      .insertInto('capacity_changes')
      .values({ ...owned, capacity_id, action: 'start', cause: 'person' })
      .execute()
    await db
      .insertInto('capacity_periods')
      .values({ ...owned, capacity_id, size: 'A1', started_at: new Date() })
      .execute()
    const place = { tenant_id, partner_id, account_id, service_id: 's', name: 'W' }
    const workspace_id = await returning(db.insertInto('workspaces').values(place).returning('id'))
    const report_group = await returning(
      db.insertInto('report_groups').values({ tenant_id, name: 'G' }).returning('id'),
    )
    const subgroup = { tenant_id, group_id: report_group, name: 'S' }
    const subgroup_id = await returning(db.insertInto('report_subgroups').values(subgroup).returning('id'))
    const viewedReport = { service_report_id: 'r', service_dataset_id: 'd', name: 'R' }
    const report = { tenant_id, subgroup_id, workspace_id, ...viewedReport }
    const report_id = await returning(db.insertInto('reports').values(report).returning('id'))
    const faqText = JSON.stringify({ 'pt-BR': 'P' })
    await db.insertInto('faq_entries').values({ tenant_id, question: faqText, answer: faqText, position: 1 }).execute()
    const termText = JSON.stringify({ 'pt-BR': 'T' })
    const term = { tenant_id, title: termText, body: termText }
    const shownIn = { condition: 'informative', place: 'after_login' }
    const term_id = await returning(
      db
        .insertInto('user_terms')
        .values({ ...term, ...shownIn })
        .returning('id'),
    )
    await db
      .insertInto('user_term_editions')
      .values({ ...term, term_id, edition: 1 })
      .execute()
    const dataset_id = await returning(db.selectFrom('datasets').select('id').where('tenant_id', '=', tenant_id))
    await db.insertInto('dataset_refreshes').values({ tenant_id, dataset_id, cause: 'person', user_id }).execute()
    await db.updateTable('datasets').set({ owner_id: user_id }).where('id', '=', dataset_id).execute()
    await db.insertInto('report_tags').values({ tenant_id, report_id, tag_id }).execute()
    await db.insertInto('report_grants').values({ tenant_id, report_id, user_id }).execute()
    await db.insertInto('access_requests').values({ tenant_id, report_id, user_id, reason: 'R' }).execute()
    await db.insertInto('favourites').values({ tenant_id, report_id, user_id }).execute()
    await db.insertInto('report_saved_views').values({ tenant_id, report_id, user_id, name: 'V' }).execute()
    const pin = { tenant_id, report_id, user_id, page: 'p', visual: 'v', title: 'V', kind: 'card', position: 0 }
    await db.insertInto('report_pins').values(pin).execute()
    const file = { tenant_id, report_id, user_id, service_export_id: 'e', content: '{}' }
    await db.insertInto('report_exports').values(file).execute()
    const apiKey = { tenant_id, name: 'K', owner_id: user_id, host: 'h', scopes: ['user.read'], token_hint: 'abcd' }
    const expires_at = new Date(Date.now() + 86_400_000)
    const api_key_id = await addRecord(db, 'api_keys', { ...apiKey, token_hash: Buffer.from('K'), expires_at })
    const kept = { tenant_id, api_key_id, idempotency_key: 'k', fingerprint: Buffer.from('F'), claim: user_id }
    await db.insertInto('api_key_requests').values(kept).execute()
    await db.insertInto('data_archives').values({ tenant_id, user_id, requested_by: user_id }).execute()
    await db.insertInto('dismissed_hints').values({ tenant_id, user_id, hint: 'pins' }).execute()
    await db.insertInto('report_comments').values({ tenant_id, report_id, user_id, text: 'C' }).execute()
    const trigger_id = plainRecords.get('triggers') ?? ''
    const question = { type: 'single', dax: 'D', operator: 'is_blank', message: said, repeat_policy: 'always' }
    const notification = {
      channels: ['portal'],
      target: 'chosen',
      send_to_self: true,
      owner_id: user_id,
      owner_name: 'N',
    }
    const task_id = await addRecord(db, 'tasks', { tenant_id, name: 'T', report_id, ...question, ...notification })
    await db.insertInto('task_triggers').values({ tenant_id, task_id, trigger_id }).execute()
    await db.insertInto('task_addressees').values({ tenant_id, task_id, user_id }).execute()
    const run_id = await addRecord(db, 'task_runs', { tenant_id, task_id, trigger_id, slot: 's', cause: 'trigger' })
    await db.insertInto('task_run_recipients').values({ tenant_id, run_id, user_id, outcome: 'waiting' }).execute()
    await db.insertInto('task_identities').values({ tenant_id, task_id, identity_key: 'none' }).execute()
    const daily = { format: 'PDF', language: 'pt-BR', frequency: 'daily', times: ['08:00'] }
    const export_id = await addRecord(db, 'scheduled_exports', { tenant_id, name: 'E', report_id, ...daily })
    await db.insertInto('scheduled_export_addressees').values({ tenant_id, export_id, user_id }).execute()
    const exportRun = await addRecord(db, 'scheduled_export_runs', { tenant_id, export_id, slot: 's' })
    const exported = { tenant_id, run_id: exportRun, content_key: 'k' }
    await db
      .insertInto('scheduled_export_files')
      .values({ ...exported, path: attached, name: 'a.pdf', media_type: 'a/b', bytes: 1 })
      .execute()
    await db
      .insertInto('scheduled_export_recipients')
      .values({ ...exported, user_id, outcome: 'waiting' })
      .execute()
    const standing = {
      state: 'firing',
      reason: 'holds',
      since: new Date(),
      label: 'L',
      row_key: 'k',
      identity_key: 'none',
    }
    await db
      .insertInto('task_states')
      .values({ tenant_id, task_id, ...standing })
      .execute()
    await db
      .insertInto('task_digest_entries')
      .values({ tenant_id, run_id, report_id, user_id, task: 'T', text: said, channels: ['portal'] })
      .execute()
    await db.insertInto('task_silences').values({ tenant_id, task_id, kind: 'weekends', user_id }).execute()
    await db.insertInto('ticket_numbers').values({ tenant_id, last: 1 }).execute()
    await db.insertInto('service_levels').values({ tenant_id, hours: '[]', own_days: '[]' }).execute()
    const ticket = { tenant_id, number: 1, name: 'T', text: 'T', user_id }
    const ticket_id = await returning(db.insertInto('tickets').values(ticket).returning('id'))
    await db.insertInto('ticket_follow_ups').values({ tenant_id, ticket_id, by_handler: false, text: 'F' }).execute()
    await db
      .insertInto('ticket_reply_codes')
      .values({ tenant_id, ticket_id, user_id, code: 'abcdefghijklmnop' })
      .execute()
    await db
      .insertInto('ticket_staff_reply_codes')
      .values({ tenant_id, ticket_id, user_id, code: 'abcdefghijklmnoq' })
      .execute()
    await db
      .insertInto('ticket_mails')
      .values({
        tenant_id,
        ticket_id,
        user_id,
        message_key: 'M',
        way: 'address',
        has_null_sender: false,
        sender: 'S',
        subject: 'S',
        bytes: 1,
      })
      .execute()
    const report_fault = db.insertInto('report_faults').values({ tenant_id, report_id })
    const fault_id = await returning(report_fault.returning('id'))
    await db.insertInto('report_fault_followers').values({ tenant_id, fault_id, user_id }).execute()
    await db.insertInto('ticket_watchers').values({ tenant_id, ticket_id, user_id }).execute()
    await db.insertInto('ticket_drafts').values({ tenant_id, ticket_id, user_id, text: 'D', internal: false }).execute()
    await db
      .insertInto('canned_answers')
      .values({ tenant_id, name: 'C', text: JSON.stringify({ 'pt-BR': 'C' }) })
      .execute()
    const client = { partner_id, name: `C ${fills}`, contract_date: '2026-01-01' }
    const client_id = await returning(db.insertInto('clients').values(client).returning('id'))
    const day = { reference_month: '2026-01-01', date_of_issue: '2026-02-01', date_due: '2026-02-11' }
    const amounts = { billed_users: 1, number_of_bonus: 0, price: 1, domains: 0, domain_fee: 0 }
    const bill_id = await returning(
      db
        .insertInto('bills')
        .values({
          number: 999 + fills,
          partner_id,
          client_id,
          name: 'C',
          partner: 'A',
          customer: '{}',
          timezone: 'UTC',
          ...day,
          ...amounts,
        })
        .returning('id'),
    )
    const line = { bill_id, partner_id, tenant_id, tenant: 'Cheia', user_id, standing: 'counted' }
    await db
      .insertInto('bill_people')
      .values({ ...line, name: 'Gente', email: 'gente.cheia@example.com' })
      .execute()
    const sent = `private/${tenant_id}/${'t'.repeat(22)}.bin`
    await db
      .insertInto('files')
      .values({ tenant_id, partner_id: partners.alfa.id, path: sent, kind: 'ticket.attachment', bytes: 1 })
      .execute()
    await db
      .insertInto('ticket_attachments')
      .values({ tenant_id, ticket_id, name: 'F', path: sent, bytes: 1 })
      .execute()
    const people_file = { tenant_id, name: 'F', headings: ['N'], columns: [''], language: 'es' }
    const import_id = await returning(db.insertInto('user_imports').values(people_file).returning('id'))
    await db
      .insertInto('user_import_rows')
      .values({ tenant_id, import_id, number: 2, cells: ['A'] })
      .execute()
    const edited = { tenant_id, import_id, column_index: 0, before: 'A', after: 'B', numbers: [2] }
    await db.insertInto('user_import_edits').values(edited).execute()
    await db.insertInto('planned_invitations').values({ tenant_id, user_id, send_at: new Date() }).execute()
    await db.insertInto('user_import_mappings').values({ tenant_id, heading: 'nome', target: '' }).execute()
    const pages = { tenant_id, report_id, service_report_id: 's', due_at: new Date() }
    await db.insertInto('report_page_lists').values(pages).execute()
    const listed = { tenant_id, report_id, name: 'p', display_name: 'P', position: 0 }
    await db.insertInto('report_pages').values(listed).execute()
    await db
      .insertInto('report_views')
      .values({ tenant_id, report_id, user_id, view_id: user_id, event: 'opened' })
      .execute()
    await db.insertInto('user_report_filters').values({ tenant_id, report_id, user_id }).execute()
    await db
      .insertInto('embed_tokens')
      .values({ tenant_id, report_id, user_id, token_id: 't', identity: 'null', account_id, expires_at: new Date() })
      .execute()
    const session = { user_id, tenant_id, auth_type: 'password', host: 'cheia.localhost', address: '127.0.0.1' }
    const session_id = await returning(
      db
        .insertInto('sessions')
        .values({ ...session, expires_at: new Date(), idle_minutes: 1 })
        .returning('id'),
    )
    const playlist_id = await returning(
      db.insertInto('playlists').values({ tenant_id, name: 'P', owner_id: user_id }).returning('id'),
    )
    await db.insertInto('playlist_grants').values({ tenant_id, playlist_id, user_id }).execute()
    const shown_app = await returning(
      db.insertInto('apps').values({ tenant_id, name: 'A', icon: 'chart', color: 'teal' }).returning('id'),
    )
    await db.insertInto('app_grants').values({ tenant_id, app_id: shown_app, user_id }).execute()
    const page = { tenant_id, name: 'E', address: 'https://example.com/' }
    const external_report = await returning(db.insertInto('external_reports').values(page).returning('id'))
    await db.insertInto('external_report_grants').values({ tenant_id, report_id: external_report, user_id }).execute()
    const screen = { playlist_id, name: 'T', paired: true, token_hash: Buffer.from('screen') }
    const screen_id = await returning(
      db
        .insertInto('playlist_screens')
        .values({ tenant_id, ...screen })
        .returning('id'),
    )
    const subscription = { endpoint: 'https://push.example/1', p256dh: '-', auth_sealed: Buffer.from('-') }
    await db
      .insertInto('push_devices')
      .values({ tenant_id, user_id, session_id, host: '-', ...subscription })
      .execute()
    await db.insertInto('push_choices').values({ tenant_id, user_id, timezone: 'UTC' }).execute()
    await db.insertInto('playlist_sessions').values({ tenant_id, session_id, screen_id }).execute()
    await db
      .insertInto('playlist_pairings')
      .values({
        tenant_id,
        code: 'ABCD2345',
        token_hash: Buffer.from('pairing'),
        network: '10.0.0.1',
        expires_at: new Date(),
      })
      .execute()
    const provider = { name: 'A', entity_id: 'https://idp.example', login_url: 'https://idp.example/sso' }
    const app_id = await returning(
      db
        .insertInto('saml_apps')
        .values({ tenant_id, ...provider, certificates: [] })
        .returning('id'),
    )
    await db
      .insertInto('saml_identities')
      .values({ tenant_id, app_id, issuer: provider.entity_id, subject: 's', member_tenant_id: tenant_id, user_id })
      .execute()
    const openid = { name: 'A', kind: 'other', icon: 'key', issuer: 'https://login.example', client_id: 'c' }
    const provider_id = await returning(
      db
        .insertInto('openid_providers')
        .values({ tenant_id, ...openid })
        .returning('id'),
    )
    const subject = { issuer: openid.issuer, subject: 's', member_tenant_id: tenant_id, user_id }
    await db
      .insertInto('openid_identities')
      .values({ tenant_id, provider_id, ...subject })
      .execute()
    const named = { issuer: provider.entity_id, subject: 's' }
    await db
      .insertInto('saml_sessions')
      .values({ tenant_id, session_id, app_id, user_id, ...named })
      .execute()
    const used = { assertion_id: '_1', expires_at: new Date() }
    await db
      .insertInto('saml_used_assertions')
      .values({ tenant_id, app_id, ...used })
      .execute()
    await db.insertInto('embedded_used_tokens').values({ tenant_id, token_id: 'j', expires_at: new Date() }).execute()
    const secret = { token_hash: Buffer.from('of the full tenant'), token_hint: 'abcd' }
    await db
      .insertInto('scim_connections')
      .values({ tenant_id, ...secret })
      .execute()
    const remoteAccess = {
      requester_name: 'R',
      requester_profile: 'admin',
      reason: 'r',
      left_path: '/',
      expires_at: new Date(),
    }
    await db
      .insertInto('remote_accesses')
      .values({ tenant_id, user_id, ...remoteAccess })
      .execute()
    await giveDomain(db, { partner_id: partners.alfa.id, tenant_id }, 'bi.cheia.example')
    await db.insertInto('audit_entries').values({ tenant_id, event: 'test' }).execute()
  })

/** Row counts of this business unit and of all others, for every table with a `tenant_id`. */
const counts = (id: string) =>
  onOwner(portal.ownerUrl, async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
    )
    const own: Record<string, number> = {}
    const others: Record<string, number> = {}
    await owner.query('set role vitrine_platform')
    for (const { name } of tables.rows) {
      const found = await owner.query<{ own: number; others: number }>(
        `select count(*) filter (where tenant_id = $1)::int as own,
                count(*) filter (where tenant_id <> $1)::int as others from ${owner.escapeIdentifier(name)}`,
        [id],
      )
      own[name] = found.rows[0]?.own ?? 0
      others[name] = found.rows[0]?.others ?? 0
    }
    return { own, others }
  })

describe('maintenance and trials', () => {
  it('A4: maintenance refuses everybody except the platform’s staff, who alone start and end it', async () => {
    const { id } = tenants.sul
    const version = async () => (await partner().ask(readTenant, { id })).body.version
    const set = async (who: ReturnType<typeof partner>, maintenance: 'S' | 'N') =>
      (await who.ask(updateTenant, { id, version: await version(), maintenance })).status
    expect(await set(partner(), 'S')).toBe(403)
    expect(await set(platform(), 'S')).toBe(200)
    const closed = await portal.as('adminOfSul').ask(listUsers, {})
    expect([closed.status, closed.raw.status]).toEqual([503, 'maitenance'])
    // The partner may send the unchanged value.
    expect(await set(partner(), 'S')).toBe(200)
    expect(await set(partner(), 'N')).toBe(403)
    expect(await set(platform(), 'N')).toBe(200)
    expect((await portal.as('adminOfSul').ask(listUsers, {})).status).toBe(200)
  })

  it('a trial’s last day is stored, cleared and validated', async () => {
    const id = await added({ trial_ends: '2031-05-04' })
    expect((await partner().ask(readTenant, { id })).body.trial_ends).toBe('2031-05-04')
    await partner().ask(updateTenant, { id, version: 1, trial_ends: null })
    expect((await partner().ask(readTenant, { id })).body.trial_ends).toBeNull()
    expect((await partner().ask(updateTenant, { id, version: 2, trial_ends: '2031-02-30' })).status).toBe(400)
  })
})

const withoutSender = testPortal({ config: { demoWorld: false } })

describe('the first administrator of a business unit', () => {
  const named = (name: string) => ({ nome_usuario: name, email: `${name.toLowerCase()}@example.com` })
  const tokenIn = (text: string | null | undefined) => /\/new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
  const secret = 'Fresh-morning-42'
  const mailsTo = (address: string) =>
    portal.platform((db) => db.selectFrom('mails').selectAll().where('to_address', '=', address).execute())
  const at = (subdomain: string, of = portal) => of.as({ token: null, host: `${subdomain}.localhost` })

  it.each([
    ['a partner', partner, {}],
    ['the platform', platform, { parceiro_id: partners.alfa.id }],
  ] as const)('A5: %s invites them by mail, in the unit’s language; they administer it', async (who, as, owner) => {
    const newUnit = { ...unit({ default_language: 'es' }), ...owner, ...named(who === 'a partner' ? 'Pia' : 'Paco') }
    const { status, raw } = await as().ask(addTenant, newUnit)
    const [mail] = await mailsTo(newUnit.email)
    // The portal has no mail server: the mail stands in the outbox, and the answer has the same link.
    expect([status, raw['invited'], tokenIn(String(raw['link']))]).toEqual([200, 'N', tokenIn(mail?.body_text)])
    expect(mail).toMatchObject({
      subject: `Su acceso a ${newUnit.name}`,
      tenant_id: raw['id'],
      partner_id: partners.alfa.id,
      purpose: 'user.invited',
    })
    const host = at(newUnit.subdomain)
    expect((await host.ask(login, { email: newUnit.email, password: secret })).status).toBe(401)
    expect((await host.ask(setPassword, { token: tokenIn(mail?.body_text), password: secret })).status).toBe(200)
    const signedIn = await host.ask(login, { email: newUnit.email, password: secret })
    expect(signedIn.raw).toMatchObject({
      status: 'success',
      user: { perfil_usuario: 'admin', nome_usuario: newUnit.nome_usuario },
    })
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', String(raw['id'])).execute(),
    )
    expect(trail[0]?.changes).toMatchObject({ administrator: [null, newUnit.email] })
  })

  it('A5: without a mail sender the link is shown once, and is not in the trail', async () => {
    const newUnit = { ...unit(), ...named('Otavio') }
    const { raw } = await withoutSender.as('masterOfAlfa').ask(addTenant, newUnit)
    const token = tokenIn(String(raw['link']))
    expect([raw['invited'], token.length]).toEqual(['N', 43])
    const host = at(newUnit.subdomain, withoutSender)
    expect((await host.ask(setPassword, { token, password: secret })).status).toBe(200)
    expect((await host.ask(setPassword, { token, password: secret })).status).toBe(404)
    const trail = await withoutSender.platform((db) => db.selectFrom('audit_entries').selectAll().execute())
    expect(JSON.stringify(trail)).not.toContain(token)
  })

  it('is optional, is whole or refused, and a known e-mail leaves no unit behind', async () => {
    const none = await partner().ask(addTenant, unit())
    expect([none.raw['invited'], none.raw['link']]).toEqual(['N', null])
    const { nome_usuario, email } = named('Meia')
    expect((await partner().ask(addTenant, { ...unit(), nome_usuario })).raw['errors']).toHaveProperty('email')
    expect((await partner().ask(addTenant, { ...unit(), email })).raw['errors']).toHaveProperty('nome_usuario')
    const newUnit = { ...unit(), nome_usuario, email: people.userOfLeste.email }
    const known = await partner().ask(addTenant, newUnit)
    expect([known.status, known.raw['key']]).toEqual([409, 'email_already_exists'])
    expect(known.raw['errors']).toHaveProperty('email')
    expect((await partner().ask(listTenants, { search: newUnit.subdomain })).body.data).toEqual([])
  })

  it('Z1, T8: the database adds nobody to a unit that has people, nor for another partner or a unit’s administrator', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const addAs = async (who: Person, to: string, email: string) => {
      const credentials = { token: await portal.tokenOf(who), address: '127.0.0.1', host: who.host }
      return gate.write(credentials, async (db) => {
        const { rows } = await sql<{ id: string | null }>`
          select app.add_first_administrator(${to}::uuid, ${email}, 'X', 'es', ${Buffer.from(email)}, 60) as id`.execute(
          db,
        )
        return rows[0]?.id ?? null
      })
    }
    const id = await added()
    expect(await addAs(people.masterOfBeta, id, 'a@example.com')).toBeNull()
    expect(await addAs(people.adminOfNorte, id, 'b@example.com')).toBeNull()
    expect(await addAs(people.masterOfAlfa, tenants.norte.id, 'c@example.com')).toBeNull()
    expect(await addAs(people.masterOfAlfa, id, 'd@example.com')).not.toBeNull()
    await pool.end()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import {
  addAccount,
  listAccounts,
  readAccount,
  removeAccount,
  selectAccounts,
  testAccount,
  updateAccount,
} from '../contract.ts'

const service = await startPowerBiDouble()
const portal = testPortal({ config: { powerBi: { authority: service.address, api: service.address } } })
afterAll(() => service.close())

const partner = () => portal.as('masterOfAlfa')
const admin = () => portal.as('adminOfNorte')

const account = (name: string, change: Partial<SentOf<typeof addAccount>> = {}): SentOf<typeof addAccount> => ({
  name,
  kind: 'powerbi',
  id_directory: DOUBLE.directoryId,
  id_app: DOUBLE.appId,
  id_object: null,
  secret: DOUBLE.secret,
  ...change,
})

async function added(asker: ReturnType<typeof admin>, name: string): Promise<string> {
  const { status, body } = await asker.ask(addAccount, account(name))
  expect(status).toBe(200)
  return body.id
}

const stored = (id: string) =>
  portal.platform((db) =>
    db.selectFrom('embedding_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

const restrict = (restrict_accounts: boolean) =>
  portal.platform((db) =>
    db.updateTable('tenants').set({ restrict_accounts }).where('id', '=', tenants.norte.id).execute(),
  )

describe('embedding accounts', () => {
  it('are added by a business unit, which reads them back', async () => {
    const id = await added(admin(), 'Própria')
    const { body } = await admin().ask(readAccount, { id })
    expect(body).toMatchObject({
      name: 'Própria',
      owner: 'tenant',
      directory_id: DOUBLE.directoryId,
      app_id: DOUBLE.appId,
      can: ['update', 'remove'],
    })
    expect(await stored(id)).toMatchObject({ tenant_id: tenants.norte.id, registered_by: people.adminOfNorte.id })
  })

  it('Z3: the secret is never in an answer, and stored encrypted', async () => {
    const id = await added(admin(), 'Segredo')
    const one = await admin().ask(readAccount, { id })
    const all = await admin().ask(listAccounts, {})
    for (const { raw } of [one, all]) expect(JSON.stringify(raw)).not.toContain(DOUBLE.secret)
    expect(one.raw).toMatchObject({ secret: null, secret_set: 'S' })
    const row = await stored(id)
    expect(row.secret_sealed.toString('latin1')).not.toContain(DOUBLE.secret)
  })

  it('a picker finds an account by name among many', async () => {
    const { partner_id, id: tenant_id } = tenants.norte
    const name = (index: number) => `Escolha ${String(index).padStart(3, '0')}`
    const plain = {
      partner_id,
      tenant_id,
      kind: 'powerbi',
      directory_id: 'd',
      app_id: 'a',
      secret_sealed: Buffer.from('x'),
    }
    const manyAccounts = Array.from({ length: 120 }, (_, index) => ({ ...plain, name: name(index) }))
    await portal.platform((db) => db.insertInto('embedding_accounts').values(manyAccounts).execute())
    const offered = async (search: string) => (await admin().ask(selectAccounts, { search })).body
    expect((await offered('escolha')).map(({ label }) => label)).toEqual(
      Array.from({ length: 20 }, (_, index) => name(index)),
    )
    expect(await offered('escolha 117')).toMatchObject([{ label: name(117), kind: 'powerbi' }])
    expect((await portal.as('adminOfLeste').ask(selectAccounts, { search: 'escolha' })).body).toEqual([])
    expect((await portal.as('userOfNorte').ask(selectAccounts, {})).status).toBe(403)
    await portal.platform((db) => db.deleteFrom('embedding_accounts').where('name', 'like', 'Escolha %').execute())
  })

  it.each(['..', '.', 'a..b', '.a', 'a.'])(
    'U5: %j is refused as a directory, which is part of an address',
    async (id_directory) => {
      const { status, raw } = await admin().ask(testAccount, tested({ id_directory }))
      expect([status, Object.keys(raw.errors as object)]).toEqual([400, ['id_directory']])
    },
  )

  it('Z3: the audit trail shows that the secret changed, but not the secret', async () => {
    const id = await added(admin(), 'Rastro')
    await admin().ask(updateAccount, { id, version: 1, secret: 'another-secret', name: 'Rastro 2' })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select(['event', 'changes']).where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['embedding_account.added', 'embedding_account.updated'])
    expect(entries[1]?.changes).toEqual({ name: ['Rastro', 'Rastro 2'], secret: ['•', '•'] })
    expect(JSON.stringify(entries)).not.toMatch(/another-secret|double~secret/)
  })

  it('an update without a secret keeps the stored one; a new secret replaces it', async () => {
    const id = await added(admin(), 'Guardado')
    const before = await stored(id)
    expect((await admin().ask(updateAccount, { id, version: 1, name: 'Guardado 2', secret: null })).status).toBe(200)
    expect((await stored(id)).secret_sealed).toEqual(before.secret_sealed)
    expect((await admin().ask(updateAccount, { id, version: 2, secret: 'fresh' })).status).toBe(200)
    expect((await stored(id)).secret_sealed).not.toEqual(before.secret_sealed)
  })

  it('Z3: another application or service requires the secret again', async () => {
    const id = await added(admin(), 'Outra aplicação')
    for (const change of [{ id_app: 'another' }, { kind: 'local' as const }]) {
      const { status, raw } = await admin().ask(updateAccount, { id, version: 1, ...change })
      expect([status, Object.keys(raw.errors as object)]).toEqual([400, ['secret']])
    }
    const both = await admin().ask(updateAccount, { id, version: 1, id_app: 'another', secret: 'its own' })
    expect(both.status).toBe(200)
  })

  it('refuses a second account with the same name and owner', async () => {
    await added(admin(), 'Dupla')
    const { status, raw } = await admin().ask(addAccount, account('Dupla'))
    expect([status, raw.key]).toEqual([409, 'account_already_exists'])
    await added(partner(), 'Dupla')
  })

  it('D2: refuses a stale version', async () => {
    const id = await added(admin(), 'Versão')
    await admin().ask(updateAccount, { id, version: 1, name: 'Versão 2' })
    const stale = await admin().ask(updateAccount, { id, version: 1, name: 'Versão 3' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('a business unit sees only the name of its partner’s account, and cannot change it', async () => {
    const id = await added(partner(), 'Da parceira')
    for (const asker of [admin(), portal.as('adminOfSul'), portal.as(masterInNorte)]) {
      const { body } = await asker.ask(readAccount, { id })
      expect(body).toMatchObject({ owner: 'partner', directory_id: null, app_id: null, object_id: null, can: [] })
      expect((await asker.ask(updateAccount, { id, version: 1, name: 'Minha' })).status).toBe(404)
      expect((await asker.ask(removeAccount, { id })).status).toBe(404)
      expect((await asker.ask(testAccount, tested({ id, secret: null }))).status).toBe(404)
    }
    expect((await partner().ask(readAccount, { id })).body.can).toEqual(['update', 'remove'])
  })

  it('T1: an account is hidden from other business units and other partners', async () => {
    const own = await added(admin(), 'Só de Norte')
    const partners = await added(partner(), 'Só de Alfa')
    for (const person of ['adminOfSul', 'adminOfLeste', 'masterOfBeta', 'masterOfAlfa'] as const) {
      expect((await portal.as(person).ask(readAccount, { id: own })).status, person).toBe(404)
      expect((await portal.as(person).ask(removeAccount, { id: own })).status, person).toBe(404)
    }
    for (const person of ['adminOfLeste', 'masterOfBeta'] as const) {
      expect((await portal.as(person).ask(readAccount, { id: partners })).status, person).toBe(404)
    }
  })

  it('Z1: refuses plain users, and the platform without a partner', async () => {
    for (const person of ['userOfNorte', 'platform'] as const) {
      expect((await portal.as(person).ask(listAccounts, {})).status, person).toBe(403)
      expect((await portal.as(person).ask(addAccount, account('x'))).status, person).toBe(403)
    }
  })

  it('removes an account; a second removal answers 404', async () => {
    const id = await added(admin(), 'Efêmera')
    expect((await admin().ask(removeAccount, { id })).status).toBe(200)
    expect((await admin().ask(removeAccount, { id })).status).toBe(404)
  })

  it('refuses to remove an account with workspaces, also with those of other business units', async () => {
    const id = await added(partner(), 'Em uso')
    const { id: tenant_id, partner_id } = tenants.sul
    await portal.platform((db) =>
      db
        .insertInto('workspaces')
        .values({ tenant_id, partner_id, account_id: id, service_id: 'w', name: 'W' })
        .execute(),
    )
    const { status, raw } = await partner().ask(removeAccount, { id })
    expect([status, raw.key]).toEqual([409, 'account_in_use'])
  })

  it('U5: refuses a URL or path as a directory, and names the field', async () => {
    for (const id_directory of ['../../x', 'https://evil.example', 'a b', 'x?y=1', '']) {
      const { status, raw } = await admin().ask(addAccount, account('x', { id_directory }))
      expect([status, Object.keys(raw.errors as object)], id_directory).toEqual([400, ['id_directory']])
    }
  })

  describe('with `restrict_accounts`', () => {
    beforeAll(() => restrict(true))
    afterAll(() => restrict(false))

    it('an administrator sees only the accounts that they registered', async () => {
      const own = await added(admin(), 'Minha restrita')
      const partners = await added(partner(), 'Da parceira restrita')
      const masters = await added(portal.as(masterInNorte), 'Da parceira em Norte')
      const { body } = await admin().ask(listAccounts, { search: 'restrita' })
      expect(body.data.map(({ id }) => id)).toEqual([own])
      const offered = await admin().ask(selectAccounts, { search: 'restrita' })
      expect(offered.body.map(({ value }) => value)).toEqual([own])
      for (const id of [partners, masters]) {
        expect((await admin().ask(readAccount, { id })).status).toBe(404)
        expect((await admin().ask(updateAccount, { id, version: 1, name: 'x' })).status).toBe(404)
      }
      const all = await portal.as(masterInNorte).ask(listAccounts, { search: 'restrita', size: 100 })
      expect(all.body.data.map(({ id }) => id).toSorted()).toEqual([own, partners].toSorted())
    })
  })
})

const tested = (change: Partial<SentOf<typeof testAccount>> = {}): SentOf<typeof testAccount> => ({
  kind: 'powerbi',
  id_directory: DOUBLE.directoryId,
  id_app: DOUBLE.appId,
  secret: DOUBLE.secret,
  ...change,
})

const states = (steps: { step: string; state: string }[]) => steps.map(({ step, state }) => `${step} ${state}`)

describe('Test connection', () => {
  it('passes all steps with valid credentials', async () => {
    const { status, body } = await admin().ask(testAccount, tested())
    expect([status, body.status]).toEqual([200, true])
    expect(states(body.steps)).toEqual([
      'authority passed',
      'token passed',
      'api passed',
      'permission passed',
      'workspaces passed',
    ])
  })

  it('reports a wrong secret with the service’s own code and a message in the person’s language', async () => {
    const { raw } = await admin().send({
      method: 'POST',
      url: '/api/auth/powerbi/test',
      body: tested({ secret: 'wrong' }),
      headers: { lang: 'pt-BR' },
    })
    expect(raw.status).toBe(false)
    expect((raw.steps as object[])[1]).toEqual({
      step: 'token',
      state: 'failed',
      problem: 'credentials',
      reason: 'AADSTS7000215',
      message: 'O serviço de relatórios recusou as credenciais da conta. Verifique-as em Contas.',
    })
    expect(JSON.stringify(raw)).not.toContain('wrong')
  })

  it('V4: names each other failed step', async () => {
    const forbidden = { status: 403, headers: { 'x-powerbi-error-info': 'PowerBINotAuthorizedException' } }
    const down = [{ status: 503 }, { status: 503 }, { status: 503 }]
    const cases = [
      ['token', down, 'authority', 'unreachable'],
      ['Groups_GetGroups', [{ status: 429, headers: { 'retry-after': '900' } }], 'api', 'busy'],
      ['Groups_GetGroups', [forbidden], 'permission', 'refused'],
      ['Groups_GetGroups', [{ status: 200, body: { value: [] } }], 'workspaces', 'empty'],
    ] as const
    for (const [operation, replies, step, problem] of cases) {
      service.next(operation, ...replies)
      const { body } = await admin().ask(testAccount, tested())
      const failed = body.steps.find(({ state }) => state === 'failed')
      expect([body.status, failed?.step, failed?.problem], step).toEqual([false, step, problem])
      const behind = body.steps.slice(body.steps.findIndex(({ state }) => state === 'failed') + 1)
      expect(behind.every(({ state }) => state === 'skipped')).toBe(true)
    }
  })

  it('uses the stored secret only for the same service and application', async () => {
    const id = await added(admin(), 'Testada')
    expect((await admin().ask(testAccount, tested({ id, secret: null }))).body.status).toBe(true)
    const before = service.count('token')
    for (const change of [{ id_app: 'another' }, { kind: 'local' as const }]) {
      const { status } = await admin().ask(testAccount, tested({ id, secret: null, ...change }))
      expect(status).toBe(400)
    }
    expect((await admin().ask(testAccount, tested({ secret: null }))).status).toBe(400)
    expect((await portal.as('adminOfSul').ask(testAccount, tested({ id, secret: null }))).status).toBe(404)
    expect(service.count('token')).toBe(before)
  })

  it('D5: writes an audit entry without the secret', async () => {
    const id = await added(admin(), 'Testada e anotada')
    await admin().ask(testAccount, tested({ id, secret: 'wrong' }))
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('target_id', '=', id)
        .where('event', '=', 'embedding_account.tested')
        .executeTakeFirstOrThrow(),
    )
    expect(entry.changes).toEqual({ failed_step: [null, 'token'], reason: [null, 'AADSTS7000215'] })
  })

  it('reports a missing embedded report service', async () => {
    const { status, raw } = await admin().ask(testAccount, tested({ kind: 'local' }))
    expect([status, raw.key]).toEqual([503, 'account_unreachable'])
  })

  it('sent only requests that Microsoft’s OpenAPI description allows', () => {
    expect(service.violations).toEqual([])
  })
})

it('an account keeps the five fields of its license capacity, and shows them to their owner only', async () => {
  const capacity = {
    subscription_id: '0f1f7a52-6d05-4a3c-9f3c-2f6f4f1d9aff',
    workspace_id: '11111111-1111-4111-8111-111111111111',
    resource_group: 'rg-bi',
    feature_name: 'capacityprod',
    size: 'A2',
  }
  const account = { name: 'Com capacidade', kind: 'powerbi', id_directory: 'd', id_app: 'a', id_object: null } as const
  const made = await portal.as('masterOfAlfa').ask(addAccount, { ...account, secret: 's', ...capacity })
  expect(made.status).toBe(200)
  const { raw } = await portal.as('masterOfAlfa').ask(readAccount, { id: made.body.id })
  expect(raw).toMatchObject(capacity)
  const change = { id: made.body.id, version: 1, size: 'A4', resource_group: '' }
  expect((await portal.as('masterOfAlfa').ask(updateAccount, change)).status).toBe(200)
  const after = await portal.as('masterOfAlfa').ask(readAccount, { id: made.body.id })
  expect(after.raw).toMatchObject({ ...capacity, size: 'A4', resource_group: null })
  const unit = await portal.as('adminOfNorte').ask(readAccount, { id: made.body.id })
  expect(unit.raw).toMatchObject({ subscription_id: null, feature_name: null, size: null })
  const wrong = { ...account, name: 'Outra', secret: 's', subscription_id: 'x' }
  expect((await portal.as('masterOfAlfa').ask(addAccount, wrong)).status).toBe(400)
})

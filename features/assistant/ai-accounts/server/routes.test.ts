import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { type ModelDouble, modelKey, startModelDouble } from '#testing/model-double.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, type Person, type PersonName, tenants } from '#testing/world.ts'
import { exportAiCalls, listAiCalls, readAiAccount, readAiUses, testAiAccount, updateAiAccount } from '../contract.ts'
import { keyPurpose } from './commands.ts'

const portal = testPortal({ config: { providerPrivateHosts: true } })
const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)

let double: ModelDouble
beforeAll(async () => {
  double = await startModelDouble()
})
afterAll(() => double.close())
beforeEach(async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('ai_accounts').execute()
    await db.deleteFrom('ai_calls').execute()
  })
  double.asked.length = 0
  double.reply({ text: 'ok' })
})

type Sent = SentOf<typeof updateAiAccount>

const account = (overrides: Partial<Sent> = {}): Sent => ({
  version: 0,
  enabled: 'S',
  inherits: 'N',
  provider: 'openai',
  base_url: double.url,
  model: 'm-1',
  key: modelKey,
  monthly_budget: 1_000_000,
  daily_budget: 50_000,
  sends_rows: 'N',
  ...overrides,
})
const save = (overrides: Partial<Sent> = {}, who: PersonName | Person = 'adminOfNorte') =>
  portal.as(who).ask(updateAiAccount, account(overrides))
const read = async (who: PersonName | Person = 'adminOfNorte') => (await portal.as(who).ask(readAiAccount, {})).body
const storedKeys = () =>
  portal.platform(async (db) =>
    (await db.selectFrom('ai_accounts').select('key_sealed').execute()).map(({ key_sealed }) =>
      key_sealed === null ? null : secrets.unseal(key_sealed, keyPurpose),
    ),
  )

describe('AI account', () => {
  it('is off until it is configured', async () => {
    expect(await read()).toMatchObject({ version: 0, enabled: false, key_set: false, offered: null, used_tokens: 0 })
    const { body } = await portal.as('adminOfNorte').ask(readAiUses, {})
    expect(body).toEqual({ uses: [], model: null, host: null })
  })

  it('Z3: stores the key sealed, and shows it in no answer, no audit entry and no file', async () => {
    expect((await save()).status).toBe(200)
    expect(await storedKeys()).toEqual([modelKey])
    const answers = [
      (await portal.as('adminOfNorte').ask(readAiAccount, {})).raw,
      (await portal.as('adminOfNorte').ask(readAiUses, {})).raw,
      (await portal.as('adminOfNorte').ask(testAiAccount, { provider: 'openai', base_url: double.url, model: 'm' }))
        .raw,
      (await portal.as('adminOfNorte').ask(listAiCalls, {})).raw,
      await portal.platform((db) => db.selectFrom('audit_entries').selectAll().execute()),
      await portal.platform((db) => db.selectFrom('ai_calls').selectAll().execute()),
    ]
    expect(JSON.stringify(answers)).not.toContain(modelKey)
    expect(answers[0]).toMatchObject({ key_set: true })
    const file = await portal.as('adminOfNorte').send({ method: 'GET', url: `/api/${exportAiCalls.path}?format=csv` })
    expect(file.status).toBe(200)
    expect(JSON.stringify(file)).not.toContain(modelKey)
    const sealed = await portal.platform((db) => db.selectFrom('ai_accounts').select('key_sealed').execute())
    expect(sealed[0]?.key_sealed?.toString('latin1')).not.toContain(modelKey)
  })

  it('D5: writes who changed what to the audit trail, and nothing for an unchanged form', async () => {
    const entries = () =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['changes'])
          .where('event', '=', 'ai_account.updated')
          .orderBy('at')
          .execute(),
      )
    const { length: earlier } = await entries()
    await save()
    await save({ version: 1, key: null, model: 'm-2' })
    expect((await entries()).slice(earlier).map(({ changes }) => changes)).toEqual([
      expect.objectContaining({ model: [null, 'm-1'], monthly_budget: [null, 1_000_000] }),
      { model: ['m-1', 'm-2'] },
    ])
    expect((await save({ version: 2, key: null, model: 'm-2' })).status).toBe(200)
    expect((await entries()).length).toBe(earlier + 2)
    expect((await save({ version: 1, model: 'm-3' })).status).toBe(409)
  })

  it('keeps the key for the same service only', async () => {
    await save()
    expect((await save({ version: 1, key: null, model: 'm-2' })).status).toBe(200)
    expect(await storedKeys()).toEqual([modelKey])
    const other = await save({ version: 2, key: null, base_url: 'http://127.0.0.1:1/v1' })
    expect([other.status, Object.keys(other.raw['errors'] as object)]).toEqual([400, ['key']])
    // Without a key of its own, a service on another address gets none.
    expect((await save({ version: 2, key: null, provider: 'ollama', base_url: 'http://127.0.0.1:1/v1' })).status).toBe(
      200,
    )
    expect(await storedKeys()).toEqual([null])
  })

  it('asks for address, model and key only when it is on', async () => {
    const none = { base_url: '', model: '', key: null }
    const refused = await save(none)
    expect([refused.status, Object.keys(refused.raw['errors'] as object).toSorted()]).toEqual([
      400,
      ['base_url', 'key', 'model'],
    ])
    expect((await save({ ...none, enabled: 'N' })).status).toBe(200)
  })

  it('U5: refuses addresses that cannot be an API', async () => {
    for (const base_url of [
      'file:///etc/passwd',
      'http://user:pw@127.0.0.1/',
      `${double.url}?x=1`,
      `${double.url}#x`,
      'x',
    ])
      expect((await save({ base_url })).status, base_url).toBe(400)
  })

  it('tests the model of the form with the stored key, only at its own service', async () => {
    await save()
    const test = (overrides: object = {}) =>
      portal
        .as('adminOfNorte')
        .ask(testAiAccount, { provider: 'openai', base_url: double.url, model: 'm', ...overrides })
    expect((await test()).body).toEqual({ outcome: 'answered' })
    expect(double.asked.at(-1)?.key).toBe(modelKey)
    await test({ key: 'another' })
    expect(double.asked.at(-1)?.key).toBe('another')
    await test({ provider: 'compatible' })
    expect(double.asked.at(-1)?.key).toBeNull()
    await test({ base_url: double.url.replace('127.0.0.1', 'localhost') })
    expect(double.asked.at(-1)?.key).toBeNull()
    double.reply({ status: 401 })
    expect((await test()).body).toEqual({ outcome: 'key_refused' })
    expect((await test({ base_url: 'ftp://x.example' })).body).toEqual({ outcome: 'address_refused' })
    const { body } = await portal.as('adminOfNorte').ask(listAiCalls, { outcome: 'key_refused' })
    expect(body.data).toEqual([
      expect.objectContaining({
        purpose: 'test',
        person: 'Alice Norte',
        tokens_in: 0,
        tokens_out: 0,
        host: new URL(double.url).host,
      }),
    ])
  })

  it('Z1: is for administrators; a reader gets neither account nor log', async () => {
    expect((await save({}, 'userOfNorte')).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(readAiAccount, {})).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(listAiCalls, {})).status).toBe(403)
    expect((await save({}, masterInNorte)).status).toBe(200)
  })

  it('T1: another business unit sees neither the account nor the calls', async () => {
    await save()
    await portal.as('adminOfNorte').ask(testAiAccount, { provider: 'openai', base_url: double.url, model: 'm' })
    expect(await read('adminOfSul')).toMatchObject({ version: 0, key_set: false, used_tokens: 0 })
    expect((await portal.as('adminOfSul').ask(listAiCalls, {})).body.total).toBe(0)
    expect((await portal.as('adminOfNorte').ask(listAiCalls, {})).body.total).toBe(1)
    expect((await portal.as('adminOfSul').ask(readAiUses, {})).body.uses).toEqual([])
  })
})

describe('offered accounts', () => {
  const inherits = { inherits: 'S', base_url: '', model: '', key: null } as const

  it('lets a unit use the account of its partner, or else of the platform, without showing the key', async () => {
    await save({ model: 'of-platform' }, 'platform')
    expect((await read()).offered).toEqual({
      owner: 'platform',
      provider: 'openai',
      host: new URL(double.url).host,
      model: 'of-platform',
    })
    // What is offered is not used before the unit switches it on (P3).
    expect((await portal.as('adminOfNorte').ask(readAiUses, {})).body.uses).toEqual([])
    expect((await save(inherits)).status).toBe(200)
    expect((await portal.as('adminOfNorte').ask(readAiUses, {})).body).toMatchObject({ model: 'of-platform' })
    await save({ model: 'of-alfa' }, 'masterOfAlfa')
    const answers = [
      await portal.as('adminOfNorte').ask(readAiAccount, {}),
      await portal.as('adminOfNorte').ask(readAiUses, {}),
    ]
    expect(answers[1]?.body).toMatchObject({ model: 'of-alfa' })
    expect(JSON.stringify(answers)).not.toContain(modelKey)
    expect((await read('adminOfLeste')).offered).toMatchObject({ owner: 'platform', model: 'of-platform' })
    await save({ version: 1, model: 'of-alfa', enabled: 'N' }, 'masterOfAlfa')
    expect((await read()).offered).toMatchObject({ owner: 'platform' })
  })

  it('keeps the accounts of partners and the platform apart', async () => {
    await save({ model: 'of-alfa' }, 'masterOfAlfa')
    expect(await read('masterOfBeta')).toMatchObject({ version: 0 })
    expect(await read('platform')).toMatchObject({ version: 0, used_tokens: null })
    expect((await save({ ...inherits, version: 1 }, 'masterOfAlfa')).status).toBe(400)
    const rows = await portal.platform((db) =>
      db.selectFrom('ai_accounts').select(['tenant_id', 'partner_id']).execute(),
    )
    expect(rows).toEqual([{ tenant_id: null, partner_id: tenants.norte.partner_id }])
  })
})

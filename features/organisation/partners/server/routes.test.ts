import { describe, expect, it } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { addTenant, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { giveDomain } from '#testing/domains.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, password, people, tenants } from '#testing/world.ts'
import { partnerCalls } from '../contract.ts'
import { addTeamMember } from '#features/people/team/contract.ts'

const portal = testPortal()
const platform = () => portal.as('platform')

let made = 0
const partner = (overrides: Partial<SentOf<typeof partnerCalls.add>> = {}): SentOf<typeof partnerCalls.add> => {
  made += 1
  const fields = { enabled: 'S', hidden_menu: [] } as const
  return { name: `Gama ${made}`, subdomain: `gama-${made}`, ...fields, hidden_menu: [], ...overrides }
}
async function added(overrides: Partial<SentOf<typeof partnerCalls.add>> = {}): Promise<string> {
  const { status, body } = await platform().ask(partnerCalls.add, partner(overrides))
  expect(status).toBe(200)
  return body.id
}
const read = async (id: string) => (await platform().ask(partnerCalls.read, { id })).body

describe('partners', () => {
  it('are added, listed with their numbers of business units and people, and read back', async () => {
    const id = await added({ name: 'Delta', subdomain: 'delta', hidden_menu: ['audit'] })
    await portal.platform((db) => giveDomain(db, { partner_id: id, tenant_id: null }, 'bi.delta.com'))
    expect(await read(id)).toMatchObject({
      domain: 'bi.delta.com',
      hidden_menu: ['audit'],
      units: 0,
      staff: 0,
      version: 1,
    })
    const { body } = await platform().ask(partnerCalls.list, { search: 'alfa' })
    expect(body.data).toMatchObject([{ name: 'Alfa', units: 2, people: 5, staff: 1, can: ['update', 'remove'] }])
    const sorted = await platform().ask(partnerCalls.list, { sort: 'units', order: 'desc' })
    expect(sorted.body.data[0]?.name).toBe('Alfa')
  })

  it.each(['masterOfAlfa', 'adminOfNorte', 'userOfNorte'] as const)('Z1: refuse %s', async (who) => {
    const asker = portal.as(who)
    const id = partners.alfa.id
    const answers = [
      await asker.ask(partnerCalls.list, {}),
      await asker.ask(partnerCalls.read, { id }),
      await asker.ask(partnerCalls.add, partner()),
      await asker.ask(partnerCalls.update, { id, version: 1, hidden_menu: [] }),
      await asker.ask(partnerCalls.remove, { id, name: 'ALFA' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    const { body } = await asker.ask(readConfig, {})
    expect(body.routes).not.toContain('partners')
  })

  it('T6: get an address exclusively, even if a business unit of another partner takes it at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, item) => `corrida-${item}`)
    const answers = await Promise.all(
      names.map((subdomain) => {
        const unit = { name: subdomain, subdomain, user_limit: 1 }
        return Promise.all([
          platform().ask(partnerCalls.add, partner({ subdomain })),
          portal.as('masterOfAlfa').ask(addTenant, unit),
        ])
      }),
    )
    const [won, lost] = [
      [200, undefined],
      [409, 'subdomain_already_exists'],
    ]
    for (const pair of answers) {
      const results = pair.map(({ status, raw }) => [status, raw.key])
      expect([results, results.toReversed()]).toContainEqual([won, lost])
    }
  })

  it('share one namespace of addresses with business units, and may send their own address again', async () => {
    const id = await added({ subdomain: 'epsilon' })
    const same = { id, version: 1, subdomain: 'epsilon' }
    expect((await platform().ask(partnerCalls.update, same)).status).toBe(200)
    for (const [overrides, key, field] of [
      [{ subdomain: 'norte' }, 'subdomain_already_exists', 'subdomain'],
      [{ subdomain: 'epsilon' }, 'subdomain_already_exists', 'subdomain'],
      [{ subdomain: 'www' }, 'subdomain_reserved', 'subdomain'],
      [{ name: 'Alfa' }, 'partner_already_exists', 'name'],
    ] as const) {
      const { raw } = await platform().ask(partnerCalls.add, partner(overrides))
      expect([raw.key, Object.keys(raw.errors as object)], JSON.stringify(overrides)).toEqual([key, [field]])
    }
    const unit = { name: 'U', subdomain: 'epsilon', user_limit: 5 }
    expect((await portal.as('masterOfBeta').ask(addTenant, unit)).raw.key).toBe('subdomain_already_exists')
  })

  it('T5, T6: end the sessions at their old address after a change, but none of their business units', async () => {
    const id = await added({ subdomain: 'movida' })
    await portal.platform((db) => giveDomain(db, { partner_id: id, tenant_id: null }, 'bi.movida.com'))
    await platform().ask(addTenant, { name: 'U', subdomain: 'da-movida', user_limit: 5, parceiro_id: id })
    const master = { name: 'Mona', email: 'mona@example.com', language: 'pt-BR' as const, password }
    await platform().ask(addTeamMember, { ...master, parceiro_id: id })
    const change = async (changes: object) => {
      const { version } = await read(id)
      expect((await platform().ask(partnerCalls.update, { id, version, ...changes })).status).toBe(200)
    }
    const sessions = ['movida.localhost', 'bi.movida.com', 'da-movida.localhost'].map(async (host) =>
      portal.as({ host, token: await portal.tokenOf({ ...master, id, host }) }),
    )
    const works = () => Promise.all(sessions.map(async (who) => (await (await who).ask(readConfig, {})).status))
    expect(await works()).toEqual([200, 200, 200])
    await change({ subdomain: 'mudada' })
    expect(await works()).toEqual([401, 200, 200])
    await portal.platform((db) => giveDomain(db, { partner_id: id, tenant_id: null }, null))
    expect(await works()).toEqual([401, 401, 200])
  })

  it('D2: refuse a stale version', async () => {
    const id = await added()
    expect((await platform().ask(partnerCalls.update, { id, version: 1, name: 'Nova Gama' })).status).toBe(200)
    const stale = await platform().ask(partnerCalls.update, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('A4: end the sessions of all their people immediately when they are disabled, and no others', async () => {
    const { id } = partners.alfa
    const of = ['adminOfNorte', 'userOfSul', 'masterOfAlfa'] as const
    const states = () => Promise.all(of.map(async (who) => (await portal.as(who).ask(readConfig, {})).status))
    expect(await states()).toEqual([200, 200, 200])
    const inside = portal.as({ token: await portal.tokenOf(masterInNorte), host: masterInNorte.host })
    const { version } = await read(id)
    await platform().ask(partnerCalls.update, { id, version, enabled: 'N' })
    expect(await states()).toEqual([401, 401, 401])
    expect((await inside.ask(listUsers, {})).raw.status).toBe('user_disable')
    expect((await portal.as('adminOfLeste').ask(readConfig, {})).status).toBe(200)
    await platform().ask(partnerCalls.update, { id, version: version + 1, enabled: 'S' })
    expect(await states()).toEqual([200, 200, 200])
  })

  it('hide screens from all their people; a business unit can hide further screens', async () => {
    const { version } = await read(partners.beta.id)
    await platform().ask(partnerCalls.update, { id: partners.beta.id, version, hidden_menu: ['user'] })
    const refused = await portal.as('adminOfLeste').ask(listUsers, {})
    expect([refused.status, refused.raw.key]).toEqual([403, 'no_page_permission'])
    const master = portal.as('masterOfBeta')
    const { body: unit } = await master.ask(readTenant, { id: tenants.leste.id })
    await master.ask(updateTenant, { id: unit.id, version: unit.version, hidden_menu: ['tags'] })
    const { body } = await portal.as('adminOfLeste').ask(readConfig, {})
    expect(body.hidden_menu).toEqual(['user', 'tags'])
    expect(body.routes).not.toContain('tags')
    const dashboard = await platform().ask(partnerCalls.update, {
      id: partners.beta.id,
      version: version + 1,
      hidden_menu: [''],
    } as never)
    expect(dashboard.status).toBe(400)
  })

  it('are removed with their typed name, and only without business units', async () => {
    const full = await platform().ask(partnerCalls.remove, { id: partners.alfa.id, name: 'ALFA' })
    expect([full.status, full.raw.key]).toEqual([409, 'partner_has_units'])
    const id = await added({ name: 'De passagem' })
    await portal.platform((db) =>
      db
        .insertInto('users')
        .values({ name: 'Mestre', email: 'mestre@gama.example', staff: 'master', partner_id: id })
        .execute(),
    )
    const mistyped = await platform().ask(partnerCalls.remove, { id, name: 'De passagem' })
    expect([mistyped.status, mistyped.raw.key]).toEqual([400, 'name_mistyped'])
    expect((await platform().ask(partnerCalls.remove, { id, name: 'DE_PASSAGEM' })).status).toBe(200)
    expect((await platform().ask(partnerCalls.remove, { id, name: 'DE_PASSAGEM' })).status).toBe(404)
    const [left, entries] = await portal.platform(async (db) => [
      await db.selectFrom('users').select('id').where('email', '=', 'mestre@gama.example').execute(),
      await db
        .selectFrom('audit_entries')
        .select(['event', 'actor_id'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    ])
    expect(left).toEqual([])
    expect(entries).toEqual(
      ['partner.added', 'partner.removed'].map((event) => ({ event, actor_id: people.platform.id })),
    )
  })
})

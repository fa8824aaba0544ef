import { describe, expect, it, vi } from 'vitest'
import { hashToken } from '#platform/server/session/token.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, password, people, tenants } from '#testing/world.ts'
import { acceptHandOver, changeCompany, enterTenant, enterTenantUnverified, switchBack } from '../contract.ts'
import { notifyStaffEntry } from './jobs.ts'

const portal = testPortal()

/** Adds a second membership of a person, in Sul. */
const joinSul = (userId: string, state = 'A') =>
  portal.platform((db) =>
    db
      .insertInto('memberships')
      .values({ tenant_id: tenants.sul.id, user_id: userId, state })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ state }))
      .execute(),
  )

const at = (host: string, token: string | null) => portal.as({ token, host })

/** Follows the hand-over of an answer to its host. */
async function followed(answer: { body: unknown }) {
  const { domain, token } = answer.body as { domain: string; token: string }
  const begun = await at(domain, null).ask(acceptHandOver, { token })
  return { domain, token, begun, asker: at(domain, begun.body?.token ?? null) }
}

/** Begins a new session of the master, because switching back ends the one from which the switch began. */
const newMaster = async () => at(people.masterOfAlfa.host, await portal.tokenOf(people.masterOfAlfa))

const enterSul = async (profile: 'admin' | 'user') =>
  (await newMaster()).ask(enterTenant, {
    tenant_id: tenants.sul.id,
    perfil_usuario: profile,
    rota: '/companies?page=2',
  })

/** Whether a business unit lets staff in. */
const setAllowed = (allow_remote_access: boolean, id: string) =>
  portal.platform((db) => db.updateTable('settings').set({ allow_remote_access }).where('tenant_id', '=', id).execute())

describe('the switch to another business unit', () => {
  it('offers the units of all partners to the platform’s staff, and those of one partner while they are in its place', async () => {
    const platform = async () => at(people.platform.host, await portal.tokenOf(people.platform))
    const offered = async (asker: Awaited<ReturnType<typeof platform>>) =>
      (await asker.ask(readConfig, {})).body.companies.map(({ name }) => name)
    const all = await offered(await platform())
    expect(all).toEqual(expect.arrayContaining(['Leste', 'Norte', 'Sul']))
    expect(all).toEqual(all.toSorted((one, other) => one.localeCompare(other)))
    const entering = { tenant_id: tenants.norte.id, perfil_usuario: 'admin' } as const
    const inside = await followed(await (await platform()).ask(enterTenantUnverified, entering))
    expect(await offered(inside.asker)).toEqual(['Norte', 'Sul'])
    await setAllowed(false, tenants.leste.id)
    expect(await offered(await platform())).not.toContain('Leste')
    await setAllowed(true, tenants.leste.id)
  })

  it('lists the business units of a person, and hands them over to one of them', async () => {
    await joinSul(people.userOfNorte.id)
    const config = await portal.as('userOfNorte').ask(readConfig, {})
    expect(config.body.companies.map(({ name, current }) => [name, current])).toEqual([
      ['Norte', true],
      ['Sul', false],
    ])
    const answer = await portal.as('userOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id })
    expect(answer.body).toMatchObject({ status: 'change', domain: 'sul.localhost' })
    const { asker, begun } = await followed(answer)
    expect(begun.body).toMatchObject({ status: 'success', tenant_id: tenants.sul.id, user: { auth_type: 'password' } })
    const there = await asker.ask(readConfig, {})
    expect(there.body.companies.find(({ current }) => current)?.name).toBe('Sul')
  })

  it('A1: is no sign-in: the new session has the time of the sign-in before', async () => {
    await joinSul(people.userOfNorte.id)
    const times = () =>
      portal.platform(async (db) => {
        const own = db.selectFrom('sessions').select(['tenant_id', 'signed_in_at'])
        return own.where('user_id', '=', people.userOfNorte.id).orderBy('created_at', 'desc').execute()
      })
    const signedInAt = new Date(Date.now() - 3_600_000)
    await portal.as('userOfNorte').ask(readConfig, {})
    await portal.platform((db) =>
      db
        .updateTable('sessions')
        .set({ signed_in_at: signedInAt })
        .where('user_id', '=', people.userOfNorte.id)
        .execute(),
    )
    const { begun } = await followed(await portal.as('userOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id }))
    expect(begun.status).toBe(200)
    const [newest] = await times()
    expect(newest).toEqual({ tenant_id: tenants.sul.id, signed_in_at: signedInAt })
  })

  it('A9: a hand-over token is valid once, also when it is sent twenty times at the same moment', async () => {
    await joinSul(people.userOfNorte.id)
    const { body } = await portal.as('userOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id })
    const { token } = body as { token: string }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => at('sul.localhost', null).ask(acceptHandOver, { token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ raw }) => raw['message']))).toEqual(new Set(['Erro ao realizar login!']))
  })

  it('A9: refuses a hand-over token at another host, after its minute, and a made-up one', async () => {
    await joinSul(people.userOfNorte.id)
    const next = async () => {
      const { body } = await portal.as('userOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id })
      return (body as { token: string }).token
    }
    const elsewhere = await at('norte.localhost', null).ask(acceptHandOver, { token: await next() })
    const late = await next()
    await portal.platform((db) =>
      db
        .updateTable('one_time_tokens')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('token_hash', '=', hashToken(late))
        .execute(),
    )
    const expired = await at('sul.localhost', null).ask(acceptHandOver, { token: late })
    const madeUp = await at('sul.localhost', null).ask(acceptHandOver, { token: 'x'.repeat(43) })
    expect([elsewhere, expired, madeUp].map(({ status, raw }) => [status, raw['key']])).toEqual(
      Array.from({ length: 3 }, () => [401, 'company_login_error']),
    )
  })

  it.each([
    ['admin', 'masterOfAlfa'],
    ['user', 'masterOfAlfa'],
    ['admin', 'platform'],
  ] as const)(
    'D5: the unit’s trail says who of which partner entered as %s, and what they do there',
    async (profile, name) => {
      const person = people[name]
      const asker = at(person.host, await portal.tokenOf(person))
      const entering = { tenant_id: tenants.sul.id, perfil_usuario: profile }
      const answer =
        name === 'platform' ? await asker.ask(enterTenantUnverified, entering) : await asker.ask(enterTenant, entering)
      const inside = await followed(answer)
      const { name: partner } = await portal.platform((db) =>
        db.selectFrom('partners').select('name').where('id', '=', partners.alfa.id).executeTakeFirstOrThrow(),
      )
      const actor = { actor_name: person.name, actor_origin: name === 'platform' ? 'Vitrine' : partner }
      const entries = async () =>
        portal.platform((db) =>
          db
            .selectFrom('audit_entries')
            .select(['event', 'actor_name', 'actor_origin'])
            .where('actor_id', '=', person.id)
            .where('tenant_id', '=', tenants.sul.id)
            .orderBy('id', 'desc')
            .limit(1)
            .execute(),
        )
      expect(await entries()).toEqual([{ event: `sign_in.entered_${profile}`, ...actor }])
      if (profile === 'user') return
      const { version } = (await inside.asker.ask(readSettings, {})).body
      const save = (added: number, value: 'S' | 'N') =>
        inside.asker.ask(updateSettings, {
          version: version + added,
          mostrar_ultima_atualizacao_relatorio_global: value,
        })
      expect((await save(0, 'S')).status).toBe(200)
      expect(await entries()).toEqual([{ event: 'settings.updated', ...actor }])
      expect((await save(1, 'N')).status).toBe(200)
    },
  )

  it('answers 404 for a business unit that is not the person’s', async () => {
    for (const tenant_id of [tenants.leste.id, '00000000-0000-4000-8000-000000000000']) {
      expect((await portal.as('otherUserOfNorte').ask(changeCompany, { tenant_id })).status).toBe(404)
    }
  })

  it.each([
    ['B', 403, 'blocked'],
    ['I', 403, 'inactive'],
    ['D', 403, 'user_disable'],
  ])(
    'refuses a person in state %s of the target with its sentence, before anything is handed over',
    async (state, status, word) => {
      await joinSul(people.otherUserOfNorte.id, state)
      const answer = await portal.as('otherUserOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id })
      expect([answer.status, answer.raw['status']]).toEqual([status, word])
    },
  )

  it('judges again at the other host: a person who is blocked meanwhile does not enter', async () => {
    await joinSul(people.userOfNorte.id)
    const { body } = await portal.as('userOfNorte').ask(changeCompany, { tenant_id: tenants.sul.id })
    await joinSul(people.userOfNorte.id, 'B')
    const { token } = body as { token: string }
    const answer = await at('sul.localhost', null).ask(acceptHandOver, { token })
    expect([answer.status, answer.raw['status']]).toEqual([403, 'blocked'])
    await joinSul(people.userOfNorte.id)
  })
})

describe('the switch of staff into a business unit', () => {
  it('a partner moves through three units and back, and their sessions of the way end', async () => {
    const first = await followed(await enterSul('admin'))
    const config = await first.asker.ask(readConfig, {})
    expect(config.body.user).toMatchObject({ id: people.masterOfAlfa.id, profile: 'admin' })
    expect(config.body.partner_access_remote).toEqual({
      is_partner_with_admin_company: true,
      is_partner_admin: true,
      is_partner_user: false,
      partner_id: partners.alfa.id,
    })
    expect(config.body.can).toContain('user.update')
    const staffRights = ['user.make_test', 'user.grant_toggles', 'workspace.share', 'settings.update_staff_fields']
    expect(config.body.can).toEqual(expect.arrayContaining(staffRights))
    const second = await followed(await first.asker.ask(changeCompany, { tenant_id: tenants.norte.id }))
    expect((await second.asker.ask(readConfig, {})).body.user.profile).toBe('admin')
    expect((await first.asker.ask(readConfig, {})).status).toBe(401)
    const reader = await second.asker.ask(enterTenant, { tenant_id: tenants.norte.id, perfil_usuario: 'user' })
    expect(reader.body).toMatchObject({ status: 'success', user: { profile: 'user' } })
    const third = at('norte.localhost', (reader.body as { token: string }).token)
    const asReader = await third.ask(readConfig, {})
    expect(asReader.body.partner_access_remote.is_partner_user).toBe(true)
    expect(asReader.body.can.filter((right) => right === 'user.read' || staffRights.includes(right))).toEqual([])
    const home = await followed(await third.ask(switchBack, {}))
    expect(home.domain).toBe('alfa.localhost')
    expect(home.begun.body).toMatchObject({ intended: '/companies?page=2', user: { profile: 'master' } })
    expect((await third.ask(readConfig, {})).status).toBe(401)
  })

  it.each(['masterOfAlfa', 'platform'] as const)(
    '%s changes what only staff may, and the trail names them',
    async (who) => {
      const asker = at(people[who].host, await portal.tokenOf(people[who]))
      const inside = await followed(
        await asker.ask(enterTenant, { tenant_id: tenants.sul.id, perfil_usuario: 'admin' }),
      )
      const { version, can } = (await inside.asker.ask(readSettings, {})).body
      expect(can).toEqual(['update', 'update_access', 'update_staff_fields', 'update_two_factor'])
      const change = {
        enable_embedded: 'S',
        user_import: 'S',
        mfa_permission_admin: 'S',
        mostrar_ultima_atualizacao_relatorio_global: 'S',
      } as const
      expect((await inside.asker.ask(updateSettings, { version, ...change })).status).toBe(200)
      const [entry] = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['actor_id', 'actor_email', 'tenant_id'])
          .where('event', '=', 'settings.updated')
          .orderBy('at', 'desc')
          .limit(1)
          .execute(),
      )
      expect(entry).toEqual({ actor_id: people[who].id, actor_email: people[who].email, tenant_id: tenants.sul.id })
      const undone = {
        enable_embedded: 'N',
        user_import: 'N',
        mostrar_ultima_atualizacao_relatorio_global: 'N',
      } as const
      await inside.asker.ask(updateSettings, { version: version + 1, ...undone, mfa_permission_admin: 'N' })
    },
  )

  it('the platform’s staff enter units of every partner; a master only those of their own', async () => {
    const input = { tenant_id: tenants.leste.id, perfil_usuario: 'admin' as const }
    expect((await portal.as('platform').ask(enterTenant, input)).body).toMatchObject({ domain: 'leste.localhost' })
    expect((await (await newMaster()).ask(enterTenant, input)).status).toBe(404)
    expect((await portal.as('adminOfNorte').ask(enterTenant, input)).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(enterTenant, input)).status).toBe(403)
  })

  it('answers 409 when there is nothing to go back to', async () => {
    const answer = await (await newMaster()).ask(switchBack, {})
    expect([answer.status, answer.raw['key']]).toEqual([409, 'nothing_to_go_back'])
  })

  it('E3: a unit that allows no remote access is not entered, and the sessions in it end at once', async () => {
    const inside = await followed(await enterSul('admin'))
    const master = at('sul.localhost', await portal.tokenOf({ ...masterInNorte, host: 'sul.localhost' }))
    expect((await master.ask(readConfig, {})).status).toBe(200)
    const allow = (flag: 'S' | 'N') =>
      portal.platform((db) =>
        db
          .updateTable('settings')
          .set({ allow_remote_access: flag === 'S' })
          .where('tenant_id', '=', tenants.sul.id)
          .execute(),
      )
    await allow('N')
    expect((await inside.asker.ask(readConfig, {})).status).toBe(401)
    const refused = await Promise.all([
      enterSul('admin'),
      (await newMaster()).ask(enterTenantUnverified, { tenant_id: tenants.sul.id, perfil_usuario: 'user' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    // Staff who signed in at the unit themselves are signed out as well.
    expect((await master.ask(readConfig, {})).status).toBe(401)
    await allow('S')
  })

  it('E3: a closed unit refuses staff at every door: their password, a switch, and a hand-over that began before', async () => {
    const inNorte = await followed(
      await (await newMaster()).ask(enterTenant, { tenant_id: tenants.norte.id, perfil_usuario: 'admin' }),
    )
    const pending = (await enterSul('admin')).body as { domain: string; token: string }
    await setAllowed(false, tenants.sul.id)
    for (const who of [people.masterOfAlfa, people.platform]) {
      const input = { email: who.email, password }
      const atUnit = await at('sul.localhost', null).ask(login, input)
      expect([atUnit.status, atUnit.raw['status']], who.email).toEqual([403, 'domain_not_allowed'])
      expect((await at(who.host, null).ask(login, input)).status).toBe(200)
    }
    expect((await inNorte.asker.ask(changeCompany, { tenant_id: tenants.sul.id })).status).toBe(403)
    const offered = (await inNorte.asker.ask(readConfig, {})).body.companies.map(({ name }) => name)
    expect(offered).not.toContain('Sul')
    const late = await at(pending.domain, null).ask(acceptHandOver, { token: pending.token })
    expect([late.status, late.raw['status']]).toEqual([403, 'domain_not_allowed'])
    // Its own people are not staff.
    expect((await portal.as('userOfSul').ask(readConfig, {})).status).toBe(200)
    await setAllowed(true, tenants.sul.id)
  })

  it('E3: staff close a unit at their own host and open it again; its administrators are told, the trail has it', async () => {
    const { id } = tenants.sul
    const worker = await testWorker(portal.databaseUrl, [notifyStaffEntry])
    const told = async () =>
      (await portal.as('adminOfSul').ask(listNotifications, {})).body.data
        .map(({ type }) => type)
        .filter((type) => type.startsWith('staff_'))
    const change = async (allow_access_remote: 'S' | 'N', who = 'masterOfAlfa' as 'masterOfAlfa' | 'platform') => {
      const asker = at(people[who].host, await portal.tokenOf(people[who]))
      const { version } = (await asker.ask(readTenant, { id })).body
      expect((await asker.ask(updateTenant, { id, version, allow_access_remote })).status).toBe(200)
      return (await asker.ask(readTenant, { id })).body.allow_access_remote
    }
    const inside = await followed(await enterSul('admin'))
    expect(await change('N')).toBe(false)
    expect((await inside.asker.ask(readConfig, {})).status).toBe(401)
    expect((await enterSul('admin')).status).toBe(403)
    await vi.waitFor(async () => expect(await told()).toEqual(['staff_kept_out']), { timeout: 30_000, interval: 100 })
    expect(await change('S', 'platform')).toBe(true)
    expect((await enterSul('admin')).status).toBe(200)
    await vi.waitFor(async () => expect(await told()).toEqual(['staff_admitted', 'staff_kept_out']), {
      timeout: 30_000,
      interval: 100,
    })
    await worker.close()
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'tenant.updated').orderBy('at').execute(),
    )
    expect(entries.map(({ changes }) => changes)).toEqual([
      { allow_remote_access: [true, false] },
      { allow_remote_access: [false, true] },
    ])
    const foreign = at(people.masterOfBeta.host, await portal.tokenOf(people.masterOfBeta))
    expect((await foreign.ask(updateTenant, { id, version: 1, allow_access_remote: 'N' })).status).toBe(404)
  })

  it('E3: the administrators are told as well when staff in the unit close it in its settings', async () => {
    const worker = await testWorker(portal.databaseUrl, [notifyStaffEntry])
    const told = async () =>
      (await portal.as('adminOfNorte').ask(listNotifications, {})).body.data.filter(
        ({ type }) => type === 'staff_kept_out',
      )
    const master = portal.as(masterInNorte)
    const { version } = (await master.ask(readSettings, {})).body
    expect((await master.ask(updateSettings, { version, allow_access_remote: 'N' })).status).toBe(200)
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), { timeout: 30_000, interval: 100 })
    await worker.close()
    await portal.platform((db) =>
      db.updateTable('settings').set({ allow_remote_access: true }).where('tenant_id', '=', tenants.norte.id).execute(),
    )
  })

  it('only staff change whether a unit may be entered', async () => {
    const admin = portal.as('adminOfNorte')
    const { version } = (await admin.ask(readSettings, {})).body
    expect((await admin.ask(updateSettings, { allow_access_remote: 'N', version })).status).toBe(403)
  })

  it('Z4: a master whose staff account is blocked loses the sessions that they hold in units', async () => {
    const inside = await followed(await enterSul('admin'))
    const state = (staff_state: string) =>
      portal.platform((db) =>
        db.updateTable('users').set({ staff_state }).where('id', '=', people.masterOfAlfa.id).execute(),
      )
    await state('B')
    expect((await inside.asker.ask(readConfig, {})).raw['status']).toBe('blocked')
    await state('A')
  })
})

describe('who enters which unit', () => {
  /** The callers at their own hosts: staff of a partner have a session only at the partner's host. */
  const askers = ['platform', 'masterOfAlfa', 'masterOfBeta', 'adminOfNorte', 'userOfNorte'] as const
  const entered = (who: (typeof askers)[number], partnerId: string, isAllowed: boolean): number | string => {
    if (who === 'adminOfNorte' || who === 'userOfNorte') return 403
    const own = { platform: partnerId, masterOfAlfa: partners.alfa.id, masterOfBeta: partners.beta.id }[who]
    if (own !== partnerId) return 404
    return isAllowed ? 'change' : 403
  }

  it('E3: the list of units offers the way into exactly those that the person may enter', async () => {
    const { id } = tenants.sul
    const setUnit = (change: { enabled?: boolean; maintenance?: boolean }) =>
      portal.platform((db) => db.updateTable('tenants').set(change).where('id', '=', id).execute())
    const setAllowed = (allow_remote_access: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ allow_remote_access }).where('tenant_id', '=', id).execute(),
      )
    const states: [name: string, make: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
      ['open', () => setAllowed(true), () => setAllowed(true)],
      ['refuses staff', () => setAllowed(false), () => setAllowed(true)],
      ['disabled', () => setUnit({ enabled: false }), () => setUnit({ enabled: true })],
      ['in maintenance', () => setUnit({ maintenance: true }), () => setUnit({ maintenance: false })],
    ]
    const seen: [string, string, boolean, boolean][] = []
    for (const [name, make, undo] of states) {
      await make()
      for (const who of ['platform', 'masterOfAlfa'] as const) {
        const asker = at(people[who].host, await portal.tokenOf(people[who]))
        const row = (await asker.ask(listTenants, { size: 100 })).body.data.find((unit) => unit.id === id)
        const { status } = await asker.ask(enterTenant, { tenant_id: id, perfil_usuario: 'admin' })
        seen.push([name, who, row?.can.includes('enter') ?? false, status === 200])
      }
      await undo()
    }
    expect(seen).toEqual([
      ['open', 'platform', true, true],
      ['open', 'masterOfAlfa', true, true],
      ['refuses staff', 'platform', false, false],
      ['refuses staff', 'masterOfAlfa', false, false],
      ['disabled', 'platform', false, false],
      ['disabled', 'masterOfAlfa', false, false],
      ['in maintenance', 'platform', true, true],
      ['in maintenance', 'masterOfAlfa', false, false],
    ])
  })

  it('E3, T8: who × unit × as whom × call × flag of the unit: the answer', async () => {
    const [lines, wrong]: [string[], string[]] = [[], []]
    for (const who of askers) {
      for (const [name, { id: tenant_id, partner_id }] of Object.entries(tenants)) {
        for (const flag of ['S', 'N'] as const) {
          await portal.platform((db) =>
            db
              .updateTable('settings')
              .set({ allow_remote_access: flag === 'S' })
              .where('tenant_id', '=', tenant_id)
              .execute(),
          )
          for (const profile of ['admin', 'user'] as const) {
            for (const [verified, call] of [
              ['verified', enterTenant],
              ['not verified', enterTenantUnverified],
            ] as const) {
              const asker = at(people[who].host, await portal.tokenOf(people[who]))
              const { status, raw } = await asker.ask(call, { tenant_id, perfil_usuario: profile })
              const answer = status === 200 ? String(raw['status']) : status
              const line = [who, name, profile, verified, flag, answer].join(' | ')
              lines.push(line)
              if (answer !== entered(who, partner_id, flag === 'S')) wrong.push(line)
            }
          }
        }
        await portal.platform((db) => db.updateTable('settings').set({ allow_remote_access: true }).execute())
      }
    }
    process.stdout.write(
      `switch, ${String(lines.length)} cases: who | unit | as whom | call | flag of the unit | answer\n${lines.join('\n')}\n`,
    )
    expect(wrong).toEqual([])
    expect(lines).toHaveLength(askers.length * 3 * 2 * 2 * 2)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#platform/server/database/kysely.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { passwordHashCount } from '#platform/server/passwords.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { channel } from '#platform/server/live/announce.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { withSecondFactor } from '#testing/probe.ts'
import { masterInNorte, password, people, tenants } from '#testing/world.ts'
import { logPresence, readConfig } from '#features/identity/sessions/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { addTenant, readTenant } from '#features/organisation/tenants/contract.ts'
import {
  addUser,
  changeUserFields,
  changeUserState,
  duplicateUser,
  forceLogout,
  listUsers,
  readInvitationMail,
  readUser,
  readUserPasswordRules,
  removeUser,
  resetTwoFactor,
  selectUsers,
  selectUserValues,
  sendAccessLink,
  updateUser,
  type ShownState,
} from '../contract.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { addUserGroup, readUserGroup } from '#features/people/groups/contract.ts'
import { blockIdle, eraseDue } from './commands.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const host = people.adminOfNorte.host

let count = 0
const person = (nome_usuario: string, more: object = {}) => ({
  nome_usuario,
  email: `p${(count += 1)}@example.com`,
  phone: null,
  perfil_usuario: 'user' as const,
  state: 'A' as const,
  department: null,
  language: 'pt-BR' as const,
  group_ids: [] as string[],
  edit_reports: 'N' as const,
  ...more,
})

async function added(name: string, more: object = {}) {
  const fields = person(name, more)
  const { status, body, raw } = await admin().ask(addUser, fields)
  expect([status, raw]).toMatchObject([200, { status: true, id: expect.any(String) }])
  return { id: body.id, email: fields.email, name, host }
}

/** Adds a person with the test password and signs them in; `works` tells whether the session is still accepted. */
async function signedIn(name: string, more: object = {}) {
  const who = await added(name, { password, ...more })
  const token = await portal.tokenOf(who)
  const works = async () =>
    (await portal.as({ token, host }).ask(logPresence, { active: 'N', rota: '/' })).status === 200
  expect(await works()).toBe(true)
  return { ...who, token, works }
}

/** Adds a report of Norte that is granted to the group. */
async function grantedReport(db: Database, group_id: string): Promise<string> {
  const { id: tenant_id, partner_id } = tenants.norte
  const own = { tenant_id, name: 'X' }
  const put = (table: 'report_groups' | 'report_subgroups' | 'workspaces' | 'reports', values: object) =>
    db
      .insertInto(table)
      .values({ ...own, ...values } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: account_id } = await db
    .insertInto('embedding_accounts')
    .values({ partner_id, name: 'X', kind: 'local', directory_id: 'x', app_id: 'x', secret_sealed: Buffer.from('x') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const workspace = await put('workspaces', { partner_id, account_id, service_id: 'x' })
  const subgroup = await put('report_subgroups', { group_id: (await put('report_groups', {})).id })
  const place = { workspace_id: workspace.id, subgroup_id: subgroup.id }
  const { id } = await put('reports', { ...place, service_report_id: 'x', service_dataset_id: 'x' })
  await db.insertInto('report_grants').values({ tenant_id, report_id: id, group_id }).execute()
  return id
}

describe('people', () => {
  it('Z3: adds a person who can sign in; the answer contains no secret', async () => {
    const group = (await admin().ask(addUserGroup, { name: 'Vendas', description: null, member_ids: [] })).body.id
    const who = await signedIn('Ana Lima', {
      phone: '+55 (11) 98888-7777',
      department: 'Vendas',
      group_ids: [group],
      edit_reports: 'S',
    })
    const { raw } = await admin().ask(readUser, { id: who.id })
    expect(raw).toMatchObject({
      nome_usuario: 'Ana Lima',
      phone: '+5511988887777',
      perfil_usuario: 'user',
      department: 'Vendas',
      groups: [{ id: group, name: 'Vendas' }],
      edit_reports: 'S',
      password: null,
      password_set: 'S',
      version: 1,
    })
    expect(JSON.stringify(raw)).not.toContain('argon2')
    expect(raw['last_sign_in_at']).toEqual(expect.any(String))
    expect((await admin().ask(readUserGroup, { id: group })).body.members.map(({ id }) => id)).toEqual([who.id])
  })

  it('refuses the sign-in of a person without a password', async () => {
    const who = await added('Sem Senha')
    const { body } = await admin().ask(readUser, { id: who.id })
    expect(body.password_set).toBe(false)
    const { status } = await portal.as({ token: null, host }).ask(login, { email: who.email, password })
    expect(status).toBe(401)
  })

  it('searches name, e-mail and department; filters by profile, state and group; sorts without regard to accents', async () => {
    const group = (await admin().ask(addUserGroup, { name: 'Filtro', description: null, member_ids: [] })).body.id
    await added('Zilda Régia', { department: 'Logística', group_ids: [group] })
    await added('Álvaro Régio', { group_ids: [group], state: 'B' })
    const names = async (options: object) => (await admin().ask(listUsers, options)).body.data.map(({ name }) => name)
    expect(await names({ search: 'regi' })).toEqual(['Álvaro Régio', 'Zilda Régia'])
    expect(await names({ search: 'logistica' })).toEqual(['Zilda Régia'])
    expect(await names({ group_id: group, sort: 'name', order: 'desc' })).toEqual(['Zilda Régia', 'Álvaro Régio'])
    expect(await names({ group_id: group, state: 'B' })).toEqual(['Álvaro Régio'])
    expect(await names({ profile: 'admin' })).toEqual([people.adminOfNorte.name])
    expect(await names({ search: '%' })).toEqual([])
  })

  it('lists people for a picker', async () => {
    const { body } = await admin().ask(selectUsers, { search: 'ugo' })
    const { id, name, email } = people.userOfNorte
    expect(body).toEqual([{ value: id, label: name, email, state: 'A' }])
  })

  it('stores a phone number as E.164, by the country of the unit, and refuses what no country has', async () => {
    const { id } = await added('Fone', { phone: '(11) 94444-0001' })
    const read = async () => (await admin().ask(readUser, { id })).body
    expect((await read()).phone).toBe('+5511944440001')
    const spelled = await admin().ask(updateUser, { id, version: (await read()).version, phone: '011 94444 0001' })
    expect([spelled.status, (await read()).version]).toEqual([200, 1])
    for (const phone of ['12345678', '5511999', '+999123456789']) {
      const refused = [
        await admin().ask(addUser, person('Fone errado', { phone })),
        await admin().ask(updateUser, { id, version: 1, phone }),
        await admin().ask(duplicateUser, { id, nome_usuario: 'Fone cópia', email: 'fone@example.com', phone }),
      ]
      for (const answer of refused)
        expect([answer.status, Object.keys(answer.raw['errors'] as object)]).toEqual([400, ['phone']])
    }
    const zone = (timezone: string) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ timezone }).where('tenant_id', '=', tenants.norte.id).execute(),
      )
    await zone('Europe/Lisbon')
    try {
      const { id: other } = await added('Fone de Lisboa', { phone: '912 345 678' })
      expect((await admin().ask(readUser, { id: other })).body.phone).toBe('+351912345678')
    } finally {
      await zone('America/Sao_Paulo')
    }
  })

  it('takes a stored phone number from before numbers were checked again, and only that', async () => {
    const { id } = await added('Fone antigo')
    await portal.platform((db) =>
      db.updateTable('memberships').set({ phone: '12345678' }).where('user_id', '=', id).execute(),
    )
    const change = { id, version: 1, phone: '1234-5678', department: 'Vendas' }
    expect((await admin().ask(updateUser, change)).status).toBe(200)
    expect((await admin().ask(readUser, { id })).body.phone).toBe('12345678')
    expect((await admin().ask(updateUser, { id, version: 2, phone: '12345679' })).status).toBe(400)
  })

  it('refuses an e-mail that exists on the platform and a phone that exists in the business unit, at the field', async () => {
    await added('Um', { email: 'dupla@example.com', phone: '+5511900000001' })
    const email = await admin().ask(addUser, person('Dois', { email: 'DUPLA@example.com' }))
    expect([email.status, email.raw['key']]).toEqual([409, 'email_already_exists'])
    expect(email.raw['errors']).toEqual({ email: email.raw['message'] })
    const elsewhere = await portal.as('adminOfLeste').ask(addUser, person('Três', { email: 'dupla@example.com' }))
    expect(elsewhere.raw['key']).toBe('email_already_exists')
    const phone = await admin().ask(addUser, person('Quatro', { phone: '+55 11 90000-0001' }))
    expect([phone.status, phone.raw['key']]).toEqual([409, 'phone_already_exists'])
    const sul = await portal.as('adminOfSul').ask(addUser, person('Cinco', { phone: '+5511900000001' }))
    expect(sul.status).toBe(200)
  })

  it('D2: changes only the sent fields, and refuses a stale version', async () => {
    const { id } = await added('Antes', { department: 'Compras', phone: '+5511900000010' })
    expect((await admin().ask(updateUser, { id, version: 1, nome_usuario: 'Depois' })).status).toBe(200)
    const { body } = await admin().ask(readUser, { id })
    expect(body).toMatchObject({ name: 'Depois', department: 'Compras', phone: '+5511900000010', version: 2 })
    const stale = await admin().ask(updateUser, { id, version: 1, department: null })
    expect([stale.status, stale.raw['key']]).toEqual([409, 'stale_version'])
  })

  it('V5: hashes no password when the change is refused', async () => {
    const { id } = await added('Hash Frei')
    const nobody = crypto.randomUUID()
    const began = passwordHashCount()
    const update = (changes: object) => admin().ask(updateUser, { id, version: 1, password, ...changes })
    const statuses = [
      await update({ id: nobody }),
      await update({ version: 7 }),
      await update({ block_on: '2020-01-01' }),
      await update({ custom: { [nobody]: 'x' } }),
      await admin().ask(duplicateUser, { ...person('Zweite'), id: nobody, password }),
      await admin().ask(addUser, person('Test', { state: 'T', password })),
      await admin().ask(addUser, person('Gestern', { block_on: '2020-01-01', password })),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 409, 400, 400, 404, 403, 400])
    expect(passwordHashCount()).toBe(began)
  })

  it('copies groups, profile, department and permissions to a new person', async () => {
    const group = (await admin().ask(addUserGroup, { name: 'Cópia', description: null, member_ids: [] })).body.id
    const source = await added('Modelo', {
      perfil_usuario: 'admin',
      department: 'TI',
      language: 'es',
      group_ids: [group],
      state: 'B',
    })
    const identity = { nome_usuario: 'Novo', email: 'novo@example.com', phone: null }
    const { body } = await admin().ask(duplicateUser, { id: source.id, ...identity })
    const copy = (await admin().ask(readUser, { id: body.id })).body
    expect(copy).toMatchObject({ name: 'Novo', profile: 'admin', department: 'TI', language: 'es', state: 'A' })
    expect([copy.password_set, copy.groups.length]).toEqual([false, 1])
    const reader = await added('Leitora', { edit_reports: 'S' })
    const second = { nome_usuario: 'Leitor', email: 'leitor@example.com', phone: null }
    const { id } = (await admin().ask(duplicateUser, { id: reader.id, ...second })).body
    expect((await admin().ask(readUser, { id })).body.edit_reports).toBe(true)
    expect((await admin().ask(duplicateUser, { id: people.userOfSul.id, ...identity })).status).toBe(404)
  })

  it('T1, T4: answers 404 for people and groups of another business unit', async () => {
    const id = people.userOfSul.id
    for (const answer of [
      await admin().ask(readUser, { id }),
      await admin().ask(updateUser, { id, version: 1, department: 'x' }),
      await admin().ask(changeUserState, { id, status: 'B' }),
      await admin().ask(forceLogout, { id }),
      await admin().ask(removeUser, { id }),
    ]) {
      expect(answer.status).toBe(404)
    }
    const sul = portal.as('adminOfSul')
    const group = (await sul.ask(addUserGroup, { name: 'Sul', description: null, member_ids: [] })).body.id
    const { raw } = await admin().ask(addUser, person('Estranho', { group_ids: [group] }))
    expect([raw['key'], raw['message']]).toEqual(['group_missing', 'This group does not exist!'])
    expect((await admin().ask(listUsers, { search: 'Estranho' })).body.total).toBe(0)
    expect((await sul.ask(readUser, { id })).body).toMatchObject({ state: 'A', version: 1 })
  })

  it('takes the new state in the field `status`, as every call of this kind', async () => {
    const { id } = await added('Estado no fio')
    const request = { method: 'POST', url: '/api/auth/users/change/status' }
    const refused = await admin().send({ ...request, body: { id, state: 'I' } })
    expect([refused.status, refused.raw['errors']]).toEqual([400, { status: 'State is required!' }])
    expect((await admin().send({ ...request, body: { id, status: 'I' } })).status).toBe(200)
    expect((await admin().ask(readUser, { id })).body.state).toBe('I')
  })

  it('Z1: a plain user can neither see nor change people', async () => {
    const user = portal.as('userOfNorte')
    expect((await user.ask(listUsers, {})).status).toBe(403)
    expect((await user.ask(selectUsers, {})).status).toBe(403)
    expect((await user.ask(addUser, person('Intruso'))).status).toBe(403)
    expect((await user.ask(removeUser, { id: people.otherUserOfNorte.id })).status).toBe(403)
  })

  it('Z2: refuses a profile above the actor’s, and ignores unknown fields', async () => {
    for (const perfil_usuario of ['a2m', 'master', 'root']) {
      const body = { ...person('Alto'), perfil_usuario }
      expect((await admin().send({ method: 'POST', url: '/api/auth/users/add', body })).status).toBe(400)
    }
    const extra = { staff: 'a2m', partner_id: tenants.norte.partner_id, tenant_id: tenants.sul.id, auth_type: 'saml' }
    const { id } = await added('Baixo', extra)
    const [row] = await portal.platform((db) =>
      db
        .selectFrom('users')
        .innerJoin('memberships', 'memberships.user_id', 'users.id')
        .select(['staff', 'partner_id', 'tenant_id', 'auth_type'])
        .where('users.id', '=', id)
        .execute(),
    )
    expect(row).toEqual({ staff: null, partner_id: null, tenant_id: tenants.norte.id, auth_type: 'password' })
  })

  it('Z5, D5: a toggle is stored, audited and in force at the next request; only staff grant an administrator’s', async () => {
    const lead = await signedIn('Chefe', { perfil_usuario: 'admin' })
    const permissions = async () => {
      const { body } = await portal.as({ token: lead.token, host }).ask(readConfig, {})
      return body.can.filter((name) => name === 'remote.request' || name === 'scim.manage')
    }
    expect(await permissions()).toEqual([])
    const refused = await admin().ask(updateUser, { id: lead.id, version: 1, remote_access: 'S' })
    expect([refused.status, refused.raw['message']]).toEqual([403, 'You do not have access to this functionality'])
    const added403 = await admin().ask(addUser, person('Outro chefe', { perfil_usuario: 'admin', configure_saml: 'S' }))
    expect(added403.status).toBe(403)
    const master = portal.as(masterInNorte)
    expect((await master.ask(updateUser, { id: lead.id, version: 1, remote_access: 'S' })).status).toBe(200)
    expect(await permissions()).toEqual(['remote.request'])
    const [entry] = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'user.updated')
        .where('target_id', '=', lead.id)
        .execute(),
    )
    expect(entry?.changes).toEqual({ remote_access: [false, true] })
    const reader = await added('Leitor comum')
    const wrong = await master.ask(updateUser, { id: reader.id, version: 1, remote_access: 'S' })
    expect([wrong.status, Object.keys(wrong.raw['errors'] as object)]).toEqual([400, ['remote_access']])
    // A change to a lower profile ends the toggle; a later change back does not restore it.
    await admin().ask(updateUser, { id: lead.id, version: 2, perfil_usuario: 'user' })
    await admin().ask(updateUser, { id: lead.id, version: 3, perfil_usuario: 'admin' })
    expect((await admin().ask(readUser, { id: lead.id })).body.remote_access).toBe(false)
  })

  it('Z5, D5: an administrator makes a reader a support agent; an administrator cannot be one', async () => {
    const { id } = await added('Atende bem')
    const agent = async () => (await admin().ask(readUser, { id })).body.support_agent
    expect(await agent()).toBe(false)
    expect((await admin().ask(updateUser, { id, version: 1, support_agent: 'S' })).status).toBe(200)
    expect(await agent()).toBe(true)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'user.updated')
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries).toEqual([{ changes: { support_agent: [false, true] } }])
    const lead = await admin().ask(addUser, person('Chefia', { perfil_usuario: 'admin', support_agent: 'S' }))
    expect([lead.status, Object.keys(lead.raw['errors'] as object)]).toEqual([400, ['support_agent']])
    await admin().ask(updateUser, { id, version: 2, perfil_usuario: 'admin' })
    expect(await agent()).toBe(false)
  })

  it('Z5: an administrator cannot sign in as one who holds more toggles: no password, no e-mail, no link', async () => {
    const { id, email } = await added('Chefia', { perfil_usuario: 'admin' })
    const master = portal.as(masterInNorte)
    expect((await master.ask(updateUser, { id, version: 1, configure_saml: 'S' })).status).toBe(200)
    const taken = [
      await admin().ask(updateUser, { id, version: 2, password: 'a quiet takeover' }),
      await admin().ask(updateUser, { id, version: 2, email: 'thief@example.com' }),
      await admin().ask(sendAccessLink, { id }),
    ]
    expect(taken.map(({ status }) => status)).toEqual([403, 403, 403])
    const verbs = (await admin().ask(readUser, { id })).body.can
    const listed = (await admin().ask(listUsers, { search: email })).body.data.find((each) => each.id === id)
    for (const can of [verbs, listed?.can ?? ['set_password']]) expect(can).not.toContain('set_password')
    expect((await master.ask(sendAccessLink, { id })).status).toBe(200)
  })

  it('people cannot demote, disable or remove themselves', async () => {
    const { id } = people.adminOfNorte
    const { body } = await admin().ask(readUser, { id })
    expect(body.can).toEqual(['update', 'update_identity', 'duplicate', 'archive'])
    for (const answer of [
      await admin().ask(updateUser, { id, version: body.version, perfil_usuario: 'user' }),
      await admin().ask(updateUser, { id, version: body.version, state: 'I' }),
      await admin().ask(updateUser, { id, version: body.version, password: 'a stolen session’s' }),
      await admin().ask(updateUser, { id, version: body.version, email: 'thief@example.com' }),
      await admin().ask(changeUserState, { id, status: 'B' }),
      await admin().ask(removeUser, { id }),
    ]) {
      expect([answer.status, answer.raw['key']]).toEqual([409, 'not_yourself'])
    }
  })

  it('Z5, Z8: keeps the last administrator, also when two block each other at the same time', async () => {
    const sul = portal.as('adminOfSul')
    const master = portal.as({ ...masterInNorte, host: 'sul.localhost' })
    for (const answer of [
      await master.ask(changeUserState, { id: people.adminOfSul.id, status: 'I' }),
      await master.ask(removeUser, { id: people.adminOfSul.id }),
    ]) {
      expect([answer.status, answer.raw['key']]).toEqual([409, 'last_administrator'])
    }
    // Two administrators are added for this test, because they block each other at the same time, and the sessions of the blocked one end.
    const administrator = async (name: string) => {
      const email = `${name.toLowerCase()}@example.com`
      const fields = { ...person(name, { perfil_usuario: 'admin', password }), email }
      const { id } = (await sul.ask(addUser, fields)).body
      const asker = portal.as({ id, email, name: fields.nome_usuario, host: 'sul.localhost' })
      expect((await asker.ask(listUsers, {})).status).toBe(200)
      return { id, asker }
    }
    const [one, other] = [await administrator('Segunda'), await administrator('Terceira')]
    const set = (id: string, change: { profile?: string; state?: string }) =>
      portal.platform((db) => db.updateTable('memberships').set(change).where('user_id', '=', id).execute())
    await set(people.adminOfSul.id, { profile: 'user' })
    const answers = await Promise.all([
      one.asker.ask(changeUserState, { id: other.id, status: 'B' }),
      other.asker.ask(changeUserState, { id: one.id, status: 'B' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await portal.platform((db) =>
      db
        .selectFrom('memberships')
        .select('user_id')
        .where('tenant_id', '=', tenants.sul.id)
        .where('profile', '=', 'admin')
        .where('state', '=', 'A')
        .execute(),
    )
    expect(admins).toHaveLength(1)
    await set(people.adminOfSul.id, { profile: 'admin' })
    for (const { id } of [one, other]) await set(id, { state: 'B' })
  })

  it('Z8: enforces the user limit exactly under 20 parallel additions', async () => {
    const leste = portal.as('adminOfLeste')
    await portal.platform((db) =>
      db.updateTable('tenants').set({ user_limit: 7 }).where('id', '=', tenants.leste.id).execute(),
    )
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => leste.ask(addUser, person(`L${at}`))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ raw }) => raw['key'] === 'tenant_reached_limit')).toHaveLength(15)
    const test = await leste.ask(addUser, person('Teste', { state: 'T' }))
    expect([test.status, test.raw['key']]).toEqual([403, 'no_access_functionality'])
    const users = await portal.platform((db) =>
      db.selectFrom('users').select('id').where('home_tenant_id', '=', tenants.leste.id).execute(),
    )
    expect(users).toHaveLength(7)
  })

  it('only staff of the partner add a test user, who does not count for the user limit', async () => {
    const master = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
    const { status, body } = await master.ask(addUser, person('Prova', { state: 'T' }))
    expect(status).toBe(200)
    const { raw } = await master.ask(changeUserState, { id: body.id, status: 'A' })
    expect(raw['key']).toBe('tenant_reached_limit')
  })

  it('A6: block, disable, new profile, new e-mail, new password, forced log-out and removal end the sessions immediately', async () => {
    const actions: [string, (id: string) => Promise<{ status: number }>][] = [
      ['block', (id) => admin().ask(changeUserState, { id, status: 'B' })],
      ['disable', (id) => admin().ask(changeUserState, { id, status: 'I' })],
      ['profile', async (id) => admin().ask(updateUser, { id, version: 1, perfil_usuario: 'admin' })],
      ['e-mail', async (id) => admin().ask(updateUser, { id, version: 1, email: 'outro@example.com' })],
      ['password', async (id) => admin().ask(updateUser, { id, version: 1, password: 'another password' })],
      ['logout', (id) => admin().ask(forceLogout, { id })],
      ['removal', (id) => admin().ask(removeUser, { id })],
    ]
    for (const [action, end] of actions) {
      const who = await signedIn(`Fim ${action}`)
      const { status } = await end(who.id)
      expect([action, status, await who.works()]).toEqual([action, 200, false])
    }
  })

  it('sends live events for a block and for changed groups with grants', async () => {
    const news: LiveEvent[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text) as LiveEvent),
      onEnd: () => undefined,
    })
    const group = (await admin().ask(addUserGroup, { name: 'Leitores', description: null, member_ids: [] })).body.id
    const report = await portal.platform((db) => grantedReport(db, group))
    const { id } = await added('Ouvinte')
    await admin().ask(updateUser, { id, version: 1, group_ids: [group] })
    await admin().ask(updateUser, { id, version: 2, group_ids: [group], department: 'X' })
    await admin().ask(changeUserState, { id, status: 'B' })
    await vi.waitFor(() => expect(news).toHaveLength(2))
    await listening.close()
    const tenantId = tenants.norte.id
    expect(news).toEqual([
      { kind: 'access_changed', tenantId, reportIds: [report] },
      { kind: 'session_ended', tenantId, userId: id, sessionId: null, reason: 'user_changed' },
    ])
  })

  it('a change of name, department or groups ends no session', async () => {
    const who = await signedIn('Fica')
    const change = {
      id: who.id,
      version: 1,
      nome_usuario: 'Fica Aqui',
      department: 'X',
      perfil_usuario: 'user' as const,
      group_ids: [],
    }
    expect((await admin().ask(updateUser, change)).status).toBe(200)
    expect(await who.works()).toBe(true)
  })

  it('only the home business unit changes a person’s identity; others change membership and sessions', async () => {
    const { id } = people.userOfSul
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: tenants.norte.id, user_id: id, profile: 'user' }).execute(),
    )
    const { body } = await admin().ask(readUser, { id })
    expect(body.can).not.toContain('update_identity')
    expect(body.can).toContain('change_state')
    for (const change of [{ nome_usuario: 'X' }, { email: 'x@example.com' }, { password: 'a stolen account' }]) {
      const { status, raw } = await admin().ask(updateUser, { id, version: 1, ...change })
      expect([status, raw['key']]).toEqual([409, 'identity_elsewhere'])
    }
    expect((await admin().ask(updateUser, { id, version: 1, department: 'Aqui', email: body.email })).status).toBe(200)
    const there = await portal.tokenOf(people.userOfSul)
    expect((await admin().ask(removeUser, { id })).status).toBe(200)
    const sul = portal.as({ token: there, host: people.userOfSul.host })
    expect((await sul.ask(logPresence, { active: 'N', rota: '/' })).status).toBe(200)
    const left = await portal.platform((db) =>
      db.selectFrom('memberships').select('tenant_id').where('user_id', '=', id).execute(),
    )
    expect(left).toEqual([{ tenant_id: tenants.sul.id }])
  })

  it('refuses a password for a person who uses single sign-on', async () => {
    const { id } = await added('Federada')
    await portal.platform((db) => db.updateTable('users').set({ auth_type: 'saml' }).where('id', '=', id).execute())
    const { raw } = await admin().ask(updateUser, { id, version: 1, password: 'a quiet password' })
    expect(raw['key']).toBe('password_not_allowed')
  })

  it('removal erases a person without another membership; a second removal answers 404', async () => {
    const { id } = await added('Efêmera')
    expect((await admin().ask(removeUser, { id })).status).toBe(200)
    expect((await admin().ask(removeUser, { id })).status).toBe(404)
    const users = await portal.platform((db) => db.selectFrom('users').select('id').where('id', '=', id).execute())
    expect(users).toEqual([])
  })

  it('names the invalid fields by their wire names', async () => {
    const body = { ...person(''), email: 'não é', phone: '12', password: 'curta' }
    const { status, raw } = await admin().send({ method: 'POST', url: '/api/auth/users/add', body })
    expect(status).toBe(400)
    expect(Object.keys(raw['errors'] as object).toSorted()).toEqual(['email', 'nome_usuario', 'password', 'phone'])
  })

  it('D5: writes actor, event and changes to the audit trail, without secrets', async () => {
    const { id } = await added('Rastro', { password })
    await admin().ask(updateUser, { id, version: 1, nome_usuario: 'Rastro 2', password: 'a secret of theirs' })
    await admin().ask(changeUserState, { id, status: 'B' })
    await admin().ask(removeUser, { id })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes', 'actor_id'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    const mine = entries.filter(({ actor_id }) => actor_id === people.adminOfNorte.id)
    expect(mine.map(({ event }) => event)).toEqual(['user.added', 'user.updated', 'user.state_changed', 'user.removed'])
    expect(mine[1]?.changes).toEqual({ name: ['Rastro', 'Rastro 2'], password: ['•', '•'] })
    expect(mine[2]?.changes).toEqual({ state: ['A', 'B'] })
    expect(JSON.stringify(entries)).not.toMatch(/argon2|a secret of theirs/)
  })
})

describe('changes of many people', () => {
  afterAll(() =>
    portal.platform((db) => db.deleteFrom('custom_fields').where('tenant_id', '=', tenants.norte.id).execute()),
  )
  const group = async (name: string) =>
    (await admin().ask(addUserGroup, { name, description: null, member_ids: [] })).body.id
  const field = async (name: string, kind: 'text' | 'number' | 'multiple', options: string[] = []) =>
    (
      await admin().ask(customFieldCalls.add, {
        name,
        kind,
        options,
        required: 'N',
        searchable: 'N',
        in_registration: 'N',
      })
    ).body.id

  it('change the named fields only, add and remove groups, and write the trail', async () => {
    const [stays, left, joined] = [await group('Fica'), await group('Sai'), await group('Entra')]
    const level = await field('Nível', 'number')
    const { id } = await added('Lote Um', { department: 'Antes', group_ids: [stays, left] })
    const { status } = await admin().ask(changeUserFields, {
      id,
      department: 'Depois',
      join_group_ids: [joined],
      leave_group_ids: [left],
      block_on: '2999-01-02',
      custom: { [level]: 3 },
    })
    expect(status).toBe(200)
    const { body } = await admin().ask(readUser, { id })
    expect(body).toMatchObject({
      department: 'Depois',
      language: 'pt-BR',
      block_on: '2999-01-02',
      custom: { [level]: 3 },
    })
    expect(body.groups.map(({ name }) => name)).toEqual(['Entra', 'Fica'])
    const trail = () =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('changes')
          .where('event', '=', 'user.updated')
          .where('target_id', '=', id)
          .execute(),
      )
    expect(await trail()).toMatchObject([{ changes: { department: ['Antes', 'Depois'] } }])
    // The same again changes nothing, and is not in the trail.
    await admin().ask(changeUserFields, { id, department: 'Depois', join_group_ids: [joined] })
    expect(await trail()).toHaveLength(1)
  })

  it('Z1, T1: are refused as the change of one person is', async () => {
    const { id } = await added('Lote Dois')
    const ask = (who: ReturnType<typeof admin>, input: object) => who.ask(changeUserFields, { id, ...input })
    expect((await ask(portal.as('userOfNorte'), { department: 'x' })).status).toBe(403)
    expect((await ask(portal.as('adminOfSul'), { department: 'x' })).status).toBe(404)
    expect((await ask(admin(), { block_on: '2020-01-01' })).raw['errors']).toMatchObject({
      block_on: expect.any(String),
    })
    expect((await ask(admin(), { id: people.adminOfNorte.id, block_on: '2999-01-01' })).status).toBe(409)
    const foreign = (
      await portal.as('adminOfSul').ask(addUserGroup, { name: 'De Sul', description: null, member_ids: [] })
    ).body.id
    expect((await ask(admin(), { join_group_ids: [foreign] })).status).toBe(404)
    const many = await Promise.all(Array.from({ length: 2 }, (_, at) => group(`Muitos ${String(at)}`)))
    expect((await ask(admin(), { join_group_ids: many, leave_group_ids: many })).status).toBe(200)
  })

  it('begin with a list that is filtered by department and by the value of a custom field', async () => {
    const [text, several] = [await field('Região', 'text'), await field('Temas', 'multiple', ['a', 'b', "c'd"])]
    const one = await added('Filtro Um', { department: "D'Oeste", custom: { [text]: 'Sul', [several]: ['a', "c'd"] } })
    const two = await added('Filtro Dois', { department: 'Leste', custom: { [text]: 'Norte' } })
    const listed = async (filters: object) =>
      (await admin().ask(listUsers, { size: 100, ...filters })).body.data.map(({ id }) => id).toSorted()
    expect(await listed({ department: "D'Oeste" })).toEqual([one.id])
    expect(await listed({ field_id: text })).toEqual([one.id, two.id].toSorted())
    expect(await listed({ field_id: text, field_value: 'Norte' })).toEqual([two.id])
    expect(await listed({ field_id: several, field_value: "c'd" })).toEqual([one.id])
    expect(await listed({ field_id: several, field_value: 'b' })).toEqual([])
    expect(await listed({ department: 'Leste', field_id: several })).toEqual([])
    const values = async (input: object) => (await admin().ask(selectUserValues, input)).body.map(({ value }) => value)
    expect(await values({ field_id: several })).toEqual(['a', "c'd"])
    expect(await values({ field_id: text, search: 'nor' })).toEqual(['Norte'])
    expect(await values({ search: 'oeste' })).toEqual(["D'Oeste"])
    expect((await portal.as('adminOfSul').ask(selectUserValues, { field_id: text })).body).toEqual([])
  })
})

describe('auto-block', () => {
  it('P3: blocks people who did not sign in for the days of the unit, once, with an audit entry', async () => {
    const names = ['Ausente', 'Isento', 'Recente', 'Ativado', 'Conectado', 'Nunca entrou'] as const
    const ids = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await added(name)).id] as const)),
    ) as Record<(typeof names)[number], string>
    const connected = await signedIn('Sessão aberta')
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await portal.platform(async (db) => {
      const all = [...Object.values(ids), connected.id]
      await db
        .updateTable('memberships')
        .set({ created_at: ago(90), last_sign_in_at: ago(31) })
        .where('user_id', 'in', all)
        .execute()
      const set = (id: string, fields: object) =>
        db.updateTable('memberships').set(fields).where('user_id', '=', id).execute()
      await set(ids.Recente, { last_sign_in_at: ago(29) })
      await set(ids['Nunca entrou'], { last_sign_in_at: null })
      await set(ids.Conectado, { state: 'I' })
      await set(people.adminOfSul.id, { created_at: ago(90), last_sign_in_at: ago(31) })
      await db
        .updateTable('settings')
        .set({ auto_block_days: 30 })
        .where('tenant_id', 'in', [tenants.norte.id, tenants.sul.id])
        .execute()
      await set(people.adminOfNorte.id, { last_sign_in_at: ago(0) })
    })
    const { version } = (await admin().ask(readUser, { id: ids.Isento })).body
    expect((await admin().ask(updateUser, { id: ids.Isento, version, ignore_auto_block: 'S' })).status).toBe(200)
    expect((await admin().ask(readUser, { id: ids.Isento })).body.ignore_auto_block).toBe(true)
    await admin().ask(changeUserState, { id: ids.Ativado, status: 'I' })
    await admin().ask(changeUserState, { id: ids.Ativado, status: 'A' })
    const gate = createGate(openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined }), {
      info: () => undefined,
    })
    const outcomes = await Promise.all([blockIdle(gate), blockIdle(gate)])
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([])
    const states = async () =>
      Promise.all(names.map(async (name) => (await admin().ask(readUser, { id: ids[name] })).body.state))
    expect(await states()).toEqual(['B', 'A', 'A', 'A', 'I', 'B'])
    expect(await connected.works()).toBe(true)
    // The only administrator of Sul is not erased.
    const [sul] = await portal.platform((db) =>
      db.selectFrom('memberships').select('state').where('user_id', '=', people.adminOfSul.id).execute(),
    )
    expect(sul?.state).toBe('A')
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('target_id').where('event', '=', 'user.auto_blocked').execute(),
    )
    expect(entries.map(({ target_id }) => target_id)).toEqual(
      expect.arrayContaining([ids.Ausente, ids['Nunca entrou']]),
    )
    expect(entries.filter(({ target_id }) => target_id === ids.Ausente)).toHaveLength(1)
    await portal.platform((db) => db.updateTable('settings').set({ auto_block_days: 0 }).execute())
  })
})

describe('scheduled days', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const set = (id: string, fields: { block_on?: string; delete_on?: string }) =>
    portal.platform((db) => db.updateTable('memberships').set(fields).where('user_id', '=', id).execute())

  /** Sets a day that the database refuses now: older data may contain a last administrator with such a day. */
  const setBefore = (id: string, { delete_on }: { delete_on: string }) =>
    onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('alter table memberships disable trigger require_administrator')
      await owner.query('set role vitrine_platform')
      await owner.query('update memberships set delete_on = $1 where user_id = $2', [delete_on, id])
      await owner.query('reset role; alter table memberships enable trigger require_administrator')
    })

  it('are stored and read back, and refused in the past', async () => {
    const { id } = await added('Agenda', { block_on: day(10), delete_on: day(20) })
    expect((await admin().ask(readUser, { id })).body).toMatchObject({ block_on: day(10), delete_on: day(20) })
    const past = await admin().ask(updateUser, { id, version: 1, block_on: day(-2) })
    expect([past.status, Object.keys(past.raw.errors as object)]).toEqual([400, ['block_on']])
    expect((await admin().ask(updateUser, { id, version: 1, block_on: null, delete_on: day(20) })).status).toBe(200)
    expect((await admin().ask(readUser, { id })).body).toMatchObject({ block_on: null, delete_on: day(20) })
  })

  it('A6: block the person on the day, without a job', async () => {
    const who = await signedIn('Dia Um')
    await set(who.id, { block_on: day(3) })
    expect(await who.works()).toBe(true)
    await set(who.id, { block_on: day(-1) })
    expect(await who.works()).toBe(false)
    const again = await portal.as({ token: null, host }).ask(login, { email: who.email, password })
    expect(again.raw.status).toBe('blocked')
  })

  it('P3: erase the person on the day, once, with an audit entry; keep the last administrator', async () => {
    const who = await signedIn('Último Dia')
    await set(who.id, { delete_on: day(-1) })
    await setBefore(people.adminOfLeste.id, { delete_on: day(-1) })
    expect(await who.works()).toBe(false)
    const gate = createGate(openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined }), {
      info: () => undefined,
    })
    const outcomes = await Promise.all([eraseDue(gate), eraseDue(gate)])
    expect(outcomes.reduce((sum, { erased }) => sum + erased, 0)).toBe(1)
    for (const { kept, failures } of outcomes) expect([kept, failures]).toEqual([1, []])
    const remainingPeople = await portal.platform((db) =>
      db.selectFrom('memberships').select('profile').where('user_id', '=', people.adminOfLeste.id).execute(),
    )
    expect(remainingPeople).toEqual([{ profile: 'admin' }])
    expect((await admin().ask(readUser, { id: who.id })).status).toBe(404)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_id'])
        .where('target_id', '=', who.id)
        .where('event', '=', 'user.removed')
        .execute(),
    )
    expect(entries).toEqual([{ event: 'user.removed', actor_id: null }])
  })

  it('P3: are executed in every business unit, also when one of them has an unknown time zone', async () => {
    const norte = await signedIn('Dia Dois')
    await set(norte.id, { delete_on: day(-2) })
    await set(people.userOfLeste.id, { delete_on: day(-2) })
    // Simulates an update of PostgreSQL that no longer knows a time zone.
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('alter table settings drop constraint settings_timezone_known')
      await owner.query('set role vitrine_platform')
      await owner.query(`update settings set timezone = 'Mars/Olympus' where tenant_id = $1`, [tenants.leste.id])
    })
    const gate = createGate(openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined }), {
      info: () => undefined,
    })
    const { erased, failures } = await eraseDue(gate)
    expect([erased, failures.map(({ tenantId }) => tenantId)]).toEqual([1, [tenants.leste.id]])
    expect((await admin().ask(readUser, { id: norte.id })).status).toBe(404)
  })

  it('P3: are executed for the others when one person cannot be erased, and the failure is reported', async () => {
    const [first, second] = [await signedIn('Dia Três'), await signedIn('Dia Quatro')]
    for (const { id } of [first, second]) await set(id, { delete_on: day(-2) })
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query(`create function app.keep_one() returns trigger language plpgsql as $$
        begin if old.user_id = '${first.id}' then raise exception 'held elsewhere'; end if; return old; end $$`)
      await owner.query(
        'create trigger keep_one before delete on memberships for each row execute function app.keep_one()',
      )
    })
    const gate = createGate(openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined }), {
      info: () => undefined,
    })
    const { failures } = await eraseDue(gate)
    expect(failures).toContainEqual({ tenantId: tenants.norte.id, message: 'held elsewhere' })
    expect((await admin().ask(readUser, { id: second.id })).status).toBe(404)
    await onOwner(portal.ownerUrl, (owner) => owner.query('drop function app.keep_one() cascade'))
    expect((await eraseDue(gate)).erased).toBe(1)
  })

  it.each(['block_on', 'delete_on'])(
    'Z5: keep one administrator without %s, also when two set it for each other at the same time',
    async (field) => {
      const unit = { name: field, subdomain: field.replace('_', '-'), user_limit: 5 }
      await portal.as('masterOfAlfa').ask(addTenant, unit)
      const at = `${unit.subdomain}.localhost`
      const master = portal.as({ host: at, token: await portal.tokenOf({ ...masterInNorte, host: at }) })
      const administrator = async (name: string) => {
        const sent = person(name, { perfil_usuario: 'admin', password })
        const { id } = (await master.ask(addUser, sent)).body
        const token = await portal.tokenOf({ id, name, email: sent.email, host: at })
        return { id, ask: portal.as({ host: at, token }) }
      }
      const version = async (id: string) => (await master.ask(readUser, { id })).body.version
      const give = async (who: typeof master, id: string, to: string | null) =>
        who.ask(updateUser, { id, version: await version(id), [field]: to })
      const [first, second] = [await administrator('Primeira'), await administrator('Segunda')]
      const both = await Promise.all([give(first.ask, second.id, day(5)), give(second.ask, first.id, day(5))])
      const answers = both.map(({ status, raw }) => `${status} ${String(raw.key)}`)
      expect(answers.toSorted()).toEqual(['200 undefined', '409 last_administrator'])
      const [leaving, staying] = answers[0] === '200 undefined' ? [second, first] : [first, second]
      // An administrator whose day is set may get another day; the one without a day is the last administrator.
      expect((await give(master, leaving.id, day(6))).status).toBe(200)
      for (const refused of [
        await give(master, staying.id, day(5)),
        await master.ask(changeUserState, { id: staying.id, status: 'I' }),
        await master.ask(removeUser, { id: staying.id }),
      ]) {
        expect([refused.status, refused.raw.key]).toEqual([409, 'last_administrator'])
      }
      expect((await give(master, leaving.id, null)).status).toBe(200)
      expect((await give(master, staying.id, day(5))).status).toBe(200)
    },
  )

  it('Z5: nobody may schedule their own deletion', async () => {
    const { version } = (await admin().ask(readUser, { id: people.adminOfNorte.id })).body
    const own = await admin().ask(updateUser, { id: people.adminOfNorte.id, version, delete_on: day(5) })
    expect([own.status, own.raw.key]).toEqual([409, 'not_yourself'])
  })
})

describe('the export of people', () => {
  const lines = async (query: string, lang: string) => {
    const headers = { host, authorization: `Bearer ${await portal.tokenOf(people.adminOfNorte)}`, lang }
    const answer = await portal.portal.app.inject({ url: `/api/auth/users/export?format=csv&${query}`, headers })
    expect(answer.statusCode).toBe(200)
    return answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  }

  it('has the columns of the list, or the chosen ones, in the caller’s language', async () => {
    const { body: added } = await admin().ask(addUser, person('=Fórmula', { department: 'Quarentena' }))
    const email = (await admin().ask(readUser, { id: added.id })).body.email
    expect(await lines('search=quarentena', 'en-US')).toEqual([
      'Name,E-mail,Profile,Department,Groups,State,Last sign-in',
      `'=Fórmula,${email},Reader,Quarentena,,Invited,`,
    ])
    expect(await lines('search=quarentena&columns=name,state', 'pt-BR')).toEqual([
      'Nome;E-mail;Situação',
      `'=Fórmula;${email};Convidado`,
    ])
    expect(await lines('search=quarentena&columns=nothing_of_ours', 'pt-BR')).toHaveLength(2)
    expect((await lines('state=B', 'pt-BR')).length).toBe((await admin().ask(listUsers, { state: 'B' })).body.total + 1)
  })
})

describe('the reset of the second factor of another person', () => {
  const withFactor = (id: string) => portal.platform((db) => withSecondFactor({ db, unique: '' }, id))
  const factors = (id: string) =>
    portal.platform((db) => db.selectFrom('two_factors').select('user_id').where('user_id', '=', id).execute())
  const canOf = async (id: string, who = admin()) => (await who.ask(readUser, { id })).body.can

  it('A4, A6: removes it, ends all sessions, tells the person by mail in their language, and is in the trail', async () => {
    const olga = await signedIn('Olga Chave', { language: 'es' })
    expect(await canOf(olga.id)).not.toContain('reset_two_factor')
    expect((await admin().ask(resetTwoFactor, { id: olga.id })).raw['key']).toBe('two_factor_off')
    await withFactor(olga.id)
    const [row] = (await admin().ask(listUsers, { search: 'Olga Chave' })).body.data
    expect([row?.two_factor, row?.can.includes('reset_two_factor')]).toEqual([true, true])
    expect((await admin().ask(resetTwoFactor, { id: olga.id })).status).toBe(200)
    expect([await factors(olga.id), await olga.works()]).toEqual([[], false])
    const { mails, trail } = await portal.platform(async (db) => ({
      mails: await db.selectFrom('mails').select('subject').where('to_address', '=', olga.email).execute(),
      trail: await db.selectFrom('audit_entries').select('event').where('target_id', '=', olga.id).execute(),
    }))
    expect(mails).toEqual([{ subject: 'Su segundo factor se restableció' }])
    expect(trail.map(({ event }) => event)).toContain('user.two_factor_reset')
    // The password alone signs the person in again.
    expect((await portal.as({ token: null, host }).ask(login, { email: olga.email, password })).raw['status']).toBe(
      'success',
    )
  })

  it('Z5: only staff reset the second factor of an administrator; nobody resets their own, nor that of a person of another home unit', async () => {
    const peer = await added('Par Chave', { password, perfil_usuario: 'admin' })
    await withFactor(peer.id)
    expect(await canOf(peer.id)).not.toContain('reset_two_factor')
    expect((await admin().ask(resetTwoFactor, { id: peer.id })).status).toBe(403)
    const { id: own } = people.adminOfNorte
    await withFactor(own)
    expect((await admin().ask(resetTwoFactor, { id: own })).raw['key']).toBe('not_yourself')
    await portal.platform(async (db) => {
      await db.insertInto('memberships').values({ tenant_id: tenants.norte.id, user_id: people.userOfSul.id }).execute()
    })
    await withFactor(people.userOfSul.id)
    expect((await admin().ask(resetTwoFactor, { id: people.userOfSul.id })).raw['key']).toBe('identity_elsewhere')
    expect((await portal.as('adminOfSul').ask(resetTwoFactor, { id: peer.id })).status).toBe(404)
    for (const id of [peer.id, own, people.userOfSul.id]) expect(await factors(id)).toHaveLength(1)
    await portal.platform(async (db) => {
      await db.deleteFrom('two_factors').where('user_id', 'in', [own, people.userOfSul.id]).execute()
      await db
        .deleteFrom('memberships')
        .where('user_id', '=', people.userOfSul.id)
        .where('tenant_id', '=', tenants.norte.id)
        .execute()
    })
    expect(await canOf(peer.id, portal.as(masterInNorte))).toContain('reset_two_factor')
    expect((await portal.as(masterInNorte).ask(resetTwoFactor, { id: peer.id })).status).toBe(200)
    expect(await factors(peer.id)).toEqual([])
  })
})

describe('state D: the membership ended', () => {
  const signIn = (email: string, at: string) => portal.as({ token: null, host: at }).ask(login, { email, password })

  it('A6: is set and ended by an administrator; it ends the session, frees the place and keeps the grants', async () => {
    const dora = await signedIn('Dora Fim')
    const places = async () => (await portal.as('masterOfAlfa').ask(readTenant, { id: tenants.norte.id })).body.users
    const before = await places()
    expect((await admin().ask(changeUserState, { id: dora.id, status: 'D' })).status).toBe(200)
    expect([await dora.works(), await places()]).toEqual([false, before - 1])
    const gone = await signIn(dora.email, host)
    expect([gone.status, gone.raw['status'], gone.raw['key']]).toEqual([403, 'user_disable', 'user_deactivated'])
    expect((await admin().ask(changeUserState, { id: dora.id, status: 'A' })).status).toBe(200)
    expect((await signIn(dora.email, host)).raw['status']).toBe('success')
    const found = await portal.platform((db) =>
      db.selectFrom('memberships').select('enabled_at').where('user_id', '=', dora.id).executeTakeFirstOrThrow(),
    )
    expect(found.enabled_at).not.toBeNull()
  })

  it('“User without company!” is what a person reads elsewhere whose every membership has ended', async () => {
    const davi = await added('Davi Fim', { password })
    const elsewhere = people.adminOfSul.host
    expect((await signIn(davi.email, elsewhere)).raw['status']).toBe('domain_not_allowed')
    await admin().ask(changeUserState, { id: davi.id, status: 'D' })
    const refused = await signIn(davi.email, elsewhere)
    expect([refused.status, refused.raw['status'], refused.raw['key'], refused.raw['message']]).toEqual([
      403,
      'not_found_companies',
      'user_without_company',
      'User without company!',
    ])
    // A1: the answer names the state only after a right password.
    const guess = portal.as({ token: null, host: elsewhere }).ask(login, { email: davi.email, password: 'wrong one' })
    expect((await guess).raw['status']).toBe('error_user_or_password')
  })

  it('only the directory sets and ends the state D of the people whom it maintains', async () => {
    const dina = await added('Dina Fim')
    const managed = (scim_managed: boolean) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ scim_managed }).where('user_id', '=', dina.id).execute(),
      )
    await managed(true)
    expect((await admin().ask(readUser, { id: dina.id })).body.can).not.toContain('deactivate')
    expect((await admin().ask(changeUserState, { id: dina.id, status: 'D' })).raw['key']).toBe('managed_by_directory')
    await managed(false)
    expect((await admin().ask(readUser, { id: dina.id })).body.can).toContain('deactivate')
    expect((await admin().ask(changeUserState, { id: dina.id, status: 'D' })).status).toBe(200)
    await managed(true)
    expect((await admin().ask(changeUserState, { id: dina.id, status: 'A' })).raw['key']).toBe('managed_by_directory')
  })

  it('Z5: does not meet the last administrator', async () => {
    const { id } = people.adminOfLeste
    const answer = await portal
      .as({ ...people.masterOfBeta, host: 'leste.localhost' })
      .ask(changeUserState, { id, status: 'D' })
    expect([answer.status, answer.raw['key']]).toEqual([409, 'last_administrator'])
  })
})

describe('the password rules for a person, for the form', () => {
  it('are those of the unit for a new person and the strictest ones for a known person; nobody reads those of strangers', async () => {
    await portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ password_rules: true, password_min_length: 12 })
        .where('tenant_id', '=', tenants.norte.id)
        .execute(),
    )
    const ofNew = await portal.as(masterInNorte).ask(readUserPasswordRules, {})
    expect(ofNew.raw).toMatchObject({ enable_password: 'S', min_character: 12, capital_letter: 'N' })
    const ofKnown = await admin().ask(readUserPasswordRules, { id: people.userOfNorte.id })
    expect(ofKnown.raw).toMatchObject({ min_character: 12 })
    expect((await portal.as('adminOfSul').ask(readUserPasswordRules, { id: people.userOfNorte.id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(readUserPasswordRules, {})).status).toBe(403)
    await portal.platform((db) => db.updateTable('settings').set({ password_rules: false }).execute())
  })
})

describe('an invitation', () => {
  it('is foretold with or without a mail, and its person is invited until they have a password', async () => {
    const { obstacle } = (await admin().ask(readInvitationMail, {})).body
    const sends = obstacle === null
    const email = `invited-${randomUUID()}@example.com`
    const { body } = await admin().ask(addUser, person('Iara Convidada', { email }))
    expect([body.invited, body.link === null]).toEqual([sends, sends])
    const states = async () => {
      const list = await admin().ask(listUsers, { search: email })
      const { body: read } = await admin().ask(readUser, { id: body.id })
      return [list.body.data[0]?.is_invited, read.is_invited, read.state]
    }
    expect(await states()).toEqual([true, true, 'A'])
    await portal.platform((db) =>
      db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', body.id).execute(),
    )
    expect(await states()).toEqual([false, false, 'A'])
    expect((await portal.as('userOfNorte').ask(readInvitationMail, {})).status).toBe(403)
  })

  it('is not mailed without a mail server or with the setting off, and the form hears which of both it is', async () => {
    const mailed = (send_invitations: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ send_invitations }).where('tenant_id', '=', tenants.norte.id).execute(),
      )
    await mailed(false)
    expect((await admin().ask(readInvitationMail, {})).body).toEqual({ obstacle: 'turned_off' })
    await mailed(true)
    expect((await admin().ask(readInvitationMail, {})).body).toEqual({ obstacle: 'no_server' })
  })

  it('and a first sign-in by single sign-on are states that the list shows, and by which it is filtered', async () => {
    // The tests before may have filled the business unit.
    await portal.platform((db) =>
      db.updateTable('tenants').set({ user_limit: 1_000 }).where('id', '=', tenants.norte.id).execute(),
    )
    const mark = randomUUID()
    const addedWith = async (name: string, fields: { auth_type?: string; password_hash?: string }) => {
      const { status, body } = await admin().ask(addUser, person(name, { email: `${name}-${mark}@example.com` }))
      expect(status).toBe(200)
      await portal.platform((db) =>
        db
          .updateTable('users')
          .set({ password_hash: null, ...fields })
          .where('id', '=', body.id)
          .execute(),
      )
      return body.id
    }
    await addedWith('Ivo', {})
    const sso = await addedWith('Sara', { auth_type: 'saml' })
    await addedWith('Aldo', { password_hash: 'x' })
    const blocked = await addedWith('Bia', { auth_type: 'saml' })
    await portal.platform((db) =>
      db.updateTable('memberships').set({ state: 'B' }).where('user_id', '=', blocked).execute(),
    )
    const shown = async (shown_state?: ShownState) => {
      const { body } = await admin().ask(listUsers, { search: mark, ...(shown_state && { shown_state }) })
      return body.data.map(({ name, shown_state }) => `${name} ${shown_state}`)
    }
    expect(await shown()).toEqual(['Aldo A', 'Bia B', 'Ivo invited', 'Sara never_signed_in'])
    expect(await shown('A')).toEqual(['Aldo A'])
    expect(await shown('invited')).toEqual(['Ivo invited'])
    expect(await shown('never_signed_in')).toEqual(['Sara never_signed_in'])
    expect(await shown('B')).toEqual(['Bia B'])
    // The filter of the stored states still finds all who may sign in.
    expect((await admin().ask(listUsers, { search: mark, state: 'A' })).body.total).toBe(3)
    expect((await admin().ask(readUser, { id: sso })).body.shown_state).toBe('never_signed_in')
  })
})

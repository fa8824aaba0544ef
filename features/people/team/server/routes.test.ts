import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { passwordHashCount } from '#platform/server/passwords.ts'
import { testPortal } from '#testing/portal.ts'
import { withSecondFactor } from '#testing/probe.ts'
import { masterInNorte, partners, people, type Person, type PersonName } from '#testing/world.ts'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { listAudit } from '#features/operations/audit/contract.ts'
import { updateProfile } from '#features/people/profile/contract.ts'
import {
  addTeamMember,
  changeTeamState,
  listTeam,
  readTeamMember,
  removeTeamMember,
  resetTeamTwoFactor,
  updateTeamMember,
} from '../contract.ts'

const portal = testPortal()

let made = 0
const member = (overrides: Partial<SentOf<typeof addTeamMember>> = {}): SentOf<typeof addTeamMember> => {
  made += 1
  const identity = { name: `Nina ${made}`, email: `nina.${made}@example.com`, language: 'pt-BR' as const }
  return { ...identity, password: 'a quiet test password', ...overrides }
}
async function added(who: PersonName = 'masterOfAlfa', overrides: Partial<SentOf<typeof addTeamMember>> = {}) {
  const sent = member(overrides)
  const { status, body } = await portal.as(who).ask(addTeamMember, sent)
  expect(status).toBe(200)
  const person: Person = { id: body.id, name: sent.name, email: sent.email, host: 'alfa.localhost' }
  return { ...person, typed: sent.name.toUpperCase().replaceAll(' ', '_') }
}
const enter = ({ email, host }: Person) =>
  portal.as({ token: null, host }).ask(login, { email, password: 'a quiet test password' })
const signedIn = async (who: Person) => portal.as({ token: await portal.tokenOf(who), host: who.host })
const namesSeenBy = async (who: PersonName, filter = {}) =>
  (await portal.as(who).ask(listTeam, filter)).body.data.map(({ name }) => name)
const entries = (id: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['event', 'actor_id', 'changes'])
      .where('target_id', '=', id)
      .orderBy('at')
      .execute(),
  )

describe('the team of a partner', () => {
  it('starts with a master that the platform adds, who can add others', async () => {
    const partner = { name: 'Gama', subdomain: 'gama', enabled: 'S', hidden_menu: [] } as const
    const { body } = await portal.as('platform').ask(partnerCalls.add, { ...partner, hidden_menu: [] })
    const first = { ...(await added('platform', { parceiro_id: body.id })), host: 'gama.localhost' }
    expect((await enter(first)).status).toBe(200)
    const second = await portal.as(first).ask(addTeamMember, member({ name: 'Segunda Gama' }))
    expect(second.status).toBe(200)
    const { body: seen } = await portal.as(first).ask(listTeam, {})
    expect(seen.data.map(({ name, partner: of, can }) => [name, of, can])).toEqual([
      [first.name, 'Gama', []],
      ['Segunda Gama', 'Gama', ['update', 'change_state', 'set_password', 'remove']],
    ])
    expect(await namesSeenBy('platform', { parceiro_id: body.id })).toEqual([first.name, 'Segunda Gama'])
  })

  it('T1: is visible to its masters and the platform only', async () => {
    const all = await namesSeenBy('platform')
    expect(all).toEqual(expect.arrayContaining(['Marta Alfa', 'Mauro Beta']))
    expect(all).not.toContain(people.platform.name)
    expect(await namesSeenBy('masterOfBeta')).toEqual(['Mauro Beta'])
    expect(await namesSeenBy('masterOfBeta', { parceiro_id: partners.alfa.id })).toEqual([])
  })

  it('Z1, Z2: refuses administrators, plain users, masters inside a business unit, and callers without a session', async () => {
    const { id, typed } = await added()
    const nobody = portal.as({ token: null, host: 'alfa.localhost' })
    const others = [portal.as('adminOfNorte'), portal.as('userOfNorte'), await signedIn(masterInNorte)]
    for (const asker of [nobody, ...others]) {
      const answers = [
        await asker.ask(listTeam, {}),
        await asker.ask(addTeamMember, member({ parceiro_id: partners.alfa.id })),
        await asker.ask(changeTeamState, { id, status: 'B' }),
        await asker.ask(removeTeamMember, { id, name: typed }),
      ]
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([asker === nobody ? 401 : 403]))
    }
    expect((await entries(id)).map(({ event }) => event)).toEqual(['team.added'])
  })

  it('T4: answers 404 to masters of another partner, and nothing changes', async () => {
    const { id, typed } = await added()
    const asker = portal.as('masterOfBeta')
    const answers = [
      await asker.ask(addTeamMember, member({ parceiro_id: partners.alfa.id })),
      await asker.ask(changeTeamState, { id, status: 'B' }),
      await asker.ask(removeTeamMember, { id, name: typed }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const { body } = await portal.as('masterOfAlfa').ask(listTeam, { search: typed.replace('_', ' ') })
    expect(body.data).toMatchObject([{ id, state: 'A' }])
  })

  it('Z5: changes masters only, neither staff of the platform nor people of business units', async () => {
    for (const who of ['platform', 'masterOfAlfa'] as const) {
      for (const { id, name } of [people.platform, people.adminOfNorte]) {
        const asker = portal.as(who)
        expect((await asker.ask(changeTeamState, { id, status: 'B' })).status).toBe(404)
        const typed = name.toUpperCase().replaceAll(' ', '_')
        expect((await asker.ask(removeTeamMember, { id, name: typed })).status).toBe(404)
      }
    }
  })

  it('refuses a taken e-mail, a missing partner and a missing password', async () => {
    const email = people.userOfLeste.email.toUpperCase()
    const { raw, status } = await portal.as('masterOfAlfa').ask(addTeamMember, member({ email }))
    expect([status, raw.key, raw.message, Object.keys(raw.errors as object)]).toEqual([
      409,
      'email_already_exists',
      'This email already exists',
      ['email'],
    ])
    const homeless = await portal.as('platform').ask(addTeamMember, member())
    expect([homeless.status, Object.keys(homeless.raw.errors as object)]).toEqual([400, ['parceiro_id']])
    const nowhere = await portal.as('platform').ask(addTeamMember, member({ parceiro_id: people.platform.id }))
    expect(nowhere.status).toBe(404)
    const open = await portal.as('masterOfAlfa').ask(addTeamMember, { ...member(), password: '' })
    expect([open.status, Object.keys(open.raw.errors as object)]).toEqual([400, ['password']])
  })

  it('A4: ends all sessions of a blocked master, at the partner’s host and in business units, and names the reason', async () => {
    const blocked = await added()
    const [outside, inside] = [await signedIn(blocked), await signedIn({ ...blocked, host: 'norte.localhost' })]
    expect((await inside.ask(listUsers, {})).status).toBe(200)
    expect((await portal.as('masterOfAlfa').ask(changeTeamState, { id: blocked.id, status: 'B' })).status).toBe(200)
    expect((await outside.ask(readConfig, {})).status).toBe(401)
    expect((await inside.ask(listUsers, {})).status).toBe(401)
    expect((await enter(blocked)).raw.key).toBe('user_blocked')
    await portal.as('masterOfAlfa').ask(changeTeamState, { id: blocked.id, status: 'A' })
    // An ended session stays ended when the person is enabled again.
    expect((await outside.ask(readConfig, {})).status).toBe(401)
    expect((await enter(blocked)).status).toBe(200)
  })

  it('D2: changes only name and language, and refuses a stale version and the caller’s own account', async () => {
    const { id, email } = await added()
    const asker = portal.as('masterOfAlfa')
    const session = await signedIn({ id, email, name: '', host: 'alfa.localhost' })
    expect((await asker.ask(updateTeamMember, { id, version: 1, name: 'Nina Nova' })).status).toBe(200)
    const { body } = await asker.ask(readTeamMember, { id })
    expect(body).toMatchObject({ name: 'Nina Nova', language: 'pt-BR', email, state: 'A', version: 2 })
    expect((await asker.ask(updateTeamMember, { id, version: 2, language: 'es' })).status).toBe(200)
    expect((await asker.ask(readTeamMember, { id })).body).toMatchObject({ name: 'Nina Nova', language: 'es' })
    // A change of the name ends no session.
    expect((await session.ask(readConfig, {})).status).toBe(200)
    const stale = await asker.ask(updateTeamMember, { id, version: 2, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    const own = await asker.ask(updateTeamMember, { id: people.masterOfAlfa.id, version: 1, name: 'Eu' })
    expect([own.status, own.raw.key]).toEqual([409, 'not_yourself'])
  })

  it.each(['masterOfAlfa', 'platform'] as const)(
    'D2: accepts exactly one of ten concurrent changes by %s',
    async (who) => {
      const { id } = await added()
      const change = (at: number) => portal.as(who).ask(updateTeamMember, { id, version: 1, name: `Change ${at}` })
      const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => change(at)))
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
      expect((await entries(id)).filter(({ event }) => event === 'team.updated')).toHaveLength(1)
    },
  )

  it('D2: refuses a change after the master changed their own profile', async () => {
    const who = await added()
    const version = async () => (await portal.as('masterOfAlfa').ask(readTeamMember, { id: who.id })).body.version
    const seen = await version()
    const own = await signedIn(who)
    expect((await own.ask(updateProfile, { version: seen, nome_usuario: 'Nina Mesma' })).status).toBe(200)
    const late = await portal.as('masterOfAlfa').ask(updateTeamMember, { id: who.id, version: seen, name: 'Tarde' })
    expect([late.status, await version()]).toEqual([409, seen + 1])
  })

  it('D2: sets a new password, which ends all sessions and is not in the audit trail; never the caller’s own', async () => {
    const { id, ...forgetful } = await added()
    const host = 'alfa.localhost'
    const [outside, inside] = [
      await signedIn({ ...forgetful, id }),
      await signedIn({ ...forgetful, id, host: 'norte.localhost' }),
    ]
    const asker = portal.as('masterOfAlfa')
    const password = 'quite another password'
    const short = await asker.ask(updateTeamMember, { id, version: 1, password: 'short' })
    expect([short.status, Object.keys(short.raw.errors as object)]).toEqual([400, ['password']])
    expect((await asker.ask(updateTeamMember, { id, version: 1, password })).status).toBe(200)
    expect((await outside.ask(readConfig, {})).status).toBe(401)
    expect((await inside.ask(listUsers, {})).status).toBe(401)
    expect((await enter({ ...forgetful, id })).raw.key).toBe('incorrect_user_or_password')
    const nobody = portal.as({ token: null, host })
    expect((await nobody.ask(login, { email: forgetful.email, password })).status).toBe(200)
    const found = await entries(id)
    expect(found.at(-1)).toMatchObject({ event: 'team.updated', actor_id: people.masterOfAlfa.id })
    expect(Object.keys(found.at(-1)?.changes ?? {})).toEqual(['password'])
    expect(JSON.stringify(found)).not.toMatch(/quite another|argon2/)
    expect((await asker.ask(updateTeamMember, { id, version: 1, password })).raw.key).toBe('stale_version')
    const own = await asker.ask(updateTeamMember, { id: people.masterOfAlfa.id, version: 1, password })
    expect([own.status, own.raw.key]).toEqual([409, 'not_yourself'])
    expect((await portal.as('masterOfBeta').ask(updateTeamMember, { id, version: 3, password })).status).toBe(404)
  })

  it('V5: hashes no password when the change is refused', async () => {
    const { id } = await added()
    const nobody = crypto.randomUUID()
    const began = passwordHashCount()
    const update = (changes: object) =>
      portal.as('masterOfAlfa').ask(updateTeamMember, { id, version: 1, password: 'a quiet test password', ...changes })
    const statuses = [
      await update({ id: nobody }),
      await update({ version: 7 }),
      await update({ id: people.masterOfBeta.id }),
      await update({ id: people.masterOfAlfa.id }),
      await portal.as('platform').ask(addTeamMember, member({ parceiro_id: nobody })),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 409, 404, 409, 404])
    expect(passwordHashCount()).toBe(began)
  })

  it('T4, Z5: refuses masters of another partner and people who are not masters', async () => {
    const { id } = await added()
    const change = { version: 1, name: 'Outro' }
    for (const [who, whose] of [
      ['masterOfBeta', id],
      ['masterOfAlfa', people.adminOfNorte.id],
      ['platform', people.platform.id],
    ] as const) {
      expect((await portal.as(who).ask(updateTeamMember, { id: whose, ...change })).status, who).toBe(404)
      expect((await portal.as(who).ask(readTeamMember, { id: whose })).status, who).toBe(404)
    }
    expect((await portal.as('adminOfNorte').ask(updateTeamMember, { id, ...change })).status).toBe(403)
  })

  it('D5: shows changes by the platform’s staff in the audit trail of the partner only', async () => {
    const { id, typed } = await added('platform', { parceiro_id: partners.alfa.id })
    await portal.as('platform').ask(updateTeamMember, { id, version: 1, name: 'Renomeada' })
    await portal.as('platform').ask(changeTeamState, { id, status: 'I' })
    await portal.as('platform').ask(removeTeamMember, { id, name: 'RENOMEADA' })
    expect(typed).not.toBe('RENOMEADA')
    const events = async (who: PersonName) =>
      (await portal.as(who).ask(listAudit, { target_id: id })).body.data.map(({ event }) => event)
    const all = ['team.removed', 'team.state_changed', 'team.updated', 'team.added']
    expect(await events('masterOfAlfa')).toEqual(all)
    expect(await events('platform')).toEqual(all)
    expect(await events('masterOfBeta')).toEqual([])
    expect(await events('adminOfNorte')).toEqual([])
  })

  it('removes a master with the typed name, and ends all sessions', async () => {
    const { typed, ...leaving } = await added()
    const session = await signedIn(leaving)
    const mistyped = await portal.as('masterOfAlfa').ask(removeTeamMember, { id: leaving.id, name: leaving.name })
    expect([mistyped.status, mistyped.raw.key]).toEqual([400, 'name_mistyped'])
    const remove = () => portal.as('masterOfAlfa').ask(removeTeamMember, { id: leaving.id, name: typed })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await session.ask(readConfig, {})).status).toBe(401)
    expect((await enter(leaving)).raw.key).toBe('incorrect_user_or_password')
  })

  it('D5: writes every change to the audit trail, without passwords', async () => {
    const { id, typed } = await added('platform', { parceiro_id: partners.alfa.id })
    await portal.as('masterOfAlfa').ask(changeTeamState, { id, status: 'I' })
    await portal.as('masterOfAlfa').ask(removeTeamMember, { id, name: typed })
    const found = await entries(id)
    expect(found.map(({ event, actor_id }) => [event, actor_id])).toEqual([
      ['team.added', people.platform.id],
      ['team.state_changed', people.masterOfAlfa.id],
      ['team.removed', people.masterOfAlfa.id],
    ])
    expect(found[1]?.changes).toEqual({ state: ['A', 'I'] })
    expect(JSON.stringify(found)).not.toMatch(/quiet|argon2/)
  })

  it('keeps its last active master; only the platform may remove that one', async () => {
    const { id } = people.masterOfBeta
    const own = await portal.as('masterOfBeta').ask(changeTeamState, { id, status: 'B' })
    expect([own.status, own.raw.key]).toEqual([409, 'not_yourself'])
    const leaving = await portal.as('masterOfBeta').ask(removeTeamMember, { id, name: 'MAURO_BETA' })
    expect([leaving.status, leaving.raw.key]).toEqual([409, 'not_yourself'])
    for (const state of ['B', 'A'] as const)
      expect((await portal.as('platform').ask(changeTeamState, { id, status: state })).status).toBe(200)
  })

  it('keeps one master when all block each other at the same time', async () => {
    const { body } = await portal.as('platform').ask(partnerCalls.add, {
      name: 'Duelo',
      subdomain: 'duelo',
      enabled: 'S',
      hidden_menu: [],
    })
    const team: { id: string; asker: Awaited<ReturnType<typeof signedIn>> }[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const person = await added('platform', { parceiro_id: body.id })
      team.push({ id: person.id, asker: await signedIn({ ...person, host: 'duelo.localhost' }) })
    }
    const duels = team.flatMap(({ id: own, asker }) => team.flatMap(({ id }) => (id === own ? [] : [{ asker, id }])))
    const answers = await Promise.all(
      duels.map(({ asker, id }, turn) => asker.ask(changeTeamState, { id, status: turn % 2 ? 'B' : 'I' })),
    )
    expect(answers.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([])
    const { body: left } = await portal.as('platform').ask(listTeam, { parceiro_id: body.id, state: 'A' })
    expect(left.total).toBeGreaterThan(0)
  })
})

describe('the row-level security of a team', () => {
  /** Runs `work` on the application's connection with the settings of a session, and rolls it back. */
  async function asActor<T>(facts: Record<string, string>, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: portal.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      for (const [name, value] of Object.entries(facts))
        await client.query('select set_config($1, $2, true)', [`app.${name}`, value])
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const master = { profile: 'master', partner_id: partners.alfa.id, user_id: people.masterOfAlfa.id }
  const insertion = (staff: string, partner: string | null) => ({
    text: `insert into users (name, email, staff, partner_id) values ('X', 'x@example.com', $1, $2)`,
    values: [staff, partner],
  })

  it('Z2: allows adding masters to the own partner only, and never an a2m', async () => {
    await asActor(master, (client) => client.query(insertion('master', partners.alfa.id)))
    const refused: [Record<string, string>, string, string | null][] = [
      [master, 'master', partners.beta.id],
      [master, 'a2m', null],
      [{ ...master, profile: 'admin' }, 'master', partners.alfa.id],
      [{ ...master, tenant_id: partners.alfa.id }, 'master', partners.alfa.id],
      [{ profile: 'a2m', user_id: people.platform.id }, 'a2m', null],
    ]
    for (const [facts, staff, partner] of refused) {
      const trial = asActor(facts, (client) => client.query(insertion(staff, partner)))
      await expect(trial, `${facts['profile']} makes ${staff}`).rejects.toThrow(/row-level security/)
    }
  })

  it('Z2: allows only authorised sessions to block, remove or sign out a master', async () => {
    const outsiders = [
      { ...master, partner_id: partners.beta.id },
      { ...master, profile: 'admin' },
      { ...master, tenant_id: partners.alfa.id },
      { profile: 'a2m', tenant_id: partners.alfa.id, user_id: people.platform.id },
      {},
    ]
    const { id } = people.masterOfAlfa
    for (const facts of outsiders) {
      await asActor(facts, async (client) => {
        await client.query(`select app.set_team_state($1, 'B')`, [id])
        await client.query('select app.end_team_sessions($1, $2)', [id, 'x'])
        await client.query('select app.remove_team_member($1)', [id])
        await client.query(`select app.set_team_password($1, 'x')`, [id])
        await client.query('set local role vitrine_platform')
        const { rows } = await client.query(
          'select staff_state, password_hash = $2 as given from users where id = $1',
          [id, 'x'],
        )
        expect(rows, JSON.stringify(facts)).toEqual([{ staff_state: 'A', given: false }])
      })
    }
  })

  it('Z1: the database resets no second factor of a master for a master, or for a session of another scope', async () => {
    const { id } = people.masterOfAlfa
    await portal.platform((db) => withSecondFactor({ db, unique: '' }, id))
    for (const facts of [master, { profile: 'a2m', tenant_id: partners.alfa.id, user_id: people.platform.id }, {}]) {
      await asActor(facts, async (client) => {
        const { rows } = await client.query('select app.reset_team_two_factor($1) as done', [id])
        expect(rows, JSON.stringify(facts)).toEqual([{ done: false }])
      })
    }
    await portal.platform((db) => db.deleteFrom('two_factors').execute())
  })

  it('does not allow a master to set the own password', async () => {
    await asActor(master, async (client) => {
      await client.query(`select app.set_team_password($1, 'x')`, [people.masterOfAlfa.id])
      await client.query('set local role vitrine_platform')
      const { rows } = await client.query('select password_hash from users where id = $1', [people.masterOfAlfa.id])
      expect(rows).not.toEqual([{ password_hash: 'x' }])
    })
  })

  it('keeps the last active master, also against direct SQL', async () => {
    const trial = (statement: string) =>
      asActor({ ...master, partner_id: partners.beta.id }, (client) =>
        client.query(statement, [people.masterOfBeta.id]),
      )
    await expect(trial(`select app.set_team_state($1, 'B')`)).rejects.toThrow(/last master/)
    await expect(trial('select app.remove_team_member($1)')).rejects.toThrow(/last master/)
  })
})

describe('the reset of the second factor of a master', () => {
  it('A4, Z5: only the platform’s staff do it; sessions end and the master is told by mail', async () => {
    const nina = await added()
    const { id } = nina
    const session = await signedIn(nina)
    expect((await portal.as('platform').ask(resetTeamTwoFactor, { id })).raw['key']).toBe('two_factor_off')
    await portal.platform((db) => withSecondFactor({ db, unique: '' }, id))
    const canOf = async (who: PersonName) => (await portal.as(who).ask(readTeamMember, { id })).body.can
    expect(await canOf('masterOfAlfa')).not.toContain('reset_two_factor')
    for (const who of ['masterOfAlfa', 'adminOfNorte'] as const)
      expect((await portal.as(who).ask(resetTeamTwoFactor, { id })).status, who).toBe(403)
    expect(await canOf('platform')).toContain('reset_two_factor')
    expect((await portal.as('platform').ask(resetTeamTwoFactor, { id })).status).toBe(200)
    expect((await session.ask(readConfig, {})).status).toBe(401)
    const found = await portal.platform(async (db) => ({
      factors: await db.selectFrom('two_factors').select('user_id').where('user_id', '=', id).execute(),
      mails: await db.selectFrom('mails').select(['subject']).where('to_address', '=', nina.email).execute(),
    }))
    expect(found).toEqual({ factors: [], mails: [{ subject: 'Seu segundo fator foi redefinido' }] })
    expect((await enter(nina)).raw['status']).toBe('success')
  })
})

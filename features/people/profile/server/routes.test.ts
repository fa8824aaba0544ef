import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person } from '#testing/world.ts'
import { changePassword, endOwnSessions, listOwnSessions, readProfile, updateProfile } from '../contract.ts'

const portal = testPortal()
const bearer = (who: Person, token: string) => portal.as({ token, host: who.host })
const fresh = async (who: Person) => bearer(who, await portal.tokenOf(who))
const nobody = (who: Person) => portal.as({ token: null, host: who.host })
const statusOf = async (asker: ReturnType<typeof bearer>) => (await asker.ask(readConfig, {})).status
const entriesOf = (who: Person, event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['changes', 'address'])
      .where('actor_id', '=', who.id)
      .where('event', '=', event)
      .orderBy('at')
      .execute(),
  )

describe('the own account', () => {
  it('shows each person their data and what they may change', async () => {
    const user = await portal.as('userOfNorte').ask(readProfile, {})
    expect(user.raw).toMatchObject({
      nome_usuario: people.userOfNorte.name,
      email: people.userOfNorte.email,
      perfil_usuario: 'user',
      version: 1,
      can: ['update', 'update_phone', 'archive', 'change_password'],
    })
    expect(JSON.stringify(user.raw)).not.toMatch(/argon2|password_hash/)
    for (const staff of ['platform', 'masterOfAlfa', masterInNorte] as const) {
      const { body } = await portal.as(staff).ask(readProfile, {})
      expect([body.can, body.version]).toEqual([['update', 'change_password'], 1])
    }
  })

  it('changes name, phone and language of the caller only', async () => {
    const asker = await fresh(people.otherUserOfNorte)
    const { body } = await asker.ask(readProfile, {})
    const change = {
      version: body.version,
      nome_usuario: 'Otto Novo',
      phone: '+55 (11) 91234-5678',
      language: 'es',
    } as const
    expect((await asker.ask(updateProfile, change)).status).toBe(200)
    expect((await asker.ask(readProfile, {})).body).toMatchObject({
      name: 'Otto Novo',
      phone: '+5511912345678',
      language: 'es',
      version: body.version + 1,
    })
    expect((await portal.as('userOfNorte').ask(readProfile, {})).body.name).toBe(people.userOfNorte.name)
    const [entry] = await entriesOf(people.otherUserOfNorte, 'profile.updated')
    expect(entry?.changes).toEqual({
      name: [people.otherUserOfNorte.name, 'Otto Novo'],
      phone: [null, '+5511912345678'],
      language: ['pt-BR', 'es'],
    })
  })

  it('allows staff to change their name, but not a phone number, which belongs to a membership', async () => {
    const master = portal.as('masterOfBeta')
    expect((await master.ask(updateProfile, { version: 1, nome_usuario: 'Mauro Outro' })).status).toBe(200)
    expect((await master.ask(readProfile, {})).body).toMatchObject({ name: 'Mauro Outro', version: 2 })
    const phone = await master.ask(updateProfile, { version: 2, phone: '+5511999999999' })
    expect([phone.status, Object.keys(phone.raw.errors as object)]).toEqual([400, ['phone']])
  })

  it('Z2: ignores profile, state, partner, e-mail and password', async () => {
    const asker = await fresh(people.userOfSul)
    const rowOf = () =>
      portal.platform((db) =>
        db
          .selectFrom('users as u')
          .innerJoin('memberships as m', 'm.user_id', 'u.id')
          .select(['u.email', 'u.staff', 'u.partner_id', 'u.password_hash', 'm.profile', 'm.state', 'm.toggles'])
          .where('u.id', '=', people.userOfSul.id)
          .executeTakeFirst(),
      )
    const before = await rowOf()
    const body = {
      version: 1,
      nome_usuario: 'Una',
      perfil_usuario: 'admin',
      profile: 'admin',
      state: 'T',
      staff: 'a2m',
      email: 'x@y.z',
      password: 'a quiet other one',
      parceiro_id: people.platform.id,
      toggles: ['edit_reports'],
      id: people.adminOfSul.id,
    }
    expect((await asker.send({ method: 'PUT', url: '/api/auth/profile/update', body })).status).toBe(200)
    expect(await rowOf()).toEqual(before)
  })

  it('refuses a phone number that exists in the business unit, at its field', async () => {
    const [one, other] = [await fresh(people.adminOfLeste), await fresh(people.userOfLeste)]
    expect((await one.ask(updateProfile, { version: 1, phone: '+551130000000' })).status).toBe(200)
    const taken = await other.ask(updateProfile, { version: 1, phone: '+551130000000', nome_usuario: 'Nobody' })
    expect([taken.status, taken.raw.key, Object.keys(taken.raw.errors as object)]).toEqual([
      409,
      'phone_already_exists',
      ['phone'],
    ])
    expect((await other.ask(readProfile, {})).body.name).toBe(people.userOfLeste.name)
  })

  it.each([people.adminOfSul, people.masterOfBeta, masterInNorte, people.platform])(
    'D2: accepts exactly one of twenty concurrent changes: $name at $host',
    async (who) => {
      const asker = await fresh(who)
      const { version } = (await asker.ask(readProfile, {})).body
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => asker.ask(updateProfile, { version, nome_usuario: `${who.name} ${at}` })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: 19 }, () => 409),
      ])
    },
  )
})

describe('the own password', () => {
  const change = { current_password: password, password: 'another quiet password' }

  it('A6: requires the current password, and ends every other session of the person', async () => {
    const [here, there] = [await fresh(people.userOfSul), await fresh(people.userOfSul)]
    expect((await here.ask(changePassword, change)).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    const at = nobody(people.userOfSul)
    expect((await at.ask(login, { email: people.userOfSul.email, password })).status).toBe(401)
    expect((await at.ask(login, { email: people.userOfSul.email, password: change.password })).status).toBe(200)
    const [entry] = await entriesOf(people.userOfSul, 'profile.password_changed')
    expect(entry?.changes).toEqual({ password: ['•', '•'] })
  })

  it('refuses a wrong current password at its field, ends no session, and writes an audit entry', async () => {
    const asker = await fresh(people.adminOfNorte)
    const { status, raw } = await asker.ask(changePassword, { ...change, current_password: 'wrong' })
    expect([status, raw.key, Object.keys(raw.errors as object)]).toEqual([
      400,
      'current_password_wrong',
      ['current_password'],
    ])
    expect(await statusOf(asker)).toBe(200)
    expect(await entriesOf(people.adminOfNorte, 'profile.password_refused')).toHaveLength(1)
  })

  it('A1: counts attempts with those of the sign-in, and refuses the right password after too many', async () => {
    const asker = await fresh(people.platform)
    const attempt = () => asker.ask(changePassword, { ...change, current_password: 'wrong' })
    const statuses = []
    for (let at = 0; at < 11; at += 1) statuses.push((await attempt()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    const right = await asker.ask(changePassword, change)
    expect([right.status, Number(right.headers['retry-after']) > 0]).toEqual([429, true])
    const signIn = await nobody(people.platform).ask(login, { email: people.platform.email, password })
    expect(signIn.status).toBe(429)
  })

  it('accepts exactly one of several concurrent changes', async () => {
    const asker = await fresh(people.adminOfLeste)
    const answers = await Promise.all(
      ['first', 'second', 'third'].map((word) =>
        asker.ask(changePassword, { current_password: password, password: `${word} quiet password` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('cannot be changed by a person who uses single sign-on', async () => {
    const asker = await fresh(people.otherUserOfNorte)
    await portal.platform((db) =>
      db.updateTable('users').set({ auth_type: 'saml' }).where('id', '=', people.otherUserOfNorte.id).execute(),
    )
    expect((await asker.ask(readProfile, {})).body.can).not.toContain('change_password')
    const { status, raw } = await asker.ask(changePassword, change)
    expect([status, raw.key]).toEqual([409, 'password_not_allowed'])
  })

  it.each(['short', 'x'.repeat(257), ' '.repeat(8), 'password', people.userOfNorte.email])(
    'refuses %j as a new one, at its field',
    async (weak) => {
      const { status, raw } = await portal.as('userOfNorte').ask(changePassword, { ...change, password: weak })
      expect([status, Object.keys(raw.errors as object)]).toEqual([400, ['password']])
    },
  )
})

describe('the own sessions', () => {
  const who = people.userOfLeste

  it('lists the caller’s sessions only, the present one first', async () => {
    const [other, here] = [await fresh(who), await fresh(who)]
    const { body, raw } = await here.ask(listOwnSessions, {})
    expect(body[0]).toMatchObject({ current: true, address: '127.0.0.1', place: 'Leste', browser: null })
    expect(raw).toMatchObject({ 0: { device: null, current: 'S' } })
    expect(body.slice(1).every(({ current }) => !current)).toBe(true)
    const owners = await portal.platform((db) =>
      db
        .selectFrom('sessions')
        .select('user_id')
        .distinct()
        .where(
          'id',
          'in',
          body.map(({ id }) => id),
        )
        .execute(),
    )
    expect(owners).toEqual([{ user_id: who.id }])
    expect((await other.ask(listOwnSessions, {})).body).toHaveLength(body.length)
  })

  it('leaves out ended and idle sessions', async () => {
    const here = await fresh(who)
    const asleep = await portal.platform(async (db) => {
      const [row] = (
        await sql<{
          id: string
        }>`insert into sessions (user_id, tenant_id, partner_id, auth_type, host, address, expires_at, idle_minutes, last_seen_at)
          select user_id, tenant_id, partner_id, auth_type, host, address, expires_at, 30, now() - interval '31 minutes'
            from sessions where user_id = ${who.id} limit 1 returning id`.execute(db)
      ).rows
      return row?.id
    })
    expect((await here.ask(listOwnSessions, {})).body.map(({ id }) => id)).not.toContain(asleep)
  })

  it('A6: ends one session, or all others, immediately', async () => {
    const [here, one, two] = [await fresh(who), await fresh(who), await fresh(who)]
    const current = (await one.ask(listOwnSessions, {})).body.find(({ current: is }) => is)
    expect((await here.ask(endOwnSessions, { id: current?.id ?? '' })).status).toBe(200)
    expect([await statusOf(here), await statusOf(one), await statusOf(two)]).toEqual([200, 401, 200])
    expect((await here.ask(endOwnSessions, { id: null })).status).toBe(200)
    expect([await statusOf(here), await statusOf(two)]).toEqual([200, 401])
    expect((await here.ask(listOwnSessions, {})).body).toHaveLength(1)
    const entries = await entriesOf(who, 'profile.sessions_ended')
    expect(entries.map(({ changes }) => (changes as { ended: unknown[] }).ended[1])).toEqual([1, expect.any(Number)])
  })

  it('T1: refuses the id of another person’s session and of the present one', async () => {
    const [here, theirs] = [await fresh(who), await fresh(people.adminOfSul)]
    const [foreign] = (await theirs.ask(listOwnSessions, {})).body
    const [own] = (await here.ask(listOwnSessions, {})).body
    for (const id of [foreign?.id ?? '', own?.id ?? '', crypto.randomUUID()]) {
      expect((await here.ask(endOwnSessions, { id })).status).toBe(404)
    }
    expect([await statusOf(here), await statusOf(theirs)]).toEqual([200, 200])
  })
})

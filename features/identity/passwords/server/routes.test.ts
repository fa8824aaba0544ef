import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { passwordHashCount } from '#platform/server/passwords.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { changePassword } from '#features/people/profile/contract.ts'
import { logPresence, passwordDueAnswer } from '#features/identity/sessions/contract.ts'
import { acceptHandOver } from '#features/identity/unit-switch/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { firstAccount, login, loginConfig } from '#features/identity/sign-in/contract.ts'
import { addUser, readUser, sendAccessLink, updateUser } from '#features/people/users/contract.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { untilServed } from '#testing/until-served.ts'
import { masterInNorte, password, people, type Person, tenants } from '#testing/world.ts'
import { forgotPassword, type LinkPurpose, readPasswordRules, setPassword } from '../contract.ts'
import { recoveryMail } from './commands.ts'

const portal = testPortal({ config: { runJobs: true, trustedProxies: ['127.0.0.1'] } })
const atRelay = await testMailServer()
const relay = { url: `smtp://portal:right@127.0.0.1:${atRelay.port}`, from: 'portal@vitrine.example' }
const relayed = testPortal({ config: { mailPrivateHosts: true, mail: relay, demoWorld: false, runJobs: true } })
const withoutSender = testPortal({ config: { demoWorld: false } })
/** A portal without a mail server of the platform: only Norte has its own. */
const senderOfUnit = testPortal({ config: { mailPrivateHosts: true, demoWorld: false, runJobs: true } })
afterAll(() => atRelay.close())

const soon = { timeout: 20_000, interval: 50 }
const fresh = 'Fresh-morning-42'
const { userOfNorte: ugo, otherUserOfNorte: otto, adminOfNorte: alice, userOfSul: una } = people
const nobodyAt = (host: string) => portal.as({ token: null, host })
const signIn = (who: Person, secret: string) => nobodyAt(who.host).ask(login, { email: who.email, password: secret })
const forgot = (email: string, host = ugo.host) => nobodyAt(host).ask(forgotPassword, { email })
const setWith = (token: string, secret = fresh, host = ugo.host) =>
  nobodyAt(host).ask(setPassword, { token, password: secret })

afterEach(async () => {
  await portal.platform(async (db) => {
    for (const table of ['mails', 'sender_budgets', 'one_time_tokens', 'sign_in_attempts'] as const)
      await db.deleteFrom(table).execute()
    await db
      .updateTable('settings')
      .set({ password_rules: false, password_days: 0, password_min_length: 8, password_capital: false })
      .execute()
  })
})

const mails = () => portal.platform((db) => db.selectFrom('mails').selectAll().orderBy('created_at').execute())

const tokenIn = (text: string | null) => /\/new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** Requests a link and returns its token from the mail. */
async function linkFor({ email, host }: Person): Promise<string> {
  const before = (await mails()).length
  expect((await forgot(email, host)).raw).toEqual({ status: true })
  await vi.waitFor(async () => expect(await mails()).toHaveLength(before + 1), soon)
  return tokenIn((await mails()).at(-1)?.body_text ?? null)
}

const restore = async (who: Person) => {
  const hash = portal.platform((db) =>
    db.selectFrom('users').select('password_hash').where('id', '=', people.platform.id).executeTakeFirstOrThrow(),
  )
  const { password_hash } = await hash
  await portal.platform((db) => db.updateTable('users').set({ password_hash }).where('id', '=', who.id).execute())
}

const age = (who: Person, days: number) =>
  portal.platform((db) =>
    db
      .updateTable('users')
      .set({ password_changed_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', who.id)
      .execute(),
  )

type Rules = {
  enable_password?: 'S' | 'N'
  min_character?: number
  capital_letter?: 'S'
  expiry_time_password?: number
}

async function tighten(rules: Rules) {
  const { body } = await portal.as('adminOfNorte').ask(readSettings, {})
  const { status } = await portal
    .as('adminOfNorte')
    .ask(updateSettings, { enable_password: 'S', ...rules, version: body.version })
  expect(status).toBe(200)
}

describe('a forgotten password', () => {
  it('is offered by the sign-in page of every host', async () => {
    for (const host of ['localhost', 'alfa.localhost', 'norte.localhost'])
      expect((await nobodyAt(host).ask(loginConfig, {})).raw['forgot']).toBe('S')
  })

  it('A5: a real mail server gets the link in the person’s language with the unit’s name; it ends all sessions', async () => {
    await relayed.platform((db) => db.updateTable('users').set({ language: 'es' }).where('id', '=', ugo.id).execute())
    const old = await relayed.tokenOf(ugo)
    const works = async () =>
      (await relayed.as({ token: old, host: ugo.host }).ask(logPresence, { active: 'N', rota: '/' })).status
    expect(await works()).toBe(200)
    const visitor = relayed.as({ token: null, host: ugo.host })
    expect((await visitor.ask(forgotPassword, { email: ` ${ugo.email.toUpperCase()} ` })).status).toBe(200)
    await vi.waitFor(() => expect(atRelay.taken).toHaveLength(1), soon)
    const [taken] = atRelay.taken
    const text = (taken?.raw ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    expect(taken?.to).toEqual([ugo.email])
    expect(text).toMatch(/^Subject: .*Norte/m)
    expect(text).toContain('http://norte.localhost/new/password/')
    const token = tokenIn(text)
    expect((await visitor.ask(setPassword, { token, password: fresh })).raw).toEqual({ status: true })
    expect(await works()).toBe(401)
    expect((await visitor.ask(login, { email: ugo.email, password })).status).toBe(401)
    expect((await visitor.ask(login, { email: ugo.email, password: fresh })).status).toBe(200)
    const spent = await visitor.ask(setPassword, { token, password: `${fresh}!` })
    expect([spent.status, spent.raw['key']]).toEqual([404, 'password_link_spent'])
    const trail = await relayed.platform((db) =>
      db.selectFrom('audit_entries').selectAll().where('event', 'like', 'password.%').orderBy('at').execute(),
    )
    expect(trail.map(({ event, tenant_id, actor_id }) => [event, tenant_id, actor_id])).toEqual([
      ['password.recovery_sent', tenants.norte.id, null],
      ['password.set', tenants.norte.id, ugo.id],
    ])
    expect(JSON.stringify(trail)).not.toContain(token)
  })

  it('D5: the entry of a new password says of which partner staff at a unit are', async () => {
    expect((await setWith(await linkFor(masterInNorte), fresh, masterInNorte.host)).raw).toEqual({ status: true })
    await restore(masterInNorte)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_name', 'actor_origin'])
        .where('event', '=', 'password.set')
        .where('actor_id', '=', masterInNorte.id)
        .execute(),
    )
    expect(entries).toEqual([{ actor_name: masterInNorte.name, actor_origin: 'Alfa' }])
  })

  it('A6: a new password removes the push devices whose session has expired', async () => {
    await portal.tokenOf(otto)
    await portal.platform(async (db) => {
      await sql`update sessions set ended_at = now(), ended_by = 'expired' where user_id = ${otto.id} and ended_at is null`.execute(
        db,
      )
      await sql`insert into push_devices (tenant_id, user_id, session_id, host, endpoint, p256dh, auth_sealed)
        select tenant_id, user_id, id, host, 'https://push.example/1', '', '' from sessions
         where user_id = ${otto.id} order by created_at desc limit 1`.execute(db)
    })
    const devices = () => portal.platform((db) => db.selectFrom('push_devices').select('id').execute())
    expect(await devices()).toHaveLength(1)
    expect((await setWith(await linkFor(otto))).raw).toEqual({ status: true })
    expect(await devices()).toEqual([])
    await restore(otto)
  })

  it('A5, T7: a unit’s own mail server gets no link of staff, nor of people who belong to another unit too', async () => {
    const { masterOfAlfa: master } = people
    const member = { tenant_id: tenants.norte.id, user_id: una.id, profile: 'user' }
    await portal.platform((db) => db.insertInto('memberships').values(member).execute())
    for (const { email } of [master, una, otto]) await forgot(email, 'norte.localhost')
    await vi.waitFor(async () => expect(await mails()).toHaveLength(3), soon)
    // The platform also sends the link when the person asks at their home unit: the unit's administrators could otherwise enter the other
    // unit without a trace.
    await portal.platform((db) => db.deleteFrom('mails').where('to_address', '=', una.email).execute())
    await forgot(una.email, una.host)
    await vi.waitFor(async () => expect(await mails()).toHaveLength(3), soon)
    const outboxes = (await mails()).map(({ to_address, tenant_id }) => [to_address, tenant_id])
    expect(Object.fromEntries(outboxes)).toEqual({
      [master.email]: null,
      [una.email]: null,
      [otto.email]: tenants.norte.id,
    })
    await portal.platform((db) =>
      db
        .deleteFrom('memberships')
        .where('tenant_id', '=', member.tenant_id)
        .where('user_id', '=', member.user_id)
        .execute(),
    )
  })

  it('A5: the token has 256 bits, only its hash is stored, and it works for an hour', async () => {
    const token = await linkFor(ugo)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [stored] = await portal.platform((db) => db.selectFrom('one_time_tokens').selectAll().execute())
    expect(stored?.token_hash).toEqual(hashToken(token))
    const minutes = ((stored?.expires_at.getTime() ?? 0) - Date.now()) / 60_000
    expect([minutes > 58, minutes <= 60]).toEqual([true, true])
    await portal.platform((db) =>
      db
        .updateTable('one_time_tokens')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .execute(),
    )
    expect((await setWith(token)).status).toBe(404)
    expect((await nobodyAt(ugo.host).ask(readPasswordRules, { token })).status).toBe(404)
  })

  it('A5: a new request, a new password and a new e-mail make earlier links invalid', async () => {
    const first = await linkFor(otto)
    const second = await linkFor(otto)
    expect((await setWith(first)).status).toBe(404)
    const admin = portal.as('adminOfNorte')
    const found = await admin.ask(readUser, { id: otto.id })
    await admin.ask(updateUser, { id: otto.id, version: found.body.version, email: 'otto.new@example.com' })
    expect((await setWith(second)).status).toBe(404)
    const again = await admin.ask(readUser, { id: otto.id })
    await admin.ask(updateUser, { id: otto.id, version: again.body.version, email: otto.email })
    const third = await linkFor(otto)
    const own = await portal.tokenOf(otto)
    const changed = await portal
      .as({ token: own, host: otto.host })
      .ask(changePassword, { current_password: password, password: fresh })
    expect(changed.status).toBe(200)
    expect((await setWith(third)).status).toBe(404)
    await restore(otto)
  })

  it('A5: a link works once, also when it is sent twenty times at the same moment', async () => {
    const token = await linkFor(ugo)
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => setWith(token))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([])
    await restore(ugo)
  })

  it('A1, A5: the answer is the same for unknown people and people of elsewhere, and they get no mail', async () => {
    const slots = () =>
      portal.platform((db) =>
        db.selectFrom('job_slots').selectAll().where('task', '=', 'password.send_recovery').execute(),
      )
    const startedJobs = async () => (await slots()).length
    const before = await startedJobs()
    const answers = [await forgot('nobody@example.com'), await forgot(una.email), await forgot(ugo.email)]
    expect(answers.map(({ status, raw }) => [status, raw])).toEqual(answers.map(() => [200, { status: true }]))
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), soon)
    expect((await mails()).map(({ to_address }) => to_address)).toEqual([ugo.email])
    // The jobs of all three requests ran, and those of the other two wrote nothing.
    await vi.waitFor(async () => expect(await startedJobs()).toBe(before + 3), soon)
    expect(await mails()).toHaveLength(1)
  })

  it('A5: a person of an identity provider gets a mail without a link, and a link from before does not work', async () => {
    const token = await linkFor(ugo)
    const setType = (auth_type: string) =>
      portal.platform((db) => db.updateTable('users').set({ auth_type }).where('id', '=', ugo.id).execute())
    await setType('saml')
    try {
      expect(await linkFor(ugo)).toBe('')
      const body = (await mails()).at(-1)?.body_text ?? ''
      expect(body).toContain('Seu método de autenticação não permite trocar a senha!')
      const refused = await setWith(token)
      expect([refused.status, refused.raw['key']]).toEqual([409, 'password_not_allowed'])
    } finally {
      await setType('password')
    }
  })

  it('A5: thirty requests are throttled alike for a known and an unknown address, before any mail', async () => {
    for (const email of [ugo.email, 'nobody@example.com']) {
      const statuses: number[] = []
      for (let at = 0; at < 15; at += 1) statuses.push((await forgot(email)).status)
      expect(statuses).toEqual([...Array(3).fill(200), ...Array(12).fill(429)])
    }
    await vi.waitFor(async () => expect(await mails()).toHaveLength(3), soon)
  })

  const forgotFrom = (address: string, email: string) =>
    nobodyAt(ugo.host).send({
      method: 'POST',
      url: `/api/${forgotPassword.path}`,
      body: { email },
      headers: { 'x-forwarded-for': address },
    })

  it('A5: requests of strangers refuse nobody; the mails of one address are limited, and the next one is sent later', async () => {
    for (let at = 1; at <= 3; at += 1)
      for (const stranger of ['203.0.113.8', '203.0.113.9', '2001:db8:7::1'])
        expect((await forgotFrom(stranger, ugo.email)).status).toBe(200)
    expect((await forgotFrom('203.0.113.9', ugo.email)).status).toBe(429)
    expect((await forgot(ugo.email)).status).toBe(200)
    const waitingJobs = () =>
      onOwner(portal.ownerUrl, async (owner) => {
        const { rows } = await owner.query(
          "select start_after > now() + interval '1 minute' as later from pgboss.job where name = $1 and state = 'created'",
          [recoveryMail.name],
        )
        return rows.map(({ later }) => later)
      })
    await vi.waitFor(async () => expect(await waitingJobs()).toEqual(Array(4).fill(true)), soon)
    expect(await mails()).toHaveLength(6)
    await portal.platform((db) => db.deleteFrom('sender_budgets').execute())
    await onOwner(portal.ownerUrl, (owner) =>
      owner.query("update pgboss.job set start_after = now() where name = $1 and state = 'created'", [
        recoveryMail.name,
      ]),
    )
    await vi.waitFor(async () => expect(await waitingJobs()).toEqual([]), soon)
    await vi.waitFor(async () => expect(await mails()).toHaveLength(7), soon)
    const token = tokenIn((await mails()).at(-1)?.body_text ?? null)
    expect((await setWith(token)).status).toBe(200)
    await restore(ugo)
  })

  it('A5: one network gets sixty requests in an hour, whatever the addresses', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1) statuses.push((await forgot(`p${at}@example.com`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  })

  it('is told by the sign-in page of a host without a mail server, before anybody types an address', async () => {
    const sendsAt = async (at: typeof portal, host: string) =>
      (await at.as({ token: null, host }).ask(loginConfig, {})).body.sends_mail
    expect(await Promise.all(['norte.localhost', 'localhost'].map((host) => sendsAt(relayed, host)))).toEqual([
      true,
      true,
    ])
    // In the demo world too: its outbox shows the mails, and nobody gets one.
    for (const at of [portal, withoutSender]) expect(await sendsAt(at, 'norte.localhost')).toBe(false)
  })

  it('says that no mail can be sent, alike for an unknown address', async () => {
    const at = withoutSender.as({ token: null, host: ugo.host })
    for (const email of [ugo.email, 'nobody@example.com']) {
      const { status, raw } = await at.ask(forgotPassword, { email })
      expect([status, raw['message']]).toEqual([503, 'Error sending password recovery email!'])
    }
  })

  it('A5: without a mail server of the platform, everybody reads who gets no mail, and no link waits in the outbox', async () => {
    const sender = {
      host: '127.0.0.1',
      port: atRelay.port,
      security: 'smtp',
      username: 'portal',
      from_address: 'norte@example.com',
      from_name: 'Norte',
    }
    await senderOfUnit.platform((db) =>
      db
        .insertInto('mail_senders')
        .values({ ...sender, tenant_id: tenants.norte.id, proven_at: new Date() })
        .execute(),
    )
    const at = senderOfUnit.as({ token: null, host: ugo.host })
    expect((await at.ask(loginConfig, {})).body.sends_mail).toBe(true)
    // The administrator must be able to sign in and to type a lost password of the mail server again.
    const setPassword = (password_sealed: Buffer | null) =>
      senderOfUnit.platform((db) => db.updateTable('mail_senders').set({ password_sealed }).execute())
    await setPassword(Buffer.from('sealed with a secret that is lost'))
    expect((await at.ask(loginConfig, {})).body.sends_mail).toBe(true)
    await setPassword(null)
    const atSul = senderOfUnit.as({ token: null, host: una.host })
    expect((await atSul.ask(loginConfig, {})).body.sends_mail).toBe(false)
    const messages: unknown[] = []
    for (const email of [people.masterOfAlfa.email, 'nobody@example.com', ugo.email])
      messages.push((await at.ask(forgotPassword, { email })).raw)
    expect(new Set(messages.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(messages[0]).toMatchObject({
      status: true,
      message: expect.stringContaining('has no mail server of its own'),
    })
    const startedJobs = () =>
      senderOfUnit.platform((db) =>
        db.selectFrom('job_slots').selectAll().where('task', '=', 'password.send_recovery').execute(),
      )
    await vi.waitFor(async () => expect(await startedJobs()).toHaveLength(3), soon)
    const written = await senderOfUnit.platform((db) => db.selectFrom('mails').select('to_address').execute())
    expect(written).toEqual([{ to_address: ugo.email }])
    const links = await senderOfUnit.platform((db) => db.selectFrom('one_time_tokens').select('user_id').execute())
    expect(links).toEqual([{ user_id: ugo.id }])
  })

  it('A2: the link ends the person’s wait after failed attempts', async () => {
    // The attempts run at once: the wait could end while a busy machine hashes one password after the other.
    await Promise.all(Array.from({ length: 11 }, () => signIn(ugo, 'wrong')))
    expect((await signIn(ugo, password)).status).toBe(429)
    expect((await setWith(await linkFor(ugo))).status).toBe(200)
    expect((await signIn(ugo, fresh)).status).toBe(200)
    await restore(ugo)
  })

  it('A7: a link opens nothing else, and no other one-time token sets a password', async () => {
    const token = await linkFor(ugo)
    const asBearer = await portal.as({ token, host: ugo.host }).ask(logPresence, { active: 'N', rota: '/' })
    expect(asBearer.status).toBe(401)
    expect((await nobodyAt(ugo.host).ask(acceptHandOver, { token })).status).toBe(401)
    const account = { token, nome_usuario: 'N', email: 'n@example.com', password: fresh }
    expect((await nobodyAt('localhost').ask(firstAccount, account)).status).toBe(401)
    await portal.platform((db) => db.updateTable('one_time_tokens').set({ purpose: 'hand_over' }).execute())
    expect((await setWith(token)).status).toBe(404)
  })

  it('hashes nothing for an invalid link', async () => {
    const before = passwordHashCount()
    expect((await setWith('x'.repeat(43))).status).toBe(404)
    expect(passwordHashCount()).toBe(before)
  })
})

describe('the password rules of a business unit', () => {
  it('are answered for a link and for a session, and to nobody else', async () => {
    await tighten({ min_character: 12, capital_letter: 'S', expiry_time_password: 90 })
    const token = await linkFor(ugo)
    const rules = {
      enable_password: 'S',
      min_character: 12,
      capital_letter: 'S',
      special_characters: 'N',
      expiry_time_password: 90,
    }
    expect((await nobodyAt(ugo.host).ask(readPasswordRules, { token })).raw).toEqual({ ...rules, email: ugo.email })
    expect((await portal.as('adminOfNorte').ask(readPasswordRules, {})).raw).toEqual({ ...rules, email: alice.email })
    expect((await nobodyAt(ugo.host).ask(readPasswordRules, {})).status).toBe(401)
    expect((await nobodyAt(ugo.host).ask(readPasswordRules, { token: 'x' })).status).toBe(404)
    const { raw } = await portal.as('adminOfNorte').ask(readSettings, {})
    expect(Date.now() - Date.parse(String(raw['last_update']))).toBeLessThan(60_000)
  })

  it('refuse a password wherever one is set', async () => {
    await tighten({ min_character: 12, capital_letter: 'S' })
    const refused = [400, 'password_rules_unmet']
    const token = await linkFor(ugo)
    const short = await setWith(token, 'Short-one')
    expect([short.status, short.raw['key'], Object.keys(short.raw['errors'] as object)]).toEqual([
      ...refused,
      ['password'],
    ])
    const common = await setWith(token, 'Password1234')
    expect(common.raw['key']).toBe('password_too_common')
    const admin = portal.as('adminOfNorte')
    const { body } = await admin.ask(readUser, { id: otto.id })
    const answer = await admin.ask(updateUser, { id: otto.id, version: body.version, password: 'a long small one' })
    expect([answer.status, answer.raw['key']]).toEqual(refused)
    const own = await admin.ask(changePassword, { current_password: password, password: 'a long small one' })
    expect([own.status, own.raw['key']]).toEqual(refused)
    expect((await setWith(token, fresh)).status).toBe(200)
    await restore(ugo)
  })

  it('are the strictest ones of all business units of a person', async () => {
    const join = { tenant_id: tenants.sul.id, user_id: ugo.id }
    await portal.platform(async (db) => {
      await db.insertInto('memberships').values(join).execute()
      await db
        .updateTable('settings')
        .set({ password_rules: true, password_min_length: 20, password_days: 30 })
        .where('tenant_id', '=', tenants.sul.id)
        .execute()
    })
    await tighten({ min_character: 12, capital_letter: 'S', expiry_time_password: 90 })
    const token = await linkFor(ugo)
    const { raw } = await nobodyAt(ugo.host).ask(readPasswordRules, { token })
    expect(raw).toMatchObject({ min_character: 20, capital_letter: 'S', expiry_time_password: 30 })
    await portal.platform((db) =>
      db.deleteFrom('memberships').where('tenant_id', '=', join.tenant_id).where('user_id', '=', ugo.id).execute(),
    )
  })

  it.each([7, 65])('refuse a minimum of %i characters', async (min_character) => {
    const { body } = await portal.as('adminOfNorte').ask(readSettings, {})
    const answer = await portal.as('adminOfNorte').ask(updateSettings, { min_character, version: body.version })
    expect(answer.status).toBe(400)
  })
})

describe('a password that must change', () => {
  const due = async (who: Person, secret = password) => {
    const { status, raw } = await signIn(who, secret)
    expect(status).toBe(200)
    return passwordDueAnswer.parse(raw)
  }

  it('leads an expired one to the page of a new one, and begins no session', async () => {
    await tighten({ expiry_time_password: 30 })
    expect((await signIn(ugo, password)).raw['status']).toBe('success')
    await age(ugo, 31)
    const { redirect, message } = await due(ugo)
    expect(message).toBe('Your password has expired. Choose a new one.')
    const token = redirect.replace('/new/password/', '')
    const same = await setWith(token, password)
    expect([same.status, same.raw['key']]).toEqual([400, 'password_same'])
    expect((await setWith(token, fresh)).status).toBe(200)
    expect((await signIn(ugo, fresh)).raw['status']).toBe('success')
    await restore(ugo)
  })

  it('finds one that does not satisfy tightened rules, at the next sign-in', async () => {
    const open = await portal.tokenOf(ugo)
    await tighten({ capital_letter: 'S' })
    const still = await portal.as({ token: open, host: ugo.host }).ask(logPresence, { active: 'N', rota: '/' })
    expect(still.status).toBe(200)
    expect((await due(ugo)).message).toBe(
      'The password rules have changed and yours no longer follows them. Choose a new one.',
    )
  })

  it('A1: shows a state word first, and nothing of it after a wrong password', async () => {
    await tighten({ expiry_time_password: 30 })
    await age(ugo, 31)
    expect((await signIn(ugo, 'wrong')).raw['status']).toBe('error_user_or_password')
    const setState = (state: string) =>
      portal.platform((db) => db.updateTable('memberships').set({ state }).where('user_id', '=', ugo.id).execute())
    await setState('B')
    expect((await signIn(ugo, password)).raw['status']).toBe('blocked')
    await setState('A')
    await due(ugo)
    await age(ugo, 0)
  })

  it('A5: a sign-in does not use up the link of a recovery mail, and a purpose has one link', async () => {
    await tighten({ expiry_time_password: 30 })
    await age(ugo, 31)
    const mailed = await linkFor(ugo)
    const [first, second] = [await due(ugo), await due(ugo)]
    expect((await setWith(first.redirect.replace('/new/password/', ''))).status).toBe(404)
    const purposes = await portal.platform((db) => db.selectFrom('one_time_tokens').select('purpose').execute())
    expect(purposes.map(({ purpose }) => purpose as LinkPurpose).toSorted()).toEqual([
      'password_change',
      'password_recovery',
    ])
    expect((await setWith(mailed)).status).toBe(200)
    expect((await setWith(second.redirect.replace('/new/password/', ''))).status).toBe(404)
    await restore(ugo)
  })
})

describe('an invitation', () => {
  const newcomer = (name: string) => ({
    nome_usuario: name,
    email: `${name.toLowerCase()}@example.com`,
    phone: null,
    perfil_usuario: 'user' as const,
    state: 'A' as const,
    department: null,
    language: 'es' as const,
    group_ids: [],
  })
  const host = alice.host

  it('is mailed by the mail server, and the answer then has no link', async () => {
    const { raw } = await relayed.as('adminOfNorte').ask(addUser, newcomer('Igor'))
    expect(raw).toMatchObject({ invited: 'S', link: null })
  })

  it('stands in the outbox of a demo world without a mail server, and the answer says that no mail was sent', async () => {
    const { status, raw } = await portal.as('adminOfNorte').ask(addUser, newcomer('Ines'))
    expect([status, raw['invited']]).toEqual([200, 'N'])
    const [mail] = await mails()
    expect(tokenIn(String(raw['link']))).toBe(tokenIn(mail?.body_text ?? null))
    expect([mail?.to_address, mail?.subject, mail?.tenant_id]).toEqual([
      'ines@example.com',
      'Su acceso a Norte',
      tenants.norte.id,
    ])
    expect(mail?.body_text).toContain('http://norte.localhost/new/password/')
    const ines = { ...ugo, email: 'ines@example.com' }
    expect((await signIn(ines, fresh)).status).toBe(401)
    expect((await setWith(tokenIn(mail?.body_text ?? null))).status).toBe(200)
    expect((await signIn(ines, fresh)).raw['status']).toBe('success')
  })

  it('is not sent to a person with a password, nor where the settings want none: the form then shows the link', async () => {
    const admin = portal.as('adminOfNorte')
    const withPassword = await admin.ask(addUser, { ...newcomer('Inara'), password: fresh })
    expect([withPassword.raw['invited'], withPassword.raw['link']]).toEqual(['N', null])
    const { body } = await admin.ask(readSettings, {})
    await admin.ask(updateSettings, { send_email_register_user: 'N', version: body.version })
    const quiet = await admin.ask(addUser, newcomer('Iris'))
    expect([quiet.raw['invited'], await mails()]).toEqual(['N', []])
    expect((await setWith(tokenIn(String(quiet.raw['link'])))).status).toBe(200)
    await portal.platform((db) => db.updateTable('settings').set({ send_invitations: true }).execute())
  })

  it('shows the link where no mail can be sent, and leaves it out of the audit trail', async () => {
    const { raw } = await withoutSender.as('adminOfNorte').ask(addUser, newcomer('Ivo'))
    const token = tokenIn(String(raw['link']))
    expect([raw['invited'], token.length]).toEqual(['N', 43])
    const trail = await withoutSender.platform((db) => db.selectFrom('audit_entries').selectAll().execute())
    expect(JSON.stringify(trail)).not.toContain(token)
  })

  it('A5: an invitation is sent again on demand, which voids the earlier link, and only by a person who may set the password', async () => {
    const admin = portal.as('adminOfNorte')
    const { body } = await admin.ask(addUser, newcomer('Isa'))
    const again = await admin.ask(sendAccessLink, { id: body.id })
    expect([again.status, again.raw['invited']]).toEqual([200, 'N'])
    const noted = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'user.link_sent')
        .where('target_id', '=', body.id)
        .execute(),
    )
    // There is no mail server: the trail does not say that the mail was sent.
    expect(noted).toEqual([{ changes: { mail: [null, 'waiting'] } }])
    const [first, second] = (await mails()).map(({ body_text }) => tokenIn(body_text))
    expect((await setWith(first ?? '')).status).toBe(404)
    expect((await setWith(second ?? '')).status).toBe(200)
    expect((await admin.ask(sendAccessLink, { id: alice.id })).status).toBe(409)
    expect((await portal.as('adminOfSul').ask(sendAccessLink, { id: body.id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(sendAccessLink, { id: body.id })).status).toBe(403)
    // Sul may not set the password of a person whose home is Norte.
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: body.id }).execute(),
    )
    const elsewhere = await portal.as('adminOfSul').ask(sendAccessLink, { id: body.id })
    expect([elsewhere.status, elsewhere.raw['key']]).toEqual([409, 'identity_elsewhere'])
  })

  it('expires after seven days, and an address gets five of them in an hour', async () => {
    const admin = portal.as('adminOfNorte')
    const { body } = await admin.ask(addUser, newcomer('Ida'))
    for (let at = 0; at < 4; at += 1) await admin.ask(sendAccessLink, { id: body.id })
    expect(await mails()).toHaveLength(5)
    expect((await admin.ask(sendAccessLink, { id: body.id })).raw).toMatchObject({ invited: 'N' })
    expect(await mails()).toHaveLength(5)
    const token = tokenIn((await mails())[3]?.body_text ?? null)
    expect((await nobodyAt(host).ask(readPasswordRules, { token })).status).toBe(404)
    const [stored] = await portal.platform((db) => db.selectFrom('one_time_tokens').select('expires_at').execute())
    expect(Math.round(((stored?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(7)
  })
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { secondFactor } from '#catalogue/limits.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { acceptHandOver, changeCompany } from '#features/identity/unit-switch/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, type Person, password, people, tenants } from '#testing/world.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import {
  addPasskey,
  askPasskeyProof,
  askPasskeySignIn,
  confirmTwoFactor,
  endTwoFactor,
  forgetBrowsers,
  proveSecondFactor,
  readTwoFactor,
  removePasskey,
  renewRecoveryCodes,
  setUpAtSignIn,
  signInWithPasskey,
  startPasskey,
  startTwoFactor,
} from '../contract.ts'
import { codeOf, newPasskey, wrongCodeOf } from '#testing/authenticator.ts'

const portal = testPortal()
const current_password = password
const { adminOfNorte: admin, userOfNorte: reader, otherUserOfNorte: other } = people

const at = (host: string, token: string | null = null) => portal.as({ token, host })
const signIn = (who: Person, device: string | null = null) =>
  at(who.host).ask(login, { email: who.email, password, device })

/** Signs in with a right password and returns the token of the pending sign-in. */
async function pendingSignIn(who: Person): Promise<string> {
  const { raw } = await signIn(who)
  expect(raw.status).toBe('two_factor')
  return String(raw['token'])
}

const prove = (who: Person, token: string, proof: Record<string, unknown>) =>
  at(who.host, token).send({ method: 'POST', url: `/api/${proveSecondFactor.path}`, body: proof })

const setSettings = (change: object, tenant_id = tenants.norte.id) =>
  portal.platform((db) => db.updateTable('settings').set(change).where('tenant_id', '=', tenant_id).execute())

/** Begins a session of a person without second factor and sets up an authenticator app. */
async function withApp(who: Person) {
  const asker = at(who.host, await portal.tokenOf(who))
  const { body: begun } = await asker.ask(startTwoFactor, { current_password })
  const { status, body } = await asker.ask(confirmTwoFactor, { token: begun.token, code: codeOf(begun.secret, -1) })
  expect(status).toBe(200)
  return { asker, secret: begun.secret, recovery: body.recovery }
}

const forgetAttempts = () => portal.platform((db) => db.deleteFrom('sign_in_attempts').execute())
const forgetSteps = () => portal.platform((db) => db.updateTable('two_factors').set({ last_step: 0 }).execute())

/** The host and the origin of a passkey; the origin has no port, because the URL of the test portal has none. */
const whereOf = ({ host }: Person) => ({ host, origin: `http://${host}` })

async function withPasskey(who: Person, token?: string) {
  const asker = at(who.host, token ?? (await portal.tokenOf(who)))
  const { body: options } = await asker.ask(startPasskey, { current_password })
  const passkey = newPasskey(whereOf(who))
  const { status, body } = await asker.ask(addPasskey, {
    name: 'My phone',
    passkey: passkey.register(options.challenge),
  })
  expect(status).toBe(200)
  return { asker, passkey, id: body.id }
}

beforeEach(async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('two_factors').execute()
    await db.deleteFrom('passkeys').execute()
    await db.deleteFrom('sign_in_attempts').execute()
    await db.deleteFrom('sign_in_devices').execute()
    await db.deleteFrom('one_time_tokens').execute()
  })
  await setSettings({ require_two_factor: false, admins_set_two_factor: true, trust_browsers: false })
})

describe('the second step of a sign-in', () => {
  it('A4: the right password answers a token and the methods, and the right code the session', async () => {
    const { secret } = await withApp(reader)
    const { raw } = await signIn(reader)
    expect(raw).toEqual({ status: 'two_factor', token: expect.any(String), methods: ['totp', 'recovery'], trust: 'N' })
    const { status, raw: begun } = await prove(reader, String(raw['token']), { code: codeOf(secret) })
    expect([status, begun.status]).toEqual([200, 'success'])
    expect((await at(reader.host, String(begun['token'])).ask(readConfig, {})).status).toBe(200)
  })

  it('A4: a wrong password answers no token, and a refused state comes before the code', async () => {
    const { secret } = await withApp(people.userOfSul)
    const wrong = await at('sul.localhost').ask(login, { email: people.userOfSul.email, password: 'wrong' })
    expect([wrong.status, wrong.raw.status]).toEqual([401, 'error_user_or_password'])
    const block = (state: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ state }).where('user_id', '=', people.userOfSul.id).execute(),
      )
    await block('B')
    expect((await signIn(people.userOfSul)).raw.status).toBe('blocked')
    await block('A')
    const token = await pendingSignIn(people.userOfSul)
    await block('B')
    expect((await prove(people.userOfSul, token, { code: codeOf(secret) })).raw.status).toBe('blocked')
    await block('A')
  })

  it('A4: a code is accepted once, also by 20 sign-ins at the same time', async () => {
    const { secret } = await withApp(reader)
    const code = codeOf(secret)
    const tokens: string[] = []
    for (let at = 0; at < 20; at += 1) {
      await forgetAttempts()
      tokens.push(await pendingSignIn(reader))
    }
    await forgetAttempts()
    const answers = await Promise.all(tokens.map((token) => prove(reader, token, { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await forgetAttempts()
    const again = await prove(reader, await pendingSignIn(reader), { code })
    expect([again.status, again.raw['key']]).toEqual([401, 'two_factor_code_wrong'])
    // A code of an earlier time step than the last accepted one is refused.
    const earlier = await prove(reader, await pendingSignIn(reader), { code: codeOf(secret, -1) })
    expect(earlier.status).toBe(401)
  })

  it('A4: accepts the codes of one step before and after, and no others', async () => {
    const { secret } = await withApp(reader)
    const states: number[] = []
    for (const steps of [-3, -2, -1, 0, 1, 2, 3]) {
      await forgetSteps()
      await forgetAttempts()
      states.push((await prove(reader, await pendingSignIn(reader), { code: codeOf(secret, steps) })).status)
    }
    // The time step may change between test and server, so the test asserts no code at the border of the accepted steps.
    expect([states[0], states[3], states[6]]).toEqual([401, 200, 401])
    expect(states.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  })

  it('A4: five wrong codes end the sign-in, and the person waits whatever their next sign-in is', async () => {
    const { secret } = await withApp(reader)
    const token = await pendingSignIn(reader)
    const next = await pendingSignIn(reader)
    const wrong = await Promise.all(
      Array.from({ length: 20 }, () => prove(reader, token, { code: wrongCodeOf(secret) })),
    )
    const count = (status: number) => wrong.filter((answer) => answer.status === status).length
    expect(count(401)).toBeGreaterThanOrEqual(5)
    expect(wrong.filter(({ raw }) => raw['key'] === 'two_factor_code_wrong')).toHaveLength(5)
    expect((await prove(reader, token, { code: codeOf(secret) })).raw['key']).toBe('two_factor_expired')
    const late = await prove(reader, next, { code: codeOf(secret) })
    expect([late.status, Number(late.headers['retry-after']) > 60]).toEqual([429, true])
  })

  it('A4: the token of a half-way sign-in opens nothing else, and no other token opens the second step', async () => {
    await withApp(reader)
    const token = await pendingSignIn(reader)
    const bearer = at(reader.host, token)
    const session = await portal.tokenOf(people.adminOfNorte)
    for (const path of [
      'auth/config',
      'auth/profile/two-factor/start',
      'refresh/token',
      'auth/users/add',
      'auth/change/companies',
    ]) {
      const { status, raw } = await bearer.send({ method: 'POST', url: `/api/${path}`, body: {} })
      expect([path, status, raw.status]).toEqual([path, 401, 'unauthorized'])
    }
    expect((await bearer.send({ method: 'GET', url: '/api/auth/profile' })).status).toBe(401)
    expect((await at(reader.host).ask(acceptHandOver, { token })).status).toBe(401)
    expect((await at(reader.host).ask(setUpAtSignIn, { token })).status).toBe(401)
    expect((await prove(reader, session, { code: '000000' })).raw['key']).toBe('two_factor_expired')
    expect((await at('sul.localhost', token).ask(proveSecondFactor, { code: '000000' })).raw['key']).toBe(
      'two_factor_expired',
    )
  })

  it('ends with another password, with the two-factor sign-in itself, and after its time', async () => {
    const { secret, asker } = await withApp(other)
    const token = await pendingSignIn(other)
    await portal.platform((db) =>
      db.updateTable('users').set({ password_hash: 'changed' }).where('id', '=', other.id).execute(),
    )
    expect((await prove(other, token, { code: codeOf(secret) })).raw['key']).toBe('two_factor_expired')
    await portal.platform(async (db) => {
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow()
      await db.updateTable('users').set({ password_hash }).where('id', '=', other.id).execute()
    })
    const second = await pendingSignIn(other)
    expect((await asker.ask(endTwoFactor, { current_password })).status).toBe(200)
    expect((await prove(other, second, { code: codeOf(secret) })).raw['key']).toBe('two_factor_expired')
    expect((await signIn(other)).raw.status).toBe('success')
    const late = await withApp(other)
    const third = await pendingSignIn(other)
    await portal.platform((db) =>
      db
        .updateTable('one_time_tokens')
        .set({ expires_at: new Date(0) })
        .where('token_hash', '=', hashToken(third))
        .execute(),
    )
    expect((await prove(other, third, { code: codeOf(late.secret) })).raw['key']).toBe('two_factor_expired')
  })

  it('takes exactly one proof', async () => {
    const { secret } = await withApp(reader)
    const token = await pendingSignIn(reader)
    expect((await prove(reader, token, {})).status).toBe(400)
    expect((await prove(reader, token, { code: codeOf(secret), recovery: 'aaaaa-aaaaa' })).status).toBe(400)
  })
})

describe('recovery codes', () => {
  it('A4: ten of them, each works once however it is typed, and the number left is shown', async () => {
    const { recovery, asker } = await withApp(reader)
    expect(new Set(recovery).size).toBe(10)
    const [first = ''] = recovery
    expect(first).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    const used = await prove(reader, await pendingSignIn(reader), { recovery: first.toUpperCase().replace('-', ' ') })
    expect(used.raw.status).toBe('success')
    const again = await prove(reader, await pendingSignIn(reader), { recovery: first })
    expect(again.raw['key']).toBe('two_factor_code_wrong')
    expect((await asker.ask(readTwoFactor, {})).body.recovery_left).toBe(9)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('actor_id').where('event', '=', 'sign_in.recovery_code_used').execute(),
    )
    expect(entries).toEqual([{ actor_id: reader.id }])
  })

  it('D5: the entry says of which partner staff at a unit are', async () => {
    const { recovery } = await withApp(masterInNorte)
    await prove(masterInNorte, await pendingSignIn(masterInNorte), { recovery: recovery[0] })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_name', 'actor_origin'])
        .where('actor_id', '=', masterInNorte.id)
        .where('event', 'like', 'sign_in.%')
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    )
    const by = { actor_name: masterInNorte.name, actor_origin: 'Alfa' }
    expect(entries).toEqual(
      expect.arrayContaining([
        { event: 'sign_in.done', ...by },
        { event: 'sign_in.recovery_code_used', ...by },
      ]),
    )
  })

  it('A4: one code works once for 20 sign-ins at the same time', async () => {
    const { recovery } = await withApp(reader)
    const tokens: string[] = []
    for (let at = 0; at < 20; at += 1) {
      await forgetAttempts()
      tokens.push(await pendingSignIn(reader))
    }
    await forgetAttempts()
    const answers = await Promise.all(tokens.map((token) => prove(reader, token, { recovery: recovery[3] })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 500)).toEqual([])
  })

  it('Z3: are stored as argon2id hashes under a salt of the person, and the secret is sealed', async () => {
    const { recovery, secret, asker } = await withApp(reader)
    const stored = await portal.platform(async (db) =>
      JSON.stringify([
        await db.selectFrom('two_factors').selectAll().execute(),
        await db.selectFrom('recovery_codes').selectAll().execute(),
        await db.selectFrom('one_time_tokens').selectAll().execute(),
        await db.selectFrom('audit_entries').selectAll().execute(),
        await db.selectFrom('mails').selectAll().execute(),
      ]),
    )
    for (const word of [secret, ...recovery]) {
      expect(stored).not.toContain(word)
      expect(stored).not.toContain(Buffer.from(word).toJSON().data.join(','))
    }
    expect(JSON.stringify((await asker.ask(readTwoFactor, {})).raw)).not.toContain(secret)
  })

  it('new ones make the earlier ones invalid', async () => {
    const { recovery, asker } = await withApp(reader)
    const renewed = await asker.ask(renewRecoveryCodes, { current_password })
    expect(renewed.body.recovery).toHaveLength(10)
    expect((await prove(reader, await pendingSignIn(reader), { recovery: recovery[0] })).status).toBe(401)
    expect((await prove(reader, await pendingSignIn(reader), { recovery: renewed.body.recovery[0] })).status).toBe(200)
  })
})

describe('a business unit that requires a second factor', () => {
  it('sends people without one to the set-up, which ends with the session and ten codes', async () => {
    await setSettings({ require_two_factor: true })
    const { raw } = await signIn(reader)
    expect(raw).toEqual({
      status: 'redirect_two_factor',
      redirect: expect.stringMatching(/^\/config\/2fa\/[\w-]{43}$/),
      message: null,
    })
    const token = String(raw['redirect']).split('/')[3] ?? ''
    const first = await at(reader.host).ask(setUpAtSignIn, { token })
    expect(first.raw).toMatchObject({ status: 'setup', recovery: [] })
    const secret = String(first.raw['secret'])
    expect(first.raw['otpauth']).toContain(`otpauth://totp/Norte:${encodeURIComponent(reader.email)}`)
    // A page that is loaded again shows the same secret.
    expect((await at(reader.host).ask(setUpAtSignIn, { token })).raw['secret']).toBe(secret)
    const wrong = await at(reader.host).ask(setUpAtSignIn, { token, code: wrongCodeOf(secret) })
    expect(wrong.raw['key']).toBe('two_factor_code_wrong')
    const code = codeOf(secret)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => at(reader.host).ask(setUpAtSignIn, { token, code })),
    )
    const [done, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(done?.raw['recovery']).toHaveLength(10)
    expect((await at(reader.host, String(done?.raw['token'])).ask(readConfig, {})).status).toBe(200)
    // The code that completed the set-up is used up.
    expect((await prove(reader, await pendingSignIn(reader), { code })).status).toBe(401)
  })

  it('refuses a switch from a session without second factor, and lets in one with it', async () => {
    const joined = { tenant_id: tenants.sul.id, user_id: reader.id }
    await portal.platform((db) =>
      db
        .insertInto('memberships')
        .values(joined)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    await setSettings({ require_two_factor: true }, tenants.sul.id)
    const plain = at(reader.host, await portal.tokenOf(reader))
    const refused = await plain.ask(changeCompany, { tenant_id: tenants.sul.id })
    expect([refused.status, refused.raw['key']]).toEqual([403, 'two_factor_due'])
    const { secret } = await withApp(reader)
    const { raw } = await prove(reader, await pendingSignIn(reader), { code: codeOf(secret) })
    const strong = at(reader.host, String(raw['token']))
    const moved = await strong.ask(changeCompany, { tenant_id: tenants.sul.id })
    expect(moved.raw.status).toBe('change')
    const begun = await at('sul.localhost').ask(acceptHandOver, { token: String(moved.raw['token']) })
    expect(begun.status).toBe(200)
    const back = await at('sul.localhost', String(begun.raw['token'])).ask(changeCompany, {
      tenant_id: tenants.norte.id,
    })
    expect(back.status).toBe(200)
    await setSettings({ require_two_factor: false }, tenants.sul.id)
  })

  it('Z2: only staff, and administrators with the toggle while staff allow it, see and change the setting', async () => {
    const setToggles = (names: string[]) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ toggles: names }).where('user_id', 'in', [admin.id, reader.id]).execute(),
      )
    const read = async (who: Person) => {
      const { body } = await portal.as(who).ask(readSettings, {})
      return [body.require_two_factor, body.can.includes('update_two_factor')]
    }
    const change = async (who: Person, what: object) => {
      const { body } = await portal.as(masterInNorte).ask(readSettings, {})
      return (await portal.as(who).ask(updateSettings, { version: body.version, ...what })).status
    }
    const rows: unknown[] = []
    for (const [names, allowed] of [
      [[], true],
      [['configure_two_factor'], true],
      [['configure_two_factor'], false],
    ] as const) {
      await setToggles([...names])
      await setSettings({ admins_set_two_factor: allowed })
      rows.push([
        ...(await read(admin)),
        await change(admin, { mfa_master: 'N' }),
        await change(admin, { mfa_trusted_browser: 'N' }),
      ])
    }
    expect(rows).toEqual([
      [null, false, 403, 403],
      [false, true, 200, 200],
      [null, false, 403, 403],
    ])
    expect(await change(admin, { mfa_permission_admin: 'S' })).toBe(403)
    expect(await read(masterInNorte)).toEqual([false, true])
    expect(await change(masterInNorte, { mfa_permission_admin: 'N', mfa_master: 'N' })).toBe(200)
    // The toggle of a person who is now a reader, and was an administrator before, has no effect.
    expect((await portal.as(reader).ask(readSettings, {})).status).toBe(403)
    await setToggles([])
  })
})

describe('a trusted browser', () => {
  it('needs no code for 30 days, with the password, where the business unit allows it', async () => {
    await setSettings({ trust_browsers: true })
    const { secret, asker } = await withApp(reader)
    const { raw } = await signIn(reader)
    expect(raw['trust']).toBe('S')
    const begun = await prove(reader, String(raw['token']), { code: codeOf(secret), trust: 'S' })
    const device = String(begun.raw['device'])
    const trusted = await signIn(reader, device)
    expect(trusted.raw.status).toBe('success')
    const newer = String(trusted.raw['device'])
    expect((await signIn(other, newer)).raw.status).toBe('success')
    await setSettings({ trust_browsers: false })
    expect((await signIn(reader, newer)).raw.status).toBe('two_factor')
    await setSettings({ trust_browsers: true })
    expect((await signIn(reader, newer)).raw.status).toBe('success')
    // The last sign-in replaced the device token.
    expect((await signIn(reader, newer)).raw.status).toBe('two_factor')
    const days = await portal.platform((db) =>
      db.selectFrom('sign_in_devices').select('trusted_until').where('trusted_until', 'is not', null).execute(),
    )
    const left = (days[0]?.trusted_until?.getTime() ?? 0) - Date.now()
    expect(Math.round(left / 86_400_000)).toBe(30)
    await asker.ask(endTwoFactor, { current_password })
    const trustedDevices = await portal.platform((db) =>
      db.selectFrom('sign_in_devices').select('id').where('trusted_until', 'is not', null).execute(),
    )
    expect(trustedDevices).toEqual([])
  })

  it('asks for the second factor again once the person forgets it, and those of others stay trusted', async () => {
    await setSettings({ trust_browsers: true })
    const trustedOf = async (who: Person) => {
      const { secret, asker } = await withApp(who)
      const begun = await prove(who, await pendingSignIn(who), { code: codeOf(secret), trust: 'S' })
      return { asker, device: String(begun.raw['device']) }
    }
    const [own, others] = [await trustedOf(reader), await trustedOf(other)]
    const count = async () => (await own.asker.ask(readTwoFactor, {})).body.trusted_browsers
    expect(await count()).toBe(1)
    const wrong = await own.asker.ask(forgetBrowsers, { current_password: 'wrong' })
    expect([wrong.status, await count()]).toEqual([400, 1])
    expect((await own.asker.ask(forgetBrowsers, { current_password })).status).toBe(200)
    expect(await count()).toBe(0)
    expect((await signIn(reader, own.device)).raw.status).toBe('two_factor')
    expect((await signIn(other, others.device)).raw.status).toBe('success')
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('actor_id').where('event', '=', 'profile.browsers_forgotten').execute(),
    )
    expect(entries).toEqual([{ actor_id: reader.id }])
  })

  it('is not remembered where the business unit does not allow it, and not after its time', async () => {
    const { secret } = await withApp(reader)
    const begun = await prove(reader, await pendingSignIn(reader), { code: codeOf(secret), trust: 'S' })
    await setSettings({ trust_browsers: true })
    expect((await signIn(reader, String(begun.raw['device']))).raw.status).toBe('two_factor')
    await forgetSteps()
    const trusted = await prove(reader, await pendingSignIn(reader), { code: codeOf(secret), trust: 'S' })
    await portal.platform((db) => db.updateTable('sign_in_devices').set({ trusted_until: new Date() }).execute())
    expect((await signIn(reader, String(trusted.raw['device']))).raw.status).toBe('two_factor')
  })
})

describe('passkeys', () => {
  const challengeAt = async (host: string) => (await at(host).ask(askPasskeySignIn, {})).body.challenge
  const enter = (host: string, passkey: ReturnType<ReturnType<typeof newPasskey>['sign']>) =>
    at(host).ask(signInWithPasskey, { passkey })

  it('A4: sign in without the password, also where a second factor is required', async () => {
    const { passkey, asker } = await withPasskey(reader)
    await setSettings({ require_two_factor: true })
    const begun = await enter(reader.host, passkey.sign(await challengeAt(reader.host)))
    expect([begun.status, begun.raw.status]).toEqual([200, 'success'])
    expect((await asker.ask(readTwoFactor, {})).body.passkeys).toMatchObject([
      { name: 'My phone', host: 'norte.localhost', here: true },
    ])
  })

  it('A4: a challenge works once, in parallel too, for its purpose and host', async () => {
    const { passkey } = await withPasskey(reader)
    const challenge = await challengeAt(reader.host)
    const signed = passkey.sign(challenge)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(reader.host, signed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 500)).toEqual([])
    await withApp(reader)
    const token = await pendingSignIn(reader)
    const factor = (await at(reader.host, token).ask(askPasskeyProof, {})).body
    expect(factor.allowCredentials.map(({ id }) => id)).toEqual([passkey.id])
    expect((await enter(reader.host, passkey.sign(factor.challenge))).status).toBe(401)
    expect((await enter(reader.host, passkey.sign(await challengeAt('sul.localhost')))).status).toBe(401)
    expect((await enter(reader.host, passkey.sign('bm90IGEgY2hhbGxlbmdl'))).status).toBe(401)
    expect((await prove(reader, token, { passkey: passkey.sign(factor.challenge) })).raw.status).toBe('success')
  })

  it('A4: refuses what another origin, host, key or an unverified person signed', async () => {
    const { passkey } = await withPasskey(reader)
    const stranger = newPasskey(whereOf(reader))
    const attacks = {
      'other origin': (c: string) => passkey.sign(c, { origin: 'http://norte.localhost.evil.example' }),
      'https for http': (c: string) => passkey.sign(c, { origin: 'https://norte.localhost' }),
      'other relying party': (c: string) => passkey.sign(c, { host: 'sul.localhost' }),
      'not verified': (c: string) => passkey.sign(c, { verified: false }),
      'not present': (c: string) => passkey.sign(c, { present: false }),
      'a registration': (c: string) => passkey.sign(c, { type: 'webauthn.create' }),
      'unknown key': (c: string) => stranger.sign(c),
      'key of another': (c: string) => ({ ...stranger.sign(c), id: passkey.id, rawId: passkey.id }),
      'changed signature': (c: string) => {
        const signed = passkey.sign(c)
        return {
          ...signed,
          response: { ...signed.response, signature: signed.response.signature.replace(/.{6}$/, 'AAAAAA') },
        }
      },
      'empty signature': (c: string) => {
        const signed = passkey.sign(c)
        return { ...signed, response: { ...signed.response, signature: '' } }
      },
    }
    const table: [string, number, unknown][] = []
    for (const [name, attack] of Object.entries(attacks)) {
      const { status, raw } = await enter(reader.host, attack(await challengeAt(reader.host)))
      table.push([name, status, raw['key']])
    }
    process.stdout.write(`passkey attacks: ${table.map(([name, status]) => `${name} ${status}`).join(', ')}\n`)
    expect(table).toEqual(table.map(([name]) => [name, 401, 'passkey_refused']))
    passkey.rewind()
    expect((await enter(reader.host, passkey.sign(await challengeAt(reader.host)))).status).toBe(200)
    passkey.rewind()
    // A copied authenticator repeats its counter.
    expect((await enter(reader.host, passkey.sign(await challengeAt(reader.host)))).status).toBe(401)
  })

  it('A4: is judged like every sign-in, and belongs to its host and person', async () => {
    const { passkey } = await withPasskey(people.userOfLeste)
    const elsewhere = await enter(
      'norte.localhost',
      passkey.sign(await challengeAt('norte.localhost'), { host: 'norte.localhost', origin: 'http://norte.localhost' }),
    )
    expect(elsewhere.raw['key']).toBe('passkey_refused')
    const block = (state: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ state }).where('user_id', '=', people.userOfLeste.id).execute(),
      )
    await block('B')
    expect((await enter('leste.localhost', passkey.sign(await challengeAt('leste.localhost')))).raw.status).toBe(
      'blocked',
    )
    await block('A')
    await withApp(reader)
    const foreign = await withPasskey(other)
    const token = await pendingSignIn(reader)
    const { challenge } = (await at(reader.host, token).ask(askPasskeyProof, {})).body
    expect((await prove(reader, token, { passkey: foreign.passkey.sign(challenge) })).raw['key']).toBe(
      'two_factor_code_wrong',
    )
  })

  it('where a second factor is required, a passkey is one', async () => {
    await withPasskey(reader)
    await setSettings({ require_two_factor: true })
    expect((await signIn(reader)).raw['methods']).toEqual(['passkey'])
  })

  /** Sends a call until it is throttled, at most `rounds` times, from one address. Returns the statuses. */
  const flood = async (path: string, body: object, { address, rounds }: { address: string; rounds: number }) => {
    const statuses: number[] = []
    while (statuses.length < rounds && statuses.at(-1) !== 429) {
      const answer = await portal.portal.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: { host: reader.host, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
        remoteAddress: address,
      })
      statuses.push(answer.statusCode)
    }
    return statuses
  }

  it('A2, V5: refused ones of one network are limited, because each is in the audit trail', async () => {
    const address = '198.51.100.77'
    const unknown = newPasskey(whereOf(reader)).sign('bm90IGEgY2hhbGxlbmdl')
    // A new minute of the clock may begin during the test, which admits sixty more.
    const statuses = await flood(signInWithPasskey.path, { passkey: unknown }, { address, rounds: 121 })
    expect(statuses.at(-1)).toBe(429)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('id')
        .where('event', '=', 'sign_in.refused')
        .where(sql<boolean>`host(address) = ${address}`)
        .execute(),
    )
    expect(entries).toHaveLength(statuses.length - 1)
    const { passkey } = await withPasskey(reader)
    expect((await enter(reader.host, passkey.sign(await challengeAt(reader.host)))).status).toBe(200)
  })

  it('V5: the challenges of one network are limited', async () => {
    const statuses = await flood(askPasskeySignIn.path, {}, { address: '198.51.100.78', rounds: 2_001 })
    expect(statuses.at(-1)).toBe(429)
  })

  it('a new one needs the password, a challenge of the own session, and verification', async () => {
    const asker = at(reader.host, await portal.tokenOf(reader))
    expect((await asker.ask(startPasskey, { current_password: 'wrong' })).raw['key']).toBe('current_password_wrong')
    const { body } = await asker.ask(startPasskey, { current_password })
    const add = (who: typeof asker, passkey: ReturnType<ReturnType<typeof newPasskey>['register']>) =>
      who.ask(addPasskey, { name: 'P', passkey })
    const made = newPasskey(whereOf(reader))
    const stranger = at(other.host, await portal.tokenOf(other))
    expect((await add(stranger, made.register(body.challenge))).raw['key']).toBe('passkey_not_added')
    const again = (await asker.ask(startPasskey, { current_password })).body.challenge
    expect((await add(asker, made.register(again, { verified: false }))).raw['key']).toBe('passkey_not_added')
    expect((await add(asker, made.register(again, { origin: 'https://evil.example' }))).raw['key']).toBe(
      'passkey_not_added',
    )
    expect((await add(asker, made.register(again))).status).toBe(200)
    expect((await add(asker, newPasskey(whereOf(reader)).register(again))).raw['key']).toBe('passkey_not_added')
    // Another person registers the same credential.
    const theirs = (await stranger.ask(startPasskey, { current_password })).body.challenge
    expect((await add(stranger, made.register(theirs))).raw['key']).toBe('passkey_not_added')
  })

  it('Z8: stay within their limit, with challenges that were made before and used in parallel', async () => {
    const asker = at(reader.host, await portal.tokenOf(reader))
    const challenges: string[] = []
    for (let round = 0; round < secondFactor.passkeys + 5; round++)
      challenges.push((await asker.ask(startPasskey, { current_password })).body.challenge)
    const answers = await Promise.all(
      challenges.map((challenge) =>
        asker.ask(addPasskey, { name: 'P', passkey: newPasskey(whereOf(reader)).register(challenge) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(secondFactor.passkeys)
    expect(answers.filter(({ raw }) => raw['key'] === 'passkey_limit_reached')).toHaveLength(5)
  })

  it('is removed with the password, and only by its person', async () => {
    const { asker, id, passkey } = await withPasskey(reader)
    const stranger = at(other.host, await portal.tokenOf(other))
    expect((await stranger.ask(removePasskey, { id, current_password })).status).toBe(404)
    expect((await asker.ask(removePasskey, { id, current_password: 'wrong' })).status).toBe(400)
    expect((await asker.ask(removePasskey, { id, current_password })).status).toBe(200)
    expect((await enter(reader.host, passkey.sign(await challengeAt(reader.host)))).status).toBe(401)
  })
})

describe('the own second factor', () => {
  it('needs the password for every change, and is mailed', async () => {
    const asker = at(reader.host, await portal.tokenOf(reader))
    for (const change of [startTwoFactor, renewRecoveryCodes, endTwoFactor])
      expect((await asker.ask(change, { current_password: 'wrong' })).raw['key']).toBe('current_password_wrong')
    await portal.platform((db) => db.deleteFrom('mails').execute())
    await withApp(reader)
    await asker.ask(endTwoFactor, { current_password })
    const mails = await portal.platform((db) =>
      db.selectFrom('mails').select(['purpose', 'to_address']).orderBy('id').execute(),
    )
    expect(mails.map(({ purpose }) => purpose)).toEqual(['two_factor.enabled', 'two_factor.disabled'])
    expect(new Set(mails.map(({ to_address }) => to_address))).toEqual(new Set([reader.email]))
  })

  it('another app replaces the present one only with its first code', async () => {
    const { asker, secret } = await withApp(reader)
    const { body } = await asker.ask(startTwoFactor, { current_password })
    const wrong = await asker.ask(confirmTwoFactor, { token: body.token, code: wrongCodeOf(body.secret) })
    expect([wrong.status, wrong.raw['errors']]).toEqual([400, { code: expect.any(String) }])
    expect((await prove(reader, await pendingSignIn(reader), { code: codeOf(secret) })).status).toBe(200)
    const stranger = at(other.host, await portal.tokenOf(other))
    expect((await stranger.ask(confirmTwoFactor, { token: body.token, code: codeOf(body.secret) })).status).toBe(409)
    expect((await asker.ask(confirmTwoFactor, { token: body.token, code: codeOf(body.secret) })).status).toBe(200)
    expect((await asker.ask(confirmTwoFactor, { token: body.token, code: codeOf(body.secret, 1) })).status).toBe(409)
    expect((await prove(reader, await pendingSignIn(reader), { code: codeOf(secret, 1) })).status).toBe(401)
  })

  it('is not turned off where the business unit requires it', async () => {
    const { asker } = await withApp(reader)
    await setSettings({ require_two_factor: true })
    expect((await asker.ask(endTwoFactor, { current_password })).raw['key']).toBe('two_factor_required')
    await setSettings({ require_two_factor: false })
    expect((await asker.ask(endTwoFactor, { current_password })).status).toBe(200)
    expect((await asker.ask(endTwoFactor, { current_password })).raw['key']).toBe('two_factor_off')
  })

  it('people who sign in with an identity provider have no second factor of the portal', async () => {
    const type = (auth_type: string) =>
      portal.platform((db) => db.updateTable('users').set({ auth_type }).where('id', '=', other.id).execute())
    const asker = at(other.host, await portal.tokenOf(other))
    await type('saml')
    expect((await asker.ask(readTwoFactor, {})).body.can).toEqual([])
    expect((await asker.ask(startTwoFactor, { current_password })).raw['key']).toBe('two_factor_of_provider')
    await type('password')
  })
})

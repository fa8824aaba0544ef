import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sessionsPerPerson, signInConcurrency } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { passwordHashCount } from '#platform/server/passwords.ts'
import { people, password, type Person, tenants } from '#testing/world.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { firstAccount, login, loginConfig } from '../contract.ts'

// With a trusted proxy, a test can choose the client address.
const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const nobodyAt = (host: string) => portal.as({ token: null, host })
const signIn = (email: string, host: string, secret = password) =>
  nobodyAt(host).ask(login, { email, password: secret })

const signInFrom = (from: string, email: string, secret = password) =>
  nobodyAt('norte.localhost').send({
    method: 'POST',
    url: `/api/${login.path}`,
    body: { email, password: secret },
    headers: { 'x-forwarded-for': from },
  })

/** Resolves when a statement of this database waits for a lock. */
async function waitingForLock(): Promise<void> {
  const waiting = () =>
    onOwner(portal.ownerUrl, async (owner) => {
      const found = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return found.rowCount
    })
  while ((await waiting()) === 0) await sleep(5)
}

/** Runs `start` while no attempt can be counted. The sign-ins that it starts continue afterwards. */
const whileAttemptsAreLocked = <T>(start: () => Promise<T>): Promise<T> =>
  onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query('lock table sign_in_attempts in access exclusive mode')
    try {
      return await start()
    } finally {
      await owner.query('rollback')
    }
  })

describe('sign-in', () => {
  it('signs a person in at the host of their business unit', async () => {
    const { status, body } = await signIn(people.userOfNorte.email, 'norte.localhost')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', tenant_id: tenants.norte.id, intended: '/' })
    if (body.status !== 'success') throw new Error('the sign-in begins a session')
    expect(body.user).toMatchObject({ name: 'Ugo Norte', profile: 'user', auth_type: 'password' })
    const config = await portal.as({ token: body.token, host: 'norte.localhost' }).ask(readConfig, {})
    expect(config.body.can).toContain('report.open')
  })

  it('names the fields of the user as the specification does', async () => {
    const { raw } = await signIn(people.adminOfNorte.email, 'norte.localhost')
    expect(raw.user).toMatchObject({
      nome_usuario: 'Alice Norte',
      perfil_usuario: 'admin',
      parceiro_id: tenants.norte.partner_id,
    })
  })

  it('A1: gives the same answer for a wrong password, an unknown e-mail and a person of another business unit', async () => {
    const answers = await Promise.all([
      signIn(people.otherUserOfNorte.email, 'norte.localhost', 'wrong'),
      signIn('nobody@example.com', 'norte.localhost', 'wrong'),
      signIn(people.userOfLeste.email, 'norte.localhost', 'wrong'),
    ])
    for (const { status, raw } of answers) {
      expect(status).toBe(401)
      expect(raw).toEqual({
        status: 'error_user_or_password',
        key: 'incorrect_user_or_password',
        message: 'Incorrect Username or Password!',
      })
    }
  })

  it('refuses the right password at a host that is not the person’s, for each profile', async () => {
    const refused = await Promise.all([
      signIn(people.userOfLeste.email, 'norte.localhost'),
      signIn(people.platform.email, 'norte.localhost'),
      signIn(people.masterOfBeta.email, 'norte.localhost'),
      signIn(people.adminOfNorte.email, 'alfa.localhost'),
      signIn(people.masterOfAlfa.email, 'localhost'),
    ])
    expect(refused.map(({ status, raw }) => [status, raw.status])).toEqual(
      refused.map(() => [403, 'domain_not_allowed']),
    )
    const admitted = await Promise.all([
      signIn(people.platform.email, 'localhost'),
      signIn(people.masterOfAlfa.email, 'alfa.localhost'),
      signIn(people.masterOfAlfa.email, 'norte.localhost'),
    ])
    expect(admitted.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it.each([
    ['B', 403, 'blocked'],
    ['I', 403, 'inactive'],
    ['D', 403, 'user_disable'],
  ])('reports the state %s only after the right password', async (state, status, word) => {
    await portal.platform((db) =>
      db.updateTable('memberships').set({ state }).where('user_id', '=', people.userOfSul.id).execute(),
    )
    const wrong = await signIn(people.userOfSul.email, 'sul.localhost', 'wrong')
    expect(wrong.raw.status).toBe('error_user_or_password')
    const right = await signIn(people.userOfSul.email, 'sul.localhost')
    expect([right.status, right.raw.status]).toEqual([status, word])
  })

  it('A2: evaluates ten attempts on an account, also when they are sent in parallel', async () => {
    const { email } = people.adminOfLeste
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'leste.localhost', 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const late = await signIn(email, 'leste.localhost')
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  })

  const forgetAttempts = () =>
    portal.platform(async (db) => {
      await db.deleteFrom('sign_in_attempts').execute()
      await db.deleteFrom('sign_in_devices').execute()
    })

  it('A2: attempts from a blocked address are not counted against any account', async () => {
    await forgetAttempts()
    const fail = (email: string) => signInFrom('198.51.100.60', email, 'wrong')
    for (let at = 0; at < 60; at += 1) await fail(`nobody${at}@example.com`)
    for (let at = 0; at < 12; at += 1) expect((await fail(people.userOfLeste.email)).status).toBe(429)
    const counted = await portal.platform((db) => db.selectFrom('sign_in_attempts').select('key').execute())
    // The limit counts one key for the network and two for each of the sixty accounts; it counts none for the attempts after them.
    expect(counted).toHaveLength(121)
    await forgetAttempts()
    expect((await signIn(people.userOfLeste.email, 'leste.localhost')).status).toBe(200)
  })

  it('A2: successful sign-ins from one address are not limited', async () => {
    await forgetAttempts()
    const { email, host } = people.userOfNorte
    for (let at = 0; at < 65; at += 1) expect((await signIn(email, host)).status).toBe(200)
  })

  it('deletes old counts when an attempt comes from a new address', async () => {
    await forgetAttempts()
    const old = { key: Buffer.from('old'), window_started_at: new Date(Date.now() - 2 * 86_400_000), attempts: 3 }
    await portal.platform((db) => db.insertInto('sign_in_attempts').values(old).execute())
    await signIn('nobody@example.com', 'leste.localhost', 'wrong')
    const left = await portal.platform((db) => db.selectFrom('sign_in_attempts').select('key').execute())
    expect(left.map(({ key }) => key.toString())).not.toContain('old')
    expect(left).toHaveLength(3)
  })

  it('A2: concurrent sign-ins, right and wrong, do not deadlock', async () => {
    await forgetAttempts()
    const { email, host } = people.userOfNorte
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn(email, host, at % 4 === 0 ? 'wrong' : password)),
    )
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true)
  })

  it('A6: opens no session when the password changes while it is being checked', async () => {
    await forgetAttempts()
    const { id, email, host } = people.userOfLeste
    const running = () =>
      portal.platform((db) =>
        db.selectFrom('sessions').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute(),
      )
    const setPassword = (db: Database, hash: string | null) =>
      db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
    const [{ password_hash: old } = { password_hash: null }] = await portal.platform((db) =>
      db.selectFrom('users').select('password_hash').where('id', '=', id).execute(),
    )
    const before = (await running()).length
    let signingIn: ReturnType<typeof signIn> | undefined
    await portal.platform(async (db) => {
      await setPassword(db, 'of another password')
      signingIn = signIn(email, host)
      // When the sign-in waits for this transaction, it has already read and checked the old password.
      await waitingForLock()
    })
    expect((await signingIn)?.raw.status).toBe('error_user_or_password')
    expect(await running()).toHaveLength(before)
    await portal.platform((db) => setPassword(db, old))
  })

  it('V3: limits a person to fifty sessions; one more ends the least recently used session', async () => {
    await forgetAttempts()
    const { id, email, host } = people.adminOfLeste
    for (let at = 0; at < sessionsPerPerson + 3; at += 1) await signIn(email, host)
    const sessions = await portal.platform((db) =>
      db
        .selectFrom('sessions')
        .select(['ended_by', 'person_standing'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    const ended = sessions.filter(({ ended_by }) => ended_by !== null)
    expect(ended).toEqual(Array.from({ length: 3 }, () => ({ ended_by: 'crowded', person_standing: null })))
    expect(sessions.slice(0, 3).every(({ ended_by }) => ended_by === 'crowded')).toBe(true)
  })

  it('V3, V5: a blocked network uses no slot, and a flood from one network leaves slots for the others', async () => {
    await forgetAttempts()
    for (let at = 0; at < 61; at += 1) await signInFrom('198.51.100.61', `nobody${at}@example.com`, 'wrong')
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('lock table sign_in_attempts in access exclusive mode')
      const flood = Array.from({ length: 160 }, (_, at) => signInFrom('198.51.100.62', `nobody${at}@example.com`))
      await waitingForLock()
      // The table is locked, so this answer comes from the memory of the process.
      const blocked = await signInFrom('198.51.100.61', people.userOfNorte.email)
      expect([blocked.status, Number(blocked.headers['retry-after']) > 60]).toEqual([429, true])
      const elsewhere = Array.from({ length: 5 }, (_, at) => signInFrom(`192.0.2.${at}`, people.userOfNorte.email))
      const refused = await Promise.all(flood.slice(signInConcurrency.atOnce / 2))
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
      await owner.query('rollback')
      expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      await Promise.all(flood)
    })
    await forgetAttempts()
  })

  it('V3: sign-ins of twelve networks that hold all slots do not shut out another network', async () => {
    await forgetAttempts()
    await whileAttemptsAreLocked(async () => {
      const flood = Array.from({ length: 120 }, (_, at) =>
        signInFrom(`203.0.113.${at % 12}`, `nobody${at}@example.com`),
      )
      await waitingForLock()
      return { flood, elsewhere: signInFrom('192.0.2.99', people.userOfNorte.email) }
    }).then(async ({ flood, elsewhere }) => {
      expect((await elsewhere).status).toBe(200)
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      // Twenty requests found no slot, and one lost its slot.
      expect(statuses.filter((status) => status === 503)).toHaveLength(21)
    })
    await forgetAttempts()
  })

  it('V3: a hundred networks of one IPv6 site take at most half of the slots', async () => {
    await forgetAttempts()
    await whileAttemptsAreLocked(async () => {
      const flood = Array.from({ length: signInConcurrency.atOnce }, (_, at) =>
        signInFrom(`2001:db8:1:${at.toString(16)}::1`, `nobody${at}@example.com`),
      )
      await waitingForLock()
      const refused = await Promise.all(flood.slice(signInConcurrency.atOnce / 2))
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
      return { flood, elsewhere: signInFrom('2001:db8:2::1', people.userOfNorte.email) }
    }).then(async ({ flood, elsewhere }) => {
      expect((await elsewhere).status).toBe(200)
      await Promise.all(flood)
    })
    await forgetAttempts()
  })

  it('V3: a known browser has slots that a hundred networks do not hold; a wrong device token gets none', async () => {
    await forgetAttempts()
    const { email } = people.userOfNorte
    const device = String((await signIn(email, 'norte.localhost')).raw['device'])
    const withDevice = (from: string, claimed: string) =>
      nobodyAt('norte.localhost').send({
        method: 'POST',
        url: `/api/${login.path}`,
        body: { email, password, device: claimed },
        headers: { 'x-forwarded-for': from },
      })
    expect((await withDevice('192.0.2.66', 'invented')).status).toBe(200)
    await whileAttemptsAreLocked(async () => {
      const crowd = Array.from({ length: signInConcurrency.atOnce }, (_, at) =>
        signInFrom(`10.9.0.${at}`, 'a@b.example'),
      )
      await waitingForLock()
      expect((await signInFrom('192.0.2.77', email)).status).toBe(503)
      expect((await withDevice('192.0.2.66', 'invented again')).status).toBe(503)
      return { crowd, known: withDevice('192.0.2.77', device ?? '') }
    }).then(async ({ crowd, known }) => {
      expect((await known).status).toBe(200)
      await Promise.all(crowd)
    })
    await forgetAttempts()
  })

  it('V3: a flood of sign-ins uses only its own connections; signed-in people keep reading', async () => {
    await forgetAttempts()
    const atWork = portal.as('adminOfNorte')
    await atWork.ask(readConfig, {})
    await onOwner(portal.ownerUrl, async (owner) => {
      // Simulates a slow database: no attempt can be counted until this transaction ends.
      await owner.query('begin')
      await owner.query('lock table sign_in_attempts in access exclusive mode')
      const flood = Array.from({ length: signInConcurrency.atOnce + 20 }, (_, at) =>
        signInFrom(`203.0.113.${at % 20}`, `nobody${at}@example.com`),
      )
      await waitingForLock()
      const refused = await Promise.all(flood.slice(signInConcurrency.atOnce))
      expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
        refused.map(() => [503, '5']),
      )
      const read = await Promise.all(Array.from({ length: 30 }, () => atWork.ask(readConfig, {})))
      expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
      const waiting = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting.rowCount).toBe(signInConcurrency.connections)
      await owner.query('rollback')
      const answers = await Promise.all(flood.slice(0, signInConcurrency.atOnce))
      expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    })
  })

  it('refuses an unknown link for the first account before it hashes the password', async () => {
    const began = passwordHashCount()
    const intruder = { email: 'intruder@example.com', nome_usuario: 'Intruder', password: 'long enough' }
    for (const token of ['x'.repeat(43), 'cut']) {
      const { status, raw } = await nobodyAt('localhost').ask(firstAccount, { ...intruder, token })
      expect([status, raw.key, passwordHashCount() - began]).toEqual([401, 'link_spent', 0])
    }
  })

  it('T6: refuses a sign-in at an address that changes during the sign-in', async () => {
    await forgetAttempts()
    const { id } = tenants.leste
    const rename = (subdomain: string) => `update tenants set subdomain = '${subdomain}' where id = '${id}'`
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin; set local role vitrine_platform')
      await owner.query(rename('leste-nova'))
      const signingIn = signIn(people.userOfLeste.email, people.userOfLeste.host)
      await waitingForLock()
      await owner.query('commit')
      const { status, raw } = await signingIn
      await owner.query(`begin; set local role vitrine_platform; ${rename('leste')}; commit`)
      expect([status, raw.key]).toEqual([403, 'no_access_domain'])
    })
  })

  it('A3: compares the password exactly', async () => {
    await forgetAttempts()
    const { email, host } = people.adminOfSul
    for (const variant of [`${password}\0`, ` ${password}`, password.toUpperCase(), password.slice(0, -1)]) {
      const { status } = await signIn(email, host, variant)
      expect([400, 401]).toContain(status)
    }
    expect((await signIn(email, host)).status).toBe(200)
  })

  it('T6: recognises a host in any spelling of its name and ignores X-Forwarded-Host', async () => {
    const names = await Promise.all(
      ['NORTE.localhost', 'norte.localhost.', 'norte.localhost:8000'].map((host) =>
        nobodyAt(host).ask(loginConfig, {}),
      ),
    )
    expect(names.map(({ body }) => body.tenant.name)).toEqual(['Norte', 'Norte', 'Norte'])
    const unknown = await nobodyAt('nowhere.localhost').ask(loginConfig, {})
    expect([unknown.status, unknown.raw.status]).toEqual([404, 'domain_notfound'])
    const spoofed = await nobodyAt('norte.localhost').send({
      method: 'POST',
      url: '/api/login/config',
      body: {},
      headers: { 'x-forwarded-host': 'leste.localhost' },
    })
    expect(spoofed.raw).toMatchObject({ tenant: { name: 'Norte' } })
  })

  it('answers the default language of the host’s business unit, and pt-BR for partners and the platform', async () => {
    const setTo = (default_language: string) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ default_language }).where('id', '=', tenants.norte.id).execute(),
      )
    const answered = async (host: string) => (await nobodyAt(host).ask(loginConfig, {})).body.default_language
    expect(await answered('norte.localhost')).toBe('pt-BR')
    await setTo('en-US')
    const hosts = ['norte.localhost', 'sul.localhost', 'alfa.localhost', 'localhost']
    expect(await Promise.all(hosts.map(answered))).toEqual(['en-US', 'pt-BR', 'pt-BR', 'pt-BR'])
    await setTo('pt-BR')
  })

  it('A8: tells visitors their own address, as the list of allowed addresses judges it', async () => {
    const addressOf = async (headers: Record<string, string>) => {
      const request = { method: 'POST', url: '/api/login/config', body: {}, headers } as const
      return (await nobodyAt('norte.localhost').send(request)).raw['address']
    }
    expect(await addressOf({})).toBe('127.0.0.1')
    // The portal of the tests trusts the proxy at 127.0.0.1, which vouches for the address before it.
    expect(await addressOf({ 'x-forwarded-for': '198.51.100.7, ::ffff:203.0.113.9' })).toBe('203.0.113.9')
  })

  it('D5: writes audit entries for a sign-in and for a refusal', async () => {
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_email', 'address'])
        .where('actor_email', '=', people.userOfLeste.email)
        .execute(),
    )
    expect(entries.map(({ event }) => event)).toContain('sign_in.refused')
    expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true)
  })

  it('D5: the entry of a sign-in says of which partner staff at a unit are; the name of an administrator cannot', async () => {
    const signedIn = async ({ id, email }: Person, host: string) => {
      expect((await signIn(email, host)).status).toBe(200)
      return portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['event', 'actor_name', 'actor_origin'])
          .where('actor_id', '=', id)
          .orderBy('id', 'desc')
          .executeTakeFirst(),
      )
    }
    const event = 'sign_in.done'
    const { masterOfAlfa: master, adminOfSul: admin } = people
    expect(await signedIn(master, 'norte.localhost')).toEqual({ event, actor_name: master.name, actor_origin: 'Alfa' })
    expect(await signedIn(master, master.host)).toEqual({ event, actor_name: master.name, actor_origin: null })
    const setName = (name: string) =>
      portal.platform((db) => db.updateTable('users').set({ name }).where('id', '=', admin.id).execute())
    await setName('Paula (Vitrine)')
    expect(await signedIn(admin, admin.host)).toEqual({ event, actor_name: 'Paula (Vitrine)', actor_origin: null })
    await setName(admin.name)
  })
})

import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInDevices, signInThrottle } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { people, password, type Person, tenants } from '#testing/world.ts'
import { login } from '#features/identity/sign-in/contract.ts'

// With a trusted proxy, a test can choose the client address.
const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const { userOfNorte: ugo, adminOfNorte: alice, userOfLeste: lea } = people
const office = '203.0.113.5'

type Client = { from?: string; secret?: string; device?: string | null }

async function signIn(who: Pick<Person, 'email' | 'host'>, { from = office, secret = password, device }: Client = {}) {
  const answer = await portal.as({ token: null, host: who.host }).send({
    method: 'POST',
    url: `/api/${login.path}`,
    body: { email: who.email, password: secret, device },
    headers: { 'x-forwarded-for': from },
  })
  return { ...answer, device: answer.raw['device'] as string }
}

const fail = (who: Pick<Person, 'email' | 'host'>, from = office, device?: string) =>
  signIn(who, { from, secret: 'wrong', ...(device ? { device } : {}) })

async function failTimes(times: number, who: Pick<Person, 'email' | 'host'>, from: (at: number) => string) {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push((await fail(who, from(at))).status)
  return statuses
}

/**
 * Sends the attempts at the same time, for tests of refusals: each refusal waits before it is sent (delayed-refusals.ts), and a back-off
 * could end before the last one of a sequence.
 */
async function failAtOnce(times: number, who: Pick<Person, 'email' | 'host'>, from: (at: number) => string) {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => fail(who, from(at))))
  return answers.map(({ status }) => status)
}

const spraying = (at: number) => `198.51.100.${at % 250}`

const deleteCounts = () =>
  portal.platform(async (db) => {
    await db.deleteFrom('sign_in_attempts').execute()
    await db.deleteFrom('sign_in_devices').execute()
  })
const devicesOf = ({ id }: Person) =>
  portal.platform((db) => db.selectFrom('sign_in_devices').selectAll().where('user_id', '=', id).execute())

beforeEach(deleteCounts)
afterEach(deleteCounts)

describe('sign-in attempts of strangers', () => {
  it('A2: ten failures from one address lock the account for that address only', async () => {
    expect(await failTimes(11, ugo, () => '198.51.100.7')).toEqual([...Array(10).fill(401), 429])
    const locked = await signIn(ugo, { from: '198.51.100.7' })
    expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await signIn(ugo)).status).toBe(200)
    // The limit is per account: another account signs in from the same address.
    expect((await signIn(alice, { from: '198.51.100.7' })).status).toBe(200)
  })

  it('A1: the answers for an unknown e-mail equal those for a known one', async () => {
    const nobody = { email: 'nobody@example.com', host: ugo.host }
    for (const who of [ugo, nobody]) {
      expect(await failTimes(11, who, () => '198.51.100.8')).toEqual([...Array(10).fill(401), 429])
    }
    const [known, unknown] = [await fail(ugo, '198.51.100.8'), await fail(nobody, '198.51.100.8')]
    expect(known.raw).toEqual(unknown.raw)
  })

  it('A2: attempts from many addresses cause a back-off of the account, which ends', async () => {
    const { beforeBackOff } = signInThrottle.stranger
    expect(await failTimes(beforeBackOff, ugo, spraying)).toEqual(Array(beforeBackOff).fill(401))
    expect(await failAtOnce(5, ugo, (at) => spraying(beforeBackOff + at))).toEqual(Array(5).fill(429))
    const waits = await signIn(ugo, { from: '192.0.2.1' })
    expect([waits.status, Number(waits.headers['retry-after'])]).toEqual([429, 2])
    await portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ next_at: new Date(0) })
        .execute(),
    )
    expect((await fail(ugo, '192.0.2.2')).status).toBe(401)
    const slower = await fail(ugo, '192.0.2.3')
    expect([slower.status, Number(slower.headers['retry-after'])]).toEqual([429, 4])
  })

  /** Ends every announced wait, as if a minute had passed. */
  const endWaits = () =>
    portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ next_at: new Date(0) })
        .where('next_at', 'is not', null)
        .execute(),
    )

  it('A2: a client that respects Retry-After is evaluated once although others attack; all such clients share a limit', async () => {
    await failTimes(signInThrottle.stranger.beforeBackOff, ugo, spraying)
    const hotel = '192.0.2.77'
    expect((await signIn(ugo, { from: hotel })).status).toBe(429)
    await endWaits()
    // An attacker who polls takes the next attempt. A new client must wait, also when it returns too early.
    expect((await fail(ugo, '198.51.100.251')).status).toBe(401)
    expect((await fail(ugo, '198.51.100.252')).status).toBe(429)
    expect((await fail(ugo, '198.51.100.252')).status).toBe(429)
    expect((await fail(ugo, hotel)).status).toBe(401)
    expect((await signIn(ugo, { from: hotel })).status).toBe(429)
    const { max } = signInThrottle.stranger.afterRetryAfter
    const waiting = (at: number) => `100.64.0.${at}`
    expect(await failAtOnce(max + 5, ugo, waiting)).toEqual(Array(max + 5).fill(429))
    await endWaits()
    await fail(ugo, '198.51.100.253')
    const statuses = await failTimes(max + 5, ugo, waiting)
    // The hotel has used one of the `max` attempts.
    expect(statuses).toEqual([...Array(max - 1).fill(401), ...Array(6).fill(429)])
  })

  it('A2: at a network where the person has signed in before, ten attempts are evaluated regardless of the back-off', async () => {
    await signIn(ugo)
    await failTimes(signInThrottle.stranger.beforeBackOff + 1, ugo, spraying)
    // The back-off of two seconds would end during the attempts below on a slow machine.
    await portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ next_at: new Date(Date.now() + 3_600_000) })
        .where('next_at', 'is not', null)
        .execute(),
    )
    expect((await signIn(ugo, { from: '192.0.2.78' })).status).toBe(429)
    expect(await failTimes(9, ugo, () => office)).toEqual(Array(9).fill(401))
    expect((await signIn(ugo)).status).toBe(200)
    expect(await failTimes(11, ugo, () => office)).toEqual([...Array(10).fill(401), 429])
    // Attempts at a known network have their own count: a sign-in there does not end the back-off.
    expect((await signIn(ugo, { from: '192.0.2.79' })).status).toBe(429)
  })

  it('A2: parallel attempts from many addresses do not exceed the limit', async () => {
    const { beforeBackOff } = signInThrottle.stranger
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => fail(lea, spraying(at))))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(beforeBackOff)
  })
})

describe('a known device', () => {
  it('A2: has its own limit, independent of strangers at its address and elsewhere', async () => {
    const { device } = await signIn(ugo)
    await failTimes(60, ugo, spraying)
    await failTimes(11, ugo, () => office)
    expect((await signIn(ugo)).status).toBe(429)
    expect((await fail(ugo, office, device)).status).toBe(401)
    expect((await signIn(ugo, { device })).status).toBe(200)
  })

  it('A2: has ten attempts, then the attempts of any client at its network', async () => {
    const { device } = await signIn(ugo)
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push((await fail(ugo, office, device)).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    expect((await signIn(ugo, { device })).status).toBe(429)
    expect((await signIn(ugo)).status).toBe(429)
    // A used-up device limit does not lock the person out elsewhere, and the right password refunds the attempts.
    const back = await signIn(ugo, { from: '192.0.2.80', device })
    expect([back.status, (await devicesOf(ugo)).length]).toEqual([200, 1])
    expect((await fail(ugo, office, back.device)).status).toBe(401)
  })

  it('gets a new token with each sign-in; the previous token is unknown', async () => {
    const first = await signIn(ugo)
    const second = await signIn(ugo, { device: first.device })
    expect(second.device).not.toBe(first.device)
    expect(await devicesOf(ugo)).toHaveLength(1)
    await failTimes(11, ugo, () => office)
    expect((await signIn(ugo, { device: first.device })).status).toBe(429)
    expect((await signIn(ugo, { device: second.device })).status).toBe(200)
  })

  it('is known for its own person only; the database keeps a hash of its token', async () => {
    const { device } = await signIn(ugo)
    await failTimes(11, alice, () => office)
    expect((await signIn(alice, { device })).status).toBe(429)
    const [storedDevice] = await devicesOf(ugo)
    expect(storedDevice?.token_hash.toString('base64url')).not.toContain(device)
    expect(storedDevice?.token_hash).toHaveLength(32)
  })

  it('cannot use its token as a session token or as a password', async () => {
    const { device } = await signIn(ugo)
    const answers = await portal
      .as({ token: device, host: ugo.host })
      .send({ method: 'GET', url: '/api/auth/sessions/config' })
    expect([401, 404]).toContain(answers.status)
    expect((await signIn(ugo, { secret: device, device })).status).toBe(401)
  })

  it('is unknown after the password was changed', async () => {
    const { device } = await signIn(ugo)
    await portal.platform(async (db) => {
      const changed = { password_hash: 'another one' }
      await db.updateTable('users').set(changed).where('id', '=', ugo.id).where('email', '=', 'nobody').execute()
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', ugo.id)
        .executeTakeFirstOrThrow()
      await db.updateTable('users').set({ name: 'Ugo Norte' }).where('id', '=', ugo.id).execute()
      expect(await db.selectFrom('sign_in_devices').select('id').where('user_id', '=', ugo.id).execute()).toHaveLength(
        1,
      )
      await db.updateTable('users').set(changed).where('id', '=', ugo.id).execute()
      await db.updateTable('users').set({ password_hash }).where('id', '=', ugo.id).execute()
    })
    expect(await devicesOf(ugo)).toHaveLength(0)
    await failTimes(11, ugo, () => office)
    expect((await signIn(ugo, { device })).status).toBe(429)
  })

  it('is one of at most twenty per person', async () => {
    for (let at = 0; at < signInDevices.perPerson + 2; at += 1) expect((await signIn(ugo)).status).toBe(200)
    expect(await devicesOf(ugo)).toHaveLength(signInDevices.perPerson)
  })
})

describe('sign-in attempts from one address', () => {
  const nobody = (at: number) => ({ email: `nobody${at}@example.com`, host: ugo.host })
  const failAtAccounts = async (times: number, first = 0, from = office) => {
    let last = 0
    for (let at = first; at < first + times; at += 1) last = (await fail(nobody(at), from)).status
    return last
  }

  it('A2: after sixty failures at any accounts the address is blocked, except for a known device', async () => {
    const { device } = await signIn(ugo)
    await portal.platform((db) =>
      db
        .updateTable('sign_in_devices')
        .set({ network: Buffer.from('elsewhere') })
        .execute(),
    )
    expect(await failAtAccounts(60)).toBe(401)
    expect((await fail(nobody(60))).status).toBe(429)
    expect((await signIn(alice)).status).toBe(429)
    expect((await signIn(ugo, { device })).status).toBe(200)
  })

  it('A2: an address where people signed in recently has a higher limit', async () => {
    const from = '203.0.113.6'
    for (const who of [ugo, alice, ugo]) await signIn(who, { from })
    const { base, forEachAccount } = signInThrottle.address
    expect(await failAtAccounts(base + 2 * forEachAccount, 0, from)).toBe(401)
    expect((await fail(nobody(999), from)).status).toBe(429)
    await portal.platform((db) =>
      db
        .updateTable('sign_in_devices')
        .set({ used_at: new Date(Date.now() - 15 * 86_400_000) })
        .where('user_id', '=', alice.id)
        .execute(),
    )
    // One of the two people signed in too long ago, so the limit of the network is lower again.
    await portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ attempts: base + forEachAccount })
        .where('key', '=', sql<Buffer>`app.attempts_key('address', ${from})`)
        .execute(),
    )
    // A request that carries a device token is not answered from memory, but counted in the database.
    expect((await fail(nobody(1_000), from, 'x'.repeat(43))).status).toBe(429)
  })

  it('A2: a successful sign-in refunds its own failures only, not those at other accounts', async () => {
    for (let round = 0; round < 8; round += 1) {
      for (let at = 0; at < 9; at += 1) expect((await fail(ugo)).status).toBe(401)
      expect((await signIn(ugo)).status).toBe(200)
    }
    await deleteCounts()
    await failAtAccounts(50)
    expect((await signIn(lea)).status).toBe(200)
    await portal.platform((db) => db.deleteFrom('sign_in_devices').execute())
    await failAtAccounts(10, 50)
    expect((await fail(nobody(60))).status).toBe(429)
  })
})

describe('an office of 200 people behind one address', () => {
  /** No other test calls from here, because the number of calls from one network is limited too. */
  const largeOffice = '192.0.2.20'
  const people200 = Array.from({ length: 200 }, (_, at) => ({ email: `office-${at}@example.com`, host: ugo.host }))

  beforeAll(() =>
    portal.platform(async (db) => {
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', ugo.id)
        .executeTakeFirstOrThrow()
      const added = await db
        .insertInto('users')
        .values(people200.map(({ email }) => ({ email, name: email, password_hash, home_tenant_id: tenants.norte.id })))
        .returning('id')
        .execute()
      await db.updateTable('tenants').set({ user_limit: 1_000 }).where('id', '=', tenants.norte.id).execute()
      await db
        .insertInto('memberships')
        .values(added.map(({ id }) => ({ tenant_id: tenants.norte.id, user_id: id })))
        .execute()
    }),
  )

  /** Runs `work` for each person, eight at a time, as in an office where the day begins. */
  async function inOffice(work: (who: (typeof people200)[number], at: number) => Promise<void>) {
    const waiting = people200.entries()
    const one = async () => {
      for (const [at, who] of waiting) await work(who, at)
    }
    await Promise.all(Array.from({ length: 8 }, one))
  }

  it(
    'A2: signs in at a new network within a minute, every fifth person after a mistake',
    { timeout: 90_000 },
    async () => {
      const begun = Date.now()
      const statuses: number[] = []
      await inOffice(async (who, at) => {
        if (at % 5 === 0) statuses.push((await fail(who, largeOffice)).status)
        statuses.push((await signIn(who, { from: largeOffice })).status)
      })
      expect(statuses.filter((status) => status === 200)).toHaveLength(200)
      expect(statuses.filter((status) => status === 401)).toHaveLength(40)
      expect(Date.now() - begun).toBeLessThan(60_000)
    },
  )

  it('A2: a guesser with one password for each account is refused after sixty', { timeout: 90_000 }, async () => {
    const statuses: number[] = []
    await inOffice(async (who) => {
      statuses.push((await fail(who, '198.51.100.99')).status)
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(signInThrottle.address.base)
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - signInThrottle.address.base)
    // The guesser delays nobody in the office.
    expect((await signIn(people200[199] ?? ugo, { from: largeOffice })).status).toBe(200)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInDevices, signInThrottle } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { people, password, type Person } from '#testing/world.ts'
import { login } from '#features/sign-in/contract.ts'
import { keyOf } from './store.ts'

// A proxy that is trusted lets a test come from anywhere.
const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const { userOfNorte: ugo, adminOfNorte: alice, userOfLeste: lea } = people
const office = '203.0.113.5'

type Try = { from?: string; secret?: string; device?: string | null }

async function signIn(who: Pick<Person, 'email' | 'host'>, { from = office, secret = password, device }: Try = {}) {
  const answer = await portal.as({ token: null, host: who.host }).send({
    method: 'POST',
    url: `/api/${login.path}`,
    body: { email: who.email, password: secret, device },
    headers: { 'x-forwarded-for': from },
  })
  return { ...answer, device: answer.raw['device'] as string }
}

const guess = (who: Pick<Person, 'email' | 'host'>, from = office, device?: string) =>
  signIn(who, { from, secret: 'wrong', ...(device ? { device } : {}) })

async function guessTimes(times: number, who: Pick<Person, 'email' | 'host'>, from: (at: number) => string) {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push((await guess(who, from(at))).status)
  return statuses
}

const spraying = (at: number) => `198.51.100.${at % 250}`

const forgetAll = () =>
  portal.platform(async (db) => {
    await db.deleteFrom('sign_in_attempts').execute()
    await db.deleteFrom('sign_in_devices').execute()
  })
const devicesOf = ({ id }: Person) =>
  portal.platform((db) => db.selectFrom('sign_in_devices').selectAll().where('user_id', '=', id).execute())

beforeEach(forgetAll)
afterEach(forgetAll)

describe('guesses of a stranger', () => {
  it('A2: ten from one address lock that address out of the account, and nobody who is elsewhere', async () => {
    expect(await guessTimes(11, ugo, () => '198.51.100.7')).toEqual([...Array(10).fill(401), 429])
    const locked = await signIn(ugo, { from: '198.51.100.7' })
    expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await signIn(ugo)).status).toBe(200)
    // Another account at the stranger's address is another guess.
    expect((await signIn(alice, { from: '198.51.100.7' })).status).toBe(200)
  })

  it('A1: says of nobody’s account what it says of somebody’s', async () => {
    const nobody = { email: 'nobody@example.com', host: ugo.host }
    for (const who of [ugo, nobody]) {
      expect(await guessTimes(11, who, () => '198.51.100.8')).toEqual([...Array(10).fill(401), 429])
    }
    const [known, unknown] = [await guess(ugo, '198.51.100.8'), await guess(nobody, '198.51.100.8')]
    expect(known.raw).toEqual(unknown.raw)
  })

  it('A2: many addresses together are slowed down, and the wait ends', async () => {
    const { beforeBackOff } = signInThrottle.stranger
    const statuses = await guessTimes(beforeBackOff + 5, ugo, spraying)
    expect(statuses).toEqual([...Array(beforeBackOff).fill(401), ...Array(5).fill(429)])
    const waits = await signIn(ugo, { from: '192.0.2.1' })
    expect([waits.status, Number(waits.headers['retry-after'])]).toEqual([429, 2])
    await portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ next_at: new Date(0) })
        .execute(),
    )
    expect((await guess(ugo, '192.0.2.2')).status).toBe(401)
    const slower = await guess(ugo, '192.0.2.3')
    expect([slower.status, Number(slower.headers['retry-after'])]).toEqual([429, 4])
  })

  /** A minute later: what was told to anybody is over. */
  const passWaits = () =>
    portal.platform((db) =>
      db.updateTable('sign_in_attempts').set({ next_at: new Date(0) }).where('next_at', 'is not', null).execute(),
    ) // prettier-ignore

  it('A2: who waits as told comes in, though others are quicker each time; once, and guesses of many stay few', async () => {
    await guessTimes(signInThrottle.stranger.beforeBackOff, ugo, spraying)
    const hotel = '192.0.2.77'
    expect((await signIn(ugo, { from: hotel })).status).toBe(429)
    await passWaits()
    // Somebody who polls takes the turn; a newcomer waits, and nobody is evaluated for having come back too early.
    expect((await guess(ugo, '198.51.100.251')).status).toBe(401)
    expect((await guess(ugo, '198.51.100.252')).status).toBe(429)
    expect((await guess(ugo, '198.51.100.252')).status).toBe(429)
    expect((await guess(ugo, hotel)).status).toBe(401)
    expect((await signIn(ugo, { from: hotel })).status).toBe(429)
    const { most } = signInThrottle.stranger.afterRetryAfter
    const told = (at: number) => `100.64.0.${at}`
    await guessTimes(most + 5, ugo, told)
    await passWaits()
    await guess(ugo, '198.51.100.253')
    const due = await guessTimes(most + 5, ugo, told)
    // The hotel's was one of them.
    expect(due).toEqual([...Array(most - 1).fill(401), ...Array(6).fill(429)])
  })

  it('A2: where the person has come in before, what others do elsewhere keeps nobody waiting, and ten guesses are all', async () => {
    await signIn(ugo)
    await guessTimes(signInThrottle.stranger.beforeBackOff + 1, ugo, spraying)
    expect((await signIn(ugo, { from: '192.0.2.78' })).status).toBe(429)
    expect(await guessTimes(9, ugo, () => office)).toEqual(Array(9).fill(401))
    expect((await signIn(ugo)).status).toBe(200)
    expect(await guessTimes(11, ugo, () => office)).toEqual([...Array(10).fill(401), 429])
    // They were not counted with the others': whoever comes in there ends no slow-down.
    expect((await signIn(ugo, { from: '192.0.2.79' })).status).toBe(429)
  })

  it('A2: sent at once from everywhere, no more are evaluated', async () => {
    const { beforeBackOff } = signInThrottle.stranger
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(lea, spraying(at))))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(beforeBackOff)
  })
})

describe('a browser that has signed its person in', () => {
  it('A2: has guesses of its own, whatever strangers do at its address and elsewhere', async () => {
    const { device } = await signIn(ugo)
    await guessTimes(60, ugo, spraying)
    await guessTimes(11, ugo, () => office)
    expect((await signIn(ugo)).status).toBe(429)
    expect((await guess(ugo, office, device)).status).toBe(401)
    expect((await signIn(ugo, { device })).status).toBe(200)
  })

  it('A2: has ten of them, and then those of any other there', async () => {
    const { device } = await signIn(ugo)
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push((await guess(ugo, office, device)).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    expect((await signIn(ugo, { device })).status).toBe(429)
    expect((await signIn(ugo)).status).toBe(429)
    // Somebody who has its token shuts nobody out elsewhere, and the right password takes back what was mistyped.
    const back = await signIn(ugo, { from: '192.0.2.80', device })
    expect([back.status, (await devicesOf(ugo)).length]).toEqual([200, 1])
    expect((await guess(ugo, office, back.device)).status).toBe(401)
  })

  it('gets another token with each sign-in; the one before is a stranger’s', async () => {
    const first = await signIn(ugo)
    const second = await signIn(ugo, { device: first.device })
    expect(second.device).not.toBe(first.device)
    expect(await devicesOf(ugo)).toHaveLength(1)
    await guessTimes(11, ugo, () => office)
    expect((await signIn(ugo, { device: first.device })).status).toBe(429)
    expect((await signIn(ugo, { device: second.device })).status).toBe(200)
  })

  it('is known for its own person only, and kept as a hash', async () => {
    const { device } = await signIn(ugo)
    await guessTimes(11, alice, () => office)
    expect((await signIn(alice, { device })).status).toBe(429)
    const [kept] = await devicesOf(ugo)
    expect(kept?.token_hash.toString('base64url')).not.toContain(device)
    expect(kept?.token_hash).toHaveLength(32)
  })

  it('opens nothing by its token', async () => {
    const { device } = await signIn(ugo)
    const asked = await portal
      .as({ token: device, host: ugo.host })
      .send({ method: 'GET', url: '/api/auth/sessions/config' })
    expect([401, 404]).toContain(asked.status)
    expect((await signIn(ugo, { secret: device, device })).status).toBe(401)
  })

  it('is a stranger once the password is another', async () => {
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
    await guessTimes(11, ugo, () => office)
    expect((await signIn(ugo, { device })).status).toBe(429)
  })

  it('is one of twenty at the most', async () => {
    for (let at = 0; at < signInDevices.perPerson + 2; at += 1) expect((await signIn(ugo)).status).toBe(200)
    expect(await devicesOf(ugo)).toHaveLength(signInDevices.perPerson)
  })
})

describe('guesses from one address', () => {
  const nobody = (at: number) => ({ email: `nobody${at}@example.com`, host: ugo.host })
  const mistype = async (times: number, first = 0, from = office) => {
    let last = 0
    for (let at = first; at < first + times; at += 1) last = (await guess(nobody(at), from)).status
    return last
  }

  it('A2: sixty of all accounts are refused, and a known browser there still signs in', async () => {
    const { device } = await signIn(ugo)
    await portal.platform((db) =>
      db
        .updateTable('sign_in_devices')
        .set({ network: Buffer.from('elsewhere') })
        .execute(),
    )
    expect(await mistype(60)).toBe(401)
    expect((await guess(nobody(60))).status).toBe(429)
    expect((await signIn(alice)).status).toBe(429)
    expect((await signIn(ugo, { device })).status).toBe(200)
  })

  it('A2: an address where people came in lately may fail more often', async () => {
    const from = '203.0.113.6'
    for (const who of [ugo, alice, ugo]) await signIn(who, { from })
    const { base, forEachAccount } = signInThrottle.address
    expect(await mistype(base + 2 * forEachAccount, 0, from)).toBe(401)
    expect((await guess(nobody(999), from)).status).toBe(429)
    await portal.platform((db) =>
      db.updateTable('sign_in_devices').set({ used_at: new Date(Date.now() - 15 * 86_400_000) }).where('user_id', '=', alice.id).execute(),
    ) // prettier-ignore
    // One of them was there long ago: the budget is smaller again.
    await portal.platform((db) =>
      db
        .updateTable('sign_in_attempts')
        .set({ attempts: base + forEachAccount })
        .where('key', '=', keyOf('address', from))
        .execute(),
    )
    // Asked of the database: a browser that says it is known is looked up.
    expect((await guess(nobody(1_000), from, 'x'.repeat(43))).status).toBe(429)
  })

  it('A2: who mistypes and comes in has cost the address nothing; an account of one’s own resets no guesses of others', async () => {
    for (let round = 0; round < 8; round += 1) {
      for (let at = 0; at < 9; at += 1) expect((await guess(ugo)).status).toBe(401)
      expect((await signIn(ugo)).status).toBe(200)
    }
    await forgetAll()
    await mistype(50)
    expect((await signIn(lea)).status).toBe(200)
    await portal.platform((db) => db.deleteFrom('sign_in_devices').execute())
    await mistype(10, 50)
    expect((await guess(nobody(60))).status).toBe(429)
  })
})

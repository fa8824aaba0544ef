// The rules of database/functions/sign-in-attempts.sql at their limits. commands.db.test.ts shows them from outside.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInThrottle } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import { countAttempt, refundAttempts, rememberDevice } from './commands.ts'

const portal = testPortal()
const { userOfNorte: ugo } = people
const { email } = ugo
const address = '203.0.113.5'
const pair = `${address} ${email}`

type Budget = { kind: string; of: string; attempts: number; next?: number | null; ageMinutes?: number }

const store = (db: Database, { kind, of, attempts, next = null, ageMinutes = 0 }: Budget) =>
  sql`insert into sign_in_attempts (key, window_started_at, attempts, next_at)
      values (app.attempts_key(${kind}, ${of}), now() - make_interval(mins => ${ageMinutes}), ${attempts},
              now() + make_interval(secs => ${next}))`.execute(db)

const attemptsOf = async (kind: string, of: string) => {
  const { rows } = await portal.platform((db) =>
    sql<{
      attempts: number
    }>`select attempts from sign_in_attempts where key = app.attempts_key(${kind}, ${of})`.execute(db),
  )
  return rows[0]?.attempts
}

/** Counts one attempt on top of the given budgets. Tells the budget in which it was counted, or the seconds to wait. */
async function countAfter(...budgets: Budget[]): Promise<string | number> {
  await deleteCounts()
  return portal.platform(async (db) => {
    for (const budget of budgets) await store(db, budget)
    const { as, wait } = await countAttempt(db, { address, email, deviceToken: null })
    return as ?? Math.round(wait.seconds)
  })
}

const deleteCounts = () =>
  portal.platform(async (db) => {
    await db.deleteFrom('sign_in_attempts').execute()
    await db.deleteFrom('sign_in_devices').execute()
  })

beforeEach(deleteCounts)
afterEach(deleteCounts)

describe('the budgets of sign-in attempts', () => {
  it('A2: evaluates ten attempts per account and network', async () => {
    expect(await countAfter({ kind: 'pair', of: pair, attempts: 9 })).toBe('stranger')
    expect(await attemptsOf('pair', pair)).toBe(10)
    expect(await countAfter({ kind: 'pair', of: pair, attempts: 10 })).toBe(900)
    expect(await attemptsOf('pair', pair)).toBe(10)
  })

  it('A2: evaluates sixty attempts per network, ten more per recent account, up to a limit', async () => {
    const limits = async (attempts: number, recent: boolean, max: number = signInThrottle.address.max) => {
      await deleteCounts()
      const { rows } = await portal.platform(async (db) => {
        await store(db, { kind: 'address', of: address, attempts })
        if (recent) await rememberDevice(db, people.adminOfNorte.id, { address, deviceId: null }, null)
        const numbers = { ...signInThrottle, address: { ...signInThrottle.address, max } }
        return sql<{ of_network: boolean }>`
          select of_network from app.count_sign_in_attempt(${email}, ${address}, null, ${JSON.stringify(numbers)})`.execute(
          db,
        )
      })
      return rows[0]?.of_network
    }
    expect([await limits(59, false), await limits(60, false)]).toEqual([false, true])
    expect([await limits(69, true), await limits(70, true)]).toEqual([false, true])
    expect([await limits(64, true, 65), await limits(65, true, 65)]).toEqual([false, true])
  })

  it('A2: doubles the back-off of an account with each attempt of strangers, up to one minute', async () => {
    const { rows } = await portal.platform((db) =>
      sql<{ seconds: number }>`
        select app.sign_in_back_off(n, ${JSON.stringify(signInThrottle)}) as seconds
          from unnest(array[1, 29, 30, 31, 32, 33, 34, 35, 300]) n`.execute(db),
    )
    expect(rows.map(({ seconds }) => seconds)).toEqual([0, 0, 2, 4, 8, 16, 32, 60, 60])
    expect(await countAfter({ kind: 'account', of: email, attempts: 300 })).toBe('stranger')
    expect(await countAfter({ kind: 'account', of: email, attempts: 30, next: 20 })).toBe(20)
  })

  it('A2: respecting Retry-After grants one attempt per network and forty per account', async () => {
    const waiting = { kind: 'account', of: email, attempts: 300, next: 50 }
    const after = (attempts: number, next: number | null, others: number) =>
      countAfter(
        waiting,
        { kind: 'retry-after', of: pair, attempts, next },
        { kind: 'after-retry-after', of: email, attempts: others },
      )
    expect([await after(0, -1, 39), await after(0, -1, 40)]).toEqual(['stranger', 50])
    expect([await after(0, 5, 0), await after(0, null, 0), await after(1, -1, 0)]).toEqual([50, 50, 50])
    // Such an attempt is not counted in the budget of the account, and a right password does not take it from there.
    expect(await after(0, -1, 0)).toBe('stranger')
    expect(await attemptsOf('account', email)).toBe(300)
    await portal.platform((db) => refundAttempts(db, { address, email, deviceId: null }, 'stranger'))
    expect([await attemptsOf('account', email), await attemptsOf('after-retry-after', email)]).toEqual([300, 0])
    expect([await attemptsOf('pair', pair), await attemptsOf('retry-after', pair)]).toEqual([undefined, undefined])
  })

  it('A2: a window that has ended starts again', async () => {
    const old = { attempts: 10_000, next: 500, ageMinutes: signInThrottle.windowMinutes + 1 }
    const kinds = [
      { kind: 'address', of: address },
      { kind: 'account', of: email },
      { kind: 'pair', of: pair },
    ]
    expect(await countAfter(...kinds.map((each) => ({ ...each, ...old })))).toBe('stranger')
    expect(await Promise.all(kinds.map(({ kind, of }) => attemptsOf(kind, of)))).toEqual([1, 1, 1])
  })

  it('a new budget of a network deletes the budgets whose window began more than a day ago', async () => {
    const aDay = 24 * 60
    await countAfter(
      { kind: 'account', of: 'yesterday', attempts: 1, ageMinutes: aDay + 1 },
      { kind: 'account', of: 'today', attempts: 1, ageMinutes: aDay - 1 },
    )
    expect([await attemptsOf('account', 'yesterday'), await attemptsOf('account', 'today')]).toEqual([undefined, 1])
  })

  it('D2: only the commit of a count does not wait for the disk', async () => {
    const setting = (db: Database) => sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
    const counting = await portal.platform(async (db) => {
      await countAttempt(db, { address, email, deviceToken: null })
      return setting(db)
    })
    expect([counting.rows, (await portal.platform(setting)).rows]).toEqual([
      [{ synchronous_commit: 'off' }],
      [{ synchronous_commit: 'on' }],
    ])
  })
})

import { expect, test } from 'vitest'
import { createTokenRenewal } from './token-renewal.ts'
import type { HeldToken } from './token-renewal.ts'

const MINUTE = 60_000

/** A renewal whose `renew` is pending until the test resolves or rejects it. */
function setUp() {
  const log: string[] = []
  const tokenRequests: { give: (token: HeldToken) => void; fail: (reason: Error) => void }[] = []
  let clock = 1_000_000
  const renewal = createTokenRenewal({
    now: () => clock,
    renew: () =>
      new Promise((resolve, reject) => {
        tokenRequests.push({ give: resolve, fail: reject })
      }),
    apply: async (token) => void log.push(`applied ${token}`),
    ended: (reason) => void log.push(`ended: ${reason instanceof Error ? reason.message : ''}`),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { renewal, log, tokenRequests, settled, pass: (milliseconds: number) => void (clock += milliseconds) }
}
const fresh = { token: 'second', endsInMs: 60 * MINUTE }

test('requests a new token once, two minutes before expiry, even if it checks several times', async () => {
  const { renewal, tokenRequests, log, pass, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  pass(13 * MINUTE - 1)
  renewal.check()
  expect(tokenRequests).toHaveLength(0)
  pass(1)
  renewal.check()
  renewal.check()
  expect(tokenRequests).toHaveLength(1)
  tokenRequests[0]?.give(fresh)
  await settled()
  expect(log).toEqual(['applied second'])
  renewal.check()
  expect(tokenRequests).toHaveLength(1)
})

test('renews a token with a life under four minutes after half of its life', () => {
  const { renewal, tokenRequests, pass } = setUp()
  renewal.hold({ token: 'first', endsInMs: 2 * MINUTE })
  pass(MINUTE)
  renewal.check()
  expect(tokenRequests).toHaveLength(1)
})

test('renews after the computer slept past the expiry', async () => {
  const { renewal, tokenRequests, log, pass, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  pass(600 * MINUTE)
  renewal.check()
  tokenRequests[0]?.give(fresh)
  await settled()
  expect(log).toEqual(['applied second'])
})

test('retries after a failure, and reports the end once, only after the token has expired', async () => {
  const { renewal, tokenRequests, log, pass, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  pass(14 * MINUTE)
  renewal.check()
  tokenRequests[0]?.fail(new Error('away'))
  await settled()
  expect(log).toEqual([])
  pass(MINUTE)
  for (const index of [1, 2]) {
    renewal.check()
    tokenRequests[index]?.fail(new Error('gone'))
    await settled()
  }
  expect(log).toEqual(['ended: gone'])
})

test('renews immediately when the report says that the token has expired, even if the clock disagrees', async () => {
  const { renewal, tokenRequests, log, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  renewal.expired()
  tokenRequests[0]?.fail(new Error('refused'))
  await settled()
  expect(log).toEqual(['ended: refused'])
})

test('stops after three refusals when a report refuses every new token', async () => {
  const { renewal, tokenRequests, log, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  for (let count = 0; count < 10; count += 1) {
    renewal.expired()
    tokenRequests[count]?.give(fresh)
    await settled()
  }
  expect(tokenRequests).toHaveLength(3)
  expect(log.filter((each) => each.startsWith('ended'))).toEqual(['ended: the report refuses new tokens'])
})

test('drops a token that was fetched for the previous report', async () => {
  const { renewal, tokenRequests, log, pass, settled } = setUp()
  renewal.hold({ token: 'first', endsInMs: 15 * MINUTE })
  pass(14 * MINUTE)
  renewal.check()
  renewal.hold({ token: 'of another report', endsInMs: 15 * MINUTE })
  tokenRequests[0]?.give(fresh)
  await settled()
  expect(log).toEqual([])
})

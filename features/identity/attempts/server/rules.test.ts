import { describe, expect, it } from 'vitest'
import { accountWait, ipAddressWait, backOffSeconds, pairWait, respectedRetryAfter } from './rules.ts'

const budget = (attempts: number, secondsUntilNext: number | null = 0) => ({
  attempts,
  secondsLeft: 600,
  secondsUntilNext,
})

describe('rate limits for sign-in attempts', () => {
  it('A2: evaluates ten attempts per account and network', () => {
    expect([pairWait(budget(9)), pairWait(budget(10))]).toEqual([null, 600])
  })

  it('A2: evaluates sixty attempts per network, ten more per recent account, and at most a thousand', () => {
    expect([ipAddressWait(budget(59), 0), ipAddressWait(budget(60), 0)]).toEqual([null, 600])
    expect([ipAddressWait(budget(60), 1), ipAddressWait(budget(70), 1)]).toEqual([null, 600])
    expect([ipAddressWait(budget(999), 5_000), ipAddressWait(budget(1_000), 5_000)]).toEqual([null, 600])
  })

  it('A2: doubles the back-off of an account with each attempt of strangers, up to one minute', () => {
    expect([1, 29, 30, 31, 32, 33, 34, 35, 300].map(backOffSeconds)).toEqual([0, 0, 2, 4, 8, 16, 32, 60, 60])
    expect([accountWait(budget(300)), accountWait(budget(30, 1.5))]).toEqual([null, 1.5])
  })

  it('A2: respecting Retry-After grants one attempt per network and forty per account', () => {
    const isGranted = (announced: [number, number | null], afterRetryAfter: number) =>
      respectedRetryAfter(budget(...announced), budget(afterRetryAfter))
    expect([isGranted([0, -1], 39), isGranted([0, -1], 40)]).toEqual([true, false])
    expect([isGranted([0, 5], 0), isGranted([0, null], 0), isGranted([1, -1], 0)]).toEqual([false, false, false])
  })
})

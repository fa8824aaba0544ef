import { describe, expect, it } from 'vitest'
import { accountWait, addressWait, isDue, networkOf, pairWait, slowDown } from './rules.ts'

describe('whose guesses count together', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0DB8:0:7:ffff:1:2:3', '2001:db8:0:7::/64'],
    ['2001:db8::7:ffff:1:2:3', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('A2: %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

const budget = (attempts: number, secondsUntilNext: number | null = 0) => ({
  attempts,
  secondsLeft: 600,
  secondsUntilNext,
})

describe('what is left of a budget', () => {
  it('A2: ten guesses of an account from one address', () => {
    expect([pairWait(budget(9)), pairWait(budget(10))]).toEqual([null, 600])
  })

  it('A2: sixty from an address, and ten more for each account that came in from there, but not without end', () => {
    expect([addressWait(budget(59), 0), addressWait(budget(60), 0)]).toEqual([null, 600])
    expect([addressWait(budget(60), 1), addressWait(budget(70), 1)]).toEqual([null, 600])
    expect([addressWait(budget(999), 5_000), addressWait(budget(1_000), 5_000)]).toEqual([null, 600])
  })

  it('A2: strangers together are slowed down, twice as much each time, and never for longer than a minute', () => {
    expect([1, 29, 30, 31, 32, 33, 34, 35, 300].map(slowDown)).toEqual([0, 0, 2, 4, 8, 16, 32, 60, 60])
    expect([accountWait(budget(300)), accountWait(budget(30, 1.5))]).toEqual([null, 1.5])
  })

  it('A2: who waited as told is due: once of a network, forty times of all', () => {
    const due = (told: [number, number | null], waited: number) => isDue(budget(...told), budget(waited))
    expect([due([0, -1], 39), due([0, -1], 40)]).toEqual([true, false])
    expect([due([0, 5], 0), due([0, null], 0), due([1, -1], 0)]).toEqual([false, false, false])
  })
})

import { describe, expect, it } from 'vitest'
import { accountWait, addressWait, isDue, pairWait, slowDown } from './rules.ts'

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

import { describe, expect, it } from 'vitest'
import type { Reader } from '#features/reports/dax-queries/server/commands.ts'
import type { RecipientOutcome } from '../contract.ts'
import { identityKeyOf } from '#features/reports/dax-queries/server/commands.ts'
import { planOf, stateOf } from './audience.ts'

const identity = (username: string, roles = ['R'], customData: string | null = null) => ({
  username,
  roles,
  customData,
})
const readers: Reader[] = [
  { user_id: '1', identity: identity('a') },
  { user_id: '2', identity: identity('b') },
  { user_id: '3', identity: identity('b') },
  { user_id: '4', refusal: 'no_right' },
]

describe('the plan of a run', () => {
  it('has one group for each identity, the largest first, and a reason for the others', () => {
    const { groups, planned } = planOf(readers, { max: 9, known: new Set() })
    expect(groups.map(({ userIds }) => userIds)).toEqual([['2', '3'], ['1']])
    expect(planned.map(({ user_id, outcome }) => [user_id, outcome])).toEqual([
      ['4', 'no_right'],
      ['2', 'waiting'],
      ['3', 'waiting'],
      ['1', 'waiting'],
    ])
  })

  it('asks at most the allowed identities; one that is answered already costs none', () => {
    const outcomes = (known: string[]) =>
      planOf(readers, { max: 1, known: new Set(known) }).planned.map(({ outcome }) => outcome)
    expect(outcomes([])).toEqual(['no_right', 'waiting', 'waiting', 'identities'])
    expect(outcomes([identityKeyOf(identity('b'))])).toEqual(['no_right', 'waiting', 'waiting', 'waiting'])
  })

  it('tells identities apart by user name, roles and custom data, not by the order of roles', () => {
    const keys = [null, identity('a'), identity('b'), identity('a', ['S']), identity('a', ['R'], 'x')].map(
      identityKeyOf,
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(identityKeyOf(identity('a', ['S', 'R']))).toBe(identityKeyOf(identity('a', ['R', 'S'])))
  })
})

it.each([
  ['notified', true, {}, 'notified'],
  ['quiet', false, { told: 1, no_right: 3 }, 'notified'],
  ['notified', false, { no_right: 3 }, 'untold'],
  ['notified', false, { failed: 1, policy: 1 }, 'failed'],
  ['notified', false, { policy: 2, condition: 1 }, 'held'],
  ['quiet', false, { condition: 2, no_rows: 1 }, 'quiet'],
  ['held', false, {}, 'held'],
] as const)('the state after %s, webhook %s and %j is %s', (own, isCalling, counts, state) => {
  const byOutcome = new Map(Object.entries(counts) as [RecipientOutcome, number][])
  expect(stateOf(own, { isCalling, isWithheld: false }, byOutcome)).toBe(state)
})

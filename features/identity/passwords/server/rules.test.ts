import { expect, it } from 'vitest'
import { changeDue } from './rules.ts'

const policy = { inForce: true, minLength: 10, capital: true, special: false, days: 30 }
const now = new Date('2026-03-31T12:00:00Z')
const changeDueFor = (password: string, changedAt: string, passwordPolicy = policy) =>
  changeDue(passwordPolicy, { password, changedAt: new Date(changedAt), now })

it('a password expires after its days, to the second', () => {
  expect(changeDueFor('Quiet evening', '2026-03-01T12:00:01Z')).toBeNull()
  expect(changeDueFor('Quiet evening', '2026-03-01T12:00:00Z')).toBe('expired')
  expect(changeDueFor('Quiet evening', '2020-01-01T00:00:00Z', { ...policy, days: 0 })).toBeNull()
})

it('a password that does not satisfy the rules must change, unless they are not in force', () => {
  expect(changeDueFor('quiet evening', '2026-03-30T00:00:00Z')).toBe('rules')
  expect(changeDueFor('quiet', '2020-01-01T00:00:00Z', { ...policy, inForce: false })).toBeNull()
})

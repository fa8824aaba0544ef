import { expect, it } from 'vitest'
import { hostOf, keepsKey, missingFields, reservationFor, spentBudget } from './rules.ts'

const budget = { monthly: 1_000, daily: 100, usedInMonth: 0, usedInDay: 0 }

it.each([
  [budget, 100, null],
  [budget, 101, 'day'],
  [{ ...budget, usedInDay: 60 }, 41, 'day'],
  [{ ...budget, usedInMonth: 950 }, 50, null],
  [{ ...budget, usedInMonth: 950 }, 51, 'month'],
  [{ ...budget, usedInMonth: 950, usedInDay: 100 }, 51, 'month'],
])('finds the budget that has not enough left: %j for %i', (present, wanted, spent) => {
  expect(spentBudget(present, wanted)).toBe(spent)
})

it('reserves more than a question of the length can take', () => {
  expect(reservationFor({ system: 'a'.repeat(100), user: 'b'.repeat(200), maxTokens: 50 })).toBe(220)
})

it('keeps a key for the same service only', () => {
  const stored = { provider: 'openai', base_url: 'https://api.openai.com/v1' } as const
  expect(keepsKey(stored, { ...stored, base_url: 'https://api.openai.com/v2' })).toBe(true)
  expect(keepsKey(stored, { ...stored, base_url: 'https://api.openai.com.evil.example/v1' })).toBe(false)
  expect(keepsKey(stored, { ...stored, base_url: 'http://api.openai.com/v1' })).toBe(false)
  expect(keepsKey(stored, { ...stored, provider: 'azure' })).toBe(false)
})

it('asks for what an account that is on needs', () => {
  const account = { enabled: true, inherits: false, provider: 'openai', base_url: '', model: '' } as const
  expect(missingFields(account, false)).toEqual(['base_url', 'model', 'key'])
  expect(missingFields({ ...account, provider: 'ollama' }, false)).toEqual(['base_url', 'model'])
  expect(missingFields({ ...account, enabled: false }, false)).toEqual([])
  expect(missingFields({ ...account, inherits: true }, false)).toEqual([])
  expect([hostOf('http://10.0.0.1:11434/v1'), hostOf('')]).toEqual(['10.0.0.1:11434', ''])
})

import { describe, expect, it } from 'vitest'
import { passwordRuleResults, meetsRules, plainRules } from './password-rules.ts'

const strict = { minLength: 10, capital: true, special: true }
const unmet = (password: string, rules = strict) =>
  passwordRuleResults(rules, password).flatMap(({ rule, met }) => (met ? [] : [rule]))

describe('password rules', () => {
  it('names each rule that a password does not satisfy', () => {
    expect(unmet('quiet')).toEqual(['length', 'capital', 'special'])
    expect(unmet('Quiet evening')).toEqual(['special'])
    expect(unmet('quiet-evening')).toEqual(['capital'])
    expect(unmet('Quiet-evening')).toEqual([])
  })

  it('counts letters of every alphabet as letters, and no blank as a special character', () => {
    expect(unmet('Ákos 12345 é')).toEqual(['special'])
    expect(unmet('Ákos 12345 é€')).toEqual([])
  })

  it('does not count blanks at the ends', () => {
    expect(unmet('   A-c   ')).toEqual(['length'])
  })

  it('without own rules a password needs eight characters', () => {
    expect([meetsRules(plainRules, 'sevenof'), meetsRules(plainRules, 'eightofs')]).toEqual([false, true])
  })
})

import { describe, expect, it } from 'vitest'
import type { Actor } from '#platform/server/session/actor.ts'
import { abilitiesOver, refusalOfChange, refusalOfEnding, sessionsEndedBy } from './rules.ts'

const actor = (profile: string, userId = 'me') => ({ profile, userId, scope: 'tenant', tenantId: 'here', toggles: [] }) as unknown as Actor // prettier-ignore
const person = (part: object = {}) => ({
  id: 'other',
  profile: 'user',
  state: 'A',
  staff: null,
  home_tenant_id: 'here',
  auth_type: 'password',
  name: 'Ana',
  email: 'ana@example.com',
  language: 'pt-BR',
  block_on: null as string | null,
  delete_on: null as string | null,
  shift_id: null as string | null,
  ...part,
})

describe('rules for changes of people', () => {
  it('Z5: an administrator cannot change staff who are members; a plain user can change nobody', () => {
    const staff = person({ staff: 'master' })
    expect(abilitiesOver(actor('admin'), staff)).toEqual(['duplicate'])
    expect(refusalOfChange(actor('admin'), staff, { state: 'B' })).toBe('access.functionality_refused')
    expect(refusalOfEnding(actor('admin'), staff)).toBe('access.functionality_refused')
    expect(refusalOfEnding(actor('master'), staff)).toBeNull()
    expect(abilitiesOver(actor('user'), person())).toEqual([])
  })

  it('an unknown profile may change nobody', () => {
    expect(abilitiesOver(actor('root'), person())).toEqual([])
    expect(refusalOfEnding(actor('root'), person())).toBe('access.functionality_refused')
  })

  it('an unchanged value counts as not sent', () => {
    const elsewhere = person({ home_tenant_id: 'there' })
    expect(refusalOfChange(actor('admin'), elsewhere, { name: 'Ana', email: 'ana@example.com' })).toBeNull()
    expect(refusalOfChange(actor('admin'), elsewhere, { name: 'Bia' })).toBe('user.identity_elsewhere')
    expect(refusalOfChange(actor('admin', 'other'), person(), { profile: 'user', state: 'A' })).toBeNull()
    expect(refusalOfChange(actor('admin', 'other'), person(), { state: 'I' })).toBe('user.not_yourself')
  })

  it('Z5: nobody may change their own scheduled days', () => {
    const due = person({ block_on: '2026-12-01', delete_on: '2026-12-31' })
    expect(refusalOfChange(actor('admin', 'other'), due, { block_on: '2026-12-01' })).toBeNull()
    expect(refusalOfChange(actor('admin', 'other'), due, { block_on: null })).toBe('user.not_yourself')
    expect(refusalOfChange(actor('admin', 'other'), due, { delete_on: null })).toBe('user.not_yourself')
    expect(refusalOfChange(actor('admin'), due, { block_on: null, delete_on: null })).toBeNull()
  })

  it('A5: nobody may set their own password, e-mail or shift here, so that a stolen session cannot take over the account', () => {
    for (const change of [{ password: 'a long phrase' }, { email: 'new@example.com' }, { shift_id: 'nights' }]) {
      expect(refusalOfChange(actor('admin', 'other'), person(), change)).toBe('user.not_yourself')
      expect(refusalOfChange(actor('admin'), person(), change)).toBeNull()
    }
    const shift = person({ shift_id: 'nights' })
    expect(refusalOfChange(actor('admin', 'other'), shift, { shift_id: 'nights', name: 'Bia' })).toBeNull()
  })

  it('only staff of the partner set the state test; an administrator may send it unchanged', () => {
    expect(refusalOfChange(actor('admin'), person(), { state: 'T' })).toBe('access.functionality_refused')
    expect(refusalOfChange(actor('master'), person(), { state: 'T' })).toBeNull()
    expect(refusalOfChange(actor('admin'), person({ state: 'T' }), { state: 'T' })).toBeNull()
  })

  it('A6: returns the sessions that a change ends', () => {
    expect(sessionsEndedBy(person(), { password: 'x' })).toBe('everywhere')
    expect(sessionsEndedBy(person(), { email: 'new@example.com', state: 'B' })).toBe('everywhere')
    expect(sessionsEndedBy(person(), { email: 'ana@example.com', name: 'Bia' })).toBeNull()
    expect(sessionsEndedBy(person(), { profile: 'admin' })).toBe('here')
    expect(sessionsEndedBy(person(), { state: 'I' })).toBe('here')
    expect(sessionsEndedBy(person({ state: 'I' }), { state: 'A' })).toBeNull()
  })
})

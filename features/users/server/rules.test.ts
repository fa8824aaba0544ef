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

describe('rules about people', () => {
  it('Z5: staff that is a member here is out of reach of an administrator, and of no use to a plain user', () => {
    const staff = person({ staff: 'master' })
    expect(abilitiesOver(actor('admin'), staff)).toEqual(['duplicate'])
    expect(refusalOfChange(actor('admin'), staff, { state: 'B' })).toBe('access.functionality_refused')
    expect(refusalOfEnding(actor('admin'), staff)).toBe('access.functionality_refused')
    expect(refusalOfEnding(actor('master'), staff)).toBeNull()
    expect(abilitiesOver(actor('user'), person())).toEqual([])
  })

  it('an unknown profile reaches nobody', () => {
    expect(abilitiesOver(actor('root'), person())).toEqual([])
    expect(refusalOfEnding(actor('root'), person())).toBe('access.functionality_refused')
  })

  it('what is sent as it already is counts as untouched', () => {
    const elsewhere = person({ home_tenant_id: 'there' })
    expect(refusalOfChange(actor('admin'), elsewhere, { name: 'Ana', email: 'ana@example.com' })).toBeNull()
    expect(refusalOfChange(actor('admin'), elsewhere, { name: 'Bia' })).toBe('user.identity_elsewhere')
    expect(refusalOfChange(actor('admin', 'other'), person(), { profile: 'user', state: 'A' })).toBeNull()
    expect(refusalOfChange(actor('admin', 'other'), person(), { state: 'I' })).toBe('user.not_yourself')
  })

  it('Z5: nobody puts off the day that others have set for them', () => {
    const due = person({ block_on: '2026-12-01', delete_on: '2026-12-31' })
    expect(refusalOfChange(actor('admin', 'other'), due, { block_on: '2026-12-01' })).toBeNull()
    expect(refusalOfChange(actor('admin', 'other'), due, { block_on: null })).toBe('user.not_yourself')
    expect(refusalOfChange(actor('admin', 'other'), due, { delete_on: null })).toBe('user.not_yourself')
    expect(refusalOfChange(actor('admin'), due, { block_on: null, delete_on: null })).toBeNull()
  })

  it('A5: nobody gives themselves a password, an address or a shift: who holds a session shall not own the account', () => {
    for (const change of [{ password: 'a long phrase' }, { email: 'new@example.com' }, { shift_id: 'nights' }]) {
      expect(refusalOfChange(actor('admin', 'other'), person(), change)).toBe('user.not_yourself')
      expect(refusalOfChange(actor('admin'), person(), change)).toBeNull()
    }
    const shift = person({ shift_id: 'nights' })
    expect(refusalOfChange(actor('admin', 'other'), shift, { shift_id: 'nights', name: 'Bia' })).toBeNull()
  })

  it('a test user is given by the partner, and kept by whoever changes something else', () => {
    expect(refusalOfChange(actor('admin'), person(), { state: 'T' })).toBe('access.functionality_refused')
    expect(refusalOfChange(actor('master'), person(), { state: 'T' })).toBeNull()
    expect(refusalOfChange(actor('admin'), person({ state: 'T' }), { state: 'T' })).toBeNull()
  })

  it('A6: says which sessions a change ends', () => {
    expect(sessionsEndedBy(person(), { password: 'x' })).toBe('everywhere')
    expect(sessionsEndedBy(person(), { email: 'new@example.com', state: 'B' })).toBe('everywhere')
    expect(sessionsEndedBy(person(), { email: 'ana@example.com', name: 'Bia' })).toBeNull()
    expect(sessionsEndedBy(person(), { profile: 'admin' })).toBe('here')
    expect(sessionsEndedBy(person(), { state: 'I' })).toBe('here')
    expect(sessionsEndedBy(person({ state: 'I' }), { state: 'A' })).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import type { Actor } from '#platform/server/session/actor.ts'
import {
  abilitiesOver,
  copiedToggles,
  refusalOfChange,
  refusalOfEnding,
  sessionsEndedBy,
  toggleFaults,
  togglesAfter,
} from './rules.ts'

const actor = (profile: string, userId = 'me') =>
  ({
    profile,
    userId,
    scope: 'tenant',
    tenantId: 'here',
    toggles: [],
    staff: ['a2m', 'master'].includes(profile) ? profile : null,
    realPerson: null,
  }) as unknown as Actor
const person = (part: object = {}) => ({
  id: 'other',
  profile: 'user',
  state: 'A',
  staff: null,
  home_tenant_id: 'here',
  auth_type: 'password',
  scim_managed: false,
  phone: null as string | null,
  department: null as string | null,
  name: 'Ana',
  email: 'ana@example.com',
  language: 'pt-BR',
  block_on: null as string | null,
  delete_on: null as string | null,
  shift_id: null as string | null,
  ignore_auto_block: false,
  toggles: [] as string[],
  remote_allowed: true,
  two_factor: false,
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

  it('the directory of the business unit maintains identity and deactivation of its people', () => {
    const managed = person({ scim_managed: true })
    for (const change of [
      { name: 'Bia' },
      { email: 'b@example.com' },
      { department: 'Sales' },
      { phone: '+551112345678' },
    ]) {
      expect(refusalOfChange(actor('admin'), managed, change)).toBe('user.managed_by_directory')
    }
    expect(refusalOfChange(actor('admin'), managed, { state: 'B' })).toBeNull()
    const gone = person({ scim_managed: true, state: 'D' })
    expect(refusalOfChange(actor('admin'), gone, { state: 'A' })).toBe('user.managed_by_directory')
    expect(abilitiesOver(actor('admin'), managed)).not.toContain('update_identity')
    expect(abilitiesOver(actor('admin'), gone)).not.toContain('change_state')
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

  it('Z5: only who may remove people sets the day on which a person is deleted', () => {
    const due = person({ delete_on: '2026-12-31' })
    const key = { ...actor('admin'), apiKey: { scopes: ['user.update'] } } as unknown as Actor
    const helper = { ...actor('admin'), realPerson: { id: 'x' } } as unknown as Actor
    for (const limited of [key, helper]) {
      expect(refusalOfChange(limited, due, { delete_on: '2027-01-31' })).toBe('access.functionality_refused')
      expect(refusalOfChange(limited, due, { delete_on: '2026-12-31', department: 'Vendas' })).toBeNull()
      expect(refusalOfChange(limited, due, { delete_on: null })).toBeNull()
    }
    for (const profile of ['admin', 'master', 'a2m'])
      expect(refusalOfChange(actor(profile), due, { delete_on: '2027-01-31' })).toBeNull()
  })

  it('A5: nobody may set their own password, e-mail or shift here, so that a stolen session cannot take over the account', () => {
    for (const change of [
      { password: 'a long phrase' },
      { email: 'new@example.com' },
      { shift_id: 'nights' },
      { ignore_auto_block: true },
    ]) {
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

  it('Z5: only staff grant and take away the toggles of an administrator, administrators those of a user', () => {
    const lead = person({ profile: 'admin', toggles: ['remote_access'] })
    for (const toggle of ['configure_saml', 'configure_two_factor', 'import_users'] as const) {
      expect(refusalOfChange(actor('admin'), lead, { [toggle]: true })).toBe('access.functionality_refused')
      expect(refusalOfChange(actor('master'), lead, { [toggle]: true })).toBeNull()
      expect(refusalOfChange(actor('a2m'), lead, { [toggle]: true })).toBeNull()
    }
    expect(refusalOfChange(actor('admin'), lead, { remote_access: false })).toBe('access.functionality_refused')
    expect(refusalOfChange(actor('admin'), lead, { remote_access: true })).toBeNull()
    for (const toggle of ['create_notifications', 'update_datasets', 'edit_reports', 'support_agent'] as const)
      expect(refusalOfChange(actor('admin'), person(), { [toggle]: true })).toBeNull()
    expect(refusalOfChange(actor('master', 'other'), lead, { configure_saml: true })).toBe('user.not_yourself')
  })

  it('Z5: a new profile ends the toggles of the old one, and a new administrator has none', () => {
    const lead = person({ profile: 'admin', toggles: ['remote_access'] })
    expect(refusalOfChange(actor('admin'), lead, { profile: 'user', remote_access: false })).toBeNull()
    expect(togglesAfter(['remote_access'], {}, 'user')).toEqual([])
    expect(togglesAfter(['edit_reports'], {}, 'admin')).toEqual([])
    expect(togglesAfter(['edit_reports'], { update_datasets: true }, 'user')).toEqual([
      'update_datasets',
      'edit_reports',
    ])
    expect(toggleFaults({ remote_access: true, edit_reports: true }, 'user')).toEqual({ remote_access: 'invalid' })
  })

  it('Z5: a copy gets only the toggles that the actor may grant', () => {
    const held = ['configure_saml', 'edit_reports']
    expect(copiedToggles(actor('admin'), held)).toEqual({ edit_reports: true })
    expect(copiedToggles(actor('master'), held)).toEqual({ configure_saml: true, edit_reports: true })
  })

  it('Z5: an administrator gets no credentials of another who holds toggles that they do not hold', () => {
    const lead = person({ profile: 'admin', toggles: ['configure_saml', 'edit_reports'] })
    const peer = { ...actor('admin'), toggles: ['configure_saml'] }
    for (const change of [{ password: 'a long phrase' }, { email: 'new@example.com' }]) {
      expect(refusalOfChange(actor('admin'), lead, change)).toBe('access.functionality_refused')
      for (const other of [peer, actor('master')]) expect(refusalOfChange(other, lead, change)).toBeNull()
      expect(
        refusalOfChange(actor('admin'), person({ profile: 'admin', toggles: ['edit_reports'] }), change),
      ).toBeNull()
    }
    expect(refusalOfChange(actor('admin'), lead, { name: 'Bia', email: 'ana@example.com' })).toBeNull()
    const credentials = (who: Actor) =>
      abilitiesOver(who, lead).filter((verb) => verb === 'set_password' || verb === 'change_email')
    expect(credentials(actor('admin'))).toEqual([])
    expect(credentials(peer)).toEqual(['set_password', 'change_email'])
  })

  it('Z6: nobody changes e-mail or password of another person in remote access', () => {
    const remote = { ...actor('admin'), realPerson: { id: 'real', email: '', name: '', staff: null } }
    expect(refusalOfChange(remote, person(), { password: 'a long phrase' })).toBe('access.functionality_refused')
    expect(refusalOfChange(remote, person(), { email: 'new@example.com' })).toBe('access.functionality_refused')
    expect(refusalOfChange(remote, person(), { name: 'Bia' })).toBeNull()
    for (const verb of ['set_password', 'change_email', 'remove', 'access_remotely'])
      expect(abilitiesOver(remote, person())).not.toContain(verb)
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

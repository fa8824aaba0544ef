// What an acting session must not reach: credentials, consents, and exports of personal data (Z6). The table is written out here, so that a
// new call of this kind must be put into it.
import { describe, expect, it } from 'vitest'
import { allows, type Permission, permissions } from '#catalogue/access.ts'
import type { Call } from '#platform/contract/call.ts'
import { routes } from './testing/probes.ts'

const refused = `
credentials of the person   auth/profile/password
                            auth/profile/two-factor/start
                            auth/profile/two-factor/confirm
                            auth/profile/two-factor/forget
                            auth/profile/two-factor/recovery
                            auth/profile/two-factor/off
                            auth/profile/passkeys/start
                            auth/profile/passkeys/add
                            auth/profile/passkeys/remove
                            auth/profile/sessions/end
credentials of others       auth/users/add
                            auth/users/duplicate
                            auth/users/delete
                            auth/users/send/access
                            auth/users/reset/2fa
                            auth/registrations/approve
                            auth/registrations/decline
                            auth/partners/team/reset/2fa
                            auth/platform/staff/add
                            auth/platform/staff/send/access
identity providers          auth/saml/add
                            auth/saml/update
                            auth/saml/change/status
                            auth/saml/delete
                            auth/openid/add
                            auth/openid/update
                            auth/openid/change/status
                            auth/openid/test
                            auth/openid/delete
                            auth/scim/add
                            auth/scim/update
                            auth/scim/delete
keys of programs            auth/api_keys/add
                            auth/api_keys/update
                            auth/api_keys/rotate
                            auth/api_keys/delete
secrets of services         auth/powerbi/add
                            auth/powerbi/update
                            auth/powerbi/test
                            auth/ia/update
                            auth/ia/test
                            auth/config/sender/test
                            auth/config/sender/code
                            auth/config/sender/prove
consents                    auth/remote/answer
                            auth/remote/consent
                            auth/remote/withdraw
further sessions            auth/change/companies
                            auth/change/partner/to/admin
                            auth/change/partner/to/admin/no/verify
                            auth/change/back/partner
                            auth/remote/request
                            auth/remote/wait
                            auth/remote/cancel
`

/** Calls whose path looks suspicious although they show and change no credential. */
const harmless = new Set([
  // These read no secret.
  'auth/profile/two-factor',
  'auth/saml/all',
  'auth/saml/all/select',
  'auth/saml/get',
  'auth/saml/companies/used',
  'auth/scim/token',
  'auth/openid/all',
  'auth/openid/all/select',
  'auth/openid/get',
  'auth/saml/read/metadata',
  'auth/config/remote_config',
  'auth/users/password/rules',
  // The requester ends the access with it.
  'auth/remote/end',
])

const suspicious = /export$|passkey|two-factor|2fa|password|send\/access|saml|openid|scim|remote|sender/

const calls = new Map<string, Call>(
  routes.map(({ call }): [string, Call] => [call.path, call]).filter(([, call]) => call.access !== 'anyone'),
)
const listed = refused.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.slice(28).trim()]))

/** All toggles of a profile, for sessions that another person uses. */
const toggles = [
  'configure_saml',
  'configure_two_factor',
  'import_users',
  'remote_access',
  'create_notifications',
  'update_datasets',
  'edit_reports',
  'support_agent',
]
const acting = ['admin', 'user'].map((profile) => ({ profile, scope: 'tenant' as const, toggles, remote: true }))

const reaches = (call: Call): boolean =>
  call.access === 'anyone' || (!call.personal && acting.some((session) => allows(session, call.access as 'user.add')))

describe('Z6: an acting session', () => {
  it.each(listed)('is refused %s', (path) => {
    const call = calls.get(path)
    expect(call, 'the call exists').toBeDefined()
    expect(call && reaches(call)).toBe(false)
  })

  it('is refused every call of a permission that nobody has in remote access', () => {
    const never = [...calls.values()].filter(({ access }) => 'remote' in permissions[access as Permission])
    expect(never.length).toBeGreaterThan(20)
    expect(never.filter(reaches)).toEqual([])
  })

  it('is refused every export', () => {
    const exports = [...calls.values()].filter(({ path }) => path.endsWith('/export'))
    expect(exports.length).toBeGreaterThan(10)
    expect(exports.filter(reaches)).toEqual([])
  })

  it('has no further call about credentials that the table does not judge', () => {
    const known = new Set([...listed, ...harmless])
    const unknown = [...calls.keys()].filter(
      (path) => suspicious.test(path) && !path.endsWith('/export') && !known.has(path),
    )
    expect(unknown).toEqual([])
  })

  it('has what the rightful person has: the table is not about missing permissions', () => {
    const own = { profile: 'admin', scope: 'tenant' as const, toggles, remote: false }
    const reached = listed.filter((path) => allows(own, calls.get(path)?.access as 'user.add'))
    // The other calls are for staff outside of the business unit.
    expect(listed.filter((path) => !reached.includes(path))).toEqual([
      'auth/partners/team/reset/2fa',
      'auth/platform/staff/add',
      'auth/platform/staff/send/access',
      'auth/change/partner/to/admin',
      'auth/change/partner/to/admin/no/verify',
      'auth/change/back/partner',
    ])
  })
})

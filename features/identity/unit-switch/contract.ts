// Switching: to another business unit of the person, for staff into a business unit as its administrator or reader, and back. Each business
// unit has a host of its own, so a switch hands the person over with a one-time token. Next: server/commands.ts.
import { z } from 'zod'
import { id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { loginAnswer, switchAnswer, waitAnswer } from '#features/identity/sessions/contract.ts'
import { renamed } from '#platform/contract/wire.ts'

/** The result of a switch. `success`: the new session is at this host. `change`: it begins at another host. */
const switched = z.discriminatedUnion('status', [loginAnswer, switchAnswer])

/** The result of entering a unit. `wait_authorization`: the session of a person was requested, and that person must answer first. */
const entered = z.discriminatedUnion('status', [loginAnswer, switchAnswer, waitAnswer])

/** The page that the person leaves, to which switching back leads. */
const leftPage = z.string().max(500).optional()

export const changeCompany = call({
  method: 'POST',
  path: 'auth/change/companies',
  summary: 'Switches to another business unit of the person. Staff who act with another profile keep it there.',
  access: 'portal.use',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  personal: true,
  input: renamed({ tenant_id: id(), left: leftPage }, { left: 'rota' }),
  answers: switched,
})

const entering = renamed(
  {
    tenant_id: id(),
    acting_profile: z.enum(['admin', 'user']),
    /** The person whose session staff use instead, with that person's consent (features/identity/remote-access). It requires a reason. */
    user_id: id().nullish(),
    reason: text(300).nullish(),
    left: leftPage,
  },
  { acting_profile: 'perfil_usuario', left: 'rota' },
)

export const enterTenant = call({
  method: 'POST',
  path: 'auth/change/partner/to/admin',
  summary: 'Staff enter a business unit as its administrator, as a reader of it, or as one person who consents.',
  access: 'tenant.enter',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  personal: true,
  input: entering,
  answers: entered,
})

export const enterTenantUnverified = call({
  method: 'POST',
  path: 'auth/change/partner/to/admin/no/verify',
  summary:
    'The same, for business units that allow staff to enter without asking anybody; it never waits for a consent.',
  access: 'tenant.enter',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  personal: true,
  input: entering,
  answers: switched,
})

export const switchBack = call({
  method: 'POST',
  path: 'auth/change/back/partner',
  summary: 'Staff leave the business unit that they entered and return to the page from which they came.',
  access: 'tenant.enter',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  personal: true,
  input: z.object({}),
  answers: switched,
})

/** Exchanges the one-time token of a hand-over at the host for which it was made. */
export const acceptHandOver = call({
  method: 'POST',
  path: 'oauth/company',
  summary: 'Begins the session of a hand-over: the token of a switch is valid once, for 60 s, at one host.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  input: z.object({ token: z.string().max(200) }),
  answers: loginAnswer,
})

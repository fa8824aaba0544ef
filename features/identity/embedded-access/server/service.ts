// Sign-in of an embedded page: the server of another site vouches for a person with a signed token. The session may only read reports
// (`confinedTo` of catalogue/access.ts). Next: rules.ts (the token), ../../entry (the session).
import { fail } from '#platform/contract/failure.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import {
  embeddedAccessOf,
  embeddedSecretPurpose,
  lockEmbeddedAccess,
} from '#features/organisation/settings/server/queries.ts'
import { type Attempt, beginSession, enter, refuse } from '#features/identity/entry/server/commands.ts'
import { verifyToken, landingOf, TokenFault } from './rules.ts'
import * as store from './store.ts'

type Dependencies = { hosts: Hosts; secrets: Secrets }
type Unit = Extract<HostOwner, { kind: 'tenant' }>

/** Begins the session of a token. Every fault of the token has one answer; the audit trail has the reason. */
export async function acceptEmbedded({ hosts, secrets }: Dependencies, context: OpenContext, token: string) {
  const { caller, clock } = context
  const found = await context.acrossTenants('embedded: the business unit and its secret', async (db) => {
    const hostOwner = await hosts.ownerOf(db, caller.host)
    return hostOwner?.kind === 'tenant' ? { hostOwner, access: await embeddedAccessOf(db, hostOwner.tenantId) } : null
  })
  if (!found) fail('sign_in.hand_over_failed')
  const { hostOwner, access } = found
  const attempt: Attempt = { context, hostOwner, email: null, authMethod: 'embedded' }
  // Without embedded access no token can be genuine, so anybody could fill the audit trail of the business unit with refusals.
  if (!access) fail('sign_in.hand_over_failed')
  const claims = await verifyToken(token, {
    secret: secrets.unseal(access.sealed, embeddedSecretPurpose),
    audience: hosts.domainOfHost(caller.host),
    now: clock.now(),
  }).catch((error: unknown) => {
    if (error instanceof TokenFault) return refuse({ ...attempt, fault: error.message }, 'sign_in.hand_over_failed')
    throw error
  })
  const proven: Attempt = { ...attempt, email: claims.sub }
  // The token is used up in a transaction of its own, so that it stays used when the person is refused below.
  const isFresh = await context.acrossTenants('embedded: use the token', (db) =>
    store.useToken(db, hostOwner.tenantId, { id: claims.jti, expires: new Date(claims.exp * 1000) }),
  )
  if (!isFresh) return refuse({ ...proven, fault: 'jti' }, 'sign_in.hand_over_failed')
  return begin(hosts, proven, {
    unit: hostOwner,
    secretAt: access.secretAt,
    email: claims.sub,
    intended: landingOf(claims),
  })
}

type Proven = { unit: Unit; secretAt: Date; email: string; intended: string }

function begin(hosts: Hosts, attempt: Attempt, { unit, secretAt, email, intended }: Proven) {
  return enter(attempt, 'embedded: begin the session', async (db) => {
    // The lock serializes this sign-in with a change of the secret: a later change ends this session, and after an earlier one the token is
    // refused here.
    const present = await lockEmbeddedAccess(db, unit.tenantId)
    if (present?.getTime() !== secretAt.getTime()) fail('sign_in.hand_over_failed')
    const userId = await store.findPerson(db, unit.tenantId, email)
    if (userId === undefined) fail('sign_in.without_tenant')
    return beginSession(db, hosts, attempt, { userId, authType: 'embedded', intended })
  })
}

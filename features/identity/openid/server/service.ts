// Sign-in with an OpenID provider at the host of a business unit: the request, the code in the answer, the session. Next:
// platform/server/openid (the protocol), ../../federation (the person and the session).
import { z } from 'zod'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { type OpenId, type OpenIdClient, OpenIdFault } from '#platform/server/openid/openid.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { addOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { enter } from '#features/identity/entry/server/commands.ts'
import {
  enterResolvedUser,
  authorizeResolvedUser,
  pathOf,
  personOf,
  type Provider,
  type ProviderAttempt,
  refusalOf,
  type Unit,
  unitAt,
} from '#features/identity/federation/server/commands.ts'
import { factsOf, isOfDomains } from './rules.ts'
import * as store from './store.ts'

export const secretPurpose = 'openid provider secret'
const requestPurpose = 'openid_request'
const requestSeconds = 600
const cookie = { name: 'openid', path: '/api/ms_auth' }

/** The request that a browser takes to a provider. */
const authRequest = z.object({ providerId: z.string(), host: z.string(), redirect: z.string().nullable() })

export type Signing = { hosts: Hosts; secrets: Secrets; openId: OpenId }

function clientOf({ hosts, secrets }: Signing, host: string, provider: store.StoredProvider): OpenIdClient {
  const { kind, issuer, client_id, client_secret_sealed: sealed, scopes, directories } = provider
  return {
    kind,
    issuer,
    scopes,
    directories,
    clientId: client_id,
    clientSecret: sealed && secrets.unseal(sealed, secretPurpose),
    redirectUri: `${hosts.publicUrl.protocol}//${hosts.domainOfHost(host)}/ms_auth/redirect`,
  }
}

type Beginning = { id?: string | null | undefined; redirect?: string | null | undefined }

export async function startOpenid(signing: Signing, context: OpenContext, { id, redirect }: Beginning) {
  const { host } = context.caller
  const started = await context.acrossTenants('openid: begin a sign-in', async (db) => {
    const unit = await unitAt(db, signing.hosts, host)
    const provider = unit && (await store.findProvider(db, unit.tenantId, id ?? null))
    if (!provider) return null
    const payload = { providerId: provider.id, host, redirect: pathOf(redirect) }
    return { provider, token: await addOneTimeToken(db, { purpose: requestPurpose, payload, seconds: requestSeconds }) }
  })
  if (!started) fail('openid.unknown')
  const { provider, token } = started
  const redirectUrl = await signing.openId
    .addressOf(clientOf(signing, host, provider), token, context.clock.now())
    .catch((error: unknown) => {
      if (!(error instanceof OpenIdFault)) throw error
      return fail('openid.unavailable')
    })
  context.cookies.set(cookie.name, token, { path: cookie.path, seconds: requestSeconds, sameSite: 'strict' })
  return { status: true as const, redirect: redirectUrl }
}

type Returned = { code: string; state: string; iss?: string | null | undefined }

/**
 * Completes a sign-in. Every fault of the answer of the provider has the same answer. `countUnproven`: called when the message proves nobody's identity.
 */
export async function finishOpenid(
  signing: Signing,
  context: OpenContext,
  returned: Returned,
  countUnproven: () => void,
) {
  const { hosts } = signing
  const { host } = context.caller
  const token = context.cookies.read(cookie.name)
  context.cookies.remove(cookie.name, { path: cookie.path })
  const unit =
    (await context.acrossTenants('openid: the owner of the host', (db) => unitAt(db, hosts, host))) ??
    fail('openid.unknown')
  const attempt: ProviderAttempt = { context, hostOwner: unit, email: null, authMethod: 'microsoft' }
  try {
    return await proveAndEnter(signing, attempt, unit, { ...returned, token })
  } catch (error) {
    const isFault = error instanceof OpenIdFault
    if (isFault) countUnproven()
    return fail(await refusalOf(attempt, error, isFault), {
      values: { address: context.caller.address },
    })
  }
}

async function proveAndEnter(
  signing: Signing,
  attempt: ProviderAttempt,
  unit: Unit,
  { code, state, iss = null, token }: Returned & { token: string | undefined },
) {
  const { hosts, openId } = signing
  const { context } = attempt
  const { host } = context.caller
  if (!token) throw new OpenIdFault('no request of this browser')
  // The request is used up in a transaction of its own, so that it is used once, even if the sign-in fails or five answers arrive at the
  // same time.
  const begun = await context.acrossTenants('openid: whose answer this is', async (db) => {
    const request = authRequest.safeParse((await takeOneTimeToken(db, requestPurpose, hashToken(token)))?.payload).data
    const provider = request?.host === host && (await store.findProvider(db, unit.tenantId, request.providerId))
    return request && provider ? { request, provider } : null
  })
  if (!begun) throw new OpenIdFault('no request of this browser')
  const { request, provider } = begun
  const proven = await openId.prove(
    clientOf(signing, host, provider),
    { code, state, iss, cookie: token },
    context.clock.now(),
  )
  const facts = factsOf(proven, provider.attributes, provider)
  attempt.email = facts.email
  const identity = { providerId: provider.id, issuer: proven.issuer, subject: proven.subject }
  const source: Provider = {
    authMethod: 'microsoft',
    unit,
    createsPeople: provider.create_users,
    linksPeople: provider.link_users,
    presentIssuer: null,
    known: (db) => store.identityOf(db, unit.tenantId, identity),
    bind: (db, resolvedUser) => store.bind(db, unit.tenantId, identity, resolvedUser),
  }
  const resolvedUser = await enter(attempt, 'openid: find the person', async (db) => {
    if (!isOfDomains(proven, facts.email, provider)) fail('sign_in.domain_refused')
    const person = await personOf(db, attempt, source, facts)
    if ('joining' in person) return person
    await authorizeResolvedUser(db, hosts, attempt, person)
    return person
  })
  // After the commit: the membership, or the request for it, is stored.
  if ('joining' in resolvedUser) fail(resolvedUser.joining)
  return enterResolvedUser(
    hosts,
    attempt,
    { resolvedUser, intended: request.redirect, authMethod: 'microsoft' },
    {
      spend: () => Promise.resolve(),
    },
  )
}

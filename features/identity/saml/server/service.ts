// Sign-in with SAML at the host of a business unit: the request, the answer of the identity provider, the session. Next:
// platform/server/saml (what a message must satisfy), ../../federation (the person and the session).
import { z } from 'zod'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import { handOverSeconds } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { writeMetadata } from '#platform/server/saml/metadata.ts'
import { addressOfLogout, addressOfRequest, makeRequestId } from '#platform/server/saml/request.ts'
import { decodeResponse, issuerOf, type ProviderSession, verifyResponse } from '#platform/server/saml/response.ts'
import { SamlFault } from '#platform/server/saml/xml.ts'
import { addOneTimeToken, findOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
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
import { factsOf } from './rules.ts'
import * as store from './store.ts'

const requestPurpose = 'saml_request'
const sessionPurpose = 'saml_session'
const requestSeconds = 600
const cookie = { name: 'saml', path: '/api/saml' }

/** The request that a browser takes to an identity provider. */
const authRequest = z.object({
  appId: z.string(),
  requestId: z.string(),
  host: z.string(),
  redirect: z.string().nullable(),
})
const optional = z.string().nullable()
const proven = z.object({
  userId: z.string(),
  tenantId: z.string(),
  host: z.string(),
  redirect: optional,
  appId: z.string(),
  subject: z.string(),
  /** Servers of the version before write none. */
  issuer: optional.default(null),
  session: z.object({
    format: optional,
    nameQualifier: optional,
    spNameQualifier: optional,
    sessionIndex: optional,
  }) satisfies z.ZodType<ProviderSession>,
})

/** Returns the URLs of the portal at the host of the request, as an identity provider stores them. */
function serviceUrls(hosts: Hosts, host: string, appId: string) {
  const origin = `${hosts.publicUrl.protocol}//${hosts.domainOfHost(host)}`
  return {
    acsUrl: `${origin}/api/saml/callback`,
    sloUrl: `${origin}/api/saml/logout`,
    entityId: `${origin}/api/saml/metadata/${appId}`,
  }
}

/**
 * Returns the portal's metadata for an app of the host's business unit. It also works while the app is switched off, because an app is set
 * up before it is offered.
 */
export async function metadataOf(hosts: Hosts, context: OpenContext, id: string): Promise<string> {
  const { host } = context.caller
  const app = await context.acrossTenants('saml: our metadata', async (db) => {
    const unit = await unitAt(db, hosts, host)
    return unit ? store.findApp(db, unit.tenantId, { id }) : undefined
  })
  if (!app) fail('saml.unknown')
  return writeMetadata({ ...serviceUrls(hosts, host, id), format: app.name_id_format })
}

export async function startSaml(
  hosts: Hosts,
  context: OpenContext,
  { id, redirect }: { id: string; redirect?: string | null | undefined },
) {
  const { host } = context.caller
  const requestId = makeRequestId()
  const started = await context.acrossTenants('saml: begin a sign-in', async (db) => {
    const unit = await unitAt(db, hosts, host)
    const app = unit && (await store.findApp(db, unit.tenantId, { id }))
    if (!app?.status) return null
    const payload = { appId: id, requestId, host, redirect: pathOf(redirect) }
    return { app, token: await addOneTimeToken(db, { purpose: requestPurpose, payload, seconds: requestSeconds }) }
  })
  if (!started) fail('saml.unknown')
  const { app, token } = started
  context.cookies.set(cookie.name, token, { path: cookie.path, seconds: requestSeconds })
  const { name_id_format: format, login_url: loginUrl } = app
  const now = context.clock.now()
  const redirectUrl = addressOfRequest({ id: requestId, loginUrl, format, now, ...serviceUrls(hosts, host, id) })
  return { status: true as const, redirect: redirectUrl }
}

/**
 * Verifies the answer of an identity provider. Redirects to /redirect with a token or the status of the refusal, and never answers JSON.
 * `countUnproven`: called when the answer proves nobody's identity.
 */
export async function takeResponse(
  hosts: Hosts,
  context: OpenContext,
  field: string,
  countUnproven: () => void,
): Promise<{ location: string }> {
  const { host } = context.caller
  const unit = await context.acrossTenants('saml: the owner of the host', (db) => unitAt(db, hosts, host))
  if (!unit) {
    countUnproven()
    return refusedWith(context, 'sign_in.provider_failed')
  }
  const attempt: ProviderAttempt = { context, hostOwner: unit, email: null, authMethod: 'saml' }
  try {
    const token = await proveAndHandOver(hosts, attempt, unit, field)
    context.cookies.remove(cookie.name, { path: cookie.path })
    return { location: `/redirect?token=${token}` }
  } catch (error) {
    const isFault = error instanceof SamlFault
    if (isFault) countUnproven()
    return refusedWith(context, await refusalOf(attempt, error, isFault))
  }
}

/** Returns the redirect of a refusal. For a refused IP address the query contains the address, because the sentence names it. */
function refusedWith({ caller }: OpenContext, code: ErrorCode): { location: string } {
  const ipAddressQuery = code === 'sign_in.address_refused' ? `&address=${encodeURIComponent(caller.address)}` : ''
  return { location: `/redirect?status=${pageStatusOf(code)}${ipAddressQuery}` }
}

/** The status word for the page of the sign-in. The limits of a business unit and of its client share a word, but not a sentence. */
const pageStatusOf = (code: ErrorCode): string =>
  code === 'client.user_limit_reached' ? 'client_limit' : errors[code].status

async function proveAndHandOver(hosts: Hosts, attempt: ProviderAttempt, unit: Unit, field: string): Promise<string> {
  const { context } = attempt
  const { host } = context.caller
  const text = decodeResponse(field)
  const issuer = issuerOf(text)
  const cookieToken = context.cookies.read(cookie.name)
  const { app, request } = await context.acrossTenants('saml: whose answer this is', async (db) => {
    const app = await store.findApp(db, unit.tenantId, { entity_id: issuer })
    const token = cookieToken && (await findOneTimeToken(db, requestPurpose, hashToken(cookieToken)))
    const request = token ? authRequest.safeParse(token.payload).data : undefined
    return { app, request: request?.host === host && request.appId === app?.id ? request : undefined }
  })
  if (!app?.status) throw new SamlFault('unknown Issuer')
  if (!request && !app.idp_initiated) throw new SamlFault('no request of this browser')
  const { acsUrl, entityId } = serviceUrls(hosts, host, app.id)
  const verified = verifyResponse(text, {
    issuer: app.entity_id,
    certificates: app.certificates,
    audience: entityId,
    acsUrl,
    inResponseTo: request?.requestId ?? null,
    now: context.clock.now(),
  })
  // The assertion is used up in a transaction of its own, so that it stays used when the person is refused below.
  const isFresh = await context.acrossTenants('saml: use the assertion', async (db) => {
    const used = { id: verified.assertionId, expires: verified.expires }
    if (!(await store.useAssertion(db, unit.tenantId, app.id, used))) return false
    return !request || (await takeOneTimeToken(db, requestPurpose, hashToken(cookieToken ?? ''))) !== undefined
  })
  if (!isFresh) throw new SamlFault('used before')
  const facts = factsOf(verified, app.attributes)
  attempt.email = facts.email
  const { subject, session } = verified
  // The issuer for which the signature was verified: a subject of another issuer is another person, also in the same app (S7).
  const identity = { appId: app.id, issuer: app.entity_id, subject }
  const source: Provider = {
    authMethod: 'saml',
    unit,
    createsPeople: app.create_users,
    linksPeople: app.link_users,
    presentIssuer: identity,
    known: (db) => store.identityOf(db, unit.tenantId, identity),
    bind: (db, resolvedUser) => store.bind(db, unit.tenantId, identity, resolvedUser),
  }
  const found = await enter(attempt, 'saml: find the person', async (db) => {
    const person = await personOf(db, attempt, source, facts)
    if ('joining' in person) return person
    const { userId, tenantId } = person
    await authorizeResolvedUser(db, hosts, attempt, { userId, tenantId })
    const redirect = request?.redirect ?? null
    const payload: z.input<typeof proven> = { userId, tenantId, host, redirect, ...identity, session }
    return addOneTimeToken(db, { purpose: sessionPurpose, userId, payload, seconds: handOverSeconds })
  })
  // After the commit: the membership, or the request for it, is stored.
  return typeof found === 'string' ? found : fail(found.joining)
}

/** Begins the session of a token of /redirect. Every fault of the token has one answer. */
export async function acceptSaml(hosts: Hosts, context: OpenContext, token: string, countUnproven: () => void) {
  const tokenHash = hashToken(token)
  const { host } = context.caller
  const found = await context.acrossTenants('saml: find the token', async (db) => {
    const proof = proven.safeParse((await findOneTimeToken(db, sessionPurpose, tokenHash))?.payload).data
    const hostOwner = proof?.host === host ? await unitAt(db, hosts, host) : null
    return proof && hostOwner ? { who: proof, hostOwner } : null
  })
  if (!found) {
    countUnproven()
    fail('sign_in.provider_failed')
  }
  const attempt: ProviderAttempt = { context, hostOwner: found.hostOwner, email: null, authMethod: 'saml' }
  const { userId, tenantId, redirect, appId, issuer, subject, session } = found.who
  const entering = { resolvedUser: { userId, tenantId }, intended: redirect, authMethod: 'saml' } as const
  return enterResolvedUser(hosts, attempt, entering, {
    spend: async (db) => {
      if (!(await takeOneTimeToken(db, sessionPurpose, tokenHash))) fail('sign_in.provider_failed')
    },
    begun: (db, sessionId) =>
      store.noteSession(db, { tenantId, sessionId, userId, identity: { appId, issuer, subject }, session }),
  })
}

/** The address for the sign-out of the caller at their identity provider; null: there is none. It ends nothing here. */
export async function signOutAt(hosts: Hosts, context: OpenContext): Promise<string | null> {
  const { token, caller, clock } = context
  if (token === null) return null
  const found = await context.acrossTenants('saml: the session at the provider', (db) =>
    store.providerSessionOf(db, hashToken(token), caller),
  )
  if (!found) return null
  const { app_id: appId, logout_url: logoutUrl, subject, ...session } = found
  const { entityId } = serviceUrls(hosts, caller.host, appId)
  return addressOfLogout({ id: makeRequestId(), logoutUrl, entityId, subject, session, now: clock.now() })
}

// OpenID Connect Core 1.0, authorization code flow with PKCE, as a client. The protocol is oauth4webapi's; here stands what it leaves to
// its caller: signature, `azp`, `iat`, directories of Entra, limits and time (S8 to S11).
import { createHmac } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import type { Outgoing } from '../outgoing.ts'
import { sharedAnswers } from '../shared-answers.ts'

/** Why a sign-in is refused. For the tests, never for the sender. */
export class OpenIdFault extends Error {
  override readonly name = 'OpenIdFault'
}

function refuse(reason: string): never {
  throw new OpenIdFault(reason)
}

export type OpenIdClient = {
  kind: 'entra' | 'google' | 'other'
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string
  /** Entra: directories whose people may sign in; empty for the one directory of the issuer. */
  directories: readonly string[]
  redirectUri: string
}

/**
 * The parameters of the redirect from the provider. `cookie`: the browser's half of the request, from which state, nonce and verifier are
 * derived.
 */
export type Returned = { code: string; state: string; iss: string | null; cookie: string }

export type Proven = {
  issuer: string
  /** `sub`; Entra: `tid:oid`, which stays the same when the application changes. */
  subject: string
  claims: ReadonlyMap<string, unknown>
}

export type OpenId = ReturnType<typeof createOpenId>

const flowMs = 10_000
const freshMs = 600_000 // 10 min
const skewSeconds = 120
const longestClaims = 64 * 1024

/** The issuers of Entra for people of several directories. Their configuration names the directory by a placeholder. */
const manyDirectories = /^(https?:\/\/[^/]+)\/(?:organizations|common)\/v2\.0\/?$/

/** True when people of several directories come from this issuer. */
export const hasManyDirectories = (issuer: string): boolean => manyDirectories.test(issuer)

/** Three secrets of one request. The database knows none of them: it has only a hash of the cookie from which they are derived. */
const derived = (cookie: string, what: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', cookie).update(what).digest('base64url')

export function createOpenId(outgoing: Outgoing) {
  const configurations = sharedAnswers<oauth.AuthorizationServer>(() => true)

  const options = () => ({
    // `outgoing` decides which addresses are allowed.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (
      url: string,
      { method, headers, body, signal }: oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>,
    ) =>
      outgoing.fetch(url, {
        method,
        headers,
        ...(body ? { body: body.toString() } : {}),
        ...(signal ? { signal } : {}),
      }),
    signal: AbortSignal.timeout(flowMs),
  })

  /** The configuration of an issuer, for at most ten minutes. All callers share one request. */
  function discover(issuer: string, now: Date): Promise<oauth.AuthorizationServer> {
    const period = ` ${Math.floor(now.getTime() / freshMs)}`
    configurations.forget((key) => !key.endsWith(period))
    return configurations.get(`${issuer}${period}`, async () => {
      const expected = new URL(issuer.replace(manyDirectories, '$1/{tenantid}/v2.0'))
      const answer = await oauth.discoveryRequest(new URL(issuer), options())
      const as = await oauth.processDiscoveryResponse(expected, answer)
      for (const endpoint of [as.authorization_endpoint, as.token_endpoint, as.jwks_uri])
        if (!endpoint || !outgoing.allows(endpoint)) refuse('end points of the configuration')
      return as
    })
  }

  /** Throws when the issuer does not answer, or describes another one. */
  const check = (issuer: string, now: Date): Promise<void> => guarded(async () => void (await discover(issuer, now)))

  /** The URL at the provider to which the browser is redirected. */
  const addressOf = (client: OpenIdClient, cookie: string, now: Date): Promise<string> =>
    guarded(async () => {
      const as = await discover(client.issuer, now)
      const url = new URL(as.authorization_endpoint ?? refuse('no authorization end point'))
      const scopes = client.scopes.split(/\s+/)
      const parameters = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        scope: scopes.includes('openid') ? client.scopes : `openid ${client.scopes}`,
        state: derived(cookie, 'state'),
        nonce: derived(cookie, 'nonce'),
        code_challenge: await oauth.calculatePKCECodeChallenge(derived(cookie, 'verifier')),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    })

  /** Exchanges the code and verifies the token. */
  const prove = (client: OpenIdClient, returned: Returned, now: Date): Promise<Proven> =>
    guarded(async () => {
      const as = await discover(client.issuer, now)
      const known: oauth.Client = { client_id: client.clientId, [oauth.clockTolerance]: skewSeconds }
      const { code, state, iss, cookie } = returned
      const parameters = new URLSearchParams({ code, state, ...(iss === null ? {} : { iss }) })
      const found = oauth.validateAuthResponse(as, known, parameters, derived(cookie, 'state'))
      const request = options()
      const answer = await oauth.authorizationCodeGrantRequest(
        as,
        known,
        authenticationOf(as, client),
        found,
        client.redirectUri,
        derived(cookie, 'verifier'),
        request,
      )
      const issued = await ofDirectory(as, client, answer)
      const tokens = await oauth.processAuthorizationCodeResponse(issued, known, answer, {
        expectedNonce: derived(cookie, 'nonce'),
        requireIdToken: true,
      })
      // Uses the cached configuration object: the library caches the provider's keys by that object.
      await oauth.validateApplicationLevelSignature(as, answer, request)
      const token = oauth.getValidatedIdTokenClaims(tokens) ?? refuse('no id_token')
      validateToken(token, client, now)
      const claims = await withUserInfo(as, known, tokens.access_token, token, request)
      return { issuer: token.iss, subject: subjectOf(token, client), claims }
    })

  /** Some providers put e-mail and name only there (OpenID Connect Core, section 5.4). */
  async function withUserInfo(
    as: oauth.AuthorizationServer,
    known: oauth.Client,
    accessToken: string,
    token: oauth.IDToken,
    request: ReturnType<typeof options>,
  ): Promise<Map<string, unknown>> {
    const claims = new Map<string, unknown>(Object.entries(token))
    const address = as.userinfo_endpoint
    if (claims.has('email') || !address || !outgoing.allows(address)) return claims
    const answer = await oauth.userInfoRequest(as, known, accessToken, request)
    const more = await oauth.processUserInfoResponse(as, known, token.sub, answer)
    // The claims of the token are signed, so they replace those of the user info.
    return new Map([...Object.entries(more), ...claims])
  }

  return { check, addressOf, prove }
}

/** Every fault of the protocol and of the network is one fault for the caller, after ten seconds at the latest. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new OpenIdFault('too late')), flowMs)
  try {
    return await Promise.race([work(), late])
  } catch (error) {
    if (error instanceof OpenIdFault) throw error
    throw new OpenIdFault(error instanceof Error ? error.message : 'failed', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function authenticationOf(as: oauth.AuthorizationServer, { clientSecret }: OpenIdClient): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None()
  const methods = as.token_endpoint_auth_methods_supported
  return methods && !methods.includes('client_secret_basic')
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret)
}

/** The configuration under the name of the directory that the token claims, when the directory is allowed. */
async function ofDirectory(as: oauth.AuthorizationServer, { issuer, directories }: OpenIdClient, answer: Response) {
  if (!hasManyDirectories(issuer)) return as
  const body: unknown = await answer.clone().json()
  const token = Object(body).id_token as unknown
  const directory = typeof token === 'string' ? (Object(claimsOf(token))['tid'] as unknown) : undefined
  if (typeof directory !== 'string' || !directories.includes(directory.toLowerCase())) refuse('directory')
  return { ...as, issuer: as.issuer.replace('{tenantid}', directory) }
}

/** Unverified: only to find under which name the issuer must verify. */
function claimsOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  if (payload.length > longestClaims) refuse('too large')
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
}

/** Checks what the library does not. */
function validateToken(token: oauth.IDToken, { clientId }: OpenIdClient, now: Date): void {
  if (token.azp !== undefined && token.azp !== clientId) refuse('azp')
  if (token.iat > now.getTime() / 1000 + skewSeconds) refuse('iat in the future')
  if (token.sub === '' || token.sub.length > 255) refuse('sub')
}

function subjectOf(token: oauth.IDToken, { kind }: OpenIdClient): string {
  if (kind !== 'entra') return token.sub
  const { tid, oid } = token
  if (typeof tid !== 'string' || typeof oid !== 'string' || oid === '' || oid.length > 100) refuse('tid and oid')
  // The issuer names the directory: a token of another directory would name another one.
  if (!token.iss.split('/').includes(tid)) refuse('tid of another issuer')
  return `${tid.toLowerCase()}:${oid.toLowerCase()}`
}

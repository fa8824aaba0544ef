// A real OpenID provider (oidc-provider) for tests, on a port of its own. Its sign-in page asks for nothing but the account; PKCE is required.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientMetadata, Provider } from 'oidc-provider'

export type Account = { sub: string; email: string; email_verified: boolean; name: string; groups?: string[] }

export type TestOpenidProvider = {
  issuer: string
  /** The accounts by `sub`. */
  accounts: Map<string, Account>
  /** Signs a person in as a browser would: from the address of the portal to the address that leads back to it. */
  signIn(address: string, sub: string): Promise<URL>
  close(): Promise<void>
}

export const openidClient = { client_id: 'portal', client_secret: 'the secret of a test client' }

/** @param redirectUris where the provider may send people back. `inToken`: e-mail and name stand in the token, else at the userinfo end point. */
export async function testOpenidProvider({
  redirectUris,
  inToken = false,
}: {
  redirectUris: string[]
  inToken?: boolean
}): Promise<TestOpenidProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const client: ClientMetadata = { ...openidClient, redirect_uris: redirectUris }
  const provider = new Provider(issuer, {
    clients: [client],
    conformIdTokenClaims: !inToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['a key of the tests'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
    // People of a company need not consent to its own portal.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (uid === undefined) return void answer(request, response)
    if (request.method === 'GET') {
      const buttons = [...accounts.values()].map(
        ({ sub, name }) => `<button name="sub" value="${sub}">${name}</button>`,
      )
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return void response.end(`<!doctype html><title>Provider</title><form method="post">${buttons.join('')}</form>`)
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const sub = new URLSearchParams(Buffer.concat(parts).toString()).get('sub') ?? ''
      void provider.interactionFinished(request, response, { login: { accountId: sub } })
    })
  })
  return {
    issuer,
    accounts,
    signIn: (address, sub) => signInAt(issuer, address, sub),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows the redirects of the provider with its cookies, until one leads to another origin. */
async function signInAt(issuer: string, address: string, sub: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  for (let steps = 0; steps < 10 && next.origin === issuer; steps++) {
    const isForm = next.pathname.startsWith('/interaction/')
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm ? { method: 'POST', body: new URLSearchParams({ sub }) } : {}),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
  }
  return next
}

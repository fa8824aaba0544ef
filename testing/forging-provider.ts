// An OpenID provider that says whatever a test asks for: right tokens, and every wrong one.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
} from 'jose'

/** The claims and the signature of the next token. */
export type Forgery = {
  claims?: JWTPayload
  /** Claims that the token does not have. */
  without?: string[]
  header?: Record<string, unknown>
  /** `stranger`: a key that the provider does not publish. `public`: HMAC with the published key. */
  signedBy?: 'own' | 'stranger' | 'nobody' | 'public' | 'next'
  /** Changes the finished token. */
  alter?: (token: string) => string
  /** The answer that replaces that of the token end point. */
  answer?: { status?: number; type?: string; body: string; waitMs?: number }
}

export type ForgingProvider = {
  issuer: string
  /** Replaces parts of its configuration. */
  configuration: Record<string, unknown>
  /** Number of requests by path. */
  asked: Map<string, number>
  /** Publishes the keys with which `next` signs, instead of the present ones. */
  rollOver(): void
  /** Makes a code for the address to which the portal sent a browser. */
  code(address: URL, forgery?: Forgery): string
  close(): Promise<void>
}

type Issued = { address: URL; forgery: Forgery; isUsed: boolean }

/** @param path of its issuer, such as `/<directory>/v2.0`. */
export async function forgingProvider(path = ''): Promise<ForgingProvider> {
  const pair = () => generateKeyPair('RS256', { extractable: true })
  const [own, stranger, next] = [await pair(), await pair(), await pair()]
  const published = async ({ publicKey }: GenerateKeyPairResult, kid: string) => ({
    ...(await exportJWK(publicKey)),
    kid,
    use: 'sig',
    alg: 'RS256',
  })
  let keys = [await published(own, 'own')]
  const nextKeys = [await published(next, 'next')]
  const codes = new Map<string, Issued>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}${path}`
  const made: ForgingProvider = {
    issuer,
    configuration: {
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    },
    asked: new Map(),
    rollOver: () => void (keys = nextKeys),
    code: (address, forgery = {}) => {
      const code = randomUUID()
      codes.set(code, { address, forgery, isUsed: false })
      return code
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', origin)
    made.asked.set(pathname, (made.asked.get(pathname) ?? 0) + 1)
    const send = (status: number, body: unknown, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (pathname.endsWith('/.well-known/openid-configuration')) return send(200, made.configuration)
    if (pathname === '/keys') return send(200, { keys })
    if (pathname !== '/token') return send(404, {})
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const issued = codes.get(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!issued || issued.isUsed || issued.address.searchParams.get('code_challenge') !== challenge)
      return send(400, { error: 'invalid_grant' })
    issued.isUsed = true
    const { forgery, address } = issued
    if (forgery.answer) {
      const { status = 200, type, body, waitMs = 0 } = forgery.answer
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return send(status, body, type)
    }
    return send(200, { access_token: 'x', token_type: 'Bearer', id_token: await tokenOf(address, forgery) })
  }

  async function tokenOf(address: URL, forgery: Forgery): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      sub: 'subject-1',
      aud: address.searchParams.get('client_id') ?? '',
      exp: now + 300,
      iat: now,
      nonce: address.searchParams.get('nonce'),
      email: 'nova@example.com',
      email_verified: true,
      name: 'Nova Pessoa',
      ...forgery.claims,
    }
    for (const name of forgery.without ?? []) delete claims[name]
    const token = await signed(claims, forgery)
    return forgery.alter?.(token) ?? token
  }

  async function signed(claims: JWTPayload, { signedBy = 'own', header }: Forgery): Promise<string> {
    const plain = (alg: string) =>
      [{ alg, kid: 'own', ...header }, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.')
    if (signedBy === 'nobody') return `${plain('none')}.`
    if (signedBy === 'public') {
      const content = plain('HS256')
      return `${content}.${createHmac('sha256', await exportSPKI(own.publicKey))
        .update(content)
        .digest('base64url')}`
    }
    const { privateKey } = { own, stranger, next }[signedBy]
    const kid = signedBy === 'next' ? 'next' : 'own'
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)
  }

  return made
}

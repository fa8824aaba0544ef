import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ACCESS_TOKEN_LIFE_MS, signAccessToken } from './access-token.ts'
import { createSecretCheck } from './client-secret.ts'
import type { ServiceContext } from './service-context.ts'

const form = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().max(100),
  client_secret: z.string().max(500),
  scope: z.string().endsWith('/.default').max(200),
})

const BODY_LIMIT = 16 * 1024
/** Maximum number of scrypt computations at a time. They use the libuv thread pool, which file access needs too. */
const CHECKS_AT_ONCE = 2

/** Issues an access token for client credentials, with the error codes of Entra (RFC 6749 §4.4, §5.2). */
export function tokenRoutes(app: FastifyInstance, context: ServiceContext): void {
  const isSecret = createSecretCheck(CHECKS_AT_ONCE)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
  )
  app.post<{ Params: { tenant: string } }>('/:tenant/oauth2/v2.0/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const read = form.safeParse(request.body)
    if (!read.success) {
      return reply
        .code(400)
        .send(failure('invalid_request', 900144, 'The request body is not a client credentials grant.'))
    }
    const { client_id: appId, client_secret: secret } = read.data
    const principal = (await context.catalogue.read()).principals.find(
      (each) => same(each.appId, appId) && same(each.directoryId, request.params.tenant),
    )
    const isRight = await isSecret(secret, principal?.secretHash ?? null)
    if (isRight === 'busy') {
      return reply
        .code(429)
        .header('retry-after', '1')
        .send(failure('temporarily_unavailable', 90_055, 'Too many requests.'))
    }
    if (principal === undefined || !isRight) {
      return reply.code(401).send(failure('invalid_client', 7000215, 'Invalid client secret provided.'))
    }
    const lifetime = ACCESS_TOKEN_LIFE_MS / 1000
    return {
      token_type: 'Bearer',
      expires_in: lifetime,
      ext_expires_in: lifetime,
      access_token: await signAccessToken(context.signingKey, principal, context.now()),
    }
  })
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function failure(error: string, code: number, sentence: string) {
  return { error, error_description: `AADSTS${code}: ${sentence}`, error_codes: [code] }
}

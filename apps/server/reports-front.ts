// The host of the report service: a proxy for the paths that a browser needs, with security headers on every answer.
// It judges the address of each caller with an embed token. Next: portal.ts starts it, report-service/rest answers behind it.
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { strictTransportSecurity } from '#platform/server/http/app.ts'
import { hostNameOf, plainAddress } from '#platform/server/http/caller.ts'
import { delayRefusals } from '#platform/server/http/delayed-refusals.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { bearerCredentialsOf } from '#platform/server/session/token.ts'
import { MAX_QUESTION_BYTES } from '#report-service/rest/viewer-questions.ts'
import { portalParameter } from '#features/reports/view/contract.ts'
import { type AddressCheck, createAddressCheck } from './address-checks.ts'
import type { FrameOrigins } from './frame-origins.ts'

const noPage = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': strictTransportSecurity,
  'x-content-type-options': 'nosniff',
}

type Options = {
  /** The address of the report service on this machine. */
  upstream: string
  trustedProxies: string[]
  gate: Pick<Gate, 'askOpen'>
  frameOrigins: FrameOrigins
}

export async function createReportsFront({
  upstream,
  trustedProxies,
  gate,
  frameOrigins,
}: Options): Promise<FastifyInstance> {
  const front = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    frameworkErrors: (_, __, reply) => refuseAddress(reply as FastifyReply),
  })
  // The service's page has its own policy. Every other answer here is no page and gets these headers, errors included.
  front.addHook('onSend', async (request, reply) => {
    await allowFrames(request, reply, frameOrigins)
    for (const [name, value] of Object.entries(noPage)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
  front.addHook('onSend', delayRefusals())
  front.addHook('onRequest', refuseLargeBodies)
  front.addHook('onRequest', refuseAddresses(createAddressCheck(gate)))
  // Only the paths that a browser needs. The REST calls and their tokens stay on the loopback address.
  for (const prefix of ['/reportEmbed', '/viewer']) {
    await front.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      http: { requestOptions: { timeout: 65_000 } },
      replyOptions: { onError: (reply) => void serviceIsAway(reply as FastifyReply) },
    })
  }
  await front.ready()
  return front
}

/**
 * `frame-ancestors` judges every ancestor of the viewer: the page of the portal, which the service allows, and the page of another site
 * around it, which the business unit of that portal allows. The viewer still takes messages from pages of the portal only.
 */
async function allowFrames(
  { url, ip }: FastifyRequest,
  reply: FastifyReply,
  frameOrigins: FrameOrigins,
): Promise<void> {
  const policy = reply.getHeader('content-security-policy')
  const { pathname, searchParams } = new URL(url, 'http://viewer')
  const portal = searchParams.get(portalParameter)
  if (pathname !== '/reportEmbed' || portal === null || typeof policy !== 'string') return
  const origins = await frameOrigins({ host: hostNameOf(portal), address: plainAddress(ip) })
  if (origins.length === 0) return
  reply.header('content-security-policy', policy.replace(/frame-ancestors (?!'none')/, `$&${origins.join(' ')} `))
}

/**
 * Refuses a body by its declared length, before the database or the service is asked. The service counts a body of no declared length. A
 * refusal by the service alone would come while the proxy still sends, and end the connection of the browser.
 */
async function refuseLargeBodies({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (Number(headers['content-length'] ?? 0) <= MAX_QUESTION_BYTES) return undefined
  const error = { code: 'RequestTooLarge', message: 'The request was refused.' }
  return reply.status(413).header('cache-control', 'no-store').send({ error })
}

/**
 * Refuses an embed token at an address that the list of its tenant refuses (A8). The address may differ from the one at issue, because
 * phones change networks. The viewer answers an expired token by asking the portal for a new one, which then says why there is none.
 */
const refuseAddresses =
  (isRefused: AddressCheck) =>
  async ({ headers, ip }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const tokenId = tokenIdOf(headers.authorization)
    if (tokenId === null) return undefined
    const verdict = await isRefused(tokenId, plainAddress(ip)).catch(() => null)
    if (verdict === null) return portalIsBusy(reply)
    if (!verdict) return undefined
    const error = { code: 'TokenExpired', message: 'The embed token is not valid at this address.' }
    return reply.status(403).header('cache-control', 'no-store').send({ error })
  }

/** The id in an embed token. The signature is not verified here: the report service does, and a forged token opens nothing there. */
function tokenIdOf(authorization: string | undefined): string | null {
  const token = bearerCredentialsOf(authorization)
  if (token === null) return null
  try {
    return decodeJwt(token).jti ?? null
  } catch {
    return null
  }
}

/** A malformed URL. Hooks do not run for it. */
function refuseAddress(reply: FastifyReply): void {
  const error = { code: 'InvalidRequest', message: 'The request was refused.' }
  void reply.status(400).headers(noPage).send({ error })
}

// Both answers have the service's own error format, which the viewer reads.

/** The report service restarts or does not answer. */
const serviceIsAway = (reply: FastifyReply) => answerLater(reply, 'The report service did not answer.')

/** The database did not tell in time whether the address is refused. */
const portalIsBusy = (reply: FastifyReply) => answerLater(reply, 'The portal is busy.')

function answerLater(reply: FastifyReply, message: string): FastifyReply {
  const error = { code: 'Unreachable', message }
  return reply.status(503).header('retry-after', '2').header('cache-control', 'no-store').send({ error })
}

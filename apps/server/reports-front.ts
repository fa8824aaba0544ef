// The host of the report service: a proxy for the paths that a browser needs, with security headers on every answer.
// It judges the address of each caller with an embed token, and caches answers of visuals (cached-answers.ts).
// Next: portal.ts starts it, report-service/rest answers behind it.
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { strictTransportSecurity } from '#platform/server/http/app.ts'
import { hostNameOf, plainAddress } from '#platform/server/http/caller.ts'
import { delayRefusals } from '#platform/server/http/delayed-refusals.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { bearerCredentialsOf } from '#platform/server/session/token.ts'
import { SCOPE_HEADER } from '#report-service/rest/answer-scope.ts'
import { MAX_QUESTION_BYTES } from '#report-service/rest/viewer-questions.ts'
import { portalParameter } from '#features/reports/view/contract.ts'
import { type AddressCheck, createAddressCheck } from './address-checks.ts'
import type { FrameOrigins } from './frame-origins.ts'
import {
  type Asker,
  createCachedAnswers,
  type CachedAnswers,
  maxCachedAnswerBytes,
  maxCachedQuestionBytes,
  type ScopedAnswer,
  type TokenContent,
} from './cached-answers.ts'

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
  /** Milliseconds since 1970. Default: the clock of the machine. */
  now?: () => number
}

export async function createReportsFront({
  upstream,
  trustedProxies,
  gate,
  frameOrigins,
  now = Date.now,
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
  front.addHook('onRequest', refuseUnexpectedBodies)
  front.addHook('onRequest', refuseLargeBodies)
  const cached = createCachedAnswers(now)
  front.addHook('onRequest', refuseAddresses(createAddressCheck(gate), cached))
  // Only the paths that a browser needs. The REST calls and their tokens stay on the loopback address.
  for (const prefix of ['/reportEmbed', '/viewer']) {
    await front.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      http: { requestOptions: { timeout: 65_000 } },
      replyOptions: {
        onError: (reply) => void serviceIsAway(reply as FastifyReply),
        rewriteHeaders: (headers, request) => noteScope(cached, headers, request as FastifyRequest),
        rewriteRequestHeaders: ({ method }, headers) => withoutFraming(method, headers),
      },
      handler: (request, reply, destination, options) => {
        sentTimes.set(request, now())
        if (!isCacheable(request)) return reply.from(destination, options)
        return answerQuestion(cached, request, reply, (sent) => reply.from(destination, { ...options, ...sent }))
      },
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
  if (!url.startsWith('/reportEmbed')) return
  const policy = reply.getHeader('content-security-policy')
  const { pathname, searchParams } = new URL(url, 'http://viewer')
  const portal = searchParams.get(portalParameter)
  if (pathname !== '/reportEmbed' || portal === null || typeof policy !== 'string') return
  const origins = await frameOrigins({ host: hostNameOf(portal), address: plainAddress(ip) })
  if (origins.length === 0) return
  reply.header('content-security-policy', policy.replace(/frame-ancestors (?!'none')/, `$&${origins.join(' ')} `))
}

/** Methods whose requests have no body. The proxy sends none to the service for them. */
const bodiless = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE']

const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders) =>
  encoding !== undefined || Number(length ?? 0) > 0

/**
 * Refuses a body where the method has none (request smuggling, RFC 9112, section 11.2). The service would wait for the announced bytes, and would take them
 * from the request of the next caller on the same connection.
 */
async function refuseUnexpectedBodies(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!bodiless.includes(method) || !hasBody(headers)) return undefined
  const error = { code: 'InvalidRequest', message: 'The request was refused.' }
  return reply.status(400).headers({ 'cache-control': 'no-store', connection: 'close' }).send({ error })
}

/** The headers of a request to the service without those that announce a body or another protocol: the proxy frames the request itself. */
function withoutFraming(method: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { expect: _expect, trailer: _trailer, upgrade: _upgrade, ...plain } = headers
  if (!bodiless.includes(method)) return plain
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...bare } = plain
  return bare
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
  (isRefused: AddressCheck, cached: CachedAnswers) =>
  async ({ headers, ip }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const token = bearerCredentialsOf(headers.authorization)
    const tokenId = token === null ? null : (cached.idOf(token) ?? contentOf(token)?.tokenId ?? null)
    if (tokenId === null) return undefined
    const verdict = await isRefused(tokenId, plainAddress(ip)).catch(() => null)
    if (verdict === null) return portalIsBusy(reply)
    if (!verdict) return undefined
    const error = { code: 'TokenExpired', message: 'The embed token is not valid at this address.' }
    return reply.status(403).header('cache-control', 'no-store').send({ error })
  }

/**
 * The id and the end of an embed token. The signature is not verified here: the report service does, and a forged token opens nothing
 * there.
 */
function contentOf(token: string): TokenContent | null {
  try {
    const { jti, exp } = decodeJwt(token)
    return jti === undefined ? null : { tokenId: jti, endsAt: (exp ?? 0) * 1_000 }
  } catch {
    return null
  }
}

/** Null for a request without a token. */
function askerOf({ headers, url }: FastifyRequest): Asker | null {
  const token = bearerCredentialsOf(headers.authorization)
  if (token === null) return null
  const query = url.indexOf('?')
  const parts = [query < 0 ? '' : url.slice(query), headers['x-report-id'] ?? '', headers['accept-language'] ?? '']
  return { token, variant: parts.join('\n') }
}

/** The time at which each request was sent to the report service, in milliseconds since 1970. */
const sentTimes = new WeakMap<FastifyRequest, number>()

/** Takes the scope out of the headers of the report service, and notes it for the token. */
function noteScope(
  cached: CachedAnswers,
  { [SCOPE_HEADER]: scope, ...headers }: IncomingHttpHeaders,
  request: FastifyRequest,
): IncomingHttpHeaders {
  const asker = askerOf(request)
  const content = asker && contentOf(asker.token)
  if (typeof scope === 'string' && asker && content) cached.note(asker, content, scope, sentTimes.get(request) ?? 0)
  return headers
}
const visualPath = '/viewer/visual'

/** True for a question of a visual whose answer may be cached. All other requests go to the report service as a stream. */
function isCacheable({ method, url, headers }: FastifyRequest): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return (
    method === 'POST' &&
    (url === visualPath || url.startsWith(`${visualPath}?`)) &&
    headers['content-type'] === 'application/json' &&
    length <= maxCachedQuestionBytes
  )
}

type Sent = { body: Buffer; contentType: string; onResponse: (...parameters: AnsweredBy) => void }
type AnsweredBy = [request: unknown, reply: unknown, answer: { stream: IncomingMessage }]
type From = (sent: Sent) => unknown

/** Answers the question of a visual from the cached answers, or by the report service. `from` sends the request to the service. */
async function answerQuestion(
  cached: CachedAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  from: From,
): Promise<FastifyReply> {
  const body = await buffer(request.body as Readable)
  const question = body.toString('latin1') // One character for each byte.
  const asker = askerOf(request)
  const scope = asker && cached.scopeOf(asker)
  if (scope === null) {
    const found = await forward(reply, body, from)
    if (found) void cached.answer(found.scope, question, () => Promise.resolve(found))
    return reply
  }
  let isForwarded = false
  const bytes = await cached.answer(scope, question, () => {
    isForwarded = true
    return forward(reply, body, from)
  })
  if (isForwarded) return reply
  if (bytes) return reply.headers(headersOfAnswer).send(bytes)
  await forward(reply, body, from)
  return reply
}

/** The headers of an answer of the report service. The rows depend on the reader, so no cache of the browser may store them. */
const headersOfAnswer = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Sends the request to the report service and its answer to the reader. Resolves with the answer if it may be cached, otherwise with null. */
function forward(reply: FastifyReply, body: Buffer, from: From): Promise<ScopedAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<ScopedAnswer | null>()
  // A reader who has left before the answer came.
  reply.raw.once('close', () => resolve(null))
  from({
    body,
    contentType: 'application/json',
    onResponse: (_request, _reply, { stream }) => {
      const { [SCOPE_HEADER]: scope, 'content-length': length } = stream.headers
      const isCached = stream.statusCode === 200 && typeof scope === 'string' && Number(length) <= maxCachedAnswerBytes
      if (!isCached) {
        // A caller who waits for the same answer asks for itself now: this reader may be slow.
        resolve(null)
        return void reply.send(stream)
      }
      buffer(stream).then(
        (bytes) => {
          resolve({ scope, bytes })
          void reply.send(bytes)
        },
        () => serviceIsAway(reply.removeHeader('content-length')),
      )
    },
  })
  return promise
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

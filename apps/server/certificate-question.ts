// Whether a proxy may get a certificate for a host (Caddy: `on_demand_tls { ask … }`). 200 for the platform's hosts, its subdomains and verified
// domains; 404 for every other name, and for every caller that is no proxy of ours. A question costs one query, whatever the name is; the answer 200
// is kept for a minute, and then takes nothing from the rate limit.
import { timingSafeEqual, createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { certificateQuestions } from '#catalogue/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import type { Gate } from '#platform/server/session/gate.ts'

type Dependencies = {
  gate: Pick<Gate, 'acrossTenants'>
  hosts: Hosts
  clock: Clock
  /** Addresses and ranges of proxies. */
  proxies: readonly string[]
  /** Null: only proxies may ask. */
  token: string | null
}

export const certificateQuestionPath = '/certificates/ask'

export function answerCertificateQuestions(
  app: FastifyInstance,
  { gate, hosts, clock, proxies, token }: Dependencies,
): void {
  const limiter = createLimiter(certificateQuestions)
  const known = listOf(proxies)
  /** Hosts that may have a certificate, with the end of this answer. The oldest answer is first. */
  const admitted = new Map<string, number>()
  const remember = (host: string, now: Date) => {
    admitted.delete(host)
    admitted.set(host, now.getTime() + certificateQuestions.keptSeconds * 1_000)
    const [oldest] = admitted.keys()
    if (admitted.size > certificateQuestions.keptHosts && oldest !== undefined) admitted.delete(oldest)
  }
  app.get(certificateQuestionPath, async (request, reply) => {
    const { domain, token: sent } = request.query as Record<string, unknown>
    // The address of the connection, not of X-Forwarded-For: the proxy itself asks.
    const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const isProxy = peer !== '' && !isForwarded(request.headers) && known.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
    const mayAsk = isSame(sent, token) || isProxy
    if (!mayAsk) return reply.code(404).send()
    const host = typeof domain === 'string' && domain.length <= 253 ? domain.toLowerCase() : ''
    const now = clock.now()
    if (now.getTime() < (admitted.get(host) ?? 0)) return reply.code(200).send()
    // Questions of one proxy about unknown names leave the others their share.
    if (!limiter.admits(peer, now)) return reply.code(429).header('retry-after', '60').send()
    const owner = await gate.acrossTenants('a certificate for a host', (db) => hosts.ownerOf(db, host))
    if (owner === null && host !== hosts.reportsHost) return reply.code(404).send()
    remember(host, now)
    return reply.code(200).send()
  })
}

/** A visitor who comes through a proxy has the address of the proxy, and these headers. */
const isForwarded = (headers: Record<string, unknown>): boolean =>
  ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (sent: unknown, token: string | null): boolean =>
  token !== null && typeof sent === 'string' && sent.length <= 200 && timingSafeEqual(digest(sent), digest(token))

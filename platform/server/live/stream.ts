// News to one browser as server-sent events, read by fetch so that the token travels in a header. The session is asked again with
// every beat: a stream never outlives it; a place that is shut ends its streams at once.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '#platform/contract/failure.ts'
import { callerOf } from '../http/caller.ts'
import type { News } from '../http/route.ts'
import type { Actor } from '../session/actor.ts'
import type { Gate, Visitor } from '../session/gate.ts'
import { bearerOf } from '../session/token.ts'
import type { Hub } from './hub.ts'

const beatMs = 20_000
const most = 5_000
/** Tabs of one person: nobody takes the places of everybody. */
const mostOfOne = 30

/** Serves the stream; the answer ends all that are open, so that their browsers connect anew, to another process. */
export function streamNews(app: FastifyInstance, { gate, hub }: { gate: Gate; hub: Hub }): () => void {
  const streams = new Map<FastifyReply, string>()
  app.get('/api/auth/events', async (request, reply) => {
    const caller = callerOf(request)
    const visitor: Visitor = {
      token: bearerOf(request.headers.authorization),
      address: caller.address,
      host: caller.host,
    }
    const actor = await gate.open(visitor)
    if (reply.raw.destroyed) return reply.hijack() // Gone while the session was opened: it closes no second time.
    const own = [...streams.values()].filter((userId) => userId === actor.userId).length
    if (streams.size >= most || own >= mostOfOne) throw new Failure('call.unavailable', { retryAfter: 30 })
    streams.set(reply, actor.userId)
    start(reply)
    const unsubscribe = hub.subscribe((news) => deliver(reply, actor, news))
    const beat = setInterval(() => void keep(reply, gate, visitor), beatMs)
    reply.raw.on('close', () => {
      clearInterval(beat)
      unsubscribe()
      streams.delete(reply)
    })
    return reply
  })
  const endAll = () => {
    for (const reply of streams.keys()) reply.raw.end()
  }
  app.addHook('preClose', async () => endAll())
  return endAll
}

function start(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  reply.raw.write(': listening\n\n')
}

const say = (reply: FastifyReply, item: object) => reply.raw.write(`data: ${JSON.stringify(item)}\n\n`)

function deliver(reply: FastifyReply, actor: Actor, news: News | 'missed'): void {
  if (news === 'missed') {
    say(reply, { kind: 'access_changed' })
    for (const what of ['theme', 'settings']) say(reply, { kind: 'place_changed', what })
    return
  }
  if (news.kind === 'access_changed') {
    // Not of which reports: they are not everybody's to know of. Whoever hears it looks again.
    if (news.tenantId === actor.tenantId) say(reply, { kind: news.kind })
    return
  }
  if (news.kind === 'place_changed') {
    const isHere = news.tenantId === null ? news.partnerId === actor.partnerId : news.tenantId === actor.tenantId
    if (isHere) say(reply, { kind: news.kind, what: news.what })
    return
  }
  if (news.kind === 'progress') {
    const { tenantId, partnerId, ...told } = news
    const isStaffOf = actor.tenantId === null && (actor.partnerId === null || actor.partnerId === partnerId)
    if (tenantId === null ? isStaffOf : tenantId === actor.tenantId) say(reply, told)
    return
  }
  if (news.kind === 'place_shut') {
    const isHere = news.tenantId === actor.tenantId && (news.tenantId !== null || news.partnerId === actor.partnerId)
    if (isHere) end(reply, 'sign_in.user_deactivated')
    return
  }
  if (news.userId !== actor.userId || news.tenantId !== actor.tenantId) return
  if (news.sessionId !== null && news.sessionId !== actor.sessionId) return
  end(reply, news.reason)
}

function end(reply: FastifyReply, reason: string): void {
  say(reply, { kind: 'session_ended', reason })
  reply.raw.end()
}

/** A comment keeps proxies from closing the stream; a session that opens no more ends it, a database that is away does not. */
async function keep(reply: FastifyReply, gate: Gate, visitor: Visitor): Promise<void> {
  try {
    await gate.open(visitor)
    reply.raw.write(': beat\n\n')
  } catch (error) {
    if (!(error instanceof Failure) || error.http === 503) return
    end(reply, error.code)
  }
}

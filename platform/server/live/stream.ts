// Streams live events to one browser as server-sent events. The browser reads them with fetch, so that the token is in a header. The
// session is checked with every heartbeat and after a change of settings, so a stream does not outlive its session. `place_shut` ends
// streams at once.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '#platform/contract/failure.ts'
import { callerOf } from '../http/caller.ts'
import { type ErrorPhrases, saidOf } from '../http/errors.ts'
import type { LiveEvent } from './live-event.ts'
import { type Actor, may } from '../session/actor.ts'
import type { Gate, Credentials } from '../session/gate.ts'
import { bearerOf } from '../session/token.ts'
import type { Hub } from './hub.ts'

const beatMs = 20_000
/** A changed setting ends the refused streams within a second (security requirement A6). */
const spreadMs = 500
const max = 5_000
/** Streams of one person (browser tabs), so that one person cannot use up the total. */
const maxOfOne = 30

type Streaming = { gate: Gate; hub: Hub; sentenceOf: ErrorPhrases['sentenceOf'] }

/** Serves the stream. The answer ends all open streams, so that the browsers reconnect, to another process. */
export function streamLiveEvents(app: FastifyInstance, { gate, hub, sentenceOf }: Streaming): () => void {
  const streams = new Map<FastifyReply, string>()
  app.get('/api/auth/events', async (request, reply) => {
    const caller = callerOf(request)
    const credentials: Credentials = {
      token: bearerOf(request.headers.authorization),
      address: caller.address,
      host: caller.host,
    }
    const actor = await gate.open(credentials)
    // Live events are for browsers; an API key has no permission to use a session.
    if (!may(actor, 'session.use')) throw new Failure('access.functionality_refused')
    if (reply.raw.destroyed) return reply.hijack() // The browser disconnected while the session was opened; there is no second `close`.
    const own = [...streams.values()].filter((userId) => userId === actor.userId).length
    if (streams.size >= max || own >= maxOfOne) throw new Failure('call.unavailable', { retryAfter: 30 })
    streams.set(reply, actor.userId)
    start(reply)
    const stream: Stream = {
      reply,
      actor,
      refusal: () => refusalNow(gate, credentials),
      end: (failure) => {
        if (reply.raw.writableEnded) return
        const failureText = saidOf(failure, caller.language, { sentenceOf })
        sendEvent(reply, { kind: 'session_ended', http: failure.http, ...failureText })
        reply.raw.end()
      },
    }
    const check = () => void keep(stream)
    let early: NodeJS.Timeout | undefined
    const unsubscribe = hub.subscribe((event) => {
      deliver(stream, event)
      // The new settings may refuse the session: by its address, for instance. The streams of a business unit do not all ask at once.
      if (isSettingsOf(actor, event))
        early ??= setTimeout(() => ((early = undefined), check()), Math.random() * spreadMs)
    })
    const beat = setInterval(check, beatMs)
    reply.raw.on('close', () => {
      clearInterval(beat)
      clearTimeout(early)
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

/** One open stream. `refusal`: of its session now. `end` tells the browser the failure that its next call would meet. */
type Stream = {
  reply: FastifyReply
  actor: Actor
  refusal: () => Promise<Failure | null>
  end: (failure: Failure) => void
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

const sendEvent = (reply: FastifyReply, item: object) => reply.raw.write(`data: ${JSON.stringify(item)}\n\n`)

function deliver(stream: Stream, event: LiveEvent | 'missed'): void {
  const { reply, actor } = stream
  if (event === 'missed') {
    sendEvent(reply, { kind: 'access_changed' })
    sendEvent(reply, { kind: 'remote_access' })
    sendEvent(reply, { kind: 'notifications_changed' })
    if (may(actor, 'ticket.handle')) sendEvent(reply, { kind: 'ticket_changed', ticket: null })
    if (may(actor, 'dataset.read')) sendEvent(reply, { kind: 'refreshes_changed' })
    for (const what of ['theme', 'settings']) sendEvent(reply, { kind: 'place_changed', what })
    return
  }
  if (event.kind === 'access_changed') {
    // Report ids are left out, because not every reader may know them. The browser reloads its data.
    if (event.tenantId === actor.tenantId) sendEvent(reply, { kind: event.kind })
    return
  }
  if (event.kind === 'place_changed') {
    if (isPlaceOf(actor, event)) sendEvent(reply, { kind: event.kind, what: event.what })
    return
  }
  if (event.kind === 'progress') {
    const { tenantId, partnerId, ...message } = event
    const isStaffOf = actor.tenantId === null && (actor.partnerId === null || actor.partnerId === partnerId)
    if (tenantId === null ? isStaffOf : tenantId === actor.tenantId) sendEvent(reply, message)
    return
  }
  if (event.kind === 'place_shut') {
    const isHere = event.tenantId === actor.tenantId && (event.tenantId !== null || event.partnerId === actor.partnerId)
    if (isHere) stream.end(new Failure('sign_in.user_deactivated', { endsSession: true }))
    return
  }
  if (event.kind === 'notifications_changed') {
    const isMine = event.userIds === null || event.userIds.includes(actor.userId)
    if (event.tenantId === actor.tenantId && isMine) sendEvent(reply, { kind: event.kind })
    return
  }
  if (event.kind === 'registrations_changed') {
    if (event.tenantId === actor.tenantId && may(actor, 'user.add')) sendEvent(reply, { kind: event.kind })
    return
  }
  if (event.kind === 'refreshes_changed') {
    if (event.tenantId === actor.tenantId && may(actor, 'dataset.read')) sendEvent(reply, { kind: event.kind })
    return
  }
  if (event.kind === 'ticket_changed') {
    if (event.tenantId === actor.tenantId && may(actor, 'ticket.handle'))
      sendEvent(reply, { kind: event.kind, ticket: event.ticketId })
    return
  }
  if (event.kind === 'remote_access') {
    if (event.userId === actor.userId && actor.realPerson === null) sendEvent(reply, { kind: event.kind })
    return
  }
  if (event.userId !== actor.userId || event.tenantId !== actor.tenantId) return
  if (event.sessionId !== null && event.sessionId !== actor.sessionId) return
  void endIfRefused(stream)
}

type PlaceChanged = Extract<LiveEvent, { kind: 'place_changed' }>

const isPlaceOf = (actor: Actor, { tenantId, partnerId, everywhere }: PlaceChanged): boolean =>
  everywhere === true || (tenantId === null ? partnerId === actor.partnerId : tenantId === actor.tenantId)

const isSettingsOf = (actor: Actor, event: LiveEvent | 'missed'): boolean =>
  event !== 'missed' && event.kind === 'place_changed' && event.what === 'settings' && isPlaceOf(actor, event)

function askAgain(reply: FastifyReply): void {
  sendEvent(reply, { kind: 'place_changed', what: 'settings' })
  reply.raw.end()
}

/** The failure that ends the stream; null while the session is valid. A database that does not answer in time is `call.unavailable`. */
async function refusalNow(gate: Gate, credentials: Credentials): Promise<Failure | null> {
  try {
    await gate.open(credentials)
    return null
  } catch (error) {
    return error instanceof Failure ? error : new Failure('call.unavailable')
  }
}

/** The comment line keeps proxies from closing the stream. An invalid session ends it; an unavailable database does not. */
async function keep({ reply, refusal, end }: Stream): Promise<void> {
  const failure = await refusal()
  if (reply.raw.writableEnded) return
  if (failure === null) return void reply.raw.write(': beat\n\n')
  if (failure.http === 503) return
  // The session is valid and waits for its person: the browser asks for the terms.
  if (failure.code === 'session.terms_due') return askAgain(reply)
  end(failure)
}

/**
 * A session of the person was ended. The event may concern an earlier session than this one, which then goes on. When the database does not
 * answer, the stream ends without the reason.
 */
async function endIfRefused({ refusal, end }: Stream): Promise<void> {
  const failure = await refusal()
  if (failure?.code === 'call.unavailable') end(new Failure('session.unauthorized'))
  else if (failure?.http === 401) end(failure)
}

// Runs a route: parses the input, opens the session, checks the permission, calls the handler, builds the answer.
// This order is security-relevant: no code of a feature runs before the permission check, and the contract builds every answer.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { type Language, languageOf } from '#catalogue/languages.ts'
import { requestBodyBytes } from '#catalogue/limits.ts'
import { areHidden } from '#catalogue/screens.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { type AuditNote, auditActorOf, writeAudit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { Enqueue } from '../jobs/job.ts'
import { announce } from '../live/announce.ts'
import { type Actor, may } from '../session/actor.ts'
import type { Gate, Credentials } from '../session/gate.ts'
import { isSeenBefore } from '../session/last-seen.ts'
import { isApiKeyToken } from '../session/api-key.ts'
import { bearerOf } from '../session/token.ts'
import {
  claimRequest,
  countKeyCall,
  giveUpRequest,
  hasChanges,
  keepAnswer,
  type KeyRequest,
  keyRequestOf,
} from './api-key-calls.ts'
import { type Caller, callerOf } from './caller.ts'
import { cookiesOf } from './cookies.ts'
import { type FailureHandler, noteReader } from './errors.ts'
import { admitForms, sendInForm } from './http-form.ts'
import { inputOf } from './input.ts'
import { requireMainTexts } from './main-texts.ts'
import type { Limiter } from './limiter.ts'
import { networkOf } from './network.ts'
import { admitUploads, takeUpload, withUploadSlot } from './upload.ts'
import type { FileAnswer, Route, WriteContext } from './route.ts'

export type Binding = {
  gate: Gate
  clock: Clock
  enqueue: Enqueue
  /** The calls of each API key. */
  keyLimiter: Limiter
  /** Phrases of the route's feature, for exported files. */
  phraseOf(key: string, language: Language): string | undefined
  /** Answers failures in the form of SCIM. */
  scimErrors: FailureHandler
  /** Answers failures by leading the browser to a page. */
  pageErrors: (page: string) => FailureHandler
}

/** Registers one route below `/api/`. */
export function bind(app: FastifyInstance, route: Route, binding: Binding): void {
  const bindTo = (scope: FastifyInstance) => bindPlain(scope, route, binding)
  if (route.form === 'upload') return admitUploads(app, bindTo)
  const { takes, gives } = route.call.http
  if (takes === 'json' && gives === 'json') return bindTo(app)
  admitForms(app, route.call.http, { ...binding, bind: bindTo })
}

function bindPlain(app: FastifyInstance, route: Route, binding: Binding): void {
  const { call } = route
  app.route({
    method: call.method,
    url: pathOfCall(call),
    ...(call.http.takes === 'form' ? { constraints: { body: 'form' } } : {}),
    config: { crossOrigin: call.http.crossOrigin },
    // helmet would set the headers of pages, with a new nonce per request. app.ts sets the headers of calls.
    helmet: false,
    ...bodyRule(route, binding.gate),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const served = { route, request, reply, binding, caller, credentials: credentialsOf(call, request, caller) }
      const keyRequest = isKeyCall(served) ? await admitKey(served) : null
      if (keyRequest) return runOnce(keyRequest, served)
      const answer = await run(served)
      return route.form === 'file' ? sendFile(reply, answer as FileAnswer) : send(reply, call, answer)
    },
  })
}

/**
 * A large body is read only for a session that may make the call, or for a caller whom the route admits by another token. Forms have neither;
 * they keep the limit of app.ts.
 */
function bodyRule(route: Route, gate: Gate): Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  const { form, call } = route
  if (form === 'open' && route.admit) {
    const { admit } = route
    return whenLarge((request) => {
      const caller = callerOf(request)
      const { token } = credentialsOf(call, request, caller)
      return admit({ caller, token, acrossTenants: acrossTenantsFor(gate, caller) })
    })
  }
  if (form === 'upload' || call.http.takes !== 'json') return {}
  if (form === 'open') return { bodyLimit: requestBodyBytes.withoutSession }
  return whenLarge(async (request) => permit(call, await gate.open(credentialsOf(call, request, callerOf(request)))))
}

const whenLarge = (check: (request: FastifyRequest) => Promise<unknown>): Pick<RouteShorthandOptions, 'onRequest'> => ({
  onRequest: (request, _, next) => {
    if (hasLargeBody(request)) void passFault(check(request), next)
    else next()
  },
})

async function passFault(work: Promise<unknown>, notify: (fault?: Error) => void): Promise<void> {
  const fault = await work.then(
    () => undefined,
    // Whatever the reason is, a check that fails must not let the request pass.
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  )
  notify(fault)
}

/** A chunked body does not tell its length. */
const hasLargeBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > requestBodyBytes.withoutSession

/** A request of a route, with what it presents. */
type Served = {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  binding: Binding
  caller: Caller
  credentials: Credentials
}

const isKeyCall = ({ route, credentials: { token } }: Served) =>
  route.form !== 'open' && token !== null && isApiKeyToken(token)

/**
 * Counts a call with an API key. Returns the request of a change that has the header Idempotency-Key. The gate judges the key again with the
 * effect of the call.
 */
async function admitKey({ route, request, reply, binding, credentials }: Served): Promise<KeyRequest | null> {
  const { form, call } = route
  const { gate, clock, keyLimiter } = binding
  const actor = await gate.open(credentials)
  countKeyCall(reply, actor, keyLimiter, clock)
  noteReader(request, actor)
  permit(call, actor)
  const keyRequest = form === 'file' || call.does === 'read' ? null : keyRequestOf(request, actor)
  // The body of an upload is not known before the call runs.
  if (keyRequest && form === 'upload') fail('api_key.idempotency_invalid')
  return keyRequest
}

/** An attempt of a change with an idempotency key. */
type Attempt = {
  /** Stores the answer of a change in its transaction. */
  keep?: (db: Database, answer: unknown) => Promise<void>
  /** A transaction of the handler has changed something, and commits now. */
  noteChange(): void
}

/**
 * Runs a change at most once for its idempotency key. An answer that is kept is sent again, and the change is not repeated. An attempt gives
 * up its claim only when it changed nothing: when its only transaction was rolled back, or when it was refused before the first commit of
 * a change. Otherwise the claim ends with its lease.
 */
async function runOnce(keyRequest: KeyRequest, served: Served): Promise<FastifyReply> {
  const { route, reply, binding, credentials } = served
  const { call } = route
  const inOwnTransaction = <T>(work: (db: Database) => Promise<T>) => binding.gate.write(credentials, work)
  const storedBody = await inOwnTransaction((db) => claimRequest(db, keyRequest))
  if (storedBody !== null) {
    reply.header('idempotent-replayed', 'true').type('application/json; charset=utf-8')
    return reply.header('cache-control', 'no-store').send(storedBody)
  }
  const bodyOf = (answer: unknown) => JSON.stringify(z.encode(call.answers, answer))
  const isOneTransaction = route.form === 'write'
  const keep = (db: Database, answer: unknown) => keepAnswer(db, keyRequest, bodyOf(answer))
  let hasChanged = false
  const noteChange = () => {
    hasChanged = true
  }
  const attempt = { noteChange, ...(isOneTransaction && { keep }) }
  const answer = await run(served, attempt).catch(async (fault: unknown) => {
    // The failure of the call counts, and not one of the database here.
    if (isOneTransaction || (!hasChanged && isRefusal(fault)))
      await inOwnTransaction((db) => giveUpRequest(db, keyRequest)).catch(() => undefined)
    throw fault
  })
  if (!isOneTransaction) await inOwnTransaction((db) => keep(db, answer))
  return send(reply, call, answer)
}

/** A failure of the handler, or a constraint of the database. Another fault may follow an effect at another service. */
const isRefusal = (fault: unknown) =>
  fault instanceof Failure || (fault instanceof Error && 'constraint' in fault && fault.constraint !== undefined)

async function run(
  { route, request, reply, binding, caller, credentials }: Served,
  attempt?: Attempt,
): Promise<unknown> {
  const { gate, clock, enqueue } = binding
  const { call } = route
  if (route.form === 'open') {
    const input = inputOf(call, request)
    const acrossTenants = acrossTenantsFor(gate, caller)
    const cookies = cookiesOf(request, reply)
    const { token } = credentials
    const { 'if-match': ifMatch = null, 'if-none-match': ifNoneMatch = null } = request.headers
    const conditions = { ifMatch, ifNoneMatch }
    return route.handler(
      { caller, clock, token, cookies, acrossTenants, inTenant: gate.inTenant, conditions },
      input as never,
    )
  }
  const admit = (actor: Actor) => {
    noteReader(request, actor)
    permit(call, actor)
  }
  const transaction = <T>(work: (context: WriteContext) => Promise<T>) =>
    gate.write(credentials, async (db, actor) => {
      admit(actor)
      const done = await work(writeContext({ db, actor, caller, clock, enqueue, call }))
      if (attempt && (await hasChanges(db))) attempt.noteChange()
      return done
    })
  switch (route.form) {
    case 'rows':
    case 'rowsThenOutside': {
      // The input is parsed first, because the query is built from it.
      const input = await whenPermitted(
        () => gate.open(credentials).then(admit),
        () => inputOf(call, request),
      )
      const read = async (sent: unknown) => {
        const options = { signal: request.signal, isSearch: isSearch(sent) }
        const found = await gate.read(credentials, route.query(sent as never), options)
        admit(found.actor)
        return found
      }
      const { actor, rows } = await read(input)
      stayAwake(binding, call, actor)
      if (route.form === 'rows') {
        const answerOf = (found: unknown[], sent: unknown) =>
          route.answer(found as never, { actor, caller, clock }, sent as never)
        const answer = answerOf(rows, input)
        if (!isLaterPage(input) || !hasNoTotal(answer)) return answer
        // Each row has the total of the list, so a page behind the last one has no total. The first page has it.
        const firstPage = { ...input, page: 1 }
        return { ...answer, ...totalOf(answerOf((await read(firstPage)).rows, firstPage)) }
      }
      return route.handler({ actor, caller, clock, transaction }, rows as never, input as never)
    }
    case 'write': {
      let input = () => inputOf(call, request)
      if (route.prepare) {
        const actor = await gate.open(credentials)
        admit(actor)
        const prepared = await route.prepare({ actor, caller, clock }, input() as never)
        input = () => prepared
      }
      return gate.write(credentials, async (db, actor) => {
        admit(actor)
        stayAwake(binding, call, actor)
        const sent = input()
        await requireMainTexts(db, call, sent)
        const answer = await audited(call, writeContext({ db, actor, caller, clock, enqueue, call }), (context) =>
          route.handler(context, sent as never),
        )
        await attempt?.keep?.(db, answer)
        return answer
      })
    }
    case 'file':
    case 'upload':
    case 'outside': {
      const actor = await gate.open(credentials)
      admit(actor)
      stayAwake(binding, call, actor)
      const context = { actor, caller, clock, transaction }
      if (route.form === 'outside') return route.handler(context, inputOf(call, request) as never)
      if (route.form === 'file') {
        const phrase = (key: string) => binding.phraseOf(key, caller.language)
        return route.handler({ ...context, phrase }, inputOf(call, request) as never)
      }
      // The body is read only now, after the permission check.
      return withUploadSlot(actor, request, async () => {
        const bytes = await takeUpload(request)
        return route.handler(context, inputOf(call, request) as never, bytes)
      })
    }
  }
}

/** The connections of callers without a session are shared by network. */
const acrossTenantsFor =
  (gate: Gate, { address }: Caller): Gate['acrossTenants'] =>
  (reason, work) =>
    gate.acrossTenants(reason, work, { group: 'open', name: networkOf(address, 48) })

function credentialsOf({ beforeTerms }: Call, request: FastifyRequest, { address, host }: Caller): Credentials {
  const { lang } = request.headers
  return {
    token: bearerOf(request.headers.authorization),
    address,
    host,
    beforeTerms,
    language: lang === undefined ? null : languageOf(lang),
  }
}

/** Lists, choices and the command palette name the words of a search alike. Without words they only read. */
const isSearch = (input: unknown) =>
  typeof input === 'object' && input !== null && 'search' in input && Boolean(input.search)

const isLaterPage = (input: unknown): input is { page: number } =>
  typeof input === 'object' && input !== null && 'page' in input && Number(input.page) > 1

const hasNoTotal = (answer: unknown): answer is { total: 0 } =>
  typeof answer === 'object' && answer !== null && 'total' in answer && answer.total === 0

const totalOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'total' in answer ? { total: answer.total } : {}

/** Reports a fault of the input only to callers with the permission, so that others do not learn the input's shape. */
async function whenPermitted<T>(admit: () => Promise<void>, parse: () => T): Promise<T> {
  try {
    return parse()
  } catch (fault) {
    await admit()
    throw fault
  }
}

function permit(call: Call, actor: Actor): void {
  if (call.access === 'anyone') return
  if (!may(actor, call.access)) fail('access.functionality_refused')
  if (call.personal && (actor.realPerson || actor.apiKey)) fail('access.functionality_refused')
  if (areHidden(call.screens, actor.hiddenMenu)) fail('access.page_refused')
}

type Audited = WriteContext & { isAccountedFor: () => boolean }

type Bound = { db: Database; actor: Actor; caller: Caller; clock: Clock; enqueue: Enqueue; call: Call }

function writeContext({ db, actor, caller, clock, enqueue, call }: Bound): Audited {
  let notes = 0
  let isUnchanged = false
  const audit = async (note: AuditNote) => {
    notes += 1
    if (!call.audit) throw new Error(`${call.path} writes to the audit trail without naming an event`)
    await writeAudit(db, auditActorOf(actor, caller), call.audit, note)
  }
  const { tenantId } = actor
  return {
    actor,
    caller,
    clock,
    db,
    audit,
    unchanged: (answer) => {
      isUnchanged = true
      return answer
    },
    announce: (event) => announce(db, event),
    enqueue: (kind, input, options) => enqueue(db, kind, input, { ...options, ...(tenantId && { tenantId }) }),
    isAccountedFor: () => notes > 0 || isUnchanged,
  }
}

/**
 * A change without an audit entry is rolled back, unless the handler says that it stored nothing. A missing entry is our error, and the
 * first call shows it.
 */
async function audited(call: Call, context: Audited, work: (context: WriteContext) => unknown): Promise<unknown> {
  const answer = await work(context)
  if (call.audit && !context.isAccountedFor()) throw new Error(`${call.path} changed something without an audit entry`)
  return answer
}

/**
 * Extends the session, at most once per minute, without delaying the answer. In every time zone a day begins with a quarter of an hour, and
 * the first use of a session on a new day is stored (app.note_billable_person).
 */
function stayAwake({ gate, clock }: Binding, call: Call, actor: Actor): void {
  if (!call.keepsAwake || !isSeenBefore(actor.seenSecondsAgo, clock.now().getTime())) return
  // The update of the last activity may fail while the database is unavailable. The next call tries it again.
  const note = actor.apiKey ? gate.noteKeyUse : gate.touch
  note(actor.sessionId).catch(() => undefined)
}

function send(reply: FastifyReply, call: Call, answer: unknown): FastifyReply {
  const encoded = z.encode(call.answers, answer)
  const unstored = reply.header('cache-control', 'no-store')
  return call.http.gives === 'json' ? unstored.send(encoded) : sendInForm(unstored, call.http.gives, encoded)
}

/** A download: the browser saves the file and never shows it, whatever it contains. */
function sendFile(reply: FastifyReply, { name, type, body }: FileAnswer): FastifyReply {
  const plain = name.normalize('NFKD').replace(/[^\w .-]/g, '')
  // The answer has begun, so the error can only be logged. The client sees an incomplete download. Only the message is logged.
  body.once('error', ({ message }) => reply.log.warn({ message }, 'a download was aborted'))
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(body)
}

// The only place that turns an error into an answer: `{ status, message, key, errors? }` in the caller's language.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import type { Language } from '#catalogue/languages.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { PhraseValues } from '#catalogue/phrases/sentence.ts'
import { Failure, type FieldFault } from '#platform/contract/failure.ts'
import { type Actor, isAdvised } from '../session/actor.ts'
import { callerOf } from './caller.ts'

/** The label of a field; its wire name when no phrase names it, as for fields that no person fills in. */
export type FieldLabel = (field: string, language: Language) => string

/** The texts of an error answer: the sentences of error codes, and the labels of fields. */
export type ErrorPhrases = {
  /** `hasAdvice`: with the advice for administrators. */
  sentenceOf(code: ErrorCode, language: Language, values?: PhraseValues, hasAdvice?: boolean): string
  labelOf: FieldLabel
}

/** Maps the name of a database constraint to an error code and, where one field causes the error, to its wire name. */
export type ConstraintCodes = Record<string, ErrorCode | { code: ErrorCode; field: string }>

export type FailureHandler = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Creates the error handler. `codeOf` maps constraint names to codes; each feature's server/table.ts has its own. */
export const errorHandler = (codeOf: ConstraintCodes, phrases: ErrorPhrases): FailureHandler =>
  answeringFailures(codeOf, (failure, request, reply) =>
    sendFailure(reply, failure, callerOf(request).language, phrases),
  )

/** Creates the error handler of forms: the browser goes on to `page`, which says the sentence of the status word. */
export const pageErrorHandler = (codeOf: ConstraintCodes, page: string): FailureHandler =>
  answeringFailures(codeOf, (failure, _, reply) => {
    beginFailure(reply, failure)
    return reply.redirect(`${page}?status=${errors[failure.code].status}`, 303)
  })

/** Creates the error handler of SCIM calls: RFC 7644, section 3.12. The status word of a `scim.` code is its `scimType`. */
export const scimErrorHandler = (codeOf: ConstraintCodes, phrases: ErrorPhrases): FailureHandler =>
  answeringFailures(codeOf, (failure, request, reply) => {
    beginFailure(reply, failure)
    // RFC 6750, section 3: a request without a token gets no error code.
    if (failure.http === 401)
      reply.header('www-authenticate', `Bearer${request.headers.authorization ? ' error="invalid_token"' : ''}`)
    return reply
      .status(failure.http)
      .header('cache-control', 'no-store')
      .type('application/scim+json')
      .send(
        JSON.stringify({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(failure.http),
          ...scimTypeOf(failure.code),
          detail: phrases.sentenceOf(failure.code, callerOf(request).language, failure.details.values),
        }),
      )
  })

/** Turns any error into a failure, logs what an operator must see, and answers it with `send`. */
const answeringFailures =
  (
    codeOf: ConstraintCodes,
    send: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ): FailureHandler =>
  (error, request, reply) => {
    const failure = failureFrom(error, codeOf)
    const message = logged[failure.code]
    if (message !== undefined) request.log.error({ err: error }, message)
    return send(failure, request, reply)
  }

/** Notes the code of a failure for the metrics, and says in `Retry-After` when the caller may come again. */
function beginFailure(reply: FastifyReply, { code, http, details: { retryAfter } }: Failure): void {
  sentCodes.set(reply, code)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  else if (http === 503) reply.header('retry-after', '2')
}

/**
 * The `scimType` of a refusal, which 400, 409 and 413 have. A name or an e-mail that another resource has is `uniqueness`, a request that
 * does not fit its schema is `invalidSyntax`; other refusals of the portal have none.
 */
function scimTypeOf(code: ErrorCode): { scimType?: string } {
  const { http, status } = errors[code]
  if (code === 'call.invalid') return { scimType: 'invalidSyntax' }
  if (http === 409 && status === 'exists') return { scimType: 'uniqueness' }
  return code.startsWith('scim.') && (http === 400 || http === 409 || http === 413) ? { scimType: status } : {}
}

const sentCodes = new WeakMap<FastifyReply, ErrorCode>()

/** The error code of an answer; undefined for a successful answer. */
export const failureCodeOf = (reply: FastifyReply): ErrorCode | undefined => sentCodes.get(reply)

const readers = new WeakMap<FastifyRequest, Actor>()

/** Notes who reads the answer of a request: errors carry advice for administrators. bind.ts calls it when it knows the person. */
export function noteReader(request: FastifyRequest, actor: Actor): void {
  readers.set(request, actor)
}

/** The status word, message and key of a failure, for an answer or for a live event. */
export function saidOf(
  { code, details }: Failure,
  language: Language,
  { sentenceOf }: Pick<ErrorPhrases, 'sentenceOf'>,
): { status: string; message: string; key: string } {
  const { status, key } = errors[code]
  return { status, message: sentenceOf(code, language, details.values), key }
}

export function sendFailure(
  reply: FastifyReply,
  failure: Failure,
  language: Language,
  { sentenceOf, labelOf }: ErrorPhrases,
): FastifyReply {
  beginFailure(reply, failure)
  const reader = readers.get(reply.request)
  const hasAdvice = reader !== undefined && isAdvised(reader)
  const phrases: Pick<ErrorPhrases, 'sentenceOf'> = {
    sentenceOf: (code, spoken, words) => sentenceOf(code, spoken, words, hasAdvice),
  }
  const { values, fields, labels = {} } = failure.details
  const nameOf: FieldLabel = (field, requestLanguage) =>
    (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? labelOf(field, requestLanguage)
  return reply
    .status(failure.http)
    .header('cache-control', 'no-store')
    .send({
      ...saidOf(failure, language, phrases),
      ...(fields && Object.keys(fields).length > 0
        ? { errors: fieldSentences(fields, language, { ...phrases, labelOf: nameOf }, values) }
        : {}),
    })
}

function fieldSentences(
  fields: Record<string, FieldFault>,
  language: Language,
  phrases: ErrorPhrases,
  values: PhraseValues | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, fault]) => [field, fieldSentence(field, fault, language, phrases, values)]),
  )
}

function fieldSentence(
  field: string,
  fault: FieldFault,
  language: Language,
  phrases: ErrorPhrases,
  values: PhraseValues | undefined,
): string {
  if (fault !== 'required' && fault !== 'invalid') return phrases.sentenceOf(fault, language, values)
  return generalPhrases[language].field[fault].replace('{{name}}', () => phrases.labelOf(field, language))
}

/** Failures that an operator must see in the log. */
const logged: Partial<Record<ErrorCode, string>> = {
  'call.failed': 'a call failed',
  'call.storage_full': 'the disk is full: free some space',
  'call.storage_damaged': 'the database reports a damaged file: see “Backup and restore” in docs/operating.md',
}

/** Codes of PostgreSQL and of the operating system for a temporary outage. */
const outages = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55P03',
  '25P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** The error codes of a full disk: of PostgreSQL (disk_full) and of the portal. */
const fullDisk = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** data_corrupted, index_corrupted, io_error, undefined_file, duplicate_file: a file of PostgreSQL is damaged or missing. */
const damagedFiles = new Set(['XX001', 'XX002', '58030', '58P01', '58P02'])

function failureFrom(
  error: Error & { code?: string; constraint?: string; statusCode?: number },
  codeOf: ConstraintCodes,
): Failure {
  if (error instanceof Failure) return error
  const broken = error.constraint === undefined ? undefined : codeOf[error.constraint]
  if (typeof broken === 'string') return new Failure(broken)
  if (broken) return new Failure(broken.code, { fields: { [broken.field]: broken.code } })
  if (
    outages.has(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/.test(error.message)
  ) {
    return new Failure('call.unavailable')
  }
  if (fullDisk.has(error.code ?? '')) return new Failure('call.storage_full', { retryAfter: 60 })
  if (damagedFiles.has(error.code ?? '')) return new Failure('call.storage_damaged', { retryAfter: 60 })
  // 22P02, 22003, 22P05…: the database cannot read a value. The input's schema should refuse it first. The caller never gets a 500 for it.
  if (error.code?.startsWith('22')) return new Failure('call.invalid')
  // 23503: a referenced record does not exist, or belongs to another business unit.
  if (error.code === '23503') return new Failure('call.not_found')
  if (error.code === '40001' || error.code === '40P01') return new Failure('call.unavailable')
  // The URL names a file with too long a name.
  if (error.code === 'ENAMETOOLONG') return new Failure('call.not_found')
  return new Failure(codeOfStatus(error.statusCode ?? 500))
}

/** Every 4xx of the HTTP server is a fault of the caller, also one without an error code here. */
const codeOfStatus = (status: number): ErrorCode =>
  httpCodes[status] ?? (status >= 400 && status < 500 ? 'call.invalid' : 'call.failed')

/** Refusals of the HTTP server before a call runs. Its 403 is for file URLs that lead out of the folder. */
const httpCodes: Record<number, ErrorCode> = {
  400: 'call.invalid',
  403: 'call.not_found',
  404: 'call.not_found',
  405: 'call.method_refused',
  412: 'call.precondition_failed',
  413: 'call.too_large',
  414: 'call.too_large',
  415: 'call.media_type_refused',
  416: 'call.range_refused',
  431: 'call.too_large',
}

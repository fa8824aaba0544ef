import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'

/** An expected refusal of a request. Rendered in the format of Power BI: `{ error: { code, message } }`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const badRequest = (message: string) => new Refusal(400, 'InvalidRequest', message)

/** Used for a missing object and for an object of another owner, as Power BI does. */
export const notFound = (what: string) => new Refusal(404, 'PowerBIEntityNotFound', `${what} was not found.`)

/** The database of a data set is damaged, and its rows are loaded again. */
export const beingRebuilt = () =>
  new Refusal(503, 'DatasetBeingRebuilt', 'The data is being loaded again. Try again in a moment.', {
    'retry-after': '5',
  })

export const notSupported = (what: string) =>
  new Refusal(501, 'NotSupportedByLocalService', `The local report service does not support ${what}.`)

/** Validates input against a schema. The refusal names the field and repeats no sent value. */
export function parsed<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.')
  throw badRequest(`${field}: ${issue?.message ?? 'invalid'}`)
}

const CODE_OF_STATUS: Record<number, string> = { 413: 'RequestTooLarge', 415: 'UnsupportedMediaType' }

/** Converts every error to an answer. An unexpected error is logged; its message is not sent. */
export function renderError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    return reply.code(error.status).headers(error.headers).send(body(error.code, error.message))
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    return reply.code(status).send(body(CODE_OF_STATUS[status] ?? 'InvalidRequest', 'The request was refused.'))
  }
  request.log.error({ err: error }, 'unexpected failure')
  return reply.code(500).send(body('InternalServerError', 'An unexpected failure occurred.'))
}

function body(code: string, message: string) {
  return { error: { code, message } }
}

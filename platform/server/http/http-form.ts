// Requests and answers that are not JSON: forms, redirects, XML and SCIM (HttpForm of platform/contract/call.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requestBodyBytes } from '#catalogue/limits.ts'
import type { HttpForm, scimAnswer } from '#platform/contract/call.ts'
import { Failure } from '#platform/contract/failure.ts'
import type { FailureHandler } from './errors.ts'
import { boundedJsonParser } from './json-size.ts'

const formType = 'application/x-www-form-urlencoded'
export const scimType = 'application/scim+json'
const jsonType = 'application/json'

/** Lets a form call and a JSON call share a path: Fastify chooses the route by the media type of the body. */
export const bodyConstraint = {
  name: 'body',
  mustMatchWhenDerived: false,
  storage<Handler>() {
    const routes = new Map<string, Handler>()
    return {
      get: (kind: string) => routes.get(kind) ?? null,
      set: (kind: string, route: Handler) => void routes.set(kind, route),
    }
  },
  /** No route has the constraint `other`: then the route without a constraint counts. */
  deriveConstraint: ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
    String(headers['content-type'] ?? '').startsWith(formType) ? 'form' : 'other',
}

type FormBinding = {
  bind: (scope: FastifyInstance) => void
  /** Answers failures in the form of SCIM. */
  scimErrors: FailureHandler
  /** Answers failures by leading the browser to a page. */
  pageErrors: (page: string) => FailureHandler
}

/** A separate scope with the parser of the body: all other calls refuse forms, which a foreign page could send (A10). */
export function admitForms(
  app: FastifyInstance,
  { takes, gives, refusedTo }: HttpForm,
  { bind, scimErrors, pageErrors }: FormBinding,
): void {
  void app.register(async (scope) => {
    const text = { parseAs: 'string' as const, bodyLimit: requestBodyBytes.max }
    if (takes === 'form') scope.addContentTypeParser(formType, text, readForm)
    if (takes === 'scim') {
      const parse = boundedJsonParser(scope)
      // Microsoft Entra sends the media type with a DELETE, which has no body.
      const readJson = (request: FastifyRequest, body: string, done: (error: Error | null, body?: unknown) => void) =>
        body === '' && request.method === 'DELETE' ? done(null) : parse(request, body, done)
      // Of the parsers of all calls (app.ts) this scope has a copy.
      scope.removeContentTypeParser(jsonType)
      scope.addContentTypeParser([scimType, jsonType], text, readJson)
    }
    if (gives === 'scim') scope.setErrorHandler(scimErrors)
    if (refusedTo !== null) scope.setErrorHandler(pageErrors(refusedTo))
    bind(scope)
  })
}

/** The form of an identity provider has two fields. Reading half a million of them would block the process, and anybody can send them. */
const maxFields = 50

/** The fields of a form. Of a repeated field the first value counts. */
function readForm(_: unknown, body: string, done: (error: Error | null, fields: object) => void): void {
  if (body.split('&', maxFields + 1).length > maxFields) return done(new Failure('call.invalid'), {})
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) if (!fields.has(name)) fields.set(name, value)
  done(null, Object.fromEntries(fields))
}

export function sendInForm(
  reply: FastifyReply,
  gives: Exclude<HttpForm['gives'], 'json'>,
  answer: unknown,
): FastifyReply {
  if (gives === 'xml') return reply.type('application/xml; charset=utf-8').send(String(answer))
  if (gives === 'redirect') return reply.redirect((answer as { location: string }).location, 303)
  const { http, resource, body } = answer as z.output<ReturnType<typeof scimAnswer>>
  if (resource !== null) {
    // `meta.location` is also the Content-Location, and `meta.version` the ETag (RFC 7643, section 3.1).
    void reply.header('content-location', resource.location)
    if (http === 201) void reply.header('location', resource.location)
    if (resource.version !== null) void reply.header('etag', resource.version)
  }
  if (body === null) return reply.status(http).send()
  return reply.status(http).type(scimType).send(JSON.stringify(body))
}

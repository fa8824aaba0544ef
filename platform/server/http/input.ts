// Turns a request into the input of a call, or into an error that names the fields. Text that PostgreSQL cannot store is refused here.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isAbsent } from '#platform/contract/absence.ts'
import type { Call } from '#platform/contract/call.ts'
import { type FieldFault, fail } from '#platform/contract/failure.ts'
import { withOwnFields, withoutPrototypes } from './own-keys.ts'

const deepest = 20

/** The query parameters of a GET or DELETE, or the body of another call, with the parts of the path, parsed by the schema of the call. */
export function inputOf(call: Call, request: FastifyRequest): unknown {
  const isQuery = call.method === 'GET' || call.method === 'DELETE'
  const sent: unknown = isQuery ? request.query : (request.body ?? {})
  const chosen = call.http.takes === 'scim' && !isQuery ? chosenAttributes(request.query) : {}
  const whole = withPathParts(sent, { ...chosen, ...(request.params as object | undefined) })
  if (!storable(whole, 0)) fail('call.invalid')
  // Zod reads inherited properties, and what it returns inherits again.
  const raw = withoutPrototypes(whole)
  const parsed = call.input.safeParse(raw)
  if (!parsed.success) fail('call.invalid', { fields: faultsOf(parsed.error, raw) })
  return withOwnFields(call.input, parsed.data)
}

/** The query parameters of a SCIM change: which attributes the answer has (RFC 7644, section 3.9). */
function chosenAttributes(query: unknown): Record<string, unknown> {
  const { attributes, excludedAttributes } = query as Record<string, unknown>
  return {
    ...(attributes === undefined ? {} : { attributes }),
    ...(excludedAttributes === undefined ? {} : { excludedAttributes }),
  }
}

/** A part of the path wins over a field of the same name. */
function withPathParts(sent: unknown, parts: unknown): unknown {
  if (typeof parts !== 'object' || parts === null || Object.keys(parts).length === 0) return sent
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { ...sent, ...parts } : sent
}

/** PostgreSQL refuses NUL in text and silently changes lone surrogates. Both are refused here. */
function storable(value: unknown, depth: number): boolean {
  if (depth > deepest) return false
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every((item) => storable(item, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([key, item]) => storable(key, depth) && storable(item, depth + 1))
  }
  return true
}

/** The first fault of each field, by wire name. No sent value is repeated. */
function faultsOf(error: z.ZodError, raw: unknown): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    if (!field || Object.hasOwn(faults, field)) continue
    faults[field] = isAbsent(raw, issue.path) ? 'required' : 'invalid'
  }
  return faults
}

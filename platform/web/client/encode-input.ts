// Encodes our values (booleans, dates, English names) for the wire: S/N flags, ISO text, the specification's names.
import { z } from 'zod'
import type { Call } from '#platform/contract/call.ts'

type OptionalKeys<C extends Call> = {
  [Key in keyof z.input<C['input']>]-?: undefined extends z.input<C['input']>[Key] ? Key : never
}[keyof z.input<C['input']>]

type Inside<C extends Call> = z.output<C['input']>

/** The input that a screen passes to `ask`, in our words; fields with a default may be absent. */
export type CallInput<C extends Call> =
  Inside<C> extends object
    ? Omit<Inside<C>, OptionalKeys<C> & keyof Inside<C>> & Partial<Pick<Inside<C>, OptionalKeys<C> & keyof Inside<C>>>
    : Inside<C>

/**
 * Encodes the input of a call. A value that the schema refuses is sent unchanged: the server says what is wrong with it, in the person's
 * language and at the field. Unknown keys are left out.
 */
export function encodeInput<C extends Call>(call: C, input: CallInput<C>): unknown {
  return encode(call.input, input)
}

/** Walks objects and lists itself, because zod cannot run a schema with a one-way transform (trim to null) backwards. */
function encode(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodObject && typeof value === 'object') return encodeFields(schema, value)
  if (schema instanceof z.ZodCodec && schema.def.in instanceof z.ZodObject) {
    // `renamed`: only the names change in this direction; the fields below are walked like any others.
    return encode(schema.def.in, schema.def.reverseTransform(value, { value, issues: [] }))
  }
  // An object with a one-way transform after it, such as a grant: its fields are walked, and the transform is left out.
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodObject) return encode(schema.def.in, value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => encode(schema.element, item))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return encode(schema.unwrap(), value)
  }
  return encodeLeaf(schema, value)
}

function encodeFields(schema: z.ZodObject, value: object): Record<string, unknown> {
  const known = Object.entries(value).filter(([key, field]) => key in schema.shape && field !== undefined)
  return Object.fromEntries(known.map(([key, field]) => [key, encode(schema.shape[key] ?? z.unknown(), field)]))
}

function encodeLeaf(schema: z.core.$ZodType, value: unknown): unknown {
  try {
    const encoded = z.safeEncode(schema, value)
    // A schema that encodes an invalid text as null, such as `pageUrl`, refuses it: sent as null it would be lost without a word.
    return encoded.success && encoded.data !== null ? encoded.data : value
  } catch (error) {
    if (error instanceof z.core.$ZodEncodeError) return value
    throw error
  }
}

/** The query of a GET or DELETE: absent values are left out, and lists repeat the key. */
export function toQuery(encoded: unknown): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(encoded ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) query.append(key, String(item))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

// Input without inherited properties. A planted property of a built-in prototype is no field of a call, and no key of a request reaches
// a prototype (prototype pollution, U6). Next: input.ts uses both; ../machine/freeze-built-ins.ts is the second defence.

import { z } from 'zod'

/** Property names that lead from an object to a prototype. */
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype'])

/** True when a key is, or a path of a protocol contains, a name that leads to a prototype. Names have no case in SCIM. */
export const leadsToPrototype = (path: string): boolean =>
  path.split(/[^\w$-]+/).some((segment) => prototypeNames.has(segment.toLowerCase()))

/** True when a key of the value, at any depth, leads to a prototype. */
export function hasPrototypeName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasPrototypeName)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => leadsToPrototype(key) || hasPrototypeName(item))
}

/**
 * A copy whose objects, at every depth, have no prototype: a missing field reads as undefined, whatever a prototype has. Instances of
 * classes (dates, bytes) stay as they are. The depth of the value must be bounded.
 */
export function withoutPrototypes<T>(value: T): T {
  return copyOf(value, null) as T
}

/**
 * Gives a parsed value an own property for each field of its schema; a field without a value is undefined. Copies such as `{ id, ...changes
 * }` in handlers have a prototype, and the own property hides that of the prototype.
 */
export function withOwnFields<T>(schema: z.core.$ZodType, value: T): T {
  return copyOf(value, schema) as T
}

function copyOf(value: unknown, schema: z.core.$ZodType | null): unknown {
  const shaped = schema === null ? null : shapedOf(schema)
  if (Array.isArray(value)) {
    const element = shaped instanceof z.ZodArray ? shaped.element : null
    return value.map((item) => copyOf(item, element))
  }
  if (!isPlain(value)) return value
  const shape: z.core.$ZodShape = shaped instanceof z.ZodObject ? shaped.shape : {}
  const copy = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(shape)) copy[key] = undefined
  for (const key of Object.keys(value))
    copy[key] = copyOf(value[key], Object.hasOwn(shape, key) ? (shape[key] ?? null) : null)
  return copy
}

/** The schema of the parsed value: without what says that it may be absent, and after a conversion. */
function shapedOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return shapedOf(schema.out)
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  return isWrapped ? shapedOf(schema.unwrap()) : schema
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

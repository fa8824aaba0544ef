// Names of attributes: how a sent resource spells them, and which attributes an answer has (RFC 7643, section 2.1; RFC 7644, section 3.9).
import type { PatchShapes } from './patch.ts'

export type Resource = { schemas: readonly string[]; id: string } & Record<string, unknown>

/** The lists of a query, or of a search in a body. `attributes` wins over `excludedAttributes`. */
export type Wanted = {
  attributes?: string | string[] | undefined
  excludedAttributes?: string | string[] | undefined
}

/** A requested attribute in lower case: the name, or the URN of an extension, and a sub-attribute of it. */
type AttributeName = { name: string; part: string | null }

const namesOf = (list: string | string[] | undefined, resource: Resource): AttributeName[] =>
  (Array.isArray(list) ? list : (list ?? '').split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
    .map((name) => namedIn(resource, name))

function namedIn(resource: Resource, name: string): AttributeName {
  const extension = Object.keys(resource).find((key) => key.includes(':') && isAtOrBelow(name, key.toLowerCase()))
  if (extension) return { name: extension.toLowerCase(), part: name.slice(extension.length + 1) || null }
  const plain = name.slice(name.lastIndexOf(':') + 1)
  const dot = plain.indexOf('.')
  return dot === -1 ? { name: plain, part: null } : { name: plain.slice(0, dot), part: plain.slice(dot + 1) }
}

const isAtOrBelow = (name: string, urn: string) => name === urn || name.startsWith(`${urn}:`)

/** The resource with the wanted attributes. `schemas` and `id` are always returned. */
export function withAttributes(resource: Resource, { attributes, excludedAttributes }: Wanted): Resource {
  const requested = namesOf(attributes, resource)
  const named = requested.length > 0 ? requested : namesOf(excludedAttributes, resource)
  if (named.length === 0) return resource
  const isRequest = requested.length > 0
  const remaining = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'schemas' || key === 'id') return [[key, value]]
    const parts = named.flatMap(({ name, part }) => (name === key.toLowerCase() ? [part] : []))
    if (parts.length === 0) return isRequest ? [] : [[key, value]]
    if (parts.includes(null)) return isRequest ? [[key, value]] : []
    const isKept = (part: string) => parts.includes(part.toLowerCase()) === isRequest
    return [[key, Array.isArray(value) ? value.map((item) => partsWhere(item, isKept)) : partsWhere(value, isKept)]]
  })
  return Object.fromEntries(remaining) as Resource
}

function partsWhere(value: unknown, isKept: (part: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part)))
}

/** True when the answer will contain the attribute: otherwise the members of large groups need not be read. */
export const isWanted = (name: string, wanted: Wanted): boolean =>
  Object.hasOwn(withAttributes({ schemas: [], id: '', [name]: true }, wanted), name)

/** A sent resource with the names of the table, because names have no case. Attributes that the table does not have are left out. */
export function spelledAs(shapes: PatchShapes, resource: object): Record<string, unknown> {
  const names = new Map(Object.keys(shapes).map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
      const name = names.get(key.toLowerCase())
      const shape = name === undefined ? undefined : shapes[name]
      if (name === undefined || shape === undefined) return []
      if (shape.kind === 'complex') return [[name, spelledParts(shape.parts, value)]]
      if (shape.kind !== 'multi' || !Array.isArray(value)) return [[name, value]]
      return [[name, value.map((item) => spelledParts(shape.parts, item))]]
    }),
  )
}

/** A value that is no record stays as it is; the schema of the resource refuses it. */
function spelledParts(parts: readonly string[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const names = new Map(parts.map((part) => [part.toLowerCase(), part]))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [names.get(key.toLowerCase()) ?? key, part]))
}

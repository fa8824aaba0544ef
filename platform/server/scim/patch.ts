// A PATCH of a SCIM resource (RFC 7644, section 3.5.2): operations on a closed table of attributes. No text of a request becomes a
// property name: a path is looked up in the table, and the result has names of the table only. Attributes that the portal does not keep
// are accepted and forgotten when the table, or the URN of another schema, says so. Next: filter.ts reads the filter of a path.
import { isDeepStrictEqual } from 'node:util'
import type { Filter } from 'scim2-parse-filter'
import { scimPatch } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { leadsToPrototype } from '../http/own-keys.ts'
import { booleanOf, parsedFilter } from './filter.ts'

/**
 * How an attribute is patched. `single`: one value. `complex`: one record of the parts. `multi`: a list of such records. An extension is
 * a complex attribute whose name is its URN. `read_only`: only its present value may be sent. `forgotten`: accepted and not kept, as are
 * the parts in `forgotten`. `required`: it cannot be removed.
 */
export type PatchShape =
  | { kind: 'single'; required?: boolean }
  | ({ kind: 'complex' } & PatchParts)
  | ({ kind: 'multi' } & PatchParts)
  | { kind: 'read_only' }
  | { kind: 'forgotten' }
type PatchParts = { parts: readonly string[]; forgotten?: readonly string[] }
export type PatchShapes = Readonly<Record<string, PatchShape>>

export type Operation = { op: string; path?: string | undefined; value?: unknown }
export type Verb = 'add' | 'replace' | 'remove'

/** The maximum number of elements of a list, such as the e-mail addresses of a person: each operation compares all of them. */
const maxElements = 50
const maxPathLength = 500

type Parts = Map<string, unknown>
/** A single value, `Parts`, or a list of them, as the shape of the attribute says. */
type Value = unknown

/** `touched`: names of attributes and of parts that an operation named, such as `displayName` and `name.familyName`. */
export type Patched = { resource: Record<string, unknown>; touched: ReadonlySet<string> }

/**
 * The resource after the operations. `coreSchema`: the URN that may stand before the name of an attribute.
 * Fails with `scim.syntax_invalid` for an unknown operation, with `scim.path_invalid` for a path that is none, with `scim.no_target` for one
 * that selects nothing, with `scim.read_only` for a change of what cannot change, with `scim.value_invalid` for a value that does not fit
 * the attribute and for a list of more than 50 elements, and with `scim.limit_exceeded` for too many changes: each may compare all elements of a
 * list with all terms of a filter.
 */
export function patched(
  present: object,
  operations: readonly Operation[],
  { shapes, coreSchema }: { shapes: PatchShapes; coreSchema: string },
): Patched {
  const state = new Map<string, Value>()
  const touched = new Set<string>()
  const table = { shapes, coreSchema, names: new Map(Object.keys(shapes).map((name) => [name.toLowerCase(), name])) }
  for (const [name, value] of Object.entries(present)) {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
    if (shape && shape.kind !== 'read_only' && shape.kind !== 'forgotten') state.set(name, readValue(shape, value))
  }
  const changes = operations.flatMap(changesOf)
  refuseTooMany(changes.length)
  for (const change of changes) applyChange({ state, touched, table, present }, change)
  return { resource: toResource(state), touched }
}

export function refuseTooMany(changes: number): void {
  if (changes > scimPatch.operations) failTooMany()
}

export function failTooMany(): never {
  const { operations: most, members } = scimPatch
  return fail('scim.limit_exceeded', { values: { most, members } })
}

/** The operation's word in lower case: Entra writes `Replace`. */
export function verbOf({ op }: Operation): Verb {
  const verb = op.toLowerCase()
  return verb === 'add' || verb === 'replace' || verb === 'remove' ? verb : fail('scim.syntax_invalid')
}

type Table = { shapes: PatchShapes; coreSchema: string; names: ReadonlyMap<string, string> }
type Target = { name: string; shape: PatchShape; filter: Filter | null; part: string | null }
/** A change of one attribute. An operation without a path has several: `ofRecord`. */
export type Change = { verb: Verb; path: string; value: unknown; ofRecord: boolean }

/** The changes of an operation, in order. */
export function changesOf(operation: Operation): Change[] {
  const verb = verbOf(operation)
  const { path, value } = operation
  // Of an absent value nothing can be added; null is no value, and removes (RFC 7643, section 2.5).
  if (verb !== 'remove' && value === undefined) fail('scim.value_invalid')
  if (path !== undefined) return [{ verb: value === null ? 'remove' : verb, path, value, ofRecord: false }]
  if (verb === 'remove') fail('scim.no_target')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('scim.value_invalid')
  // Entra writes paths as keys: `{"name.familyName": "Souza"}`.
  return Object.entries(value).map(([path, item]) => ({
    verb: item === null ? 'remove' : verb,
    path,
    value: item,
    ofRecord: true,
  }))
}

type Applied = { state: Map<string, Value>; touched: Set<string>; table: Table; present: object }

function applyChange({ state, touched, table, present }: Applied, change: Change): void {
  const { verb, value } = change
  const target = targetOf(change, table)
  if (target === null) return
  const { name, shape, part } = target
  if (shape.kind === 'forgotten') return
  if (shape.kind === 'read_only') return refuseChange({ verb, value }, (present as Record<string, unknown>)[name])
  for (const each of touchedBy(target, value)) touched.add(each)
  if (shape.kind === 'single') {
    if (part !== null) fail('scim.path_invalid')
    if (verb === 'remove' && shape.required) fail('scim.read_only')
    setOrDelete(state, name, verb === 'remove' ? undefined : value)
  } else if (shape.kind === 'complex') {
    const after = patchedParts(partsOf(state.get(name)), shape.parts, verb, part, value)
    setOrDelete(state, name, after.size === 0 ? undefined : after)
  } else {
    const before = listOf(state.get(name))
    const after = withOnePrimary(before, patchedList(before, shape.parts, verb, target, value))
    if (after.length > maxElements) fail('scim.value_invalid')
    state.set(name, after)
  }
}

function touchedBy({ name, shape, part }: Target, value: unknown): string[] {
  if (shape.kind !== 'complex') return [name]
  if (part !== null) return [`${name}.${part}`]
  return [...readParts(shape.parts, value).keys()].map((key) => `${name}.${key}`)
}

/** A read-only attribute may be sent as it is: Okta sends the id of a group with its new name. */
export function refuseChange({ verb, value }: Pick<Change, 'verb' | 'value'>, present: unknown): void {
  if (verb === 'remove' || !isDeepStrictEqual(value, present)) fail('scim.read_only')
}

/** `attribute`, `attribute[filter]`, `attribute.part`, `attribute[filter].part`. Names begin with a letter (RFC 7643, section 2.1). */
const pathForm = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is

/** The URN of a schema with its colon (RFC 8141, section 2, without percent signs): no empty part, and no `..`. */
const urnForm = /^urn:[a-z0-9][a-z0-9-]{1,31}(?::[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)*:/i

export type ParsedPath = {
  /** The URN before the attribute; null without one. */
  schema: string | null
  attribute: string
  filter: Filter | null
  part: string | null
}

export function parsedPath(path: string): ParsedPath {
  if (path.length > maxPathLength || leadsToPrototype(path)) fail('scim.path_invalid')
  const [filterStart = ''] = path.split('[')
  const urn = urnForm.exec(filterStart)?.[0] ?? ''
  const [, attribute = '', filterText, part = null] = pathForm.exec(path.slice(urn.length)) ?? fail('scim.path_invalid')
  const filter = filterText === undefined ? null : parsedFilter(filterText, 'scim.path_invalid')
  return { schema: urn === '' ? null : urn.slice(0, -1), attribute, filter, part }
}

/** Finds the attribute that the path names; null for an attribute that the portal does not keep. */
function targetOf({ path, ofRecord }: Change, { shapes, coreSchema, names }: Table): Target | null {
  if (path.length > maxPathLength || leadsToPrototype(path)) fail('scim.path_invalid')
  const lower = path.toLowerCase()
  const extension = [...names].find(([name]) => name.includes(':') && (lower === name || lower.startsWith(`${name}:`)))
  if (extension) {
    const [, name] = extension
    const shape = shapes[name] as PatchShape
    const rest = path.slice(name.length + 1)
    if (rest === '') return { name, shape, filter: null, part: null }
    const inside = parsedPath(rest)
    const part = partNamed(shape, inside.attribute)
    if (part === null) return null
    return inside.schema === null && inside.filter === null && inside.part === null
      ? { name, shape, filter: null, part }
      : fail('scim.path_invalid')
  }
  const { schema, attribute, filter, part: partText } = parsedPath(path)
  // An attribute of another extension may have the name of one of ours.
  if (schema !== null && schema.toLowerCase() !== coreSchema.toLowerCase()) return null
  const name = names.get(attribute.toLowerCase())
  // An unknown attribute of a record is forgotten, as in a whole resource; an unknown path is a fault.
  if (name === undefined) return ofRecord ? null : fail('scim.path_invalid')
  const shape = shapes[name] as PatchShape
  if (shape.kind === 'forgotten' || shape.kind === 'read_only') return { name, shape, filter, part: partText }
  if (filter !== null && shape.kind !== 'multi') fail('scim.path_invalid')
  if (partText === null) return { name, shape, filter, part: null }
  const part = partNamed(shape, partText)
  return part === null ? null : { name, shape, filter, part }
}

/** The name of a part; null for one that is forgotten. */
function partNamed(shape: PatchShape, text: string): string | null {
  if (shape.kind !== 'complex' && shape.kind !== 'multi') return fail('scim.path_invalid')
  const isNamed = (part: string) => part.toLowerCase() === text.toLowerCase()
  if (shape.forgotten?.some(isNamed)) return null
  return shape.parts.find(isNamed) ?? fail('scim.path_invalid')
}

function patchedParts(
  present: Parts,
  parts: readonly string[],
  verb: Verb,
  part: string | null,
  value: unknown,
): Parts {
  if (part === null) {
    if (verb === 'remove') return new Map()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('scim.value_invalid')
    return new Map([...present, ...readParts(parts, value)])
  }
  const after = new Map(present)
  setOrDelete(after, part, verb === 'remove' ? undefined : verb === 'add' ? addedTo(present.get(part), value) : value)
  return after
}

/** A part that is a list of single values gets the added ones (RFC 7644, section 3.5.2.1); of another part, the value is replaced. */
function addedTo(present: unknown, value: unknown): unknown {
  if (!Array.isArray(present)) return value
  const all: unknown[] = [...new Set([...present, ...(Array.isArray(value) ? value : [value])])]
  return all.length > maxElements ? fail('scim.value_invalid') : all
}

function patchedList(
  present: Parts[],
  parts: readonly string[],
  verb: Verb,
  { filter, part }: Target,
  value: unknown,
): Parts[] {
  if (filter === null && part === null) {
    const sentParts = verb === 'remove' ? [] : readList(parts, value)
    return verb === 'add' ? joined(present, sentParts) : sentParts
  }
  const isChosen = (element: Parts) => filter === null || matches(filter, element, parts)
  const isFound = present.some(isChosen)
  // A filter that selects nothing: RFC 7644, section 3.5.2.3.
  if (!isFound && filter !== null && verb !== 'add') fail('scim.no_target')
  if (verb === 'remove' && part === null) return present.filter((element) => !isChosen(element))
  const change = (element: Parts): Parts => {
    if (part !== null) return patchedParts(element, parts, verb, part, value)
    return new Map([...(verb === 'add' ? element : []), ...readParts(parts, value)])
  }
  if (isFound) return present.map((element) => (isChosen(element) ? change(element) : element))
  // Entra adds the value of an element that does not exist yet: it is added with what its filter says.
  return verb === 'remove' ? present : [...present, change(filter === null ? new Map() : elementOf(filter, parts))]
}

/** An equal element is not added twice. */
function joined(present: Parts[], additions: Parts[]): Parts[] {
  const known = new Set(present.map(textOf))
  return [...present, ...additions.filter((element) => !known.has(textOf(element)))]
}

const isPrimary = (element: Parts): boolean => booleanOf(element.get('primary')) === true

/** An element that becomes the primary one takes the mark from the others (RFC 7644, section 3.5.2). */
function withOnePrimary(before: Parts[], after: Parts[]): Parts[] {
  const isNew = (element: Parts) => isPrimary(element) && !before.includes(element)
  if (!after.some(isNew)) return after
  return after.map((element) =>
    isPrimary(element) && !isNew(element) ? new Map([...element, ['primary', false]]) : element,
  )
}

const textOf = (element: Parts): string =>
  JSON.stringify([...element].toSorted(([one], [other]) => one.localeCompare(other)))

/** The element that a filter of equalities describes: `type eq "work"`. Another filter describes none. */
function elementOf(filter: Filter, parts: readonly string[]): Parts {
  if (filter.op === 'and') return new Map(filter.filters.flatMap((each) => [...elementOf(each, parts)]))
  if (filter.op !== 'eq') fail('scim.path_invalid')
  return new Map([[partOf(filter.attrPath, parts), filter.compValue]])
}

const partOf = (attribute: string, parts: readonly string[]): string =>
  parts.find((part) => part.toLowerCase() === attribute.toLowerCase()) ?? fail('scim.path_invalid')

function matches(filter: Filter, element: Parts, parts: readonly string[]): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => matches(each, element, parts))
    case 'or':
      return filter.filters.some((each) => matches(each, element, parts))
    case 'not':
      return !matches(filter.filter, element, parts)
    case '[]':
      return fail('scim.path_invalid')
    case 'pr':
      return (element.get(partOf(filter.attrPath, parts)) ?? '') !== ''
    default: {
      const [value, expected] = [element.get(partOf(filter.attrPath, parts)), filter.compValue].map(comparable)
      if (value === undefined || expected === undefined) return filter.op === 'ne' && value !== expected
      if (filter.op === 'co') return value.includes(expected)
      if (filter.op === 'sw') return value.startsWith(expected)
      if (filter.op === 'ew') return value.endsWith(expected)
      const order = value < expected ? -1 : value > expected ? 1 : 0
      return { eq: order === 0, ne: order !== 0, gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }[
        filter.op
      ]
    }
  }
}

/** Texts are compared without case; Entra writes booleans as text. */
const comparable = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : undefined

function readValue(shape: PatchShape, value: unknown): Value {
  if (shape.kind === 'complex') return readParts(shape.parts, value)
  return shape.kind === 'multi' ? readList(shape.parts, value) : value
}

/** The parts of a sent record, by the names of the table. A bare value is the part `value`. */
function readParts(parts: readonly string[], sent: unknown): Parts {
  if (typeof sent !== 'object' || sent === null) return parts.includes('value') ? new Map([['value', sent]]) : new Map()
  const named = (key: string) => parts.find((part) => part.toLowerCase() === key.toLowerCase())
  return new Map(
    Object.entries(sent).flatMap(([key, value]): [string, unknown][] => {
      if (leadsToPrototype(key)) fail('scim.path_invalid')
      const name = named(key)
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

function readList(parts: readonly string[], sent: unknown): Parts[] {
  if (sent === null || sent === undefined) return []
  if (Array.isArray(sent) && sent.length > maxElements) fail('scim.value_invalid')
  return (Array.isArray(sent) ? sent : [sent]).map((element) => readParts(parts, element))
}

const partsOf = (value: Value): Parts => (value instanceof Map ? (value as Parts) : new Map())
const listOf = (value: Value): Parts[] => (Array.isArray(value) ? (value as Parts[]) : [])

function setOrDelete<V>(map: Map<string, V>, name: string, value: V | undefined): void {
  if (value === undefined) map.delete(name)
  else map.set(name, value)
}

/** Objects without a prototype: a missing attribute inherits nothing. */
function toResource(state: ReadonlyMap<string, Value>): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    return value instanceof Map ? toResource(value as Map<string, Value>) : value
  }
  const resource = Object.create(null) as Record<string, unknown>
  for (const [name, value] of state) resource[name] = plain(value)
  return resource
}

// A PATCH of a SCIM resource (RFC 7644, section 3.5.2): operations on a closed table of attributes. No text of a request becomes a
// property name: a path is looked up in the table, and the result has names of the table only. Attributes that the table does not have
// are accepted and forgotten. Next: filter.ts reads the filter of a path.
import type { Filter } from 'scim2-parse-filter'
import { fail } from '#platform/contract/failure.ts'
import { leadsToPrototype } from '../http/own-keys.ts'
import { booleanOf, parsedFilter } from './filter.ts'

/**
 * How an attribute is patched. `single`: one value. `complex`: one record of the parts. `multi`: a list of such records. An extension is
 * a complex attribute whose name is its URN.
 */
export type PatchShape = { kind: 'single' } | { kind: 'complex' | 'multi'; parts: readonly string[] }
export type PatchShapes = Readonly<Record<string, PatchShape>>

export type Operation = { op: string; path?: string | undefined; value?: unknown }
type Verb = 'add' | 'replace' | 'remove'

/** The maximum number of elements of a list, such as the e-mail addresses of a person: each operation compares all of them. */
const maxElements = 50
/** The maximum number of operations of a request: each may compare all elements of a list with all terms of a filter. */
const maxChanges = 200
const maxPathLength = 500

type Parts = Map<string, unknown>
/** A single value, `Parts`, or a list of them, as the shape of the attribute says. */
type Value = unknown

/** `touched`: names of attributes and of parts that an operation named, such as `displayName` and `name.familyName`. */
export type Patched = { resource: Record<string, unknown>; touched: ReadonlySet<string> }

/**
 * The resource after the operations. `coreSchema`: the URN that may stand before the name of an attribute.
 * Fails with `scim.syntax_invalid` for an unknown operation, with `scim.path_invalid` for a path that is none, and with
 * `scim.value_invalid` for a value that does not fit the attribute, for a list of more than 50
 * elements, and for more than 200 changes.
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
    if (Object.hasOwn(shapes, name)) state.set(name, readValue(shapes[name] as PatchShape, value))
  }
  const changes = operations.flatMap(changesOf)
  if (changes.length > maxChanges) fail('scim.value_invalid')
  for (const change of changes) applyChange({ state, touched, table }, change)
  return { resource: toResource(state), touched }
}

/** The operation's word in lower case: Entra writes `Replace`. */
export function verbOf({ op }: Operation): Verb {
  const verb = op.toLowerCase()
  return verb === 'add' || verb === 'replace' || verb === 'remove' ? verb : fail('scim.syntax_invalid')
}

type Table = { shapes: PatchShapes; coreSchema: string; names: ReadonlyMap<string, string> }
type Target = { name: string; shape: PatchShape; filter: Filter | null; part: string | null }
/** A change of one attribute. An operation without a path has several. */
type Change = { verb: Verb; path: string; value: unknown }

function changesOf(operation: Operation): Change[] {
  const verb = verbOf(operation)
  const { path, value } = operation
  if (path !== undefined) return [{ verb, path, value }]
  if (verb === 'remove') fail('scim.path_invalid')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('scim.value_invalid')
  // Entra writes paths as keys: `{"name.familyName": "Souza"}`.
  return Object.entries(value).map(([key, item]) => ({ verb, path: key, value: item }))
}

function applyChange(
  { state, touched, table }: { state: Map<string, Value>; touched: Set<string>; table: Table },
  { verb, path, value }: Change,
): void {
  const target = targetOf(path, table)
  if (target === null) return
  const { name, shape, part } = target
  for (const each of touchedBy(target, value)) touched.add(each)
  if (shape.kind === 'single') {
    if (part !== null) fail('scim.path_invalid')
    setOrDelete(state, name, verb === 'remove' ? undefined : value)
  } else if (shape.kind === 'complex') {
    const after = patchedParts(partsOf(state.get(name)), shape.parts, verb, part, value)
    setOrDelete(state, name, after.size === 0 ? undefined : after)
  } else {
    const after = patchedList(listOf(state.get(name)), shape.parts, verb, target, value)
    if (after.length > maxElements) fail('scim.value_invalid')
    state.set(name, after)
  }
}

function touchedBy({ name, shape, part }: Target, value: unknown): string[] {
  if (shape.kind !== 'complex') return [name]
  if (part !== null) return [`${name}.${part}`]
  return [...readParts(shape.parts, value).keys()].map((key) => `${name}.${key}`)
}

/** `attribute`, `attribute[filter]`, `attribute.part`, `attribute[filter].part`. Names begin with a letter (RFC 7643, section 2.1). */
const pathForm = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is

/** Finds the attribute that the path names; null for an attribute that the table does not have. */
function targetOf(path: string, { shapes, coreSchema, names }: Table): Target | null {
  if (path.length > maxPathLength || leadsToPrototype(path)) fail('scim.path_invalid')
  const lower = path.toLowerCase()
  const extension = [...names].find(([name]) => name.includes(':') && (lower === name || lower.startsWith(`${name}:`)))
  if (extension) {
    const [, name] = extension
    const shape = shapes[name] as PatchShape
    const rest = path.slice(name.length + 1)
    if (rest === '') return { name, shape, filter: null, part: null }
    const [, attribute = ''] = pathForm.exec(rest) ?? fail('scim.path_invalid')
    const part = partNamed(shape, attribute)
    return part === null ? null : { name, shape, filter: null, part }
  }
  const isCore = lower.startsWith(`${coreSchema.toLowerCase()}:`)
  const schema = /^urn:[\w.:-]*:/i.exec(path)?.[0] ?? ''
  const plain = isCore ? path.slice(coreSchema.length + 1) : path.slice(schema.length)
  const [, attribute = '', filterText, partText] = pathForm.exec(plain) ?? fail('scim.path_invalid')
  const filter = filterText === undefined ? null : parsedFilter(filterText, 'scim.path_invalid')
  // An attribute of another extension may have the name of one of ours.
  const name = schema === '' || isCore ? names.get(attribute.toLowerCase()) : undefined
  if (name === undefined) return null
  const shape = shapes[name] as PatchShape
  if (filter !== null && shape.kind !== 'multi') fail('scim.path_invalid')
  if (partText === undefined) return { name, shape, filter, part: null }
  if (shape.kind === 'single') fail('scim.path_invalid')
  const part = partNamed(shape, partText)
  return part === null ? null : { name, shape, filter, part }
}

const partNamed = (shape: PatchShape, text: string): string | null =>
  shape.kind === 'single' ? null : (shape.parts.find((part) => part.toLowerCase() === text.toLowerCase()) ?? null)

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
  setOrDelete(after, part, verb === 'remove' ? undefined : value)
  return after
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
  if (verb === 'remove' && part === null) return present.filter((element) => !isChosen(element))
  const change = (element: Parts): Parts =>
    part === null ? new Map([...element, ...readParts(parts, value)]) : patchedParts(element, parts, verb, part, value)
  if (present.some(isChosen)) return present.map((element) => (isChosen(element) ? change(element) : element))
  // Entra changes the value of an element that does not exist yet: it is added with what its filter says.
  return verb === 'remove' ? present : [...present, change(filter === null ? new Map() : elementOf(filter, parts))]
}

/** Adding a primary value takes the mark from the others (RFC 7644, section 3.5.2). An equal element is not added twice. */
function joined(present: Parts[], additions: Parts[]): Parts[] {
  const isPrimary = additions.some((element) => booleanOf(element.get('primary')) === true)
  const rest = isPrimary ? present.map((element) => new Map([...element, ['primary', false]])) : present
  const known = new Set(present.map(textOf))
  return [...rest, ...additions.filter((element) => !known.has(textOf(element)))]
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
  if (shape.kind === 'single') return value
  return shape.kind === 'complex' ? readParts(shape.parts, value) : readList(shape.parts, value)
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

// Converts people and groups into SCIM resources and back: pure functions, no I/O (RFC 7643, sections 4.1, 4.2 and 4.3).
import { z } from 'zod'
import { email, isOneLine, phone, text } from '#catalogue/fields.ts'
import { languageOf, type Language, languages } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Resource } from '#platform/server/scim/attributes.ts'
import { booleanOf } from '#platform/server/scim/filter.ts'
import { type Operation, patched, type PatchShapes, verbOf } from '#platform/server/scim/patch.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export type StoredPerson = {
  id: string
  email: string
  name: string
  language: string
  phone: string | null
  department: string | null
  state: string
  external_id: string | null
  user_name: string | null
  created_at: Date
  version: number
  groups: { id: string; name: string }[]
}

/** The checked fields of a person from a directory; fields that the resource does not contain are absent. */
export type PersonChange = {
  userName: string
  email: string
  name: string
  language: Language | null
  phone: string | null
  department: string | null
  active: boolean
  externalId: string | null
}

export function userResource(person: StoredPerson, base: string): Resource {
  const { id, name, department } = person
  return {
    schemas: department === null ? [userSchema] : [userSchema, enterpriseSchema],
    id,
    ...(person.external_id === null ? {} : { externalId: person.external_id }),
    userName: person.user_name ?? person.email,
    displayName: name,
    name: { formatted: name, ...namePartsOf(name) },
    active: person.state !== 'D',
    preferredLanguage: person.language,
    emails: [{ value: person.email, type: 'work', primary: true }],
    ...(person.phone === null ? {} : { phoneNumbers: [{ value: person.phone, type: 'work', primary: true }] }),
    groups: person.groups.map((group) => ({
      value: group.id,
      display: group.name,
      $ref: `${base}/Groups/${group.id}`,
    })),
    ...(department === null ? {} : { [enterpriseSchema]: { department } }),
    meta: metaOf('User', person, `${base}/Users/${id}`),
  }
}

/** Splits a name for SCIM: the first word is the given name. The portal stores one name only. */
function namePartsOf(name: string) {
  const [firstName = '', ...rest] = name.split(' ')
  return { givenName: firstName, familyName: rest.join(' ') }
}

type Versioned = { created_at: Date; version: number }

const metaOf = (resourceType: string, { created_at, version }: Versioned, location: string) => ({
  resourceType,
  created: created_at.toISOString(),
  lastModified: created_at.toISOString(),
  version: `W/"${version}"`,
  location,
})

const loose = z.unknown().optional()
const line = z.string().refine(isOneLine)
const multi = z.array(z.looseObject({ value: loose, type: loose, primary: loose })).nullish()

const sentUser = z.looseObject({
  userName: line.trim().min(1).max(254),
  externalId: line.max(200).nullish(),
  displayName: z.string().nullish(),
  name: z
    .looseObject({ formatted: z.string().nullish(), givenName: z.string().nullish(), familyName: z.string().nullish() })
    .nullish(),
  active: loose,
  preferredLanguage: z.string().nullish(),
  emails: multi,
  phoneNumbers: multi,
  [enterpriseSchema]: z.looseObject({ department: line.nullish() }).nullish(),
})

/** Converts a resource into the fields of a person. Fails with `scim.value_invalid` for a value that the portal cannot store. */
export function personFrom(resource: unknown): PersonChange {
  const parsed = sentUser.safeParse(lowerNamed(resource))
  if (!parsed.success) return fail('scim.value_invalid')
  const sent = parsed.data
  const mail = email().safeParse(mainValue(sent.emails) ?? sent.userName)
  // The user name of an identity provider may be no e-mail; the e-mail is then another attribute.
  if (!mail.success) fail('scim.value_invalid')
  const full = [sent.name?.givenName, sent.name?.familyName].filter(Boolean).join(' ')
  const name = text(120).safeParse(sent.displayName || sent.name?.formatted || full || sent.userName)
  const telephone = mainValue(sent.phoneNumbers)
  const department = sent[enterpriseSchema]?.department ?? null
  if (!name.success || (department !== null && department.length > 80)) fail('scim.value_invalid')
  return {
    userName: sent.userName,
    email: mail.data,
    name: name.data,
    language: languageFrom(sent.preferredLanguage),
    // A telephone number that the portal cannot store is left out, so that the person can still be added.
    phone: phone().safeParse(telephone ?? null).data ?? null,
    department: department?.trim() || null,
    active: sent.active === undefined ? true : (booleanOf(sent.active) ?? fail('scim.value_invalid')),
    externalId: sent.externalId ?? null,
  }
}

/** Reads a language: `pt-br`, `pt_BR` and `pt` are pt-BR. Returns null for an unknown language, which changes nothing. */
function languageFrom(sent: string | null | undefined): Language | null {
  if (!sent) return null
  const tag = sent.replace('_', '-').toLowerCase()
  const known = languages.find(
    (language) => language.toLowerCase() === tag || language.toLowerCase().startsWith(`${tag}-`),
  )
  return known ? languageOf(known) : null
}

type Multi = { value?: unknown; type?: unknown; primary?: unknown }[] | null | undefined

function mainValue(values: Multi): string | undefined {
  const main =
    values?.find(({ primary }) => booleanOf(primary) === true) ??
    values?.find(({ type }) => type === 'work') ??
    values?.[0]
  return typeof main?.value === 'string' && main.value !== '' ? main.value : undefined
}

/** Writes the attribute names of the first level in our spelling, because they are case-insensitive (RFC 7643, section 2.1). */
function lowerNamed(resource: unknown): unknown {
  if (typeof resource !== 'object' || resource === null) return resource
  const spelled = new Map(
    [...Object.keys(sentUser.shape), 'displayName', 'members'].map((name) => [name.toLowerCase(), name]),
  )
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [spelled.get(name.toLowerCase()) ?? name, value]),
  )
}

/** The attributes of a person that a patch may change. */
const personShapes: PatchShapes = {
  userName: { kind: 'single' },
  externalId: { kind: 'single' },
  displayName: { kind: 'single' },
  name: { kind: 'complex', parts: ['formatted', 'givenName', 'familyName'] },
  active: { kind: 'single' },
  preferredLanguage: { kind: 'single' },
  emails: { kind: 'multi', parts: ['value', 'type', 'primary'] },
  phoneNumbers: { kind: 'multi', parts: ['value', 'type', 'primary'] },
  [enterpriseSchema]: { kind: 'complex', parts: ['department'] },
}

/** Applies a patch to a person. Attributes that the portal does not store are accepted and ignored, as RFC 7644 allows. */
export function patchedPerson(present: Resource, operations: readonly Operation[]): PersonChange {
  const { resource, touched } = patched(present, operations, { shapes: personShapes, coreSchema: userSchema })
  return personFrom(touched.has('displayName') ? resource : withNewName(present, resource, touched))
}

/** Unites `displayName` and `name`, which are one field here: the attribute that the patch names wins. */
function withNewName(before: Resource, after: Record<string, unknown>, touched: ReadonlySet<string>): unknown {
  if (![...touched].some((name) => name.startsWith('name.'))) return after
  const name = after['name'] as { formatted?: unknown; givenName?: unknown; familyName?: unknown } | undefined
  const old = before['name'] as { formatted?: string }
  const isFormatted = name?.formatted !== undefined && name.formatted !== old.formatted
  // Parts that are no text are left out here; the schema checks the attribute afterwards.
  const joined = [name?.givenName, name?.familyName].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return { ...after, displayName: isFormatted ? name.formatted : joined || after['displayName'] }
}

export type StoredGroup = Versioned & { id: string; name: string; external_id: string | null; members: Member[] }
export type Member = { id: string; name: string }

export const groupResource = (group: StoredGroup, base: string): Resource => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.external_id === null ? {} : { externalId: group.external_id }),
  displayName: group.name,
  members: group.members.map(({ id, name }) => ({
    value: id,
    display: name,
    type: 'User',
    $ref: `${base}/Users/${id}`,
  })),
  meta: metaOf('Group', group, `${base}/Groups/${group.id}`),
})

export type GroupChange = { name: string; externalId: string | null; members: string[] }

const sentMembers = z.array(z.looseObject({ value: z.string().max(64) })).max(10_000)
const sentGroup = z.looseObject({
  displayName: text(80),
  externalId: line.max(200).nullish(),
  members: sentMembers.nullish(),
})

export function groupFrom(resource: unknown): GroupChange {
  const parsed = sentGroup.safeParse(lowerNamed(resource))
  if (!parsed.success) return fail('scim.value_invalid')
  const { displayName, externalId, members } = parsed.data
  return { name: displayName, externalId: externalId ?? null, members: (members ?? []).map(({ value }) => value) }
}

/**
 * The steps of a patch on a group, in order. Members are changed one by one, so that a group of thousands is not read and written as a
 * whole.
 */
export type GroupStep =
  | { kind: 'rename'; name: string }
  | { kind: 'external_id'; externalId: string | null }
  | { kind: 'add' | 'remove' | 'set'; members: string[] }

export const groupSteps = (operations: readonly Operation[]): GroupStep[] => operations.flatMap(stepsOf)

function stepsOf(operation: Operation): GroupStep[] {
  const verb = verbOf(operation)
  const { path, value } = operation
  if (path === undefined) {
    if (typeof value !== 'object' || value === null) fail('scim.value_invalid')
    return Object.entries(value).flatMap(([name, of]) => stepAt(verb, name, of))
  }
  return stepAt(verb, path, value)
}

function stepAt(verb: 'add' | 'replace' | 'remove', path: string, value: unknown): GroupStep[] {
  const name = path.slice(path.lastIndexOf(':') + 1).toLowerCase()
  if (name === 'displayname')
    return [{ kind: 'rename', name: text(80).safeParse(value).data ?? fail('scim.value_invalid') }]
  if (name === 'externalid') return [{ kind: 'external_id', externalId: typeof value === 'string' ? value : null }]
  if (name === 'id' || name === 'schemas' || name === 'meta') return []
  const chosen = /^members\[\s*value\s+eq\s+"([^"]+)"\s*\]$/i.exec(path)?.[1]
  if (chosen !== undefined)
    return verb === 'remove' ? [{ kind: 'remove', members: [chosen] }] : fail('scim.path_invalid')
  if (name !== 'members') return fail('scim.path_invalid')
  if (verb === 'remove' && value === undefined) return [{ kind: 'set', members: [] }]
  const members = sentMembers.safeParse(Array.isArray(value) ? value : [value])
  if (!members.success) return fail('scim.value_invalid')
  const kind = verb === 'replace' ? 'set' : verb
  return [{ kind, members: members.data.map(({ value: id }) => id) }]
}

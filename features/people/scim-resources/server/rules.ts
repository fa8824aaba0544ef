// Converts people and groups into SCIM resources and back: pure functions, no I/O (RFC 7643, sections 4.1, 4.2 and 4.3).
import { hash } from 'node:crypto'
import type { Filter } from 'scim2-parse-filter'
import { z } from 'zod'
import { email, isOneLine, text } from '#catalogue/fields.ts'
import { languageOf, type Language, languages } from '#catalogue/languages.ts'
import type { CustomValues, FieldDefinition } from '#features/organisation/custom-fields/contract.ts'
import { customSchema } from '#features/people/scim/contract.ts'
import { fail } from '#platform/contract/failure.ts'
import type { PhoneCountry } from '#catalogue/phone-countries.ts'
import { internationalPhone } from '#platform/contract/phone-number.ts'
import { scimPatch } from '#catalogue/limits.ts'
import { type Resource, spelledAs } from '#platform/server/scim/attributes.ts'
import { booleanOf } from '#platform/server/scim/filter.ts'
import {
  type Change,
  changesOf,
  failTooMany,
  type Operation,
  parsedPath,
  patched,
  type PatchShapes,
  refuseChange,
  refuseTooMany,
} from '#platform/server/scim/patch.ts'
import { customPart, customShape } from './custom-extension.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Every message names the schema that it follows (RFC 7643, section 3; RFC 7644, sections 3.4.3 and 3.5.2). Names of schemas have no case. */
export function requireSchema({ schemas }: { schemas?: unknown }, schema: string): void {
  const isNamed =
    Array.isArray(schemas) &&
    schemas.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase())
  if (!isNamed) fail('scim.syntax_invalid')
}

export type StoredPerson = {
  custom: CustomValues
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
  modified_at: Date
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
  /** The attributes of the extension of custom fields; null: the resource does not have the extension. */
  custom: Record<string, unknown> | null
}

/** What a resource of a person needs beside the person: the URL of the service, and the custom fields of the unit. */
export type Described = { base: string; fields: readonly FieldDefinition[] }

export function userResource(person: StoredPerson, { base, fields }: Described): Resource {
  const { id, name, department } = person
  const custom = customPart(fields, person.custom)
  const attributes = {
    schemas: [
      userSchema,
      ...(department === null ? [] : [enterpriseSchema]),
      ...(custom === null ? [] : [customSchema]),
    ],
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
      type: 'direct',
      $ref: `${base}/Groups/${group.id}`,
    })),
    ...(department === null ? {} : { [enterpriseSchema]: { department } }),
    ...(custom === null ? {} : { [customSchema]: custom }),
  }
  // A hash of the attributes: the groups of a person are no change of the person, and are in the answer.
  const version = hash('sha256', JSON.stringify(attributes), 'base64url').slice(0, 22)
  return { ...attributes, meta: metaOf('User', { ...person, version }, `${base}/Users/${id}`) }
}

/** Splits a name for SCIM: the first word is the given name. The portal stores one name only. */
function namePartsOf(name: string) {
  const [firstName = '', ...rest] = name.split(' ')
  return { givenName: firstName, familyName: rest.join(' ') }
}

type Versioned = { created_at: Date; modified_at: Date; version: string }

const metaOf = (resourceType: string, { created_at, modified_at, version }: Versioned, location: string) => ({
  resourceType,
  created: created_at.toISOString(),
  lastModified: modified_at.toISOString(),
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
  [customSchema]: z.record(z.string(), z.unknown()).nullish(),
})

/** `fields`: the custom fields of the unit. `country`: of a telephone number without the code of its country. `present`: the stored number, which a directory may send again. */
export type ReadingFacts = { country: PhoneCountry; present?: string | null; fields: readonly FieldDefinition[] }

/** Converts a resource into the fields of a person. Fails with `scim.value_invalid` for a value that the portal cannot store. */
export function personFrom(resource: object, { country, present, fields }: ReadingFacts): PersonChange {
  const parsed = sentUser.safeParse(spelledAs(shapesOf(fields), resource))
  if (!parsed.success) return fail('scim.value_invalid')
  const sent = parsed.data
  // RFC 7643, section 2.4.
  if ([sent.emails, sent.phoneNumbers].some((values) => primaryOf(values).length > 1)) fail('scim.value_invalid')
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
    phone:
      telephone === undefined || telephone === present ? (telephone ?? null) : internationalPhone(telephone, country),
    department: department?.trim() || null,
    active: (sent.active ?? null) === null ? true : (booleanOf(sent.active) ?? fail('scim.value_invalid')),
    externalId: sent.externalId ?? null,
    custom: sent[customSchema] ?? null,
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

const primaryOf = (values: Multi) => (values ?? []).filter(({ primary }) => booleanOf(primary) === true)

function mainValue(values: Multi): string | undefined {
  const main = primaryOf(values)[0] ?? values?.find(({ type }) => type === 'work') ?? values?.[0]
  return typeof main?.value === 'string' && main.value !== '' ? main.value : undefined
}

const contactParts = { parts: ['value', 'type', 'primary'], forgotten: ['display', '$ref'] }
const forgotten = { kind: 'forgotten' } as const
const readOnly = { kind: 'read_only' } as const

/** The attributes of a person (RFC 7643, sections 3.1, 4.1 and 4.3): what a patch may change, and what the portal does not keep. */
const personShapes: PatchShapes = {
  userName: { kind: 'single', required: true },
  externalId: { kind: 'single' },
  displayName: { kind: 'single' },
  name: {
    kind: 'complex',
    parts: ['formatted', 'givenName', 'familyName'],
    forgotten: ['middleName', 'honorificPrefix', 'honorificSuffix'],
  },
  active: { kind: 'single' },
  preferredLanguage: { kind: 'single' },
  emails: { kind: 'multi', ...contactParts },
  phoneNumbers: { kind: 'multi', ...contactParts },
  [enterpriseSchema]: {
    kind: 'complex',
    parts: ['department'],
    forgotten: ['employeeNumber', 'costCenter', 'organization', 'division', 'manager'],
  },
  id: readOnly,
  meta: readOnly,
  groups: readOnly,
  schemas: forgotten,
  nickName: forgotten,
  profileUrl: forgotten,
  title: forgotten,
  userType: forgotten,
  locale: forgotten,
  timezone: forgotten,
  password: forgotten,
  ims: forgotten,
  photos: forgotten,
  addresses: forgotten,
  entitlements: forgotten,
  roles: forgotten,
  x509Certificates: forgotten,
}

const shapesOf = (fields: readonly FieldDefinition[]): PatchShapes => ({
  ...personShapes,
  [customSchema]: customShape(fields),
})

/** Applies a patch to a person. Attributes that the portal does not store are accepted and ignored, as RFC 7644 allows. */
export function patchedPerson(present: Resource, operations: readonly Operation[], facts: ReadingFacts): PersonChange {
  const { resource, touched } = patched(present, operations, {
    shapes: shapesOf(facts.fields),
    coreSchema: userSchema,
  })
  const change = personFrom(touched.has('displayName') ? resource : withNewName(present, resource, touched), facts)
  // A value that the patch removed is absent from its result.
  const removed = Object.keys(present[customSchema] ?? {}).map((name) => [name, null])
  return { ...change, custom: { ...Object.fromEntries(removed), ...change.custom } }
}

/** Unites `displayName` and `name`, which are one field here: the attribute that the patch names wins. */
function withNewName(before: Resource, after: Record<string, unknown>, touched: ReadonlySet<string>): object {
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

const sentMembers = z.array(z.looseObject({ value: z.string().max(64) }))
const sentGroup = z.looseObject({
  displayName: text(80),
  externalId: line.max(200).nullish(),
  members: sentMembers.nullish(),
})
const groupShapes: PatchShapes = {
  displayName: { kind: 'single', required: true },
  externalId: { kind: 'single' },
  members: { kind: 'multi', parts: ['value', '$ref', 'display', 'type'] },
}

export function groupFrom(resource: object): GroupChange {
  const parsed = sentGroup.safeParse(spelledAs(groupShapes, resource))
  if (!parsed.success) return fail('scim.value_invalid')
  const { displayName, externalId, members } = parsed.data
  return { name: displayName, externalId: externalId ?? null, members: idsOf(members ?? []) }
}

function idsOf(members: readonly { value: string }[]): string[] {
  if (members.length > scimPatch.members) failTooMany()
  return members.map(({ value }) => value.toLowerCase())
}

/**
 * The steps of a patch on a group, in order. Members are steps and not a list, so that a group of thousands is not read and written as a
 * whole. `remove` with `selected`: the ids of a filter, which must be members.
 */
export type GroupStep =
  | { kind: 'rename'; name: string }
  | { kind: 'external_id'; externalId: string | null }
  | { kind: 'add' | 'set'; members: string[] }
  | { kind: 'remove'; members: string[]; selected: boolean }

/** `present`: the group before the patch, with which sent read-only attributes are compared. */
export function groupSteps(operations: readonly Operation[], present: Resource): GroupStep[] {
  const changes = operations.flatMap(changesOf)
  refuseTooMany(changes.length)
  return changes.flatMap((change) => stepsOf(change, present))
}

function stepsOf(change: Change, present: Resource): GroupStep[] {
  const { verb, value, ofRecord } = change
  const { schema, attribute, filter, part } = parsedPath(change.path)
  if (schema !== null && schema.toLowerCase() !== groupSchema.toLowerCase()) return []
  const name = attribute.toLowerCase()
  const isKept = name === 'displayname' || name === 'externalid' || name === 'members'
  if (name === 'id' || name === 'meta') {
    refuseChange(change, present[name])
    return []
  }
  if (name === 'schemas' || (!isKept && ofRecord)) return []
  if (!isKept || ((part !== null || filter !== null) && name !== 'members')) return fail('scim.path_invalid')
  if (name === 'displayname') {
    if (verb === 'remove') fail('scim.read_only')
    return [{ kind: 'rename', name: text(80).safeParse(value).data ?? fail('scim.value_invalid') }]
  }
  if (name === 'externalid') {
    const externalId = verb === 'remove' ? null : line.max(200).safeParse(value).data
    return [{ kind: 'external_id', externalId: externalId === undefined ? fail('scim.value_invalid') : externalId }]
  }
  return [memberStep(change, filter, part)]
}

function memberStep({ verb, value }: Change, filter: Filter | null, part: string | null): GroupStep {
  // The parts of a member are immutable (RFC 7643, section 4.2).
  if (part !== null) fail('scim.read_only')
  if (filter !== null) {
    const selected = selectedIds(filter)
    return verb === 'remove' ? { kind: 'remove', members: selected, selected: true } : fail('scim.read_only')
  }
  if (verb === 'remove' && (value === undefined || value === null)) return { kind: 'set', members: [] }
  const sent = Array.isArray(value) ? value : [value]
  const parsed = sentMembers.safeParse(sent.map((member) => spelledMember(member)))
  if (!parsed.success) return fail('scim.value_invalid')
  const members = idsOf(parsed.data)
  if (verb === 'remove') return { kind: 'remove', members, selected: false }
  return { kind: verb === 'replace' ? 'set' : 'add', members }
}

const spelledMember = (member: unknown): unknown =>
  typeof member === 'object' && member !== null
    ? Object.fromEntries(Object.entries(member).map(([name, value]) => [name.toLowerCase(), value]))
    : member

/** The ids that a filter of members names: `value eq "…"`, and several of them with `or`. */
function selectedIds(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(selectedIds)
  const isId = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string'
  return isId ? [String(filter.compValue).toLowerCase()] : fail('scim.path_invalid')
}

/** The effect of all steps on the members: one removal and one addition. `named`: all ids that a step adds; they must be people. */
export type MemberChange = { replacesAll: boolean; added: Set<string>; removed: Set<string>; named: Set<string> }

/** `present`: those of the selected ids that are members before. Fails with `scim.no_target` when a step selects nobody. */
export function memberChangeOf(steps: readonly GroupStep[], present: ReadonlySet<string>): MemberChange {
  const change: MemberChange = { replacesAll: false, added: new Set(), removed: new Set(), named: new Set() }
  const isMember = (id: string) =>
    change.added.has(id) || (!change.replacesAll && !change.removed.has(id) && present.has(id))
  for (const step of steps) {
    if (step.kind === 'rename' || step.kind === 'external_id') continue
    if (step.kind === 'remove') {
      if (step.selected && !step.members.some(isMember)) fail('scim.no_target')
      for (const id of step.members) {
        change.added.delete(id)
        change.removed.add(id)
      }
      continue
    }
    if (step.kind === 'set') {
      change.replacesAll = true
      change.added.clear()
      change.removed.clear()
    }
    for (const id of step.members) {
      change.named.add(id)
      change.added.add(id)
      change.removed.delete(id)
    }
  }
  return change
}

// Answers the calls of a directory: finds the business unit of its token, and reads or changes people and groups there. Every change is one
// transaction with its audit entry, whose actor is the directory.
import { isDeepStrictEqual } from 'node:util'
import { languageOf } from '#catalogue/languages.ts'
import { scimMostResults } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type AuditNote, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { AdmitContext, OpenContext } from '#platform/server/http/route.ts'
import type { Enqueue, EnqueueHere } from '#platform/server/jobs/job.ts'
import { announce } from '#platform/server/live/announce.ts'
import { isWanted, type Resource, type Wanted, withAttributes } from '#platform/server/scim/attributes.ts'
import { conditionOf, type FilterTable } from '#platform/server/scim/filter.ts'
import type { Operation } from '#platform/server/scim/patch.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { signOnOf } from '#features/identity/federation/server/queries.ts'
import type { FieldDefinition } from '#features/organisation/custom-fields/contract.ts'
import { askedFields, namedBy } from '#features/organisation/custom-fields/server/queries.ts'
import { offerMembership } from '#features/identity/known-people/server/commands.ts'
import { phoneCountry } from '#features/organisation/settings/server/queries.ts'
import { reportsOfGroups } from '#features/people/groups/server/queries.ts'
import { customSchema } from '#features/people/scim/contract.ts'
import { writeEmailChangedMail } from '#features/people/users/server/commands.ts'
import { customAttributes, mergedValues } from './custom-extension.ts'
import {
  groupFrom,
  groupResource,
  groupSchema,
  groupSteps,
  type GroupStep,
  listSchema,
  memberChangeOf,
  patchedPerson,
  patchSchema,
  type PersonChange,
  personFrom,
  requireSchema,
  searchSchema,
  userResource,
  userSchema,
} from './rules.ts'
import * as store from './store.ts'

/** The business unit of a call of the directory. `base`: the URL of the SCIM service, for the links in resources. */
export type Directory = {
  db: Database
  tenantId: TenantId
  partnerId: string
  base: string
  /** The custom fields of the unit, protected against changes until the transaction ends. */
  fields: readonly FieldDefinition[]
  conditions: OpenContext['conditions']
  enqueue: EnqueueHere
  audit(event: string, note: AuditNote): Promise<void>
}

type Admission = { hosts: Hosts; enqueue: Enqueue; checkRate: (tenantId: string) => void }

/** Runs `work` in the business unit of the token, if the request arrives at a host of this unit. */
export async function asDirectory<T>(
  { hosts, enqueue, checkRate }: Admission,
  context: OpenContext,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const { caller } = context
  const connection = await connectionOf(hosts, context)
  checkRate(connection.tenant_id)
  const base = `${hosts.publicUrl.protocol}//${hosts.domainOfHost(caller.host)}/scim/v2`
  const done = await context.inTenant(connection.tenant_id, async (db, tenantId, partnerId) => {
    const auditActor = {
      actorId: null,
      actorEmail: null,
      actorName: 'SCIM',
      tenantId,
      partnerId,
      address: caller.address,
    }
    const audit = (event: string, note: AuditNote) => writeAudit(db, auditActor, event, note)
    const enqueueHere: EnqueueHere = (kind, input, options) => enqueue(db, kind, input, { ...options, tenantId })
    const { conditions } = context
    const fields = await askedFields(db)
    return { answer: await work({ db, tenantId, partnerId, base, fields, conditions, enqueue: enqueueHere, audit }) }
  })
  return (done ?? fail('session.unauthorized')).answer
}

/** The connection of the token, if the request arrives at a host of its business unit. */
export async function connectionOf(hosts: Hosts, { token, caller, acrossTenants }: AdmitContext) {
  if (!token) fail('session.unauthorized')
  const connection = await acrossTenants('scim: find the connection', async (db) => {
    const found = await store.findConnection(db, hashToken(token))
    const hostOwner = found && (await hosts.ownerOf(db, caller.host))
    return found && hostOwner?.tenantId === found.tenant_id ? found : undefined
  })
  return connection ?? fail('session.unauthorized')
}

export type ResourceQuery = Wanted & {
  filter?: string | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
}

/** Reads page, order and filter of a query. Values below the minimum are raised, above the maximum lowered (RFC 7644, section 3.4.2.4). */
function pageOf(query: ResourceQuery, table: FilterTable): store.Page & { startIndex: number } {
  const startIndex = Math.max(1, query.startIndex ?? 1)
  return {
    startIndex,
    offset: startIndex - 1,
    limit: Math.min(scimMostResults, Math.max(0, query.count ?? 100)),
    condition: query.filter === undefined ? null : conditionOf(query.filter, table),
    sort: query.sortBy ?? null,
    descending: query.sortOrder === 'descending',
  }
}

const listOf = (resources: Resource[], total: number, startIndex: number, query: ResourceQuery) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources.map((resource) => withAttributes(resource, query)),
})

/** The query of a `.search`, which names its schema. */
export function searchOf<Query extends { schemas?: unknown }>(query: Query): Query {
  requireSchema(query, searchSchema)
  return query
}

export async function listPeople(directory: Directory, query: ResourceQuery) {
  const table = store.personTable(directory.fields)
  const page = pageOf(query, table)
  const { people, total } = await store.pageOfPeople(directory.db, page, table)
  return listOf(
    people.map((person) => userResource(person, directory)),
    total,
    page.startIndex,
    query,
  )
}

export const readPerson = async (directory: Directory, id: string): Promise<Resource> =>
  userResource(await presentPerson(directory.db, id), directory)

/** The version of a resource, which is its ETag. */
export const versionOf = ({ meta }: Resource): string => (meta as { version: string }).version

/** Fails when the caller saw another version than the present one (RFC 7644, section 3.14). */
function mustMatch({ conditions: { ifMatch } }: Directory, present: Resource): void {
  if (ifMatch !== null && !isListed(ifMatch, versionOf(present))) fail('call.precondition_failed')
}

/** Whether a list of ETags has the version. The marks of weak ETags are not compared, because all of them are weak. */
export function isListed(etags: string, version: string): boolean {
  const opaque = (etag: string) => etag.trim().replace(/^W\//, '')
  return etags.trim() === '*' || etags.split(',').some((etag) => opaque(etag) === opaque(version))
}

const presentPerson = async (db: Database, id: string) => (await store.findPerson(db, id)) ?? fail('scim.not_found')

/**
 * Finds a person whom the directory may change. It may change no administrator whom it does not manage (C4): a stolen token would otherwise
 * lock out the administrators or take over the business unit.
 */
async function changeablePerson(directory: Directory, id: string): Promise<store.PresentPerson> {
  const person = await presentPerson(directory.db, id)
  if (person.is_foreign_admin) fail('scim.administrator')
  mustMatch(directory, userResource(person, directory))
  return person
}

export async function addPerson(directory: Directory, resource: object): Promise<Resource> {
  const { db, tenantId, fields, audit } = directory
  requireSchema(resource, userSchema)
  const person = personFrom(resource, { country: await phoneCountry(db, tenantId), fields })
  const custom = mergedValues(fields, {}, person.custom ?? {})
  const id = await store.addPerson(db, tenantId, person, { authType: await signOnOf(db), custom })
  const { name, email } = person
  const after = { name, email, managed_by: 'SCIM', custom: namedBy(fields)(custom) }
  await audit('user.added', { target: { type: 'user', id, name }, after })
  return userResource(await presentPerson(db, id), directory)
}

/** Stores the custom fields of a person who became a member by `offerPerson`. */
export async function completePerson(directory: Directory, id: string, resource: object): Promise<Resource> {
  const { db, fields, audit } = directory
  const before = await changeablePerson(directory, id)
  const { custom } = personFrom(resource, await readingFactsOf(directory, before))
  const after = mergedValues(fields, before.custom, custom ?? {})
  if (!isDeepStrictEqual(after, before.custom)) {
    await store.setCustomValues(db, id, after)
    const named = namedBy(fields)
    const target = { type: 'user', id, name: before.name }
    await audit('user.updated', {
      target,
      before: { custom: named(before.custom) },
      after: { custom: named(after) },
    })
  }
  return userResource(await presentPerson(db, id), directory)
}

/**
 * Offers a person of another business unit of the partner a membership, as the unit wants it, after the database refused their e-mail for a
 * new person. Returns the id of a person who is a member now; null for everybody else, whose refusal stays the answer.
 */
export async function offerPerson(hosts: Hosts, context: OpenContext, resource: object): Promise<string | null> {
  const { tenant_id: tenantId, partner_id: partnerId } = await connectionOf(hosts, context)
  const { address } = context.caller
  return context.acrossTenants('scim: a membership for a known person', async (db) => {
    const person = personFrom(resource, { country: await phoneCountry(db, tenantId), fields: [] })
    const auditActor = { actorId: null, actorEmail: null, actorName: 'SCIM', tenantId, partnerId, address }
    const offered = await offerMembership(db, { tenantId, ...person }, auditActor)
    if (!offered?.isMember) return null
    await store.maintainMembership(db, tenantId, offered.userId, person)
    return offered.userId
  })
}

/** Replaces a person (PUT): fields that the resource does not contain become empty. */
export async function replacePerson(directory: Directory, id: string, resource: object): Promise<Resource> {
  const before = await changeablePerson(directory, id)
  requireSchema(resource, userSchema)
  return changePerson(directory, before, personFrom(resource, await readingFactsOf(directory, before)))
}

export async function patchPerson(directory: Directory, id: string, patch: Patch): Promise<Resource> {
  const before = await changeablePerson(directory, id)
  requireSchema(patch, patchSchema)
  const facts = await readingFactsOf(directory, before)
  return changePerson(directory, before, patchedPerson(userResource(before, directory), patch.Operations, facts))
}

const readingFactsOf = async ({ db, tenantId, fields }: Directory, { phone }: store.PresentPerson) => ({
  country: await phoneCountry(db, tenantId),
  present: phone,
  fields,
})

export type Patch = { schemas?: unknown; Operations: readonly Operation[] }

async function changePerson(
  directory: Directory,
  before: store.PresentPerson,
  person: PersonChange,
): Promise<Resource> {
  const { db, tenantId, fields, audit } = directory
  const state = stateAfter(before.state, person.active)
  const custom = mergedValues(fields, before.custom, person.custom ?? {})
  await store.updatePerson(db, tenantId, before, person, { state, custom })
  if (state === 'D' && before.state !== 'D') await endAccess(directory, before.id, 'user_deactivated')
  const after = await presentPerson(db, before.id)
  if (after.email !== before.email) {
    await endAccessEverywhere(directory, before.id)
    await writeEmailChangedMail(directory, { email: before.email, language: languageOf(before.language) })
  }
  const isTheSame = isDeepStrictEqual({ ...after, is_foreign_admin: null }, { ...before, is_foreign_admin: null })
  if (!isTheSame)
    await audit('user.updated', {
      target: { type: 'user', id: before.id, name: after.name },
      before: auditedFacts(before, fields),
      after: auditedFacts(after, fields),
    })
  return userResource(after, directory)
}

const auditedFacts = (
  { name, email, phone, department, state, custom }: store.PresentPerson,
  fields: readonly FieldDefinition[],
) => ({
  name,
  email,
  phone,
  department,
  state,
  custom: namedBy(fields)(custom),
})

/**
 * The state after a change of `active`. `active: false` sets D. `active: true` ends only D: a person whom an administrator blocked or set
 * to inactive stays so.
 */
const stateAfter = (state: string, active: boolean): string => (active ? (state === 'D' ? 'A' : state) : 'D')

export async function removePerson(directory: Directory, id: string): Promise<void> {
  const { db, audit } = directory
  const { name, email } = await changeablePerson(directory, id)
  await endAccess(directory, id, 'user_removed')
  await store.removePerson(db, id)
  await audit('user.removed', { target: { type: 'user', id, name }, before: { name, email } })
}

/**
 * Ends the sessions of a person in all business units after a new e-mail. The e-mail is the identity for row-level security in reports: an
 * open report would continue to show the rows of the old e-mail (A6).
 */
async function endAccessEverywhere({ db }: Directory, userId: string): Promise<void> {
  const reason = 'identity_changed'
  for (const { session_id: sessionId, tenant_id: tenantId } of await store.endSessionsEverywhere(db, userId, reason))
    await announce(db, { kind: 'session_ended', tenantId, userId, sessionId, reason })
}

async function endAccess({ db, tenantId }: Directory, userId: string, reason: string): Promise<void> {
  await store.endSessions(db, userId, reason)
  await announce(db, { kind: 'session_ended', tenantId, userId, sessionId: null, reason })
}

/** The schema of the custom fields of the unit; none without a field. */
export const extensionsOf = ({ fields }: Directory) =>
  fields.length === 0
    ? []
    : [
        {
          id: customSchema,
          name: 'CustomFields',
          description: 'The custom fields of the business unit and of its partner.',
          attributes: customAttributes(fields),
        },
      ]

export async function listGroups({ db, base }: Directory, query: ResourceQuery) {
  const page = pageOf(query, store.groupTable)
  const { groups, total } = await store.pageOfGroups(db, page, isWanted('members', query))
  return listOf(
    groups.map((group) => groupResource(group, base)),
    total,
    page.startIndex,
    query,
  )
}

/** Without the members when the answer does not have them. */
export const readGroup = async ({ db, base }: Directory, id: string, wanted: Wanted): Promise<Resource> =>
  groupResource(await presentGroup(db, id, isWanted('members', wanted)), base)

const presentGroup = async (db: Database, id: string, withMembers = true) =>
  (await store.findGroup(db, id, withMembers)) ?? fail('scim.not_found')

export async function addGroup(directory: Directory, resource: object): Promise<Resource> {
  const { db, tenantId, base, audit } = directory
  requireSchema(resource, groupSchema)
  const { name, externalId, members } = groupFrom(resource)
  const id = await store.addGroup(db, tenantId, name, externalId)
  await changeMembers(directory, id, [{ kind: 'add', members }])
  await audit('user_group.added', { target: { type: 'user_group', id, name }, after: { name, managed_by: 'SCIM' } })
  return groupResource(await presentGroup(db, id), base)
}

export async function replaceGroup(directory: Directory, id: string, resource: object): Promise<Resource> {
  await changeGroup(directory, id, () => {
    requireSchema(resource, groupSchema)
    const { name, externalId, members } = groupFrom(resource)
    return [
      { kind: 'rename', name },
      { kind: 'external_id', externalId },
      { kind: 'set', members },
    ]
  })
  return groupResource(await presentGroup(directory.db, id), directory.base)
}

export const patchGroup = (directory: Directory, id: string, patch: Patch): Promise<void> =>
  changeGroup(directory, id, (present) => {
    requireSchema(patch, patchSchema)
    return groupSteps(patch.Operations, present)
  })

async function changeGroup(
  directory: Directory,
  id: string,
  stepsOn: (present: Resource) => GroupStep[],
): Promise<void> {
  const { db, tenantId, base, audit } = directory
  const before = await presentGroup(db, id, false)
  const present = groupResource(before, base)
  mustMatch(directory, present)
  const steps = stepsOn(present)
  const change = { name: before.name, scim_external_id: before.external_id }
  for (const step of steps) {
    if (step.kind === 'rename') change.name = step.name
    if (step.kind === 'external_id') change.scim_external_id = step.externalId
  }
  const { left, joined } = await changeMembers(directory, id, steps)
  const isRenamed = change.name !== before.name
  if (!isRenamed && change.scim_external_id === before.external_id && left + joined === 0 && before.is_managed) return
  await store.updateGroup(db, id, change)
  await audit('user_group.updated', {
    target: { type: 'user_group', id, name: change.name },
    before: { name: before.name },
    after: { name: change.name, ...(left + joined > 0 ? { members: `+${joined} −${left}` } : {}) },
  })
  const reportIds = left + joined > 0 ? await reportsOfGroups(db, [id]) : []
  if (reportIds.length > 0) await announce(db, { kind: 'access_changed', tenantId, reportIds })
}

/**
 * Applies the steps to the members. Fails when a step adds an id that is no person of the business unit: if it were ignored, the person
 * would miss their reports without an error.
 */
async function changeMembers({ db, tenantId }: Directory, groupId: string, steps: readonly GroupStep[]) {
  const selected = steps.flatMap((step) => (step.kind === 'remove' && step.selected ? step.members : []))
  const change = memberChangeOf(steps, await store.membersAmong(db, groupId, selected))
  if (!(await store.arePeople(db, change.named))) fail('scim.value_invalid')
  return store.changeMembers(db, tenantId, groupId, change)
}

export async function removeGroup(directory: Directory, id: string): Promise<void> {
  const { db, tenantId, base, audit } = directory
  const group = await presentGroup(db, id, false)
  const { name } = group
  mustMatch(directory, groupResource(group, base))
  const reportIds = await reportsOfGroups(db, [id])
  await store.removeGroup(db, id)
  await audit('user_group.removed', { target: { type: 'user_group', id, name } })
  if (reportIds.length > 0) await announce(db, { kind: 'access_changed', tenantId, reportIds })
}

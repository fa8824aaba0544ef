// Answers the calls of a directory: finds the business unit of its token, and reads or changes people and groups there. Every change is one
// transaction with its audit entry, whose actor is the directory.
import { scimMostResults } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type AuditNote, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { AdmitContext, OpenContext } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import { isWanted, type Resource, withAttributes } from '#platform/server/scim/attributes.ts'
import { type Attributes, conditionOf } from '#platform/server/scim/filter.ts'
import type { Operation } from '#platform/server/scim/patch.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { signOnOf } from '#features/identity/federation/server/queries.ts'
import { reportsOfGroups } from '#features/people/groups/server/queries.ts'
import {
  groupFrom,
  groupResource,
  groupSteps,
  type GroupStep,
  listSchema,
  patchedPerson,
  type PersonChange,
  personFrom,
  userResource,
} from './rules.ts'
import * as store from './store.ts'

/** The business unit of a call of the directory. `base`: the URL of the SCIM service, for the links in resources. */
export type Directory = {
  db: Database
  tenantId: TenantId
  base: string
  audit(event: string, note: AuditNote): Promise<void>
}

type Admission = { hosts: Hosts; checkRate: (tenantId: string) => void }

/** Runs `work` in the business unit of the token, if the request arrives at a host of this unit. */
export async function asDirectory<T>(
  { hosts, checkRate }: Admission,
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
    return { answer: await work({ db, tenantId, base, audit }) }
  })
  return (done ?? fail('session.unauthorized')).answer
}

/** The connection of the token, if the request arrives at a host of its business unit. */
export async function connectionOf(hosts: Hosts, { token, caller, acrossTenants }: AdmitContext) {
  if (!token) fail('session.unauthorized')
  const connection = await acrossTenants('scim: find the connection', async (db) => {
    const found = await store.findConnection(db, hashToken(token))
    const hostOwner = found && (await hosts.placeOf(db, caller.host))
    return found && hostOwner?.tenantId === found.tenant_id ? found : undefined
  })
  return connection ?? fail('session.unauthorized')
}

export type ResourceQuery = {
  filter?: string | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** Reads page, order and filter of a query. Values below the minimum are raised, above the maximum lowered (RFC 7644, section 3.4.2.4). */
function pageOf(query: ResourceQuery, attributes: Attributes): store.Page & { startIndex: number } {
  const startIndex = Math.max(1, query.startIndex ?? 1)
  const sort = query.sortBy?.slice(query.sortBy.lastIndexOf(':') + 1) ?? null
  return {
    startIndex,
    offset: startIndex - 1,
    limit: Math.min(scimMostResults, Math.max(0, query.count ?? 100)),
    condition: query.filter === undefined ? null : conditionOf(query.filter, attributes),
    sort,
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

export async function listPeople({ db, base }: Directory, query: ResourceQuery) {
  const page = pageOf(query, store.personAttributes)
  const { people, total } = await store.pageOfPeople(db, page)
  return listOf(
    people.map((person) => userResource(person, base)),
    total,
    page.startIndex,
    query,
  )
}

export async function readPerson({ db, base }: Directory, id: string, query: ResourceQuery): Promise<Resource> {
  return withAttributes(userResource(await presentPerson(db, id), base), query)
}

const presentPerson = async (db: Database, id: string) => (await store.findPerson(db, id)) ?? fail('scim.not_found')

/**
 * Finds a person whom the directory may change. It may change no administrator whom it does not manage (C4): a stolen token would otherwise
 * lock out the administrators or take over the business unit.
 */
async function changeablePerson(db: Database, id: string): Promise<store.PresentPerson> {
  const person = await presentPerson(db, id)
  return person.is_foreign_admin ? fail('scim.administrator') : person
}

export async function addPerson(directory: Directory, resource: unknown): Promise<Resource> {
  const { db, tenantId, base, audit } = directory
  const person = personFrom(resource)
  const id = await store.addPerson(db, tenantId, person, await signOnOf(db))
  const target = { type: 'user', id, name: person.name }
  await audit('user.added', { target, after: { name: person.name, email: person.email, managed_by: 'SCIM' } })
  return userResource(await presentPerson(db, id), base)
}

/** Replaces a person (PUT): fields that the resource does not contain become empty. */
export async function replacePerson(directory: Directory, id: string, resource: unknown): Promise<Resource> {
  const before = await changeablePerson(directory.db, id)
  return changePerson(directory, before, personFrom(resource))
}

export async function patchPerson(
  directory: Directory,
  id: string,
  operations: readonly Operation[],
): Promise<Resource> {
  const before = await changeablePerson(directory.db, id)
  return changePerson(directory, before, patchedPerson(userResource(before, directory.base), operations))
}

async function changePerson(
  directory: Directory,
  before: store.PresentPerson,
  person: PersonChange,
): Promise<Resource> {
  const { db, base, audit } = directory
  const state = stateAfter(before.state, person.active)
  await store.updatePerson(db, before, person, state)
  if (state === 'D' && before.state !== 'D') await endAccess(directory, before.id, 'user_deactivated')
  const after = await presentPerson(db, before.id)
  if (after.email !== before.email) await endAccessEverywhere(directory, before.id)
  const facts = ({ name, email, phone, department, state }: store.PresentPerson) => ({
    name,
    email,
    phone,
    department,
    state,
  })
  await audit('user.updated', {
    target: { type: 'user', id: before.id, name: after.name },
    before: facts(before),
    after: facts(after),
  })
  return userResource(after, base)
}

/**
 * The state after a change of `active`. `active: false` sets D. `active: true` ends only D: a person whom an administrator blocked or set
 * to inactive stays so.
 */
const stateAfter = (state: string, active: boolean): string => (active ? (state === 'D' ? 'A' : state) : 'D')

export async function removePerson(directory: Directory, id: string): Promise<void> {
  const { db, audit } = directory
  const { name, email } = await changeablePerson(db, id)
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

export async function listGroups({ db, base }: Directory, query: ResourceQuery) {
  const page = pageOf(query, store.groupAttributes)
  const { groups, total } = await store.pageOfGroups(db, page, isWanted('members', query))
  return listOf(
    groups.map((group) => groupResource(group, base)),
    total,
    page.startIndex,
    query,
  )
}

export async function readGroup({ db, base }: Directory, id: string, query: ResourceQuery): Promise<Resource> {
  return withAttributes(groupResource(await presentGroup(db, id, isWanted('members', query)), base), query)
}

const presentGroup = async (db: Database, id: string, withMembers = true) =>
  (await store.findGroup(db, id, withMembers)) ?? fail('scim.not_found')

export async function addGroup(directory: Directory, resource: unknown): Promise<Resource> {
  const { db, tenantId, base, audit } = directory
  const { name, externalId, members } = groupFrom(resource)
  const id = await store.addGroup(db, tenantId, name, externalId)
  await join(directory, id, members)
  await audit('user_group.added', { target: { type: 'user_group', id, name }, after: { name, managed_by: 'SCIM' } })
  return groupResource(await presentGroup(db, id), base)
}

export async function replaceGroup(directory: Directory, id: string, resource: unknown): Promise<Resource> {
  const { name, externalId, members } = groupFrom(resource)
  const steps: GroupStep[] = [
    { kind: 'rename', name },
    { kind: 'external_id', externalId },
    { kind: 'set', members },
  ]
  await changeGroup(directory, id, steps)
  return groupResource(await presentGroup(directory.db, id), directory.base)
}

export const patchGroup = (directory: Directory, id: string, operations: readonly Operation[]): Promise<void> =>
  changeGroup(directory, id, groupSteps(operations))

async function changeGroup(directory: Directory, id: string, steps: readonly GroupStep[]): Promise<void> {
  const { db, tenantId, audit } = directory
  const before = await presentGroup(db, id, false)
  for (const step of steps) await take(directory, id, step)
  const after = await presentGroup(db, id, false)
  const changes = steps.flatMap((step) => ('members' in step ? [`${step.kind} ${step.members.length}`] : []))
  await audit('user_group.updated', {
    target: { type: 'user_group', id, name: after.name },
    before: { name: before.name },
    after: { name: after.name, ...(changes.length > 0 ? { members: changes.join(', ') } : {}) },
  })
  const reportIds = await reportsOfGroups(db, [id])
  if (reportIds.length > 0) await announce(db, { kind: 'access_changed', tenantId, reportIds })
}

async function take(directory: Directory, id: string, step: GroupStep): Promise<void> {
  const { db } = directory
  switch (step.kind) {
    case 'rename':
      return store.updateGroup(db, id, { name: step.name })
    case 'external_id':
      return store.updateGroup(db, id, { scim_external_id: step.externalId })
    case 'add':
      return join(directory, id, step.members)
    case 'remove':
      return store.removeMembers(db, id, step.members)
    case 'set':
      await store.removeMembers(db, id, 'all')
      return join(directory, id, step.members)
  }
}

/**
 * Adds members to a group. Fails when an id is no person of the business unit: if it were ignored, the person would miss their reports
 * without an error.
 */
async function join({ db, tenantId }: Directory, groupId: string, members: readonly string[]): Promise<void> {
  const wanted = new Set(members)
  if (wanted.size === 0) return
  if ((await store.addMembers(db, tenantId, groupId, [...wanted])) < wanted.size) fail('scim.value_invalid')
}

export async function removeGroup({ db, tenantId, audit }: Directory, id: string): Promise<void> {
  const { name } = await presentGroup(db, id, false)
  const reportIds = await reportsOfGroups(db, [id])
  await store.removeGroup(db, id)
  await audit('user_group.removed', { target: { type: 'user_group', id, name } })
  if (reportIds.length > 0) await announce(db, { kind: 'access_changed', tenantId, reportIds })
}

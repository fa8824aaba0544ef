// Changes of people and their consequences: groups, ended sessions, live events, audit trail. All in the caller's transaction.
import { type Toggle, toggles as allToggles } from '#catalogue/access.ts'
import { groupsOfPerson } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type AuditActor, writeAudit, writeAudits } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { may, type TenantId, tenantOf } from '#platform/server/session/actor.ts'
import { mapInSlices } from '#platform/server/slices.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { type CheckedValues, checkValues } from '#features/organisation/custom-fields/server/queries.ts'
import { storedPhone } from '#features/organisation/settings/server/queries.ts'
import { writeTwoFactorMail } from '#features/identity/mfa/server/commands.ts'
import { reportsOfGroups } from '#features/people/groups/server/queries.ts'
import {
  copiedToggles,
  mayGrant,
  refusalOfChange,
  refusalOfEnding,
  refusalOfReset,
  type Schedule,
  scheduleFaults,
  type SentToggles,
  sessionsEndedBy,
  toggleFaults,
  togglesAfter,
  togglesAsFields,
} from './rules.ts'
import { writeEmailChangedMail } from './email-changed-mail.ts'
import { planFor } from './planned-invitations.ts'
import * as store from './store.ts'

export { instantOfPlan, planFor } from './planned-invitations.ts'
export { writeEmailChangedMail }

export type NewUser = store.Identity & Omit<store.Membership, 'toggles'> & SentToggles & { group_ids: string[] }

/** Adds a person with a membership and groups. Returns the id. */
export async function addUser(
  context: WriteContext,
  person: NewUser,
  more: { copied_from?: string; invite_at?: Date } = {},
): Promise<string> {
  const { db, actor, audit } = context
  const custom = await checkNew(context, person)
  const phone = await phoneOf(context, person.phone)
  const made = { ...person, phone, custom: custom.values }
  const [id = ''] = await store.addPeople(db, tenantOf(actor), [asStored(made)])
  if (more.invite_at) await planFor(db, [id], more.invite_at, actor.userId)
  await audit({
    target: { type: 'user', id, name: person.name },
    after: { ...addedValues(made, custom.named), ...more },
  })
  return id
}

/** The phone number as it is stored. Fails at the field when no country has such a number. */
export const phoneOf = ({ db, actor }: WriteContext, typed: string | null, present: string | null = null) =>
  storedPhone(db, tenantOf(actor), typed, present)

/** Converts a new person into rows. */
function asStored(person: NewUser): store.NewPerson {
  const [sent, { name, email, language, password_hash, group_ids, ...membership }] = parted(person)
  return {
    identity: { name, email, language, password_hash },
    membership: { ...membership, toggles: togglesAfter([], sent, membership.profile) },
    groupIds: group_ids,
  }
}

/** Returns the values of a new person for the audit trail. Toggles that the person does not hold are left out: they were none before. */
function addedValues(person: NewUser, named: CheckedValues['named']) {
  const [sent, { name, email, language, password_hash, group_ids, custom, ...membership }] = parted(person)
  const toggles = Object.fromEntries(togglesAfter([], sent, membership.profile).map((toggle) => [toggle, true]))
  const auditedValues = { ...membership, custom: named(custom ?? {}), ...toggles, group_ids }
  return { name, email, language, ...auditedValues, password: password_hash && 'set' }
}

type CheckedUser = NewUser & { custom: CustomValues }

/** Entries of one statement: all of a batch would keep the main thread busy for tens of milliseconds. */
const auditedAtOnce = 250

/**
 * Adds people whom `features/people/imports` checked before, each with an audit entry of `auditActor`. Returns their ids in order. The
 * database refuses all of them when the e-mail of one is taken, or when the user limit does not allow all of them.
 */
export async function addCheckedPeople(
  db: Database,
  { tenantId, auditActor, named }: { tenantId: TenantId; auditActor: AuditActor; named: CheckedValues['named'] },
  people: readonly CheckedUser[],
): Promise<string[]> {
  const ids = await store.addPeople(db, tenantId, await mapInSlices(people, asStored))
  const notes = await mapInSlices(people.entries(), ([index, person]) => ({
    target: { type: 'user', id: ids[index] ?? null, name: person.name },
    after: addedValues(person, named),
  }))
  for (let from = 0; from < notes.length; from += auditedAtOnce)
    await writeAudits(db, auditActor, 'user.added', notes.slice(from, from + auditedAtOnce))
  return ids
}

/** Fails if the actor may not add such a person. Returns the checked values of custom fields. */
export async function checkNew(
  context: WriteContext,
  person: Schedule & SentToggles & Pick<NewUser, 'profile' | 'state' | 'custom' | 'phone'>,
): Promise<CheckedValues> {
  const { state, custom } = person
  // An API key without this permission invites readers, and hands out no credentials and rights.
  if (addsRights(person) && !may(context.actor, 'user.change_rights')) fail('access.functionality_refused')
  if (state === 'T' && !may(context.actor, 'user.make_test')) fail('access.functionality_refused')
  if (!mayGrant(context.actor, togglesAfter([], person, 'admin'))) fail('access.functionality_refused')
  refuseToggles(person, person.profile)
  await refusePast(context, person, {})
  await phoneOf(context, person.phone)
  return checkedValues(context.db, {}, custom ?? {}, { isNew: true })
}

const addsRights = (person: SentToggles & Pick<NewUser, 'profile'> & { password_hash?: string | null }): boolean =>
  person.profile !== 'user' || Boolean(person.password_hash) || togglesAfter([], person, person.profile).length > 0

/**
 * Adds a copy of a person: with the same groups, profile, department, language, toggles and shift, and the state active. Toggles that the
 * actor may not grant are left out.
 */
export async function copyUser(
  context: WriteContext,
  source: string,
  identity: Pick<NewUser, 'name' | 'email' | 'phone' | 'password_hash' | 'custom'>,
): Promise<string> {
  const found = await copied(context, source)
  const { profile, department, language, group_ids, toggles, shift_id } = found
  const copy = { profile, state: 'A' as const, department, language, group_ids, shift_id }
  return addUser(context, { ...identity, ...copy, ...copiedToggles(context.actor, toggles) }, { copied_from: source })
}

export const copied = async ({ db }: WriteContext, source: string) =>
  (await store.findForUpdate(db, source)) ?? fail('call.not_found')

export type UserChange = store.Part<Omit<NewUser, 'password_hash'>> & { password?: string | undefined }

/** Changes the given fields; `passwordHash` is the hash of `sentChange.password`. */
export async function changeUser(
  context: WriteContext,
  { id, version }: { id: string; version: number },
  sentChange: UserChange,
  passwordHash: string | undefined,
): Promise<void> {
  const { db } = context
  const { before, custom, change } = await checkChange(context, { id, version }, sentChange)
  const [sent, { name, email, language, group_ids, password: _, ...membership }] = parted(change)
  const toggles = togglesAfter(before.toggles, sent, change.profile ?? before.profile)
  const values = auditedValues(before, { ...change, ...togglesAsFields(toggles) }, custom)
  if (!differs(values.before, values.after)) return context.unchanged(undefined)
  await store.updateUser(db, id, { name, email, language, password_hash: passwordHash })
  await store.updateMembership(db, id, { ...membership, toggles, custom: custom?.values })
  if (group_ids) await regroup(context, before, group_ids)
  await announceAccess(context, before, { ...change, toggles })
  await endSessions(context, before, change)
  if (email !== undefined && email !== before.email) {
    const { tenantId, partnerId } = context.actor
    await writeEmailChangedMail({ db, enqueue: context.enqueue, tenantId, partnerId }, before)
  }
  await context.audit({ target: { type: 'user', id, name: before.name }, ...values })
}

type GroupChange = { join_group_ids?: string[] | undefined; leave_group_ids?: string[] | undefined }

/** Changes the given fields of a person as they are now, and adds and removes groups. */
export async function changeFields(
  context: WriteContext,
  id: string,
  { join_group_ids = [], leave_group_ids = [], ...fields }: UserChange & GroupChange,
): Promise<void> {
  const { version, group_ids: held } = (await store.findForUpdate(context.db, id)) ?? fail('call.not_found')
  const group_ids = [...new Set([...held.filter((group) => !leave_group_ids.includes(group)), ...join_group_ids])]
  if (group_ids.length > groupsOfPerson) fail('call.invalid', { fields: { join_group_ids: 'invalid' } })
  await changeUser(context, { id, version }, { ...fields, group_ids }, undefined)
}

/** Fails if the actor may not make the change. Returns the locked person, the change as it is stored, and the checked custom fields. */
export async function checkChange(
  context: WriteContext,
  { id, version }: { id: string; version: number },
  { phone, ...others }: UserChange,
) {
  const { db, actor } = context
  const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, before.version)
  const change: UserChange =
    phone === undefined ? others : { ...others, phone: await phoneOf(context, phone, before.phone) }
  const refusal = refusalOfChange(actor, before, change)
  if (refusal) fail(refusal)
  refuseToggles(change, change.profile ?? before.profile)
  await refusePast(context, change, before)
  const custom = change.custom && (await checkedValues(db, before.custom, change.custom, { isNew: false }))
  return { before, custom, change }
}

/** Checks values of custom fields and returns them as they will be stored. Fails at the fields, with the labels of the business unit. */
async function checkedValues(
  db: Database,
  stored: CustomValues,
  input: CustomValues,
  how: { isNew: boolean },
): Promise<CheckedValues> {
  const found = await checkValues(db, stored, input, how)
  const faults = Object.entries(found.faults).map(([id, fault]) => [`custom.${id}`, fault] as const)
  if (faults.length > 0) fail('call.invalid', { fields: Object.fromEntries(faults), labels: found.labels })
  return found
}

async function refusePast({ db }: WriteContext, wanted: Schedule, present: Schedule): Promise<void> {
  if (!wanted.block_on && !wanted.delete_on) return
  const fields = scheduleFaults(wanted, present, await store.today(db))
  if (Object.keys(fields).length > 0) fail('call.invalid', { fields })
}

function refuseToggles(sent: SentToggles, profile: store.Membership['profile']): void {
  const fields = toggleFaults(sent, profile)
  if (Object.keys(fields).length > 0) fail('call.invalid', { fields })
}

const toggleNames: ReadonlySet<string> = new Set(allToggles)

/** Splits the fields into toggles and other fields, which are columns. */
function parted<Fields extends SentToggles>(fields: Fields): [SentToggles, Omit<Fields, Toggle>] {
  const parts = { toggles: {} as Record<string, unknown>, others: {} as Record<string, unknown> }
  for (const [name, value] of Object.entries(fields)) parts[toggleNames.has(name) ? 'toggles' : 'others'][name] = value
  return [parts.toggles, parts.others as Omit<Fields, Toggle>]
}

/** Sets the groups and sends a live event, because access to open reports may have changed. */
async function regroup(
  { db, actor, announce }: WriteContext,
  before: store.LockedUser,
  groupIds: string[],
): Promise<void> {
  const tenantId = tenantOf(actor)
  await store.setGroups(db, tenantId, before.id, groupIds)
  const left = before.group_ids.filter((id) => !groupIds.includes(id))
  const joined = groupIds.filter((id) => !before.group_ids.includes(id))
  const reportIds = await reportsOfGroups(db, [...left, ...joined])
  if (reportIds.length > 0) await announce({ kind: 'access_changed', tenantId, reportIds })
}

/**
 * Announces a changed shift or day, which may end the person's access now, and a changed right to edit reports: open pages call the server
 * again, and their embed tokens are revoked.
 */
async function announceAccess(
  { actor, announce }: WriteContext,
  before: store.LockedUser,
  change: UserChange & { toggles: readonly string[] },
): Promise<void> {
  const isEditor = [before.toggles, change.toggles].map((toggles) => toggles.includes('edit_reports'))
  const isMoved = (['shift_id', 'block_on', 'delete_on'] as const).some(
    (field) => change[field] !== undefined && change[field] !== before[field],
  )
  if (isMoved || isEditor[0] !== isEditor[1])
    await announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [] })
}

async function endSessions(context: WriteContext, before: store.LockedUser, change: UserChange): Promise<void> {
  const ended = sessionsEndedBy(before, change)
  if (ended === null) return
  // The sessions in this business unit end first, with the new state as their reason.
  if (ended === 'here' || change.state !== undefined) await endSessionsInTenant(context, before.id, 'user_changed')
  if (ended === 'everywhere') await endSessionsEverywhere(context, before.id, 'identity_changed')
}

/** Ends the person's sessions in all business units and notifies their browsers. */
async function endSessionsEverywhere({ db, actor, announce }: WriteContext, userId: string, reason: string) {
  for (const session of await store.endSessionsEverywhere(db, userId, reason, actor.sessionId)) {
    const { session_id: sessionId, tenant_id: tenantId } = session
    await announce({ kind: 'session_ended', tenantId, userId, sessionId, reason })
  }
}

/** Ends the person's sessions in this business unit and notifies their browsers. */
async function endSessionsInTenant(
  { db, actor, announce }: WriteContext,
  userId: string,
  reason: string,
): Promise<void> {
  await store.endSessionsInTenant(db, userId, reason)
  await announce({ kind: 'session_ended', tenantId: tenantOf(actor), userId, sessionId: null, reason })
}

/** Returns the values of a person before and after a change, for the audit trail. */
function auditedValues(before: store.LockedUser, change: UserChange, custom: CheckedValues | undefined) {
  const { toggles, ...rest } = before
  const old = { ...rest, ...togglesAsFields(toggles), custom: custom?.named(before.custom) ?? {} }
  const namedValues = custom?.named(custom.values) ?? {}
  const group_ids = (change.group_ids ?? before.group_ids).toSorted()
  return { before: old, after: { ...old, ...definedFields(change), custom: namedValues, group_ids } }
}

/** Changes the state; sessions that the new state does not allow end immediately. */
export async function changeState(context: WriteContext, id: string, state: store.Membership['state']): Promise<void> {
  const { db, actor, audit } = context
  const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfChange(actor, before, { state })
  if (refusal) fail(refusal)
  if (before.state === state) return context.unchanged(undefined)
  await store.updateMembership(db, id, { state })
  await endSessions(context, before, { state })
  await audit({ target: { type: 'user', id, name: before.name }, before: { state: before.state }, after: { state } })
}

/** Removes the second factors of a person who lost them. The person is notified by mail and signs in again. */
export async function resetTwoFactor(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfReset(actor, person)
  if (refusal) fail(refusal)
  if (!(await store.resetTwoFactor(db, id))) fail('two_factor.off')
  await endSessionsEverywhere(context, id, 'two_factor_reset')
  await writeTwoFactorMail(context, { email: person.email, language: person.language }, 'reset')
  await audit({ target: { type: 'user', id, name: person.name } })
}

export async function logOutUser(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfEnding(actor, person)
  if (refusal) fail(refusal)
  await endSessionsInTenant(context, id, 'forced_logout')
  await audit({ target: { type: 'user', id, name: person.name } })
}

/** Ends the membership with its grants and groups. The database erases a person without any membership. */
export async function removeUser(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfEnding(actor, person)
  if (refusal) fail(refusal)
  await endSessionsInTenant(context, id, 'user_removed')
  await store.removeMembership(db, id)
  const { name, email, profile, state } = person
  await audit({ target: { type: 'user', id, name }, before: { name, email, profile, state } })
}

/**
 * Erases people whose day `delete_on` has come. The last administrator of a business unit stays, and the next run tries again. It works
 * sequentially, to use one connection only. A failure is collected in `failures` and does not stop the others.
 */
export async function eraseDue({ acrossTenants }: Pick<Gate, 'acrossTenants'>) {
  const sum = { erased: 0, kept: 0, failures: [] as { tenantId: string; message: string }[] }
  const failed = (tenantId: string) => (error: unknown) => {
    sum.failures.push({ tenantId, message: error instanceof Error ? error.message : String(error) })
  }
  for (const tenantId of await acrossTenants(reasonOfErasure, store.unitsDueForErasure)) {
    const due = await acrossTenants(reasonOfErasure, (db) => store.dueForErasure(db, tenantId)).catch(failed(tenantId))
    for (const person of due ?? []) {
      try {
        if (await acrossTenants(reasonOfErasure, (db) => eraseOne(db, person))) sum.erased++
      } catch (error) {
        if (isOfLastAdministrator(error)) sum.kept++
        else failed(tenantId)(error)
      }
    }
  }
  return sum
}

const reasonOfErasure = 'scheduled deletion of users'

const isOfLastAdministrator = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'memberships_last_administrator'

type Due = Awaited<ReturnType<typeof store.dueForErasure>>[number]

/** Erases one person. Returns false if another process has erased the person already. */
async function eraseOne(db: Database, { tenant_id, user_id, name, email, profile, delete_on }: Due): Promise<boolean> {
  if (!(await store.eraseMembership(db, tenant_id, user_id))) return false
  const auditActor = { actorId: null, actorEmail: null, tenantId: tenant_id, partnerId: null, address: null }
  const before = { name, email, profile, delete_on }
  await writeAudit(db, auditActor, 'user.removed', { target: { type: 'user', id: user_id, name }, before })
  await announce(db, {
    kind: 'session_ended',
    tenantId: tenant_id,
    userId: user_id,
    sessionId: null,
    reason: 'user_removed',
  })
  return true
}

/**
 * Blocks people who have not signed in for the days that their business unit allows. The last administrator stays active. A failure is
 * collected in `failures` and does not stop the others.
 */
export async function blockIdle({ acrossTenants }: Pick<Gate, 'acrossTenants'>) {
  const reason = 'auto-block of users'
  const sum = { blocked: 0, kept: 0, failures: [] as { tenantId: string; message: string }[] }
  const failed = (tenantId: string) => (error: unknown) => {
    sum.failures.push({ tenantId, message: error instanceof Error ? error.message : String(error) })
  }
  for (const tenantId of await acrossTenants(reason, store.unitsWithAutoBlock)) {
    const due = await acrossTenants(reason, (db) => store.dueForAutoBlock(db, tenantId)).catch(failed(tenantId))
    for (const person of due ?? []) {
      try {
        if (await acrossTenants(reason, (db) => blockOne(db, person))) sum.blocked++
      } catch (error) {
        if (isOfLastAdministrator(error)) sum.kept++
        else failed(tenantId)(error)
      }
    }
  }
  return sum
}

/** Blocks one person. Returns false if another process has blocked the person already. */
async function blockOne(
  db: Database,
  { tenant_id: tenantId, user_id: userId, name }: Awaited<ReturnType<typeof store.dueForAutoBlock>>[number],
): Promise<boolean> {
  if (!(await store.blockMembership(db, tenantId, userId))) return false
  const auditActor = { actorId: null, actorEmail: null, tenantId, partnerId: null, address: null }
  const target = { type: 'user', id: userId, name }
  await writeAudit(db, auditActor, 'user.auto_blocked', { target, before: { state: 'A' }, after: { state: 'B' } })
  await announce(db, { kind: 'session_ended', tenantId, userId, sessionId: null, reason: 'user_changed' })
  return true
}

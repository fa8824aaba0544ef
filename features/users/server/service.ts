// Changes of people and their consequences: groups, ended sessions, live events, audit trail. All in the caller's transaction.
import { fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import { may, tenantOf } from '#platform/server/session/actor.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { CustomValues } from '#features/custom-fields/contract.ts'
import { type CheckedValues, checkValues } from '#features/custom-fields/server/reads.ts'
import { reportsOfGroups } from '../groups/server/reads.ts'
import { refusalOfChange, refusalOfEnding, type Schedule, scheduleFaults, sessionsEndedBy } from './rules.ts'
import * as store from './store.ts'

export type NewUser = store.Identity &
  Omit<store.Membership, 'toggles'> & { edit_reports: boolean; group_ids: string[] }

/** Adds a person with a membership and groups. Returns the id. */
export async function addUser(context: WriteContext, person: NewUser, copiedFrom?: string): Promise<string> {
  const { db, actor, audit } = context
  const { name, email, language, password_hash, edit_reports, group_ids, ...membership } = person
  const custom = await checkNew(context, membership)
  const tenantId = tenantOf(actor)
  const id = await store.addUser(db, tenantId, { name, email, language, password_hash })
  const toggles = edit_reports ? ['edit_reports'] : []
  await store.addMembership(db, tenantId, id, { ...membership, custom: custom.values, toggles })
  await store.setGroups(db, tenantId, id, group_ids)
  const after = { name, email, language, ...membership, custom: custom.named(custom.values), edit_reports, group_ids, password: password_hash && 'set' } // prettier-ignore
  await audit({ target: { type: 'user', id, name }, after: copiedFrom ? { ...after, copied_from: copiedFrom } : after })
  return id
}

/** Fails if the actor may not add such a person. Returns the checked values of custom fields. */
export async function checkNew(
  context: WriteContext,
  { state, custom, ...schedule }: Schedule & Pick<NewUser, 'state' | 'custom'>,
): Promise<CheckedValues> {
  if (state === 'T' && !may(context.actor, 'user.make_test')) fail('access.functionality_refused')
  await refusePast(context, schedule, {})
  return checkedValues(context.db, {}, custom ?? {}, { isNew: true })
}

/** Adds a copy of a person: with the same groups, profile, department, language, permissions and shift, and the state active. */
export async function copyUser(
  context: WriteContext,
  source: string,
  identity: Pick<NewUser, 'name' | 'email' | 'phone' | 'password_hash' | 'custom'>,
): Promise<string> {
  const found = await copied(context, source)
  const { profile, department, language, group_ids, toggles, shift_id } = found
  const edit_reports = toggles.includes('edit_reports')
  const copy = { profile, state: 'A' as const, department, language, group_ids, edit_reports, shift_id }
  return addUser(context, { ...identity, ...copy }, source)
}

export const copied = async ({ db }: WriteContext, source: string) =>
  (await store.findForUpdate(db, source)) ?? fail('call.not_found')

export type UserChange = store.Part<Omit<NewUser, 'password_hash'>> & { password?: string | undefined }

/** Changes the given fields; `passwordHash` is the hash of `change.password`. */
export async function changeUser(
  context: WriteContext,
  { id, version }: { id: string; version: number },
  change: UserChange,
  passwordHash: string | undefined,
): Promise<void> {
  const { db } = context
  const { before, custom } = await checkChange(context, { id, version }, change)
  const { name, email, language, edit_reports, group_ids, password: _, ...membership } = change
  await store.updateUser(db, id, { name, email, language, password_hash: passwordHash })
  const toggles = edit_reports === undefined ? undefined : withToggle(before.toggles, edit_reports)
  await store.updateMembership(db, id, { ...membership, toggles, custom: custom?.values })
  if (group_ids) await regroup(context, before, group_ids)
  await announceSchedule(context, before, change)
  await endSessions(context, before, change)
  await auditChange(context, before, change, custom)
}

/** Fails if the actor may not make the change. Returns the locked person and the checked values of custom fields. */
export async function checkChange(
  context: WriteContext,
  { id, version }: { id: string; version: number },
  change: UserChange,
) {
  const { db, actor } = context
  const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (before.version !== version) fail('call.stale_version')
  const refusal = refusalOfChange(actor, before, change)
  if (refusal) fail(refusal)
  await refusePast(context, change, before)
  const custom = change.custom && (await checkedValues(db, before.custom, change.custom, { isNew: false }))
  return { before, custom }
}

/** Checks values of custom fields and returns them as they will be stored. Fails at the fields, with the labels of the business unit. */
async function checkedValues(
  db: Database,
  stored: CustomValues,
  given: CustomValues,
  how: { isNew: boolean },
): Promise<CheckedValues> {
  const found = await checkValues(db, stored, given, how)
  const faults = Object.entries(found.faults).map(([id, fault]) => [`custom.${id}`, fault] as const)
  if (faults.length > 0) fail('call.invalid', { fields: Object.fromEntries(faults), labels: found.labels })
  return found
}

async function refusePast({ db }: WriteContext, wanted: Schedule, present: Schedule): Promise<void> {
  if (!wanted.block_on && !wanted.delete_on) return
  const fields = scheduleFaults(wanted, present, await store.today(db))
  if (Object.keys(fields).length > 0) fail('call.invalid', { fields })
}

const withToggle = (toggles: string[], on: boolean) => {
  const others = toggles.filter((toggle) => toggle !== 'edit_reports')
  return on ? [...others, 'edit_reports'] : others
}

/** Sets the groups and sends a live event, because access to open reports may have changed. */
async function regroup({ db, actor, announce }: WriteContext, before: store.Found, groupIds: string[]): Promise<void> {
  const tenantId = tenantOf(actor)
  await store.setGroups(db, tenantId, before.id, groupIds)
  const left = before.group_ids.filter((id) => !groupIds.includes(id))
  const joined = groupIds.filter((id) => !before.group_ids.includes(id))
  const reportIds = await reportsOfGroups(db, [...left, ...joined])
  if (reportIds.length > 0) await announce({ kind: 'access_changed', tenantId, reportIds })
}

/** A changed shift or day may end the person's access now: open pages ask the server again, and their embed tokens are revoked. */
async function announceSchedule(
  { actor, announce }: WriteContext,
  before: store.Found,
  change: UserChange,
): Promise<void> {
  const isChanged = (['shift_id', 'block_on', 'delete_on'] as const).some(
    (field) => change[field] !== undefined && change[field] !== before[field],
  )
  if (isChanged) await announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [] })
}

async function endSessions(context: WriteContext, before: store.Found, change: UserChange): Promise<void> {
  const { db, actor, announce } = context
  const ended = sessionsEndedBy(before, change)
  if (ended === null) return
  if (ended === 'here') return endSessionsHere(context, before.id, 'user_changed')
  const reason = 'identity_changed'
  for (const session of await store.endSessionsEverywhere(db, before.id, reason, actor.sessionId)) {
    const { session_id: sessionId, tenant_id: tenantId } = session
    await announce({ kind: 'session_ended', tenantId, userId: before.id, sessionId, reason })
  }
}

/** Ends the person's sessions in this business unit and notifies their browsers. */
async function endSessionsHere({ db, actor, announce }: WriteContext, userId: string, reason: string): Promise<void> {
  await store.endSessionsHere(db, userId, reason)
  await announce({ kind: 'session_ended', tenantId: tenantOf(actor), userId, sessionId: null, reason })
}

async function auditChange(
  { audit }: WriteContext,
  before: store.Found,
  change: UserChange,
  custom: CheckedValues | undefined,
): Promise<void> {
  const { toggles, ...rest } = before
  const old = { ...rest, edit_reports: toggles.includes('edit_reports'), custom: custom?.named(before.custom) ?? {} }
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const given = { ...sent, custom: custom?.named(custom.values) ?? {} }
  const group_ids = (change.group_ids ?? before.group_ids).toSorted()
  await audit({ target: { type: 'user', id: before.id, name: before.name }, before: old, after: { ...old, ...given, group_ids } }) // prettier-ignore
}

/** Changes the state; sessions that the new state does not allow end immediately. */
export async function changeState(context: WriteContext, id: string, state: store.Membership['state']): Promise<void> {
  const { db, actor, audit } = context
  const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfChange(actor, before, { state })
  if (refusal) fail(refusal)
  await store.updateMembership(db, id, { state })
  await endSessions(context, before, { state })
  await audit({ target: { type: 'user', id, name: before.name }, before: { state: before.state }, after: { state } })
}

export async function logOutUser(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfEnding(actor, person)
  if (refusal) fail(refusal)
  await endSessionsHere(context, id, 'forced_logout')
  await audit({ target: { type: 'user', id, name: person.name } })
}

/** Ends the membership with its grants and groups. The database erases a person without any membership. */
export async function removeUser(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfEnding(actor, person)
  if (refusal) fail(refusal)
  await endSessionsHere(context, id, 'user_removed')
  await store.removeMembership(db, id)
  const { name, email, profile, state } = person
  await audit({ target: { type: 'user', id, name }, before: { name, email, profile, state } })
}

/**
 * Erases people whose `delete_on` has come. The last administrator of a business unit is kept and tried again at the next run. It works
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

/** Returns false if another process has erased the person already. */
async function eraseOne(db: Database, { tenant_id, user_id, name, email, profile, delete_on }: Due): Promise<boolean> {
  if (!(await store.eraseMembership(db, tenant_id, user_id))) return false
  const who = { actorId: null, actorEmail: null, tenantId: tenant_id, partnerId: null, address: null }
  const before = { name, email, profile, delete_on }
  await writeAudit(db, who, 'user.removed', { target: { type: 'user', id: user_id, name }, before })
  await announce(db, {
    kind: 'session_ended',
    tenantId: tenant_id,
    userId: user_id,
    sessionId: null,
    reason: 'user_removed',
  })
  return true
}

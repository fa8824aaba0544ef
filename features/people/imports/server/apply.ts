// The batches of a running import. One transaction imports a batch of rows with its people, their audit entries and their mails, so that a job
// that stops at any point imports no row twice. What the person who started it may do is judged in each batch.
import { userImports as limits } from '#catalogue/limits.ts'
import { type Inviting, inviteAdded } from '#features/identity/passwords/server/commands.ts'
import { sendsInvitations } from '#features/organisation/settings/server/queries.ts'
import { addCheckedPeople, changeUser, planFor } from '#features/people/users/server/commands.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { orUndo } from '#platform/server/database/or-undo.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { may, type TenantId } from '#platform/server/session/actor.ts'
import { attempt, faultOf, wholeFault } from './attempt.ts'
import { type CheckedRow, type Faults, nothingSeen, type Person, valuesBefore } from './rules.ts'
import { check } from './service.ts'
import { actorOf, contextFor } from './starter.ts'
import * as store from './store.ts'

type Applying = JobContext & { tenantId: TenantId }
type Failed = { number: number; faults: Faults; plan: null }

/**
 * Imports the next batch of rows. Returns whether more rows may be pending. Rows whose stored faults are known fail without another check.
 */
export async function importNext(context: Applying, inviting: Inviting, id: string): Promise<boolean> {
  const { db, tenantId } = context
  const found = await store.findForUpdate(db, id)
  if (found?.state !== 'running' || !found.starter) return false
  const auditActor = found.starter
  const actor = await actorOf(db, tenantId, auditActor)
  if (!actor || !may(actor, 'user.add')) {
    await store.setState(db, id, 'cancelled', 'right_lost')
    return false
  }
  const isPlain = found.existing === 'skip' && !(await sendsInvitations(db, tenantId))
  const rows = await store.pendingRows(db, id, { max: isPlain ? limits.plainBatchRows : limits.batchRows })
  if (rows.length === 0) {
    await store.setState(db, id, 'done')
    return false
  }
  const isFaulty = ({ faults }: store.StoredRow) => Object.keys(faults).length > 0
  const sound = rows.filter((row) => !isFaulty(row))
  const { checked, places, named } = await check(db, actor, found, sound, { seen: nothingSeen(), isLocked: true })
  const failed: Failed[] = [...rows.filter(isFaulty), ...checked.filter(({ plan }) => plan === null)].map(
    ({ number, faults }) => ({ number, faults, plan: null }),
  )
  const fresh = checked.filter((row): row is NewRow => row.person !== null)
  const fitting = fresh.slice(0, Math.max(0, places))
  for (const { number } of fresh.slice(fitting.length))
    failed.push({ number, faults: wholeFault('tenant.user_limit_reached'), plan: null })
  const addThese = async (people: readonly NewRow[]) => {
    const ids = await addCheckedPeople(db, { tenantId, auditActor, named }, people.map(asUser))
    return people.map((row, index) => ({ ...row, id: ids[index] ?? fail('call.failed') }))
  }
  const added = await addAll(db, fitting, addThese, failed)
  const partnerId = await store.partnerOf(db, tenantId)
  const invited = found.inviteAt
    ? 0
    : await inviteAdded(
        { ...context, partnerId },
        inviting,
        added.map(({ id: userId, person }) => ({ ...person, id: userId })),
      )
  // A time that has come while the import waited is no reason to send no mail: the job sends the mails then.
  if (found.inviteAt)
    await planFor(
      db,
      added.map((row) => row.id),
      found.inviteAt,
      actor.userId,
    )
  const changed = await changeAll(contextFor(context, { actor, auditActor, event: 'user.updated' }), checked, failed)
  await store.setFaults(db, id, failed, 'failed')
  const addedRows = added.map(({ number, id: userId }) => ({ number, userId }))
  await store.setAdded(db, id, addedRows, invited)
  await store.setChanged(db, id, changed)
  const same = checked.filter(({ plan }) => plan?.kind === 'same').map(({ number }) => number)
  await store.setSame(db, id, same)
  return true
}

type NewRow = CheckedRow & { person: Person }
type AddedRow = NewRow & { id: string }

const asUser = ({ person }: NewRow) => ({ ...person, password_hash: null })

/**
 * Adds all people of a batch at once. When another transaction took an e-mail or reached the user limit meanwhile, it adds them one by one:
 * the database then refuses single rows, and only these rows fail.
 */
async function addAll(
  db: Database,
  rows: readonly NewRow[],
  addThese: (rows: readonly NewRow[]) => Promise<AddedRow[]>,
  failed: Failed[],
): Promise<AddedRow[]> {
  const all = await orUndo(db, () => addThese(rows))
  if (!('constraint' in all)) return all
  const added: AddedRow[] = []
  for (const row of rows) {
    const one = await orUndo(db, () => addThese([row]))
    if ('constraint' in one) failed.push({ number: row.number, faults: faultOf(one.constraint), plan: null })
    else added.push(...one)
  }
  return added
}

/**
 * Changes people one by one as the form does, with its rules, ended sessions and audit entries. The people are locked since they were read, and
 * what refuses one change fails its row only.
 */
async function changeAll(
  context: Parameters<typeof changeUser>[0],
  rows: readonly CheckedRow[],
  failed: Failed[],
): Promise<store.Effect[]> {
  const changed: store.Effect[] = []
  for (const { number, change } of rows) {
    if (!change) continue
    const { subject, fields } = change
    const faults = await attempt(context.db, () => changeUser(context, subject, fields, undefined))
    if (faults) failed.push({ number, faults, plan: null })
    else changed.push({ number, userId: subject.id, before: valuesBefore(subject, fields), after: fields })
  }
  return changed
}

/** Stops the import after the last attempt of its job failed, so that a person can see the error and continue. */
export async function stop({ db }: JobContext, id: string): Promise<void> {
  const found = await store.findForUpdate(db, id)
  if (found?.state === 'running') await store.setState(db, id, 'cancelled', 'failed')
}

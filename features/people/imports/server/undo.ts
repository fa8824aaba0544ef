// Takes an import back in batches, one transaction each: people whom it added and nobody touched are removed, changed people are changed back.
// What was touched since stays, and its row says why.
import { userImports as limits } from '#catalogue/limits.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { phoneCountry } from '#features/organisation/settings/server/queries.ts'
import { changeUser, removeUser } from '#features/people/users/server/commands.ts'
import { findForUpdate } from '#features/people/users/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { type Actor, may, tenantOf, type TenantId } from '#platform/server/session/actor.ts'
import { attempt, wholeFault } from './attempt.ts'
import { changeBack, type Faults } from './rules.ts'
import { actorOf, contextFor } from './starter.ts'
import * as store from './store.ts'

/** Takes the next batch of rows back. Returns whether more rows may be left. */
export async function undoNext(context: JobContext & { tenantId: TenantId }, id: string): Promise<boolean> {
  const { db, tenantId } = context
  const found = await store.findForUpdate(db, id)
  if (found?.state !== 'undoing' || !found.undoer) return false
  const auditActor = found.undoer
  const actor = await actorOf(db, tenantId, auditActor)
  if (!actor || !may(actor, 'user.remove')) {
    await store.setState(db, id, 'cancelled', 'right_lost')
    return false
  }
  const rows = await store.undoableRows(db, id, limits.undoRows)
  if (rows.length === 0) {
    await store.setState(db, id, 'undone')
    return false
  }
  const contextOf = (event: string) => contextFor(context, { actor, auditActor, event })
  const undone: number[] = []
  const kept: { number: number; faults: Faults }[] = []
  for (const row of rows) {
    const refusal = refusalOfUndo(actor, row)
    const faults = refusal
      ? wholeFault(refusal)
      : await attempt(db, () =>
          row.effect === 'added'
            ? removeUser(contextOf('user.removed'), row.userId)
            : restore(contextOf('user.updated'), row),
        )
    if (faults) kept.push({ number: row.number, faults })
    else undone.push(row.number)
  }
  await store.setUndone(db, id, { undone, kept })
  return true
}

/** Changes a person back, unless a field has another value than the imported one. */
async function restore(context: WriteContext, { userId: id, version, before, after }: store.Undoable): Promise<void> {
  const present = (await findForUpdate(context.db, id)) ?? fail('call.not_found')
  const country = await phoneCountry(context.db, tenantOf(context.actor))
  const change = changeBack(present, before ?? {}, after ?? {}, country) ?? fail('import.changed_since')
  await changeUser(context, { id, version }, change, undefined)
}

/** Returns why a row is not taken back, as an error code; otherwise null. */
export function refusalOfUndo(
  actor: Actor,
  { effect, isChanged, isUsed, isNoted }: Pick<store.Undoable, 'effect' | 'isChanged' | 'isUsed' | 'isNoted'>,
): ErrorCode | null {
  if (!may(actor, effect === 'added' ? 'user.remove' : 'user.update')) return 'access.functionality_refused'
  if (effect === 'added' && isUsed) return 'import.person_used'
  return isChanged || isNoted ? 'import.changed_since' : null
}

/** Ends the attempt after its job failed too often: a person can start it again, and rows that were taken back stay so. */
export async function stopUndo({ db }: JobContext, id: string): Promise<void> {
  const found = await store.findForUpdate(db, id)
  if (found?.state === 'undoing') await store.setState(db, id, 'cancelled', 'failed')
}

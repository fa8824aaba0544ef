// Commands on known faults, for the help desk, in the transaction of the cause.
import { fail } from '#platform/contract/failure.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import * as store from './store.ts'

export { findForUpdate as findFault, remove as removeFault, start as startFault } from './store.ts'

/** Locks a fault that has not ended. The error is the same for one that does not exist and for one of a report that the person may not open. */
export const lockFault = async ({ db }: WriteContext, id: string): Promise<store.StoredFault> =>
  (await store.findForUpdate(db, id)) ?? fail('call.not_found')

/** Ends a locked fault and tells its followers who may open the report. */
export async function endFault(context: WriteContext, { id, report_id, in_each }: store.StoredFault): Promise<void> {
  await store.end(context.db, id)
  await notify(
    { ...context, tenantId: tenantOf(context.actor) },
    { among: store.followersOf(id) },
    'report_fault_ended',
    { report: in_each },
    { path: `/${report_id}/reports/view` },
  )
}

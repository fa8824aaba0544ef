// The job that features/organisation/tenants enqueues when staff open or close a business unit to themselves. It lives here, because
// notifications know business units.
import { job } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { staffEntryKind } from '#features/organisation/tenants/server/commands.ts'

export const notifyStaffEntry = job({
  ...staffEntryKind,
  run: async (context, { isAllowed }) => {
    const { tenantId } = context
    if (tenantId === null) return
    const type = isAllowed ? 'staff_admitted' : 'staff_kept_out'
    await notify({ ...context, tenantId }, { profile: 'admin' }, type, {})
  },
})

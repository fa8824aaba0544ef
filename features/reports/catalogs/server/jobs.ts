// Reminds report managers of requests that wait for two days.
import { z } from 'zod'
import { accessRequestReminderHours } from '#catalogue/limits.ts'
import { job } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { reminderCause } from './request-causes.ts'
import { remind, unitsWithDue } from './store.ts'

const after = { hours: accessRequestReminderHours }

/** Reminds the managers of one business unit, under its row-level security. */
const remindOfRequests = job({
  name: 'access_request.remind',
  scope: 'tenant',
  input: z.object({}),
  run: async (context) => {
    const { db, tenantId } = context
    if (tenantId === null) return
    for (const { id, name: person, report_in_each: report, reason } of await remind(db, after)) {
      const notification = { path: '/catalogs/requests', cause: reminderCause(id) }
      await notify(
        { ...context, tenantId },
        { profile: 'admin' },
        'access_requested',
        { person, report, reason },
        notification,
      )
    }
  },
})

const findWaitingRequests = job({
  name: 'access_request.find_waiting',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 3_600,
  run: async ({ db, enqueue }) => {
    for (const tenantId of await unitsWithDue(db, after)) await enqueue(remindOfRequests, {}, { tenantId })
  },
})

export const catalogJobs = [findWaitingRequests, remindOfRequests]

// Notifications of changelog entries: the administrators of each business unit get one when the entry's day begins there, and the staff get
// one too.
import { DateTime } from 'luxon'
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { eachApart } from '#platform/server/jobs/each-apart.ts'
import { job } from '#platform/server/jobs/job.ts'
import { notify, notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import * as store from './store.ts'

const entryReference = z.object({ entry_id: id() })
export const notifyKind = {
  name: 'changelog.tell',
  scope: 'platform',
  isolation: 'savepoint',
  input: entryReference,
} as const

/**
 * Notifies the administrators of one business unit. An entry that was withdrawn or postponed meanwhile is skipped; sending it again
 * enqueues the job again.
 */
const notifyUnit = job({
  name: 'changelog.tell_unit',
  scope: 'tenant',
  input: entryReference,
  run: async ({ tenantId, ...context }, { entry_id }) => {
    const entry = await store.findVisible(context.db, entry_id)
    if (!entry || tenantId === null) return
    await notify(
      { ...context, tenantId },
      { profile: 'admin' },
      'changelog_sent',
      { entry: entry.title },
      { path: '/changelog', cause: `changelog ${entry_id}` },
    )
  },
})

/** Notifies the staff of the platform and of the partners, on the day in the time zone of the platform. */
const notifyStaffJob = job({
  name: 'changelog.tell_staff',
  scope: 'platform',
  isolation: 'one record',
  input: entryReference,
  run: async (context, { entry_id }) => {
    const entry = await store.findVisible(context.db, entry_id)
    if (!entry) return
    const cause = `changelog ${entry_id}`
    await notifyStaff(context, { type: 'changelog_sent', values: { entry: entry.title }, path: '/changelog', cause })
  },
})

const notifyAll = job({
  ...notifyKind,
  run: async (context, { entry_id }) => {
    const { db, enqueue } = context
    const day = await store.dayOf(db, entry_id)
    if (day === undefined) return
    await enqueue(notifyStaffJob, { entry_id }, { after: DateTime.fromISO(day, { zone: store.staffZone }).toJSDate() })
    await eachApart(context, await store.zones(db), {
      job: notifyKind.name,
      unitOf: ({ tenant_id }) => tenant_id,
      work: async ({ tenant_id: tenantId, timezone }) => {
        const after = DateTime.fromISO(day, { zone: timezone }).toJSDate()
        await enqueue(notifyUnit, { entry_id }, { tenantId, after })
      },
    })
  },
})

export const changelogJobs = [notifyAll, notifyStaffJob, notifyUnit]

// A sent entry also becomes a notification for the administrators of each business unit, when its day begins there.
import { DateTime } from 'luxon'
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { job } from '#platform/server/jobs/job.ts'
import { notify } from '#features/notifications/server/service.ts'
import * as store from './store.ts'

const ofEntry = z.object({ entry_id: id() })
export const tellKind = { name: 'changelog.tell', scope: 'platform', input: ofEntry } as const

/** In one business unit. An entry that was withdrawn or postponed meanwhile is not told; sending it again enqueues this anew. */
const tellUnit = job({
  name: 'changelog.tell_unit',
  scope: 'tenant',
  input: ofEntry,
  run: async ({ tenantId, ...context }, { entry_id }) => {
    const entry = await store.findShown(context.db, entry_id)
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

const tellAll = job({
  ...tellKind,
  run: async ({ db, enqueue }, { entry_id }) => {
    const day = await store.dayOf(db, entry_id)
    if (day === undefined) return
    for (const { tenant_id: tenantId, timezone } of await store.zones(db)) {
      const after = DateTime.fromISO(day, { zone: timezone }).toJSDate()
      await enqueue(tellUnit, { entry_id }, { tenantId, after })
    }
  },
})

export const changelogJobs = [tellAll, tellUnit]

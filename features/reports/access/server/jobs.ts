// Removes grants after their last day. mayOpen() ignores them from the first minute of the next day; this job revokes embed tokens and
// keeps the lists of grants true.
import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import { emitGrantChanges } from './grant-events.ts'
import { byGrantee } from './rules.ts'
import { pageTitles, removeEnded, unitsWithEnded } from './store.ts'

/** Removes ended grants of one business unit, so that the audit entries belong to it. */
export const removeEndedGrants = job({
  name: 'report_grant.remove_ended',
  scope: 'tenant',
  input: z.object({}),
  run: async ({ db, tenantId, audit, announce, enqueue }) => {
    const ended = await removeEnded(db)
    for (const { report_id, report, grants } of ended) {
      await audit('report.access_ended', {
        target: { type: 'report', id: report_id, name: report },
        before: byGrantee(grants, await pageTitles(db, report_id)),
      })
      if (tenantId !== null)
        await emitGrantChanges({ db, enqueue, tenantId }, report_id, { removed: grants, added: [] })
    }
    if (ended.length === 0 || tenantId === null) return
    await announce({ kind: 'access_changed', tenantId, reportIds: ended.map(({ report_id }) => report_id) })
  },
})

export const findEndedGrants = job({
  name: 'report_grant.find_ended',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 300,
  run: async ({ db, enqueue }) => {
    for (const tenantId of await unitsWithEnded(db)) await enqueue(removeEndedGrants, {}, { tenantId })
  },
})

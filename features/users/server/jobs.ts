// Scheduled deletions: whoever's day has come no longer enters (open_session() sees to that); within the hour they are erased.
import { z } from 'zod'
import { waitingJob } from '#platform/server/jobs/job.ts'
import { eraseDue } from './service.ts'

/** Waiting, because each person is erased in a transaction of their own: one who must stay keeps nobody else. */
export const eraseDueUsers = waitingJob({
  name: 'user.erase_due',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 3_600,
  retries: 3,
  run: async ({ acrossTenants, log }) => {
    const { erased, kept, failures } = await eraseDue({ acrossTenants })
    if (erased + kept > 0) log.info({ erased, kept }, 'scheduled deletions')
    if (failures.length > 0) {
      const units = failures.map(({ tenantId, message }) => `${tenantId}: ${message}`)
      throw new Error(`${failures.length} scheduled deletions failed, by business unit: ${units.join('; ')}`)
    }
  },
})

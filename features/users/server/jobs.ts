// Scheduled deletions. open_session() refuses a person from the day `delete_on`; this hourly job erases them.
import { z } from 'zod'
import { waitingJob } from '#platform/server/jobs/job.ts'
import { eraseDue } from './service.ts'

/** A waiting job, because it erases each person in a separate transaction: a failure does not affect the others. */
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

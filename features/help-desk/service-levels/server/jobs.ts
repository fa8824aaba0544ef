import { z } from 'zod'
import { eachApart } from '#platform/server/jobs/each-apart.ts'
import { job } from '#platform/server/jobs/job.ts'
import { publicHolidays } from '#platform/server/holidays.ts'
import { lastYear, yearsFrom } from './rules.ts'
import * as store from './store.ts'

/** Computes the holidays of further years before the stored ones end. */
export const renewHolidays = job({
  name: 'service_level.renew_holidays',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
  everySeconds: 86_400,
  run: async (context) => {
    const { db, clock } = context
    const now = clock.now()
    await eachApart(context, await store.lockEnding(db, lastYear(now)), {
      job: 'service_level.renew_holidays',
      unitOf: ({ tenant_id }) => tenant_id,
      work: async (place) => {
        const holidays = await publicHolidays(place, yearsFrom(now))
        await store.renewHolidays(db, place.tenant_id, { holidays, until: lastYear(now) })
      },
    })
  },
})

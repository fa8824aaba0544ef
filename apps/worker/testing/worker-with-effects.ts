// The product's worker with one more job, whose effects a test can count.
import { systemClock } from '#platform/server/clock.ts'
import { effect } from '#testing/jobs.ts'
import { runChild } from '../../server/supervisor/child.ts'
import { createWorker } from '../worker.ts'

await runChild((config, databaseUrl) => {
  const { dataDir, reportServiceUrl } = config
  const moreJobs = [effect]
  return createWorker({ config, databaseUrl, filesDir: dataDir ?? '', clock: systemClock, reportServiceUrl, moreJobs })
})

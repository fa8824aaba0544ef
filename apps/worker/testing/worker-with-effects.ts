// The product's worker, with one job more whose effects a test can count.
import { systemClock } from '#platform/server/clock.ts'
import { effect } from '#platform/testing/jobs.ts'
import { runPart } from '../../server/crew/part.ts'
import { createWorker } from '../worker.ts'

await runPart((config, databaseUrl) => {
  const { dataDir, reportServiceUrl } = config
  const moreJobs = [effect]
  return createWorker({ config, databaseUrl, filesDir: dataDir ?? '', clock: systemClock, reportServiceUrl, moreJobs })
})

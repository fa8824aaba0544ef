// A process that runs tasks until it is killed. Its report service answers each query with one row, and takes a moment for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { createOutgoing } from '#platform/server/outgoing.ts'
import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { startDueTriggers } from '#features/automation/triggers/server/jobs.ts'
import { testWorker } from '#testing/jobs.ts'
import { taskJobs } from '#features/automation/tasks/server/jobs.ts'

const [, , databaseUrl = ''] = process.argv
const client = {
  executeQueries: async () => {
    await sleep(20)
    return [{ '[Total]': 1 }]
  },
}
const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
const jobs = taskJobs({
  embedding: { clientOf: () => client } as never,
  outgoing: createOutgoing({ privateHosts: false }),
  secrets: createSecrets(appSecret),
})
await testWorker(databaseUrl, [...jobs, startDueTriggers])

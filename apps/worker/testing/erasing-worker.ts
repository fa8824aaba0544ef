// A worker that only erases business units. As a separate process it can be killed.
import { tmpdir } from 'node:os'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { eraseFilesJob } from '#platform/server/files/erase-job.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { erasureJobs } from '#features/organisation/tenants/server/jobs.ts'

export const erasingWorker = (databaseUrl: string, filesDir: string): Promise<TestWorker> =>
  testWorker(databaseUrl, [...erasureJobs(diskStorage(filesDir)), eraseFilesJob(diskStorage(filesDir))])

// Started as a process: runs until it is killed.
if (import.meta.main) {
  const [, , databaseUrl = '', filesDir = tmpdir()] = process.argv
  await erasingWorker(databaseUrl, filesDir)
  process.stdout.write('working\n')
}

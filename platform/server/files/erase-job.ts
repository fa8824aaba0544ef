import { z } from 'zod'
import { waitingJob } from '../jobs/job.ts'
import { eraseFiles } from './kept-files.ts'
import type { FileStorage } from './storage.ts'

/** What nothing shows any more goes from the storage, within the hour. */
export const eraseFilesJob = (storage: FileStorage) =>
  waitingJob({
    name: 'file.erase',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 3_600,
    retries: 3,
    run: async ({ acrossTenants, log }) => {
      const erased = await eraseFiles(acrossTenants, storage)
      if (erased > 0) log.info({ erased }, 'files erased')
    },
  })

import { z } from 'zod'
import { type JobKind, waitingJob } from '../jobs/job.ts'
import { eraseRemovedFiles } from './kept-files.ts'
import type { FileStorage } from './storage.ts'

export const eraseFilesKind = {
  name: 'file.erase',
  scope: 'platform',
  isolation: 'transaction',
  input: z.object({}),
} as const satisfies JobKind

/** Erases unused files from the storage, once an hour. */
export const eraseFilesJob = (storage: FileStorage) =>
  waitingJob({
    ...eraseFilesKind,
    everySeconds: 3_600,
    retries: 3,
    run: async (context) => {
      const erased = await eraseRemovedFiles(context, storage)
      if (erased > 0) context.log.info({ erased }, 'files erased')
    },
  })

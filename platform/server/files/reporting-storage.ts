// The storage that the portal's calls use: a failure is in the log with its cause, and the caller gets a sentence with 503.
import { fail } from '#platform/contract/failure.ts'
import type { FileStorage } from './storage.ts'

type Log = { error(fields: object, message: string): void }

export function reportingStorage(storage: FileStorage, log: Log): FileStorage {
  return {
    async put(path, bytes) {
      try {
        await storage.put(path, bytes)
      } catch (error) {
        log.error({ err: error, path }, 'a file could not be stored')
        fail('file.not_stored')
      }
    },
    async read(path) {
      try {
        return await storage.read(path)
      } catch (error) {
        log.error({ err: error, path }, 'a file could not be read')
        fail('file.not_read')
      }
    },
    // Only the job that sends mails reads streams. Its failure is logged as that of any job.
    stream: (path) => storage.stream(path),
    // Only the job that erases files removes them. It keeps those that fail for its next run, and its failure is logged as that of any job.
    remove: (path) => storage.remove(path),
    removeOwner: (owner) => storage.removeOwner(owner),
  }
}

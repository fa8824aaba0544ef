// The storage of uploaded files: a folder of this machine, or an S3-compatible service.
// It knows names and bytes. kept-files.ts and serve.ts know the owner and who may see a file.
// Next: disk-storage.ts and s3-storage.ts (the implementations), file-path.ts (valid names).
import type { Readable } from 'node:stream'
import type { FilePath } from './file-path.ts'

export type FileStorage = {
  /** Atomic: a reader never gets a partial file. @throws when the storage cannot store it. */
  put(path: FilePath, bytes: Uint8Array): Promise<void>
  /** Reads a file; null when it does not exist. */
  read(path: FilePath): Promise<Uint8Array | null>
  /** Reads a file as a stream, which the caller ends; null when it does not exist. */
  stream(path: FilePath): Promise<Readable | null>
  /** Succeeds also when the file does not exist. */
  remove(path: FilePath): Promise<void>
  /** Removes every file of an owner, also files without a row. Answers how many there were. Safe to repeat. */
  removeOwner(owner: string): Promise<number>
}

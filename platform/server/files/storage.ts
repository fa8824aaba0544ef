// Where the bytes of uploaded files lie: a folder of this machine, or an S3-compatible service.
// It knows names and bytes; whose they are and who may see them is said by kept-files.ts and serve.ts.
// Next: disk-storage.ts, s3-storage.ts (the two there are), file-path.ts (what a name may be).
import type { FilePath } from './file-path.ts'

export type FileStorage = {
  /** Whole or not at all: a reader never meets half a file. @throws when the storage cannot take it. */
  put(path: FilePath, bytes: Uint8Array): Promise<void>
  /** Null when there is none. */
  read(path: FilePath): Promise<Uint8Array | null>
  /** Done also when there was none. */
  remove(path: FilePath): Promise<void>
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A SHA-256 digest of the names and contents of all files in a folder. Equal digests mean equal folders. */
export async function fingerprintOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const whole = createHash('sha256')
  for (const path of paths.toSorted()) {
    const content = createHash('sha256').update(await readFile(path))
    whole.update(JSON.stringify([relative(folder, path), content.digest('hex')]))
  }
  return whole.digest('hex')
}

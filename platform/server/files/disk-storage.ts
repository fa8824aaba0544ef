// Files in a folder of this machine: for one server, or for several that share the folder.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownerFolders } from './file-path.ts'
import type { FileStorage } from './storage.ts'

/** @param folder created with the first file. Nothing outside of it is touched. */
export function diskStorage(folder: string): FileStorage {
  return {
    async put(path, bytes) {
      const target = join(folder, path)
      // Write, then rename: a crash leaves a stray file with another name, never a partial one.
      const aside = `${target}.${randomBytes(6).toString('hex')}.new`
      await mkdir(dirname(target), { recursive: true, mode: 0o750 })
      try {
        await writeThrough(aside, bytes)
        await rename(aside, target)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async read(path) {
      try {
        return await readFile(join(folder, path))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async stream(path) {
      try {
        const file = await open(join(folder, path))
        return file.createReadStream()
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    remove: (path) => rm(join(folder, path), { force: true }),
    async removeOwner(owner) {
      let removed = 0
      for (const place of ownerFolders(owner)) {
        const names = await readdir(join(folder, place)).catch((error: unknown) => {
          if (isAbsent(error)) return []
          throw error
        })
        // Also files that a crash left with another name.
        for (const name of names) await rm(join(folder, place, name), { force: true, recursive: true })
        await rm(join(folder, place), { force: true, recursive: true })
        removed += names.length
      }
      return removed
    },
  }
}

async function writeThrough(target: string, bytes: Uint8Array): Promise<void> {
  const file = await open(target, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

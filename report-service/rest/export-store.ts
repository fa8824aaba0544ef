// The exports of the service as files, so that each process that shares the data folder answers for them: the state of an export as JSON, and
// its file beside it. They are deleted after a day, as at Power BI.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { isRunning } from './process-identity.ts'

const shape = z.object({
  id: z.uuid(),
  /** The principal that started it, as `principalKey`. Others do not find it. */
  principal: z.string(),
  reportId: z.string(),
  reportName: z.string(),
  status: z.enum(['NotStarted', 'Running', 'Succeeded', 'Failed']),
  percentComplete: z.number(),
  createdAt: z.string(),
  changedAt: z.string(),
  extension: z.string().nullable(),
  failure: z.string().nullable(),
  /** The process that draws it, as `processIdentity`. */
  owner: z.string(),
})
export type Export = z.output<typeof shape>

export type ExportStore = {
  find(id: string): Promise<Export | null>
  write(state: Export): Promise<void>
  keepFile(id: string, bytes: Uint8Array): Promise<void>
  readFile(id: string): Promise<Buffer>
  deleteOld(): Promise<void>
}

export const EXPORT_LIFE_MS = 24 * 60 * 60_000

export function createExportStore(dataFolder: string, now: () => number): ExportStore {
  const folder = join(dataFolder, 'exports')
  const stateOf = (id: string) => join(folder, `${id}.json`)
  const fileOf = (id: string) => join(folder, `${id}.file`)

  /** Another process never reads half a file. */
  async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, content, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }

  return {
    async find(id) {
      if (!z.uuid().safeParse(id).success) return null
      const text = await readFile(stateOf(id), 'utf8').catch(() => null)
      const read = text === null ? null : shape.safeParse(JSON.parse(text))
      if (!read?.success || Date.parse(read.data.createdAt) + EXPORT_LIFE_MS <= now()) return null
      const isOver = read.data.status === 'Succeeded' || read.data.status === 'Failed'
      return isOver || isRunning(read.data.owner)
        ? read.data
        : { ...read.data, status: 'Failed', failure: 'ServiceStopped' }
    },
    write: (state) => writeWhole(stateOf(state.id), JSON.stringify(state)),
    keepFile: (id, bytes) => writeWhole(fileOf(id), bytes),
    readFile: (id) => readFile(fileOf(id)),
    async deleteOld() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const path = join(folder, name)
        const changed = await stat(path).catch(() => null)
        if (changed && changed.mtimeMs + EXPORT_LIFE_MS <= now()) await rm(path, { force: true })
      }
    },
  }
}

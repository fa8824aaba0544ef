// Reads an uploaded table in a thread: thousands of rows take longer than other requests can wait. Next: read-sheet.ts (the work).
import { createThreadPool, TaskTimeout } from '../thread-pool.ts'
import { SheetFault, type SheetLimits, type SheetRow } from './sheet-row.ts'

export type ReadTask = { bytes: Uint8Array; limits: SheetLimits }
export type ReadReply = { rows: SheetRow[] } | { refusal: SheetFault['kind'] }

const pool = createThreadPool<ReadTask, ReadReply>({
  file: new URL('./read-thread.ts', import.meta.url),
  threads: 1,
  maxWaiting: 20,
  limitMs: 20_000,
  megabytes: 256,
})

/** Like `readSheet`, in the queue of the caller. A table that takes too long is unreadable. */
export async function readSheetInThread(task: ReadTask, caller: string): Promise<SheetRow[]> {
  const reply = await pool.run(task, caller).catch((fault: unknown): ReadReply => {
    if (fault instanceof TaskTimeout) return { refusal: 'unreadable' }
    throw fault
  })
  if ('refusal' in reply) throw new SheetFault(reply.refusal)
  return reply.rows
}

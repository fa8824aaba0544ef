// Reads an uploaded table in a thread: thousands of rows take longer than other requests can wait. Next: read-sheet.ts (the work).
import { createThreadPool, TaskTimeout } from '../thread-pool.ts'
import { type CsvForm, SheetFault, type SheetFaultKind, type SheetLimits, type SheetTable } from './sheet-row.ts'

/** `form`: how a person wants the text to be read; null: as it looks. */
export type ReadTask = { bytes: Uint8Array; limits: SheetLimits; form: CsvForm | null }
export type ReadReply = { table: SheetTable } | { refusal: SheetFaultKind }

const pool = createThreadPool<ReadTask, ReadReply>({
  file: new URL('./read-thread.ts', import.meta.url),
  threads: 1,
  maxWaiting: 20,
  limitMs: 20_000,
  megabytes: 256,
})

/** Like `readSheet`, in the queue of the caller. */
export async function readSheetInThread(task: ReadTask, caller: string): Promise<SheetTable> {
  const reply = await pool.run(task, caller).catch((fault: unknown): ReadReply => {
    if (fault instanceof TaskTimeout) return { refusal: 'too_slow' }
    throw fault
  })
  if ('refusal' in reply) throw new SheetFault(reply.refusal)
  return reply.table
}

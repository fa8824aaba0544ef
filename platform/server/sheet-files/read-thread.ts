// The thread that reads uploaded tables (read-in-thread.ts). A refusal is an answer, because an error loses its class on the way.
import { replyWith } from '../thread-reply.ts'
import type { ReadReply, ReadTask } from './read-in-thread.ts'
import { readSheet } from './read-sheet.ts'
import { SheetFault } from './sheet-row.ts'

replyWith(async ({ bytes, limits, form }: ReadTask): Promise<ReadReply> => {
  try {
    return { table: await readSheet(bytes, limits, form) }
  } catch (fault) {
    if (fault instanceof SheetFault) return { refusal: fault.kind }
    throw fault
  }
})

// The thread that reads uploaded tables (read-in-thread.ts). A refusal is an answer, because an error loses its class on the way.
import { replyWith } from '../thread-reply.ts'
import type { ReadReply, ReadTask } from './read-in-thread.ts'
import { readSheet } from './read-sheet.ts'
import { SheetFault } from './sheet-row.ts'

replyWith(async ({ bytes, limits }: ReadTask): Promise<ReadReply> => {
  try {
    return { rows: await readSheet(bytes, limits) }
  } catch (fault) {
    if (fault instanceof SheetFault) return { refusal: fault.kind }
    throw fault
  }
})

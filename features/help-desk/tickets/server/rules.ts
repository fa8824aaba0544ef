// Pure decisions about tickets: kinds of files, and which status a person may set.
import { tickets as limits } from '#catalogue/limits.ts'
import { isPicture } from '#platform/server/files/images.ts'
import type { TicketStatus } from '../contract.ts'

const pictures: readonly string[] = ['png', 'jpg', 'jpeg', 'webp']
const texts: readonly string[] = ['csv', 'txt', 'log']

/**
 * Decides the kind of a file by its name and its first bytes; null: the file is refused. A picture is encoded again, a document is stored
 * as it was sent and can only be downloaded.
 */
export function kindOfFile(name: string, bytes: Uint8Array): 'picture' | 'document' | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || !(limits.extensions as readonly string[]).includes(extension)) return null
  if (pictures.includes(extension)) return isPicture(bytes) ? 'picture' : null
  if (texts.includes(extension)) return bytes.includes(0) ? null : 'document'
  return begins(bytes, extension === 'pdf' ? '%PDF-' : 'PK\u0003\u0004') ? 'document' : null
}

const begins = (bytes: Uint8Array, sign: string) =>
  Buffer.from(bytes.subarray(0, sign.length)).toString('latin1') === sign

/**
 * Decides whether a person may set a status. The person who opened the ticket may resolve and reopen it; people who handle tickets may set
 * every status.
 */
export const maySetStatus = (status: TicketStatus, handles: boolean): boolean => handles || status !== 'on_going'

/**
 * Returns the new status after an answer: an open ticket that a handler answers is in progress, and a resolved ticket that its person
 * answers is open again.
 */
export function statusByAnswer(
  before: TicketStatus,
  requestedStatus: TicketStatus | null,
  handles: boolean,
): TicketStatus | null {
  if (requestedStatus !== null) return requestedStatus === before ? null : requestedStatus
  if (handles) return before === 'open' ? 'on_going' : null
  return before === 'closed' ? 'open' : null
}

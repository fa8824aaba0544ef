// Pure decisions about tickets: kinds of files, and who may give which status.
import { tickets as limits } from '#catalogue/limits.ts'
import { isPicture } from '#platform/server/files/images.ts'
import type { TicketStatus } from '../contract.ts'

const pictures: readonly string[] = ['png', 'jpg', 'jpeg', 'webp']
const texts: readonly string[] = ['csv', 'txt', 'log']

/**
 * What a file is by its name and its first bytes; null: refused. A picture is drawn again, a document is kept as it was sent and only ever
 * downloaded.
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

/** Who opened a ticket may resolve it and open it again. Who handles tickets may give every status. */
export const maySetStatus = (status: TicketStatus, handles: boolean): boolean => handles || status !== 'on_going'

/**
 * The status that an answer gives, if any: an open ticket that a handler answers is in progress, and a resolved ticket that its person
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

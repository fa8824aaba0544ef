// Commands on tickets that were handed up, for calls of the staff and for their mails. Next: routes.ts, commands.ts.
import { ticketBudget } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { AuditNote } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import { titleOf } from '#features/help-desk/tickets/contract.ts'
import {
  attachmentKind,
  checkedFile,
  checkUploadBudget,
  followedKind,
  type FromMail,
} from '#features/help-desk/tickets/server/commands.ts'
import type { answerHanded } from '../contract.ts'
import * as store from './store.ts'

export type HandedContext = {
  db: Database
  audit(note: AuditNote): Promise<void>
  enqueue: EnqueueHere
}

/** The error is the same for a ticket that does not exist, is another partner's, or was not handed up. */
export async function findOrFail(db: Database, id: string): Promise<store.FoundTicket> {
  const found = (await store.find(db, id)) ?? fail('ticket.missing')
  if (!found.handles) fail('access.functionality_refused')
  return found
}

export const noteOf = (found: store.FoundTicket, after: object): AuditNote => ({
  target: { type: 'handed_ticket', id: found.id, name: titleOf(found) },
  after,
  ...(found.partner_id && { partnerId: found.partner_id }),
})

export async function answer(
  { db, audit, enqueue }: HandedContext,
  { attachments, ...input }: InputOf<typeof answerHanded>,
  fromMail: FromMail | null = null,
): Promise<string> {
  const found = await findOrFail(db, input.ticket_id)
  const id = (await store.answer(db, input)) ?? fail('ticket.missing')
  if (!input.internal && (await store.answersInHour(db, input.ticket_id)) > ticketBudget.answersToPersonAnHour) {
    fail('call.throttled', { retryAfter: 600 })
  }
  if (attachments.length > 0 && (await store.attach(db, input.ticket_id, id, attachments)) !== attachments.length) {
    fail('call.not_found', { fields: { attachments: 'call.not_found' } })
  }
  if (fromMail) await store.noteMail(db, id, fromMail)
  await audit(
    noteOf(found, {
      internal: input.internal,
      ...(input.status && { status: input.status }),
      ...(attachments.length > 0 && { attachments: attachments.length }),
      ...(fromMail && { by_mail: true }),
    }),
  )
  await enqueue(followedKind, { follow_up_id: id }, { tenantId: found.tenant_id })
  return id
}

type Uploading = {
  transaction<T>(work: (context: Pick<HandedContext, 'db' | 'audit'>) => Promise<T>): Promise<T>
}

/** Uploads a file into the business unit of a ticket: checks it, stores its rows and then its bytes. */
export async function uploadFile(
  { transaction }: Uploading,
  { ticketId, name, fileBytes }: { ticketId: string; name: string; fileBytes: Uint8Array },
  storage: FileStorage,
): Promise<{ id: string; name: string; bytes: number }> {
  const found = await transaction(({ db }) => findOrFail(db, ticketId))
  const { path, bytes } = await checkedFile(found.tenant_id, name, fileBytes)
  const id = await transaction(async ({ db }) => {
    const file = { name, path, kind: attachmentKind, bytes: bytes.length }
    const added = (await store.addAttachment(db, ticketId, file)) ?? fail('ticket.missing')
    checkUploadBudget({ ...added, unused: added.unused - 1, bytes: added.bytes - bytes.length }, bytes.length)
    return added.id
  })
  await storage.put(path, bytes)
  await transaction(({ audit }) => audit(noteOf(found, { attachment: name })))
  return { id, name, bytes: bytes.length }
}

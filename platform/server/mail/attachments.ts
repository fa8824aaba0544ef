// Files that are sent with a mail. A file of the kind `mail.attachment` is removed when no mail needs it any more. A file of another kind is
// only read: it belongs to the noun that stored it.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { lateMails, mailAttachments } from '#catalogue/limits.ts'
import { isOneLine } from '#catalogue/fields.ts'
import type { Database } from '../database/kysely.ts'
import { type FilePath, filePath, newFilePath } from '../files/file-path.ts'
import { type FileOwner, noteFile } from '../files/kept-files.ts'
import type { FileStorage } from '../files/storage.ts'
import { AttachmentFault } from './smtp-fault.ts'

const attachmentKind = 'mail.attachment'

export const attachment = z.object({
  /** A file of the owner of the mail in the storage of files. */
  path: z.string(),
  /** The name that the recipient sees. */
  name: z
    .string()
    .min(1)
    .max(mailAttachments.nameLength)
    .refine((value) => isOneLine(value) && value.isWellFormed() && !/[/\\]|\p{Cf}/u.test(value)),
  type: z.string().regex(/^[a-z]+\/[a-z\d.+-]{1,100}$/),
})

/**
 * Adds the row of a file that is to be sent with a mail. The caller stores its bytes after this transaction, and then writes the mail. A file
 * that no mail uses within a day is removed.
 */
export async function noteAttachment(db: Database, owner: FileOwner, bytes: number): Promise<FilePath> {
  const path = newFilePath('private', owner.tenantId ?? owner.partnerId, 'bin')
  await noteFile(db, { path, owner, kind: attachmentKind, bytes }, mailAttachments.unusedAnHour)
  return path
}

type MailOwner = { tenantId: string | null; partnerId: string | null }

/**
 * Adds the files to the mail.
 * @throws when a file does not belong to the owner of the mail, or all of them have too many bytes.
 */
export async function attachFiles(
  db: Database,
  mailId: string,
  { tenantId, partnerId }: MailOwner,
  files: readonly z.output<typeof attachment>[],
): Promise<void> {
  if (files.length === 0) return
  const found = await db
    .updateTable('files')
    .set({ used: true })
    .where(
      'path',
      'in',
      files.map(({ path }) => path),
    )
    .where('partner_id', '=', partnerId)
    .where('tenant_id', 'is not distinct from', tenantId)
    .returning(['path', 'bytes'])
    .execute()
  const bytesOf = new Map(found.map(({ path, bytes }) => [path, bytes]))
  const rows = files.map(({ path, name, type }, position) => {
    const bytes = bytesOf.get(path)
    if (bytes === undefined) throw new Error('the file of an attachment does not belong to the owner of the mail')
    return {
      mail_id: mailId,
      position,
      tenant_id: tenantId,
      partner_id: partnerId,
      path,
      name,
      media_type: type,
      bytes,
    }
  })
  if (!fitsIntoMail(rows.map(({ bytes }) => bytes))) throw new Error('the attachments of a mail have too many bytes')
  await db.insertInto('mail_attachments').values(rows).execute()
}

/** Whether files of these sizes may be sent with one mail. A larger one is offered for download. */
export const fitsIntoMail = (sizes: readonly number[]): boolean =>
  sizes.length <= mailAttachments.files && sizes.reduce((sum, bytes) => sum + bytes, 0) <= mailAttachments.bytes

/** `path` null: the file is removed. */
export type WaitingAttachment = { path: string | null; name: string; type: string }

export const attachmentsOf = (db: Database, mailId: string): Promise<WaitingAttachment[]> =>
  db
    .selectFrom('mail_attachments')
    .select(['path', 'name', 'media_type as type'])
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute()

/** Ends the use of the files by a mail that is over. Other mails may still send the same file. */
export async function releaseAttachments(db: Database, mailId: string): Promise<void> {
  const held = await holdFiles(db, mailId)
  if (held.length === 0) return
  await db.updateTable('mail_attachments').set({ path: null }).where('mail_id', '=', mailId).execute()
  await removeUnused(db, held)
}

/** Removes the files of a mail that waited too long, except those of a kept kind. The mail and its page in the outbox do not name them. */
export async function withholdAttachments(db: Database, mailId: string): Promise<void> {
  const held = (await holdFiles(db, mailId)).filter(({ kind }) => !lateMails.keptKinds.some((each) => each === kind))
  if (held.length === 0) return
  await db.deleteFrom('mail_attachments').where('mail_id', '=', mailId).where('path', 'in', pathsOf(held)).execute()
  await removeUnused(db, held)
}

type HeldFile = { path: string; kind: string }
const pathsOf = (files: readonly HeldFile[]) => files.map(({ path }) => path)

async function holdFiles(db: Database, mailId: string): Promise<HeldFile[]> {
  // Two mails of one file may end at the same time: the second waits here, and then sees that the first does not need the file any more.
  return db
    .selectFrom('files')
    .select(['path', 'kind'])
    .where('path', 'in', (eb) =>
      eb
        .selectFrom('mail_attachments')
        .select('path')
        .where('mail_id', '=', mailId)
        .where('path', 'is not', null)
        .$castTo<{
          path: string
        }>(),
    )
    .orderBy('path')
    .forUpdate()
    .execute()
}

/** Removes the files that were stored for mails only, and that no other mail needs. */
async function removeUnused(db: Database, held: readonly HeldFile[]): Promise<void> {
  await db
    .deleteFrom('files')
    .where('kind', '=', attachmentKind)
    .where('path', 'in', pathsOf(held))
    .where(sql<boolean>`not exists (select from mail_attachments a where a.path = files.path)`)
    .execute()
}

export type OpenAttachment = { name: string; type: string; content: Readable }

/** Opens the files as streams. @throws AttachmentFault when one is removed, or the storage fails. */
export async function openAttachments(
  storage: FileStorage,
  files: readonly WaitingAttachment[],
): Promise<OpenAttachment[]> {
  const open: OpenAttachment[] = []
  for (const { path, name, type } of files) {
    const content = path === null ? null : await streamOf(storage, path)
    if (!(content instanceof Readable)) {
      for (const earlier of open) earlier.content.destroy()
      throw new AttachmentFault(content === null)
    }
    open.push({ name, type, content })
  }
  return open
}

const streamOf = (storage: FileStorage, path: string): Promise<Readable | null | 'unreadable'> =>
  storage.stream(filePath(path)).catch(() => 'unreadable' as const)

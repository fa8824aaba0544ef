// The pictures of an HTML text: uploaded files of one kind, private to the business unit, with signed addresses in each answer.
import { sql } from 'kysely'
import { fail } from '#platform/contract/failure.ts'
import { htmlPicture } from '#platform/contract/html.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import { type FilePath, asFilePath, newFilePath } from '../files/file-path.ts'
import { isPicture, redraw } from '../files/images.ts'
import { measureFile, noteFile } from '../files/kept-files.ts'
import { signedUrl } from '../files/signed-address.ts'
import type { FileStorage } from '../files/storage.ts'
import type { OutsideContext } from '../http/route.ts'
import type { Secrets } from '../secrets.ts'
import { tenantOf } from '../session/actor.ts'

export const pictureKind = 'html.picture'
const frame = { width: 1_600, height: 1_600, extension: 'webp' } as const

export type Signing = { secrets: Secrets }

/** The paths of the pictures in cleaned HTML. */
export function picturesIn(html: string): FilePath[] {
  const sources = [...html.matchAll(/ src="([^"]*)"/g)].map(([, source = '']) => htmlPicture.exec(source)?.[1] ?? '')
  return [...new Set(sources)].map(asFilePath).filter((path) => path !== null)
}

/** Cleaned HTML with addresses that this session may open for 10 to 15 minutes. The path of a document in its words stays a word. */
export function withSignedPictures(
  html: string,
  sessionId: string,
  { secrets, clock }: Signing & { clock: Clock },
): string {
  return html.replace(/ src="\/storage\/(private\/[^"?]+)"/g, (whole, path: string) => {
    const known = htmlPicture.test(`/storage/${path}`) ? asFilePath(path) : null
    return known ? ` src="${signedUrl(known, sessionId, { secrets, clock }).replaceAll('&', '&amp;')}"` : whole
  })
}

/** Marks the pictures of a new text as used. Each belongs to one text; 404 at the text's field for any other file. */
export async function takePictures(db: Database, paths: readonly FilePath[], field: string): Promise<void> {
  if (paths.length === 0) return
  const { numAffectedRows = 0n } = await sql`
    update files set used = true where path = any(${[...paths]}) and kind = ${pictureKind} and not used`.execute(db)
  if (numAffectedRows !== BigInt(paths.length)) fail('call.not_found', { fields: { [field]: 'call.not_found' } })
}

/** Removes the pictures of a former text. Another file that the text mentions, such as the cover of a report, stays. */
export async function dropPictures(db: Database, paths: readonly FilePath[]): Promise<void> {
  if (paths.length === 0) return
  await sql`delete from files where path = any(${[...paths]}) and kind = ${pictureKind}`.execute(db)
}

/** True for the bytes of a PNG or a JPEG (specification, section 5). */
export const isJpegOrPng = (bytes: Uint8Array): boolean =>
  isPicture(bytes) && Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'RIFF'

/**
 * Stores a picture, drawn again: first its row, then the file. Answers its path. A job deletes a picture that no text uses. `type`: the kind
 * of record that gets the text, for the audit trail.
 */
export async function addPicture(
  { actor, transaction }: Pick<OutsideContext, 'actor' | 'transaction'>,
  sent: Uint8Array,
  { storage, type }: { storage: FileStorage; type: string },
): Promise<FilePath> {
  if (!isJpegOrPng(sent)) fail('html.image_kind', { fields: { file: 'html.image_kind' } })
  const tenantId = tenantOf(actor)
  if (actor.partnerId === null) throw new Error('a business unit belongs to a partner')
  const owner = { tenantId, partnerId: actor.partnerId }
  const path = newFilePath('private', tenantId, frame.extension)
  await transaction(({ db }) => noteFile(db, { path, owner, kind: pictureKind, bytes: sent.length }))
  const bytes = await redraw(sent, frame, tenantId)
  await storage.put(path, bytes)
  await transaction(async ({ db, audit }) => {
    await measureFile(db, path, bytes.length)
    await audit({ target: { type, id: null, name: null }, after: { picture: path } })
  })
  return path
}

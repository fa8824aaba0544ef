// Changes of themes with their images, and the upload of an image.
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { newFilePath, publicAddress } from '#platform/server/files/file-path.ts'
import { redraw } from '#platform/server/files/images.ts'
import { forgetFile, measureFile, noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { addThemeImage, ImageField, updateTheme } from '../contract.ts'
import { imageFieldOf, imageFields } from '../contract.ts'
import { frames, pathOf } from './rules.ts'
import * as store from './store.ts'

/** The owner of the session's theme. The permission exists in the scopes partner and tenant only. */
function ownerOf({ partnerId, tenantId }: Actor) {
  if (partnerId === null) throw new Error('theme.* must be limited to the scopes partner and tenant')
  return { partnerId, tenantId }
}

export async function changeTheme(context: WriteContext, { version, ...sent }: InputOf<typeof updateTheme>) {
  const { db, actor, audit, announce } = context
  const { partnerId, tenantId } = ownerOf(actor)
  const before = await store.ownForUpdate(db, { partner_id: partnerId, tenant_id: tenantId })
  const change = changeOf(sent)
  await takeImages(context, before, change)
  mustBeCurrent(version, before.version)
  if (!differs(before, change)) return context.unchanged({ status: true as const, version })
  await store.update(db, before.id, change, version + 1)
  await dropImages(context, before, change)
  const target = { type: 'theme', id: before.id, name: change.title_page ?? before.title_page }
  await audit({ target, before: pick(before, change), after: change })
  await announce({ kind: 'place_changed', what: 'theme', tenantId, partnerId })
  return { status: true as const, version: version + 1 }
}

/** Converts the sent fields into columns, with images as file paths. */
function changeOf(sent: { [Field in keyof store.ThemeRow]?: string | null | undefined }): Partial<store.ThemeRow> {
  return Object.fromEntries(
    Object.entries(definedFields(sent)).map(([field, value]) => [
      field,
      isImage(field) && value ? pathOf(value) : value,
    ]),
  ) as Partial<store.ThemeRow>
}

const isImage = (field: string): field is ImageField => (imageFields as readonly string[]).includes(field)

const kindOf = (field: ImageField) => `theme.${field}`

/** Marks new images as used. Answers 404 for a file of another owner or another kind. */
async function takeImages({ db }: WriteContext, before: store.ThemeRow, change: Partial<store.ThemeRow>) {
  for (const field of imageFields) {
    const path = change[field]
    if (!path || path === before[field]) continue
    if (!(await useFile(db, path, kindOf(field)))) fail('call.not_found')
  }
}

async function dropImages({ db }: WriteContext, before: store.ThemeRow, change: Partial<store.ThemeRow>) {
  for (const field of imageFields) {
    const path = before[field]
    if (path !== null && change[field] !== undefined && change[field] !== path) await forgetFile(db, path)
  }
}

const pick = (row: object, keys: object) => Object.fromEntries(Object.entries(row).filter(([key]) => key in keys))

/**
 * Uploads an image: first its row, then re-encoding, then the file. The number of unused rows limits uploads, because re-encoding is
 * expensive. If a later step fails, a job finds the unused row and deletes it.
 */
export async function addImage(
  { actor, transaction }: OutsideContext,
  { kind }: InputOf<typeof addThemeImage>,
  sent: Uint8Array,
  storage: FileStorage,
) {
  const owner = ownerOf(actor)
  const field = imageFieldOf(kind)
  const frame = frames[field]
  const ownerId = owner.tenantId ?? owner.partnerId
  const path = newFilePath('public', ownerId, frame.extension)
  await transaction(({ db }) => noteFile(db, { path, owner, kind: kindOf(field), bytes: sent.length }))
  const bytes = await redraw(sent, frame, ownerId)
  await storage.put(path, bytes)
  await transaction(async ({ db, audit }) => {
    await measureFile(db, path, bytes.length)
    await audit({ target: { type: 'theme', id: null, name: null }, after: { [field]: path } })
  })
  return { status: true as const, path: publicAddress(path) }
}

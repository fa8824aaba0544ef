// Commands about themes: a change with the images that come and go by it, and the upload of one.
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { redraw } from '#platform/server/files/images.ts'
import { forgetFile, measureFile, noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { addThemeImage, ImageField, updateTheme } from '../contract.ts'
import { imageFieldOf, imageFields } from '../contract.ts'
import { addressOf, frames, pathOf } from './rules.ts'
import * as store from './store.ts'

/** Whose theme the session's is; the permission is given in these two scopes only. */
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
  if (before.version !== version) fail('call.stale_version')
  await store.update(db, before.id, change, version + 1)
  await dropImages(context, before, change)
  const target = { type: 'theme', id: before.id, name: change.title_page ?? before.title_page }
  await audit({ target, before: pick(before, change), after: change })
  await announce({ kind: 'place_changed', what: 'theme', tenantId, partnerId })
  return { status: true as const, version: version + 1 }
}

/** Absent fields stay as they are; images by their paths. */
function changeOf(sent: { [Field in keyof store.ThemeRow]?: string | null | undefined }): Partial<store.ThemeRow> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([field, value]) => [field, isImage(field) && value ? pathOf(value) : value]),
  ) as Partial<store.ThemeRow>
}

const isImage = (field: string): field is ImageField => (imageFields as readonly string[]).includes(field)

const kindOf = (field: ImageField) => `theme.${field}`

/** A theme names files of its own owner and of the right kind; a foreign one is not there. */
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

/** Its row first, for drawing is dear and bounded by the rows; its bytes last. What fails in between is found and erased by its row. */
export async function addImage(
  { actor, transaction }: OutsideContext,
  { kind }: InputOf<typeof addThemeImage>,
  sent: Uint8Array,
  storage: FileStorage,
) {
  const owner = ownerOf(actor)
  const field = imageFieldOf(kind)
  const frame = frames[field]
  const whose = owner.tenantId ?? owner.partnerId
  const path = newFilePath('public', whose, frame.extension)
  await transaction(({ db }) => noteFile(db, { path, owner, kind: kindOf(field), bytes: sent.length }))
  const bytes = await redraw(sent, frame, whose)
  await transaction(async ({ db, audit }) => {
    await measureFile(db, path, bytes.length)
    await audit({ target: { type: 'theme', id: null, name: null }, after: { [field]: path } })
  })
  try {
    await storage.put(path, bytes)
  } catch {
    // The row stays unused and is erased with all such rows.
    fail('file.not_stored')
  }
  return { status: true as const, path: addressOf(path) }
}

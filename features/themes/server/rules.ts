// Decisions about themes that need no database: what is inherited, and how large each image is kept.
import type { Frame } from '#platform/server/files/images.ts'
import { colourFields, imageFields, type ImageKind, type ThemeField, type Worn } from '../contract.ts'
import type { ThemeRow } from './store.ts'

const themeFields: readonly ThemeField[] = ['title_page', ...imageFields, ...colourFields]

const each = <Value>(valueOf: (field: ThemeField) => Value) =>
  Object.fromEntries(themeFields.map((field) => [field, valueOf(field)])) as Record<ThemeField, Value>

/** The product's own look: nothing said. */
export const plain: Worn = each(() => null)

/** Own fields over inherited ones. */
export const over = (own: Worn, inherited: Worn): Worn => each((field) => own[field] ?? inherited[field])

/** Images are kept by the path of their file and shown by its address. */
export function wornFrom(row: ThemeRow | undefined): Worn {
  if (!row) return plain
  const isImage = (field: ThemeField) => (imageFields as readonly string[]).includes(field)
  return each((field) => (isImage(field) && row[field] !== null ? addressOf(row[field]) : row[field]))
}

const root = '/storage/'
export const addressOf = (path: string): string => `${root}${path}`
export const pathOf = (address: string): string => address.slice(root.length)

/** Images of the sign-in page and the frame: no larger than they are ever shown on a dense screen. */
export const frames: Record<ImageKind, Frame> = {
  favicon: { width: 128, height: 128, extension: 'png', pad: true },
  logo: { width: 720, height: 240, extension: 'webp' },
  background_image: { width: 2_400, height: 1_800, extension: 'webp' },
  iconReport: { width: 96, height: 96, extension: 'png', pad: true },
}

// Decisions about themes that need no database: how images are shown, and how large each is kept.
import type { Frame } from '#platform/server/files/images.ts'
import { type ImageField, imageFields, over, plain, type Worn } from '../contract.ts'
import type { ThemeRow } from './store.ts'

/** Images are kept by the path of their file and shown by its address. */
export function wornFrom(row: ThemeRow | undefined): Worn {
  if (!row) return plain
  const shown = imageFields.map((field) => [field, row[field] === null ? null : addressOf(row[field])])
  return { ...over(row, plain), ...Object.fromEntries(shown) }
}

const root = '/storage/'
export const addressOf = (path: string): string => `${root}${path}`
export const pathOf = (address: string): string => address.slice(root.length)

/** Images of the sign-in page and the frame: no larger than they are ever shown on a dense screen. */
export const frames: Record<ImageField, Frame> = {
  favicon: { width: 128, height: 128, extension: 'png', pad: true },
  logo: { width: 720, height: 240, extension: 'webp' },
  background_image: { width: 2_400, height: 1_800, extension: 'webp' },
  icon_report: { width: 96, height: 96, extension: 'png', pad: true },
}

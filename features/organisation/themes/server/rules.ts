// Paths and sizes of a theme's images: pure functions, no I/O.
import { publicAddress } from '#platform/server/files/file-path.ts'
import type { Frame } from '#platform/server/files/images.ts'
import { type ImageField, imageFields, over, plain, type ThemeValues } from '../contract.ts'
import type { ThemeRow } from './store.ts'

/** Converts a row into a theme: images are stored as file paths and sent as URL paths. */
export function themeFrom(row: ThemeRow | undefined): ThemeValues {
  if (!row) return plain
  const imageUrls = imageFields.map((field) => [field, row[field] === null ? null : publicAddress(row[field])])
  return { ...over(row, plain), ...Object.fromEntries(imageUrls) }
}

/** Returns the file path of the public URL of a file. */
export const pathOf = (url: string): string => url.slice(publicAddress('').length)

/** Maximum size of each image in pixels: its largest display size on a high-density screen. */
export const frames: Record<ImageField, Frame> = {
  favicon: { width: 128, height: 128, extension: 'png', pad: true },
  logo: { width: 720, height: 240, extension: 'webp' },
  background_image: { width: 2_400, height: 1_800, extension: 'webp' },
  icon_report: { width: 96, height: 96, extension: 'png', pad: true },
}

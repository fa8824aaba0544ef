import { tickets as limits, upload } from '#catalogue/limits.ts'

/** Why a file is not uploaded at all; null: it is. `count`: the files that are there already. */
export function fileFault(
  { name, size }: Pick<File, 'name' | 'size'>,
  count: number,
): 'refused' | 'tooLarge' | 'tooMany' | null {
  if (count >= limits.attachments) return 'tooMany'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!(limits.extensions as readonly (string | undefined)[]).includes(extension)) return 'refused'
  return size > upload.bytes ? 'tooLarge' : null
}

/** For the browser's choice of files. */
export const acceptedFiles = limits.extensions.map((extension) => `.${extension}`).join(',')

import { tickets as limits, upload } from '#catalogue/limits.ts'

/** Returns why a file is not uploaded; null: it is uploaded. `count`: the number of files that the form already has. */
export function fileFault(
  { name, size }: Pick<File, 'name' | 'size'>,
  presentFiles: number,
): 'refused' | 'tooLarge' | 'tooMany' | null {
  if (presentFiles >= limits.attachments) return 'tooMany'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!(limits.extensions as readonly (string | undefined)[]).includes(extension)) return 'refused'
  return size > upload.bytes ? 'tooLarge' : null
}

/** The file extensions that the file dialog of the browser offers. */
export const acceptedFiles = limits.extensions.map((extension) => `.${extension}`).join(',')

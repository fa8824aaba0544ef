// Names of stored files. They are generated only here, so that no name chosen by a person reaches the storage.
import { randomBytes } from 'node:crypto'

declare const checked: unique symbol
/** `public/<owner>/<22 random letters>.webp`, below /storage/. */
export type FilePath = string & { readonly [checked]: 'file path' }

/** A picture may be public. A document (`bin`) is private and has no URL of its own: a call sends it as a download. */
const form =
  /^(?:public|private)\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/[\w-]{22}\.(?:png|webp|(?<=^private.*)bin)$/

const mediaTypes = { png: 'image/png', webp: 'image/webp' } as const
export type Extension = keyof typeof mediaTypes

/** A new unguessable name. @param owner the id of the business unit or partner. */
export function newFilePath(openTo: 'public' | 'private', owner: string, extension: Extension | 'bin'): FilePath {
  return filePath(`${openTo}/${owner}/${randomBytes(16).toString('base64url')}.${extension}`)
}

/** The folders with the files of an owner. @throws for an owner that is no id: a folder above would have the files of others. */
export function ownerFolders(owner: string): string[] {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(owner)) throw new Error('not the owner of files')
  return [`public/${owner}`, `private/${owner}`]
}

/** Parses a name from an address or a row. Throws for any name that we did not generate. */
export function filePath(text: string): FilePath {
  const path = asFilePath(text)
  if (path === null) throw new Error('not the name of a stored file')
  return path
}

/** Returns the text as a path; null for a text that is not exactly a path of ours (dots, slashes, their encodings, NUL). */
export const asFilePath = (text: string): FilePath | null => (form.test(text) ? (text as FilePath) : null)

export const isPublic = (path: FilePath): boolean => path.startsWith('public/')

/** The address of a public file. */
export const publicAddress = (path: string): string => `/storage/${path}`

export const mediaTypeOf = (path: FilePath): string => mediaTypes[path.endsWith('.png') ? 'png' : 'webp']

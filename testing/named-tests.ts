// Tests that tables name by their file and their name.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file below the root, and the name of a test in it. */
export type Proof = readonly [file: string, test: string]

export const root = join(import.meta.dirname, '..')

/** Whether the file has a test with this name: as the first parameter of a call. */
export function isTested([file, name]: Proof): boolean {
  const path = join(root, file)
  if (!/\.(test|journey)\.tsx?$/.test(file) || !existsSync(path)) return false
  const text = readFileSync(path, 'utf8').replaceAll(/\(\n\s+/g, '(')
  return [`'${name.replaceAll("'", "\\'")}'`, `\`${name}\``, `"${name}"`].some((quoted) => text.includes(`(${quoted},`))
}

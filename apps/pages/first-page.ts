// What a browser with an empty cache loads before a page is usable: the document, and the scripts and styles of its files, read from the
// manifest of a build. Fonts are not counted. Next: first-page.browser.test.ts (the limits).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Vite's manifest: a file by its source. */
type Manifest = Record<string, { file: string; name?: string; css?: string[]; imports?: string[] }>

/** The name is that of the source, and the file's own where no source is named. */
export type LoadedFile = { file: string; name: string; gzip: number }

/** Sources of a page besides the document: the files that its routes load at once. */
export function firstPage(build: string, sources: readonly string[]): LoadedFile[] {
  const manifest = readManifest(build)
  const page = readFileSync(join(build, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  const files = new Set(['index.html', ...named])
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest of ${build}`)
    const seen = files.has(chunk.file)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    // The files that the document names have been added without what they import.
    if (!seen || named.includes(chunk.file)) chunk.imports?.filter((other) => other !== key).forEach(visit)
  }
  sources.forEach((source) => visit(keyOf(manifest, source)))
  const names = new Map(Object.values(manifest).map(({ file, name }) => [file, name]))
  return [...files]
    .map((file) => ({ file, name: names.get(file) ?? file, gzip: gzipSync(readFileSync(join(build, file))).length }))
    .toSorted((one, other) => other.gzip - one.gzip)
}

/** The names of all files of a build that have one. */
export const chunkNames = (build: string): string[] =>
  Object.values(readManifest(build)).flatMap(({ name }) => name ?? [])

/** The script of a build that this source or group of sources has: `assets/1a2b3c4.js`. Scripts are named by their hash alone. */
export function chunkFile(build: string, name: string): string {
  const found = Object.values(readManifest(build)).filter((chunk) => chunk.name === name && chunk.file.endsWith('.js'))
  if (found[0] === undefined || found.length > 1) throw new Error(`${name}: ${found.length} scripts in the manifest`)
  return found[0].file
}

const readManifest = (build: string) => JSON.parse(readFileSync(join(build, '.vite/manifest.json'), 'utf8')) as Manifest

/** Keys are paths from the root of the pages: `../../features/home/shelves/web/home-page.tsx`. */
function keyOf(manifest: Manifest, source: string): string {
  const found = Object.keys(manifest).filter((key) => key.replace(/^(\.\.\/)+/, '') === source)
  if (found[0] === undefined || found.length > 1) throw new Error(`${source}: ${found.length} files in the manifest`)
  return found[0]
}

/** A line with the sum, and the ten largest files. */
export function sizeReport(name: string, files: readonly LoadedFile[]): string {
  const largest = files.slice(0, 10).map(({ file, name, gzip }) => `  ${(gzip / 1_000).toFixed(1)} kB  ${name} ${file}`)
  return [`${name}: ${(sizeOf(files) / 1_000).toFixed(1)} kB gzip in ${files.length} files`, ...largest].join('\n')
}

export const sizeOf = (files: readonly LoadedFile[]): number => files.reduce((sum, { gzip }) => sum + gzip, 0)

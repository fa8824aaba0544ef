// What a browser with an empty cache loads before a page is usable: the document, and the scripts and styles of its files, read from the
// list of scripts of a build. Fonts are not counted. Next: first-page.browser.test.ts (the limits).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A script of a build. Sources are paths from the root of the checkout; scripts are named by their hash alone. */
export type Chunk = { file: string; name: string; sources: string[]; imports: string[]; styles: string[] }

export type LoadedFile = { file: string; name: string; gzip: number }

/** Sources of a page besides the document: the files that its routes load at once. */
export function firstPage(build: string, sources: readonly string[]): LoadedFile[] {
  const chunks = readChunks(build)
  const page = readFileSync(join(build, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  const files = new Set(['index.html', ...named, ...loadedWith(chunks, ['apps/web/main.tsx', ...sources])])
  const names = new Map(chunks.map(({ file, name }) => [file, name]))
  return [...files]
    .map((file) => ({ file, name: names.get(file) ?? file, gzip: gzipSync(readFileSync(join(build, file))).length }))
    .toSorted((one, other) => other.gzip - one.gzip)
}

/** The scripts of these sources, all that they import, and their styles. */
export function loadedWith(chunks: readonly Chunk[], sources: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (file: string): void => {
    const chunk = chunks.find((each) => each.file === file)
    if (!chunk || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(visit)
    chunk.styles.forEach((style) => files.add(style))
  }
  for (const source of sources) visit(chunkOf(chunks, source).file)
  return [...files]
}

/** The script that holds this source. */
export function chunkOf(chunks: readonly Chunk[], source: string): Chunk {
  const found = chunks.find(({ sources }) => sources.includes(source))
  if (!found) throw new Error(`${source} is in no script of the build`)
  return found
}

export const chunkListFile = '.vite/chunks.json'

export const readChunks = (build: string) => JSON.parse(readFileSync(join(build, chunkListFile), 'utf8')) as Chunk[]

/** The imports that lead from a script back to itself: the names of the scripts on the way, or null. */
export function findCircle(chunks: readonly Chunk[]): string[] | null {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) {
      const circle = visit(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  const names = new Map(chunks.map(({ file, name }) => [file, name]))
  for (const { file } of chunks) {
    const circle = visit(file, [])
    if (circle) return circle.map((each) => names.get(each) ?? each)
  }
  return null
}

/** A line with the sum, and the ten largest files. */
export function sizeReport(name: string, files: readonly LoadedFile[]): string {
  const largest = files.slice(0, 10).map(({ file, name, gzip }) => `  ${(gzip / 1_000).toFixed(1)} kB  ${name} ${file}`)
  return [`${name}: ${(sizeOf(files) / 1_000).toFixed(1)} kB gzip in ${files.length} files`, ...largest].join('\n')
}

export const sizeOf = (files: readonly LoadedFile[]): number => files.reduce((sum, { gzip }) => sum + gzip, 0)

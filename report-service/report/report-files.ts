// Reads the files of a report folder as JSON, in PBIR or in the legacy format. read-report.ts interprets them.
// File sizes and counts are limited, and no path leads out of the folder. Next: legacy-report.ts.
import type { ContainerFiles, PageFiles, ReportFiles } from './project-files.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dig } from './json.ts'
import { fromLegacy } from './legacy-report.ts'
import { bookmarkOrder } from './read-bookmark.ts'
import { themePathOf } from './read-theme.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024
const MAX_ENTRIES = 1_000

/** An error in a report's files. `file` is relative to the report's folder. */
export class ReportReadError extends Error {
  readonly file: string
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`)
    this.name = 'ReportReadError'
    this.file = file
  }
}

/** Reads `definition/…` (PBIR) or the `report.json` of the legacy format. Throws ReportReadError. */
export async function readFiles(folder: string): Promise<ReportFiles> {
  const legacy = await optionalJson(folder, 'report.json')
  if (legacy !== undefined && dig(legacy, 'sections') !== undefined) return fromLegacy(legacy)
  return {
    report: await readJson(folder, 'definition/report.json'),
    order: await optionalJson(folder, 'definition/pages/pages.json'),
    pages: await readPages(folder),
    bookmarks: await readBookmarks(folder),
  }
}

/** The report's custom theme; undefined if it has none. */
export async function readThemeFile(folder: string, report: unknown): Promise<unknown> {
  const path = themePathOf(report)
  return path === null ? undefined : optionalJson(folder, `StaticResources/RegisteredResources/${path}`)
}

/** Folder of the translations, in a project and in a published report. */
export const TRANSLATIONS = 'translations'

/** The files `translations/<language>.json`. */
export async function translationFiles(folder: string): Promise<{ language: string; file: unknown }[]> {
  const names = await readdir(join(folder, TRANSLATIONS)).catch(() => [])
  const languages = names.flatMap((name) => /^([\w-]{2,20})\.json$/.exec(name)?.[1] ?? [])
  if (languages.length > MAX_ENTRIES) throw new ReportReadError(TRANSLATIONS, `more than ${MAX_ENTRIES} files`)
  return Promise.all(
    languages
      .toSorted()
      .map(async (language) => ({ language, file: await optionalJson(folder, `${TRANSLATIONS}/${language}.json`) })),
  )
}

async function readPages(folder: string): Promise<PageFiles[]> {
  const folders = await foldersIn(folder, 'definition/pages')
  return Promise.all(
    folders.map(async (name) => ({
      folder: name,
      file: await readJson(folder, `definition/pages/${name}/page.json`),
      containers: await readContainers(folder, `definition/pages/${name}/visuals`),
    })),
  )
}

async function readContainers(folder: string, path: string): Promise<ContainerFiles[]> {
  const folders = await foldersIn(folder, path)
  return Promise.all(
    folders.map(async (name) => ({
      folder: name,
      file: await readJson(folder, `${path}/${name}/visual.json`),
      mobile: await optionalJson(folder, `${path}/${name}/mobile.json`),
    })),
  )
}

async function readBookmarks(folder: string): Promise<unknown[]> {
  const path = 'definition/bookmarks'
  const order = bookmarkOrder(await optionalJson(folder, `${path}/bookmarks.json`))
  const names = order.filter((name) => /^[\w-]+$/.test(name)).slice(0, MAX_ENTRIES)
  return Promise.all(names.map((name) => optionalJson(folder, `${path}/${name}.bookmark.json`)))
}

async function foldersIn(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  if (names.length > MAX_ENTRIES) throw new ReportReadError(path, `more than ${MAX_ENTRIES} folders`)
  return names.toSorted()
}

/** Content of a required JSON file. */
export async function readJson(folder: string, path: string): Promise<unknown> {
  const found = await optionalJson(folder, path)
  if (found === undefined) throw new ReportReadError(path, 'the file is missing')
  return found
}

/** Content of a JSON file; undefined if the file does not exist. */
export async function optionalJson(folder: string, path: string): Promise<unknown> {
  const file = join(folder, path)
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) return undefined
  if (size > MAX_FILE_BYTES) throw new ReportReadError(path, 'the file is too large')
  const text = await readFile(file, 'utf8')
  try {
    // Power BI writes some files with a byte order mark, which JSON does not allow.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ReportReadError(path, 'the file is not JSON')
  }
}

// Reads a Power BI report folder (PBIR) into a ReportDefinition: pages, visuals, filters, bookmarks, phone layout, theme.
// It runs no query and does not look into the model: what a field means is found out when it is asked (visual-query.ts).
// Next: definition.ts (what comes out), read-visual.ts, read-filters.ts, read-bookmark.ts.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Bookmark, Page, Position, ReportDefinition, Visual } from './definition.ts'
import { dig, listAt, numberAt, textAt } from './json.ts'
import { bookmarkOrder, readBookmark } from './read-bookmark.ts'
import { readFilters } from './read-filters.ts'
import { readTheme, themePathOf } from './read-theme.ts'
import { readPosition, readVisual } from './read-visual.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024
const MAX_ENTRIES = 1_000

/** What is wrong with a report's files; `file` is relative to the report's folder. */
export class ReportReadError extends Error {
  readonly file: string
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`)
    this.name = 'ReportReadError'
    this.file = file
  }
}

/**
 * Reads the folder `X.Report`. The ids are the service's; the name is the project's display name.
 * Throws ReportReadError naming the file when one is missing, too large or not JSON.
 */
export async function readReport(folder: string, ids: { id: string; datasetId: string }): Promise<ReportDefinition> {
  const report = await readJson(folder, 'definition/report.json')
  const pages = await readPages(folder)
  const first = pages.find((page) => !page.isHidden) ?? pages[0]
  if (!first) throw new ReportReadError('definition/pages', 'the report has no page')
  const active = textAt(await optionalJson(folder, 'definition/pages/pages.json'), 'activePageName')
  return {
    ...ids,
    name: await readName(folder),
    pages,
    activePage: pages.find((page) => page.name === active)?.name ?? first.name,
    filters: readFilters(dig(report, 'filterConfig')),
    bookmarks: await readBookmarks(folder, pages),
    theme: readTheme(await themeFile(folder, report)),
  }
}

/** The folder of the semantic model that a report names, relative to the report's; null when it names a remote one. */
export async function modelFolderOf(folder: string): Promise<string | null> {
  return textAt(await readJson(folder, 'definition.pbir'), 'datasetReference', 'byPath', 'path')
}

async function readName(folder: string): Promise<string> {
  const platform = await optionalJson(folder, '.platform')
  return textAt(platform, 'metadata', 'displayName') ?? basename(folder).replace(/\.Report$/, '')
}

async function themeFile(folder: string, report: unknown): Promise<unknown> {
  const path = themePathOf(report)
  return path === null ? undefined : optionalJson(folder, `StaticResources/RegisteredResources/${path}`)
}

async function readPages(folder: string): Promise<Page[]> {
  const order = listAt(await optionalJson(folder, 'definition/pages/pages.json'), 'pageOrder')
  const folders = await foldersIn(folder, 'definition/pages')
  const pages = await Promise.all(folders.map((name) => readPage(folder, name)))
  const place = (page: Page) => (order.includes(page.name) ? order.indexOf(page.name) : order.length)
  return pages.toSorted((a, b) => place(a) - place(b))
}

async function readPage(folder: string, pageFolder: string): Promise<Page> {
  const path = `definition/pages/${pageFolder}`
  const file = await readJson(folder, `${path}/page.json`)
  const containers = await readContainers(folder, `${path}/visuals`)
  const option = textAt(file, 'displayOption')
  const name = textAt(file, 'name') ?? pageFolder
  return {
    name,
    displayName: textAt(file, 'displayName') ?? name,
    width: numberAt(file, 'width') ?? 1280,
    height: numberAt(file, 'height') ?? 720,
    displayOption: option === 'FitToWidth' || option === 'ActualSize' ? option : 'FitToPage',
    isHidden: textAt(file, 'visibility') === 'HiddenInViewMode',
    filters: readFilters(dig(file, 'filterConfig')),
    visuals: placedVisuals(containers),
    interactions: readInteractions(file),
    mobile: readMobile(containers),
  }
}

/** The files of one visual (or group) folder. */
type Container = { folder: string; file: unknown; mobile: unknown }

async function readContainers(folder: string, path: string): Promise<Container[]> {
  const folders = await foldersIn(folder, path)
  return Promise.all(
    folders.map(async (name) => ({
      folder: name,
      file: await readJson(folder, `${path}/${name}/visual.json`),
      mobile: await optionalJson(folder, `${path}/${name}/mobile.json`),
    })),
  )
}

/** Visuals in the order of their tab stops; those in a group stand where the group stands, and hide with it. */
function placedVisuals(containers: Container[]): Visual[] {
  const groups = new Map(
    containers
      .filter(({ file }) => dig(file, 'visualGroup') !== undefined)
      .map(({ file, folder }) => [textAt(file, 'name') ?? folder, file] as const),
  )
  const visuals = containers.flatMap(({ file, folder }) => {
    const visual = readVisual(file, folder)
    return visual ? [insideGroups(visual, textAt(file, 'parentGroupName'), groups)] : []
  })
  return visuals.toSorted((a, b) => a.position.tabOrder - b.position.tabOrder)
}

function insideGroups(visual: Visual, parent: string | null, groups: ReadonlyMap<string, unknown>): Visual {
  const seen = new Set<string>()
  let [placed, name] = [visual, parent]
  while (name !== null && !seen.has(name)) {
    seen.add(name)
    const group = groups.get(name)
    const { x, y } = readPosition(dig(group, 'position'))
    const position = { ...placed.position, x: placed.position.x + x, y: placed.position.y + y }
    placed = { ...placed, position, isHidden: placed.isHidden || dig(group, 'isHidden') === true }
    name = textAt(group, 'parentGroupName')
  }
  return placed
}

function readMobile(containers: Container[]): Record<string, Position> | null {
  const placed = containers.flatMap(({ file, folder, mobile }) => {
    const position = dig(mobile, 'position')
    return position === undefined ? [] : [[textAt(file, 'name') ?? folder, readPosition(position)] as const]
  })
  return placed.length > 0 ? Object.fromEntries(placed) : null
}

/** Highlighting is drawn as filtering here, so only "no interaction" differs from the default. */
function readInteractions(page: unknown): Page['interactions'] {
  return listAt(page, 'visualInteractions').flatMap((entry) => {
    const [source, target, type] = [textAt(entry, 'source'), textAt(entry, 'target'), textAt(entry, 'type')]
    if (source === null || target === null || type === null || type === 'Default') return []
    return [{ source, target, type: type === 'NoFilter' ? type : ('DataFilter' as const) }]
  })
}

async function readBookmarks(folder: string, pages: Page[]): Promise<Bookmark[]> {
  const path = 'definition/bookmarks'
  const order = bookmarkOrder(await optionalJson(folder, `${path}/bookmarks.json`))
  const names = order.filter((name) => /^[\w-]+$/.test(name)).slice(0, MAX_ENTRIES)
  const files = await Promise.all(names.map((name) => optionalJson(folder, `${path}/${name}.bookmark.json`)))
  return files.flatMap((file) => {
    const bookmark = readBookmark(file)
    return bookmark && pages.some((page) => page.name === bookmark.page) ? [bookmark] : []
  })
}

async function foldersIn(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  if (names.length > MAX_ENTRIES) throw new ReportReadError(path, `more than ${MAX_ENTRIES} folders`)
  return names.toSorted()
}

async function readJson(folder: string, path: string): Promise<unknown> {
  const found = await optionalJson(folder, path)
  if (found === undefined) throw new ReportReadError(path, 'the file is missing')
  return found
}

/** The content of a JSON file, undefined when there is no such file. */
async function optionalJson(folder: string, path: string): Promise<unknown> {
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

// Reads a Power BI report folder (PBIR) into a ReportDefinition: pages, visuals, filters, bookmarks, phone layout, theme.
// It runs no query and does not read the model: fields are looked up when a visual is queried (visual-query.ts).
// Next: definition.ts (the result), read-visual.ts, read-filters.ts, read-bookmark.ts.
import { basename } from 'node:path'
import type { Page, Position, ReportDefinition, Visual } from './definition.ts'
import { dig, listAt, numberAt, textAt } from './json.ts'
import { readBookmark } from './read-bookmark.ts'
import { readFilters } from './read-filters.ts'
import { readTranslation, type Translation } from './translate-report.ts'
import { readTheme } from './read-theme.ts'
import { readPosition, readVisual } from './read-visual.ts'
import type { ContainerFiles, PageFiles, ReportFiles } from './project-files.ts'
import { optionalJson, readFiles, readJson, ReportReadError, readThemeFile, translationFiles } from './report-files.ts'

export { ReportReadError } from './report-files.ts'

/**
 * Reads the folder `X.Report`. The ids come from the service; the name is the display name in the project. `edited` gives the files that
 * are read in place of those of the folder, for a draft of an editor.
 * Throws ReportReadError with the file name if a file is missing, too large or not JSON.
 */
export async function readReport(
  folder: string,
  ids: { id: string; datasetId: string },
  edited: (files: ReportFiles) => ReportFiles = (files) => files,
): Promise<ReportDefinition> {
  const files = edited(await readFiles(folder))
  const pages = orderedPages(files)
  const first = pages.find((page) => !page.isHidden) ?? pages[0]
  if (!first) throw new ReportReadError('definition/pages', 'the report has no page')
  const active = textAt(files.order, 'activePageName')
  return {
    ...ids,
    name: await readName(folder),
    pages,
    activePage: pages.find((page) => page.name === active)?.name ?? first.name,
    filters: readFilters(dig(files.report, 'filterConfig')),
    bookmarks: files.bookmarks.flatMap((file) => {
      const bookmark = readBookmark(file)
      return bookmark && pages.some((page) => page.name === bookmark.page) ? [bookmark] : []
    }),
    theme: readTheme(await readThemeFile(folder, files.report)),
  }
}

/** The translations of a project or of a published report by language. Throws ReportReadError for a file that is not JSON. */
export async function readTranslations(folder: string): Promise<ReadonlyMap<string, Translation>> {
  const files = await translationFiles(folder)
  return new Map(files.map(({ language, file }) => [language, readTranslation(file)]))
}

/** Folder of the report's semantic model, relative to the report's folder. Null if the report uses a remote model. */
export async function modelFolderOf(folder: string): Promise<string | null> {
  return textAt(await readJson(folder, 'definition.pbir'), 'datasetReference', 'byPath', 'path')
}

async function readName(folder: string): Promise<string> {
  const platform = await optionalJson(folder, '.platform')
  return textAt(platform, 'metadata', 'displayName') ?? basename(folder).replace(/\.Report$/, '')
}

function orderedPages(files: ReportFiles): Page[] {
  const order = listAt(files.order, 'pageOrder')
  const place = (page: Page) => (order.includes(page.name) ? order.indexOf(page.name) : order.length)
  return files.pages.map((page) => readPage(page, files.report)).toSorted((a, b) => place(a) - place(b))
}

function readPage({ folder, file, containers }: PageFiles, report: unknown): Page {
  const option = textAt(file, 'displayOption')
  const name = textAt(file, 'name') ?? folder
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
    clicksHighlight: dig(report, 'settings', 'defaultFilterActionIsDataFilter') !== true,
    mobile: readMobile(containers),
  }
}

/** Visuals in tab order. Visuals in a group get an absolute position, and are hidden if the group is hidden. */
function placedVisuals(containers: ContainerFiles[]): Visual[] {
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

function readMobile(containers: ContainerFiles[]): Record<string, Position> | null {
  const placed = containers.flatMap(({ file, folder, mobile }) => {
    const position = dig(mobile, 'position')
    return position === undefined ? [] : [[textAt(file, 'name') ?? folder, readPosition(position)] as const]
  })
  return placed.length > 0 ? Object.fromEntries(placed) : null
}

const INTERACTIONS = ['DataFilter', 'HighlightFilter', 'NoFilter'] as const

/** Reads interactions. A type that we do not know is the default of the report. */
function readInteractions(page: unknown): Page['interactions'] {
  return listAt(page, 'visualInteractions').flatMap((entry) => {
    const [source, target, named] = [textAt(entry, 'source'), textAt(entry, 'target'), textAt(entry, 'type')]
    const type = INTERACTIONS.find((known) => known === named)
    return source === null || target === null || type === undefined ? [] : [{ source, target, type }]
  })
}

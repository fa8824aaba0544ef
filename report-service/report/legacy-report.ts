// Converts the legacy report format (one `report.json` with JSON inside strings) to PBIR, so that one reader serves both.
// It validates nothing: invalid parts become undefined, as in any file. Next: report-files.ts, read-visual.ts.
import { dig, entriesAt, listAt, numberAt, textAt } from './json.ts'
import type { ContainerFiles, PageFiles, ReportFiles } from './project-files.ts'

/** Converts a `report.json` to the files that PBIR would have. */
export function fromLegacy(file: unknown): ReportFiles {
  const config = jsonAt(file, 'config')
  const pages = listAt(file, 'sections').map((section, index) => pageFiles(section, index))
  const active = pages[numberAt(config, 'activeSectionIndex') ?? 0]
  return {
    report: {
      themeCollection: dig(config, 'themeCollection'),
      resourcePackages: listAt(file, 'resourcePackages').map((entry) => dig(entry, 'resourcePackage')),
      filterConfig: { filters: jsonAt(file, 'filters') },
      settings: dig(config, 'settings'),
    },
    order: { pageOrder: pages.map((page) => page.folder), activePageName: active?.folder },
    pages,
    bookmarks: listAt(config, 'bookmarks').flatMap((bookmark) => [bookmark, ...listAt(bookmark, 'children')]),
  }
}

const VISIBILITIES: Record<number, string> = { 1: 'HiddenInViewMode' }
const DISPLAY_OPTIONS: Record<number, string> = { 2: 'FitToWidth', 3: 'ActualSize' }

function pageFiles(section: unknown, index: number): PageFiles {
  const config = jsonAt(section, 'config')
  const name = textAt(section, 'name') ?? `page${index}`
  return {
    folder: name,
    file: {
      name,
      displayName: dig(section, 'displayName'),
      width: dig(section, 'width'),
      height: dig(section, 'height'),
      displayOption: DISPLAY_OPTIONS[numberAt(section, 'displayOption') ?? 0],
      visibility: VISIBILITIES[numberAt(config, 'visibility') ?? 0],
      filterConfig: { filters: jsonAt(section, 'filters') },
    },
    containers: listAt(section, 'visualContainers').map(containerFiles),
  }
}

function containerFiles(container: unknown, index: number): ContainerFiles {
  const config = jsonAt(container, 'config')
  const layouts = listAt(config, 'layouts')
  const visual = dig(config, 'singleVisual')
  const place = layouts.find((layout) => numberAt(layout, 'id') === 0)
  const phone = layouts.find((layout) => numberAt(layout, 'id') === 2)
  const file = {
    name: dig(config, 'name'),
    parentGroupName: dig(config, 'parentGroupName'),
    position: dig(place, 'position') ?? container,
    filterConfig: { filters: jsonAt(container, 'filters') },
    isHidden: textAt(visual ?? dig(config, 'singleVisualGroup'), 'display', 'mode') === 'hidden',
    ...(visual === undefined ? { visualGroup: dig(config, 'singleVisualGroup') } : { visual: visualOf(visual) }),
  }
  return { folder: `visual${index}`, file, mobile: phone && { position: dig(phone, 'position') } }
}

/** Converts a visual. Its wells contain query references; the query maps them to fields. */
function visualOf(visual: unknown): unknown {
  const query = dig(visual, 'prototypeQuery')
  const sources = new Map(listAt(query, 'From').map((from) => [textAt(from, 'Name'), textAt(from, 'Entity')]))
  const selected = new Map(listAt(query, 'Select').map((select) => [textAt(select, 'Name'), select]))
  const projection = (entry: unknown) => {
    const queryRef = textAt(entry, 'queryRef')
    const select = selected.get(queryRef)
    return {
      queryRef,
      field: withEntities(select, sources),
      nativeQueryRef: dig(select, 'NativeReferenceName'),
      displayName: dig(visual, 'columnProperties', queryRef ?? '', 'displayName'),
      active: dig(entry, 'active'),
    }
  }
  const wells = entriesAt(visual, 'projections').map(([role, list]) => [
    role,
    { projections: (Array.isArray(list) ? list : []).map(projection) },
  ])
  const sort = listAt(query, 'OrderBy').map((order) => ({
    field: withEntities(dig(order, 'Expression'), sources),
    direction: numberAt(order, 'Direction') === 1 ? 'Ascending' : 'Descending',
  }))
  return {
    visualType: dig(visual, 'visualType'),
    query: { queryState: Object.fromEntries(wells), sortDefinition: { sort } },
    objects: dig(visual, 'objects'),
    visualContainerObjects: dig(visual, 'vcObjects'),
  }
}

/** Replaces each alias in a field expression by its table name, as in PBIR. No field is nested deeper than `depth`. */
function withEntities(expression: unknown, sources: ReadonlyMap<string | null, string | null>, depth = 8): unknown {
  if (typeof expression !== 'object' || expression === null || depth === 0) return expression
  const source = textAt(expression, 'Source')
  if (source !== null) return { Entity: sources.get(source) }
  const parts = Object.entries(expression).map(([key, part]) => [key, withEntities(part, sources, depth - 1)])
  return Object.fromEntries(parts)
}

/** JSON inside a string; undefined if the string is not valid JSON. */
function jsonAt(value: unknown, key: string): unknown {
  const text = textAt(value, key)
  if (text === null) return dig(value, key)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Reads a PBIR bookmark: the page it opens, the filters it sets, and the selection of each slicer.
import type { Bookmark, ReportFilter } from './definition.ts'
import { dig, entriesAt, listAt, textAt } from './json.ts'
import { fieldOfQuery, readFilter, readQuery } from './read-filters.ts'

/** Reads a `<name>.bookmark.json`. Null if it names no page. */
export function readBookmark(file: unknown): Bookmark | null {
  const state = dig(file, 'explorationState')
  const [name, page] = [textAt(file, 'name'), textAt(state, 'activeSection')]
  if (name === null || page === null) return null
  const section = dig(state, 'sections', page)
  return {
    name,
    displayName: textAt(file, 'displayName') ?? name,
    page,
    filters: [...listAt(state, 'filters', 'byExpr'), ...listAt(section, 'filters', 'byExpr')].map(readFilter),
    slicers: Object.fromEntries(
      entriesAt(section, 'visualContainers').flatMap(([visual, container]) => {
        const filters = slicerFilters(dig(container, 'singleVisual'))
        return filters ? [[visual, filters]] : []
      }),
    ),
  }
}

function slicerFilters(visual: unknown): ReportFilter[] | null {
  if (textAt(visual, 'visualType') !== 'slicer') return null
  const general = dig(visual, 'objects', 'merge', 'general', 0) ?? dig(visual, 'objects', 'general', 0)
  const query = dig(general, 'properties', 'filter', 'filter')
  const field = fieldOfQuery(query)
  return field ? [readQuery(field, query)] : []
}

/** Bookmark names of a `bookmarks.json` in order. Groups are replaced by their members. */
export const bookmarkOrder = (file: unknown): string[] =>
  listAt(file, 'items').flatMap((item) => {
    const children = listAt(item, 'children').filter((child) => typeof child === 'string')
    const name = textAt(item, 'name')
    return children.length > 0 ? children : name === null ? [] : [name]
  })

// Decisions about apps without a database.
import { cleanHtml, htmlFaultsOf } from '#platform/server/html/clean.ts'
import { opensPage } from '#features/reports/access/server/queries.ts'
import type { AppItem, AppSection } from '../contract.ts'

const itemsOf = (sections: readonly AppSection[]): AppItem[] => sections.flatMap(({ items }) => items)

export const reportsIn = (sections: readonly AppSection[]): string[] => [
  ...new Set(itemsOf(sections).flatMap((item) => ('report_id' in item ? [item.report_id] : []))),
]

export const playlistsIn = (sections: readonly AppSection[]): string[] => [
  ...new Set(itemsOf(sections).flatMap((item) => ('playlist_id' in item ? [item.playlist_id] : []))),
]

/** Whether two sections or items have the same id. The navigation needs a different id for each. */
export function hasSameIds(sections: readonly AppSection[]): boolean {
  const ids = [...sections, ...itemsOf(sections)].map(({ id }) => id)
  return new Set(ids).size < ids.length
}

/**
 * The specification's rule for HTML: inline styles only, no script, no styles on html, head or body (U3). It reports a fault to the author;
 * `cleanedSections` removes what this rule does not find.
 */
export const hasRefusedHtml = (sections: readonly AppSection[]): boolean =>
  itemsOf(sections).some((item) => item.kind === 'html' && Object.keys(htmlFaultsOf(item.html)).length > 0)

/** The sections as they are stored: HTML has allowed elements, attributes and styles only. */
export const cleanedSections = (sections: readonly AppSection[]): AppSection[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (item.kind === 'html' ? { ...item, html: cleanHtml(item.html) } : item)),
  }))

/** Replaces a title that is the name of its report by the name in the language of the reader. */
export function titledSections(
  sections: readonly AppSection[],
  reports: readonly { id: string; name: string; shown: string }[],
): AppSection[] {
  const titleOf = (item: AppItem) =>
    ('report_id' in item && reports.find(({ id, name }) => id === item.report_id && name === item.title)?.shown) ||
    item.title
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, title: titleOf(item) })),
  }))
}

/** The records that a reader may open. `reports`: the names of their pages by report id, or null for all pages. */
type Openable = { reports: ReadonlyMap<string, readonly string[] | null>; playlists: readonly string[] }

/** The sections that a reader sees: items whose report, page or playlist they may open, and no empty section. */
export function openableSections(sections: readonly AppSection[], { reports, playlists }: Openable): AppSection[] {
  const isOpenable = (item: AppItem) => {
    if ('playlist_id' in item) return playlists.includes(item.playlist_id)
    if (!('report_id' in item)) return true
    const pages = reports.get(item.report_id)
    return pages !== undefined && (item.kind !== 'page' || opensPage(pages, item.page))
  }
  return sections
    .map((section) => ({ ...section, items: section.items.filter(isOpenable) }))
    .filter(({ items }) => items.length > 0)
}

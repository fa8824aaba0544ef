// Decisions about apps without a database.
import { Failure, fail } from '#platform/contract/failure.ts'
import type { FilePath } from '#platform/server/files/file-path.ts'
import { type CleanText, type HtmlForm, type HtmlText, ruleCodes } from '#platform/server/html/cleaning.ts'
import { picturesIn } from '#platform/server/html/pictures.ts'
import { opensPage } from '#features/reports/access/server/queries.ts'
import { type AppItem, type AppSection, longestPage } from '../contract.ts'

/** What a text page may contain. */
export const pageForm: HtmlForm = { pictures: true, max: longestPage }

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
 * The sections as they are stored: their HTML has allowed elements, attributes and styles only (U3). `clean` refuses scripts, styles of whole
 * pages, and what else is not allowed.
 */
export async function cleanedSections(
  sections: readonly AppSection[],
  clean: (texts: HtmlText[]) => Promise<CleanText[]>,
): Promise<AppSection[]> {
  const texts = pagesIn(sections).map((html) => ({ html, field: 'sections', ...pageForm }))
  if (texts.length === 0) return [...sections]
  const cleaned = (await clean(texts).catch(refuseAsApp)).values()
  const next = () => cleaned.next().value?.html || fail('call.invalid', { fields: { sections: 'required' } })
  return withPages(sections, next)
}

const pagesIn = (sections: readonly AppSection[]): string[] =>
  itemsOf(sections).flatMap((item) => (item.kind === 'html' ? [item.html] : []))

/** The sections with the HTML that `change` answers for each text page. */
export const withPages = (sections: readonly AppSection[], change: (html: string) => string): AppSection[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (item.kind === 'html' ? { ...item, html: change(item.html) } : item)),
  }))

/** The pictures that the change of an app adds to its pages, and those that it takes out of them. */
export function changedPictures(
  before: readonly AppSection[],
  after: readonly AppSection[],
): { added: FilePath[]; removed: FilePath[] } {
  const of = (sections: readonly AppSection[]) => [...new Set(pagesIn(sections).flatMap(picturesIn))]
  const [old, kept] = [of(before), of(after)]
  return { added: kept.filter((path) => !old.includes(path)), removed: old.filter((path) => !kept.includes(path)) }
}

/** An app has one sentence for all that is not allowed in its pages. */
function refuseAsApp(failure: unknown): never {
  if (failure instanceof Failure && ruleCodes.has(failure.code))
    fail('app.html_refused', { fields: { sections: 'app.html_refused' } })
  throw failure
}

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

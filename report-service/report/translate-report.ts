// A report in another language. A project may have `translations/<language>.json` beside its reports; publishing copies them into each
// report. Texts are replaced by texts, and columns by columns with the same rows in that language, so labels, lists of values, search and
// sort order all follow. Next: definition.ts, ../rest/open-models.ts (who chooses the language).
import type { Bookmark, Field, FilterTarget, Page, ReportDefinition, ReportFilter, Visual } from './definition.ts'
import type { Value } from '../model/model.ts'
import { entriesAt, textAt } from './json.ts'

export type Translation = {
  /** Titles, names, alternative texts. */
  texts: ReadonlyMap<string, string>
  /** Columns by `Table[Column]`, each with the column of the same table that replaces it. */
  columns: ReadonlyMap<string, string>
  /** Values of replaced columns, where a filter of the report names them. */
  values: ReadonlyMap<string, string>
  /** Format strings of the model. */
  formats: ReadonlyMap<string, string>
}

/** Reads a translation file. Entries that are not text are ignored. */
export function readTranslation(file: unknown): Translation {
  const part = (name: string) =>
    new Map(
      entriesAt(file, name).flatMap(([from, to]): [string, string][] => (typeof to === 'string' ? [[from, to]] : [])),
    )
  return { texts: part('texts'), columns: part('columns'), values: part('values'), formats: part('formats') }
}

/** The translation for the first language of an `Accept-Language` header, or null. `en-GB` takes `en-US` if there is no better one. */
export function pickTranslation<Entry>(known: ReadonlyMap<string, Entry>, accepted: string | null): Entry | null {
  const requestedLanguage = /^\s*([\w-]+)/.exec(accepted ?? '')?.[1]?.toLowerCase() ?? ''
  const exact = [...known].find(([language]) => language.toLowerCase() === requestedLanguage)
  const family = [...known].find(
    ([language]) => language.toLowerCase().split('-')[0] === requestedLanguage.split('-')[0],
  )
  return (exact ?? family)?.[1] ?? null
}

/** Returns the report with all texts, columns, values and formats of the translation replaced. What has no translation stays. */
export function translateReport(report: ReportDefinition, translation: Translation): ReportDefinition {
  const { texts, columns, values, formats } = translation
  const text = (original: string) => texts.get(original) ?? original
  const maybe = (original: string | null) => (original === null ? null : text(original))
  const column = (table: string, name: string) => columns.get(`${table}[${name}]`) ?? name

  const field = (original: Field): Field =>
    original.kind === 'measure' ? original : { ...original, name: column(original.table, original.name) }

  const target = (original: FilterTarget): FilterTarget =>
    original.column === undefined ? original : { ...original, column: column(original.table, original.column) }

  const valueOf = (filterTarget: FilterTarget | undefined, original: Value): Value => {
    const isReplaced =
      filterTarget?.column !== undefined && column(filterTarget.table, filterTarget.column) !== filterTarget.column
    return isReplaced && typeof original === 'string' ? (values.get(original) ?? original) : original
  }

  function filter(original: ReportFilter): ReportFilter {
    const name = original.displaySettings?.displayName
    const named =
      name === undefined
        ? original
        : { ...original, displaySettings: { ...original.displaySettings, displayName: text(name) } }
    return withTargets(named)
  }

  function withTargets(original: ReportFilter): ReportFilter {
    switch (original.filterType) {
      case 0: {
        const conditions = original.conditions.map((condition) =>
          condition.value === undefined
            ? condition
            : { ...condition, value: valueOf(original.target, condition.value) },
        )
        return { ...original, target: target(original.target), conditions }
      }
      case 1:
        return {
          ...original,
          target: target(original.target),
          values: original.values.map((one) => valueOf(original.target, one)),
        }
      case 5:
        return { ...original, target: target(original.target), orderBy: target(original.orderBy) }
      case 6: {
        const tuples = original.values.map((tuple) =>
          tuple.map(({ value }, index) => ({ value: valueOf(original.target[index], value) })),
        )
        return { ...original, target: original.target.map(target), values: tuples }
      }
      default:
        return { ...original, target: target(original.target) }
    }
  }

  const visual = (original: Visual): Visual => ({
    ...original,
    title: maybe(original.title),
    ...(original.subtitle === undefined ? {} : { subtitle: text(original.subtitle) }),
    altText: maybe(original.altText),
    wells: mapped(original.wells, (well) =>
      well.map((one) => ({ ...one, field: field(one.field), displayName: text(one.displayName) })),
    ),
    ...(original.unread ? { unread: original.unread.map(text) } : {}),
    filters: original.filters.map(filter),
    ...(original.selection ? { selection: original.selection.map(filter) } : {}),
    text:
      original.text?.map((line) => ({ ...line, runs: line.runs.map((run) => ({ ...run, text: text(run.text) })) })) ??
      null,
  })

  const page = (original: Page): Page => ({
    ...original,
    displayName: text(original.displayName),
    filters: original.filters.map(filter),
    visuals: original.visuals.map(visual),
  })

  const bookmark = (original: Bookmark): Bookmark => ({
    ...original,
    displayName: text(original.displayName),
    filters: original.filters.map(filter),
    slicers: mapped(original.slicers, (slicer) => slicer.map(filter)),
  })

  return {
    ...report,
    name: text(report.name),
    pages: report.pages.map(page),
    filters: report.filters.map(filter),
    bookmarks: report.bookmarks.map(bookmark),
    formats: Object.fromEntries(formats),
  }
}

/** The format string of a column in the report's language. */
export function formatIn(report: ReportDefinition, formatString: string | null): string | null {
  return formatString === null ? null : (textAt(report.formats, formatString) ?? formatString)
}

const mapped = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

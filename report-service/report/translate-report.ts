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
  const wanted = /^\s*([\w-]+)/.exec(accepted ?? '')?.[1]?.toLowerCase() ?? ''
  const exact = [...known].find(([language]) => language.toLowerCase() === wanted)
  const family = [...known].find(([language]) => language.toLowerCase().split('-')[0] === wanted.split('-')[0])
  return (exact ?? family)?.[1] ?? null
}

/** Returns the report with all texts, columns, values and formats of the translation replaced. What has no translation stays. */
export function translateReport(report: ReportDefinition, translation: Translation): ReportDefinition {
  const { texts, columns, values, formats } = translation
  const text = (given: string) => texts.get(given) ?? given
  const maybe = (given: string | null) => (given === null ? null : text(given))
  const column = (table: string, name: string) => columns.get(`${table}[${name}]`) ?? name

  const field = (given: Field): Field =>
    given.kind === 'measure' ? given : { ...given, name: column(given.table, given.name) }

  const target = (given: FilterTarget): FilterTarget =>
    given.column === undefined ? given : { ...given, column: column(given.table, given.column) }

  const valueOf = (of: FilterTarget | undefined, given: Value): Value => {
    const isReplaced = of?.column !== undefined && column(of.table, of.column) !== of.column
    return isReplaced && typeof given === 'string' ? (values.get(given) ?? given) : given
  }

  function filter(given: ReportFilter): ReportFilter {
    const name = given.displaySettings?.displayName
    const named =
      name === undefined ? given : { ...given, displaySettings: { ...given.displaySettings, displayName: text(name) } }
    return withTargets(named)
  }

  function withTargets(given: ReportFilter): ReportFilter {
    switch (given.filterType) {
      case 0: {
        const conditions = given.conditions.map((condition) =>
          condition.value === undefined ? condition : { ...condition, value: valueOf(given.target, condition.value) },
        )
        return { ...given, target: target(given.target), conditions }
      }
      case 1:
        return { ...given, target: target(given.target), values: given.values.map((one) => valueOf(given.target, one)) }
      case 5:
        return { ...given, target: target(given.target), orderBy: target(given.orderBy) }
      case 6: {
        const tuples = given.values.map((tuple) =>
          tuple.map(({ value }, at) => ({ value: valueOf(given.target[at], value) })),
        )
        return { ...given, target: given.target.map(target), values: tuples }
      }
      default:
        return { ...given, target: target(given.target) }
    }
  }

  const visual = (given: Visual): Visual => ({
    ...given,
    title: maybe(given.title),
    altText: maybe(given.altText),
    wells: mapped(given.wells, (well) =>
      well.map((one) => ({ ...one, field: field(one.field), displayName: text(one.displayName) })),
    ),
    filters: given.filters.map(filter),
    ...(given.selection ? { selection: given.selection.map(filter) } : {}),
    text:
      given.text?.map((line) => ({ ...line, runs: line.runs.map((run) => ({ ...run, text: text(run.text) })) })) ??
      null,
  })

  const page = (given: Page): Page => ({
    ...given,
    displayName: text(given.displayName),
    filters: given.filters.map(filter),
    visuals: given.visuals.map(visual),
  })

  const bookmark = (given: Bookmark): Bookmark => ({
    ...given,
    displayName: text(given.displayName),
    filters: given.filters.map(filter),
    slicers: mapped(given.slicers, (slicer) => slicer.map(filter)),
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

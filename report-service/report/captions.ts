// The names by which people know the columns and measures of a report: the labels that its visuals give them, in each language of the report.
import type { ReportDefinition } from './definition.ts'

/** `language`: null, as the author of the report wrote it. */
export type Caption = { language: string | null; name: string }

type ModelField = { kind: 'column' | 'measure'; table: string; name: string }

/** `translated`: the same report by language. A caption may be the name in the model, in a language that calls the field so. */
export function captionsOf(
  original: ReportDefinition,
  translated: ReadonlyMap<string, ReportDefinition>,
): (field: ModelField) => Caption[] {
  const inLanguages = [[null, original] as const, ...translated].map(
    ([language, report]) => [language, labelsOf(original, report)] as const,
  )
  return (field) =>
    inLanguages.flatMap(([language, labels]) => {
      const name = labels.get(keyOf(field))
      return name === undefined ? [] : [{ language, name }]
    })
}

const keyOf = ({ kind, table, name }: ModelField) => JSON.stringify([kind, table, name])

/** The label that most visuals give a field; of two, the first. A translation keeps the place of each visual and may replace its columns. */
function labelsOf(original: ReportDefinition, report: ReportDefinition): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const [place, page] of original.pages.entries())
    for (const [position, visual] of page.visuals.entries()) {
      const displayedVisual = report.pages[place]?.visuals[position]
      const all = Object.entries(visual.wells).flatMap(([well, list]) =>
        list.map(({ field }, index) => ({
          field,
          label: displayedVisual?.wells[well]?.[index]?.displayName ?? field.name,
        })),
      )
      for (const { field, label } of all) {
        // A card may hide a label by a space.
        if (field.kind === 'aggregation' || label.trim() === '') continue
        // A visual of a single field may name it by its title only.
        const name = (all.length === 1 && label === field.name && displayedVisual?.title) || label
        const key = keyOf(field)
        const own = counts.get(key) ?? new Map<string, number>()
        counts.set(key, own.set(name, (own.get(name) ?? 0) + 1))
      }
    }
  return new Map(
    [...counts].flatMap(([key, own]) => {
      const [first] = [...own].toSorted(([, one], [, other]) => other - one)
      return first ? [[key, first[0]] as const] : []
    }),
  )
}

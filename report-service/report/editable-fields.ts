// The fields that an editor may place in a report: those that the model does not hide, and those that the report shows already. A token
// with some of the pages places only what these pages show. Next: ../rest/viewer-routes.ts.
import type { SemanticModel } from '../model/model.ts'
import type { Field, ReportDefinition } from './definition.ts'
import type { EditOperation } from './edit-operations.ts'
import type { ModelField } from './viewer-calls.ts'

export type EditableFields = {
  /** What the editor offers. */
  offered: ModelField[]
  /** Whether every field of the changes may be placed. The answer is the same for hidden and unknown fields. */
  allow(operations: readonly EditOperation[]): boolean
}

/** `report`: the published report with the pages of the token. `isLimited`: whether the token has some of the pages only. */
export function editableFields(model: SemanticModel, report: ReportDefinition, isLimited: boolean): EditableFields {
  const wells = report.pages.flatMap((page) => page.visuals.flatMap((visual) => Object.values(visual.wells).flat()))
  const displayed = new Set(wells.map(({ field }) => keyOf(field)))
  const visible = visibleFields(model)
  const offered = isLimited ? visible.filter((field) => displayed.has(keyOf(field))) : visible
  const allowed = new Set([...displayed, ...offered.map(keyOf)])
  const mayPlace = (field: Field) =>
    allowed.has(keyOf(field)) ||
    // The single values of the column may be placed, so its aggregations may be as well.
    (field.kind === 'aggregation' && allowed.has(keyOf({ kind: 'column', table: field.table, name: field.name })))
  return {
    offered,
    allow: (operations) =>
      operations.every((each) => each.kind !== 'fields' || Object.values(each.fields).flat().every(mayPlace)),
  }
}

const keyOf = (field: Field | ModelField): string =>
  JSON.stringify([field.kind, field.table, field.name, field.kind === 'aggregation' ? field.aggregation : null])

const NUMBERS: ReadonlySet<string> = new Set(['int64', 'double', 'decimal'])

function visibleFields({ tables }: SemanticModel): ModelField[] {
  return tables
    .filter(({ isHidden }) => !isHidden)
    .flatMap((table) => [
      ...table.columns
        .filter(({ isHidden }) => !isHidden)
        .map(({ name, dataType, summarizeBy }) => ({
          table: table.name,
          name,
          kind: 'column' as const,
          isNumber: NUMBERS.has(dataType) && summarizeBy !== 'none',
        })),
      ...table.measures
        .filter(({ isHidden }) => !isHidden)
        .map(({ name }) => ({ table: table.name, name, kind: 'measure' as const, isNumber: true })),
    ])
}

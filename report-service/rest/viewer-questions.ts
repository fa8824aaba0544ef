// Schemas of the viewer's questions, with limits for lengths and counts. Unknown fields are dropped.
// The names are looked up later, in the report and in the model.
import * as z from 'zod'
import {
  basicOperators,
  conditionOperators,
  logicalOperators,
  relativeDateOperators,
  timeUnits,
  topOperators,
} from '../contract/filter-operators.ts'
import { type EditableType, EDITABLE_TYPES, MAX_OPERATIONS } from '../contract/editable-types.ts'
import type { EditOperation } from '../report/edit-operations.ts'
import type { Field, ReportFilter } from '../report/definition.ts'
import type {
  DraftQuestion,
  SaveQuestion,
  UndoSaveQuestion,
  ValuesQuestion,
  VisualQuestion,
} from '../report/viewer-calls.ts'

const name = z.string().max(400)
const value = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()])
const target = z.object({ table: name, column: name.exactOptional(), measure: name.exactOptional() })
const condition = z.object({ operator: z.enum(conditionOperators), value: value.exactOptional() })

/** Bytes of a question: large enough for the maximum number of values, with 128 bytes each. The portal's proxy refuses more as well. */
export const MAX_QUESTION_BYTES = 256 * 1024
/** Each Top N filter ranks a whole column again, which is expensive. A normal report has one or two. */
const MAX_RANKINGS = 10
const MAX_FILTERS = 100
/** Each value is compiled on the service's only thread: 20,000 of them took 1 s. */
export const MAX_VALUES = 2_000

/** Filter kinds by their number in `powerbi-models`. Additional fields from the host are dropped. */
const filter: z.ZodType<ReportFilter> = z.discriminatedUnion('filterType', [
  z.object({
    filterType: z.literal(0),
    target,
    logicalOperator: z.enum(logicalOperators),
    conditions: z.array(condition).max(10),
  }),
  z.object({
    filterType: z.literal(1),
    target,
    operator: z.enum(basicOperators),
    values: z.array(value).max(MAX_VALUES),
  }),
  z.object({
    filterType: z.literal(2),
    target,
    message: z.string().max(1_000),
    notSupportedTypeName: z.string().max(100),
  }),
  z.object({
    filterType: z.literal(4),
    target,
    operator: z.literal(relativeDateOperators),
    timeUnitsCount: z.int().min(1).max(10_000),
    timeUnitType: z.literal(timeUnits),
    includeToday: z.boolean(),
  }),
  z.object({
    filterType: z.literal(5),
    target,
    operator: z.enum(topOperators),
    itemCount: z.int().min(1).max(30_000),
    orderBy: target,
  }),
  z.object({
    filterType: z.literal(6),
    target: z.array(target).min(1).max(20),
    operator: z.literal('In'),
    values: z.array(z.array(z.object({ value })).max(20)).max(MAX_VALUES),
  }),
])
/**
 * True when a body has more filters or values than a question may have. It runs before the schema: Zod checks every entry of an array
 * before the length, and 20,000 values take it 10 ms of the only thread.
 */
export function isTooLong(body: unknown): boolean {
  const { filters: sent, sort } = fieldsOf(body)
  const { operations, draft } = fieldsOf(body)
  if (lengthOf(operations) > MAX_OPERATIONS || lengthOf(draft) > MAX_OPERATIONS) return true
  if (lengthOf(sent) > MAX_FILTERS || lengthOf(sort) > MAX_FILTERS) return true
  const fields = (Array.isArray(sent) ? (sent as unknown[]) : []).map(fieldsOf)
  if (fields.some(({ conditions, target: of }) => Math.max(lengthOf(conditions), lengthOf(of)) > MAX_FILTERS))
    return true
  return valuesIn(fields.map(({ values }) => values)) > MAX_VALUES
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>
const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** The values that are compiled one by one. Of tuples each has its values, and counts as one without any. */
function valuesIn(lists: unknown[]): number {
  const count = lists.reduce<number>((sum, list) => sum + lengthOf(list), 0)
  if (count > MAX_VALUES) return count
  return lists.flat().reduce<number>((sum, value) => sum + Math.max(1, lengthOf(value)), 0)
}

export const filters = z
  .array(filter)
  .max(MAX_FILTERS)
  .refine((all) => all.filter(({ filterType }) => filterType === 5).length <= MAX_RANKINGS, 'rank too often')
/** The filters of a question. */
export const questionFilters: z.ZodType<ReportFilter[]> = filters
const limit = z.int().min(1).max(30_000).exactOptional()

/** Names of new pages and visuals become names of folders. */
const newName = z.string().regex(/^[\da-z]{8,40}$/)
const inTable = { table: name, name }
const field: z.ZodType<Field> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), ...inTable }),
  z.object({ kind: z.literal('measure'), ...inTable }),
  z.object({
    kind: z.literal('aggregation'),
    ...inTable,
    aggregation: z.enum(['sum', 'average', 'distinctCount', 'min', 'max', 'count', 'median']),
  }),
])
const length = z.number().min(20).max(20_000)
const offset = z.number().min(0).max(20_000)
const box = z.object({ x: offset, y: offset, width: length, height: length })
const type = z.enum(Object.keys(EDITABLE_TYPES) as EditableType[])
const displayName = z.string().trim().min(1).max(100)
const onVisual = { page: name, visual: name }

const operation: z.ZodType<EditOperation> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('title'), ...onVisual, title: z.string().max(200) }),
  z.object({ kind: z.literal('type'), ...onVisual, type }),
  z.object({
    kind: z.literal('fields'),
    ...onVisual,
    fields: z.partialRecord(z.enum(['Category', 'Series', 'Y', 'Values']), z.array(field).max(20)) as z.ZodType<
      Record<string, Field[]>
    >,
  }),
  z.object({ kind: z.literal('place'), ...onVisual, box }),
  z.object({ kind: z.literal('addVisual'), page: name, visual: newName, type, box }),
  z.object({ kind: z.literal('removeVisual'), ...onVisual }),
  z.object({ kind: z.literal('addPage'), page: newName, displayName }),
  z.object({ kind: z.literal('renamePage'), page: name, displayName }),
  z.object({ kind: z.literal('removePage'), page: name }),
])
const operations = z.array(operation).max(MAX_OPERATIONS)

export const draftQuestion: z.ZodType<DraftQuestion> = z.object({ operations })
export const saveQuestion: z.ZodType<SaveQuestion> = z.object({ version: name, operations: operations.min(1) })
export const undoSaveQuestion: z.ZodType<UndoSaveQuestion> = z.object({ version: name })

export const visualQuestion: z.ZodType<VisualQuestion> = z.object({
  page: name,
  visual: name,
  filters,
  sort: z
    .array(z.object({ queryRef: z.string().max(1_000), direction: z.enum(['asc', 'desc']) }))
    .max(20)
    .exactOptional(),
  limit,
  draft: operations.exactOptional(),
})

export const valuesQuestion: z.ZodType<ValuesQuestion> = z.object({
  table: name,
  column: name,
  filters,
  search: z.string().max(200).exactOptional(),
  limit,
})

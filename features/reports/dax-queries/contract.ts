// DAX queries on the data set of a report. A query is part of another record, such as a task; this noun asks it, and helps to write it.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { listColumns } from '#features/reports/library/contract.ts'

/** Names of each kind that a schema has at most. */
export const maxSchemaNames = 5_000

export const readDaxSchema = call({
  method: 'POST',
  path: 'auth/report/dax/schema',
  summary:
    'The tables, columns and measures that a query on a report may name, as far as its service lists them. For people who may ask the query.',
  access: 'task.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ report_id: id() }),
  answers: z.object({
    columns: listColumns.answers.shape.data,
    measures: z.array(z.object({ table: z.string(), name: z.string() })),
  }),
})

/** The place of an error in a query: both numbers begin with 1, and the column counts UTF-16 code units. */
export const queryPosition = z.object({ line: z.number().int().min(1), column: z.number().int().min(1) })
export type QueryPosition = z.output<typeof queryPosition>

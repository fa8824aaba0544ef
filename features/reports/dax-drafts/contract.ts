// A DAX query from a wish, by the language model of the business unit. The model is told names of tables, columns and measures, and never
// rows; the report service checks what it writes under the row-level security of the person who asks.
import { z } from 'zod'
import { id, requiredLines } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { queryProblems } from '#features/reports/library/contract.ts'

/** The length of a wish, in characters. */
export const maxDaxWish = 1_000

export const draftDax = call({
  method: 'POST',
  path: 'auth/report/dax/draft',
  summary:
    'Writes a DAX query for a report from a wish, and runs it with the rights of the caller. Stores nothing but the log of the call.',
  access: 'assistant.write_dax',
  does: 'outside',
  audit: null, // the call stores nothing but its line in the log of the model
  screens: ['auto_actions'],
  input: z.object({ report_id: id(), wish: requiredLines(maxDaxWish) }),
  answers: z.object({
    dax: z.string(),
    /** Why the query could not be run; null: it ran. `query`: it has an error, also after two repairs. */
    problem: z.enum([...queryProblems, 'identity']).nullable(),
    /** The error message of the report service about a faulty query. */
    detail: z.string().nullable(),
    columns: z.array(z.string()),
    row_count: z.number().int(),
  }),
})

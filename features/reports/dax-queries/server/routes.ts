import { modelNames } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { outside, type Route } from '#platform/server/http/route.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { createReportSchemas } from '#features/reports/library/server/commands.ts'
import { maxSchemaNames, readDaxSchema } from '../contract.ts'
import { dataOf } from './commands.ts'

export function routes({ embedding }: { embedding: Embedding }, reads = createLimiter(modelNames.reads)): Route[] {
  const schemaOfReport = createReportSchemas(embedding)

  const readSchema = outside(readDaxSchema, async (context, { report_id }) => {
    const { actor, clock, transaction } = context
    if (!reads.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const person = { id: actor.userId, profile: actor.profile, email: actor.email }
    const data = await transaction(({ db }) => dataOf(db, report_id, person))
    if ('refusal' in data) {
      if (data.refusal === 'missing') fail('report.missing')
      // The person gets no rows of this report, so they get no names of its data model either.
      return { columns: [], measures: [] }
    }
    const { columns, measures } = await schemaOfReport(context, report_id)
    return {
      columns: columns.slice(0, maxSchemaNames),
      measures: measures.slice(0, maxSchemaNames).map(({ table, name }) => ({ table, name })),
    }
  })

  return [readSchema]
}

import type { Language } from '#catalogue/languages.ts'
import { modelNames } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { outside, type Route } from '#platform/server/http/route.ts'
import { may } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { createDatasetSchemas, createReportSchemas } from '#features/reports/library/server/commands.ts'
import { daxColumn, listColumnValues, maxColumnValues, maxSchemaNames, readDaxSchema } from '../contract.ts'
import { columnValues } from './column-values.ts'
import { askData, dataOf } from './commands.ts'

export function routes({ embedding }: { embedding: Embedding }, reads = createLimiter(modelNames.reads)): Route[] {
  const schemaOfReport = createReportSchemas(embedding)

  const schemaOfDataset = createDatasetSchemas(embedding)

  const readSchema = outside(readDaxSchema, async (context, { report_id, workspace_id, service_dataset_id }) => {
    const { actor, clock, transaction, caller } = context
    if (!reads.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    if (report_id === null) {
      // A data set without a report is asked as its account: for people who may list what the accounts reach.
      if (!may(actor, 'workspace.read')) fail('access.functionality_refused')
      return namesIn(await schemaOfDataset(context, workspace_id ?? '', service_dataset_id ?? ''), caller.language)
    }
    const person = { id: actor.userId, profile: actor.profile, email: actor.email }
    const data = await transaction(({ db }) => dataOf(db, report_id, person))
    if ('refusal' in data) {
      if (data.refusal === 'missing') fail('report.missing')
      // The person gets no rows of this report, so they get no names of its data model either.
      return { columns: [], measures: [], refusal: data.refusal }
    }
    return namesIn(await schemaOfReport(context, report_id), caller.language)
  })

  const valueReads = createLimiter(modelNames.reads)

  const readValues = outside(listColumnValues, async (context, { report_id, ...column }) => {
    const { actor, clock, transaction } = context
    if (!valueReads.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const person = { id: actor.userId, profile: actor.profile, email: actor.email }
    const data = await transaction(({ db }) => dataOf(db, report_id, person))
    if ('refusal' in data) {
      if (data.refusal === 'missing') fail('call.not_found')
      // The person gets no rows of this report, so they get no values either.
      return columnValues(null)
    }
    const query = `EVALUATE\nTOPN(${maxColumnValues + 1}, VALUES(${daxColumn(column)}))`
    const answer = await askData(embedding, data, query, clock)
    return columnValues('rows' in answer ? answer.rows : null)
  })

  return [readSchema, readValues]
}

type Schema = Awaited<ReturnType<ReturnType<typeof createReportSchemas>>>

const namesIn = ({ columns, measures }: Schema, language: Language) => ({
  columns: columns.slice(0, maxSchemaNames).map(({ captions, ...column }) => ({
    ...column,
    caption: captionIn(captions, language, column.column),
  })),
  measures: measures
    .slice(0, maxSchemaNames)
    .map(({ table, name, captions }) => ({ table, name, caption: captionIn(captions, language, name) })),
  refusal: null,
})

/** The caption in the language, in another one of its family, or as the author of the report wrote it. Null: it is the name in the model. */
function captionIn(captions: Schema['measures'][number]['captions'], language: Language, name: string): string | null {
  const family = (each: string) => each.split('-')[0]
  const found =
    captions.find((each) => each.language === language) ??
    captions.find((each) => each.language !== null && family(each.language) === family(language)) ??
    captions.find((each) => each.language === null)
  return found === undefined || found.name === name ? null : found.name
}

import { fail } from '#platform/contract/failure.ts'
import { outside, type OutsideContext, type Route } from '#platform/server/http/route.ts'
import type { Assistant } from '#features/assistant/ai-accounts/server/commands.ts'
import { askData, type DataAnswer, dataOf, type ReportData } from '#features/reports/dax-queries/server/commands.ts'
import { createReportSchemas } from '#features/reports/library/server/commands.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { draftDax } from '../contract.ts'
import { daxIn, daxQuestion, repairQuestion, type Schema } from './rules.ts'
import { findName } from './store.ts'

/** How often the model corrects a query that the report service refuses. */
const maxRepairs = 2

type Dependencies = { embedding: Embedding; assistant: Assistant }
type Draft = { dax: string; found: DataAnswer }

export function routes({ embedding, assistant }: Dependencies): Route[] {
  const schemaOfReport = createReportSchemas(embedding)

  const draft = outside(draftDax, async (context, { report_id, wish }) => {
    const { actor, transaction } = context
    const { data, subject } = await transaction(async ({ db }) => ({
      data: await dataOf(db, report_id, { id: actor.userId, profile: actor.profile, email: actor.email }),
      subject: await findName(db, report_id),
    }))
    if ('refusal' in data) {
      if (data.refusal === 'missing') fail('report.missing')
      return { dax: '', problem: 'identity' as const, detail: null, columns: [], row_count: 0 }
    }
    const schema = await schemaOfReport(context, report_id)
    const { dax, found } = await write(context, { embedding, assistant, data, schema, subject, wish })
    if ('problem' in found) return { dax, ...found, columns: [], row_count: 0 }
    const columns = [...new Set(found.rows.flatMap((row) => Object.keys(row)))]
    return { dax, problem: null, detail: null, columns, row_count: found.rows.length }
  })

  return [draft]
}

type Writing = Dependencies & { data: ReportData; schema: Schema; subject: string | null; wish: string }

/** Asks for a query, and for corrections while the report service refuses it. */
async function write(context: OutsideContext, work: Writing): Promise<Draft> {
  const { embedding, assistant, data, schema, subject, wish } = work
  let question = daxQuestion(schema, wish)
  for (let repairs = 0; ; repairs += 1) {
    const answer = await assistant.ask(context, { use: 'write_dax', subject, ...question })
    const dax = daxIn(answer)
    const found: DataAnswer =
      dax === null
        ? { problem: 'query', detail: 'The answer is no DAX query.' }
        : await askData(embedding, data, dax, context.clock)
    const isFaulty = 'problem' in found && found.problem === 'query'
    if (!isFaulty || repairs === maxRepairs) return { dax: dax ?? '', found }
    // The sentences of Microsoft's service may quote values of rows. Those of the local service do not.
    const isSafe = dax === null || data.workspace.kind === 'local'
    const detail = isSafe ? found.detail : null
    question = repairQuestion(schema, wish, { dax: (dax ?? answer).slice(0, 4_000), detail })
  }
}

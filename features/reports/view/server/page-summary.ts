// What a page shows, in words, by the language model of the business unit. The server asks the report service for the rows, under the identity
// with which the person opens the report, so that the model gets no row that the person does not see.
import { pageSummary } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import type { Assistant } from '#features/assistant/ai-accounts/server/commands.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import type { explainPage } from '../contract.ts'
import type { EmbedTokens } from './commands.ts'
import type { ReportToOpen } from './store.ts'
import { markedParts, serviceFilter, summaryQuestion, withinLength } from './summary-rules.ts'

type Dependencies = { tokens: EmbedTokens; embedding: Embedding; assistant: Assistant }

export async function summarise(
  context: OutsideContext,
  row: ReportToOpen | undefined,
  { kind, language, page, filters }: InputOf<typeof explainPage>,
  { tokens, embedding, assistant }: Dependencies,
) {
  const { report, workspace, identity, pages } = await tokens.read(context, row, page)
  // Microsoft's service answers the rows of visuals to the browser only.
  if (workspace.kind !== 'local') fail('report.rows_unreadable')
  // Before the queries, so that a person who may not ask the model learns nothing from them.
  await assistant.mustBeOpen(context, kind)
  const found = await embedding.ask(workspace, (client) =>
    client.pageRows({
      workspaceId: workspace.service_id,
      reportId: report.service_report_id,
      page,
      pages,
      effectiveIdentity: identity,
      filters,
      hostFilters: report.report_filters.map(serviceFilter),
      maxRows: pageSummary.rows,
    }),
  )
  const visuals = withinLength(found.visuals)
  const rows = visuals.reduce((sum, visual) => sum + visual.rows.length, 0)
  if (rows === 0) fail('report.page_without_rows')
  const question = summaryQuestion(kind, language, { report: report.name, page: found.page, visuals })
  const answer = await assistant.ask(context, { use: kind, subject: report.name, ...question })
  return {
    parts: markedParts(answer, visuals),
    rows,
    visuals: visuals.length,
    truncated: visuals.some(({ truncated }) => truncated),
  }
}

// What the assistant of the portal asks the local service beyond Microsoft's interface.
import type { z } from 'zod'
import type { AccountCalls } from './account-calls.ts'
import { answers, type Captions } from './answers.ts'
import type { EffectiveIdentity } from './execute-queries.ts'
import { inGroup } from './group-path.ts'
import { PowerBiError } from './power-bi-error.ts'
import type { ColumnsRequest } from './report-columns.ts'

export type ModelMeasure = { table: string; name: string; description: string | null; captions: Captions }

export type PageRowsRequest = {
  workspaceId: string
  reportId: string
  page: string
  /** Names of the pages that the reader may open; null: all. */
  pages: readonly string[] | null
  effectiveIdentity: EffectiveIdentity | null
  /** Filters as `powerbi-models` writes them, which take the place of those of the report; null: those of the report. */
  filters: readonly unknown[] | null
  /** Filters of the host, always added. */
  hostFilters: readonly unknown[]
  maxRows: number
}

export type PageRows = z.output<typeof answers.pageRows>

export async function reportMeasures(
  calls: AccountCalls,
  extensions: boolean,
  { workspaceId, reportId }: ColumnsRequest,
): Promise<ModelMeasure[]> {
  if (!extensions) return []
  const path = inGroup(workspaceId, 'reports', reportId, 'measures')
  return calls.call({ method: 'GET', repeatable: true, name: 'measures', path, answer: answers.measures })
}

export async function pageRows(
  calls: AccountCalls,
  extensions: boolean,
  { workspaceId, reportId, filters, ...question }: PageRowsRequest,
): Promise<PageRows> {
  if (!extensions) throw new PowerBiError('unsupported', 'pageRows', { reason: 'PageRows' })
  return calls.call({
    name: 'pageRows',
    method: 'POST',
    path: inGroup(workspaceId, 'reports', reportId, 'pageRows'),
    body: { ...question, ...(filters === null ? {} : { filters }) },
    answer: answers.pageRows,
    repeatable: true,
    heavy: true,
  })
}

// Exports of a report as a file, at both services: start, progress, file. The rows are those of the identity in the request.
import type { AccountCalls } from './account-calls.ts'
import { answers, type ReportExport } from './answers.ts'
import { inGroup } from './group-path.ts'
import { retryAfter } from './failures.ts'

export type ExportRequest = {
  workspaceId: string
  reportId: string
  datasetId: string
  format: 'PDF' | 'PNG' | 'PPTX'
  /** Names of the pages; null: all that are not hidden. */
  pages: readonly string[] | null
  /** Language of words and numbers, such as `pt-BR`. */
  locale: string
  /** A state that the SDK captured; null: as published. */
  state: string | null
  identity: { username: string; roles: string[]; customData: string | null } | null
  /** What the local service draws beside the report. Microsoft's has no such fields. */
  portal: {
    watermark: string | null
    reader: string | null
    /** Filters beside those of the state. */
    filters: readonly object[]
    /** Columns of the publisher's filters, which the state may name although the report does not show them. */
    filterColumns: { table: string; column: string }[]
  }
}

/** `retryAfterMs`: a failed export that may be started again after this time; null: it may not. */
export type ExportProgress = ReportExport & { retryAfterMs: number | null }

/** Starts an export. Not repeated, except after a 429: each request is an export. Returns its id. */
export function startExport(calls: AccountCalls, extensions: boolean, request: ExportRequest): Promise<string> {
  return calls.call({
    name: 'startExport',
    method: 'POST',
    path: inGroup(request.workspaceId, 'reports', request.reportId, 'ExportTo'),
    body: bodyOf(request, extensions),
    answer: answers.reportExport.transform(({ id }) => id),
    repeatable: false,
  })
}

function bodyOf({ format, pages, locale, state, identity, datasetId, portal }: ExportRequest, extensions: boolean) {
  const { customData, ...named } = identity ?? { customData: null }
  return {
    format,
    powerBIReportConfiguration: {
      settings: { locale, includeHiddenPages: false },
      ...(pages && { pages: pages.map((pageName) => ({ pageName })) }),
      ...(state !== null && { defaultBookmark: { state } }),
      ...(identity && {
        identities: [{ ...named, datasets: [datasetId], ...(customData !== null && { customData }) }],
      }),
      ...(extensions && { portal }),
    },
  }
}

type ExportPlace = { workspaceId: string; reportId: string; exportId: string }

export function exportProgress(calls: AccountCalls, now: () => number, place: ExportPlace): Promise<ExportProgress> {
  let retryAfterMs: number | null = null
  return calls
    .call({
      name: 'exportProgress',
      method: 'GET',
      path: inGroup(place.workspaceId, 'reports', place.reportId, 'exports', place.exportId),
      answer: answers.reportExport,
      accepted: ({ headers }) => {
        retryAfterMs = retryAfter(headers.get('retry-after'), now())
        return null
      },
      repeatable: true,
    })
    .then((progress) => ({ ...progress, retryAfterMs }))
}

export function exportFile(calls: AccountCalls, place: ExportPlace): Promise<Uint8Array> {
  return calls.call({
    name: 'exportFile',
    method: 'GET',
    path: `${inGroup(place.workspaceId, 'reports', place.reportId, 'exports', place.exportId)}/file`,
    answer: answers.file,
    accepted: ({ bytes }) => bytes,
    isFile: true,
    heavy: true,
    repeatable: true,
  })
}

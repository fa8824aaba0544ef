// The start of an export at the report service, for the export of one person and for scheduled exports.
import type { Language } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import type { Identity } from '#features/reports/access/server/queries.ts'
import type { ReportFilter } from '#features/reports/library/contract.ts'
import type { reportFormats } from '../contract.ts'
import { serviceFilter } from './summary-rules.ts'

export type FileToWrite = {
  workspace: AccountKey & { service_id: string }
  report: { service_report_id: string; service_dataset_id: string; report_filters: readonly ReportFilter[] }
  format: (typeof reportFormats)[number]
  /** Names of the pages; null: all. */
  pages: readonly string[] | null
  /** Whether a person chose the pages, so that the service is asked whether they exist. */
  arePagesChosen: boolean
  locale: Language
  /** The state that a browser captured; null: as the report was published. */
  state: string | null
  identity: Identity | null
  watermark: string | null
  /** The name of the reader in the file; null: none. */
  reader: string | null
}

/** Starts to write the file. Answers the id of the export at the service. */
export async function startFile(embedding: Embedding, file: FileToWrite): Promise<string> {
  const { workspace, report, format, pages, arePagesChosen, locale, state, identity, watermark, reader } = file
  if (workspace.kind !== 'local' && watermark !== null) fail('export.no_watermark')
  return embedding.ask(workspace, async (service) => {
    // Microsoft's service exports only from a capacity. The local service needs none.
    const isReady =
      workspace.kind === 'local' || (await service.workspace(workspace.service_id)).isOnDedicatedCapacity !== false
    if (!isReady) fail('export.no_capacity')
    if (arePagesChosen && pages !== null) {
      const known = await service.pages(workspace.service_id, report.service_report_id)
      if (!pages.every((page) => known.some(({ name }) => name === page)))
        fail('call.invalid', { fields: { page: 'invalid' } })
    }
    return service.startExport({
      workspaceId: workspace.service_id,
      reportId: report.service_report_id,
      datasetId: report.service_dataset_id,
      format,
      pages,
      locale,
      state,
      identity,
      portal: {
        watermark,
        reader,
        // A captured state has the publisher's filters already.
        filters: state === null ? report.report_filters.map(serviceFilter) : [],
        filterColumns: report.report_filters.map(({ table, column }) => ({ table, column })),
      },
    })
  })
}

const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.zip': 'application/zip',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** The name of a file has no folders, and no characters that hide or reorder others. */
const plainName = (name: string) => name.replaceAll(/[/\\]/g, '-').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')

/** The name and the media type of a written file. `extension`: as the service names it. */
export function fileNamed(name: string, extension: string | null | undefined): { name: string; type: string } {
  const ending = extension?.toLowerCase() ?? '.pdf'
  const type = types[ending]
  return { name: `${plainName(name)}${type ? ending : ''}`, type: type ?? 'application/octet-stream' }
}

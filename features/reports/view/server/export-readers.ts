// Who may get a report as a file now, with which rows and pages, for scheduled exports. It decides as the export of one person does.
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { allows } from '#catalogue/access.ts'
import { watermarkText } from '#catalogue/watermark.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import {
  type Identity,
  mayPass,
  resolveFilters,
  resolveIdentity,
  resolvePages,
} from '#features/reports/access/server/queries.ts'
import type { ReportFilter } from '#features/reports/library/contract.ts'
import { type FileReaderRow, findFileReaders, type ReportToWrite } from './export-readers-store.ts'

/**
 * Why a person gets no file. `blocked`: they may not work in the business unit now; `no_right`: they may not open the report; `no_export`:
 * their profile may not export; `identity`: row-level security gives them no identity; `pages`: they may open none of the pages; `terms`: they
 * must accept a term first; `maintenance`: the report is closed to them now.
 */
export const fileRefusals = ['blocked', 'no_right', 'no_export', 'identity', 'pages', 'terms', 'maintenance'] as const
export type FileRefusal = (typeof fileRefusals)[number]

/** What the file of a reader shows. Two readers with the same key get the same file. */
export type FileContent = {
  key: string
  identity: Identity | null
  pages: readonly string[] | null
  filters: readonly ReportFilter[]
  watermark: string | null
}

export type FileReader = { user_id: string } & ({ refusal: FileRefusal } | { content: FileContent })

/** The wanted file. `pages` null: all that the reader may open. */
type FileWish = { pages: readonly string[] | null; format: string; language: string; now: Date }

/** Reads which file each of some members of the business unit may get now. `among`: a query of their ids. */
export async function fileReadersOf(
  db: Database,
  report: ReportToWrite,
  among: RawBuilder<{ user_id: string }>,
  wish: FileWish,
): Promise<FileReader[]> {
  const rows = await findFileReaders(db, report.id, among)
  return rows.map((row) => ({ user_id: row.user_id, ...contentOf(report, row, wish) }))
}

function contentOf(
  report: ReportToWrite,
  row: FileReaderRow,
  wish: FileWish,
): { refusal: FileRefusal } | { content: FileContent } {
  const { profile, staff, grants } = row
  if (profile === null) return { refusal: 'blocked' }
  if (!row.opens) return { refusal: 'no_right' }
  const toggles = row.toggles ?? []
  if (!allows({ profile, staff, toggles, scope: 'tenant' }, 'report.export')) return { refusal: 'no_export' }
  const manages = !row.is_reader
  const passing = report.maintenance === null ? null : { passes: report.maintenance, allow_edit: report.allow_edit }
  if (passing !== null && !mayPass(passing, { manages, edits: toggles.includes('edit_reports') }))
    return { refusal: 'maintenance' }
  if (row.owes_terms) return { refusal: 'terms' }
  const resolved = resolveIdentity(report, grants, row.email)
  if ('refusal' in resolved) return { refusal: 'identity' }
  const opened = resolvePages({ ...report, manages }, grants)
  const pages = opened === null ? wish.pages : (wish.pages ?? opened).filter((page) => opened.includes(page))
  if (pages?.length === 0) return { refusal: 'pages' }
  const filtered = resolveFilters(report.filters, grants, row.filter_values)
  // Also the value of a custom field, by which a filter chooses the reader's rows, is part of who the reader is.
  if ('missing' in filtered) return { refusal: 'identity' }
  const { filters } = filtered
  const { identity } = resolved
  const watermark = report.watermark ? watermarkOf(report, row, wish) : null
  const read = identity && [identity.username, identity.roles.toSorted(), identity.customData]
  // A file with a watermark names its reader, so that nobody else gets it.
  const only = report.watermark ? row.user_id : null
  const source = [report.id, report.service_report_id, report.service_dataset_id]
  const shown = [source, wish.format, wish.language, read, pages?.toSorted() ?? null, filters, only]
  const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
  return { content: { key, identity, pages, filters, watermark } }
}

function watermarkOf(
  { watermark_text, timezone, unit, name: report }: ReportToWrite,
  reader: FileReaderRow,
  { language, now }: FileWish,
) {
  const { email, name } = reader
  const written = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: timezone }).format(now)
  return watermarkText(watermark_text, {
    email,
    name,
    report,
    unit,
    date: written({ dateStyle: 'short' }),
    time: written({ timeStyle: 'short' }),
  })
}

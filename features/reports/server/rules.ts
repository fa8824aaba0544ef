// Decisions about reports as they are managed, without reading or writing.
import type { Dataset } from '#powerbi/server/power-bi.ts'

/** Where a business unit may not add reports, its partner and the platform still may. */
export const mayAdd = (profile: string, unit: { allow_adding_reports: boolean }): boolean =>
  unit.allow_adding_reports || profile === 'master' || profile === 'a2m'

/**
 * Does the data set need to be told who reads? One that the service says nothing of counts as secured: too few see it then,
 * never too many (E2).
 */
export const isSecured = (dataset: Dataset | undefined): boolean =>
  dataset === undefined ||
  dataset.isEffectiveIdentityRequired !== false ||
  dataset.isEffectiveIdentityRolesRequired === true

export type Ignoring = { ignore_row_security: boolean; ignore_role: string | null }

/** Row-level security is ignored by naming the role that everybody reads with; without one nobody would know what is shown. */
export const lacksRole = ({ ignore_row_security, ignore_role }: Ignoring): boolean =>
  ignore_row_security && ignore_role === null

export type Source = {
  workspace_id: string
  service_report_id: string
  service_dataset_id: string
  row_security: boolean
}

/** What the new source makes of the report. Roles belong to a data set: ignoring them is decided anew for another one. */
export function withSource<Report extends Source & Ignoring>(report: Report, source: Source): Report {
  const sameRoles = report.service_dataset_id === source.service_dataset_id && report.row_security
  return { ...report, ...source, ...(sameRoles ? {} : { ignore_row_security: false, ignore_role: null }) }
}

type Reaching = Ignoring & { hidden: boolean }

/** Whoever has the report open must hear of it: they may no longer see it, or not these rows of it. */
export const changesAccess = (before: Reaching, after: Reaching): boolean =>
  before.hidden !== after.hidden ||
  before.ignore_row_security !== after.ignore_row_security ||
  before.ignore_role !== after.ignore_role

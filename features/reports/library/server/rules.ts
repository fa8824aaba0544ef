// Decisions about the management of reports: pure functions, no I/O.
import type { Dataset, PageOutline } from '#powerbi/server/power-bi.ts'
import type { OutlineKind, ReportOutline } from '../contract.ts'

/** Whether a profile may add reports: partner and platform always, a business unit only if it is allowed to. */
export const mayAdd = (profile: string, unit: { allow_adding_reports: boolean }): boolean =>
  unit.allow_adding_reports || profile === 'master' || profile === 'a2m'

/**
 * Whether the data set has row-level security, so that an embed token needs an identity. Without an answer of the service it counts
 * as secured: fail closed (E2).
 */
export const isSecured = (dataset: Dataset | undefined): boolean =>
  dataset === undefined ||
  dataset.isEffectiveIdentityRequired !== false ||
  dataset.isEffectiveIdentityRolesRequired === true

export type Ignoring = { ignore_row_security: boolean; ignore_role: string | null }

/** Whether the role is missing that every reader gets if row-level security is ignored. */
export const lacksRole = ({ ignore_row_security, ignore_role }: Ignoring): boolean =>
  ignore_row_security && ignore_role === null

export type Source = {
  workspace_id: string
  service_report_id: string
  service_dataset_id: string
  row_security: boolean
}

/** The report with a new source. If the data set changed or now has roles, `ignore_row_security` is reset, because roles belong to a data set. */
export function withSource<Report extends Source & Ignoring>(report: Report, source: Source): Report {
  const sameRoles = report.service_dataset_id === source.service_dataset_id && report.row_security
  return { ...report, ...source, ...(sameRoles ? {} : { ignore_row_security: false, ignore_role: null }) }
}

/** The storage path of the file of a cover's URL path. The contract has checked its form. */
export const pathOfCover = (url: string): string => url.replace(/^\/storage\//, '').replace(/\?.*$/, '')

/** The first pattern that the type of a visual matches decides what is drawn for it. */
const kindsByType: readonly [RegExp, OutlineKind][] = [
  [/slicer/i, 'slicer'],
  [/textbox/i, 'text'],
  [/table|matrix/i, 'table'],
  [/card|kpi|gauge/i, 'card'],
  [/pie|donut/i, 'pie'],
  [/line|area|scatter/i, 'line'],
  [/barChart/i, 'bars'],
  [/columnChart|waterfall|ribbon/i, 'columns'],
]

/** The outline for the cover; null if the page has nothing to draw. */
export function outlineOf({ width, height, visuals }: PageOutline): ReportOutline | null {
  if (!(width > 0 && height > 0)) return null
  const share = (length: number, of: number) => Math.min(1_000, Math.max(0, Math.round((1_000 * length) / of)))
  const drawn = visuals.slice(0, 40).flatMap((visual) => {
    const box = {
      x: share(visual.x, width),
      y: share(visual.y, height),
      width: share(visual.width, width),
      height: share(visual.height, height),
    }
    const isVisible = box.width > 0 && box.height > 0 && box.x < 1_000 && box.y < 1_000
    const kind = kindsByType.find(([pattern]) => pattern.test(visual.type))?.[1] ?? 'block'
    return isVisible ? [{ kind, ...box }] : []
  })
  const ratio = Math.min(10, Math.max(0.1, Math.round((100 * width) / height) / 100))
  return drawn.length > 0 ? { ratio, visuals: drawn } : null
}

/** The name of a copy with its number, within the length of a name: `Sales (2)`. */
export function copyName(name: string, number: number, longest = 120): string {
  const ending = ` (${number})`
  return `${name.replace(/ \(\d+\)$/, '').slice(0, longest - ending.length)}${ending}`
}

type Access = Ignoring & { hidden: boolean; allow_edit: boolean }

/** Whether a change affects readers who have the report open: they may lose access to it, to some of its rows or the right to edit. */
export const changesAccess = (before: Access, after: Access): boolean =>
  before.hidden !== after.hidden ||
  before.allow_edit !== after.allow_edit ||
  before.ignore_row_security !== after.ignore_row_security ||
  before.ignore_role !== after.ignore_role

// How long a business unit keeps its records: the kinds, what holds unless the unit sets days, and the bounds of the product.
// The operator may narrow the bounds (RETENTION_BOUNDS). Next: features/operations/retention.
import { notificationsKeptDays, scheduledExports, taskRunDays, userImports, webhooks } from './limits.ts'

export const retentionKinds = [
  'audit',
  'usage',
  'notifications',
  'mails',
  'exports',
  'task_runs',
  'tickets',
  'imports',
  'webhook_log',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** In days. `usual`, `max`: null is without an end. */
export type RetentionBounds = { usual: number | null; min: number; max: number | null }

export const retentionBounds: Readonly<Record<RetentionKind, RetentionBounds>> = {
  audit: { usual: null, min: 180, max: null },
  usage: { usual: null, min: 30, max: null },
  notifications: { usual: notificationsKeptDays, min: 7, max: notificationsKeptDays },
  mails: { usual: null, min: 30, max: null },
  // Their files are erased after a week already.
  exports: { usual: scheduledExports.runDays, min: 2 * scheduledExports.keptDays, max: 400 },
  task_runs: { usual: taskRunDays, min: 7, max: 400 },
  tickets: { usual: null, min: 30, max: null },
  imports: { usual: userImports.undoDays, min: userImports.keptDays, max: userImports.undoDays },
  webhook_log: { usual: webhooks.keptDays, min: 1, max: 90 },
}

/**
 * Reads the operator's bounds: `audit=365-1825,mails=30-400`. They only narrow those of the product: a wider one keeps the product's. Null: the
 * text is not such a list.
 */
export function readBounds(text: string): Record<RetentionKind, RetentionBounds> | null {
  const bounds: Record<RetentionKind, RetentionBounds> = { ...retentionBounds }
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', least = '', most = ''] = /^\s*([a-z_]+)=(\d{1,5})-(\d{1,5})\s*$/.exec(part) ?? []
    const kind = retentionKinds.find((each) => each === name)
    if (kind === undefined) return null
    const own = retentionBounds[kind]
    const min = Math.max(own.min, Number(least))
    const max = Math.min(own.max ?? Infinity, Number(most))
    if (min > max) return null
    bounds[kind] = { usual: keptDays(own.usual, { usual: own.usual, min, max }), min, max }
  }
  return bounds
}

/** The days that hold: those of the unit or the usual ones, within the bounds. Null: without an end. */
export function keptDays(days: number | null, { min, max }: RetentionBounds): number | null {
  if (days === null) return max
  return Math.min(Math.max(days, min), max ?? Infinity)
}

// Decisions about report groups and subgroups: pure functions, no I/O.

/**
 * Whether a report group or subgroup can be removed: only without reports. Removing it never deletes reports, because their grants would
 * be lost unnoticed.
 */
export const isRemovable = ({ reports }: { reports: number }): boolean => reports === 0

/** The order after `id` was moved to `position`; a position beyond the end means the end. */
export function moved(order: string[], id: string, position: number): string[] {
  const others = order.filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}

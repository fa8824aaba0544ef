// Decisions about report groups and subgroups alike, without reading or writing.

/**
 * A folder goes when no report stands in it; a report group takes its empty subgroups along. Reports are never erased by the
 * removal of a folder: what was granted on them would go unseen.
 */
export const isRemovable = ({ reports }: { reports: number }): boolean => reports === 0

/** The order after `id` has moved to `position`; beyond the end is the end. */
export function moved(order: string[], id: string, position: number): string[] {
  const others = order.filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}

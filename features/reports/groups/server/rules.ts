// Decisions about report groups and subgroups: pure functions, no I/O.
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'

/**
 * Whether a report group or subgroup can be removed: only without reports. Removing it never deletes reports, because their grants would
 * be lost unnoticed.
 */
export const isRemovable = ({ reports }: { reports: number }): boolean => reports === 0

/** The abilities of an actor for a report group or subgroup. */
export function folderCan(folder: { reports: number }, actor: Actor): string[] {
  const verbs = abilities(actor, { update: 'report_group.update', remove: 'report_group.remove' })
  return isRemovable(folder) ? verbs : verbs.filter((verb) => verb !== 'remove')
}

/** The order after `id` was moved to `position`; a position beyond the end means the end. */
export function moved(order: string[], id: string, position: number): string[] {
  const others = order.filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}

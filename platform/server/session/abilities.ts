import type { Permission } from '#catalogue/access.ts'
import { type Actor, may } from './actor.ts'

/**
 * What the actor may do with a record, for its `can`. Example: `abilities(actor, { update: 'user.update', remove: 'user.remove' })`
 * gives `['update']` to somebody who may not remove. Conditions of a single record are the feature's rules.
 */
export function abilities(actor: Actor, verbs: Record<string, Permission>): string[] {
  return Object.entries(verbs).flatMap(([verb, permission]) => (may(actor, permission) ? [verb] : []))
}

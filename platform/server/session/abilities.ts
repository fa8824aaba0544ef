import type { Permission } from '#catalogue/access.ts'
import { type Actor, may } from './actor.ts'

/**
 * The actor's permissions for a record, for its `can`. Example: `abilities(actor, { update: 'user.update', remove: 'user.remove' })`
 * answers `['update']` for an actor who may not remove. Rules about a single record are in the feature's rules.ts.
 */
export function abilities(actor: Actor, verbs: Record<string, Permission>): string[] {
  return Object.entries(verbs).flatMap(([verb, permission]) => (may(actor, permission) ? [verb] : []))
}

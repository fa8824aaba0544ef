// Who gets the message of a run, and with whose rows. Each addressee gets it with their own: people with the same effective identity have
// the same rows, so each identity is asked once. Pure functions; commands.ts asks and tells.
import type { Identity } from '#features/reports/access/server/queries.ts'
import { identityKeyOf, type Reader } from '#features/reports/dax-queries/server/commands.ts'
import type { RecipientOutcome } from '../contract.ts'
import type { Planned } from './recipients-store.ts'
import type { Outcome } from './rules.ts'

/** People whose rows are the same. */
export type Group = { key: string; identity: Identity | null; userIds: string[] }

/**
 * Groups the readers by identity, the largest group first. `max`: the identities that may still be asked; `known`: those whose answer is
 * there already, which cost none of them. A person in no group is planned with the reason.
 */
export function planOf(
  readers: readonly Reader[],
  { max, known }: { max: number; known: ReadonlySet<string> },
): { groups: Group[]; planned: Planned[] } {
  const byKey = new Map<string, Group>()
  const planned: Planned[] = []
  for (const reader of readers) {
    const { user_id } = reader
    if ('refusal' in reader) {
      planned.push({ user_id, identity_key: null, outcome: reader.refusal })
      continue
    }
    const key = identityKeyOf(reader.identity)
    const group = byKey.get(key) ?? { key, identity: reader.identity, userIds: [] }
    group.userIds.push(user_id)
    byKey.set(key, group)
  }
  const sorted = [...byKey.values()].toSorted((a, b) => b.userIds.length - a.userIds.length || (a.key < b.key ? -1 : 1))
  const groups: Group[] = []
  let left = max
  for (const group of sorted) {
    const isAsked = known.has(group.key) || left > 0
    if (isAsked && !known.has(group.key)) left -= 1
    if (isAsked) groups.push(group)
    const outcome = isAsked ? 'waiting' : 'identities'
    planned.push(...group.userIds.map((user_id) => ({ user_id, identity_key: group.key, outcome }) as const))
  }
  return { groups, planned }
}

/**
 * The state of a run that is over. Somebody was told, or the webhook is called: notified. Otherwise a failed query counts first, then what
 * the repeat policy held back, then what the rows of the owner say. `isWithheld`: a silence kept what the owner's rows say from the webhook.
 */
export function stateOf(
  own: Outcome,
  { isCalling, isWithheld }: { isCalling: boolean; isWithheld: boolean },
  counts: ReadonlyMap<RecipientOutcome, number>,
): Outcome | 'untold' | 'failed' {
  const has = (outcome: RecipientOutcome) => (counts.get(outcome) ?? 0) > 0
  if (isCalling || has('told') || has('digest')) return 'notified'
  if (has('failed')) return 'failed'
  if (has('policy')) return 'held'
  const isForNobody = counts.size === 0 && !(isWithheld && own === 'notified')
  return isForNobody || own === 'quiet' || own === 'recorded' ? own : 'untold'
}

import { exports } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Actor } from '../session/actor.ts'

type Slot = { person: string; unit: string }

/** Exports in progress in this process. Each one holds a connection until its file is sent. */
const taken = new Set<Slot>()

/**
 * Takes a slot for one export. Limits per person and business unit keep slots free for others. Answers a function that frees the slot;
 * calling it twice is safe. Fails with 429 at the limit of the person or unit, and with 503 when all slots are taken.
 */
export function takeSlot({ userId, tenantId, partnerId }: Pick<Actor, 'userId' | 'tenantId' | 'partnerId'>) {
  const slot: Slot = { person: userId, unit: tenantId ?? partnerId ?? 'platform' }
  const takenBySame = (what: keyof Slot) => [...taken].filter((other) => other[what] === slot[what]).length
  if (takenBySame('person') >= exports.perPerson || takenBySame('unit') >= exports.perTenant)
    fail('call.throttled', { retryAfter: 10 })
  if (taken.size >= exports.atOnce) fail('call.unavailable', { retryAfter: 10 })
  taken.add(slot)
  return () => {
    taken.delete(slot)
  }
}

import { exports } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Actor } from '../session/actor.ts'

type Place = { person: string; unit: string }

/** Of this process. Each place holds a connection until its file has gone out. */
const taken = new Set<Place>()

/**
 * A place for one file, so that neither a person nor a business unit takes those of others. Answers how to leave it; leaving twice does
 * no harm. Refuses with 429 who has one already, with 503 when there is none.
 */
export function takePlace({ userId, tenantId, partnerId }: Pick<Actor, 'userId' | 'tenantId' | 'partnerId'>) {
  const place: Place = { person: userId, unit: tenantId ?? partnerId ?? 'platform' }
  const held = (what: keyof Place) => [...taken].filter((other) => other[what] === place[what]).length
  if (held('person') >= exports.perPerson || held('unit') >= exports.perTenant)
    fail('call.throttled', { retryAfter: 10 })
  if (taken.size >= exports.atOnce) fail('call.unavailable', { retryAfter: 10 })
  taken.add(place)
  return () => {
    taken.delete(place)
  }
}

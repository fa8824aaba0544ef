// Optimistic concurrency: a form sends the version of the record that it was filled from.
import { fail } from '#platform/contract/failure.ts'

/** Refuses a change of a version that is no longer the stored one. Somebody else changed the record in the meantime. */
export function mustBeCurrent(sent: number, stored: number): void {
  if (sent !== stored) fail('call.stale_version')
}

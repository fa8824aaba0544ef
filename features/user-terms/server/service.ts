// The acceptances that a registration brings.
import type { Database } from '#platform/server/database/kysely.ts'
import * as store from './store.ts'

/** Stores what was accepted with a registration for the person whom it became, before the registration is erased. */
export async function keepRegistrationTerms(db: Database, registrationId: string, userId: string): Promise<void> {
  await store.keepRegistrationTerms(db, registrationId, userId)
}

// Commands for other nouns: to store the acceptances of a registration, and to enqueue the jobs that notify people of a published version.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import * as store from './store.ts'

/** Stores the acceptances of a registration for the person who was created from it, before the registration is erased. */
export async function keepRegistrationTerms(db: Database, registrationId: string, userId: string): Promise<void> {
  await store.keepRegistrationTerms(db, registrationId, userId)
}

const ofTerm = z.object({ term_id: id() })

/**
 * The jobs that notify people of a term: one for a term of a business unit, one for a term of the platform. features/reports/access
 * implements them.
 */
export const notifyInUnitKind = { name: 'user_term.tell_in_unit', scope: 'tenant', input: ofTerm } as const
export const notifyKind = { name: 'user_term.tell', scope: 'platform', isolation: 'enqueues', input: ofTerm } as const

/**
 * Enqueues the job that notifies people of the published version; it starts after the commit. People who were notified of this version
 * before are left out.
 */
export const notifyLater = (enqueue: EnqueueHere, tenantId: string | null, term_id: string): Promise<void> =>
  enqueue(tenantId === null ? notifyKind : notifyInUnitKind, { term_id })

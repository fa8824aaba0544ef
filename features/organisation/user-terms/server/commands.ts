// The acceptances that a registration brings, and the jobs that tell people of a published version.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import * as store from './store.ts'

/** Stores what was accepted with a registration for the person whom it became, before the registration is erased. */
export async function keepRegistrationTerms(db: Database, registrationId: string, userId: string): Promise<void> {
  await store.keepRegistrationTerms(db, registrationId, userId)
}

const ofTerm = z.object({ term_id: id() })

/** Of a term of a business unit, and of the platform. The jobs are features/reports/access. */
export const notifyInUnitKind = { name: 'user_term.tell_in_unit', scope: 'tenant', input: ofTerm } as const
export const notifyKind = { name: 'user_term.tell', scope: 'platform', input: ofTerm } as const

/** Tells people of the published version, with the commit. Only who has not been told of it before is told. */
export const notifyLater = (enqueue: EnqueueHere, tenantId: string | null, term_id: string): Promise<void> =>
  enqueue(tenantId === null ? notifyKind : notifyInUnitKind, { term_id })

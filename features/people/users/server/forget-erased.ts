// Replaces the name and the e-mail of erased people in records that stay, once an hour (docs/decisions/0056). Next: forget-store.ts.
import { z } from 'zod'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { waitingJob } from '#platform/server/jobs/job.ts'
import * as store from './forget-store.ts'

export const forgetErasedUsers = waitingJob({
  name: 'user.forget_erased',
  scope: 'platform',
  isolation: 'transaction',
  input: z.object({}),
  everySeconds: 3_600,
  retries: 3,
  run: async ({ acrossTenants, log, signal }) => {
    let forgotten = 0
    while (!signal.aborted && (await acrossTenants('forget an erased person', forgetNext))) forgotten++
    if (forgotten > 0) log.info({ forgotten }, 'erased people forgotten')
  },
})

/** The same for all records of one person, so that the audit trail stays readable. It says nothing about the person. */
export const pseudonymOf = (id: string): string => `#${id.replaceAll('-', '').slice(-8)}`

/** Forgets one person in one transaction. False: nobody is left. */
export async function forgetNext(db: Database): Promise<boolean> {
  const person = await store.nextErased(db)
  if (!person) return false
  const pseudonym = pseudonymOf(person.user_id)
  await store.removeRows(db, person)
  await store.replaceNames(db, person, pseudonym)
  for (const { tenant_id: tenantId, partner_id: partnerId, entries, digest } of await store.redactAudit(
    db,
    person,
    pseudonym,
  )) {
    const nobody = { actorId: null, actorEmail: null, tenantId, partnerId, address: null }
    const target = { type: 'user', id: person.user_id, name: pseudonym }
    await writeAudit(db, nobody, 'user.forgotten', { target, after: { entries, digest } })
  }
  await store.noteForgotten(db, person)
  return true
}

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
    const failed: string[] = []
    let forgotten = 0
    let isLeft = true
    while (!signal.aborted && isLeft) {
      let person: store.Erased | undefined
      const noteTaken = (taken: store.Erased) => (person = taken)
      try {
        isLeft = await acrossTenants('forget an erased person', (db) => forgetNext(db, failed, noteTaken))
        if (isLeft) forgotten++
      } catch (error) {
        // One person whose records cannot be changed does not keep the others waiting. The next run tries again.
        if (person === undefined) throw error
        failed.push(person.user_id)
        log.warn({ err: error, person: person.user_id }, 'an erased person was not forgotten')
      }
    }
    if (forgotten > 0) log.info({ forgotten }, 'erased people forgotten')
  },
})

/** The same for all records of one person, so that the audit trail stays readable. It says nothing about the person. */
export const pseudonymOf = (id: string): string => `#${id.replaceAll('-', '').slice(-8)}`

/** Forgets one person in one transaction, except those that failed. False: nobody is left. */
export async function forgetNext(
  db: Database,
  failed: readonly string[] = [],
  onTaken: (person: store.Erased) => void = () => {},
): Promise<boolean> {
  const person = await store.nextErased(db, failed)
  if (!person) return false
  onTaken(person)
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

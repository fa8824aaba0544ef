// Looks at the TXT records of domains by itself: often and then less often while a domain waits, once a day when it is verified.
import { z } from 'zod'
import { writeAudit } from '#platform/server/audit.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Dns } from '#platform/server/dns.ts'
import { lookKind, lookUp, entryOf, settle, warn } from './service.ts'
import * as store from './store.ts'

export const startDomainLooks = job({
  name: 'domain.start_looks',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 30,
  run: async ({ db, clock, enqueue }) => {
    for (const domain_id of await store.takeDue(db, clock.now())) await enqueue(lookKind, { domain_id })
  },
})

/** A record that is lost only warns: the domain stays verified, and people keep their address. */
export const domainJobs = ({ dns }: { dns: Dns }): AnyJob[] => [
  startDomainLooks,
  waitingJob({
    ...lookKind,
    // The next look comes by itself.
    retries: 0,
    run: async ({ transaction, clock }, { domain_id }) => {
      const seen = await transaction(({ db }) => store.find(db, domain_id))
      if (!seen) return
      if (seen.state === 'refused') {
        await transaction(async (here) => {
          const domain = await store.lock(here.db, domain_id)
          if (domain?.state !== 'refused') return
          await store.noteLook(here.db, domain_id, { fault: 'taken', at: clock.now(), next: null })
          await audit(here.db, domain, 'domain.refused')
          await warn(here, domain, 'refused', clock.now())
        })
        return
      }
      const found = await lookUp(dns, seen)
      await transaction(async (here) => {
        const settled = await settle(here.db, domain_id, found, clock.now())
        if (!settled || settled.began === null) return
        const { domain, began, fault } = settled
        if (began !== 'verified') await warn(here, domain, began, clock.now())
        await audit(here.db, domain, began === 'verified' ? 'domain.verified' : `domain.${began}`, fault)
      })
    },
  }),
]

/** An entry that no person caused, in the trail of the partner. */
const audit = (
  db: Parameters<typeof writeAudit>[0],
  domain: store.Domain,
  event: string,
  fault: string | null = null,
) =>
  writeAudit(
    db,
    { actorId: null, actorEmail: null, tenantId: null, partnerId: domain.partner_id, address: null },
    event,
    entryOf(domain, fault === null ? {} : { after: { fault } }),
  )

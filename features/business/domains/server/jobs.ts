// Checks the TXT records of domains on a schedule: a waiting domain often at first and then less often, a verified domain once a day.
import { z } from 'zod'
import { writeAudit } from '#platform/server/audit.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Dns } from '#platform/server/dns.ts'
import { checkKind, lookUpTexts, entryOf, storeCheck, warn } from './service.ts'
import * as store from './store.ts'

export const startDomainChecks = job({
  name: 'domain.start_looks',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 30,
  run: async ({ db, clock, enqueue }) => {
    for (const domain_id of await store.takeDueDomains(db, clock.now())) await enqueue(checkKind, { domain_id })
  },
})

/** The jobs that check domains. A lost record only causes a warning: the domain stays verified, so that people can still use it. */
export const domainJobs = ({ dns }: { dns: Dns }): AnyJob[] => [
  startDomainChecks,
  waitingJob({
    ...checkKind,
    // The schedule starts the next check, so a failed check is not retried.
    retries: 0,
    run: async ({ transaction, clock }, { domain_id }) => {
      const currentDomain = await transaction(({ db }) => store.find(db, domain_id))
      if (!currentDomain) return
      if (currentDomain.state === 'refused') {
        await transaction(async (context) => {
          const domain = await store.lock(context.db, domain_id)
          if (domain?.state !== 'refused') return
          await store.storeCheckResult(context.db, domain_id, {
            fault: 'taken',
            checkedAt: clock.now(),
            nextCheckAt: null,
          })
          await audit(context.db, domain, 'domain.refused')
          await warn(context, domain, 'refused', clock.now())
        })
        return
      }
      const texts = await lookUpTexts(dns, currentDomain)
      await transaction(async (context) => {
        const settled = await storeCheck(context.db, domain_id, texts, clock.now())
        if (!settled || settled.began === null) return
        const { domain, began, fault } = settled
        if (began !== 'verified') await warn(context, domain, began, clock.now())
        await audit(context.db, domain, began === 'verified' ? 'domain.verified' : `domain.${began}`, fault)
      })
    },
  }),
]

/** Writes an audit entry without an actor into the audit trail of the partner. */
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

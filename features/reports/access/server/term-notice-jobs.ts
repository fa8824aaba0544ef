// Jobs that features/organisation/user-terms enqueues by name, in the transaction of the publication. They belong to this area, because
// they read who may open a report, and reports import the terms.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import { notifyInUnitKind, notifyKind } from '#features/organisation/user-terms/server/commands.ts'
import { notifyPartners, notifyUnit } from './term-notices.ts'
import { unitIds } from './term-notice-store.ts'

/** Notifies of a term of a business unit. */
const notifyInUnit = job({
  ...notifyInUnitKind,
  run: async (context, { term_id }) => {
    if (context.tenantId !== null) await notifyUnit({ ...context, tenantId: context.tenantId }, term_id)
  },
})

/**
 * Notifies one business unit of a term of the platform. The job is platform-wide, because a business unit does not read the platform's
 * terms.
 */
const notifyOfPlatform = job({
  name: 'user_term.tell_of_platform',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ term_id: id(), tenant_id: id() }),
  run: (context, { term_id, tenant_id }) => notifyUnit({ ...context, tenantId: tenant_id }, term_id),
})

/** Enqueues a notification of a term of the platform for each business unit. */
const notifyEverywhere = job({
  ...notifyKind,
  run: async (context, { term_id }) => {
    await notifyPartners(context, term_id)
    for (const tenant_id of await unitIds(context.db)) await context.enqueue(notifyOfPlatform, { term_id, tenant_id })
  },
})

export const termNoticeJobs: AnyJob[] = [notifyInUnit, notifyEverywhere, notifyOfPlatform]

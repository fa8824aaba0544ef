// The notifications of a published version of user terms.
import type { JobContext } from '#platform/server/jobs/job.ts'
import { type Here, notify, notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import * as store from './term-notice-store.ts'

/** Idempotency key: a version is told once in each business unit, also when its term comes into force again. */
const causeOf = (termId: string, edition: number) => `terms ${termId} ${edition}`

/** Tells the people of a business unit whom the published version asks. A term that is not in force asks nobody. */
export async function notifyUnit(context: Here, termId: string): Promise<void> {
  const term = await store.findInForce(context.db, termId)
  if (!term) return
  const userIds = store.userIdsToAccept(context.tenantId, termId, term.report_id)
  const path = term.report_id === null ? '/' : `/${term.report_id}/reports/view`
  const cause = causeOf(termId, term.edition)
  await notify(context, { among: userIds }, 'terms_changed', { term: term.title }, { path, cause })
}

/** Tells the staff of the partners, whom the terms of the platform ask too. */
export async function notifyPartners(context: Pick<JobContext, 'db' | 'announce'>, termId: string): Promise<void> {
  const term = await store.findInForce(context.db, termId)
  if (!term) return
  const among = store.staffIdsToAccept(termId)
  const cause = causeOf(termId, term.edition)
  await notifyStaff(context, { type: 'terms_changed', values: { term: term.title }, path: '/', cause, among })
}

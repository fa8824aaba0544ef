// The notifications of a published version of user terms.
import type { JobContext } from '#platform/server/jobs/job.ts'
import { type NotificationContext, notify, notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import * as store from './term-notice-store.ts'

/** Idempotency key: each business unit gets one notification of a version, also when its term comes into force again. */
const causeOf = (termId: string, edition: number) => `terms ${termId} ${edition}`

/** Notifies the people of a business unit who must accept the published version. Nobody must accept a term that is not in force. */
export async function notifyUnit(context: NotificationContext, termId: string): Promise<void> {
  const term = await store.findInForce(context.db, termId)
  if (!term) return
  const userIds = store.userIdsToAccept(context.tenantId, termId, term.report_id)
  const path = term.report_id === null ? '/' : `/${term.report_id}/reports/view`
  const cause = causeOf(termId, term.edition)
  await notify(context, { among: userIds }, 'terms_changed', { term: term.title }, { path, cause })
}

/** Notifies the staff of the partners, who must accept the terms of the platform too. */
export async function notifyPartners(context: Pick<JobContext, 'db' | 'announce'>, termId: string): Promise<void> {
  const term = await store.findInForce(context.db, termId)
  if (!term) return
  const among = store.staffIdsToAccept(termId)
  const cause = causeOf(termId, term.edition)
  await notifyStaff(context, { type: 'terms_changed', values: { term: term.title }, path: '/', cause, among })
}

// All jobs of the product. One line each.
import { z } from 'zod'
import { eraseFilesJob } from '#platform/server/files/erase-job.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import { forgetOldSlots } from '#platform/server/jobs/slots.ts'
import { resealSenders } from '#platform/server/mail/reseal-senders.ts'
import { mailJobs } from '#platform/server/mail/send-mail.ts'
import { webhookJobs } from '#features/integrations/webhooks/server/jobs.ts'
import { aiJobs } from '#features/assistant/ai-accounts/server/jobs.ts'
import { reportJobs } from '#features/reports/library/server/jobs.ts'
import { datasetJobs } from '#features/reports/datasets/server/jobs.ts'
import { capacityJobs } from '#features/sources/capacities/server/jobs.ts'
import { resealAccounts } from '#features/sources/accounts/server/jobs.ts'
import { notificationJobs } from '#features/messaging/notifications/server/jobs.ts'
import { resealPushSecrets } from '#features/messaging/push-devices/server/jobs.ts'
import { publishDueMessages } from '#features/messaging/messages/server/jobs.ts'
import { changelogJobs } from '#features/messaging/changelog/server/jobs.ts'
import { termNoticeJobs } from '#features/reports/access/server/term-notice-jobs.ts'
import { catalogJobs } from '#features/reports/catalogs/server/jobs.ts'
import { findEndedGrants, removeEndedGrants } from '#features/reports/access/server/jobs.ts'
import { resealProviders } from '#features/identity/openid/server/jobs.ts'
import {
  announceMaintenance,
  findMaintenanceToNotify,
  findWindowsToPlan,
  notifyReadersAhead,
  planMaintenance,
} from '#features/reports/maintenance/server/jobs.ts'
import { forgetExports, forgetTokens } from '#features/reports/view/server/jobs.ts'
import { recoveryMailJob } from '#features/identity/passwords/server/jobs.ts'
import { registrationMailJob, waitingMailJob } from '#features/identity/registration/server/jobs.ts'
import { resealEmbeddedSecrets } from '#features/organisation/settings/server/jobs.ts'
import { renewHolidays } from '#features/help-desk/service-levels/server/jobs.ts'
import { ticketMailJobs } from '#features/help-desk/ticket-mails/server/jobs.ts'
import { ticketJobs } from '#features/help-desk/tickets/server/jobs.ts'
import { billJobs } from '#features/business/billing/server/jobs.ts'
import { clientJobs } from '#features/business/clients/server/jobs.ts'
import { domainJobs } from '#features/business/domains/server/jobs.ts'
import { exportJobs } from '#features/automation/scheduled-exports/server/jobs.ts'
import { taskJobs } from '#features/automation/tasks/server/jobs.ts'
import { startDueTriggers } from '#features/automation/triggers/server/jobs.ts'
import { notifyStaffEntry } from '#features/identity/unit-switch/server/jobs.ts'
import { endExpiredSessions, forgetOldSessions, forgetOldTokens } from '#features/identity/sessions/server/jobs.ts'
import { apiKeyJobs } from '#features/integrations/api-keys/server/jobs.ts'
import { resealFactors } from '#features/identity/mfa/server/jobs.ts'
import { erasureJobs } from '#features/organisation/tenants/server/jobs.ts'
import { dataArchiveJobs } from '#features/people/data-archives/server/jobs.ts'
import { userImportJobs } from '#features/people/imports/server/jobs.ts'
import { forgetErasedUsers } from '#features/people/users/server/forget-erased.ts'
import {
  blockIdleUsers,
  eraseDueUsers,
  plannedInvitationJobs,
  warnLeavingUsers,
} from '#features/people/users/server/jobs.ts'
import { retentionJobs } from '#features/operations/retention/server/jobs.ts'
import type { Services } from './services.ts'

const forgetSlots = job({
  name: 'job_slot.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetOldSlots(db),
})

export const allJobs = ({
  mailing,
  storage,
  secrets,
  hosts,
  showsMails,
  embedding,
  outgoing,
  push,
  dns,
  mailIn,
  repliesOf,
  retentionBounds,
}: Services): AnyJob[] => [
  eraseDueUsers,
  blockIdleUsers,
  forgetErasedUsers,
  warnLeavingUsers({ hosts, mailing, showsMails }),
  ...plannedInvitationJobs({ hosts, mailing, showsMails }),
  ...userImportJobs({ hosts, mailing, showsMails }),
  ...dataArchiveJobs(storage),
  ...apiKeyJobs,
  forgetSlots,
  endExpiredSessions,
  forgetOldSessions,
  forgetOldTokens,
  forgetTokens,
  forgetExports,
  findEndedGrants,
  removeEndedGrants,
  ...catalogJobs,
  ...changelogJobs,
  ...termNoticeJobs,
  announceMaintenance,
  findWindowsToPlan,
  planMaintenance,
  findMaintenanceToNotify,
  notifyReadersAhead,
  eraseFilesJob(storage),
  ...reportJobs({ embedding }),
  ...datasetJobs({ embedding }),
  ...capacityJobs({ embedding }),
  resealAccounts(secrets),
  resealProviders(secrets),
  resealSenders(secrets),
  resealFactors(secrets),
  resealEmbeddedSecrets(secrets),
  ...aiJobs(secrets),
  ...erasureJobs(storage),
  ...retentionJobs({ retentionBounds }),
  notifyStaffEntry,
  recoveryMailJob({ hosts, mailing, showsMails }),
  registrationMailJob(hosts),
  waitingMailJob(hosts),
  ...domainJobs({ dns }),
  ...billJobs({ storage }),
  ...clientJobs,
  ...webhookJobs({ outgoing, secrets }),
  ...taskJobs({ embedding, outgoing, secrets }),
  startDueTriggers,
  ...exportJobs({ embedding, storage }),
  ...notificationJobs({ hosts, push, secrets, repliesOf }),
  ...resealPushSecrets(secrets),
  publishDueMessages,
  renewHolidays,
  ...ticketJobs,
  ...ticketMailJobs({ mailIn, storage }),
  ...mailJobs(mailing, storage),
]

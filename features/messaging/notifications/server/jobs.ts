import { z } from 'zod'
import { notificationsKeptDays } from '#catalogue/limits.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { copyKind, type RepliesOf, writeMailCopies, writeStaffMailCopies } from './commands.ts'
import { type PushDependencies, pushJobs } from './pushes.ts'
import { forgetOld } from './store.ts'

const forgetOldNotifications = job({
  name: 'notification.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetOld(db, notificationsKeptDays),
})

/** Writes the copies of one notification into the outbox, one batch per run. */
const writeMails = (dependencies: { hosts: Hosts; secrets: Secrets; repliesOf: RepliesOf }) =>
  job({
    ...copyKind,
    run: async (context, { id }) => {
      if (context.tenantId !== null) await writeMailCopies({ ...context, tenantId: context.tenantId }, dependencies, id)
    },
  })

/**
 * Writes the copies of the staff's notifications into the outbox. Scheduled, because a job of a business unit cannot enqueue platform-wide
 * jobs.
 */
const writeStaffMails = (dependencies: { hosts: Hosts; secrets: Secrets; repliesOf: RepliesOf }) =>
  job({
    name: 'notification.write_staff_mails',
    scope: 'platform',
    isolation: 'savepoint',
    input: z.object({}),
    everySeconds: 30,
    run: (context) => writeStaffMailCopies(context, dependencies),
  })

export const notificationJobs = (
  dependencies: PushDependencies & { secrets: Secrets; repliesOf: RepliesOf },
): AnyJob[] => [
  forgetOldNotifications,
  writeMails(dependencies),
  writeStaffMails(dependencies),
  ...pushJobs(dependencies),
]

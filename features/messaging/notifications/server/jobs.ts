import { z } from 'zod'
import { notificationsKeptDays } from '#catalogue/limits.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { copyKind, writeCopies, writeStaffCopies } from './commands.ts'
import { forgetOld } from './store.ts'

const forgetOldNotifications = job({
  name: 'notification.forget',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetOld(db, notificationsKeptDays),
})

/** Writes the copies of one notification into the outbox, a batch for each run. */
const writeMails = (needs: { hosts: Hosts; secrets: Secrets }) =>
  job({
    ...copyKind,
    run: async (context, { id }) => {
      if (context.tenantId !== null) await writeCopies({ ...context, tenantId: context.tenantId }, needs, id)
    },
  })

/** The same for the staff outside of business units. Scheduled, because a job of a unit enqueues none outside of it. */
const writeStaffMails = (needs: { hosts: Hosts; secrets: Secrets }) =>
  job({
    name: 'notification.write_staff_mails',
    scope: 'platform',
    input: z.object({}),
    everySeconds: 30,
    run: (context) => writeStaffCopies(context, needs),
  })

export const notificationJobs = (needs: { hosts: Hosts; secrets: Secrets }): AnyJob[] => [
  forgetOldNotifications,
  writeMails(needs),
  writeStaffMails(needs),
]

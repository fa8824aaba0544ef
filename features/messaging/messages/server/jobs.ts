import { job } from '#platform/server/jobs/job.ts'
import { publishKind } from '#features/messaging/notifications/server/commands.ts'
import { sendDueMessage } from './commands.ts'

/** Publishes a written notification on its first day, if its author may still send it. */
export const publishDueMessages = job({
  ...publishKind,
  run: async (context, { id }) => {
    if (context.tenantId !== null) await sendDueMessage({ ...context, tenantId: context.tenantId }, id)
  },
})

import { job } from '#platform/server/jobs/job.ts'
import { publishKind } from '#features/messaging/notifications/server/commands.ts'
import { sendDueMessage } from './commands.ts'

/** On the first day of a written notification, if its author may still send it. */
export const publishDueMessages = job({
  ...publishKind,
  run: async (context, { id }) => {
    if (context.tenantId !== null) await sendDueMessage({ ...context, tenantId: context.tenantId }, id)
  },
})

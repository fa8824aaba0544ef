import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, open } from '#platform/server/http/route.ts'
import type { Enqueue } from '#platform/server/jobs/job.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import type { WithinLimits } from '#features/identity/attempts/server/commands.ts'
import { forgotPassword, readPasswordRules, setPassword } from '../contract.ts'
import { requestRecovery, rulesFor, setNewPassword } from './commands.ts'

type Dependencies = {
  hosts: Hosts
  withinSignInLimits: WithinLimits
  mailing: Mailing
  /** True in the demo world, where the outbox shows the mails. */
  showsMails: boolean
  enqueue: Enqueue
}

export const routes = ({ withinSignInLimits: withinLimits, ...dependencies }: Dependencies): Route[] => [
  open(forgotPassword, (context, { email }) =>
    withinLimits(context, false, (inside) => requestRecovery(inside, dependencies, email)),
  ),

  open(readPasswordRules, (context, { token }) => withinLimits(context, false, (inside) => rulesFor(inside, token))),

  open(setPassword, async (context, input) => {
    await withinLimits(context, false, (inside) => setNewPassword(inside, dependencies.hosts, input))
    return { status: true as const }
  }),
]

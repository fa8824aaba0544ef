import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, handle, handlePrepared, open, rows } from '#platform/server/http/route.ts'
import type { Enqueue } from '#platform/server/jobs/job.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { WithinLimits } from '#features/identity/attempts/server/commands.ts'
import {
  approveRegistration,
  declineRegistration,
  listRegistrations,
  readRegisterForm,
  register,
  registerEnabled,
  verifyRegistration,
} from '../contract.ts'
import { approve, decline, formOf, registerPerson, requireStillAllowed, unitOfHost, verify } from './commands.ts'
import { waitingQuery } from './store.ts'

/** `withinSignInLimits`: registrations hash passwords like sign-ins, and share their slots (V3, V5). */
type Dependencies = {
  hosts: Hosts
  enqueue: Enqueue
  withinSignInLimits: WithinLimits
  acrossTenants: Gate['acrossTenants']
}

export function routes({ hosts, enqueue, withinSignInLimits: withinLimits, acrossTenants }: Dependencies): Route[] {
  return [
    open(registerEnabled, async (context) => ({ status: (await unitOfHost(context, hosts)) !== undefined })),
    open(readRegisterForm, (context) => formOf(context, hosts)),
    open(register, (context, input) =>
      withinLimits(context, false, (inside) => registerPerson(inside, { hosts, enqueue }, input)),
    ),
    open(verifyRegistration, (context, input) =>
      withinLimits(context, false, (inside) => verify(inside, { hosts, enqueue }, input)),
    ),
    rows(listRegistrations, waitingQuery, (found) => found),
    handlePrepared(
      approveRegistration,
      async (context, { id }) => {
        await requireStillAllowed(acrossTenants, context, id)
        return id
      },
      async (context, id) => {
        await approve(context, hosts, id)
        return { status: true as const }
      },
    ),
    handle(declineRegistration, async (context, { id }) => {
      await decline(context, hosts, id)
      return { status: true as const }
    }),
  ]
}

// Tickets about one known fault of a report: a ticket is linked to it, and one answer ends the fault and resolves all its tickets. Only
// people who may open the report do so.
import { tickets as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { endFault, lockFault, removeFault, startFault } from '#features/reports/faults/server/commands.ts'
import type { endTicketFault } from '../contract.ts'
import * as faults from './fault-store.ts'
import { actsAsHandler, announceChange, findChangeable, refuseField, sendAnswer, target } from './service.ts'
import * as store from './store.ts'

/** Links a ticket to the known fault of its report. The first ticket makes the fault known to the readers of the report. */
export async function markFault(context: WriteContext, id: string): Promise<void> {
  const { db, audit } = context
  const ticket = await findChangeable(context, id)
  if (!actsAsHandler(ticket)) refuseField('id')
  const links = await faults.linksOf(db, id)
  if (!links?.report_id || !(await store.opensReport(db, links.report_id))) fail('report.missing')
  if (links.fault_id !== null) return context.unchanged(undefined)
  if (ticket.status === 'closed') fail('access.functionality_refused')
  // The row of the fault stays locked until the transaction ends, so that parallel links are counted.
  const faultId = await startFault(db, links.report_id)
  if ((await faults.countOf(db, faultId)) >= limits.ofFault) fail('call.throttled', { retryAfter: 3_600 })
  await faults.link(db, id, faultId)
  await audit({ target: target(ticket), before: { known_fault: false }, after: { known_fault: true } })
  await announceChange(context, ticket)
}

/** Takes a ticket out of its fault. A fault without tickets was marked by mistake, and is removed. */
export async function unmarkFault(context: WriteContext, id: string): Promise<void> {
  const { db, audit } = context
  const faultId = (await faults.linksOf(db, id))?.fault_id ?? null
  if (faultId !== null) await lockFault(context, faultId)
  const ticket = await findChangeable(context, id)
  if (!actsAsHandler(ticket)) refuseField('id')
  if (faultId === null) return context.unchanged(undefined)
  await faults.link(db, id, null)
  if ((await faults.countOf(db, faultId)) === 0) await removeFault(db, faultId)
  await audit({ target: target(ticket), before: { known_fault: true }, after: { known_fault: false } })
  await announceChange(context, ticket)
}

/** Ends a fault: one answer goes to all its unresolved tickets and resolves them. `tickets`: how many the person has confirmed. */
export async function endFaultOf(
  context: WriteContext,
  { id, text, tickets }: InputOf<typeof endTicketFault>,
): Promise<void> {
  const { db, audit } = context
  const origin = await store.findForUpdate(db, id)
  if (!origin) fail('ticket.missing')
  if (!actsAsHandler(origin)) refuseField('id')
  const faultId = (await faults.linksOf(db, id))?.fault_id ?? fail('call.not_found')
  const fault = await lockFault(context, faultId)
  const unresolved = await faults.unresolvedOf(db, faultId)
  mustBeCurrent(tickets, unresolved.length)
  for (const each of unresolved) {
    const ticket = await findChangeable(context, each)
    if (ticket.status === 'closed') fail('call.stale_version')
    await sendAnswer(context, ticket, { text, status: 'closed', waits: false, attachments: [] })
    await audit({
      target: target(ticket),
      before: { known_fault: true },
      after: { known_fault: false, status: 'closed' },
    })
  }
  if (unresolved.length === 0)
    await audit({ target: target(origin), before: { known_fault: true }, after: { known_fault: false } })
  await endFault(context, fault)
}

// What follows when a ticket was handed up, or when staff answered it outside of the business unit.
import { writeAudit } from '#platform/server/audit.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { emitWebhook } from '#features/integrations/webhooks/server/commands.ts'
import { notify, notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import { titleOf } from '../contract.ts'
import { refreshDue } from './due.ts'
import * as store from './handed-store.ts'
import { watchersOf } from './merge-store.ts'
import { findHandler, handlersExcept } from './store.ts'

/** Completes inside the business unit what staff wrote: due times, notifications, the audit trail, and open pages. */
export async function followStaff(context: JobContext, followUpId: string): Promise<void> {
  const { db, clock, tenantId } = context
  if (tenantId === null) throw new Error('the job belongs to a business unit')
  const found = await store.findFollowUp(db, followUpId)
  if (!found) return
  const { ticket_id: id, user_id, handler_id, author_id, author, internal, status, level } = found
  const title = titleOf(found)
  await refreshDue(db, id, clock.now())
  const actor = {
    actorId: author_id,
    actorEmail: found.email,
    actorName: author,
    tenantId,
    partnerId: found.partner_id,
  }
  await writeAudit(db, { ...actor, address: null }, level === null ? 'ticket.answered' : 'ticket.handed', {
    target: { type: 'ticket', id, name: title },
    after: level === null ? { internal, ...(status && { status }) } : { level },
  })
  const isPresent = handler_id !== null && (await findHandler(db, handler_id)) !== undefined
  const handlers = isPresent ? { people: [handler_id] } : { among: handlersExcept(user_id) }
  const asking = { people: [...(user_id === null ? [] : [user_id]), ...(await watchersOf(db, id))] }
  const options = { path: `/help_desk/${id}`, cause: `ticket ${followUpId}` }
  const facts = { ticket: title, person: author ?? '' }
  if (!internal && status === 'closed')
    await notify({ ...context, tenantId }, asking, 'ticket_resolved', { ticket: title }, options)
  else await notify({ ...context, tenantId }, internal ? handlers : asking, 'ticket_answered', facts, options)
  if (!internal && author_id !== null) {
    const data = { ticket: { id, name: title }, user: { id: author_id, name: author } }
    await emitWebhook({ ...context, tenantId }, 'ticket.answered', data)
    if (status === 'closed') await emitWebhook({ ...context, tenantId }, 'ticket.resolved', data)
  }
  await context.announce({ kind: 'ticket_changed', tenantId, ticketId: id })
}

/** Notifies the staff of the level to which a note handed the ticket. */
export async function tellStaff({ db, announce }: JobContext, followUpId: string): Promise<void> {
  const found = await store.findHanded(db, followUpId)
  if (!found) return
  const { id, unit, person, level, partner_id } = found
  await notifyStaff(
    { db, announce },
    {
      type: 'ticket_handed',
      values: { ticket: titleOf(found), person: person ?? '', unit },
      path: `/help_desk/handed/${id}`,
      cause: `ticket_handed ${followUpId}`,
      among: store.agentsOf(level, partner_id),
    },
  )
}

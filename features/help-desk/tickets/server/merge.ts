// Merging: a duplicate is resolved and leads to the main ticket, which the person who opened the duplicate watches from then on.
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { type mergeTickets, titleOf } from '../contract.ts'
import { refreshDue } from './due.ts'
import * as merged from './merge-store.ts'
import * as store from './store.ts'

export async function merge(context: WriteContext, { id, into_id }: InputOf<typeof mergeTickets>): Promise<void> {
  const { db, actor, audit, announce, clock } = context
  if (id === into_id) fail('call.invalid', { fields: { into_id: 'invalid' } })
  // Both are locked in one order, so that two merges never wait for each other.
  const found = new Map<string, store.StoredTicket>()
  for (const each of [id, into_id].toSorted()) {
    const ticket = (await store.findForUpdate(db, each)) ?? fail('ticket.missing')
    if (ticket.merged_into !== null) fail('access.functionality_refused')
    found.set(each, ticket)
  }
  const [duplicate, main] = [found.get(id), found.get(into_id)]
  if (!duplicate || !main) fail('ticket.missing')
  // In their own ticket, people who handle tickets are the side that asks, so another one of them merges it.
  if (duplicate.own) fail('access.functionality_refused')
  if (duplicate.status !== 'closed') {
    await store.addFollowUp(db, {
      user_id: actor.userId,
      staff_name: actor.staff === null ? null : actor.name,
      ticket_id: id,
      by_handler: true,
      internal: false,
      text: null,
      status: 'closed',
    })
    await store.change(db, id, { status: 'closed' })
  }
  await merged.makeDuplicate(db, id, into_id)
  await refreshDue(db, id, clock.now())
  await audit({ target: { type: 'ticket', id, name: titleOf(duplicate) }, after: { merged_into: titleOf(main) } })
  const tenantId = tenantOf(actor)
  if (duplicate.user_id !== null && duplicate.user_id !== actor.userId) {
    const facts = { ticket: titleOf(duplicate), into: titleOf(main) }
    await notify({ ...context, tenantId }, { people: [duplicate.user_id] }, 'ticket_merged', facts, {
      path: `/help_desk/${into_id}`,
    })
  }
  for (const ticketId of [id, into_id]) await announce({ kind: 'ticket_changed', tenantId, ticketId })
}

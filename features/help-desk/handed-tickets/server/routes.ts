import { ticketBudget, ticketCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { followedKind, tellStaffKind } from '#features/help-desk/tickets/server/commands.ts'
import { titleOf } from '#features/help-desk/tickets/contract.ts'
import * as calls from '../contract.ts'
import { nextLevels } from './rules.ts'
import * as store from './store.ts'

const ownLevel = ({ tenantId, partnerId }: Actor) => (tenantId === null && partnerId === null ? 'platform' : 'partner')

function answerOf({ tenant_id: _, handles, ...ticket }: store.HandedRow, actor: Actor) {
  const verbs = ['answer', ...(nextLevels(ownLevel(actor), ticket.level).length > 0 ? ['hand'] : [])]
  return { ...ticket, can: handles ? verbs : [] }
}

const list = rows(calls.listHanded, store.listQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...ticket }) => answerOf(ticket, actor)),
)

const read = rows(
  calls.readHanded,
  ({ id }) => store.findQuery(id),
  ([found], { actor }) => {
    if (!found) fail('ticket.missing')
    const { text, draft, follow_ups, ...ticket } = found
    return {
      ...answerOf(ticket, actor),
      text,
      next_levels: ticket.handles ? nextLevels(ownLevel(actor), ticket.level) : [],
      draft: draft && { ...draft, saved_at: new Date(draft.saved_at) },
      follow_ups: follow_ups.map((each) => ({ ...each, created_at: new Date(each.created_at) })),
    }
  },
)

/** The error is the same for a ticket that does not exist, is another partner's, or was not handed up. */
async function findOrFail({ db }: WriteContext, id: string): Promise<store.FoundTicket> {
  const found = (await store.find(db, id)) ?? fail('ticket.missing')
  if (!found.handles) fail('access.functionality_refused')
  return found
}

async function note(context: WriteContext, found: store.FoundTicket, after: object): Promise<void> {
  const { id, partner_id: partnerId } = found
  await context.audit({
    target: { type: 'handed_ticket', id, name: titleOf(found) },
    after,
    ...(partnerId && { partnerId }),
  })
}

export const routes = (): Route[] => {
  const limiter = createLimiter(ticketCalls)
  const checkRateLimit = ({ actor, clock }: WriteContext) => {
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }
  return [
    list,
    read,
    handle(calls.answerHanded, async (context, input) => {
      checkRateLimit(context)
      const { db, enqueue } = context
      const found = await findOrFail(context, input.ticket_id)
      const id = (await store.answer(db, input)) ?? fail('ticket.missing')
      if (!input.internal && (await store.answersInHour(db, input.ticket_id)) > ticketBudget.answersToPersonAnHour) {
        fail('call.throttled', { retryAfter: 600 })
      }
      await note(context, found, { internal: input.internal, ...(input.status && { status: input.status }) })
      await enqueue(followedKind, { follow_up_id: id }, { tenantId: found.tenant_id })
      return { status: true as const, id }
    }),
    handle(calls.saveHandedDraft, async (context, { ticket_id, text, internal }) => {
      checkRateLimit(context)
      await findOrFail(context, ticket_id)
      if (!(await store.saveDraft(context.db, ticket_id, text, internal))) fail('ticket.missing')
      return { status: true as const }
    }),
    handle(calls.handOn, async (context, { id, level, note: text }) => {
      checkRateLimit(context)
      const { db, actor, enqueue } = context
      const found = await findOrFail(context, id)
      if (!nextLevels(ownLevel(actor), found.level).includes(level))
        fail('call.invalid', { fields: { level: 'invalid' } })
      const noteId = (await store.hand(db, id, level, text)) ?? fail('ticket.missing')
      await note(context, found, { level })
      await enqueue(followedKind, { follow_up_id: noteId }, { tenantId: found.tenant_id })
      if (level !== 'unit') await enqueue(tellStaffKind, { follow_up_id: noteId })
      return { status: true as const }
    }),
  ]
}

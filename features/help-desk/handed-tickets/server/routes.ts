import { ticketCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { file, handle, type ReadContext, type Route, rows, upload } from '#platform/server/http/route.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { followedKind, readFile, tellStaffKind } from '#features/help-desk/tickets/server/commands.ts'
import * as calls from '../contract.ts'
import { nextLevels } from './rules.ts'
import * as service from './service.ts'
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
    const { text, draft, follow_ups, attachments, ...ticket } = found
    return {
      ...answerOf(ticket, actor),
      text,
      attachments: attachments.map(attachmentAnswer),
      next_levels: ticket.handles ? nextLevels(ownLevel(actor), ticket.level) : [],
      draft: draft && { ...draft, saved_at: new Date(draft.saved_at) },
      follow_ups: follow_ups.map((each) => ({
        ...each,
        created_at: new Date(each.created_at),
        attachments: each.attachments.map(attachmentAnswer),
      })),
    }
  },
)

type Dependencies = { storage: FileStorage }

/** Staff are outside of the business unit, so that a page of theirs cannot show its pictures. They load them as files. */
const attachmentAnswer = (attachment: { id: string; name: string; bytes: number }) => ({ ...attachment, picture: null })

export const routes = ({ storage }: Dependencies): Route[] => {
  const limiter = createLimiter(ticketCalls)
  const checkRateLimit = ({ actor, clock }: Pick<ReadContext, 'actor' | 'clock'>) => {
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }
  return [
    list,
    read,
    handle(calls.answerHanded, async (context, input) => {
      checkRateLimit(context)
      return { status: true as const, id: await service.answer(context, input) }
    }),
    handle(calls.saveHandedDraft, async (context, { ticket_id, text, internal }) => {
      checkRateLimit(context)
      await service.findOrFail(context.db, ticket_id)
      if (!(await store.saveDraft(context.db, ticket_id, text, internal))) fail('ticket.missing')
      return { status: true as const }
    }),
    handle(calls.handOn, async (context, { id, level, note: text }) => {
      checkRateLimit(context)
      const { db, actor, audit, enqueue } = context
      const found = await service.findOrFail(db, id)
      if (!nextLevels(ownLevel(actor), found.level).includes(level))
        fail('call.invalid', { fields: { level: 'invalid' } })
      const noteId = (await store.hand(db, id, level, text)) ?? fail('ticket.missing')
      await audit(service.noteOf(found, { level }))
      await enqueue(followedKind, { follow_up_id: noteId }, { tenantId: found.tenant_id })
      if (level !== 'unit') await enqueue(tellStaffKind, { follow_up_id: noteId })
      return { status: true as const }
    }),
    upload(calls.addHandedAttachment, async (context, { ticket_id: ticketId, name }, fileBytes) => {
      checkRateLimit(context)
      const made = await service.uploadFile(context, { ticketId, name, fileBytes }, storage)
      return { status: true as const, attachment: attachmentAnswer(made) }
    }),
    file(calls.readHandedAttachment, (context, { id }) => readFile(context, id, storage, store.findAttachment)),
  ]
}

import { ticketCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import { signedUrl } from '#platform/server/files/signed-address.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type ReadContext, type Route, file, handle, rows, upload } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import * as calls from '../contract.ts'
import { dueAnswer } from './due.ts'
import { endFaultOf, markFault, unmarkFault } from './fault.ts'
import { merge } from './merge.ts'
import { choicesQuery } from './merge-store.ts'
import * as service from './service.ts'
import * as store from './store.ts'

type Dependencies = { storage: FileStorage; secrets: Secrets }

const list = rows(calls.listTickets, store.listQuery, (found, { actor, clock }, options) =>
  pageOf(found, options, ({ total: _, due_at, first_answer_due_at, rules, is_merged, ...ticket }) => ({
    ...ticket,
    due: dueAnswer({ due_at, first_answer_due_at }, rules, clock.now()),
    can: abilitiesIn({ ...ticket, is_merged }, actor),
  })),
)

const exportFile = exported(calls.exportTickets, {
  target: 'ticket',
  query: store.listQuery,
  columns: ({ word }) => [
    { key: 'number', title: word('field.number'), value: ({ number }) => number },
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'status', title: word('field.status'), value: ({ status }) => word(`status.${status}`) },
    { key: 'priority', title: word('field.priority'), value: ({ priority }) => word(`priority.${priority}`) },
    { key: 'opened_by', title: word('field.opened_by'), value: ({ opened_by }) => opened_by?.name ?? null },
    { key: 'handler', title: word('field.handler'), value: ({ handler }) => handler?.name ?? null },
    { key: 'estimated_at', title: word('field.estimated_at'), value: ({ estimated_at }) => estimated_at },
    { key: 'due_at', title: word('field.due_at'), value: ({ due_at }) => due_at },
    { key: 'created_at', title: word('field.created_at'), value: ({ created_at }) => created_at },
    { key: 'rating', title: word('field.rating'), value: ({ rating }) => rating && word(`ratings.${rating}`) },
    { key: 'changed_at', title: word('field.changed_at'), value: ({ changed_at }) => changed_at },
  ],
})

/** Everybody who sees a ticket may answer it. A ticket that was merged into another one does not change any more. */
function abilitiesIn(
  { status, is_merged, opened_by }: Pick<store.TicketRow, 'status' | 'is_merged' | 'opened_by'>,
  actor: Actor,
) {
  const removing = may(actor, 'ticket.remove') ? ['remove'] : []
  if (is_merged) return removing
  const handles = may(actor, 'ticket.handle')
  return [
    'answer',
    ...(handles || opened_by?.id === actor.userId ? [status === 'closed' ? 'reopen' : 'resolve'] : []),
    ...(handles ? ['handle'] : []),
    ...removing,
  ]
}

const readOneTicket = ({ secrets }: Dependencies) =>
  rows(
    calls.readTicket,
    ({ id }) => store.findQuery(id),
    ([found], { actor, clock }) => {
      if (!found) fail('ticket.missing')
      const {
        own: _,
        may_rate,
        answering,
        draft,
        view,
        due_at,
        first_answer_due_at,
        rules,
        is_merged,
        ...ticket
      } = found
      const displayedFile = fileAnswer(actor, { secrets, clock })
      return {
        ...ticket,
        due: dueAnswer({ due_at, first_answer_due_at }, rules, clock.now()),
        view: view && viewAnswer(view, ticket.report !== null),
        fault: ticket.fault && { ...ticket.fault, since: new Date(ticket.fault.since) },
        answering: answering.map(({ name, until }) => ({ name, until: new Date(until) })),
        draft: draft && { ...draft, saved_at: new Date(draft.saved_at) },
        attachments: ticket.attachments.map(displayedFile),
        follow_ups: ticket.follow_ups.map((each) => ({
          ...each,
          created_at: new Date(each.created_at),
          attachments: each.attachments.map(displayedFile),
        })),
        can: [...abilitiesIn({ ...ticket, is_merged }, actor), ...(may_rate ? ['rate'] : [])],
      }
    },
  )

/** Builds the answer for a view. Page and filters may contain data of the report, so only people who may open it see them. */
function viewAnswer(view: NonNullable<store.TicketRecord['view']>, opensReport: boolean) {
  const { browser, language, refreshed_at, ...state } = view
  return {
    browser,
    language,
    refreshed_at: refreshed_at === null ? null : new Date(refreshed_at),
    state: opensReport ? state : null,
  }
}

/** Builds the answer for an attachment. A picture has a signed URL; any other file is downloaded with its own call. */
const fileAnswer =
  (actor: Actor, signing: { secrets: Secrets; clock: ReadContext['clock'] }) =>
  ({ path, ...attachment }: store.Attached) => ({
    ...attachment,
    picture: path.endsWith('.webp') ? signedUrl(filePath(path), actor.sessionId, signing) : null,
  })

const done = { status: true as const }

export const routes = (dependencies: Dependencies, limiter = createLimiter(ticketCalls)): Route[] => {
  const { storage, secrets } = dependencies
  const checkRateLimit = ({ actor, clock }: ReadContext) => {
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }
  return [
    list,
    exportFile,
    readOneTicket(dependencies),
    handle(calls.addTicket, async (context, input) => {
      checkRateLimit(context)
      const { id, number } = await service.open(context, input)
      return { ...done, id, number }
    }),
    handle(calls.answerTicket, async (context, input) => {
      checkRateLimit(context)
      return { ...done, id: await service.addAnswer(context, input) }
    }),
    handle(calls.saveDraft, async (context, input) => {
      checkRateLimit(context)
      await service.keepDraft(context, input)
      return done
    }),
    handle(calls.changeTicketStatus, async (context, { id, status }) => {
      checkRateLimit(context)
      await service.setStatus(context, id, status)
      return done
    }),
    handle(calls.rateTicket, async (context, input) => {
      checkRateLimit(context)
      await service.rate(context, input)
      return done
    }),
    rows(calls.readSatisfaction, store.satisfactionQuery, ([found]) => found ?? { rated: 0, good: 0 }),
    handle(calls.takeTicket, async (context, { id }) => {
      checkRateLimit(context)
      await service.take(context, id)
      return done
    }),
    handle(calls.updateTicket, async (context, input) => {
      checkRateLimit(context)
      await service.update(context, input)
      return done
    }),
    handle(calls.mergeTickets, async (context, input) => {
      checkRateLimit(context)
      await merge(context, input)
      return done
    }),
    rows(
      calls.selectTickets,
      ({ search }) => choicesQuery(search),
      (found) => found,
    ),
    handle(calls.handTicket, async (context, input) => {
      checkRateLimit(context)
      await service.hand(context, input)
      return done
    }),
    handle(calls.markTicketFault, async (context, { id }) => {
      checkRateLimit(context)
      await markFault(context, id)
      return done
    }),
    handle(calls.unmarkTicketFault, async (context, { id }) => {
      checkRateLimit(context)
      await unmarkFault(context, id)
      return done
    }),
    handle(calls.endTicketFault, async (context, input) => {
      checkRateLimit(context)
      await endFaultOf(context, input)
      return done
    }),
    handle(calls.removeTicket, async (context, { id }) => {
      await service.remove(context, id)
      return done
    }),
    rows(
      calls.selectHandlers,
      ({ search }) => store.handlersQuery(search),
      (found) => found,
    ),
    upload(calls.addAttachment, async (context, { name }, sent) => {
      checkRateLimit(context)
      const made = await service.upload(context, { name, fileBytes: sent }, storage)
      return { ...done, attachment: fileAnswer(context.actor, { secrets, clock: context.clock })(made) }
    }),
    file(calls.readAttachment, (context, { id }) => service.readFile(context, id, storage)),
  ]
}

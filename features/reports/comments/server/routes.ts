import { commentCalls, reportComments as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { NameInEach } from '#platform/server/database/names.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type ReadContext, type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { may, tenantOf } from '#platform/server/session/actor.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { opensPageWith } from '#features/reports/access/server/queries.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

const list = rows(
  calls.listComments,
  (input) => store.listQuery(input),
  (found, { actor }) => ({
    data: found
      .slice(0, limits.shown)
      // A comment on a page that the reader may not open is left out, because its text may reveal what the page shows.
      .filter(({ own, page, rights }) => own || page === null || opensPageWith(rights, page))
      .map(({ own, rights: _, ...comment }) => ({ ...comment, can: abilitiesIn(own, may(actor, 'report.manage')) })),
    has_more: found.length > limits.shown,
  }),
)

const abilitiesIn = (own: boolean, manages: boolean): string[] => [
  ...(own ? ['update'] : []),
  ...(own || manages ? ['remove'] : []),
]

const people = rows(
  calls.listCommentPeople,
  (input) => store.peopleQuery(input),
  (data) => ({ data }),
)

export const routes = (_needs: object, limiter = createLimiter(commentCalls)): Route[] => {
  const checkRateLimit = ({ actor, clock }: ReadContext) => {
    if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }

  const add = handle(calls.addComment, async (context, comment) => {
    checkRateLimit(context)
    const { db, audit } = context
    const report = (await store.findDiscussed(db, comment.reportId)) ?? fail('report.missing')
    const mentioned = await mustRead(context, comment.reportId, comment.mentions)
    const id = await store.add(db, comment)
    const { text, page_name } = comment
    await audit({
      target: { type: 'report_comment', id, name: report.name },
      after: { text, page_name, mentions: mentioned.map(({ name }) => name) },
    })
    await notifyMentioned(context, mentioned, {
      reportId: comment.reportId,
      report: report.in_each,
      text,
      page: comment.page,
    })
    return { status: true as const, id }
  })

  const update = handle(calls.updateComment, async (context, { id, text, mentions }) => {
    checkRateLimit(context)
    const { db, audit, unchanged } = context
    const before = await store.findForUpdate(db, id)
    if (!before?.own) fail('call.not_found')
    const fresh = mentions.filter((person) => !before.mentions.includes(person))
    if (before.text === text && fresh.length === 0 && mentions.length === before.mentions.length)
      return unchanged({ status: true as const })
    if ((await store.findDiscussed(db, before.report_id)) === undefined) fail('report.missing')
    const mentioned = await mustRead(context, before.report_id, fresh)
    await store.update(db, id, text, mentions)
    await audit({
      target: { type: 'report_comment', id, name: before.report },
      before: { text: before.text, mentions: before.mentions.length },
      after: { text, mentions: mentions.length },
    })
    const { report_id: reportId, report_in_each: report, page } = before
    await notifyMentioned(context, mentioned, { reportId, report, text, page })
    return { status: true as const }
  })

  const remove = handle(calls.removeComment, async ({ db, actor, audit }, { id }) => {
    const before = await store.findForUpdate(db, id)
    if (!before || !(before.own || may(actor, 'report.manage'))) fail('call.not_found')
    await store.remove(db, id)
    const { text, page_name } = before
    await audit({ target: { type: 'report_comment', id, name: before.report }, before: { text, page_name } })
    return { status: true as const }
  })

  return [list, people, add, update, remove]
}

/** Reads the mentioned people with their rights. A person who may not open the report gets the same error as one who does not exist. */
async function mustRead({ db }: WriteContext, reportId: string, ids: readonly string[]): Promise<store.Reader[]> {
  if (ids.length === 0) return []
  const readers = await store.findReaders(db, reportId, ids)
  if (readers.length !== ids.length) fail('call.not_found')
  return readers
}

type Said = { reportId: string; report: NameInEach; text: string; page: string | null }

/** Notifies the mentioned people who can see the comment: a comment on a page is visible to people who may open the page. */
async function notifyMentioned(
  context: WriteContext,
  mentioned: readonly store.Reader[],
  { reportId, report, text, page }: Said,
): Promise<void> {
  const { actor } = context
  const finds = ({ rights }: store.Reader) => page === null || opensPageWith(rights, page)
  const others = mentioned.filter((reader) => reader.id !== actor.userId && finds(reader)).map(({ id }) => id)
  if (others.length === 0) return
  await notify(
    { ...context, tenantId: tenantOf(actor) },
    { people: others },
    'comment_mentioned',
    { person: actor.name, report, text },
    { path: `/${reportId}/reports/view?comments=S` },
  )
}

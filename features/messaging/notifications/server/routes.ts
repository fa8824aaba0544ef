import { fail } from '#platform/contract/failure.ts'
import { inLanguage } from '#catalogue/languages.ts'
import { unsubscribeLinks } from '#catalogue/limits.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { withSignedPictures } from '#platform/server/html/pictures.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import {
  type OpenContext,
  type ReadContext,
  type Route,
  type WriteContext,
  handle,
  open,
  rows,
} from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import {
  countUnread,
  deleteNotifications,
  factsIn,
  listLoginNotices,
  listNotifications,
  markNotifications,
  markOpened,
  readChoices,
  readNotification,
  unsubscribe,
  unsubscribeByMail,
  updateChoices,
} from '../contract.ts'
import { endCopies } from './commands.ts'
import * as store from './store.ts'

const done = { status: true as const }

const rowAnswer = ({ title: texts, ...row }: store.NotificationRow, language: string) => {
  const title = texts && inLanguage(texts, language)
  return { ...row, title, name: title ?? Object.values(factsIn(row.facts, language)).join(', ') }
}

/** Builds the answer of a notification, with signed URLs of the pictures that this session may open. */
function record({ body, login_notice, ...row }: store.NotificationRecord, context: ReadContext, secrets: Secrets) {
  const { caller, actor, clock } = context
  const html = body && withSignedPictures(inLanguage(body, caller.language), actor.sessionId, { secrets, clock })
  return { ...rowAnswer(row, caller.language), body: html, login_notice }
}

/** Updates the unread count of the person in other browsers. */
const announceOwn = ({ announce, actor }: WriteContext) =>
  announce({ kind: 'notifications_changed', tenantId: actor.tenantId, userIds: [actor.userId] })

const inboxOf = ({ actor }: WriteContext): store.Inbox => (actor.tenantId === null ? 'staff' : 'unit')

/** Ends the copies of whom the token names. One limit for the link and for the button of the mail program. */
function endingCopies(secrets: Secrets) {
  const limiter = createLimiter(unsubscribeLinks)
  return async (context: OpenContext, { token }: { token: string }) => {
    const { caller, clock } = context
    if (!limiter.admits(networkOf(caller.address), clock.now())) fail('call.throttled', { retryAfter: 60 })
    await endCopies(context, secrets, token)
    return done
  }
}

export const routes = ({ secrets }: { secrets: Secrets }): Route[] => {
  const endMailCopies = endingCopies(secrets)
  return [
    rows(listNotifications, store.pageQuery, (found, { caller }, options) =>
      pageOf(found, options, ({ total: _, ...row }) => rowAnswer(row, caller.language)),
    ),

    rows(countUnread, store.unreadQuery, ([row]) => row ?? { unread: 0 }),

    rows(
      readNotification,
      ({ id }) => store.findQuery(id),
      ([found], context) => record(found ?? fail('call.not_found'), context, secrets),
    ),

    rows(listLoginNotices, store.noticesQuery, (found, context) => found.map((row) => record(row, context, secrets))),

    handle(markNotifications, async (context, { ids, read }) => {
      if (await store.mark(context.db, inboxOf(context), ids, read)) await announceOwn(context)
      return done
    }),

    handle(markOpened, async (context, { path }) => {
      // In remote access, the person themselves has not seen the record.
      if (context.actor.realPerson !== null) return done
      if (await store.markOpened(context.db, inboxOf(context), path)) await announceOwn(context)
      return done
    }),

    handle(deleteNotifications, async (context, { ids }) => {
      if (await store.remove(context.db, inboxOf(context), ids)) await announceOwn(context)
      return done
    }),

    rows(readChoices, store.choicesQuery, ([row]) => row ?? fail('call.not_found')),

    handle(updateChoices, async ({ db, actor, audit, unchanged }, { mails }) => {
      const { tenantId, userId } = actor
      const isNew =
        tenantId === null
          ? await store.chooseStaffMails(db, userId, mails)
          : await store.chooseMails(db, { tenantId, userId }, mails)
      if (!isNew) return unchanged(done)
      await audit({ target: { type: 'notification', id: null, name: null }, after: { mails } })
      return done
    }),

    open(unsubscribe, endMailCopies),
    open(unsubscribeByMail, endMailCopies),
  ]
}

import { inLanguage } from '#catalogue/languages.ts'
import { addresseeCounts, messageCalls } from '#catalogue/limits.ts'
import type { Assistant } from '#features/assistant/ai-accounts/server/commands.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { signedUrl } from '#platform/server/files/signed-address.ts'
import { cleanText } from '#platform/server/html/cleaning.ts'
import { addPicture, withSignedPictures } from '#platform/server/html/pictures.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, handle, handlePrepared, outside, rows, upload } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import {
  addMessage,
  addMessagePicture,
  countMessageAddressees,
  draftMessage,
  exportReaders,
  importMessageHtml,
  listMessages,
  listReaders,
  readMessage,
  selectMessageGroups,
  selectMessagePeople,
  withdrawMessage,
} from '../contract.ts'
import { countReached, messageForm, prepareMessage, send, withdraw } from './commands.ts'
import { draftOf, draftQuestion } from './draft.ts'
import * as store from './store.ts'

/** The permissions on a written notification: everybody who sees it, that is its author and the administrators, may withdraw it. */
const can = ['remove']

const rowAnswer = ({ title, is_own: _, ...row }: store.MessageRow, language: string) => ({
  ...row,
  name: inLanguage(title, language),
  can,
})

const readers = exported(exportReaders, {
  target: 'notification',
  query: store.readersQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('reader.name'), value: ({ name }) => name },
    { key: 'email', title: word('reader.email'), value: ({ email }) => email },
    { key: 'read_at', title: word('reader.read_at'), value: ({ read_at }) => read_at },
  ],
})

type Dependencies = { secrets: Secrets; storage: FileStorage; assistant: Assistant }

export const routes = (
  { secrets, storage, assistant }: Dependencies,
  limiter = createLimiter(messageCalls),
  counts = createLimiter(addresseeCounts),
): Route[] => [
  rows(listMessages, store.pageQuery, (found, { caller }, options) =>
    pageOf(found, options, ({ total: _, ...row }) => rowAnswer(row, caller.language)),
  ),

  rows(
    readMessage,
    ({ id }) => store.findQuery(id),
    ([found], { caller, actor, clock }) => {
      const { body, ...row } = found ?? fail('call.not_found')
      const html = withSignedPictures(inLanguage(body, caller.language), actor.sessionId, { secrets, clock })
      return { ...rowAnswer(row, caller.language), body: html }
    },
  ),

  rows(listReaders, store.readersQuery, (found, _, options) =>
    pageOf(found, options, ({ total: __, ...reader }) => reader),
  ),
  readers,

  handlePrepared(addMessage, prepareMessage, (context, input) => {
    if (!limiter.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    return send(context, input)
  }),
  // `outside`, because the form `rows` would count before the limit is known.
  outside(countMessageAddressees, async ({ actor, clock, transaction }, input) => {
    if (!counts.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    return { count: await transaction((context) => countReached(context, input)) }
  }),
  handle(withdrawMessage, withdraw),

  rows(
    selectMessageGroups,
    ({ search }) => store.groupsQuery(search),
    (found) => found,
  ),

  rows(
    selectMessagePeople,
    ({ search }) => store.peopleQuery(search),
    (found) => found,
  ),

  upload(addMessagePicture, async (context, _, bytes) => {
    const path = await addPicture(context, bytes, { storage, type: 'notification' })
    const { actor, clock } = context
    return { status: true as const, path: signedUrl(path, actor.sessionId, { secrets, clock }) }
  }),

  outside(draftMessage, async (context, { wish, language }) => {
    const question = draftQuestion(wish, language)
    const draft = draftOf(await assistant.ask(context, { use: 'draft_notification', subject: null, ...question }))
    return { ...draft, html: await cleanText(context, draft.html, 'html', messageForm) }
  }),

  outside(importMessageHtml, async (context, { html }) => ({
    html: await cleanText(context, html, 'html', messageForm),
  })),
]

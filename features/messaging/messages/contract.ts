// Notifications that people write. An administrator writes to everybody, to a profile, to groups or to people; a plain user with the toggle
// *create notifications* writes to the groups that they belong to. Next: ../notifications/contract.ts (the notifications of an addressee).
import { z } from 'zod'
import { day, flag, requiredLines, id, instant, language, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** The addressees of a message; `chosen`: selected groups and people. */
export const messageTargets = ['everybody', 'admin', 'user', 'chosen'] as const
export type MessageTarget = (typeof messageTargets)[number]

/**
 * The reasons for which a message was not sent on its first day: its author could not sign in any more, had lost the right, or had left one
 * of the groups.
 */
export const messageRefusals = ['author_gone', 'right_lost', 'groups_left'] as const
export type MessageRefusal = (typeof messageRefusals)[number]

export const maxMessageHtml = 100_000

const fields = {
  title: texts(150),
  /** The text as HTML of the allow-list (platform/contract/html.ts); the error for anything else names it. */
  body: longTexts(maxMessageHtml),
  target: z.enum(messageTargets),
  group_ids: z.array(id()).max(500),
  user_ids: z.array(id()).max(5_000),
  /** True when the message is also shown after the next sign-in. */
  login_notice: flag(),
  /** The first day, in the time zone of the business unit; null: the message is sent at once. */
  starts_on: day().nullable(),
  /** The last day; null: the message has no end. */
  ends_on: day().nullable(),
}

const row = {
  id: id(),
  /** The title in the reader's language. */
  name: z.string(),
  author: z.string(),
  target: z.enum(messageTargets),
  /** The names of the first selected groups and people. */
  named: z.array(z.string()),
  login_notice: flag(),
  starts_at: instant(),
  ends_at: instant().nullable(),
  created_at: instant(),
  /** The instant at which the message was sent. Null: its first day has not come, or it was refused on that day. */
  published_at: instant().nullable(),
  refusal: z.enum(messageRefusals).nullable(),
  receipts: z.number().int(),
  readers: z.number().int(),
  can,
}

export const listMessages = call({
  method: 'GET',
  path: 'auth/notifications/messages/all',
  summary:
    'Written notifications with their numbers of readers: an administrator sees all of the unit, others their own.',
  access: 'notification.add',
  does: 'read',
  input: listInput(['created_at'], { order: z.enum(['asc', 'desc']).default('desc') }),
  answers: listAnswer(z.object(row)),
})

export const readMessage = call({
  method: 'GET',
  path: 'auth/notifications/messages/get',
  summary: 'One written notification, in the caller’s language.',
  access: 'notification.add',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({ ...row, body: z.string() }),
})

export const listReaders = call({
  method: 'GET',
  path: 'auth/notifications/messages/readers/all',
  summary: 'The addressees of a written notification, and when each has read it.',
  access: 'notification.add',
  does: 'read',
  input: listInput(['name', 'read_at'], { message_id: id(), state: z.enum(['unread', 'read']).optional() }),
  answers: listAnswer(
    z.object({ id: id(), name: z.string(), email: z.string(), read_at: instant().nullable(), deleted: flag() }),
  ),
})

export const exportReaders = exportCall(listReaders)

export const addMessage = call({
  method: 'POST',
  path: 'auth/notifications/messages/add',
  summary:
    'Writes a notification. Its addressees get it at once, or on its first day if the author still may write to them then.',
  access: 'notification.add',
  does: 'write',
  audit: 'notification.sent',
  input: z.object(fields),
  answers: added.extend({ receipts: z.number().int() }),
})

export const countMessageAddressees = call({
  method: 'POST',
  path: 'auth/notifications/messages/addressees/count',
  summary: 'How many people a notification to these addressees would reach now. Stores nothing.',
  access: 'notification.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object(fields).pick({ target: true, group_ids: true, user_ids: true }),
  answers: z.object({ count: z.number().int() }),
})

export const withdrawMessage = call({
  method: 'DELETE',
  path: 'auth/notifications/messages/delete',
  summary: 'Withdraws a written notification from everybody.',
  access: 'notification.add',
  does: 'write',
  audit: 'notification.withdrawn',
  input: z.object({ id: id() }),
  answers: done,
})

export const selectMessageGroups = call({
  method: 'GET',
  path: 'auth/notifications/messages/groups/select',
  summary: 'The first groups to which the caller may write and whose name contains a text.',
  access: 'notification.add',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), members: z.number().int() })),
})

export const selectMessagePeople = call({
  method: 'GET',
  path: 'auth/notifications/messages/people/select',
  summary:
    'The first people to whom the caller may write and whose name or e-mail contains a text; a plain user finds none.',
  access: 'notification.add',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), email: z.string() })),
})

export const addMessagePicture = call({
  method: 'POST',
  path: 'auth/notifications/messages/picture/add',
  summary: 'Uploads a JPG or PNG picture for a text (multipart/form-data) and returns its signed address.',
  access: 'notification.add',
  does: 'outside',
  audit: 'notification.picture_added',
  input: z.object({ kind: z.enum(['picture']) }),
  answers: z.object({ status: z.literal(true), path: z.string() }),
})

export const importMessageHtml = call({
  method: 'POST',
  path: 'auth/notifications/messages/html/check',
  summary:
    'Checks HTML from elsewhere: answers it cleaned, or refuses it and names what is not allowed. Stores nothing.',
  access: 'notification.add',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({ html: requiredLines(maxMessageHtml) }),
  answers: z.object({ html: z.string() }),
})

/** The length of the wish from which the language model drafts a text. */
export const maxWish = 1_000

export const draftMessage = call({
  method: 'POST',
  path: 'auth/notifications/messages/draft',
  summary:
    'Drafts a notification from a wish, by the language model of the business unit. Stores and sends nothing but the log of the call.',
  access: 'assistant.draft_notification',
  does: 'outside',
  audit: null, // the call stores nothing but its line in the log of the model
  screens: ['notifications'],
  input: z.object({ wish: requiredLines(maxWish), language: language() }),
  answers: z.object({ title: z.string(), html: z.string() }),
})

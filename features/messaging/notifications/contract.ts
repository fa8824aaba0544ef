// The notifications of the signed-in person, and the types of notifications that the portal itself writes. Other nouns send one with
// `notify()` of server/commands.ts. Texts that people write are the noun messages.
import { z } from 'zod'
import { flag, id, instant, longTexts } from '#catalogue/fields.ts'
import { inLanguage } from '#catalogue/languages.ts'
import { maxUnreadShown } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { done, listAnswer, listInput } from '#platform/contract/list.ts'

/** A value in the sentence of a notification: one text for all languages, or one for each language. A day is `2026-12-31`. */
const eventText = z.union([z.string().max(2_000), longTexts(2_000)])

/**
 * The types and the values of their sentences (`notifications.type.<type>` in the phrases). `message` is written by a person and has a text
 * of its own. `copied`: a copy goes by e-mail; without it, the cause writes a mail of its own. `ofHelpDesk`: the settings of the help desk decide
 * whether copies are sent, and not those of notifications.
 */
export const notificationTypes = {
  message: { values: z.object({}), copied: true },
  access_requested: { values: z.object({ person: eventText, report: eventText, reason: eventText }), copied: true },
  access_granted: { values: z.object({ report: eventText }), copied: true },
  access_denied: { values: z.object({ report: eventText, reason: eventText }), copied: true },
  ticket_opened: { values: z.object({ ticket: eventText, person: eventText }), copied: true, ofHelpDesk: true },
  ticket_answered: { values: z.object({ ticket: eventText, person: eventText }), copied: true, ofHelpDesk: true },
  ticket_resolved: { values: z.object({ ticket: eventText }), copied: true, ofHelpDesk: true },
  ticket_due_soon: { values: z.object({ ticket: eventText }), copied: true, ofHelpDesk: true },
  ticket_overdue: { values: z.object({ ticket: eventText }), copied: true, ofHelpDesk: true },
  ticket_merged: { values: z.object({ ticket: eventText, into: eventText }), copied: true, ofHelpDesk: true },
  ticket_handed: {
    values: z.object({ ticket: eventText, person: eventText, unit: eventText }),
    copied: true,
    ofHelpDesk: true,
  },
  task_fired: { values: z.object({ task: eventText, text: eventText }), copied: true },
  task_failed: { values: z.object({ task: eventText, reason: eventText }), copied: true },
  report_fault_ended: { values: z.object({ report: eventText }), copied: true },
  report_published: { values: z.object({ report: eventText }), copied: true },
  dataset_refresh_failed: { values: z.object({ dataset: eventText, reason: eventText }), copied: true },
  maintenance_announced: {
    values: z.object({ report: eventText, from: eventText, to: eventText, text: eventText }),
    copied: true,
  },
  user_blocked_soon: { values: z.object({ day: eventText }), copied: false },
  user_deleted_soon: { values: z.object({ day: eventText }), copied: false },
  export_delivered: { values: z.object({ report: eventText }), copied: true },
  api_key_added: { values: z.object({ key: eventText }), copied: true },
  api_key_expiring: { values: z.object({ key: eventText, day: eventText }), copied: true },
  api_key_stopped: { values: z.object({ key: eventText }), copied: true },
  archive_ready: { values: z.object({}), copied: true },
  export_failed: { values: z.object({ export: eventText, reason: eventText }), copied: true },
  comment_mentioned: { values: z.object({ person: eventText, report: eventText, text: eventText }), copied: true },
  changelog_sent: { values: z.object({ entry: eventText }), copied: true },
  user_limit_near: { values: z.object({ client: eventText, people: eventText, limit: eventText }), copied: true },
  domain_warning: { values: z.object({ domain: eventText, reason: eventText }), copied: true },
  terms_changed: { values: z.object({ term: eventText }), copied: true },
  webhook_disabled: { values: z.object({ webhook: eventText, days: eventText }), copied: true },
  webhook_gone: { values: z.object({ webhook: eventText }), copied: true },
  invitations_cancelled: { values: z.object({ person: eventText, reason: eventText }), copied: true },
  staff_admitted: { values: z.object({}), copied: true },
  staff_kept_out: { values: z.object({}), copied: true },
} as const satisfies Record<string, { values: z.ZodObject; copied: boolean; ofHelpDesk?: true }>

export type NotificationType = keyof typeof notificationTypes
export const notificationTypeNames = Object.keys(notificationTypes) as NotificationType[]

export type NotificationValues<T extends NotificationType> = z.input<(typeof notificationTypes)[T]['values']>

export const notificationTypeOf = (value: string): NotificationType =>
  notificationTypeNames.find((type) => type === value) ?? 'message'

const facts = z.record(z.string(), eventText)
export type Facts = z.output<typeof facts>

/** Returns the values of a notification's sentence in one language. */
export const factsIn = (values: Facts, language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : inLanguage(value, language),
    ]),
  )

const row = {
  id: id(),
  /** The accessible name: the title, or the values of the sentence. */
  name: z.string(),
  type: z.string(),
  facts,
  /** The title of a written notification, in the reader's language; null: the phrases of the type have the sentence. */
  title: z.string().nullable(),
  author: z.string().nullable(),
  /** The page to which it leads. */
  path: z.string().nullable(),
  at: instant(),
  read: flag(),
}

export const notificationRow = z.object(row)

/** The text as HTML of the allow-list (platform/contract/html.ts), with signed URLs of its pictures. */
export const notificationRecord = z.object({ ...row, body: z.string().nullable(), login_notice: flag() })

export const listNotifications = call({
  method: 'GET',
  path: 'auth/notifications/all',
  summary: 'The caller’s notifications, the newest first.',
  access: 'notification.read',
  does: 'read',
  input: listInput(['at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    state: z.enum(['unread', 'read']).optional(),
    /** The source of notifications. `message`: people; `portal`: the portal itself. */
    from: z.enum(['message', 'portal']).optional(),
  }),
  answers: listAnswer(notificationRow),
})

export const countUnread = call({
  method: 'GET',
  path: 'auth/notifications/unread',
  summary: `The number of the caller’s unread notifications; ${maxUnreadShown} means that or more.`,
  access: 'notification.read',
  does: 'read',
  keepsAwake: false,
  input: z.object({}),
  answers: z.object({ unread: z.number().int() }),
})

export const readNotification = call({
  method: 'GET',
  path: 'auth/notifications/get',
  summary: 'One of the caller’s notifications, with its text.',
  access: 'notification.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: notificationRecord,
})

export const listLoginNotices = call({
  method: 'GET',
  path: 'auth/notifications/notices',
  summary: 'The caller’s unread notifications that are shown after a sign-in, the oldest first; at most ten.',
  access: 'notification.read',
  does: 'read',
  input: z.object({}),
  answers: z.array(notificationRecord),
})

const some = z.object({
  /** The ids of the notifications; null: all of them. */
  ids: z.array(id()).max(1_000).nullable(),
})

export const markNotifications = call({
  method: 'POST',
  path: 'auth/notifications/mark',
  summary: 'Marks notifications of the caller as read or unread.',
  access: 'notification.read',
  does: 'write',
  audit: null, // the mark is personal; the author sees it in the list of readers
  input: some.extend({ read: flag() }),
  answers: done,
})

export const markOpened = call({
  method: 'POST',
  path: 'auth/notifications/opened',
  summary: 'Marks the caller’s notifications about a record as read, because the caller has opened its page.',
  access: 'notification.read',
  does: 'write',
  audit: null, // the mark is personal
  input: z.object({ path: z.string().max(200) }),
  answers: done,
})

export const deleteNotifications = call({
  method: 'POST',
  path: 'auth/notifications/delete',
  summary: 'Deletes notifications from the caller’s list. With null: all that are read.',
  access: 'notification.read',
  does: 'write',
  audit: null, // the list is personal
  input: some,
  answers: done,
})

export const readChoices = call({
  method: 'GET',
  path: 'auth/notifications/choices',
  summary:
    'Whether the caller gets copies by e-mail, and whether the business unit sends any. Staff outside of business units get them when they chose so.',
  access: 'notification.choose',
  does: 'read',
  input: z.object({}),
  answers: z.object({ mails: flag(), sent: flag() }),
})

export const updateChoices = call({
  method: 'POST',
  path: 'auth/notifications/choices/update',
  summary: 'Switches copies by e-mail on or off for the caller.',
  access: 'notification.choose',
  does: 'write',
  audit: 'notification.mails_chosen',
  input: z.object({ mails: flag() }),
  answers: done,
})

/** Returns the path of the page that the link in a mail opens to end copies. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

/** Returns the path of the page that a link in a copy opens to pause the messages of its subject, such as a task. */
export const pausePath = (token: string) => `/pause/${token}`

/** The signed token of a link in a copy by e-mail. */
export const token = z.string().regex(/^[\w-]{40,200}\.[\w-]{20,100}$/)

export const unsubscribe = call({
  method: 'POST',
  path: 'notifications/unsubscribe',
  summary: 'Ends copies by e-mail for the person of the link in a mail.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the link proves the person; the service writes `notification.mails_chosen`
  input: z.object({ token }),
  answers: done,
})

export const unsubscribeByMail = call({
  method: 'POST',
  path: 'notifications/unsubscribe/:token',
  summary: 'The same with one click in a mail program (RFC 8058).',
  access: 'anyone',
  does: 'outside',
  audit: null, // the link proves the person; the service writes `notification.mails_chosen`
  http: { takes: 'form', gives: 'json', crossOrigin: true },
  input: z.object({ token }),
  answers: done,
})

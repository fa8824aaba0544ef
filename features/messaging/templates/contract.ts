// Templates of mails: the text of a type of mail, which a business unit stores for itself or the platform's staff for all units. A mail
// uses its unit's text, else the platform's, else the built-in one. Next: server/commands.ts (a mail from its template).
import { z } from 'zod'
import { requiredLines, language, longTexts, text, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'

type Type = {
  /** The variables of the text, in addition to `name` (the recipient) and `unit`. */
  variables: readonly string[]
  /** The variables that the text must contain, because the mail would be useless without them. */
  mandatory: readonly string[]
}

const withLink = { variables: ['link'], mandatory: ['link'] } as const

/**
 * The types of mails that may have a template: the fourteen of the specification, then those that only this portal has. Mails that verify
 * or test a sender and mails about a second factor have no template, so that nobody can change them.
 */
export const templateTypes = {
  user_registered: { variables: ['link'], mandatory: ['link'] },
  password_recovery: { variables: ['link'], mandatory: ['link'] },
  access_requested: { variables: ['person', 'report', 'reason', 'link'], mandatory: [] },
  access_granted: { variables: ['report', 'link'], mandatory: [] },
  access_denied: { variables: ['report', 'reason', 'link'], mandatory: [] },
  ticket_opened: { variables: ['ticket', 'person', 'link'], mandatory: [] },
  ticket_answered: { variables: ['ticket', 'person', 'link'], mandatory: [] },
  ticket_resolved: { variables: ['ticket', 'link'], mandatory: [] },
  task_fired: { variables: ['task', 'text', 'link'], mandatory: [] },
  report_published: { variables: ['report', 'link'], mandatory: [] },
  dataset_refresh_failed: { variables: ['dataset', 'reason', 'link'], mandatory: [] },
  maintenance_announced: { variables: ['report', 'from', 'to', 'text', 'link'], mandatory: [] },
  user_ending: { variables: ['day', 'event', 'link'], mandatory: [] },
  export_delivered: { variables: ['report', 'link'], mandatory: [] },
  written_message: { variables: ['title', 'person', 'content', 'link'], mandatory: ['content'] },
  api_key_added: { variables: ['key', 'link'], mandatory: [] },
  api_key_expiring: { variables: ['key', 'day', 'link'], mandatory: [] },
  api_key_stopped: { variables: ['key', 'link'], mandatory: [] },
  archive_ready: { variables: ['link'], mandatory: [] },
  comment_mentioned: { variables: ['person', 'report', 'text', 'link'], mandatory: [] },
  changelog_sent: { variables: ['entry', 'link'], mandatory: [] },
  task_failed: { variables: ['task', 'reason', 'link'], mandatory: [] },
  user_limit_near: { variables: ['client', 'people', 'limit', 'link'], mandatory: [] },
  domain_warning: { variables: ['domain', 'reason', 'link'], mandatory: [] },
  bill_sent: { variables: ['bill', 'month', 'amount', 'day'], mandatory: [] },
  bill_overdue: { variables: ['bill', 'month', 'amount', 'day'], mandatory: [] },
  export_failed: { variables: ['export', 'reason', 'link'], mandatory: [] },
  ticket_due_soon: { variables: ['ticket', 'link'], mandatory: [] },
  ticket_overdue: { variables: ['ticket', 'link'], mandatory: [] },
  ticket_merged: { variables: ['ticket', 'into', 'link'], mandatory: [] },
  ticket_handed: { variables: ['ticket', 'person', 'unit', 'link'], mandatory: [] },
  report_fault_ended: { variables: ['report', 'link'], mandatory: [] },
  terms_changed: { variables: ['term', 'link'], mandatory: [] },
  webhook_disabled: { variables: ['webhook', 'days', 'link'], mandatory: [] },
  webhook_gone: { variables: ['webhook', 'link'], mandatory: [] },
  invitations_cancelled: { variables: ['person', 'reason', 'link'], mandatory: [] },
  staff_admitted: { variables: ['link'], mandatory: [] },
  staff_kept_out: { variables: ['link'], mandatory: [] },
  password_elsewhere: withLink,
  registration_verify: withLink,
  registration_known: withLink,
  registration_waiting: withLink,
  registration_approved: withLink,
  registration_declined: withLink,
  registration_to_approve: withLink,
} as const satisfies Record<string, Type>

export type TemplateType = keyof typeof templateTypes
export type TemplateVariable = 'name' | 'unit' | (typeof templateTypes)[TemplateType]['variables'][number]
export const templateTypeNames = Object.keys(templateTypes) as [TemplateType, ...TemplateType[]]

/** The types that no part of the product sends yet. A test compares the list with the code that sends mails. */
export const unsentTypes: readonly TemplateType[] = []

/** The types that a new template may have on screen. */
export const offeredTypes = templateTypeNames.filter((type) => !unsentTypes.includes(type))

/** The types of mails of a self-registration. */
export const registrationMails = [
  'registration_verify',
  'registration_known',
  'registration_waiting',
  'registration_approved',
  'registration_declined',
  'registration_to_approve',
] as const satisfies readonly TemplateType[]
export type RegistrationMail = (typeof registrationMails)[number]

/**
 * Returns the variables of a type. A mail with a mandatory link may not contain the name of a person, because people choose their names
 * freely.
 */
export function variablesOf(type: TemplateType): TemplateVariable[] {
  const { variables, mandatory }: { variables: readonly TemplateVariable[]; mandatory: readonly string[] } =
    templateTypes[type]
  return [...(mandatory.includes('link') ? [] : ['name' as const]), 'unit', ...variables]
}

export const maxHtml = 50_000

export const notificationTemplate = entity({
  noun: 'notification_template',
  title: ['notification template', 'notification templates'],
  fields: { type: z.enum(templateTypeNames), subject: texts(150), body: longTexts(maxHtml) },
  computed: {},
  sorts: ['name', 'created_at'],
  filters: {},
})

export const templateCalls = crudCalls('auth/notifications/templates', notificationTemplate)

export const readDefaultTemplate = call({
  method: 'GET',
  path: 'auth/notifications/templates/default',
  summary: 'The text that a type of mail has without a template here: the platform’s, or the product’s own.',
  access: 'notification_template.read',
  does: 'read',
  input: z.object({ type: z.enum(templateTypeNames) }),
  answers: z.object({ subject: texts(200), body: longTexts(maxHtml) }),
})

const draft = {
  type: z.enum(templateTypeNames),
  language: language(),
  subject: text(150),
  body: requiredLines(maxHtml),
}

export const previewTemplate = call({
  method: 'POST',
  path: 'auth/notifications/templates/preview',
  summary: 'A mail with this text and sample values, in the theme of the business unit. Stores nothing.',
  access: 'notification_template.update',
  does: 'write', // the preview uses the theme
  audit: null, // the call stores nothing
  input: z.object(draft),
  answers: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})

export const testTemplate = call({
  method: 'POST',
  path: 'auth/notifications/templates/test',
  summary: 'Mails this text with sample values to the caller.',
  access: 'notification_template.update',
  does: 'write',
  audit: 'notification_template.tested',
  input: z.object(draft),
  answers: done,
})

export const checkTemplateHtml = call({
  method: 'POST',
  path: 'auth/notifications/templates/html/check',
  summary:
    'Checks HTML from elsewhere: answers it cleaned, or refuses it and names what is not allowed. Stores nothing.',
  access: 'notification_template.update',
  does: 'outside',
  audit: null, // the call stores nothing
  input: z.object({ html: requiredLines(maxHtml) }),
  answers: z.object({ html: z.string() }),
})

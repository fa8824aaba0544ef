// Push devices: browsers that show the notifications of a person while no page is open, the kinds that the person wants, and their quiet
// hours. The noun notifications decides what is sent (its server/pushes.ts). Next: server/push-service.ts, decision 0058.
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import type { NotificationType } from '#features/messaging/notifications/contract.ts'

/** The kinds among which a person chooses. */
export const pushKinds = [
  'messages',
  'access',
  'tickets',
  'tasks',
  'reports',
  'exports',
  'mentions',
  'account',
] as const
export type PushKind = (typeof pushKinds)[number]

/** The kind of each type of notification. */
export const pushKindOf: Record<NotificationType, PushKind> = {
  message: 'messages',
  access_requested: 'access',
  access_granted: 'access',
  access_denied: 'access',
  ticket_opened: 'tickets',
  ticket_answered: 'tickets',
  ticket_resolved: 'tickets',
  ticket_due_soon: 'tickets',
  ticket_overdue: 'tickets',
  ticket_merged: 'tickets',
  ticket_handed: 'tickets',
  report_fault_ended: 'reports',
  task_fired: 'tasks',
  task_failed: 'tasks',
  report_published: 'reports',
  dataset_refresh_failed: 'reports',
  maintenance_announced: 'reports',
  export_delivered: 'exports',
  archive_ready: 'exports',
  export_failed: 'exports',
  comment_mentioned: 'mentions',
  user_blocked_soon: 'account',
  user_deleted_soon: 'account',
  changelog_sent: 'account',
  user_limit_near: 'account',
  domain_warning: 'account',
  api_key_added: 'account',
  api_key_expiring: 'account',
  api_key_stopped: 'account',
  webhook_disabled: 'account',
  webhook_gone: 'account',
  terms_changed: 'account',
  invitations_cancelled: 'account',
  staff_admitted: 'account',
  staff_kept_out: 'account',
}

/** A time of day, such as `22:00`. */
const timeOfDay = () => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

const timezone = () =>
  z
    .string()
    .max(64)
    .refine((value) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
      } catch {
        return false
      }
    })

const choices = {
  muted: z.array(z.enum(pushKinds)).max(pushKinds.length),
  /** Both or none. `quiet_to` before `quiet_from` is of the next day; the same time has no effect. */
  quiet_from: timeOfDay().nullable(),
  quiet_to: timeOfDay().nullable(),
  /** IANA name. */
  timezone: timezone(),
}

const endpoint = () => z.string().min(1).max(1_000)
/** Bytes in base64url, without padding. */
const bytes = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}$`))

/** A push leads to its notification. Where that screen is hidden, nobody adds devices. */
const screens = ['notifications'] as const

export const readPush = call({
  method: 'GET',
  path: 'auth/push/devices',
  summary: 'The caller’s devices, kinds and quiet hours, and the key with which a browser subscribes.',
  access: 'push_device.manage',
  screens,
  does: 'outside',
  audit: null, // a read; it waits for the key of the installation
  input: z.object({}),
  answers: z.object({
    /** The public key (VAPID). Null: the operator has switched pushes off, or the caller is no member of the business unit. */
    public_key: z.string().nullable(),
    devices: z.array(
      z.object({
        id: id(),
        /** Browser and operating system, if known. */
        browser: z.string().nullable(),
        created_at: instant(),
        used_at: instant(),
        current: flag(),
      }),
    ),
    choices: z.object({ ...choices, timezone: z.string().nullable() }),
  }),
})

export const addPushDevice = call({
  method: 'POST',
  path: 'auth/push/devices/add',
  summary: 'Stores the subscription of this browser, so that notifications are pushed to it.',
  access: 'push_device.manage',
  screens,
  does: 'outside',
  audit: 'push_device.added',
  personal: true,
  input: z.object({ endpoint: endpoint(), p256dh: bytes(65), auth: bytes(16) }),
  answers: done,
})

export const renewPushDevice = call({
  method: 'POST',
  path: 'auth/push/devices/renew',
  summary: 'Binds the subscription of this browser to the present session. `known`: it is one of the caller’s.',
  access: 'push_device.manage',
  screens,
  does: 'write',
  audit: null, // the browser does so at each visit
  keepsAwake: false,
  personal: true,
  input: z.object({ endpoint: endpoint() }),
  answers: z.object({ known: flag() }),
})

export const removePushDevice = call({
  method: 'POST',
  path: 'auth/push/devices/remove',
  summary: 'Removes one of the caller’s devices: nothing is pushed to it any more.',
  access: 'push_device.manage',
  screens,
  does: 'write',
  audit: 'push_device.removed',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const choosePushes = call({
  method: 'PUT',
  path: 'auth/push/choices/update',
  summary: 'Stores which kinds of notifications are not pushed to the caller, and the quiet hours.',
  access: 'push_device.manage',
  screens,
  does: 'write',
  audit: 'push_device.chosen',
  personal: true,
  input: z
    .object(choices)
    .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), { path: ['quiet_to'] }),
  answers: done,
})

// Settings of a business unit: the specification's form, with its own field names on the wire.
// A field appears here when its effect exists. Next: server/routes.ts.
import { z } from 'zod'
import { email, flag, id, optionalText, pageAddress, text } from '#catalogue/fields.ts'
import { loginTimeoutHours } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { can, listInput } from '#platform/contract/list.ts'
import { securities, smtpSteps } from '#platform/contract/smtp.ts'
import { renamed } from '#platform/contract/wire.ts'

export const homePages = ['dashboard', 'reports', 'report'] as const

/** An address, or a range in CIDR form. */
export const allowedAddress = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
export const mostAddresses = 200

/** A host name or an address; where it leads is judged when it is known (platform/server/mail/reach.ts). */
const mailHost = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f]*:[0-9a-f:.]+)$/,
    )

const mailServer = {
  /** Whom mails are from. */
  name: text(120),
  email: email(),
  host: mailHost(),
  port: z.number().int().min(1).max(65_535),
  protocol: z.enum(securities),
}

export const sender = z.object({
  ...mailServer,
  /** Null: the server asks nobody who they are. */
  user: z.string().nullable(),
  password: z.null(),
  password_set: flag(),
  /** Until its address is proven the platform's sender is used instead. */
  proven: flag(),
})

/** `user` left out: whoever gives a password signs in by the address. `password` left out or null keeps the present one. */
export const senderChange = z.object({
  ...mailServer,
  user: optionalText(254).optional(),
  password: z.string().min(1).max(500).nullable().optional(),
})

/** A sender as it is stored: where it goes, and whom its mails are from. */
export type MailServer = { host: string; port: number; security: string; username: string | null }
export type SenderIdentity = Omit<MailServer, 'security'> & { from_address: string }

/** A password belongs to one name at one server, reached in one way: it is never sent elsewhere, so a change of these needs it again. */
export const keepsPassword = (before: MailServer, after: MailServer): boolean =>
  before.host === after.host &&
  before.port === after.port &&
  before.security === after.security &&
  before.username === after.username

/** What somebody has proven: that they read what is sent to this address. Another address or another server is unproven again. */
export const keepsProof = (before: SenderIdentity, after: SenderIdentity): boolean =>
  before.from_address === after.from_address &&
  before.host === after.host &&
  before.port === after.port &&
  before.username === after.username

const fields = {
  home_page: z.enum(homePages),
  home_report_id: id().nullable(),
  own_home_page: flag(),
  timezone: z.string().max(64),
  allowed_addresses: z.array(allowedAddress).max(mostAddresses),
  save_filters: flag(),
  show_report_menu: flag(),
  show_report_name: flag(),
  login_timeout_hours: z.number().int().min(loginTimeoutHours.min).max(loginTimeoutHours.max),
  show_last_update: flag(),
  force_last_update: flag(),
  watermark: flag(),
  /** Another page than the home page, over TLS. */
  logo_page: pageAddress(),
  logo_leads_home: flag(),
}

export const settingsWireNames = {
  home_report_id: 'relatorio_id',
  own_home_page: 'enable',
  allowed_addresses: 'listIp',
  save_filters: 'save_filter',
  show_report_menu: 'show_menu_report',
  show_report_name: 'show_name_report',
  login_timeout_hours: 'login_timeout',
  show_last_update: 'mostrar_ultima_atualizacao_relatorio',
  force_last_update: 'mostrar_ultima_atualizacao_relatorio_global',
  watermark: 'enable_watermark',
  logo_leads_home: 'logo_page_default',
} as const

export const settings = renamed(
  {
    ...fields,
    /** The name of the report people land on. */
    home_report: z.string().nullable(),
    /** Null: mails go out through the platform's. */
    sender: sender.nullable(),
    /** Whom the platform's mails are from; null where it sends none. */
    platform_sender: z.string().nullable(),
    version: z.number().int(),
    address: z.string(),
    can,
  },
  { ...settingsWireNames, address: 'ip' },
)

/** Fields that only a2m and master may change (wire: section 5, `M`). */
export const staffFields = ['force_last_update'] as const

/** Changed fields only. `confirm`: store although the caller's own address is outside the list. */
export const settingsChange = renamed(
  {
    ...optionalEach(fields),
    sender: senderChange.nullable().optional(),
    version: z.number().int(),
    confirm: flag().optional(),
  },
  settingsWireNames,
)

export const readSettings = call({
  method: 'GET',
  path: 'auth/config/getConfig',
  summary: 'The settings of the business unit, and the address the server sees the caller at.',
  access: 'settings.read',
  does: 'read',
  input: z.object({}),
  answers: settings,
})

export const updateSettings = call({
  method: 'POST',
  path: 'auth/config/update',
  summary: 'Changes settings. A list of addresses that leaves out the caller is stored only with `confirm`.',
  access: 'settings.update',
  does: 'write',
  audit: 'settings.updated',
  input: settingsChange,
  answers: z.object({
    status: z.literal(true),
    message: z.string(),
    warning: z.enum(['ip_lockout']).nullable(),
    address: z.string().nullable(),
    version: z.number().int(),
  }),
})

const senderWay = z.array(z.object({ step: z.enum(smtpSteps), state: z.enum(['passed', 'failed', 'skipped']) }))

export const testSender = call({
  method: 'POST',
  path: 'auth/config/sender/test',
  summary:
    'Sends one mail to the caller through a sender, stored or not, and names the step that failed. Stores nothing.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_tested',
  input: senderChange,
  answers: z.object({
    status: z.boolean(),
    /** Whom the mail is to. */
    address: z.string(),
    /** Steps that this sender has: without a user nobody signs in. */
    steps: senderWay,
    /** The server's number where it refused: 535. Never its words. */
    code: z.number().int().nullable(),
  }),
})

export const sendSenderCode = call({
  method: 'POST',
  path: 'auth/config/sender/code',
  summary:
    'Mails a code to the address of the stored sender. Whoever types it in has shown that they read what is sent there.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_code_sent',
  input: z.object({}),
  answers: z.object({
    /** Whether a server took the mail. */
    status: z.boolean(),
    address: z.string(),
    /** Whose server it was handed to. */
    via: z.enum(['platform', 'own']),
    /** The way that the unit's own server failed on, as its test shows it. Of the platform's nothing is told. */
    steps: senderWay,
    code: z.number().int().nullable(),
    /** No server took it, and its words are to be read in the outbox: in the demo world alone. */
    in_outbox: flag(),
  }),
})

export const proveSender = call({
  method: 'POST',
  path: 'auth/config/sender/prove',
  summary: 'Proves the address of the stored sender with the code mailed there; mails go out through it from now on.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_proven',
  input: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{4} ?\d{4}$/),
  }),
  answers: z.object({ status: z.literal(true) }),
})

export const selectHomeReports = call({
  method: 'GET',
  path: 'auth/config/reports/select',
  summary: 'The first reports whose name contains a text, to land on.',
  access: 'settings.update',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), place: z.string() })),
})

export const listTimezones = call({
  method: 'GET',
  path: 'timezone/all',
  summary: 'Every time zone, with its present distance from UTC in minutes.',
  access: 'session.use',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.array(z.object({ id: z.string(), label: z.string(), offset: z.number().int() })),
})

function optionalEach<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().shape
}

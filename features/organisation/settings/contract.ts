// Settings of a business unit: the specification's form, with its field names on the wire.
// It contains only fields whose effect is implemented. Next: server/routes.ts.
import { z } from 'zod'
import { email, flag, id, instant, optionalText, pageUrl, text } from '#catalogue/fields.ts'
import {
  embeddedAccess,
  loginTimeoutHours,
  maxAutoBlockDays,
  passwordRuleBounds,
  watermarkLength,
} from '#catalogue/limits.ts'
import { namesReader, unknownVariables } from '#catalogue/watermark.ts'
import { call } from '#platform/contract/call.ts'
import { can, listInput } from '#platform/contract/list.ts'
import { securities, smtpSteps } from '#platform/contract/smtp.ts'
import { renamed } from '#platform/contract/wire.ts'

export const homePages = ['dashboard', 'reports', 'report', 'playlists', 'catalogs'] as const

/**
 * An IP address, or a range in CIDR notation. An IPv4-mapped IPv6 address becomes IPv4, the form in which the session gate compares the
 * addresses of clients (A8).
 */
export const allowedRange = z
  .string()
  .trim()
  .max(49)
  .overwrite(asIPv4)
  .pipe(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))

/** Converts `::ffff:203.0.113.0/120` into `203.0.113.0/24`, also from hexadecimal (`::ffff:cb00:7100`); other text stays unchanged. */
function asIPv4(entry: string): string {
  const [ipAddress = '', bits] = entry.toLowerCase().split('/')
  const mapped = /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d{1,3}(?:\.\d{1,3}){3})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/.exec(
    ipAddress,
  )
  if (!mapped || (bits !== undefined && !(Number(bits) >= 96))) return entry
  const [, dotted, high = '0', low = '0'] = mapped
  const number = (parseInt(high, 16) << 16) | parseInt(low, 16)
  const plain = dotted ?? [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
  return bits === undefined ? plain : `${plain}/${Number(bits) - 96}`
}
export const maxAllowedRanges = 200

/** A host name or an IP address. platform/server/mail/reach.ts checks the resolved address at the connection. */
const mailHost = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f]*:[0-9a-f:.]+)$/,
    )

/** An origin as a `frame-ancestors` policy writes it: https, or http on this machine. Never a wildcard, a path or a user. */
const originShape =
  /^(?:https:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])|http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]))(?::\d{1,5})?$/

/** An origin in lower case, without a default port and a last slash. A name with other than ASCII letters is sent in Punycode. */
export const frameOrigin = () =>
  z.string().trim().max(embeddedAccess.originLength).toLowerCase().overwrite(plainOrigin).regex(originShape)

const plainOrigin = (typed: string): string =>
  typed
    .replace(/\/$/, '')
    .replace(/^(https:.*):443$|^(http:.*):80$/, (_, secure?: string, plain?: string) => secure ?? plain ?? '')

export const maxRegistrationDomains = 50

/** The part of an e-mail after the @; a leading @ is removed. */
export const mailDomain = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .overwrite((typed) => typed.replace(/^@/, ''))
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/)

const mailServer = {
  /** Name in the From header. */
  name: text(120),
  email: email(),
  host: mailHost(),
  port: z.number().int().min(1).max(65_535),
  protocol: z.enum(securities),
}

export const sender = z.object({
  ...mailServer,
  /** User name at the mail server; null: no authentication. */
  user: z.string().nullable(),
  password: z.null(),
  password_set: flag(),
  /** N: the address is not verified yet, and mails use the platform's sender. */
  proven: flag(),
})

/**
 * The fields of a sender. Without `user`, a sent password authenticates with the e-mail address. Without `password`, or with null, the
 * stored password stays.
 */
export const senderChange = z.object({
  ...mailServer,
  user: optionalText(254).optional(),
  password: z.string().min(1).max(500).nullable().optional(),
})

/** A stored sender: its mail server, and the address in the From header. */
export type MailServer = { host: string; port: number; security: string; username: string | null }
export type SenderIdentity = Omit<MailServer, 'security'> & { from_address: string }

/** Whether the stored password may be used after a change. A password belongs to one user, server and protocol, and is never sent to another. */
export const keepsPassword = (before: MailServer, after: MailServer): boolean =>
  before.host === after.host &&
  before.port === after.port &&
  before.security === after.security &&
  before.username === after.username

/** Whether the address stays verified after a change. Another address, server or user must be verified again. */
export const keepsProof = (before: SenderIdentity, after: SenderIdentity): boolean =>
  before.from_address === after.from_address &&
  before.host === after.host &&
  before.port === after.port &&
  before.username === after.username

/** The text of a watermark: it contains a variable that names the reader, and only variables that exist. */
const watermarkText = () =>
  optionalText(watermarkLength).refine(
    (text) => text === null || (namesReader(text) && unknownVariables(text).length === 0),
  )

/** What happens to people of another business unit of the partner who register here, or come by an identity provider or a directory. */
export const knownPeopleRules = ['no', 'ask', 'at_once'] as const

const fields = {
  home_page: z.enum(homePages),
  home_report_id: id().nullable(),
  own_home_page: flag(),
  timezone: z.string().max(64),
  allowed_addresses: z.array(allowedRange).max(maxAllowedRanges),
  save_filters: flag(),
  show_report_menu: flag(),
  show_report_name: flag(),
  login_timeout_hours: z.number().int().min(loginTimeoutHours.min).max(loginTimeoutHours.max),
  /** Days without a sign-in after which a person is blocked; 0: never. */
  auto_block_days: z.number().int().min(0).max(maxAutoBlockDays),
  show_last_update: flag(),
  force_last_update: flag(),
  watermark: flag(),
  /** Text of the watermark, with variables; null: e-mail and day. */
  watermark_text: watermarkText(),
  /** Target of the logo's link instead of the home page; https only. */
  logo_page: pageUrl(),
  logo_leads_home: flag(),
  /** N: staff may not enter the business unit, and nobody may access its people remotely. */
  allow_remote_access: flag(),
  /** S: administrators with the toggle add people of other business units of the partner. */
  import_from_units: flag(),
  /** S: new people get a mail with a link to set their first password. */
  send_invitations: flag(),
  /** S: the next four fields (length, kinds of characters, days) are in force. N: a password needs 8 characters and never expires. */
  password_rules: flag(),
  password_min_length: z.number().int().min(passwordRuleBounds.minLength.min).max(passwordRuleBounds.minLength.max),
  password_capital: flag(),
  password_special: flag(),
  /** Days until a password must be changed; 0: never. */
  password_days: z.number().int().min(0).max(passwordRuleBounds.days.max),
  /** S: people get a copy of their notifications by e-mail, unless they switched that off. `send_help_desk_mails` decides about tickets. */
  send_notification_mails: flag(),
  /** S: pushes to devices say what happened, with names and values. N: they only say of what kind the notification is. */
  push_shows_content: flag(),
  /** N: the business unit has no help desk, and its screens are hidden from everybody. */
  help_desk: flag(),
  /**
   * S, while there is a help desk: people get copies of notifications about tickets by e-mail, even when `send_notification_mails` is N.
   */
  send_help_desk_mails: flag(),
  /** S: people may register themselves, if the business unit's flag *self-registration enabled* allows it. */
  auto_register: flag(),
  /** S: an administrator approves each registration. */
  registration_approval: flag(),
  /**
   * What happens when a person of another business unit of the partner registers, or comes by an identity provider or a directory. `no`
   * also keeps people whose home is this unit from becoming members of others.
   */
  known_people: z.enum(knownPeopleRules),
  /** E-mail domains from which people may register; none: any. */
  registration_domains: z.array(mailDomain()).max(maxRegistrationDomains),
  /** S: a person who signs in at this business unit with a password must prove a second factor, and sets it up at the next sign-in. */
  require_two_factor: flag(),
  /** N: administrators neither see nor change the two-factor settings. */
  admins_set_two_factor: flag(),
  /** S: people may trust a browser, which then needs no second factor for 30 days. */
  trust_browsers: flag(),
  /** S: pages of other sites show reports in a frame, and sign people in by tokens of the secret. */
  embedded_access: flag(),
  /** The origins of the pages that may frame reports; an empty list: no page may frame them. */
  embedded_origins: z.array(frameOrigin()).max(embeddedAccess.origins),
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
  allow_remote_access: 'allow_access_remote',
  import_from_units: 'user_import',
  send_invitations: 'send_email_register_user',
  send_notification_mails: 'send_email_notification',
  push_shows_content: 'push_content',
  help_desk: 'enable_helpdesk',
  send_help_desk_mails: 'send_email_helpdesk',
  password_rules: 'enable_password',
  password_min_length: 'min_character',
  password_capital: 'capital_letter',
  password_special: 'special_characters',
  password_days: 'expiry_time_password',
  auto_register: 'enable_auto_register',
  require_two_factor: 'mfa_master',
  admins_set_two_factor: 'mfa_permission_admin',
  trust_browsers: 'mfa_trusted_browser',
  embedded_access: 'enable_embedded',
  embedded_origins: 'domains_embedded_whitelist',
  embedded_secret: 'token_embedded',
} as const

export const settings = renamed(
  {
    ...fields,
    /** Whether a second factor is required; null: hidden from this administrator. */
    require_two_factor: flag().nullable(),
    trust_browsers: flag().nullable(),
    /** Name of the landing report. */
    home_report: z.string().nullable(),
    /** N: the partner does not allow self-registration in this business unit, and the settings of self-registration have no effect. */
    registration_allowed: flag(),
    /** N: the operator has switched pushes off, and `push_content` has no effect. */
    push_available: flag(),
    /** The business unit's own sender; null: the platform's sender is used. */
    sender: sender.nullable(),
    /** Address of the platform's sender; null if the platform has none. */
    platform_sender: z.string().nullable(),
    version: z.number().int(),
    address: z.string(),
    /** Time of the last change of the password rules; null: never. */
    password_rules_changed_at: instant().nullable(),
    /** The secret of embedded access, always null here: only the answer to the change that makes it contains it. */
    embedded_secret: z.null(),
    /** Time at which the present secret was made; null: there is none. */
    embedded_secret_at: instant().nullable(),
    can,
  },
  {
    ...settingsWireNames,
    address: 'ip',
    password_rules_changed_at: 'last_update',
    embedded_secret_at: 'token_embedded_at',
  },
)

/** Fields that only `a2m` and `master` may change (section 5 of the wire specification, `M`). */
export const staffFields = [
  'force_last_update',
  'allow_remote_access',
  'import_from_units',
  'admins_set_two_factor',
  'embedded_access',
] as const

/** Fields that need the permission `settings.update_access`, as the sender and the embedded secret do. Nobody changes them in remote access. */
export const accessFields = [
  'allowed_addresses',
  'login_timeout_hours',
  'auto_block_days',
  'allow_remote_access',
  'import_from_units',
  'password_rules',
  'password_min_length',
  'password_capital',
  'password_special',
  'password_days',
  'auto_register',
  'registration_approval',
  'known_people',
  'registration_domains',
  'require_two_factor',
  'admins_set_two_factor',
  'trust_browsers',
  'embedded_access',
  'embedded_origins',
] as const

/** Fields that need the permission `two_factor.configure`; administrators also need `admins_set_two_factor`. */
export const twoFactorFields = ['require_two_factor', 'trust_browsers'] as const

/** The changed fields. `confirm`: store the list of IP addresses even if it excludes the caller's own. */
export const settingsChange = renamed(
  {
    ...optionalEach(fields),
    sender: senderChange.nullable().optional(),
    /** Makes a new secret of embedded access. The earlier one, its tokens and its sessions end at once. */
    embedded_secret: z.literal('rotate').nullable().optional(),
    version: z.number().int(),
    confirm: flag().optional(),
  },
  settingsWireNames,
)

export const readSettings = call({
  method: 'GET',
  path: 'auth/config/getConfig',
  summary: 'The settings of the business unit, and the caller’s IP address as the server sees it.',
  access: 'settings.read',
  does: 'read',
  input: z.object({}),
  answers: settings,
})

export const updateSettings = call({
  method: 'POST',
  path: 'auth/config/update',
  summary: 'Changes settings. A list of addresses that excludes the caller is stored only with `confirm`.',
  access: 'settings.update',
  does: 'write',
  audit: 'settings.updated',
  input: settingsChange,
  answers: z.object({
    status: z.literal(true),
    message: z.string(),
    warning: z.enum(['ip_lockout']).nullable(),
    /** The message key of the warning: `ip_outside_range`. */
    key: z.string().nullable(),
    address: z.string().nullable(),
    /** The new secret of embedded access; only this answer shows it. */
    token_embedded: z.string().nullable(),
    version: z.number().int(),
  }),
})

/** Limits of the trial of a list of IP addresses: days that it examines, and people that its answer names. */
export const addressTrial = { days: 7, people: 50 } as const

export const tryAddresses = call({
  method: 'POST',
  path: 'auth/config/addresses/try',
  summary: 'Who was here in the last seven days from an address that this list would have refused. Stores nothing.',
  access: 'settings.update',
  does: 'read',
  input: renamed(
    { allowed_addresses: z.array(allowedRange).min(1).max(maxAllowedRanges) },
    { allowed_addresses: 'listIp' },
  ),
  answers: z.object({
    /** Number of people whom the list would have refused; `people` holds the most recent ones. */
    total: z.number().int(),
    people: z.array(
      renamed(
        { id: id(), name: z.string(), email: z.string(), addresses: z.array(z.string()), last_at: instant() },
        { name: 'nome_usuario' },
      ),
    ),
  }),
})

export const readWhitelist = call({
  method: 'GET',
  path: 'auth/config/get/whitelist/by/domain',
  summary:
    'The origins that may show pages of a host in a frame. A host is named by the id of its domain, or by that of its business unit.',
  access: 'settings.read',
  does: 'read',
  input: z.object({ domain_id: id() }),
  answers: z.object({
    domain_id: id(),
    enable_embedded: flag(),
    domains_embedded_whitelist: z.array(z.string()),
  }),
})

const senderSteps = z.array(z.object({ step: z.enum(smtpSteps), state: z.enum(['passed', 'failed', 'skipped']) }))

export const testSender = call({
  method: 'POST',
  path: 'auth/config/sender/test',
  summary: 'Sends a test mail to the caller through a sender, and names the step that failed. Stores nothing.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_tested',
  personal: true,
  input: senderChange,
  answers: z.object({
    status: z.boolean(),
    /** Recipient of the test mail. */
    address: z.string(),
    /** The steps of sending through this sender; without a user name there is no step `auth`. */
    steps: senderSteps,
    /** The SMTP reply code of a refusal, such as 535; never the reply text. */
    code: z.number().int().nullable(),
  }),
})

export const sendSenderCode = call({
  method: 'POST',
  path: 'auth/config/sender/code',
  summary: 'Mails a verification code to the address of the stored sender. Typing it in proves access to that mailbox.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_code_sent',
  personal: true,
  input: z.object({}),
  answers: z.object({
    /** Whether a server accepted the mail. */
    status: z.boolean(),
    address: z.string(),
    /** The server that sent the mail: the platform's, or the business unit's own. */
    via: z.enum(['platform', 'own']),
    /** The steps of sending through the business unit's own server, as in the answer of a sender test; empty for the platform's server. */
    steps: senderSteps,
    code: z.number().int().nullable(),
    /** S: no server accepted the mail, and the outbox shows the code. Only in the demo world. */
    in_outbox: flag(),
  }),
})

export const proveSender = call({
  method: 'POST',
  path: 'auth/config/sender/prove',
  summary: 'Verifies the address of the stored sender with the mailed code; from then on mails use this sender.',
  access: 'settings.update',
  does: 'outside',
  audit: 'settings.sender_proven',
  personal: true,
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
  summary: 'The first reports whose name contains a text, for the picker of the landing page.',
  access: 'settings.update',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), place: z.string() })),
})

export const listTimezones = call({
  method: 'GET',
  path: 'timezone/all',
  summary: 'Every time zone, with its current offset from UTC in minutes.',
  access: 'session.use',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.array(z.object({ id: z.string(), label: z.string(), offset: z.number().int() })),
})

function optionalEach<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().shape
}

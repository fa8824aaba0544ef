import { errors } from '#catalogue/errors.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { type Mailing, securityOf } from '#platform/server/mail/senders.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may, tenantOf } from '#platform/server/session/actor.ts'
import { tellStaffEntry } from '#features/organisation/tenants/server/commands.ts'
import {
  listTimezones,
  proveSender,
  readSettings,
  readWhitelist,
  selectHomeReports,
  sendSenderCode,
  accessFields,
  staffFields,
  testSender,
  tryAddresses,
  twoFactorFields,
  updateSettings,
} from '../contract.ts'
import { isIpAddressAllowed, isTimezone, timezonesAt, unchangedMessages } from './rules.ts'
import { changeSender, makeEmbeddedSecret, proveSenderEmail, sendCode, trySender } from './service.ts'
import {
  type SettingsRow,
  type StoredSettings,
  findForUpdate,
  reportExists,
  reportsQuery,
  refusedQuery,
  settingsQuery,
  update,
  whitelistQuery,
} from './store.ts'

const settingsRoute = ({ mailing, push }: Pick<Dependencies, 'mailing' | 'push'>) =>
  rows(readSettings, settingsQuery, ([row], { caller, actor }) => {
    if (!row) fail('call.not_found')
    const home_page = row.home_page as 'dashboard'
    const known_people = row.known_people as 'ask'
    const platform_sender = mailing.platformAddress
    const hidden = maySetTwoFactor(actor, row) ? {} : { require_two_factor: null, trust_browsers: null }
    return {
      ...row,
      ...hidden,
      home_page,
      known_people,
      sender: senderWithoutPassword(row),
      platform_sender,
      push_available: push.isOn,
      address: caller.address,
      embedded_secret: null,
      can: canOf(actor, row),
    }
  })

const trial = rows(tryAddresses, refusedQuery, (found) => ({
  total: found[0]?.total ?? 0,
  people: found.map(({ total: _, ...person }) => person),
}))

/** The stored sender without its password, which is write-only. */
function senderWithoutPassword({
  from_name,
  from_address,
  host,
  port,
  security,
  username: user,
  has_password,
  is_proven,
}: StoredSettings) {
  if (from_name === null || from_address === null || host === null || port === null || security === null) return null
  const server = { name: from_name, email: from_address, host, port, protocol: securityOf(security) }
  return { ...server, user, password: null, password_set: has_password, proven: is_proven }
}

const maySetStaffFields = (actor: Actor) => may(actor, 'settings.update_staff_fields')

/** Whether the actor may change the two-factor settings. Administrators need the toggle for it, and `mfa_permission_admin`. */
const maySetTwoFactor = (actor: Actor, { admins_set_two_factor }: Pick<SettingsRow, 'admins_set_two_factor'>) =>
  may(actor, 'two_factor.configure') && (maySetStaffFields(actor) || admins_set_two_factor)

/**
 * The verbs of `can`. `update_access`: `accessFields`. `update_staff_fields`: `staffFields`. `update_two_factor`: change `twoFactorFields`.
 */
const canOf = (actor: Actor, row: Pick<SettingsRow, 'admins_set_two_factor'>) => [
  ...abilities(actor, {
    update: 'settings.update',
    update_access: 'settings.update_access',
    update_staff_fields: 'settings.update_staff_fields',
  }),
  ...(maySetTwoFactor(actor, row) ? ['update_two_factor'] : []),
]

const selectReports = rows(
  selectHomeReports,
  ({ search }) => reportsQuery(search),
  (found) => found,
)

type Change = InputOf<typeof updateSettings>

async function change(
  context: WriteContext,
  input: Change,
  { mailing, secrets }: Pick<Dependencies, 'mailing' | 'secrets'>,
) {
  const { version, confirm, sender, embedded_secret, ...sent } = input
  const { db, actor, caller } = context
  const tenantId = tenantOf(actor)
  // A change of the sender contains a password, and one of embedded access a secret.
  const changesAccess =
    sender !== undefined || embedded_secret || accessFields.some((field) => sent[field] !== undefined)
  if (changesAccess && !may(actor, 'settings.update_access')) fail('access.functionality_refused')
  const before = await findForUpdate(db, tenantId)
  mustBeCurrent(version, before.version)
  // Only staff switch embedded access on; before that, an administrator cannot change its secret or origins.
  if ((embedded_secret || sent.embedded_origins) && !maySetStaffFields(actor) && !before.embedded_access)
    fail('access.functionality_refused')
  // Absent fields stay unchanged.
  const changes = definedFields(sent) as Partial<SettingsRow>
  await checkFields(context, before, changes)
  checkLandingPages(before, changes)
  const excludesCaller =
    changes.allowed_addresses !== undefined && !isIpAddressAllowed(changes.allowed_addresses, caller.address)
  const answer = {
    status: true as const,
    message: generalPhrases[caller.language].toast.done,
    warning: null,
    key: null,
    address: null,
    token_embedded: null,
    version,
  }
  if (sender === undefined && !embedded_secret && !differs(before, changes)) {
    return context.unchanged({ ...answer, message: unchangedMessages[caller.language] })
  }
  if (excludesCaller && !confirm) {
    const message = errorSentence('settings.address_outside_range', caller.language, { address: caller.address })
    const { key } = errors['settings.address_outside_range']
    return context.unchanged({ ...answer, message, warning: 'ip_lockout' as const, key, address: caller.address })
  }
  // A new secret alone does not raise the version, because open forms do not contain the secret.
  const isEdited = sender !== undefined || differs(before, changes)
  const nextVersion = isEdited ? version + 1 : version
  if (isEdited) await update(db, tenantId, { ...changes, version: nextVersion })
  const facts = sender === undefined ? null : await changeSender(context, sender, mailing)
  const token_embedded = embedded_secret ? await makeEmbeddedSecret(context, secrets) : null
  await context.audit({
    target: { type: 'settings', id: tenantId },
    before: { ...pick(before, changes), ...facts?.before },
    after: { ...changes, ...facts?.after, ...(token_embedded && { embedded_secret: true }) },
  })
  const { allow_remote_access: isAllowed } = changes
  if (isAllowed !== undefined && isAllowed !== before.allow_remote_access)
    await tellStaffEntry(context, tenantId, isAllowed)
  const { partnerId } = context.actor
  if (Object.keys(changes).length > 0)
    await context.announce({ kind: 'place_changed', what: 'settings', tenantId, partnerId })
  return { ...answer, token_embedded, version: nextVersion }
}

async function checkFields(
  { db, actor }: WriteContext,
  before: SettingsRow,
  changes: Partial<SettingsRow>,
): Promise<void> {
  if (!maySetStaffFields(actor) && staffFields.some((field) => field in changes)) fail('access.functionality_refused')
  if (!maySetTwoFactor(actor, before) && twoFactorFields.some((field) => field in changes))
    fail('access.functionality_refused')
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    fail('settings.timezone_unknown', { fields: { timezone: 'invalid' } })
  }
  if (changes.home_report_id && !(await reportExists(db, changes.home_report_id))) fail('call.not_found')
}

/**
 * Fails when a logo does not link to the home page and has no other target, or when the landing page `report` has no report. Stored values
 * are checked only if a related field changes.
 */
function checkLandingPages(before: SettingsRow, changes: Partial<SettingsRow>): void {
  const isChanged = (...fields: (keyof SettingsRow)[]) => fields.some((field) => field in changes)
  const after = { ...before, ...changes }
  if (isChanged('logo_leads_home', 'logo_page') && !after.logo_leads_home && !after.logo_page)
    fail('call.invalid', { fields: { logo_page: 'required' } })
  const landsOnReport = after.own_home_page && after.home_page === 'report'
  if (isChanged('own_home_page', 'home_page', 'home_report_id') && landsOnReport && after.home_report_id === null)
    fail('call.invalid', { fields: { relatorio_id: 'required' } })
}

const pick = (row: object, keys: object) => Object.fromEntries(Object.entries(row).filter(([key]) => key in keys))

const timezones = outside(listTimezones, ({ clock }) => timezonesAt(clock.now()))

/** Rate limit per person: a test connects to a server that the caller names, and must not serve as a port scanner. */
const testsPerMinute = 20

const whitelist = rows(
  readWhitelist,
  ({ domain_id }) => whitelistQuery(domain_id),
  ([row]) => row ?? fail('call.not_found'),
)

type Dependencies = {
  mailing: Mailing
  push: { isOn: boolean }
  secrets: Secrets
  /** True in the demo world: a mail that no server accepted is shown in the outbox. */
  showsMails: boolean
}

export function routes({ mailing, push, showsMails, secrets }: Dependencies): Route[] {
  const tests = createLimiter({ perMinute: testsPerMinute })
  const test = outside(testSender, async (context, input) => {
    if (!tests.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    return trySender(context, input, mailing)
  })
  return [
    settingsRoute({ mailing, push }),
    trial,
    handle(updateSettings, (context, input) => change(context, input, { mailing, secrets })),
    test,
    outside(sendSenderCode, (context) => sendCode(context, mailing, showsMails)),
    outside(proveSender, proveSenderEmail),
    whitelist,
    selectReports,
    timezones,
  ]
}

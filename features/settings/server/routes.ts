import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { type Mailing, securityOf } from '#platform/server/mail/senders.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import {
  listTimezones,
  proveSender,
  readSettings,
  selectHomeReports,
  sendSenderCode,
  staffFields,
  testSender,
  updateSettings,
} from '../contract.ts'
import { addressAllowed, isTimezone, timezonesAt } from './rules.ts'
import { changeSender, proveAddress, sendCode, trySender } from './service.ts'
import {
  type SettingsRow,
  type StoredSettings,
  findForUpdate,
  reportExists,
  reportsQuery,
  settingsQuery,
  update,
} from './store.ts'

const read = (mailing: Mailing) =>
  rows(readSettings, settingsQuery, ([row], { caller, actor }) => {
    if (!row) fail('call.not_found')
    const home_page = row.home_page as 'dashboard'
    const platform_sender = mailing.platformAddress
    return { ...row, home_page, sender: shownSender(row), platform_sender, address: caller.address, can: canOf(actor) }
  })

/** The stored sender without its password, which is write-only. */
function shownSender({
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

/** `update_staff_fields`: the fields that only staff may change. */
const canOf = (actor: Actor) => [
  ...abilities(actor, { update: 'settings.update' }),
  ...(actor.profile === 'admin' ? [] : ['update_staff_fields']),
]

const selectReports = rows(
  selectHomeReports,
  ({ search }) => reportsQuery(search),
  (found) => found,
)

type Change = InputOf<typeof updateSettings>

async function change(context: WriteContext, { version, confirm, sender, ...sent }: Change, mailing: Mailing) {
  const { db, actor, caller } = context
  const tenantId = tenantOf(actor)
  const before = await findForUpdate(db, tenantId)
  if (before.version !== version) fail('call.stale_version')
  // Absent fields stay unchanged.
  const changes = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<SettingsRow>
  await checkFields(context, changes)
  checkLandingPages(before, changes)
  const excludesCaller =
    changes.allowed_addresses !== undefined && !addressAllowed(changes.allowed_addresses, caller.address)
  const answer = { status: true as const, message: generalPhrases[caller.language].toast.done }
  if (excludesCaller && !confirm) {
    await context.audit({ target: { type: 'settings', id: tenantId } })
    const message = errorSentence('settings.address_outside_range', caller.language, { address: caller.address })
    return { ...answer, message, warning: 'ip_lockout' as const, address: caller.address, version }
  }
  await update(db, tenantId, { ...changes, version: version + 1 })
  const facts = sender === undefined ? null : await changeSender(context, sender, mailing)
  await context.audit({
    target: { type: 'settings', id: tenantId },
    before: { ...pick(before, changes), ...facts?.before },
    after: { ...changes, ...facts?.after },
  })
  const { partnerId } = context.actor
  if (Object.keys(changes).length > 0)
    await context.announce({ kind: 'place_changed', what: 'settings', tenantId, partnerId })
  return { ...answer, warning: null, address: null, version: version + 1 }
}

async function checkFields({ db, actor }: WriteContext, changes: Partial<SettingsRow>): Promise<void> {
  if (actor.profile === 'admin' && staffFields.some((field) => field in changes)) fail('access.functionality_refused')
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    fail('settings.timezone_unknown', { fields: { timezone: 'invalid' } })
  }
  if (changes.home_report_id && !(await reportExists(db, changes.home_report_id))) fail('call.not_found')
}

/**
 * A logo that does not link to the home page needs another target, and a landing page `report` needs a report. Stored values are
 * checked only if a related field changes.
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

type Needs = {
  mailing: Mailing
  /** True in the demo world: a mail that no server accepted is shown in the outbox. */
  showsMails: boolean
}

export function routes({ mailing, showsMails }: Needs): Route[] {
  const tests = createLimiter({ perMinute: testsPerMinute })
  const test = outside(testSender, async (context, input) => {
    if (!tests.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    return trySender(context, input, mailing)
  })
  return [
    read(mailing),
    handle(updateSettings, (context, input) => change(context, input, mailing)),
    test,
    outside(sendSenderCode, (context) => sendCode(context, mailing, showsMails)),
    outside(proveSender, proveAddress),
    selectReports,
    timezones,
  ]
}

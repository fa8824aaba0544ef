import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import { fail } from '#platform/contract/failure.ts'
import { type FeatureRoutes, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { listTimezones, readSettings, selectHomeReports, staffFields, updateSettings } from '../contract.ts'
import { addressAllowed, isTimezone, timezonesAt } from './rules.ts'
import { type SettingsRow, findForUpdate, reportExists, reportsQuery, settingsQuery, update } from './store.ts'

const read = rows(readSettings, settingsQuery, ([row], { caller, actor }) => {
  if (!row) fail('call.not_found')
  return { ...row, home_page: row.home_page as 'dashboard', address: caller.address, can: canOf(actor) }
})

/** `update_staff_fields`: those that are partner's and platform's. */
const canOf = (actor: Actor) => [
  ...abilities(actor, { update: 'settings.update' }),
  ...(actor.profile === 'admin' ? [] : ['update_staff_fields']),
]

const selectReports = rows(
  selectHomeReports,
  ({ search }) => reportsQuery(search),
  (found) => found,
)

const change = handle(updateSettings, async (context, { version, confirm, ...sent }) => {
  const { db, actor, caller } = context
  const tenantId = tenantOf(actor)
  const before = await findForUpdate(db, tenantId)
  if (before.version !== version) fail('call.stale_version')
  // Absent fields stay as they are.
  const changes = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<SettingsRow>
  await refuse(context, changes)
  const lockedOut =
    changes.allowed_addresses !== undefined && !addressAllowed(changes.allowed_addresses, caller.address)
  const answer = { status: true as const, message: generalPhrases[caller.language].toast.done }
  if (lockedOut && !confirm) {
    await context.audit({ target: { type: 'settings', id: tenantId } })
    const message = errorSentence('settings.address_outside_range', caller.language, { address: caller.address })
    return { ...answer, message, warning: 'ip_lockout' as const, address: caller.address, version }
  }
  await update(db, tenantId, { ...changes, version: version + 1 })
  await context.audit({ target: { type: 'settings', id: tenantId }, before: pick(before, changes), after: changes })
  return { ...answer, warning: null, address: null, version: version + 1 }
})

async function refuse({ db, actor }: WriteContext, changes: Partial<SettingsRow>): Promise<void> {
  if (actor.profile === 'admin' && staffFields.some((field) => field in changes)) fail('access.functionality_refused')
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    fail('settings.timezone_unknown', { fields: { timezone: 'invalid' } })
  }
  if (changes.home_report_id && !(await reportExists(db, changes.home_report_id))) fail('call.not_found')
}

const pick = (row: object, keys: object) => Object.fromEntries(Object.entries(row).filter(([key]) => key in keys))

const timezones = outside(listTimezones, ({ clock }) => timezonesAt(clock.now()))

export const settingsRoutes: FeatureRoutes = { feature: 'settings', routes: [read, change, selectReports, timezones] }

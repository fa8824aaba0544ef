import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { daysAtFault, type Interval } from '#platform/contract/week.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, handlePrepared, outside, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { listHolidays, readServiceLevels, targetNames, updateServiceLevels } from '../contract.ts'
import { longestTarget } from './business-time.ts'
import { applyKind } from './commands.ts'
import { countries, isKnownPlace, publicHolidays, regionsOf } from '#platform/server/holidays.ts'
import { lastYear, yearsFrom } from './rules.ts'
import * as store from './store.ts'

const office = ([1, 2, 3, 4, 5] as const).map((day): Interval => ({ day, from: '08:00', to: '18:00' }))

/** What the form begins with while nobody has set service levels. */
const unset: store.ServiceLevels = {
  high_first_answer: null,
  high_resolution: null,
  medium_first_answer: null,
  medium_resolution: null,
  low_first_answer: null,
  low_resolution: null,
  hours: office,
  country: null,
  region: null,
  own_days: [],
}

const read = rows(readServiceLevels, store.levelsQuery, ([found], { actor }) => ({
  ...(found ?? { ...unset, version: 0 }),
  can: abilities(actor, { update: 'service_level.update' }),
}))

type Sent = InputOf<typeof updateServiceLevels>

/**
 * Refuses rules that cannot be met: hours that overlap or are missing, targets that the hours do not reach, and a first answer that is due after
 * the resolution.
 */
function check({ hours, ...levels }: Sent): void {
  if (daysAtFault(hours).length > 0) fail('shift.hours_overlap', { fields: { hours: 'shift.hours_overlap' } })
  const priorities = ['high', 'medium', 'low'] as const
  const hasTarget = priorities.some((each) => levels[`${each}_first_answer`] ?? levels[`${each}_resolution`])
  if (hasTarget && hours.length === 0) fail('call.invalid', { fields: { hours: 'required' } })
  const longest = longestTarget(hours)
  const unreached = targetNames.filter((name) => (levels[name] ?? 0) > longest)
  if (unreached.length > 0) {
    const code = 'service_level.out_of_reach'
    fail(code, { fields: Object.fromEntries(unreached.map((name) => [name, code])) })
  }
  for (const priority of priorities) {
    const [answer, resolution] = [levels[`${priority}_first_answer`], levels[`${priority}_resolution`]]
    if (answer !== null && resolution !== null && answer > resolution) {
      fail('call.invalid', { fields: { [`${priority}_resolution`]: 'invalid' } })
    }
  }
}

const update = handlePrepared(
  updateServiceLevels,
  async ({ clock }, input) => {
    check(input)
    const { country, region } = input
    if (country === null && region !== null) fail('call.invalid', { fields: { region: 'invalid' } })
    if (country === null) return { input, stored: { holidays: [], until: null } }
    if (!(await isKnownPlace(country, region))) {
      fail('call.invalid', { fields: { [region === null ? 'country' : 'region']: 'invalid' } })
    }
    const now = clock.now()
    const holidays = await publicHolidays({ country, region }, yearsFrom(now))
    return { input, stored: { holidays, until: lastYear(now) } }
  },
  async ({ db, actor, audit, unchanged, enqueue }, { input, stored }) => {
    const { version, ...after } = input
    const { version: storedVersion, ...before } = (await store.findForUpdate(db, actor.tenantId)) ?? {
      ...unset,
      version: 0,
    }
    mustBeCurrent(version, storedVersion)
    if (storedVersion > 0 && !differs(before, after)) return unchanged({ status: true as const })
    await store.store(db, after, stored)
    await audit({ target: { type: 'service_level', id: null, name: null }, before, after })
    await enqueue(applyKind, {})
    return { status: true as const }
  },
)

const holidays = outside(listHolidays, async ({ actor, clock }, { country, region }) => {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const isKnown = country !== undefined && (await isKnownPlace(country, region ?? null))
  const years = yearsFrom(now).filter((year) => year >= now.getUTCFullYear() && year <= now.getUTCFullYear() + 1)
  return {
    countries: await countries(),
    regions: country === undefined ? [] : await regionsOf(country),
    days: isKnown
      ? (await publicHolidays({ country, region: region ?? null }, years, actor.language)).filter(
          ({ day }) => day >= today,
        )
      : [],
  }
})

export const routes: Route[] = [read, update, holidays]

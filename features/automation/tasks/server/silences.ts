// What silences and acknowledgements withhold of an evaluated answer. Pure functions, no I/O. Next: silence-store.ts (the table),
// commands.ts (a run reads the silences in the transaction in which it tells).
import { DateTime } from 'luxon'
import type { SilenceKind, Withheld } from '../contract.ts'
import { isOn, resultOf, type StateEvaluation, wholeTask } from './states.ts'

export type Silence = { row_key: string; kind: SilenceKind; until: Date | null; created_at: Date }

/** What holds now, by the key of a row: the reason, and when it began to hold. */
export type ActiveSilences = ReadonlyMap<string, { reason: Withheld; from: Date }>

const firstDayOfWeekend = 6

/** The silences that hold at an instant. A silence covers more than an acknowledgement, so it is the reason where both hold. */
export function activeSilencesAt(silences: readonly Silence[], now: Date, zone: string): ActiveSilences {
  const local = DateTime.fromJSDate(now, { zone })
  const active = new Map<string, { reason: Withheld; from: Date }>()
  for (const { row_key, kind, until, created_at } of silences) {
    if (kind === 'paused') continue // the row is not evaluated, so there is nothing to withhold
    if (kind === 'until' && (until === null || until <= now)) continue
    if (kind === 'weekends' && local.weekday < firstDayOfWeekend) continue
    if (kind === 'acknowledged') {
      if (!active.has(row_key)) active.set(row_key, { reason: 'acknowledged', from: created_at })
      continue
    }
    const saturday = local.startOf('day').minus({ days: local.weekday - firstDayOfWeekend })
    const from = kind === 'weekends' && saturday.toJSDate() > created_at ? saturday.toJSDate() : created_at
    const before = active.get(row_key)
    const isEarlier = before?.reason !== 'silenced' || from < before.from
    if (isEarlier) active.set(row_key, { reason: 'silenced', from })
  }
  return active
}

/** The keys of the paused rows. */
export const pausedKeysOf = (silences: readonly Silence[]): ReadonlySet<string> =>
  new Set(silences.filter(({ kind }) => kind === 'paused').map(({ row_key }) => row_key))

type Found = Extract<StateEvaluation, { problem: null }>

/** What may be told, and the reason why the rest is not. */
export type Notifiable = Pick<Found, 'matched' | 'recovered' | 'result' | 'cell'> & { withheld: Withheld | null }

/**
 * Takes away what silences withhold. An acknowledgement withholds what fires, a silence what recovers as well. A row that began to fire
 * during its silence does not belong to the compared result, so that it is a change when the silence ends.
 */
export function notifiableOf(found: Found, active: ActiveSilences): Notifiable {
  const whole = active.get(wholeTask)?.reason ?? null
  const { matched, matchedKeys, recovered, result, cell, column } = found
  if (active.size === 0) return { matched, recovered, result, cell, withheld: null }
  const reasonOf = (key: string) => (whole === 'silenced' ? whole : (active.get(key)?.reason ?? null))
  const reasons = matched.map((_, index) => reasonOf(matchedKeys[index] ?? wholeTask))
  const told = matched.filter((_, index) => reasons[index] === null)
  const recoveries = recovered.filter(({ row_key }) => reasonOf(row_key) !== 'silenced')
  const isSilenced = reasons.includes('silenced') || recoveries.length < recovered.length
  const [first] = told
  return {
    matched: told,
    recovered: recoveries,
    result: resultWithout(found, active) ?? result,
    cell: first === undefined ? cell : (first[column] ?? null),
    withheld: isSilenced ? 'silenced' : told.length < matched.length ? 'acknowledged' : null,
  }
}

/** The compared result without the rows that began to fire during their silence. Null: there are none. */
function resultWithout({ states }: Found, active: ActiveSilences): string | null {
  const on = states.filter(({ row_key, state }) => row_key !== wholeTask && isOn(state))
  const known = on.filter(({ row_key, since }) => {
    const own = active.get(row_key)
    return own?.reason !== 'silenced' || since < own.from
  })
  return known.length === on.length ? null : resultOf(known.map(({ row_key }) => ({ key: row_key })))
}

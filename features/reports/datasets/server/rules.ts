// Decisions about refreshes: the times of a schedule, the daily limit, what an error of the service means. Pure functions, no I/O.
import { DateTime } from 'luxon'
import { dailyRefreshes } from '#catalogue/limits.ts'
import { localInstant } from '#platform/server/local-instant.ts'
import type { Refresh, PowerBiErrorCode } from '#powerbi/server/power-bi.ts'
import { type Advice, advisedProblems, type RefreshProblem, type RefreshState } from '../contract.ts'

export type Schedule = { enabled: boolean; days: readonly number[]; times: readonly string[] }

export type Run = { day: string; time: string; at: Date }

/** The runs of `count` days from a day on, in order. A time that a clock change skips runs when the skipped hour ends; a repeated one runs once. */
export function runsFrom({ enabled, days, times }: Schedule, zone: string, from: string, count: number): Run[] {
  if (!enabled) return []
  const first = DateTime.fromISO(from, { zone })
  const runs: Run[] = []
  for (let offset = 0; offset < count; offset += 1) {
    const day = first.plus({ days: offset })
    if (!days.includes(day.weekday)) continue
    for (const time of times.toSorted()) runs.push({ day: day.toISODate() ?? from, time, at: localInstant(day, time) })
  }
  return runs
}

/**
 * The first `count` runs after an instant. Each of them may need a week; the search begins a day early, and ends a day late, because a
 * weekly time may be just before the present one.
 */
export function nextRuns(schedule: Schedule, zone: string, after: Date, count: number): Date[] {
  const from = DateTime.fromJSDate(after, { zone }).minus({ days: 1 }).toISODate() ?? ''
  return runsFrom(schedule, zone, from, count * 7 + 2)
    .map(({ at }) => at)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .filter((instant) => instant.getTime() > after.getTime())
    .slice(0, count)
}

/** The first run after an instant; null without one. */
export const nextRun = (schedule: Schedule, zone: string, after: Date): Date | null =>
  nextRuns(schedule, zone, after, 1)[0] ?? null

export const limitOf = (dedicated: boolean): number => (dedicated ? dailyRefreshes.dedicated : dailyRefreshes.shared)

export type Link = { id: string; after_id: string | null; runs: number }

/**
 * The number of refreshes of a data set on a day: its own times, and those of the data sets that it follows. Null: the chain is a circle.
 */
export function runsADay(id: string, links: ReadonlyMap<string, Link>): number | null {
  let runs = 0
  const seen = new Set<string>()
  for (let link = links.get(id); link; link = link.after_id === null ? undefined : links.get(link.after_id)) {
    if (seen.has(link.id)) return null
    seen.add(link.id)
    runs += link.runs
  }
  return runs
}

/** The largest number of runs on one day of a schedule; 0 if the schedule is off. */
export const runsOf = ({ enabled, days, times }: Schedule): number => (enabled && days.length > 0 ? times.length : 0)

/**
 * The state of a refresh. `Unknown` is the service's word for a running refresh. A status that the portal does not know counts as running,
 * too.
 */
export function stateOf({ status }: Pick<Refresh, 'status'>): RefreshState {
  switch (status?.toLowerCase()) {
    case 'completed':
      return 'completed'
    case 'failed':
    case 'disabled':
      return 'failed'
    case 'cancelled':
      return 'canceled'
    default:
      return 'running'
  }
}

type Decoded = { problem: RefreshProblem; service_code: string | null }

/**
 * Translates the service's error of a failed refresh into a problem of the portal. The service's sentence is not stored, because it may
 * name people and servers.
 */
export function decoded({ status, serviceExceptionJson }: Pick<Refresh, 'status' | 'serviceExceptionJson'>): Decoded {
  const service_code = codeIn(serviceExceptionJson)
  if (status?.toLowerCase() === 'disabled') return { problem: 'disabled', service_code }
  const known = meanings.find(([pattern]) => pattern.test(service_code ?? ''))
  return { problem: known?.[1] ?? 'other', service_code }
}

/** Patterns of error codes with their problem; the first match counts. A gateway that cannot reach its source is a fault of the source. */
const meanings: readonly (readonly [RegExp, RefreshProblem])[] = [
  [/ServiceStopped/i, 'stopped'],
  [/Cancel/i, 'canceled'],
  [/Credential|AccessUnauthorized|OAuth|InvalidLogin|LoginFailed|TokenExpired/i, 'credentials'],
  [/DataSourceAccess|DataSourceConnection|Connection_?Failed|CannotConnect|SourceUnreachable|NotReachable/i, 'source'],
  [/Gateway|DMTS|DM_GWPipeline/i, 'gateway'],
  [/Time_?d?out|TimeLimit/i, 'timeout'],
  [/Memory|ResourceGovern|DatasetSize|SizeExceeded|RowCount/i, 'memory'],
  [/Capacity|Throttl|Overload/i, 'capacity'],
  [/Column|Mashup|Expression|DataFormat|Conversion|Duplicate|Query/i, 'query'],
  [/Permission|Forbidden|NotAuthorized|Access_?Denied/i, 'permission'],
  [/ModelChanged|Model|Processing/i, 'model'],
]

function codeIn(text: string | null): string | null {
  if (text === null) return null
  try {
    const code: unknown = (JSON.parse(text) as { errorCode?: unknown }).errorCode
    return typeof code === 'string' && /^[\w.-]{1,100}$/.test(code) ? code : null
  } catch {
    return null
  }
}

/** Why the service did not start a refresh. Status 400 means that another refresh runs, or that the day's refreshes are used up. */
export function notStarted({ code, reason }: { code: PowerBiErrorCode; reason: string | null }): Decoded {
  return { problem: /limit|quota/i.test(reason ?? '') ? 'limit' : problemOfCode(code), service_code: reason }
}

function problemOfCode(code: PowerBiErrorCode): RefreshProblem {
  switch (code) {
    case 'bad_request':
    case 'conflict':
      return 'running'
    case 'credentials':
    case 'unauthorized':
      return 'account'
    case 'forbidden':
    case 'not_found':
      return 'permission'
    case 'throttled':
    case 'unavailable':
    case 'timeout':
    case 'network':
    case 'malformed':
      return 'busy'
    default:
      return 'other'
  }
}

type Known = { id: string; request_id: string | null; state: string; started_at: Date }

/** Milliseconds by which the clock of a service may be behind the portal's clock. */
const clockSkewMs = 60_000

/**
 * Maps each refresh of the service's history to a refresh of the portal. A refresh of the portal without a service id is matched with the
 * first unknown refresh that began after it, because the service returns no id when it starts a refresh.
 */
export function matched(history: readonly Refresh[], known: readonly Known[]): Map<string, string> {
  const byRequest = new Map(known.flatMap(({ id, request_id }) => (request_id === null ? [] : [[request_id, id]])))
  const found = new Map<string, string>()
  const open = known
    .filter(({ request_id, state }) => request_id === null && state === 'running')
    .toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime())
  const oldestFirst = history.toSorted((a, b) => startOf(a) - startOf(b))
  for (const each of oldestFirst) {
    const { requestId } = each
    if (requestId === null) continue
    const same = byRequest.get(requestId)
    if (same !== undefined) {
      found.set(requestId, same)
      continue
    }
    const openIndex = open.findIndex(({ started_at }) => startOf(each) >= started_at.getTime() - clockSkewMs)
    const [taken] = openIndex === -1 ? [] : open.splice(openIndex, 1)
    if (taken) found.set(requestId, taken.id)
  }
  return found
}

export const startOf = ({ startTime }: Pick<Refresh, 'startTime'>): number => Date.parse(startTime ?? '') || 0

/** The advice that follows the sentence of a problem, for an administrator or for another person. */
export function adviceOf(problem: RefreshProblem | null, isAdministrator: boolean): Advice | null {
  const advised = advisedProblems.find((each) => each === problem)
  return advised === undefined ? null : isAdministrator ? advised : 'others'
}

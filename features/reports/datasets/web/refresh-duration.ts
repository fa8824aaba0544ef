import type { ReceivedOf } from '#platform/contract/call.ts'
import type { listRefreshes } from '../contract.ts'

type Refresh = Pick<ReceivedOf<typeof listRefreshes>['data'][number], 'state' | 'started_at' | 'ended_at'>

/** Formats a duration as `1:02:03` or `0:07`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** How long a refresh took; null while it runs. */
export const tookMs = ({ started_at, ended_at }: Refresh): number | null =>
  ended_at === null ? null : ended_at.getTime() - started_at.getTime()

/** The number of completed refreshes from which the usual duration is taken. */
const measured = 5

/** The median duration of the last completed refreshes, the newest first in the history; null without one. */
export function usualMs(history: readonly Refresh[]): number | null {
  const durations = history
    .filter(({ state }) => state === 'completed')
    .slice(0, measured)
    .flatMap((refresh) => tookMs(refresh) ?? [])
    .toSorted((a, b) => a - b)
  return durations[Math.floor(durations.length / 2)] ?? null
}

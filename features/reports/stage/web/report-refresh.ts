// An open report reads its data again at the publisher's interval, while its page is visible.
import { useEffect } from 'react'
import type { Report } from 'powerbi-client'
import { now } from '#platform/web/clock.ts'

export type Refreshing = { check: () => void; stop: () => void }

type RefreshDependencies = {
  seconds: number
  refresh: () => Promise<unknown>
  isSeen: () => boolean
  now: () => number
}

/**
 * Refreshes at the interval. `check` refreshes if the interval is over and the page is visible. A failed refresh is tried again after the
 * next interval.
 */
export function refreshing({ seconds, refresh, isSeen, now: clock }: RefreshDependencies): Refreshing {
  let last = clock()
  let isStopped = false
  return {
    check: () => {
      if (isStopped || !isSeen() || clock() - last < seconds * 1_000) return
      last = clock()
      refresh().catch(() => undefined)
    },
    stop: () => {
      isStopped = true
    },
  }
}

const checkMs = 1_000

/**
 * Refreshes a report at the interval. A hidden page is not refreshed, and is refreshed once when it becomes visible again. `seconds` null:
 * never.
 */
export function useAutoRefresh(report: Report | null, seconds: number | null): void {
  useEffect(() => {
    if (report === null || seconds === null) return
    const { check, stop } = refreshing({
      seconds,
      refresh: () => report.refresh(),
      isSeen: () => document.visibilityState === 'visible',
      now: () => now().getTime(),
    })
    const timer = setInterval(check, checkMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      stop()
    }
  }, [report, seconds])
}

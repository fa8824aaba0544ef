// An open report asks its service for the data again at the publisher's interval, while somebody can see it.
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

/** `check` refreshes when the interval is over and the page is seen. A refresh that fails is tried again after the next interval. */
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

/** A hidden page asks for nothing, and once when it is seen again. Null: never. */
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

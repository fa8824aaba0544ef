import { createContext, useContext, useEffect, useRef } from 'react'
import { liveEvent, type LiveEvent } from '#platform/contract/live-event.ts'
import type { Live } from './live.ts'

export const LiveContext = createContext<Live | null>(null)

type Kind = LiveEvent['kind']
type Of<K extends Kind> = Extract<LiveEvent, { kind: K }>

/**
 * Calls `hear` for one kind of live event while the screen is open; an event that does not fit the contract is ignored. Example:
 * `useLiveEvent('place_changed', ({ what }) => …)`.
 */
export function useLiveEvent<K extends Kind>(kind: K, hear: (event: Of<K>) => void): void {
  const live = useContext(LiveContext)
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    return live?.listen((event) => {
      const { success, data } = liveEvent.safeParse(event)
      if (success && data.kind === kind) latest.current(data as Of<K>)
    })
  }, [live, kind])
}

/** A live event reaches all browsers of a business unit at once. Their requests are spread over time. */
export const spreadMs = 2_000

/**
 * Delays a repeated request of this browser by a random time, so that not all browsers ask at once. Events that arrive before that time
 * cause no further request.
 */
export function useSpreadLiveEvent(kind: Kind, onEvent: () => void): void {
  const timer = useRef<number>(undefined)
  useLiveEvent(kind, () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      onEvent()
    }, Math.random() * spreadMs)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

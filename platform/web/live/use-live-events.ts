import { createContext, useContext, useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { Live } from './live.ts'

export const LiveContext = createContext<Live | null>(null)

type News = { kind: string }

/**
 * Calls `hear` for one kind of live event while the screen is open; an event that does not fit the contract is ignored. Example:
 * `useNews(newsItem, 'place_changed', ({ what }) => …)` with `newsItem` of features/identity/sessions/contract.ts.
 */
export function useNews<Item extends News, Kind extends Item['kind']>(
  schema: z.ZodType<Item>,
  kind: Kind,
  hear: (news: Extract<Item, { kind: Kind }>) => void,
): void {
  const live = useContext(LiveContext)
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    return live?.listen((news) => {
      const { success, data } = schema.safeParse(news)
      if (success && data.kind === kind) latest.current(data as Extract<Item, { kind: Kind }>)
    })
  }, [live, schema, kind])
}

/** A live event reaches all browsers of a business unit at once. Their requests are spread over time. */
export const spreadMs = 2_000

/** The same delay for events that make a browser ask again: one random moment for all events until then. */
export function useSpreadNews<Item extends News>(schema: z.ZodType<Item>, kind: Item['kind'], look: () => void): void {
  const timer = useRef<number>(undefined)
  useNews(schema, kind, () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      look()
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

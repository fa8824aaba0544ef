import { createContext, useContext, useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { Live } from './live.ts'

export const LiveContext = createContext<Live | null>(null)

type News = { kind: string }

/**
 * Hears one kind of news while the screen is open; what does not have the contract's form is not heard.
 * Example: `useNews(newsItem, 'place_changed', ({ what }) => …)` with `newsItem` of features/sessions/contract.ts.
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

/** News reach all browsers of a business unit at once; what they ask then shall not. */
export const spreadMs = 2_000

/** The same for what makes a browser look again: at a moment of its own, once for all news until then. */
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

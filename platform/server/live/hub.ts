// Hears what any process announces (PostgreSQL's LISTEN) and tells whoever subscribed here. One connection of its own a process.
import pg from 'pg'
import type { News } from '../http/route.ts'
import { channel } from './announce.ts'

export type Hub = {
  subscribe(listener: (news: News | 'missed') => void): () => void
  close(): Promise<void>
}

const firstPause = 200
const longestPause = 5_000

/**
 * Starts listening. While the connection is away news may be missed; once it is back every listener hears `missed`
 * and must look for itself.
 */
export function createHub(url: string, log: { warn(fields: object, message: string): void }): Hub {
  const listeners = new Set<(news: News | 'missed') => void>()
  let client: pg.Client | null = null
  let closed = false
  let pause = firstPause
  let timer: NodeJS.Timeout | undefined

  const tell = (news: News | 'missed') => {
    for (const listener of listeners) listener(news)
  }

  async function listen(again: boolean): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    fresh.on('notification', ({ payload }) => payload && tell(JSON.parse(payload) as News))
    fresh.on('error', () => undefined) // `end` follows and brings the connection back
    fresh.on('end', () => later())
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      log.warn({ err: error }, 'live: cannot listen')
      await fresh.end().catch(() => undefined)
      return
    }
    client = fresh
    pause = firstPause
    if (again) tell('missed')
  }

  function later(): void {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void listen(true)
    }, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  void listen(false)
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

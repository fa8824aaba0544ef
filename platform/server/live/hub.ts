// Receives the live events of all processes (PostgreSQL LISTEN) and passes them to local subscribers. It has its own connection.
import { type Listening, listenTo } from '../database/listen.ts'
import type { LiveEvent } from './live-event.ts'
import { channel } from './announce.ts'

export type Hub = {
  subscribe(listener: (event: LiveEvent | 'missed') => void): () => void
  close(): Promise<void>
}

const firstPause = 200
const longestPause = 5_000

/**
 * Starts listening. Events may be missed while the connection is lost. After reconnecting, every listener gets `missed` and must
 * reload its data.
 */
export function createHub(url: string, log: { warn(fields: object, message: string): void }): Hub {
  const listeners = new Set<(event: LiveEvent | 'missed') => void>()
  let connection: Listening | null = null
  let closed = false
  let pause = firstPause
  let timer: NodeJS.Timeout | undefined

  const broadcast = (event: LiveEvent | 'missed') => {
    for (const listener of listeners) listener(event)
  }

  async function listen(again: boolean): Promise<void> {
    try {
      connection = await listenTo(url, channel, {
        onMessage: (text) => broadcast(JSON.parse(text) as LiveEvent),
        onEnd: later,
      })
      pause = firstPause
      if (again) broadcast('missed')
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for live events')
      later()
    }
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
      await connection?.close()
    },
  }
}

// News from the server, once for all tabs: one of them holds the stream (a Web Lock decides which), the others hear it from
// that one. Six open streams would leave no connection for anything else over HTTP/1.1.
// It does not know the kinds of news: use-live-events.ts is told by a feature's contract.
import { CallFailure } from '../client/call-failure.ts'
import { reportRefusal } from '../client/client.ts'
import { readEvents } from '../client/event-stream.ts'

type Hear = (news: unknown) => void

export type Live = {
  listen: (hear: Hear) => () => void
  stop: () => void
}

const firstPause = 1_000
const longestPause = 60_000

/** Starts listening for the session of this browser. `name` tells sessions apart: a tab of an ended one must not feed a new one. */
export function startLive(path: string, name: string): Live {
  const hearers = new Set<Hear>()
  const channel = new BroadcastChannel(`vitrine-live-${name}`)
  const controller = new AbortController()
  const tell = (news: unknown) => hearers.forEach((hear) => hear(news))
  channel.addEventListener('message', ({ data }) => tell(data))
  const holdStream = () =>
    keepReading(path, controller.signal, (news) => {
      tell(news)
      channel.postMessage(news)
    })
  // Without Web Locks (a page over plain HTTP that is not the loopback) each tab has its own stream.
  const held =
    navigator.locks?.request(`vitrine-live-${name}`, { signal: controller.signal }, holdStream) ?? holdStream()
  held.catch(() => {})
  return {
    listen: (hear) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    stop: () => {
      controller.abort()
      channel.close()
    },
  }
}

/** Reads, and reads again when the stream ends: soon where the server spoke, later and later while nothing answers. */
async function keepReading(path: string, signal: AbortSignal, hear: Hear): Promise<void> {
  let pause = firstPause
  const opened = () => {
    pause = firstPause
  }
  while (!signal.aborted) {
    try {
      await readEvents(path, { opened, hear }, signal)
    } catch (error) {
      if (signal.aborted) return
      const refused = error instanceof CallFailure && (error.http === 401 || error.http === 403)
      if (refused && (await reportRefusal(error)) === 'failed') return
    }
    await sleep(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

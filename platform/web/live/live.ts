// Live events from the server, once for all tabs: the tab that holds a Web Lock reads the stream, and the others get its events through a
// BroadcastChannel. Over HTTP/1.1, six open streams would block all other requests. It does not know the kinds of events:
// use-live-events.ts takes them from a feature's contract.
import { CallFailure } from '../client/call-failure.ts'
import { reportRefusal, sessionToken } from '../client/client.ts'
import { readEvents } from '../client/event-stream.ts'

type Hear = (news: unknown) => void

export type Live = {
  listen: (hear: Hear) => () => void
  stop: () => void
}

const firstPause = 1_000
const longestPause = 60_000

/**
 * Starts listening for the session of this browser. `name` identifies the session: a tab of an ended session must not deliver events to a
 * new one.
 */
export function startLive(path: string, name: string): Live {
  const hearers = new Set<Hear>()
  const channel = new BroadcastChannel(`vitrine-live-${name}`)
  const controller = new AbortController()
  const notifyListeners = (news: unknown) => hearers.forEach((hear) => hear(news))
  channel.addEventListener('message', ({ data }) => notifyListeners(data))
  const holdStream = () =>
    keepReading(path, controller.signal, (news) => {
      notifyListeners(news)
      channel.postMessage(news)
    })
  // Without Web Locks (a page over plain HTTP on a host other than loopback) each tab opens its own stream. A frame of another site does
  // the same in a browser that denies it every storage, because the locks are denied with the storage.
  const lockedStream =
    navigator.locks?.request(`vitrine-live-${name}`, { signal: controller.signal }, holdStream) ?? holdStream()
  lockedStream.catch(() => (controller.signal.aborted ? undefined : holdStream()))
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

/** Reads the stream, and reconnects when it ends: soon after a server that answered, with growing delays after a failure. */
async function keepReading(path: string, signal: AbortSignal, hear: Hear): Promise<void> {
  let pause = firstPause
  const opened = () => {
    pause = firstPause
  }
  while (!signal.aborted) {
    const token = sessionToken()
    try {
      await readEvents(path, { opened, hear }, signal)
    } catch (error) {
      if (signal.aborted) return
      const refused = error instanceof CallFailure && (error.http === 401 || error.http === 403)
      if (refused && (await reportRefusal(error, token)) === 'failed') return
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

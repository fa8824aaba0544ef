// Event streams of a portal process, each over its own connection, as browsers keep them open.
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Stream = {
  /** All received events. */
  events: Record<string, unknown>[]
  isOpen(): boolean
  close(): void
}

/** Opens a stream and answers when it is accepted; rejects when it is refused. */
export function openStream(port: number, { host, token }: { host: string; token: string }): Promise<Stream> {
  const headers = { host: `${host}:${port}`, authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  return new Promise((resolve, reject) => {
    const clientRequest: ClientRequest = request({
      host: '127.0.0.1',
      port,
      path: '/api/auth/events',
      headers,
      agent: false,
    })
    clientRequest.on('error', reject).on('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`the stream was refused: ${answer.statusCode}`))
      const stream = { events: [] as Record<string, unknown>[], open: true }
      let rest = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('data: ')) stream.events.push(JSON.parse(line.slice(6)) as object as never)
      })
      const ended = () => (stream.open = false)
      answer.on('close', ended).on('error', ended)
      resolve({ events: stream.events, isOpen: () => stream.open, close: () => clientRequest.destroy() })
    })
    clientRequest.end()
  })
}

/** Reopens a stream that ends or is refused, like a browser. `opened` counts. */
export function keepStream(port: number, who: { host: string; token: string }) {
  let opened = 0
  let present: Stream | undefined
  const ending = new AbortController()
  const open = async () => {
    present = await openStream(port, who).catch(() => undefined)
    if (present) opened++
  }
  const reconnectLoop = (async () => {
    while (!ending.signal.aborted) {
      if (present?.isOpen() !== true) await open()
      await sleep(50)
    }
    present?.close()
  })()
  return {
    opened: () => opened,
    isOpen: () => present?.isOpen() === true,
    close: () => {
      ending.abort()
      return reconnectLoop
    },
  }
}

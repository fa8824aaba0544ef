// Reads a text/event-stream with fetch, so the token is in a header and never in an address.
import { failureOf, request } from './client.ts'

export type Listener = {
  /** Runs when the server has answered with a stream. */
  opened: () => void
  hear: (data: unknown) => void
}

/**
 * Passes each `data:` of the stream to `hear` until the server ends it or `signal` aborts. @throws CallFailure when the server refuses or
 * is unreachable.
 */
export async function readEvents(path: string, { opened, hear }: Listener, signal: AbortSignal): Promise<void> {
  const response = await request(path, { headers: { accept: 'text/event-stream' }, signal })
  if (!response.ok || response.body === null) throw await failureOf(response)
  opened()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const feed = eventParser(hear)
  for (let part = await reader.read(); !part.done; part = await reader.read()) feed(part.value)
}

/** Turns chunks of text into whole events (WHATWG HTML, 9.2.6). Comments only keep the connection open. */
export function eventParser(hear: (data: unknown) => void): (text: string) => void {
  let rest = ''
  let data: string[] = []
  const endEvent = () => {
    const text = data.join('\n')
    data = []
    const value = text === '' ? undefined : parse(text)
    if (value !== undefined) hear(value)
  }
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') endEvent()
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

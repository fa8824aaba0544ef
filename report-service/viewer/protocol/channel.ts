// The message channel to the embedding page: checks senders and posts answers. It knows no requests.
// Next: router.ts (handlers of requests).
import { isAllowedOrigin } from './allowed-origins.ts'
import { readRequest, refused, type WireAnswer, type WireRequest } from './envelope.ts'

export type Channel = {
  /** Posts an event to the host. Does nothing before the host's first message, because its origin is unknown until then. */
  send: (url: string, body: unknown) => void
}

type ChannelOptions = {
  page: Window
  allowedOrigins: readonly string[]
  answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>
}

/**
 * Listens to the embedding page. A message is accepted only if it comes from the parent window and from an allowed origin; all others
 * are ignored without an answer. Answers and events are posted only to that origin.
 */
export function openChannel({ page, allowedOrigins, answer }: ChannelOptions): Channel {
  let hostOrigin: string | null = null
  let eventCount = 0

  const post = (message: unknown) => {
    if (hostOrigin !== null) page.parent.postMessage(message, hostOrigin)
  }

  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== page.parent || page.parent === page) return
    if (!isAllowedOrigin(allowedOrigins, event.origin)) return
    const request = readRequest(event.data)
    if (request === null) return
    hostOrigin = event.origin
    void answerSafely(answer, request).then(({ statusCode, body }) => {
      post({ statusCode, headers: { id: request.headers['id'] }, body })
    })
  })

  return {
    send: (url, body) => {
      eventCount += 1
      post({ method: 'POST', url, headers: { id: `viewer-${eventCount}-${crypto.randomUUID()}` }, body })
    },
  }
}

/** The SDK waits forever for a missing answer, so an exception is converted to an answer. */
async function answerSafely(answer: ChannelOptions['answer'], request: WireRequest): Promise<WireAnswer> {
  try {
    return await answer(request)
  } catch (error) {
    console.error(error)
    return refused(500, 'LoadReportFailed', 'The viewer could not carry out this request.')
  }
}

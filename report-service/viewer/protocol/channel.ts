// The transport to the embedding page: who may speak, where answers go. It knows no request by name.
// Next: router.ts (which request means what).
import { isAllowedOrigin } from './allowed-origins.ts'
import { readRequest, refused, type WireAnswer, type WireRequest } from './envelope.ts'

export type Channel = {
  /** Posts an event to the host, once it has spoken; before that there is nobody to tell. */
  send: (url: string, body: unknown) => void
}

type ChannelOptions = {
  page: Window
  allowedOrigins: readonly string[]
  answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>
}

/**
 * Listens to the embedding page. A message counts only if it comes from the parent window *and* from an origin on the
 * list; all else is met with silence. Answers and events go to that origin and no other.
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

/** An unanswered promise of the SDK stays pending for ever, so a fault of ours is an answer too. */
async function answerSafely(answer: ChannelOptions['answer'], request: WireRequest): Promise<WireAnswer> {
  try {
    return await answer(request)
  } catch (error) {
    console.error(error)
    return refused(500, 'LoadReportFailed', 'The viewer could not carry out this request.')
  }
}

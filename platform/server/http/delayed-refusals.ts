// Delays refusals by a limit, so that a client that repeats a refused request at once takes less of the only thread. A client with a fault
// in its loop sends some hundred refused requests a second; with the delay it sends ten for each of its connections.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The delay of a refusal. A person does not notice it. */
export const refusalDelayMs = 100
/** Refusals that wait at the same time. More are sent at once, so that a flood cannot fill the memory with waiting answers. */
export const maxWaiting = 1_000

/** Too large a body, and too many requests. */
const limits = new Set([413, 429])

/**
 * Creates a Fastify hook (onSend) for one HTTP server. It takes a callback: a promise for each answer would cost every answer. `wait` is
 * replaced by tests.
 */
export function delayRefusals(wait: (work: () => void, ms: number) => unknown = setTimeout) {
  let waiting = 0
  return (
    { raw }: { raw: Pick<FastifyRequest['raw'], 'resume'> },
    { statusCode }: Pick<FastifyReply, 'statusCode'>,
    _payload: unknown,
    done: () => void,
  ): void => {
    if (!limits.has(statusCode) || waiting >= maxWaiting) return done()
    waiting += 1
    // The rest of a body above the limit: a connection that is closed with unread data is reset, and the client loses the answer.
    raw.resume()
    wait(() => {
      waiting -= 1
      done()
    }, refusalDelayMs)
  }
}

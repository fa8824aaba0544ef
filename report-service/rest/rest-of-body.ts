// A body above the limit is refused while the client still sends it. A connection that is closed with unread data is reset, and the client
// gets a broken connection in place of the answer 413.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The time for which a client may continue to send a refused body, in milliseconds. */
const longestRestMs = 1_000

/** A Fastify hook (onSend): before an answer 413, it reads and discards the rest of the body, for at most a second. */
export function discardRestOfBody(
  { raw }: FastifyRequest,
  { statusCode }: FastifyReply,
  _payload: unknown,
  done: () => void,
): void {
  if (statusCode !== 413 || raw.readableEnded || raw.destroyed) return done()
  const finish = () => {
    clearTimeout(timer)
    raw.off('end', finish).off('close', finish)
    done()
  }
  const timer = setTimeout(finish, longestRestMs)
  raw.once('end', finish).once('close', finish).resume()
}

// What browsers hear of live events (server-sent events). platform/server/live/live-event.ts has what servers tell each other.
import { z } from 'zod'

/** A live event that is sent to the browser. */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access_changed') }),
  z.object({ kind: z.literal('place_changed'), what: z.enum(['theme', 'settings']) }),
  /** Progress of a long job; `subject` is the id of its record. Sent repeatedly, so a lost event does no harm. */
  z.object({
    kind: z.literal('progress'),
    job: z.string(),
    subject: z.string().nullable(),
    done: z.number(),
    total: z.number(),
    what: z.string(),
  }),
  /** A remote access of this person, or one that this person asked for, was asked for, answered, begun or ended. */
  z.object({ kind: z.literal('remote_access') }),
  /** The unread notifications of this person changed. */
  z.object({ kind: z.literal('notifications_changed') }),
  /** Somebody registered and waits for approval, or was answered. */
  z.object({ kind: z.literal('registrations_changed') }),
  /** A ticket was opened, changed or removed, or somebody began to answer it. Null: some events were lost, so any ticket may have changed. */
  z.object({ kind: z.literal('ticket_changed'), ticket: z.string().nullable() }),
  /** A refresh of a data set began or ended. Which one is not said, because not every reader may know the data set. */
  z.object({ kind: z.literal('refreshes_changed') }),
  /** The refusal that the next call would get. */
  z.object({
    kind: z.literal('session_ended'),
    http: z.number(),
    status: z.string(),
    message: z.string(),
    key: z.string(),
  }),
])

export type LiveEvent = z.output<typeof liveEvent>

// How nouns emit events: in the transaction of the event, as rows that a job sends (outbox). An event without a webhook that chose it
// costs one statement. The events user.* and audit.entry are emitted by triggers (database/functions/webhooks.sql). Next: sending.ts.
import { z } from 'zod'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere, JobKind } from '#platform/server/jobs/job.ts'
import { type EventData, type EventType, events } from '../contract.ts'
import * as store from './store.ts'

/** Sends what is due in one business unit. */
export const sendKind = { name: 'webhook.send', scope: 'tenant', input: z.object({}) } satisfies JobKind

/** Binds the sealed secret of a webhook to its use. */
export const secretPurpose = 'webhooks.secret'

/** The context of the cause with its transaction: a `WriteContext` or a `JobContext`, with the business unit. */
export type EventContext = { db: Database; enqueue: EnqueueHere; tenantId: string }

type EmittedType = Exclude<EventType, `user.${string}` | 'audit.entry'>

/**
 * Emits an event in the transaction of its cause. Example: `await emitWebhook({ ...context, tenantId: tenantOf(actor) }, 'ticket.opened',
 * { ticket: { id, name }, user: { id, name } })`.
 */
export const emitWebhook = <T extends EmittedType>(context: EventContext, type: T, data: EventData<T>): Promise<void> =>
  emitWebhooks(context, type, [data])

/** Emits events of many equal changes in one statement. */
export async function emitWebhooks<T extends EmittedType>(
  context: EventContext,
  type: T,
  list: readonly EventData<T>[],
): Promise<void> {
  if (list.length === 0) return
  const { data } = events[type]
  const emitted = await store.emit(
    context.db,
    context.tenantId,
    type,
    list.map((each) => data.parse(each)),
  )
  if (emitted > 0) await sendSoon(context)
}

/** Emits events of business units from a session of the platform staff, outside of them. */
export async function emitWebhooksAbove<T extends EmittedType>(
  { db, enqueue }: Omit<EventContext, 'tenantId'>,
  type: T,
  list: readonly { tenant_id: string; data: EventData<T> }[],
): Promise<void> {
  if (list.length === 0) return
  const { data: shape } = events[type]
  const emitted = await store.emitAbove(
    db,
    type,
    list.map(({ tenant_id, data }) => ({ tenant_id, data: shape.parse(data) })),
  )
  for (const tenantId of emitted) await sendSoon({ enqueue, tenantId })
}

/**
 * Sends after the commit, without the wait for the next run of the schedule. A job of the unit that waits for its turn sends this too; if it
 * starts before the commit, the schedule finds what it has missed.
 */
export const sendSoon = ({ enqueue, tenantId }: Omit<EventContext, 'db'>, after?: Date): Promise<void> =>
  enqueue(sendKind, {}, { tenantId, group: tenantId, ...(after ? { after } : { once: true }) })

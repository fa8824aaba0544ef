// The request of a webhook. Next: run-text.ts (its body).
import { createHmac } from 'node:crypto'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { WaitingJobContext } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { webhookSecretPurpose } from './job-kinds.ts'
import * as store from './store.ts'

type Needs = { outgoing: Outgoing; secrets: Secrets }

export function createWebhookCalls({ outgoing, secrets }: Needs) {
  /** Sends the request of a webhook. Delivered at least once: the receiver knows a second delivery by its idempotency key. */
  async function callWebhook({ transaction, clock, isLastAttempt }: WaitingJobContext, runId: string): Promise<void> {
    const due = await transaction(({ db }) => store.findWebhook(db, runId))
    if (!due) return
    const isDelivered = due.url !== null && (await isAccepted(due.url, { ...due, runId, at: clock.now() }))
    if (!isDelivered && !isLastAttempt) throw new Error('the webhook did not accept the request')
    await transaction(({ db }) => store.endWebhook(db, runId, isDelivered ? 'delivered' : 'failed'))
  }

  type Delivery = { body: unknown; secret: Buffer | null; runId: string; at: Date }

  async function isAccepted(url: string, { body, secret, runId, at }: Delivery): Promise<boolean> {
    const content = JSON.stringify(body)
    const seconds = String(Math.floor(at.getTime() / 1000))
    try {
      const signature =
        secret === null
          ? {}
          : { 'x-vitrine-signature': signed(secrets.unseal(secret, webhookSecretPurpose), `${seconds}.${content}`) }
      const { ok } = await outgoing.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': runId,
          'x-vitrine-timestamp': seconds,
          ...signature,
        },
        body: content,
      })
      return ok
    } catch {
      return false
    }
  }

  return { callWebhook }
}

const signed = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

// Sends deliveries: claims what is due, sends without a connection of the database, and notes the outcome. Delivered at least once: a
// worker that dies after the answer leaves a claim that ends, and the receiver knows the second request by its webhook-id.
import { webhooks } from '#catalogue/limits.ts'
import { stopwatch } from '#platform/server/clock.ts'
import type { JobContext, WaitingJobContext } from '#platform/server/jobs/job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { secretPurpose, sendSoon } from './commands.ts'
import { answerStart, bodyOf, isAborted, isAccepted, isGone, pauseAfter, problemOf, signedHeaders } from './rules.ts'
import * as store from './store.ts'

type Ground = Pick<WaitingJobContext, 'transaction' | 'clock' | 'signal'>

/** A retry that is due so soon gets a job of its own; the schedule finds the others. */
const soonSeconds = 15

type Needs = { outgoing: Outgoing; secrets: Secrets; random?: () => number; jobMs?: number }

export function createSending({ outgoing, secrets, random = Math.random, jobMs = webhooks.jobMs }: Needs) {
  /** Sends what is due in the business unit of the job, for a limited time. The webhooks do not wait for each other. */
  async function sendDue(ground: Ground): Promise<void> {
    const elapsed = stopwatch()
    const due = await ground.transaction(async ({ db }) => {
      const webhookIds = await store.webhooksWithDue(db)
      for (const webhookId of webhookIds) await store.dropExcess(db, webhookId)
      return webhookIds
    })
    const isOver = () => ground.signal.aborted || elapsed() > jobMs
    const more = await allSettled(due.map((webhookId) => sendOf(ground, webhookId, isOver)))
    if (more.includes(true) && !ground.signal.aborted)
      await ground.transaction((context) => sendSoon({ ...context, tenantId: unitOf(context) }))
  }

  /**
   * Stops at the first round without a success, so that an endpoint that does not answer holds the job for one round only. True: more may be
   * due, for which this job has no time.
   */
  async function sendOf(ground: Ground, webhookId: string, isOver: () => boolean): Promise<boolean> {
    for (let round = 0; round < webhooks.roundsPerJob; round += 1) {
      const claimed = await ground.transaction(({ db }) => store.claim(db, webhookId))
      const accepted = await allSettled(claimed.map((delivery) => attempt(ground, delivery)))
      if (!accepted.includes(true)) return false
      if (isOver()) return true
    }
    return true
  }

  async function attempt(ground: Ground, delivery: store.Claimed): Promise<boolean> {
    const { isLast, ...outcome } = await post(ground, delivery)
    // The process stops: the claim ends, and another worker sends again.
    if (ground.signal.aborted && outcome.problem !== null) return false
    await ground.transaction((context) => note(context, delivery, outcome, isLast))
    return isAccepted(outcome.status)
  }

  /** `isLast`: the receiver wants no further attempt of this event. */
  async function post(
    { clock, signal }: Ground,
    delivery: store.Claimed,
  ): Promise<store.Outcome & { isLast: boolean }> {
    const elapsed = stopwatch()
    const ended = (part: Partial<store.Outcome>, isLast = false) => {
      return { status: null, problem: null, answer: null, ms: Math.round(elapsed()), ...part, isLast }
    }
    const signing = secretsOf(delivery)
    if (signing === null) return ended({ problem: 'secret_unreadable' })
    const body = JSON.stringify(bodyOf(delivery))
    try {
      const answer = await outgoing.fetch(delivery.url, {
        method: 'POST',
        headers: signedHeaders(signing, delivery.event_id, clock.now(), body),
        body,
        signal,
        waitMs: webhooks.answerMs,
      })
      const { status, headers } = answer
      return ended({ status, answer: answerStart(await answer.text()) }, isGone(status) || isAborted(headers))
    } catch (error) {
      return ended({ problem: problemOf(error) })
    }
  }

  /** The present secret, and in an overlap the old one; null: the present one cannot be opened with the keys of the portal. */
  function secretsOf({ secret_sealed, old_secret_sealed }: store.Claimed): string[] | null {
    const [present, old] = [secret_sealed, old_secret_sealed].map((sealed) => sealed && opened(sealed))
    return present ? [present, ...(old ? [old] : [])] : null
  }

  function opened(sealed: Buffer): string | null {
    try {
      return secrets.unseal(sealed, secretPurpose)
    } catch {
      return null
    }
  }

  async function note(
    context: JobContext,
    delivery: store.Claimed,
    outcome: store.Outcome,
    isLast: boolean,
  ): Promise<void> {
    const { db } = context
    if (isAccepted(outcome.status)) {
      await store.noteDelivered(db, delivery)
      await store.addAttempt(db, delivery.id, { ...outcome, next_at: null })
      return store.noteAccepting(db, delivery.webhook_id)
    }
    // A person waits for the outcome of a test, so that there is no second attempt. It proves nothing about the endpoint in use.
    const pause = delivery.is_test || isLast ? null : pauseAfter(delivery.attempts, random())
    const next_at = await store.noteFailed(db, delivery, pause)
    await store.addAttempt(db, delivery.id, { ...outcome, next_at: next_at ?? null })
    // A late failure: another worker has the delivery now.
    if (next_at === undefined || delivery.is_test) return
    const tenantId = unitOf(context)
    if (next_at !== null && pause !== null && pause <= soonSeconds) await sendSoon({ ...context, tenantId }, next_at)
    const isEndpointGone = isGone(outcome.status)
    const name = await (isEndpointGone
      ? store.noteGone(db, delivery.webhook_id, delivery.url)
      : store.noteFailing(db, delivery.webhook_id))
    if (name !== undefined)
      await tellDisabled({ ...context, tenantId }, { id: delivery.webhook_id, name, isEndpointGone })
  }

  return { sendDue }
}

type UnitContext = Omit<JobContext, 'tenantId'> & { tenantId: string }
type Disabled = { id: string; name: string; isEndpointGone: boolean }

async function tellDisabled(context: UnitContext, { id, name, isEndpointGone }: Disabled): Promise<void> {
  await context.audit('webhook.disabled', {
    target: { type: 'webhook', id, name },
    before: { active: true },
    after: { active: false },
  })
  const tell = { among: store.administrators }
  const place = { path: `/webhooks/${id}` }
  if (isEndpointGone) await notify(context, tell, 'webhook_gone', { webhook: name }, place)
  else await notify(context, tell, 'webhook_disabled', { webhook: name, days: String(webhooks.failingDays) }, place)
}

function unitOf({ tenantId }: JobContext): string {
  if (tenantId === null) throw new Error('the webhooks of a business unit are sent inside it')
  return tenantId
}

/** Waits for all, and rejects with the first failure only then: what still runs would use a context that has ended. */
async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work)
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

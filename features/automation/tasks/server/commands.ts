// Runs of tasks: the query is asked with the rights that the task's owner has at that moment (E6), its answer is evaluateCondition, and what follows
// is stored in one transaction with the end of the run, so that a run has its effects once (J1). Next: rules.ts, jobs.ts.
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { allows } from '#catalogue/access.ts'
import { id } from '#catalogue/fields.ts'
import { inEachLanguage, inLanguage } from '#catalogue/languages.ts'
import { taskRows } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { JobContext, JobKind, WaitingJobContext } from '#platform/server/jobs/job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { askData, dataOf, type ReportData } from '#features/reports/dax-queries/server/commands.ts'
import type { RunProblem, StopReason } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { filledMessage, filledQuery, evaluateCondition, outcomeOf, type Row } from './rules.ts'
import * as store from './store.ts'

const ofRun = z.object({ run_id: id() })
export const runKind = { name: 'task.run', scope: 'tenant', input: ofRun } satisfies JobKind
export const webhookKind = { name: 'task.call_webhook', scope: 'tenant', input: ofRun } satisfies JobKind

/** Binds the sealed secret of a webhook to its use. */
export const webhookSecretPurpose = 'tasks.webhook_secret'

const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

type Starting = { db: Database; enqueue: JobContext['enqueue'] }
type Which = { task_id?: string; trigger_id?: string; cause: 'trigger' | 'person'; slot: string | null }

/**
 * Stores and enqueues the runs of a task, or of the enabled tasks of a trigger, with the commit. `slot`: their idempotency key; null: a new
 * one. Answers their number.
 */
export async function startRuns({ db, enqueue }: Starting, { slot, ...which }: Which): Promise<number> {
  const runs = await store.addRuns(db, { ...which, slot: slot ?? randomUUID() })
  for (const { id: run_id, tenant_id: tenantId } of runs) await enqueue(runKind, { run_id }, { tenantId, slot: run_id })
  return runs.length
}

/** Stores and enqueues one run of a task. Answers its id. */
export async function startRun({ db, enqueue }: Starting, taskId: string): Promise<string | null> {
  const [run] = await store.addRuns(db, { task_id: taskId, cause: 'person', slot: randomUUID() })
  if (!run) return null
  await enqueue(runKind, { run_id: run.id }, { slot: run.id })
  return run.id
}

type Needs = { embedding: Embedding; outgoing: Outgoing; secrets: Secrets }
type Ground = Pick<WaitingJobContext, 'transaction' | 'clock' | 'log' | 'isLastAttempt'>
type UnitContext = Omit<JobContext, 'tenantId'> & { tenantId: string }

/** Worth another attempt of the job. */
const isPassing = (problem: RunProblem): boolean => problem === 'busy' || problem === 'unreachable'

export function createTaskRuns({ embedding, outgoing, secrets }: Needs) {
  /** A delivered run. A second delivery finds it ended. After the last attempt it is over, whatever went wrong. */
  async function run(ground: Ground, runId: string): Promise<void> {
    try {
      await attempt(ground, runId)
    } catch (error) {
      if (!ground.isLastAttempt) throw error
      await ground.transaction(({ db }) => store.endRun(db, runId, { state: 'failed', problem: 'failed' }))
      ground.log.warn({ err: error, run: runId }, 'a run of a task was given up')
    }
  }

  async function attempt({ transaction, clock, isLastAttempt }: Ground, runId: string): Promise<void> {
    const begun = await transaction((context) => begin(inUnit(context), runId))
    if (!begun) return
    const { task, data } = begun
    const asked = await askData(embedding, data, filledQuery(task.dax, task.variables, task.today), clock)
    if ('problem' in asked && isPassing(asked.problem) && !isLastAttempt)
      throw new Error(`the report service does not answer: ${asked.problem}`)
    await transaction((context) =>
      'problem' in asked ? failed(inUnit(context), task, asked.problem) : finish(inUnit(context), task, asked),
    )
  }

  /** Sends the request of a webhook. Delivered at least once: the receiver knows a second delivery by its idempotency key. */
  async function callWebhook({ transaction, clock, isLastAttempt }: Ground, runId: string): Promise<void> {
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

  return { run, callWebhook }
}

/** The task and the data that its owner may read now. Without the right to it the task is stopped. */
async function begin(context: UnitContext, runId: string): Promise<{ task: store.TaskToRun; data: ReportData } | null> {
  const { db } = context
  const task = await store.findWaiting(db, runId)
  if (!task) return null
  const owner = await store.standingOf(db, task.owner_id)
  if (!owner || task.owner_id === null) {
    // A business unit that is disabled or whose trial has ended may open again: its tasks stay switched on.
    const isClosed = task.owner_id !== null && (await store.isActive(db, task.owner_id))
    if (!isClosed) return stopped(context, task, 'owner_gone')
    await store.endRun(db, task.run_id, { state: 'failed', problem: 'unit_closed' })
    return null
  }
  if (!allows({ ...owner, scope: 'tenant' }, 'task.update')) return stopped(context, task, 'right_lost')
  if (task.report_id === null) return stopped(context, task, 'report_gone')
  const data = await dataOf(db, task.report_id, { id: task.owner_id, profile: owner.profile, email: owner.email })
  if ('refusal' in data) return stopped(context, task, data.refusal === 'missing' ? 'report_gone' : 'identity')
  return { task, data }
}

async function stopped(
  context: UnitContext,
  { task_id, run_id, name }: store.TaskToRun,
  reason: StopReason,
): Promise<null> {
  await store.endRun(context.db, run_id, { state: 'stopped', problem: reason })
  await store.stop(context.db, task_id, reason)
  await context.audit('task.stopped', { target: { type: 'task', id: task_id, name }, after: { stopped: reason } })
  await notifyAdministrators(context, { task_id, run_id, name, problem: reason })
  return null
}

/** Ends a run that failed. The first failure after a success is told, so that a lasting one does not fill the bell. */
async function failed(
  context: UnitContext,
  { task_id, run_id, name }: store.TaskToRun,
  problem: RunProblem,
): Promise<void> {
  const before = await store.stateBefore(context.db, task_id, run_id)
  await store.endRun(context.db, run_id, { state: 'failed', problem })
  if (before !== 'failed') await notifyAdministrators(context, { task_id, run_id, name, problem })
}

async function finish(
  context: UnitContext,
  task: store.TaskToRun,
  { rows, query_ms }: { rows: Row[]; query_ms: number },
) {
  const { db, clock } = context
  const notification = await store.lockToNotify(db, task.run_id)
  if (!notification) return
  if (notification.version !== task.version) throw new Error('the task was changed while its query ran')
  const found = evaluateCondition(rows, task, task.last_value)
  if (found.problem !== null) return failed(context, task, found.problem)
  const { matched, column, cell, result, lastValue } = found
  const facts = { row_count: rows.length, matched: matched.length, value: rawText(cell), query_ms }
  const counted = { matched: matched.length, result }
  const state = outcomeOf(notification.repeat_policy, counted, notification, clock.now(), task.timezone)
  await store.noteResult(db, task.task_id, {
    last_result: result,
    last_value: lastValue,
    isNotified: state === 'notified',
  })
  if (state !== 'notified') return store.endRun(db, task.run_id, { state, ...facts })
  const messageValues = { matched, column, cell, variables: task.variables, today: task.today }
  const text = inEachLanguage((language) =>
    filledMessage(inLanguage(notification.message, language), language, messageValues, moreRows)
      .slice(0, maxMessageLength)
      .toWellFormed(),
  )
  const receipts = await notifyAddressees(context, task, notification, text)
  const isCalling = notification.channels.includes('webhook') && notification.webhook_url !== null
  const webhook_body = webhookBody(task, { ...facts, text: text['pt-BR'], rows: matched, at: clock.now() })
  await store.endRun(db, task.run_id, { state, ...facts, receipts, ...(isCalling && { webhook_body }) })
  const { tenantId } = context
  if (isCalling) await context.enqueue(webhookKind, { run_id: task.run_id }, { slot: task.run_id, group: tenantId })
  await context.audit('task.fired', {
    target: { type: 'task', id: task.task_id, name: task.name },
    after: { matched: matched.length, receipts },
  })
}

const signed = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

function inUnit(context: JobContext): UnitContext {
  if (context.tenantId === null) throw new Error('a task runs in a business unit')
  return { ...context, tenantId: context.tenantId }
}

/** The value of a notification has at most this length. */
const maxMessageLength = 2_000

const moreRows = (count: number): string => `… (+${count})`

function notifyAddressees(
  context: UnitContext,
  task: store.TaskToRun,
  notification: store.NotificationSettings,
  text: Record<string, string>,
) {
  const { channels, name } = notification
  const copies = { portal: channels.includes('portal'), email: channels.includes('email') }
  if (!copies.portal && !copies.email) return Promise.resolve(0)
  const path = `/${notification.report_id ?? ''}/reports/view`
  const cause = `task run ${task.run_id}`
  const texts = {
    'pt-BR': text['pt-BR'] ?? '',
    'en-US': text['en-US'] ?? null,
    es: text['es'] ?? null,
    'pt-PT': text['pt-PT'] ?? null,
  }
  return notify(
    context,
    { among: store.addresseesOf(notification) },
    'task_fired',
    { task: name, text: texts },
    { path, cause, channels: copies },
  )
}

type TaskProblem = { task_id: string; run_id: string; name: string; problem: RunProblem }

/** Tells the administrators that a task failed or was stopped. */
async function notifyAdministrators(
  context: UnitContext,
  { task_id, run_id, name, problem }: TaskProblem,
): Promise<void> {
  const reason = inEachLanguage((language) => words[language].problems[problem])
  const options = { path: `/auto_actions/${task_id}`, cause: `task trouble ${run_id}` }
  await notify(context, { profile: 'admin' }, 'task_failed', { task: name, reason }, options)
}

/** As it is compared, without regard to a language. */
const rawText = (cell: unknown): string | null =>
  cell === null || cell === undefined
    ? null
    : (typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, 500).toWellFormed()

const maxWebhookBytes = 500_000

type Fired = { row_count: number; matched: number; value: string | null; text: string; rows: Row[]; at: Date }

/** What a webhook gets. `rows` ends before the limit of rows or of bytes. */
function webhookBody(task: store.TaskToRun, { rows, at, ...fired }: Fired): object {
  const sent: Row[] = []
  let bytes = 0
  for (const row of rows.slice(0, taskRows.sent)) {
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > maxWebhookBytes) break
    sent.push(row)
  }
  return {
    event: 'task.fired',
    run_id: task.run_id,
    task: { id: task.task_id, name: task.name },
    at,
    ...fired,
    rows: sent,
  }
}

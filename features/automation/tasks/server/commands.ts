// Runs of tasks: the query is asked with the rights that the task's owner has at that moment (E6), its answer is compared with the condition, and what follows
// is stored in one transaction with the end of the run, so that a run has its effects once (J1). Next: rules.ts, jobs.ts.
import { createHmac, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import { allows } from '#catalogue/access.ts'
import { id } from '#catalogue/fields.ts'
import { inEachLanguage, inLanguage, type Language } from '#catalogue/languages.ts'
import { taskMessages, taskRows, taskRunDeaths } from '#catalogue/limits.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { JobContext, JobKind, WaitingJobContext } from '#platform/server/jobs/job.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { emitWebhook } from '#features/integrations/webhooks/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { refusersAmong } from '#features/messaging/notifications/server/queries.ts'
import {
  askData,
  type DataAnswer,
  dataOf,
  type Reader,
  readersOf,
  type ReportData,
} from '#features/reports/dax-queries/server/commands.ts'
import type { RecipientOutcome, RunProblem, StopReason } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { filledMessage, filledQuery, outcomeOf, type Row } from './rules.ts'
import { evaluateStates, ofOwner, type Recovered, type StateEvaluation, wholeTask } from './states.ts'
import * as states from './state-store.ts'
import { type Group, keyOf, planOf, stateOf } from './audience.ts'
import * as digests from './digest-store.ts'
import { digestAt, digestText, maxMessageLength } from './digest.ts'
import { heardOf, type Quiet, quietAt } from './silences.ts'
import * as silences from './silence-store.ts'
import * as recipients from './recipients-store.ts'
import * as store from './store.ts'

const ofRun = z.object({ run_id: id() })
export const runKind = { name: 'task.run', scope: 'tenant', input: ofRun } satisfies JobKind
export const digestKind = {
  name: 'task.send_digest',
  scope: 'tenant',
  input: z.object({ user_id: id() }),
} satisfies JobKind
export const webhookKind = { name: 'task.call_webhook', scope: 'tenant', input: ofRun } satisfies JobKind

/** Binds the sealed secret of a webhook to its use. */
export const webhookSecretPurpose = 'tasks.webhook_secret'

const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

type Starting = { db: Database; enqueue: JobContext['enqueue'] }
type Which = { trigger_id: string; cause: 'trigger' | 'person'; planned: store.Planned | null; late_hours?: number }

/** How late the enabled tasks of a trigger may still run, each limit once. */
export const lateLimitsOf = store.lateLimitsOf

/**
 * Stores and enqueues the runs of the enabled tasks of a trigger, with the commit. `planned`: the instant, of which each task has one run;
 * null: a person starts them. Answers their number.
 */
export async function startRuns({ db, enqueue }: Starting, which: Which): Promise<number> {
  const slot = which.planned ? slotOf(which.planned.at) : randomUUID()
  const runs = await store.addRuns(db, { ...which, slot })
  for (const { id: run_id, tenant_id: tenantId } of runs) await enqueue(runKind, { run_id }, { tenantId, slot: run_id })
  return runs.length
}

const slotOf = (at: Date): string => at.toISOString()

/** Stores that planned instants were missed and are too old to be run, for the enabled tasks of a trigger. */
export async function recordMissed(
  db: Database,
  { trigger_id, late_hours, ...planned }: { trigger_id: string; late_hours: number } & store.Planned,
): Promise<void> {
  const slot = slotOf(planned.at)
  await store.addRuns(db, { trigger_id, cause: 'trigger', slot, planned, late_hours, state: 'missed' })
}

/** Stores and enqueues one run of a task. Answers its id. */
export async function startRun({ db, enqueue }: Starting, taskId: string): Promise<string | null> {
  const [run] = await store.addRuns(db, { task_id: taskId, cause: 'person', slot: randomUUID(), planned: null })
  if (!run) return null
  await enqueue(runKind, { run_id: run.id }, { slot: run.id })
  return run.id
}

type Needs = { embedding: Embedding; outgoing: Outgoing; secrets: Secrets }
type Ground = Pick<WaitingJobContext, 'transaction' | 'clock' | 'log' | 'isLastAttempt' | 'signal'>
type UnitContext = Omit<JobContext, 'tenantId'> & { tenantId: string }
type Answers = Map<string, DataAnswer>

/** This process, as the history names it. */
const node = `${hostname()} ${process.pid}`

/** Worth another attempt of the job. */
const isPassing = (problem: RunProblem): boolean => problem === 'busy' || problem === 'unreachable'

export function createTaskRuns({ embedding, outgoing, secrets }: Needs) {
  /** A delivered run. A second delivery finds it ended. After the last attempt it is over, whatever went wrong. */
  async function run(ground: Ground, runId: string): Promise<void> {
    try {
      await attempt(ground, runId)
    } catch (error) {
      if (!ground.isLastAttempt) {
        await ground.transaction(({ db }) => store.noteAlive(db, runId))
        throw error
      }
      ground.log.warn({ err: error, run: runId }, 'a run of a task was given up')
      await ground.transaction((context) => givenUp(inUnit(context), runId))
    }
  }

  async function attempt(ground: Ground, runId: string): Promise<void> {
    const { transaction } = ground
    const begun = await transaction((context) => begin(inUnit(context), runId))
    if (!begun) return
    const { task, data } = begun
    const answers: Answers = new Map()
    if (task.own_outcome === null) {
      const asked = await ask(ground, task, data)
      const goesOn = await transaction((context) =>
        'problem' in asked
          ? failed(inUnit(context), task, asked.problem)
          : noteOwn(inUnit(context), { task, data, asked }),
      )
      if (!goesOn) return
      answers.set(keyOf(data.identity), asked)
    }
    // A person who gets another identity meanwhile is told in the second round.
    for (let round = 0; round < 2; round += 1) {
      const groups = await transaction((context) => plan(inUnit(context), task, new Set(answers.keys())))
      for (const group of groups) await tellGroup(ground, { task, data, group, answers })
    }
    await transaction((context) => conclude(inUnit(context), task))
  }

  /** Asks the data for one identity. A problem that may pass is worth another attempt of the job. */
  async function ask({ clock, isLastAttempt }: Ground, task: store.TaskToRun, data: ReportData): Promise<DataAnswer> {
    const asked = await askData(embedding, data, filledQuery(task.dax, task.variables, task.today), clock)
    if ('problem' in asked && isPassing(asked.problem) && !isLastAttempt)
      throw new Error(`the report service does not answer: ${asked.problem}`)
    return asked
  }

  type Telling = { task: store.TaskToRun; data: ReportData; group: Group; answers: Answers }

  /** Tells the people of one identity, with its rows. Each group is a transaction: what is told is not told again by a later attempt. */
  async function tellGroup(ground: Ground, { task, data, group, answers }: Telling): Promise<void> {
    if (ground.signal.aborted) throw new Error('the run was stopped before everybody was told')
    const known = answers.get(group.key)
    const asked = known ?? (await ask(ground, task, { ...data, identity: group.identity }))
    answers.set(group.key, asked)
    await ground.transaction((context) => tell(inUnit(context), task, group, asked, known === undefined))
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
  if ((await store.noteNode(db, runId, node)) >= taskRunDeaths) {
    await failed(context, task, 'died')
    return null
  }
  // Once it has asked, the run goes on: its webhook may have been called.
  if (task.own_outcome === null && isTooLate(task, context.clock.now())) {
    await store.endLate(db, runId)
    return null
  }
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

const isTooLate = ({ planned_at, late_hours }: store.TaskToRun, now: Date): boolean =>
  planned_at !== null && now.getTime() - planned_at.getTime() > late_hours * 3_600_000

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

/** The silences of a task that hold now, for the transaction in which it tells. */
const quietOf = async (
  { db, clock }: UnitContext,
  { task_id, timezone }: Pick<store.TaskToRun, 'task_id' | 'timezone'>,
): Promise<Quiet> => quietAt(await silences.silencesOf(db, task_id), clock.now(), timezone)

/**
 * Ends a run that failed. The first failure after a success is told, so that a lasting one does not fill the bell. One that a silence
 * withheld was not told.
 */
async function failed(
  context: UnitContext,
  task: store.TaskToRun,
  problem: RunProblem,
  named?: store.Ended['named'],
): Promise<false> {
  const { db } = context
  const { task_id, run_id, name, on_error } = task
  const before = await store.endedBefore(db, task_id, run_id)
  const isNew = before?.state !== 'failed' || before.withheld !== null
  const notification = await store.lockToNotify(db, run_id)
  const isSilenced = (await quietOf(context, task)).get(wholeTask)?.reason === 'silenced'
  if (notification?.own_outcome === null && on_error !== 'keep') {
    if (on_error === 'ok') await states.forgetStates(db, task_id)
    await states.setWhole(db, task_id, { state: on_error === 'alarm' ? 'error' : 'ok', run_id })
    await silences.endRecovered(db, task_id)
    if (on_error === 'alarm' && isNew) await tellOfError(context, task, notification, isSilenced)
  }
  if (problem === 'died' && on_error === 'keep') await states.setWhole(db, task_id, { state: 'error', run_id })
  await store.endRun(db, run_id, {
    state: 'failed',
    problem,
    ...(named && { named }),
    ...(isNew && isSilenced && { withheld: 'silenced' }),
  })
  if (isNew && !isSilenced) await notifyAdministrators(context, { task_id, run_id, name, problem })
  return false
}

/** Tells the addressees who may open the report that the data could not be checked, where the author wants an alarm for it. */
async function tellOfError(
  context: UnitContext,
  task: store.TaskToRun,
  notification: store.NotificationSettings,
  isSilenced: boolean,
): Promise<void> {
  const { db } = context
  const { report_id, repeat_policy } = notification
  if (report_id === null || repeat_policy === 'only_execute_dax' || !tellsPeople(notification)) return
  const readers = await readersOf(db, report_id, store.addresseesOf(notification))
  const { groups, planned } = planOf(readers, { max: readers.length, known: new Set() })
  await recipients.planRecipients(db, task.run_id, planned)
  const people = groups.flatMap(({ userIds }) => userIds)
  if (isSilenced) return recipients.settle(db, task.run_id, people, { outcome: 'silenced' })
  await tellPeople(context, task, notification, people, {
    text: inEachLanguage((language) => words[language].say.error),
    identity_key: null,
  })
}

/** Ends a run after the last attempt of its job. */
async function givenUp(context: UnitContext, runId: string): Promise<void> {
  const task = await store.findWaiting(context.db, runId)
  if (task) await failed(context, task, 'failed')
}

type Own = { task: store.TaskToRun; data: ReportData; asked: Extract<DataAnswer, { rows: Row[] }> }

/** Stores what the owner's rows say, and calls the webhook, which is the owner's own channel. False: the run has ended. */
async function noteOwn(context: UnitContext, { task, data, asked: { rows, query_ms } }: Own): Promise<boolean> {
  const { db, clock, tenantId } = context
  const notification = await lockCurrent(db, task)
  if (!notification) return false
  const which = { task_id: task.task_id, identity_key: ofOwner }
  const past = await states.statesOf(db, which)
  const found = evaluateStates(rows, task, {
    lastValue: task.last_value,
    states: past,
    now: clock.now(),
    isStepped: past.get(wholeTask)?.run_id === task.run_id,
  })
  const secured = data.identity !== null
  if (found.problem !== null) {
    const named = found.detail === null ? undefined : { value: found.detail, asked_for: task.owner_id, secured }
    return failed(context, task, found.problem, named)
  }
  await states.replaceStates(db, which, { run_id: task.run_id, states: found.states, secured })
  const { matched, cell, lastValue } = found
  const heard = heardOf(found, await quietOf(context, task))
  // The acknowledgement of a row withholds nothing that recovers with it.
  await silences.endRecovered(db, task.task_id)
  const result = heard.result ?? notification.last_result
  const counted = { matched: matched.length, result }
  const own_outcome = outcomeOf(notification.repeat_policy, counted, notification, clock.now(), task.timezone)
  const isNotified = own_outcome === 'notified' && heard.matched.length > 0
  const withheld = own_outcome === 'notified' && !isNotified ? heard.withheld : null
  // While a silence withholds the news, they stay news.
  if (withheld === null)
    await store.noteResult(db, task.task_id, { last_result: result, last_value: lastValue, isNotified })
  const facts = { row_count: rows.length, matched: matched.length, value: rawText(cell), query_ms }
  const isCalling = isNotified && notification.channels.includes('webhook') && notification.webhook_url !== null
  const text = messageOf(task, notification, { ...found, ...heard }, true)['pt-BR']
  const called = { ...facts, matched: heard.matched.length, value: rawText(heard.cell), text, rows: heard.matched }
  const webhook_body = isCalling ? webhookBody(task, { ...called, at: clock.now() }) : null
  await store.noteOwnAnswer(db, task.run_id, {
    ...facts,
    own_outcome,
    asked_for: task.owner_id,
    secured,
    withheld,
    webhook_body,
  })
  if (isCalling) await context.enqueue(webhookKind, { run_id: task.run_id }, { slot: task.run_id, group: tenantId })
  if (notification.repeat_policy === 'only_execute_dax') {
    await store.endRun(db, task.run_id, { state: own_outcome })
    return false
  }
  return true
}

/** Locks the task and its waiting run. The answer of a query counts only for the version of the task that asked it. */
async function lockCurrent(
  db: Database,
  { run_id, version }: store.TaskToRun,
): Promise<store.NotificationSettings | undefined> {
  const notification = await store.lockToNotify(db, run_id)
  if (notification && notification.version !== version) throw new Error('the task was changed while its query ran')
  return notification
}

/** Plans who is told with which identity, by the rights of this moment. A person who was told in an earlier attempt is in no group. */
async function plan(context: UnitContext, task: store.TaskToRun, known: ReadonlySet<string>): Promise<Group[]> {
  const { db } = context
  const notification = await lockCurrent(db, task)
  if (!notification || !tellsPeople(notification) || notification.report_id === null) return []
  const readers = await readersOf(db, notification.report_id, store.addresseesOf(notification))
  const settled = await recipients.settledIn(db, task.run_id)
  const due = readers.filter(({ user_id }) => !settled.has(user_id))
  const max = Math.max(0, taskMessages.identities - notification.queries)
  const { groups, planned } = planOf(due, { max, known })
  await recipients.planRecipients(db, task.run_id, planned)
  return groups
}

const tellsPeople = ({ channels }: store.NotificationSettings): boolean =>
  channels.includes('portal') || channels.includes('email')

/** Tells those of a group who still have its identity, if the condition holds for its rows and the repeat policy lets it. */
async function tell(
  context: UnitContext,
  task: store.TaskToRun,
  group: Group,
  asked: DataAnswer,
  isNew: boolean,
): Promise<void> {
  const { db, clock } = context
  const { task_id, run_id } = task
  const notification = await lockCurrent(db, task)
  if (!notification || notification.report_id === null) return
  if (isNew) await store.noteQuery(db, run_id, 'rows' in asked ? asked.query_ms : 0)
  const readers = await readersOf(db, notification.report_id, recipients.waitingWith(run_id, group.key))
  const people = readers
    .filter((reader) => 'identity' in reader && keyOf(reader.identity) === group.key)
    .map(({ user_id }) => user_id)
  const settleAll = (outcome: RecipientOutcome, problem?: RunProblem) =>
    recipients.settle(db, run_id, people, { outcome, ...(problem && { problem }) })
  if ('problem' in asked) return settleAll('failed', asked.problem)
  if (group.identity !== null && asked.rows.length === 0) return settleAll('no_rows')
  const before = await recipients.lastResultOf(db, task_id, group.key)
  const which = { task_id, identity_key: group.key }
  const past = await states.statesOf(db, which)
  const found = evaluateStates(asked.rows, task, {
    lastValue: before.last_value,
    states: past,
    now: clock.now(),
    isStepped: past.get(wholeTask)?.run_id === run_id,
  })
  if (found.problem !== null) return settleAll('failed', found.problem)
  await states.replaceStates(db, which, { run_id, states: found.states, secured: group.identity !== null })
  const heard = heardOf(found, await quietOf(context, task))
  const result = heard.result ?? before.last_result
  const counted = { matched: found.matched.length, result }
  const outcome = outcomeOf(notification.repeat_policy, counted, before, clock.now(), task.timezone)
  const isWorthTelling = outcome === 'notified'
  const isFired = isWorthTelling && heard.matched.length > 0
  const isBack = task.tells_recovery && heard.recovered.length > 0 && outcome !== 'recorded'
  const isDue = isFired || isBack
  const reason = outcome === 'held' ? 'policy' : ((isWorthTelling ? heard.withheld : null) ?? 'condition')
  if (!isDue) await settleAll(reason)
  const text = messageOf(task, notification, { ...found, ...heard }, isFired)
  const told = isDue ? await tellPeople(context, task, notification, people, { text, identity_key: group.key }) : 0
  // While nobody with this identity could be told, the news stay news.
  if ((isDue || isWorthTelling) && told === 0) return
  await recipients.noteLastResult(db, task_id, group.key, {
    last_result: result,
    last_value: found.lastValue,
    isNotified: isFired,
  })
}

/** `identity_key`: of the rows that the text has; null: it has none. */
type Message = { text: Record<Language, string>; identity_key: string | null }

/**
 * Notifies some people, and stores by which channels, or why not. Those who had enough messages in this hour get it in their digest. Answers
 * how many were told, or will be.
 */
async function tellPeople(
  context: UnitContext,
  task: store.TaskToRun,
  notification: store.NotificationSettings,
  people: readonly string[],
  { text, identity_key }: Message,
): Promise<number> {
  const { db } = context
  const { run_id } = task
  const { name, report_id } = notification
  if (report_id === null) return 0
  const copies = { portal: notification.channels.includes('portal'), email: notification.channels.includes('email') }
  const refusers = new Set(copies.email ? await refusersAmong(db, people) : [])
  const full = await recipients.fullInboxes(db, {
    tenantId: context.tenantId,
    userIds: people,
    anHour: taskMessages.anHour,
  })
  const unreached = copies.portal ? [] : people.filter((id) => refusers.has(id))
  const open = people.filter((id) => !unreached.includes(id))
  const told = open.filter((id) => !full.has(id))
  const byMail = told.filter((id) => copies.email && !refusers.has(id))
  const byPortalOnly = told.filter((id) => !copies.email || refusers.has(id))
  const portal = copies.portal ? ['portal'] : []
  const channelsOf = (userId: string) => (copies.email && !refusers.has(userId) ? [...portal, 'email'] : portal)
  const inDigest = await digests.addEntries(
    db,
    open.filter((userId) => full.has(userId)),
    { run_id, report_id, identity_key, task: name, text },
    { channels: channelsOf, max: taskMessages.digest },
  )
  for (const user_id of inDigest) await digestLater(context, user_id)
  await recipients.settle(db, run_id, [...inDigest], { outcome: 'digest' })
  await recipients.settle(db, run_id, unreached, { outcome: 'unsubscribed' })
  await recipients.settle(
    db,
    run_id,
    open.filter((userId) => full.has(userId) && !inDigest.has(userId)),
    { outcome: 'limit' },
  )
  await recipients.settle(db, run_id, byMail, { outcome: 'told', channels: [...portal, 'email'] })
  await recipients.settle(db, run_id, byPortalOnly, { outcome: 'told', channels: portal })
  const [first] = told
  if (first === undefined) return inDigest.size
  await notify(
    context,
    { people: told },
    'task_fired',
    { task: name, text },
    { path: `/${report_id}/reports/view`, cause: `task run ${run_id} ${first}`, channels: copies },
  )
  return told.length + inDigest.size
}

/** One job for a person and hour, however many messages wait. One that failed leaves its messages to that of the next hour. */
async function digestLater({ enqueue, clock }: UnitContext, user_id: string): Promise<void> {
  const after = digestAt(clock.now())
  await enqueue(digestKind, { user_id }, { after, slot: `${user_id} ${after.toISOString()}` })
}

/**
 * Sends the messages that wait for the digest of a person, with the right that the person has now: a message stays away when they may no longer
 * open its report, or have other rows of it.
 */
export async function sendDigest(job: JobContext, userId: string): Promise<void> {
  const context = inUnit(job)
  const { db } = context
  const entries = await digests.takeEntries(db, userId)
  const readers = new Map<string, Reader | undefined>()
  for (const report_id of new Set(entries.map((entry) => entry.report_id)))
    readers.set(report_id, (await readersOf(db, report_id, digests.onlyOf(userId)))[0])
  const told = entries.filter(({ report_id, identity_key }) => {
    const reader = readers.get(report_id)
    if (reader === undefined || 'refusal' in reader) return false
    return identity_key === null || keyOf(reader.identity) === identity_key
  })
  const leftOut = entries.filter((entry) => !told.includes(entry)).map(({ run_id }) => run_id)
  await digests.noteLeftOut(db, userId, leftOut, 'no_right')
  // One digest for each set of channels, so that a message goes by no other channel than its own.
  for (const alike of Map.groupBy(told, ({ channels }) => channels.toSorted().join(' ')).values()) {
    const [first] = alike
    if (first === undefined) continue
    const { id: entryId, channels } = first
    const title = inEachLanguage((language) => `${words[language].title} (${alike.length})`)
    await notify(
      context,
      { people: [userId] },
      'task_fired',
      { task: title, text: digestText(alike) },
      {
        cause: `task digest ${entryId}`,
        channels: { portal: channels.includes('portal'), email: channels.includes('email') },
      },
    )
  }
}

/** Ends a run of which every addressee had their turn. */
async function conclude(context: UnitContext, task: store.TaskToRun): Promise<void> {
  const { db } = context
  const notification = await lockCurrent(db, task)
  if (!notification || notification.own_outcome === null) return
  const counts = await recipients.countOutcomes(db, task.run_id)
  const byOutcome = new Map(counts.map(({ outcome, count }) => [outcome, count]))
  const { own_outcome, is_calling: isCalling, withheld } = notification
  const state = stateOf(own_outcome, { isCalling, isWithheld: withheld !== null }, byOutcome)
  if (state === 'failed') {
    const problem = counts.find(({ outcome }) => outcome === 'failed')?.problem
    await failed(context, task, problem ?? 'failed')
    return
  }
  await store.endRun(db, task.run_id, { state })
  if (state !== 'notified') return
  const receipts = (byOutcome.get('told') ?? 0) + (byOutcome.get('digest') ?? 0)
  const untold = counts.reduce((sum, { count }) => sum + count, 0) - receipts
  await context.audit('task.fired', {
    target: { type: 'task', id: task.task_id, name: task.name },
    after: { matched: notification.matched, receipts, untold },
  })
  await emitWebhook(context, 'task.fired', {
    task: { id: task.task_id, name: task.name },
    run_id: task.run_id,
    report_id: notification.report_id,
    matched: notification.matched ?? 0,
  })
}

const signed = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

function inUnit(context: JobContext): UnitContext {
  if (context.tenantId === null) throw new Error('a task runs in a business unit')
  return { ...context, tenantId: context.tenantId }
}

type Found = Extract<StateEvaluation, { problem: null }>

/** The message in each language, with the rows that fire, and with those that recovered where the author wants it. */
function messageOf(
  task: store.TaskToRun,
  { message }: store.NotificationSettings,
  { matched, column, cell, recovered, states: [whole] }: Found,
  isFired: boolean,
): Record<Language, string> {
  const { variables, today } = task
  return inEachLanguage((language) => {
    const note = missedNote(task, language)
    const more = (rowCount: number) => `… (+${rowCount})`
    const values = { matched, column, cell, variables, today }
    const fired =
      whole?.state === 'no_data'
        ? words[language].say.noData
        : filledMessage(inLanguage(message, language), language, values, more)
    const back = task.tells_recovery ? recoveredText(recovered, language, more) : ''
    const text = [isFired ? fired : '', back].filter((part) => part !== '').join('\n')
    return `${text.slice(0, maxMessageLength - note.length)}${note}`.toWellFormed()
  })
}

/** The line of a message about the rows that are ok again. A task without a key of rows has no names for them. */
function recoveredText(
  recovered: readonly Recovered[],
  language: Language,
  more: (rowCount: number) => string,
): string {
  if (recovered.length === 0) return ''
  const named = recovered.map(({ label }) => label).filter((label) => label !== '')
  if (named.length === 0) return words[language].say.recovered
  const shown = named.slice(0, taskRows.told)
  const rest = named.length - shown.length
  const list = [...shown, ...(rest > 0 ? [more(rest)] : [])].join(' · ')
  return words[language].say.recoveredRows.replace('{{rows}}', () => list)
}

/** The line of a message about the planned instants for which its run stands. */
function missedNote({ missed, missed_from, missed_until, timezone }: store.TaskToRun, language: Language): string {
  if (missed === null || missed_from === null || missed_until === null) return ''
  const { dateTime } = makeLocalTime(language, timezone)
  const { missed_one, missed_other } = words[language].runs
  const filled = (missed === 1 ? missed_one : missed_other)
    .replace('{{shown}}', String(missed))
    .replace('{{from}}', dateTime(missed_from))
    .replace('{{until}}', dateTime(missed_until))
  return `\n(${filled})`
}

type TaskProblem = { task_id: string; run_id: string; name: string; problem: RunProblem }

/** Tells the administrators, and the owner of the task, that it failed or was stopped. */
async function notifyAdministrators(
  context: UnitContext,
  { task_id, run_id, name, problem }: TaskProblem,
): Promise<void> {
  const reason = inEachLanguage((language) => words[language].problems[problem])
  const options = { path: `/auto_actions/${task_id}`, cause: `task trouble ${run_id}` }
  await notify(context, { among: store.caretakersOf(task_id) }, 'task_failed', { task: name, reason }, options)
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
    planned_at: task.planned_at,
    missed: task.missed === null ? null : { count: task.missed, from: task.missed_from, until: task.missed_until },
    ...fired,
    rows: sent,
  }
}

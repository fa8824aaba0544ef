// What the rows of the owners say, stored for several runs at once. The webhook is the owner's own channel.
import { languageOf } from '#catalogue/languages.ts'
import { outcomeOf } from './rules.ts'
import { messageOf, rawText, webhookBody } from './run-text.ts'
import { failed } from './run-trouble.ts'
import { activeSilencesOf, lockCurrent, type Silenced, type UnitContext, type Work } from './run-work.ts'
import { webhookKind } from './job-kinds.ts'
import { identityKeyOf } from '#features/reports/dax-queries/server/commands.ts'
import { notifiableOf } from './silences.ts'
import * as silences from './silence-store.ts'
import * as states from './state-store.ts'
import { evaluateStates, ofOwner, type Standing, wholeTask } from './states.ts'
import * as store from './store.ts'

type Assessed = {
  states: states.NewStates
  result: store.Result | null
  answer: store.OwnAnswer
  isCalling: boolean
}

/** Stores what the owners' rows say. Answers the runs that go on; `changed`: those whose task was changed meanwhile. */
export async function noteOwn(
  context: UnitContext,
  works: readonly Work[],
): Promise<{ goingOn: Work[]; changed: Work[] }> {
  const { db, tenantId } = context
  const { current, changed } = await lockCurrent(context, works)
  const which = ({ task }: Work) => ({ task_id: task.task_id, identity_key: ofOwner })
  const past = await states.statesOf(db, current.map(which))
  const silencesOf = await activeSilencesOf(
    context,
    current.map(({ task }) => task),
  )
  const goingOn: Work[] = []
  const assessed: Assessed[] = []
  const ended: (store.Ended & { run_id: string })[] = []
  for (const work of current) {
    const { task, notification } = work
    const before = past.get(states.keyOfStates(which(work))) ?? new Map()
    const found = assessOwn(context, work, { before, ...silencesOf(task.task_id) })
    if ('problem' in found) {
      await failed(context, task, found.problem, found.named)
      continue
    }
    assessed.push(found)
    if (notification.repeat_policy === 'only_execute_dax')
      ended.push({ run_id: task.run_id, state: found.answer.own_outcome })
    else goingOn.push(work)
  }
  await states.replaceStates(
    db,
    assessed.map((each) => each.states),
  )
  // The acknowledgement of a row withholds nothing that recovers with it: `silencesOf` was read before.
  await silences.endRecovered(
    db,
    assessed.map((each) => each.states.task_id),
  )
  await store.noteResults(
    db,
    assessed.flatMap(({ result }) => result ?? []),
  )
  await store.noteOwnAnswers(
    db,
    assessed.map(({ answer }) => answer),
  )
  for (const { isCalling, answer } of assessed)
    if (isCalling)
      await context.enqueue(webhookKind, { run_id: answer.run_id }, { slot: answer.run_id, group: tenantId })
  await store.endRuns(db, ended)
  return { goingOn, changed }
}

type Current = Work & { notification: store.NotificationSettings }
type Past = { before: Map<string, Standing & { run_id: string | null }> } & Silenced
type Fault = { problem: Parameters<typeof failed>[2]; named?: store.Ended['named'] }

function assessOwn(
  { clock }: UnitContext,
  { task, data, answers, notification }: Current,
  past: Past,
): Assessed | Fault {
  const asked = answers.get(identityKeyOf(data.identity))
  if (!asked || 'problem' in asked.answer)
    return { problem: asked && 'problem' in asked.answer ? asked.answer.problem : 'failed' }
  const { rows, query_ms } = asked.answer
  const found = evaluateStates(rows, task, {
    lastValue: task.last_value,
    states: past.before,
    now: clock.now(),
    isStepped: past.before.get(wholeTask)?.run_id === task.run_id,
    paused: past.paused,
  })
  const secured = data.identity !== null
  const { run_id, task_id } = task
  if (found.problem !== null)
    return {
      problem: found.problem,
      ...(found.detail !== null && { named: { value: found.detail, asked_for: task.owner_id, secured } }),
    }
  const notifiable = notifiableOf(found, past.active)
  const result = notifiable.result ?? notification.last_result
  const counted = { matched: found.matched.length, result }
  const own_outcome = outcomeOf(notification.repeat_policy, counted, notification, clock.now(), task.timezone)
  const isNotified = own_outcome === 'notified' && notifiable.matched.length > 0
  const withheld = own_outcome === 'notified' && !isNotified ? notifiable.withheld : null
  const facts = { row_count: rows.length, matched: found.matched.length, value: rawText(found.cell), query_ms }
  const isCalling = isNotified && notification.channels.includes('webhook') && notification.webhook_url !== null
  const called = {
    ...facts,
    matched: notifiable.matched.length,
    value: rawText(notifiable.cell),
    rows: notifiable.matched,
  }
  const text = () => messageOf(task, notification, { ...found, ...notifiable }, true)[languageOf(task.language)]
  return {
    states: { task_id, identity_key: ofOwner, run_id, states: found.states, secured },
    // While a silence withholds the news, they stay news.
    result: withheld === null ? { task_id, last_result: result, last_value: found.lastValue, isNotified } : null,
    answer: {
      run_id,
      ...facts,
      queries: asked.isNew ? 1 : 0,
      own_outcome,
      asked_for: task.owner_id,
      secured,
      withheld,
      paused_rows: found.paused.count,
      webhook_body: isCalling ? webhookBody(task, { ...called, text: text(), at: clock.now() }) : null,
    },
    isCalling,
  }
}

// Plans who is told of runs with which rows, tells them, and ends the runs.
import { taskMessages } from '#catalogue/limits.ts'
import { emitWebhooks } from '#features/integrations/webhooks/server/commands.ts'
import { identityKeyOf } from '#features/reports/dax-queries/server/commands.ts'
import type { RecipientOutcome, RunProblem } from '../contract.ts'
import { type Group, planOf, stateOf } from './audience.ts'
import { readersAmong, readersOfTasks } from './readers.ts'
import * as recipients from './recipients-store.ts'
import { outcomeOf } from './rules.ts'
import { messageOf } from './run-text.ts'
import { failed } from './run-trouble.ts'
import {
  activeSilencesOf,
  type Asked,
  lockCurrent,
  type Silenced,
  tellsPeople,
  type UnitContext,
  type Work,
} from './run-work.ts'
import { notifiableOf } from './silences.ts'
import * as states from './state-store.ts'
import { evaluateStates, type Standing, wholeTask } from './states.ts'
import * as store from './store.ts'
import { type Message, tellPeople } from './tell-people.ts'

type Current<T> = T & { notification: store.NotificationSettings }

/** The groups that a run has to tell, in order. */
export type Planned = { work: Work; groups: Group[] }

/** Plans who is told with which identity, by the rights of this moment. A person who was told in an earlier attempt is in no group. */
export async function plan(
  context: UnitContext,
  works: readonly Work[],
): Promise<{ planned: Planned[]; changed: Work[] }> {
  const { db } = context
  const { current, changed } = await lockCurrent(context, works)
  const telling = current.filter(({ notification }) => tellsPeople(notification))
  if (telling.length === 0) return { planned: [], changed }
  const readers = await readersOfTasks(
    db,
    telling.map(({ task, notification }) => ({ task_id: task.task_id, ...sourceOf(notification) })),
  )
  const runIds = telling.map(({ task }) => task.run_id)
  const turns = await recipients.turnsIn(db, runIds)
  const planned: Planned[] = []
  const people: (recipients.Planned & { run_id: string })[] = []
  for (const { notification, ...work } of telling) {
    const { run_id, task_id } = work.task
    const settled = new Set(
      (turns.get(run_id) ?? []).filter(({ is_waiting }) => !is_waiting).map(({ user_id }) => user_id),
    )
    const due = (readers.get(task_id) ?? []).filter(({ user_id }) => !settled.has(user_id))
    const max = Math.max(0, taskMessages.identities - notification.queries)
    const found = planOf(due, { max, known: new Set(work.answers.keys()) })
    people.push(...found.planned.map((each) => ({ run_id, ...each })))
    planned.push({ work, groups: found.groups })
  }
  await recipients.planRecipients(db, runIds, people)
  return { planned, changed }
}

/** The turn of one group of one run. */
export type Turn = { task: store.TaskToRun; group: Group; asked: Asked }

/** Tells those of some groups who still have their identity, if the condition holds for its rows and the repeat policy lets it. */
export async function tell(context: UnitContext, turns: readonly Turn[]): Promise<{ changed: Turn[] }> {
  const { db } = context
  const { current, changed } = await lockCurrent(context, turns)
  await store.noteQueries(
    db,
    current
      .filter(({ asked }) => asked.isNew)
      .map(({ task, asked: { answer } }) => ({
        run_id: task.run_id,
        query_ms: 'rows' in answer ? answer.query_ms : 0,
      })),
  )
  const peopleOf = await stillWaiting(context, current)
  const which = ({ task, group }: Turn) => ({ task_id: task.task_id, identity_key: group.key })
  const lastOf = await recipients.lastResultsOf(db, current.map(which))
  const past = await states.statesOf(db, current.map(which))
  const silencesOf = await activeSilencesOf(
    context,
    current.map(({ task }) => task),
  )
  const assessed = current.map((turn) => ({
    turn,
    people: peopleOf(turn),
    ...assessTurn(context, turn, {
      before: past.get(states.keyOfStates(which(turn))) ?? new Map(),
      last: lastOf(which(turn)),
      ...silencesOf(turn.task.task_id),
    }),
  }))
  await states.replaceStates(
    db,
    assessed.flatMap(({ states: after }) => after ?? []),
  )
  const settled = assessed.flatMap(({ turn, people, reason, problem }) =>
    reason === null
      ? []
      : people.map((user_id) => ({ run_id: turn.task.run_id, user_id, outcome: reason, ...(problem && { problem }) })),
  )
  await recipients.settle(db, settled)
  const due = assessed.filter(({ text }) => text !== undefined)
  const messages: Message[] = due.flatMap(({ turn, people, text }) =>
    text ? [{ notification: turn.notification, people, text: text(), identity_key: turn.group.key }] : [],
  )
  const told = new Map((await tellPeople(context, messages)).map((count, index) => [due[index], count]))
  const results = assessed.flatMap((each) => {
    if (each.result === undefined) return []
    // While nobody with this identity could be told, the news stay news.
    return each.isNews && (told.get(each) ?? 0) === 0 ? [] : [each.result]
  })
  await recipients.noteLastResults(db, results)
  return { changed }
}

const sourceOf = ({ report_id, workspace_id }: store.NotificationSettings) => ({ report_id, workspace_id })

/** Who of each group waits for its message and still has its identity. */
async function stillWaiting({ db }: UnitContext, turns: readonly Current<Turn>[]): Promise<(turn: Turn) => string[]> {
  const waiting = await recipients.turnsIn(
    db,
    turns.map(({ task }) => task.run_id),
  )
  const asked = turns.map(({ task, group, notification }) => ({
    task_id: task.task_id,
    ...sourceOf(notification),
    userIds: (waiting.get(task.run_id) ?? [])
      .filter(({ is_waiting, identity_key }) => is_waiting && identity_key === group.key)
      .map(({ user_id }) => user_id),
  }))
  const readers = await readersAmong(db, asked)
  return ({ task, group }) =>
    (readers.get(task.task_id) ?? [])
      .filter((reader) => 'identity' in reader && identityKeyOf(reader.identity) === group.key)
      .map(({ user_id }) => user_id)
}

type Past = {
  before: Map<string, Standing & { run_id: string | null }>
  last: recipients.LastResult
} & Silenced

/** `reason`: why nobody of the group is told; null: they are told the text. `isNews`: the result counts only when somebody was told. */
type Assessed = {
  reason: RecipientOutcome | null
  problem?: RunProblem
  states?: states.NewStates
  text?: () => Message['text']
  isNews?: boolean
  result?: recipients.NewResult
}

function assessTurn({ clock }: UnitContext, { task, group, asked, notification }: Current<Turn>, past: Past): Assessed {
  const { answer } = asked
  if ('problem' in answer) return { reason: 'failed', problem: answer.problem }
  if (group.identity !== null && answer.rows.length === 0) return { reason: 'no_rows' }
  const { run_id, task_id } = task
  const found = evaluateStates(answer.rows, task, {
    lastValue: past.last.last_value,
    states: past.before,
    now: clock.now(),
    isStepped: past.before.get(wholeTask)?.run_id === run_id,
    paused: past.paused,
  })
  if (found.problem !== null) return { reason: 'failed', problem: found.problem }
  const notifiable = notifiableOf(found, past.active)
  const result = notifiable.result ?? past.last.last_result
  const counted = { matched: found.matched.length, result }
  const outcome = outcomeOf(notification.repeat_policy, counted, past.last, clock.now(), task.timezone)
  const isWorthTelling = outcome === 'notified'
  const isFired = isWorthTelling && notifiable.matched.length > 0
  const isDue = isFired || (task.tells_recovery && notifiable.recovered.length > 0 && outcome !== 'recorded')
  const withheld = (isWorthTelling ? notifiable.withheld : null) ?? (found.paused.holds ? 'paused' : 'condition')
  return {
    reason: isDue ? null : outcome === 'held' ? 'policy' : withheld,
    states: { task_id, identity_key: group.key, run_id, states: found.states, secured: group.identity !== null },
    ...(isDue && { text: () => messageOf(task, notification, { ...found, ...notifiable }, isFired) }),
    isNews: isDue || isWorthTelling,
    result: {
      task_id,
      identity_key: group.key,
      last_result: result,
      last_value: found.lastValue,
      isNotified: isFired,
    },
  }
}

/** Ends runs of which every addressee had their turn. Answers those whose task was changed meanwhile. */
export async function conclude(context: UnitContext, works: readonly Work[]): Promise<{ changed: Work[] }> {
  const { db } = context
  const { current, changed } = await lockCurrent(context, works)
  const counts = await recipients.countOutcomes(
    db,
    current.map(({ task }) => task.run_id),
  )
  const ended: (store.Ended & { run_id: string })[] = []
  const fired: { work: Current<Work>; byOutcome: Map<RecipientOutcome, number> }[] = []
  for (const work of current) {
    const { task, notification } = work
    const { own_outcome, is_calling: isCalling, withheld } = notification
    if (own_outcome === null) continue
    const own = counts.get(task.run_id) ?? []
    const byOutcome = new Map(own.map(({ outcome, count }) => [outcome, count]))
    const state = stateOf(own_outcome, { isCalling, isWithheld: withheld !== null }, byOutcome)
    if (state === 'failed') {
      const problem = own.find(({ outcome }) => outcome === 'failed')?.problem
      await failed(context, task, problem ?? 'failed')
      continue
    }
    ended.push({ run_id: task.run_id, state })
    if (state === 'notified') fired.push({ work, byOutcome })
  }
  await store.endRuns(db, ended)
  for (const { work, byOutcome } of fired) {
    const receipts = (byOutcome.get('told') ?? 0) + (byOutcome.get('digest') ?? 0)
    const untold = [...byOutcome.values()].reduce((sum, count) => sum + count, 0) - receipts
    const { task, notification } = work
    await context.audit('task.fired', {
      target: { type: 'task', id: task.task_id, name: task.name },
      after: { matched: notification.matched, receipts, untold },
    })
  }
  await emitWebhooks(
    context,
    'task.fired',
    fired.map(({ work: { task, notification } }) => ({
      task: { id: task.task_id, name: task.name },
      run_id: task.run_id,
      report_id: notification.report_id,
      matched: notification.matched ?? 0,
    })),
  )
  return { changed }
}

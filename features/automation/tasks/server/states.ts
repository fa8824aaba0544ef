// The states of a task: ok → pending → firing → recovering → ok, for the task and, in a list with a key, for each row. Pure functions, no
// I/O. Next: state-store.ts (the table), commands.ts (a run changes the states in the transaction of its result).
import { createHash } from 'node:crypto'
import { taskStates } from '#catalogue/limits.ts'
import { type StateReason, type TaskState, type TaskStateSettings, withoutValue } from '../contract.ts'
import { cellText, columnOf, columnsOf, type Condition, type Evaluation, evaluateCondition, type Row } from './rules.ts'

/** The key of the state of the whole task. */
export const wholeTask = ''

/** The identity of the owner's rows: they decide about the webhook, and the page of the task shows their states. */
export const ofOwner = 'owner'

export type Standing = {
  /** A hash of the cells of the key, because a cell may be longer than an entry of an index. */
  row_key: string
  /** The cells of the key, as a person reads them; cut when they are long. */
  label: string
  state: TaskState
  reason: StateReason
  since: Date
  /** Whether the condition held in each of the last runs, the newest last: `1` or `0`. */
  recent: string
  /** Runs in a row in which the condition of a firing row no longer held. */
  cleared: number
}

type Step = Pick<Standing, 'state' | 'reason' | 'recent' | 'cleared'>
type Seen = { fires: boolean; stays: boolean; isGone: boolean }

/** The state after one more run. `before`: undefined, the row was ok. */
export function steppedState(
  before: Step | undefined,
  { fires, stays, isGone }: Seen,
  { fire_runs, fire_of, recover_runs }: Pick<TaskStateSettings, 'fire_runs' | 'fire_of' | 'recover_runs'>,
): Step {
  const recent = `${before?.recent ?? ''}${fires ? '1' : '0'}`.slice(-fire_of)
  if (before !== undefined && isOn(before.state)) {
    if (stays) return { state: 'firing', reason: 'holds', recent, cleared: 0 }
    const cleared = before.cleared + 1
    const reason = isGone ? 'gone' : 'cleared'
    // A recovered row begins anew: the runs before do not count towards the next firing.
    return cleared >= recover_runs
      ? { state: 'ok', reason, recent: '', cleared: 0 }
      : { state: 'recovering', reason, recent, cleared }
  }
  const holding = recent.replaceAll('0', '').length
  if (holding >= fire_runs) return { state: 'firing', reason: 'holds', recent, cleared: 0 }
  return holding > 0
    ? { state: 'pending', reason: 'holds', recent, cleared: 0 }
    : { state: 'ok', reason: isGone ? 'gone' : 'cleared', recent, cleared: 0 }
}

/** The alarm is on: it fires, or has not recovered yet. */
export const isOn = (state: TaskState): boolean => state === 'firing' || state === 'recovering'

export type StateCondition = Condition & TaskStateSettings

export type Recovered = Pick<Standing, 'row_key' | 'label'>

type Fault = { problem: 'column' | 'value' | 'row_key' | 'duplicate_key' | 'too_many_states'; detail: string | null }
type Evaluated = Extract<Evaluation, { problem: null }>

export type StateEvaluation =
  | Fault
  | (Omit<Evaluated, 'result'> & {
      /** What `on_change` compares: a hash without regard to the order of the rows; null: it stays as it is while the task recovers. */
      result: string | null
      /** The states after the run, with that of the whole task. */
      states: Standing[]
      /** The keys of `matched`; empty for a task without a key of rows. */
      matchedKeys: string[]
      paused: PausedRows
      /** The rows that recovered in this run; of a task without a key, the whole task with an empty label. */
      recovered: Recovered[]
    })

/** How many rows of the answer are paused, and whether the condition holds for one of them. */
type PausedRows = { count: number; holds: boolean }

const nonePaused: PausedRows = { count: 0, holds: false }

/**
 * `isStepped`: an earlier attempt of the same run has changed the states already. `paused`: the keys of the rows whose state stays as it is.
 */
type Past = {
  lastValue: string | null
  states: ReadonlyMap<string, Standing>
  now: Date
  isStepped: boolean
  paused?: ReadonlySet<string>
}

/** Evaluates the condition on an answer. `matched` are the rows whose state is firing. */
export function evaluateStates(rows: readonly Row[], task: StateCondition, past: Past): StateEvaluation {
  const fired = evaluateCondition(rows, task, past.lastValue)
  if (fired.problem !== null) return { problem: fired.problem, detail: null }
  const clears = task.clear_value !== null && !withoutValue.includes(task.operator)
  const kept = clears ? evaluateCondition(rows, { ...task, value: task.clear_value }, past.lastValue) : fired
  if (kept.problem !== null) return { problem: kept.problem, detail: null }
  if (rows.length === 0 && task.on_no_data !== 'evaluate') return withoutData(fired, task, past)
  return task.type === 'list' && task.row_key.length > 0
    ? byKey(rows, fired, kept, task, past)
    : asWhole(fired, kept, task, past)
}

/** An answer without rows, where the author says what it means. */
function withoutData(fired: Evaluated, { on_no_data }: StateCondition, { states, now }: Past): StateEvaluation {
  const none = { ...fired, matched: [], matchedKeys: [], paused: nonePaused, recovered: [] as Recovered[] }
  if (on_no_data === 'keep') return { ...none, result: null, states: [...states.values()] }
  const before = states.get(wholeTask)
  const after = {
    state: on_no_data === 'alarm' ? 'no_data' : 'ok',
    reason: 'no_data',
    recent: '',
    cleared: 0,
  } as const
  const whole = sinceOf(before, { row_key: wholeTask, label: '', ...after }, now)
  const wasOn = before !== undefined && isOn(before.state)
  return {
    ...none,
    matched: on_no_data === 'alarm' ? [{}] : [],
    result: hashOf([on_no_data]),
    states: [whole],
    recovered: wasOn && on_no_data === 'ok' ? [theWhole] : [],
  }
}

/** One state for the answer: of a single value, or of a list without a key. */
function asWhole(fired: Evaluated, kept: Evaluated, task: StateCondition, past: Past): StateEvaluation {
  const { states, now } = past
  const before = states.get(wholeTask)
  const fires = fired.matched.length > 0
  const stays = fires || kept.matched.length > 0
  const after = stepOf(past, before, { fires, stays, isGone: false }, task)
  const matched = after.state !== 'firing' ? [] : fires ? fired.matched : kept.matched
  return {
    ...fired,
    matched,
    matchedKeys: [],
    paused: nonePaused,
    result: after.state === 'recovering' ? null : resultOf(matched),
    states: [sinceOf(before, { row_key: wholeTask, label: '', ...after }, now)],
    recovered: before && isOn(before.state) && after.state === 'ok' ? [theWhole] : [],
  }
}

const theWhole: Recovered = { row_key: wholeTask, label: '' }

/** A state for each row, found again by its key. */
function byKey(
  rows: readonly Row[],
  fired: Evaluated,
  kept: Evaluated,
  task: StateCondition,
  past: Past,
): StateEvaluation {
  const { states, now, paused = new Set<string>() } = past
  const columns = columnsOf(rows)
  const keyColumns = task.row_key.map((name) => columnOf(columns, name))
  if (rows.length > 0 && keyColumns.includes(null)) return { problem: 'row_key', detail: null }
  const byRowKey = new Map<string, Row>()
  const labels = new Map<string, string>()
  for (const row of rows) {
    const cells = keyColumns.map((column) => (column === null ? null : (row[column] ?? null)))
    const [key, label] = [hashOf(cells), labelOf(cells)]
    if (byRowKey.has(key)) return { problem: 'duplicate_key', detail: label }
    byRowKey.set(key, row)
    labels.set(key, label)
  }
  const [firing, staying] = [new Set(fired.matched), new Set([...fired.matched, ...kept.matched])]
  const after: Standing[] = []
  const recovered: Recovered[] = []
  const earlier = [...states.keys()].filter((key) => key !== wholeTask && !byRowKey.has(key))
  for (const key of [...byRowKey.keys(), ...earlier]) {
    const [before, row] = [states.get(key), byRowKey.get(key)]
    if (paused.has(key)) {
      if (before && before.state !== 'ok') after.push(before)
      continue
    }
    const seen = {
      fires: row !== undefined && firing.has(row),
      stays: row !== undefined && staying.has(row),
      isGone: row === undefined,
    }
    const label = labels.get(key) ?? before?.label ?? ''
    const standing = sinceOf(before, { row_key: key, label, ...stepOf(past, before, seen, task) }, now)
    if (before && isOn(before.state) && standing.state === 'ok') recovered.push({ row_key: key, label })
    // Rows that are ok need no state. One that has just recovered is shown until the next run.
    if (standing.state !== 'ok' || (before !== undefined && before.state !== 'ok')) after.push(standing)
  }
  if (after.length > taskStates.rows) return { problem: 'too_many_states', detail: String(after.length) }
  const on = after.filter(({ state }) => isOn(state)).map(({ row_key }) => row_key)
  const evaluated = after.filter(({ row_key }) => !paused.has(row_key))
  const whole = { row_key: wholeTask, label: '', ...wholeOf(evaluated), recent: '', cleared: 0 }
  const firingKeys = new Set(evaluated.filter(({ state }) => state === 'firing').map(({ row_key }) => row_key))
  const pausedEntries = [...byRowKey].filter(([key]) => paused.has(key))
  const matchedEntries = [...byRowKey].filter(([key]) => firingKeys.has(key))
  const matched = matchedEntries.map(([, row]) => row)
  const [first] = matched
  return {
    ...fired,
    matched,
    matchedKeys: matchedEntries.map(([key]) => key),
    paused: { count: pausedEntries.length, holds: pausedEntries.some(([, row]) => firing.has(row)) },
    cell: first ? (first[fired.column] ?? null) : fired.cell,
    result: resultOf(on.map((key) => ({ key }))),
    states: [sinceOf(states.get(wholeTask), whole, now), ...after],
    recovered,
  }
}

function stepOf({ isStepped }: Past, before: Step | undefined, seen: Seen, task: StateCondition): Step {
  if (!isStepped) return steppedState(before, seen, task)
  const { state, reason, recent, cleared } = before ?? okStep
  return { state, reason, recent, cleared }
}

const okStep: Step = { state: 'ok', reason: 'cleared', recent: '', cleared: 0 }

/** The state of the whole task: that of its most urgent row. */
function wholeOf(rows: readonly Standing[]): Pick<Standing, 'state' | 'reason'> {
  const urgent = (['firing', 'recovering', 'pending'] as const)
    .map((state) => rows.find((row) => row.state === state))
    .find((row) => row !== undefined)
  return urgent ? { state: urgent.state, reason: urgent.reason } : { state: 'ok', reason: 'cleared' }
}

/** The instant stays while the state stays. */
const sinceOf = (before: Standing | undefined, after: Omit<Standing, 'since'>, now: Date): Standing => ({
  ...after,
  since: before?.state === after.state ? before.since : now,
})

const labelOf = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => cellText(cell, 'pt-BR'))
    .join(', ')
    .slice(0, taskStates.label)
    .toWellFormed() // the cut may leave half of a surrogate pair

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The hash of some rows in any order. */
export const resultOf = (rows: readonly Row[]): string =>
  rows.length === 1 ? hashOf(rows) : hashOf(rows.map((row) => JSON.stringify(row)).toSorted())

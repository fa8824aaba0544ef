// Runs of tasks: the query is asked with the rights that the task's owner has at that moment (E6), its answer is compared with the condition, and what follows
// is stored in one transaction with the end of the run, so that a run has its effects once (J1). Runs of a business unit that are due together
// go through the steps together. Next: run-work.ts, own-answers.ts, telling.ts, rules.ts.
import { hostname } from 'node:os'
import { allows } from '#catalogue/access.ts'
import { taskBatches, taskRunDeaths } from '#catalogue/limits.ts'
import type { WaitingJobContext } from '#platform/server/jobs/job.ts'
import { createQueryCache, identityKeyOf, type ReportData } from '#features/reports/dax-queries/server/commands.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import type { RunProblem } from '../contract.ts'
import { runKind } from './job-kinds.ts'
import { noteOwn } from './own-answers.ts'
import { filledQuery } from './rules.ts'
import { failed, givenUp, stopped } from './run-trouble.ts'
import { type Asked, type Ground, inUnit, type UnitContext, type Work } from './run-work.ts'
import * as store from './store.ts'
import { datasetPermission, taskDataOf } from './task-data.ts'
import { conclude, plan, type Planned, tell, type Turn } from './telling.ts'

/** This process, as the history names it. */
const node = `${hostname()} ${process.pid}`

/** Worth another attempt of the job. */
const isPassing = (problem: RunProblem): boolean => problem === 'busy' || problem === 'unreachable'

/** The runs that an attempt did not end, each with the reason. */
type Left = Map<string, string>

const changedMeanwhile = 'the task was changed while its query ran'

export function createTaskRuns(embedding: Embedding) {
  const answers = createQueryCache(embedding)

  /** A delivered run. A second delivery finds it ended. After the last attempt it is over, whatever went wrong. */
  async function run(ground: Ground, runId: string): Promise<void> {
    try {
      for (const reason of (await attempt(ground, [runId])).values()) throw new Error(reason)
    } catch (error) {
      if (!ground.isLastAttempt) {
        await ground.transaction(({ db }) => store.noteAlive(db, [runId]))
        throw error
      }
      ground.log.warn({ err: error, run: runId }, 'a run of a task was given up')
      await ground.transaction((context) => givenUp(inUnit(context), runId))
    }
  }

  /**
   * Delivered runs of a business unit. A batch has one attempt, so that a run that fails, or kills its process, stops no other: whatever is
   * left is run one by one.
   */
  async function runBatch(ground: WaitingJobContext, runIds: readonly string[]): Promise<void> {
    const isFirst = ground.attempt === 0
    if (isFirst) {
      try {
        const waiting = await ground.transaction(({ db }) => store.findWaiting(db, runIds))
        for (const round of roundsOf(waiting)) await attempt({ ...ground, isLastAttempt: false }, round)
      } catch (error) {
        ground.log.warn({ err: error }, 'a batch of runs of tasks failed; each of them is run alone')
      }
    }
    await ground.transaction(async ({ db, enqueue }) => {
      const left = await store.waitingAmong(db, runIds)
      if (isFirst && left.length > 0) await store.noteAlive(db, left)
      for (const run_id of left) await enqueue(runKind, { run_id }, { slot: run_id })
    })
  }

  async function attempt(ground: Ground, runIds: readonly string[]): Promise<Left> {
    const { transaction } = ground
    const left: Left = new Map()
    const leave = (tasks: readonly { task: store.TaskToRun }[], reason: string) => {
      for (const { task } of tasks) left.set(task.run_id, reason)
    }
    const goesOn = ({ task }: { task: store.TaskToRun }) => !left.has(task.run_id)
    const works = await transaction((context) => begin(inUnit(context), runIds))
    const asking = works.filter(({ task }) => task.own_outcome === null)
    await eachAtMost(taskBatches.questions, asking, async (work) => {
      const passing = await ask(ground, work, work.data)
      if (passing !== null) leave([work], passing)
    })
    const asked = asking.filter(goesOn)
    const resumed = works.filter(({ task }) => task.own_outcome !== null)
    const first = await transaction(async (context) => {
      const own = await noteOwn(inUnit(context), asked)
      const planned = await plan(inUnit(context), [...own.goingOn, ...resumed])
      return { ...planned, changed: [...own.changed, ...planned.changed], works: [...own.goingOn, ...resumed] }
    })
    leave(first.changed, changedMeanwhile)
    for (const { answers: own } of asked) noteCounted(own)
    await tellGroups(ground, first.planned, { leave, goesOn })
    // A person who gets another identity meanwhile is told in the second round.
    const second = await transaction(async (context) => {
      const again = await plan(inUnit(context), first.works.filter(goesOn))
      leave(again.changed, changedMeanwhile)
      const open = new Set(again.planned.filter(({ groups }) => groups.length > 0).map(({ work }) => work.task.run_id))
      const done = first.works.filter((work) => goesOn(work) && !open.has(work.task.run_id))
      leave((await conclude(inUnit(context), done)).changed, changedMeanwhile)
      return again.planned.filter(({ work }) => open.has(work.task.run_id))
    })
    if (second.length === 0) return left
    await tellGroups(ground, second, { leave, goesOn })
    const last = second.map(({ work }) => work).filter(goesOn)
    leave((await transaction((context) => conclude(inUnit(context), last))).changed, changedMeanwhile)
    return left
  }

  type Keeping = {
    leave(tasks: readonly { task: store.TaskToRun }[], reason: string): void
    goesOn(work: { task: store.TaskToRun }): boolean
  }

  /**
   * Tells the groups of some runs, the first group of each, then the second. Each of these is a transaction: what is told is not told again by
   * a later attempt.
   */
  async function tellGroups(ground: Ground, planned: readonly Planned[], { leave, goesOn }: Keeping): Promise<void> {
    const most = Math.max(0, ...planned.map(({ groups }) => groups.length))
    for (let place = 0; place < most; place += 1) {
      if (ground.signal.aborted) throw new Error('the run was stopped before everybody was told')
      const due = planned.flatMap(({ work, groups }) => {
        const group = groups[place]
        return group && goesOn(work) ? [{ work, group }] : []
      })
      await eachAtMost(taskBatches.questions, due, async ({ work, group }) => {
        if (work.answers.has(group.key)) return
        const passing = await ask(ground, work, { ...work.data, identity: group.identity })
        if (passing !== null) leave([work], passing)
      })
      const turns: Turn[] = due.flatMap(({ work, group }) => {
        const asked = work.answers.get(group.key)
        return asked ? [{ task: work.task, group, asked }] : []
      })
      leave((await ground.transaction((context) => tell(inUnit(context), turns))).changed, changedMeanwhile)
      for (const { work } of due) noteCounted(work.answers)
    }
  }

  /** Asks the data for one identity. A problem that may pass is worth another attempt of the job, and is answered. */
  async function ask({ clock, isLastAttempt }: Ground, work: Work, data: ReportData): Promise<string | null> {
    const { dax, variables, today, planned_at, created_at } = work.task
    const asked: Asked = await answers.ask(data, filledQuery(dax, variables, today), {
      clock,
      dueAt: planned_at ?? created_at,
    })
    const { answer } = asked
    if ('problem' in answer && isPassing(answer.problem) && !isLastAttempt)
      return `the report service does not answer: ${answer.problem}`
    work.answers.set(identityKeyOf(data.identity), asked)
    return null
  }

  return { run, runBatch }
}

/** The history has the queries of these answers. */
function noteCounted(known: Work['answers']): void {
  for (const [key, asked] of known) known.set(key, { ...asked, isNew: false })
}

/** The runs, in rounds of which each has one run of a task. */
function roundsOf(waiting: readonly store.TaskToRun[]): string[][] {
  const rounds: string[][] = []
  for (const runs of Map.groupBy(waiting, ({ task_id }) => task_id).values())
    for (const [place, { run_id }] of runs.entries()) (rounds[place] ??= []).push(run_id)
  return rounds
}

/** Works on all items, at most `atOnce` at a time. */
async function eachAtMost<T>(atOnce: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]()
  const side = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, side))
}

/** The tasks and the data that their owners may read now. Without the right to it a task is stopped. */
async function begin(context: UnitContext, runIds: readonly string[]): Promise<Work[]> {
  const { db } = context
  const found = await store.findWaiting(db, runIds)
  if (found.length === 0) return []
  const deaths = await store.noteNode(
    db,
    found.map(({ run_id }) => run_id),
    node,
  )
  const late: string[] = []
  const works: Work[] = []
  const rights = createRights(context)
  for (const task of found) {
    if ((deaths.get(task.run_id) ?? 0) >= taskRunDeaths) {
      await failed(context, task, 'died')
      continue
    }
    // Once it has asked, the run goes on: its webhook may have been called.
    if (task.own_outcome === null && isTooLate(task, context.clock.now())) {
      late.push(task.run_id)
      continue
    }
    const data = await rights(task)
    if (data !== null) works.push({ task, data, answers: new Map() })
  }
  await store.endLate(db, late)
  return works
}

/** Reads what owners may read, each owner and each of their reports once. A task without the right to its data is stopped. */
function createRights(context: UnitContext) {
  const { db } = context
  const standings = new Map<string | null, Promise<store.OwnerStanding | undefined>>()
  const found = new Map<string, ReturnType<typeof taskDataOf>>()
  const once = <Key, Answer>(kept: Map<Key, Promise<Answer>>, key: Key, read: () => Promise<Answer>) => {
    const known = kept.get(key) ?? read()
    kept.set(key, known)
    return known
  }
  return async (task: store.TaskToRun): Promise<ReportData | null> => {
    const { owner_id, report_id, workspace_id, service_dataset_id } = task
    const owner = await once(standings, owner_id, () => store.standingOf(db, owner_id))
    if (!owner || owner_id === null) {
      // A business unit that is disabled or whose trial has ended may open again: its tasks stay switched on.
      const isClosed = owner_id !== null && (await store.isActive(db, owner_id))
      if (isClosed) await store.endRuns(db, [{ run_id: task.run_id, state: 'failed', problem: 'unit_closed' }])
      else await stopped(context, task, 'owner_gone')
      return null
    }
    if (!allows({ ...owner, scope: 'tenant' }, 'task.update')) return halted(context, task, 'right_lost')
    const asksAccounts = allows({ ...owner, scope: 'tenant' }, datasetPermission)
    const person = { id: owner_id, profile: owner.profile, email: owner.email, asksAccounts }
    const key = [report_id, workspace_id, service_dataset_id, owner_id].join(' ')
    const data = await once(found, key, () => taskDataOf(db, task, person))
    if ('refusal' in data) return halted(context, task, data.refusal)
    return data
  }
}

async function halted(...[context, task, reason]: Parameters<typeof stopped>): Promise<null> {
  await stopped(context, task, reason)
  return null
}

const isTooLate = ({ planned_at, late_hours }: store.TaskToRun, now: Date): boolean =>
  planned_at !== null && now.getTime() - planned_at.getTime() > late_hours * 3_600_000

// Changes and checks at license capacities. A change is claimed by one process, sent to Azure once, and followed to its end by jobs.
// All of it is platform-wide work, because a capacity may belong to a partner. Next: rules.ts (schedule), jobs.ts, powerbi/server/azure.ts.
import { z } from 'zod'
import type { GeneralCode } from '#catalogue/errors.ts'
import { id } from '#catalogue/fields.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import { type AzureClient, type CapacityAddress, type CapacitySeen, type LongOperation } from '#powerbi/server/azure.ts'
import { PowerBiError } from '#powerbi/server/power-bi.ts'
import type { CapacityAction, CapacityCause, CapacityProblem, CapacityState } from '../contract.ts'
import { capacityActions, capacityCauses } from '../contract.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { isIdle, isMoving, problemOf } from './rules.ts'
import * as store from './store.ts'

export type Here = { db: Database; enqueue: EnqueueHere }
/** A session or a job: both open short transactions around the calls to Azure. */
export type CapacityDependencies = { transaction: <T>(work: (context: Here) => Promise<T>) => Promise<T>; clock: Clock }

const ofCapacity = z.object({ capacity_id: id() })
export const checkKind = {
  name: 'capacity.look',
  scope: 'platform',
  isolation: 'one record',
  input: ofCapacity,
} as const
export const followKind = {
  name: 'capacity.follow',
  scope: 'platform',
  isolation: 'one record',
  input: ofCapacity,
} as const
export const wakeKind = {
  name: 'capacity.wake',
  scope: 'platform',
  isolation: 'one record',
  input: ofCapacity.extend({ tries: z.number().int() }),
} as const
export const actKind = {
  name: 'capacity.act',
  scope: 'platform',
  isolation: 'one record',
  input: ofCapacity.extend({
    action: z.enum(capacityActions),
    cause: z.enum(capacityCauses),
    tries: z.number().int().default(0),
  }),
} as const

type Change = {
  action: CapacityAction
  cause: CapacityCause
  userId?: string
  /** Of a resize. */
  size?: string
}

/** `begun`: Azure accepted it. `unneeded`: it is so already. `taken`: another change runs. A problem: Azure refused it. */
type Outcome = 'begun' | 'unneeded' | 'taken' | CapacityProblem

/** Pause between two polls of a change, if Azure names none. */
const pollIntervalMs = 5_000

/** A start for a reader, and a change of the schedule, wait for a change that still runs: so often, every `pollIntervalMs`. */
const maxTries = 60

export type Capacities = ReturnType<typeof createCapacities>

export function createCapacities({ embedding }: { embedding: Embedding }) {
  const checks = createChecks(embedding)
  const { askAzure, checkState } = checks

  /** A check of the schedule: it also pauses a capacity that nobody uses. */
  async function checkAndPauseIdle(dependencies: CapacityDependencies, capacityId: string): Promise<void> {
    const state = await checkState(dependencies, capacityId)
    if (typeof state !== 'string') return
    const isUnused = await dependencies.transaction(async ({ db }) => {
      const of = await store.findSource(db, capacityId)
      if (!of || of.inactive_minutes === null) return false
      const { inactive_minutes } = of
      const last_used = await store.lastUsed(db, capacityId)
      return last_used !== null && isIdle({ inactive_minutes, state, last_used }, dependencies.clock.now())
    })
    if (isUnused) await act(dependencies, capacityId, { action: 'pause', cause: 'idle' })
  }

  /** Starts, pauses or resizes a capacity once. */
  async function act(dependencies: CapacityDependencies, capacityId: string, change: Change): Promise<Outcome> {
    const { transaction } = dependencies
    if (!(await transaction(({ db }) => store.claim(db, capacityId)))) return 'taken'
    try {
      return await changeClaimed(dependencies, capacityId, change)
    } finally {
      await transaction(({ db }) => store.release(db, capacityId))
    }
  }

  async function changeClaimed(
    dependencies: CapacityDependencies,
    capacityId: string,
    change: Change,
  ): Promise<Outcome> {
    const { transaction } = dependencies
    const state = await checkState(dependencies, capacityId, { isClaimant: true })
    const of = await transaction(({ db }) => store.findSource(db, capacityId))
    if (!of) return 'missing'
    if (typeof state === 'string') {
      if (isSo(state, of.size, change)) return 'unneeded'
      if (isMoving(state)) return 'taken'
    }
    const { action, cause, userId = null, size = of.size } = change
    const changeId = await transaction(({ db }) => store.addChange(db, of, { action, cause, userId, size }))
    const sent =
      typeof state === 'string' ? await askAzure(dependencies, of, (azure, at) => send(azure, at, change)) : state
    if ('problem' in sent) {
      await transaction(({ db }) => store.endChange(db, changeId, sent.problem))
      return sent.problem
    }
    await transaction(async ({ db, enqueue }) => {
      // A person's own change has its entry by the call.
      if (cause !== 'person') await auditChange(db, of, { action, cause, size })
      const before = await store.lockSeen(db, capacityId)
      if (before && !sent.answer.done) await store.noteState(db, before, { state: during[action] })
      await followLater({ db, enqueue }, capacityId, sent.answer, dependencies.clock)
    })
    if (sent.answer.done) await checkState(dependencies, capacityId, { isClaimant: true })
    return 'begun'
  }

  /** Applies the schedule. While another change runs, it tries again. */
  async function actOrWait(
    dependencies: CapacityDependencies,
    { capacity_id, action, cause, tries }: z.infer<typeof actKind.input>,
  ): Promise<void> {
    const outcome = await act(dependencies, capacity_id, { action, cause })
    if (outcome !== 'taken' || tries >= maxTries) return
    const after = new Date(dependencies.clock.now().getTime() + pollIntervalMs)
    await dependencies.transaction(({ enqueue }) =>
      enqueue(actKind, { capacity_id, action, cause, tries: tries + 1 }, { after }),
    )
  }

  /** Starts a capacity for a reader who waits. While it is still being paused, it tries again. */
  async function wake(dependencies: CapacityDependencies, capacityId: string, tries: number): Promise<void> {
    const { transaction, clock } = dependencies
    const mayTry = await transaction(async ({ db }) => {
      await store.noteReader(db, capacityId)
      return !(await store.failedLately(db, capacityId))
    })
    if (!mayTry) return
    const outcome = await act(dependencies, capacityId, { action: 'start', cause: 'reader' })
    if (outcome !== 'taken' || tries >= maxTries) return
    await transaction(async ({ db, enqueue }) => {
      const of = await store.findSource(db, capacityId)
      if (of?.state !== 'pausing' && of?.state !== 'paused') return
      const after = new Date(clock.now().getTime() + pollIntervalMs)
      await enqueue(wakeKind, { capacity_id: capacityId, tries: tries + 1 }, { after })
    })
  }

  /** The sizes that Azure offers. Fails with the reason. */
  async function sizes(dependencies: CapacityDependencies, capacityId: string): Promise<string[]> {
    const of = (await dependencies.transaction(({ db }) => store.findSource(db, capacityId))) ?? fail('call.not_found')
    const found = await askAzure(dependencies, of, (azure, at) => azure.sizes(at))
    return 'problem' in found ? refuse(found.problem) : found.answer
  }

  return {
    checkState,
    checkAndPauseIdle,
    act,
    actOrWait,
    follow: (dependencies: CapacityDependencies, capacityId: string) => followChange(checks, dependencies, capacityId),
    wake,
    sizes,
  }
}

type CapacityChecks = ReturnType<typeof createChecks>

function createChecks(embedding: Embedding) {
  /** Calls Azure. A PowerBiError becomes a problem, which is stored with the capacity. */
  async function askAzure<T>(
    { transaction }: CapacityDependencies,
    of: store.Source,
    question: (azure: AzureClient, at: CapacityAddress) => Promise<T>,
  ): Promise<{ answer: T } | { problem: CapacityProblem; retryAfter: number | null }> {
    const at = addressOf(of)
    const refused = async (problem: CapacityProblem, retryAfter: number | null) => {
      await transaction(({ db }) => store.noteProblem(db, of.id, problem, retryAfter ?? 0))
      return { problem, retryAfter }
    }
    if (at === null) return refused('incomplete', null)
    try {
      return { answer: await question(embedding.azureOf(of), at) }
    } catch (error) {
      if (error instanceof PowerBiError) return refused(problemOf(error.code), error.retryAfter)
      // The secret of the account cannot be opened.
      if (error instanceof Failure) return refused('credentials', null)
      throw error
    }
  }

  /**
   * Reads the state from Azure, or why Azure did not tell it. While Azure answers, another process may store a newer state: then it reads again.
   * `isClaimant`: the caller changes the capacity.
   */
  async function checkState(
    dependencies: CapacityDependencies,
    capacityId: string,
    { isClaimant = false, tries = 3 } = {},
  ): Promise<CapacityState | { problem: CapacityProblem }> {
    const of = await dependencies.transaction(({ db }) => store.findSource(db, capacityId))
    if (!of) return { problem: 'missing' }
    const seen = await askAzure(dependencies, of, (azure, at) => azure.capacity(at))
    if ('problem' in seen) return seen
    const isNewest = await dependencies.transaction(({ db }) => note(db, of, seen.answer, isClaimant))
    return isNewest || tries === 1
      ? seen.answer.state
      : checkState(dependencies, capacityId, { isClaimant, tries: tries - 1 })
  }

  return { askAzure, checkState }
}

/** One question about a change that runs; the next one is enqueued until it has ended. */
async function followChange(
  { askAzure, checkState }: CapacityChecks,
  dependencies: CapacityDependencies,
  capacityId: string,
): Promise<void> {
  const { transaction, clock } = dependencies
  const of = await transaction(({ db }) => store.findSource(db, capacityId))
  if (!of) return
  // The process with the lease stores the state. The lease may outlast the change: a process may end before it releases it.
  if (of.is_claimed) {
    const after = new Date(clock.now().getTime() + pollIntervalMs)
    return transaction(({ enqueue }) => enqueue(followKind, { capacity_id: capacityId }, { after }))
  }
  const running = await transaction(({ db }) => store.runningChange(db, capacityId))
  if (running?.is_lost) {
    await transaction(async ({ db }) => {
      await store.endChange(db, running.id, 'lost')
      await store.setOperation(db, capacityId, null)
    })
    await checkState(dependencies, capacityId)
    return
  }
  const { operation } = of
  if (operation !== null) {
    const operationAnswer = await askAzure(dependencies, of, (azure) => azure.follow(operation))
    const isTransient =
      'problem' in operationAnswer && (operationAnswer.problem === 'busy' || operationAnswer.problem === 'unreachable')
    if (isTransient || ('answer' in operationAnswer && !operationAnswer.answer.done)) {
      const next: LongOperation =
        'answer' in operationAnswer
          ? operationAnswer.answer
          : { done: false, location: operation, retryAfter: operationAnswer.retryAfter ?? pollIntervalMs }
      return transaction((context) => followLater(context, capacityId, next, clock))
    }
    await transaction(({ db }) => store.setOperation(db, capacityId, null))
  }
  const state = await checkState(dependencies, capacityId)
  if (typeof state !== 'string' || isMoving(state))
    await transaction((context) =>
      followLater(context, capacityId, { done: false, location: null, retryAfter: pollIntervalMs }, clock),
    )
}

const during = { start: 'starting', pause: 'pausing', resize: 'scaling' } as const

/** The account's four fields; null if one is missing. The size names the provider. */
function addressOf({ subscription_id, resource_group, capacity_name, capacity_size, size }: store.Source) {
  const named = size ?? capacity_size
  if (!subscription_id || !resource_group || !capacity_name || !named) return null
  return { subscriptionId: subscription_id, resourceGroup: resource_group, name: capacity_name, size: named }
}

const send = (azure: AzureClient, at: CapacityAddress, { action, size }: Change): Promise<LongOperation> =>
  action === 'start' ? azure.start(at) : action === 'pause' ? azure.pause(at) : azure.resize(at, size ?? at.size)

function isSo(state: CapacityState, present: string | null, { action, size }: Change): boolean {
  if (action === 'start') return state === 'running' || state === 'starting'
  if (action === 'pause') return state === 'paused' || state === 'pausing'
  return present === size
}

async function followLater({ db, enqueue }: Here, capacity_id: string, next: LongOperation, clock: Clock) {
  if (next.done) return store.setOperation(db, capacity_id, null)
  await store.setOperation(db, capacity_id, next.location)
  await enqueue(followKind, { capacity_id }, { after: new Date(clock.now().getTime() + next.retryAfter) })
}

/**
 * Stores what was seen. A change of ours that has ended is closed; a change that somebody made at Azure is logged. Answers false, and stores
 * nothing, if a newer state was stored since `of` was read.
 */
async function note(
  db: Database,
  of: store.Source,
  { state, size }: CapacitySeen,
  isClaimant: boolean,
): Promise<boolean> {
  const before = await store.lockSeen(db, of.id)
  // Who changes the capacity stores its state.
  if (!before || (before.is_claimed && !isClaimant)) return true
  if (before.looked_at?.getTime() !== of.looked_at?.getTime()) return false
  await store.noteState(db, before, { state, size })
  if (!isMoving(state)) await closeOrLog(db, of, before, { state, size })
  return true
}

async function closeOrLog(
  db: Database,
  of: store.Source,
  before: store.LockedCapacity,
  { state, size }: CapacitySeen,
): Promise<void> {
  const running = await store.runningChange(db, of.id)
  if (running) {
    const { action } = running
    // Azure's state follows the request with a delay: until the operation has ended, an old state means nothing.
    if (before.operation !== null && !running.is_lost) return
    const isDone =
      action === 'start' ? state === 'running' : action === 'pause' ? state === 'paused' : running.size === size
    await store.endChange(db, running.id, isDone ? null : 'refused')
    return
  }
  if (before.state === 'unknown') return
  const found = { cause: 'service', userId: null, size } as const
  const add = async (action: CapacityAction) => {
    await auditChange(db, { ...of, size: before.size }, { ...found, action })
    await store.endChange(db, await store.addChange(db, of, { ...found, action }), null)
  }
  if (before.size !== null && before.size !== size) await add('resize')
  const wasOn = before.state === 'running' || before.state === 'scaling'
  if (state === 'running' && !wasOn) await add('start')
  if (state === 'paused' && before.state !== 'paused') await add('pause')
}

const events = { start: 'capacity.started', pause: 'capacity.paused', resize: 'capacity.resized' } as const

type Made = { action: CapacityAction; cause: CapacityCause; size: string | null }

/** The entry of a change that no person made in the portal, in the trail of the capacity's owner. */
const auditChange = (db: Database, of: store.Source, { action, cause, size }: Made): Promise<void> =>
  writeAudit(
    db,
    { actorId: null, actorEmail: null, tenantId: of.tenant_id, partnerId: of.partner_id, address: null },
    events[action],
    {
      target: { type: 'capacity', id: of.id, name: of.name },
      before: action === 'resize' ? { size: of.size } : {},
      after: { cause, ...(action === 'resize' && { size }) },
    },
  )

/** The failure of a change that a person requested. */
export function refuse(problem: CapacityProblem): never {
  fail(codeOfProblem[problem])
}

const codeOfProblem: Record<CapacityProblem, GeneralCode> = {
  incomplete: 'capacity.incomplete',
  credentials: 'embedding_account.credentials_refused',
  forbidden: 'capacity.forbidden',
  missing: 'capacity.missing',
  conflict: 'capacity.busy',
  busy: 'capacity.throttled',
  unreachable: 'capacity.unreachable',
  refused: 'capacity.refused',
  lost: 'capacity.refused',
}

/** A capacity that keeps a reader waiting, as `app.sleeping_capacity()` tells it. */
export type SleepingCapacity = {
  id: string
  state: 'paused' | 'starting' | 'pausing'
  wakes: boolean
  /** Why its last start for a reader failed. */
  problem: CapacityProblem | null
  switch_at: string | null
}

/** Enqueues the start for a reader who has arrived. */
export async function wakeFor({ enqueue }: Pick<Here, 'enqueue'>, { id: capacity_id, wakes, state }: SleepingCapacity) {
  if (wakes && state !== 'starting') await enqueue(wakeKind, { capacity_id, tries: 0 })
}

// Refreshes of data sets: they are started at the report service, followed to their end, and their failures are told to the owner.
// A started refresh is never sent twice, because the service counts each request. Next: rules.ts (limit, errors), jobs.ts.
import { z } from 'zod'
import { allows } from '#catalogue/access.ts'
import { lostRefreshHours } from '#catalogue/limits.ts'
import { id } from '#catalogue/fields.ts'
import { type Language, inEachLanguage } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { type Embedding, translated } from '#features/sources/accounts/server/commands.ts'
import { notify, notifyPartner } from '#features/messaging/notifications/server/commands.ts'
import { PowerBiError, type Refresh } from '#powerbi/server/power-bi.ts'
import type { RefreshProblem } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { adviceOf, decoded, limitOf, matched, notStarted, startOf, stateOf } from './rules.ts'
import * as store from './store.ts'

/** A transaction in the business unit: of a session or of a job. */
export type Here = { db: Database; enqueue: EnqueueHere; announce(event: LiveEvent): Promise<void> }
type Transaction = <T>(work: (context: Here) => Promise<T>) => Promise<T>
type Ground = { transaction: Transaction; clock: Clock }

export const startKind = { name: 'dataset.start', scope: 'tenant', input: z.object({ refresh_id: id() }) } as const
export const followKind = { name: 'dataset.follow', scope: 'tenant', input: z.object({ dataset_id: id() }) } as const

/** Pauses between two looks at a running refresh. */
const followSeconds = 15

export type Refreshes = ReturnType<typeof createRefreshes>

export function createRefreshes({ embedding }: { embedding: Embedding }) {
  /** Reads the service's history into ours. What ended meanwhile is told to the owner, and starts the data sets that follow. */
  async function sync(
    { transaction, clock }: Ground,
    source: store.Source,
    { facts }: { facts: boolean },
  ): Promise<{ running: boolean }> {
    const { service_id: workspaceId, dataset_service_id: datasetId } = source
    const [history, dataset, workspace] = await embedding.ask(source, (service) =>
      Promise.all([
        service.refreshes(workspaceId, datasetId),
        facts ? service.dataset(workspaceId, datasetId) : null,
        facts ? service.workspace(workspaceId) : null,
      ]),
    )
    return transaction(async (context) => {
      const { db } = context
      if (dataset && workspace)
        await store.noteFacts(db, source.id, {
          ...(dataset.name === null ? {} : { name: dataset.name }),
          dedicated: workspace.isOnDedicatedCapacity === true,
          refreshable: dataset.isRefreshable !== false,
        })
      return merge(context, source.id, history, clock.now())
    })
  }

  /** Sends the request. After a refusal the refresh is stored as refused, and the service's error is thrown. */
  async function send({ transaction }: Ground, source: store.Source, refreshId: string): Promise<void> {
    try {
      await embedding.clientOf(source).refresh(source.service_id, source.dataset_service_id)
    } catch (error) {
      if (!(error instanceof PowerBiError)) throw error
      await transaction(async (context) => {
        await store.setState(context.db, refreshId, { state: 'refused', ...notStarted(error) })
        await announceRefresh(context, source)
      })
      throw error
    }
    await transaction(({ enqueue }) => follow(enqueue, source.id))
  }

  /** A person starts a refresh now. Fails with the reason when it may not start. */
  async function startNow(ground: Ground, source: store.Source, userId: string): Promise<void> {
    await sync(ground, source, { facts: true })
    const refreshId = await ground.transaction(async (context) => {
      const { db } = context
      const dataset = (await store.lockForRefresh(db, source.id)) ?? fail('call.not_found')
      const limit = limitOf(dataset.dedicated)
      if (dataset.running) fail('dataset.running')
      if (dataset.used >= limit) fail('dataset.limit_reached', { values: { used: dataset.used, limit } })
      await announceRefresh(context, dataset)
      return store.addRefresh(db, { dataset_id: source.id, cause: 'person', user_id: userId, state: 'running' })
    })
    try {
      await translated(() => send(ground, source, refreshId))
    } catch (error) {
      const refused = await ground.transaction(({ db }) => store.refusalOf(db, refreshId))
      if (refused === 'running') fail('dataset.running')
      throw error
    }
  }

  /** Starts a refresh that the schedule or another data set asked for. A second delivery of the job finds it started. */
  async function startWaiting(ground: Ground, refreshId: string): Promise<void> {
    const { transaction } = ground
    const source = await transaction(async ({ db }) => {
      const refresh = await store.findRefresh(db, refreshId)
      return refresh?.state === 'waiting' ? store.findSource(db, refresh.dataset_id, 'any') : undefined
    })
    if (!source) return
    // The count is exact with refreshes that began at the service. Without an answer the portal's own count decides.
    await sync(ground, source, { facts: true }).catch(() => undefined)
    const begun = await transaction((context) => beginWaiting(context, source, refreshId))
    if (!begun) return
    try {
      await send(ground, source, refreshId)
    } catch (error) {
      if (!(error instanceof PowerBiError)) throw error
      await transaction((context) => notifyOwner(context, source, notStarted(error).problem))
    }
  }

  /** One look at a data set whose refresh runs; the next one is enqueued until it has ended. */
  async function followOnce(ground: Ground, datasetId: string): Promise<void> {
    const source = await ground.transaction(({ db }) => store.findSource(db, datasetId, 'any'))
    if (!source) return
    const { running } = await sync(ground, source, { facts: false })
    if (running) await ground.transaction(({ enqueue }) => follow(enqueue, datasetId, ground.clock.now()))
  }

  /** An hourly look at a data set: its name, its capacity, and refreshes that began at the service. */
  async function checkDataset(ground: Ground, datasetId: string): Promise<void> {
    const source = await ground.transaction(({ db }) => store.findSource(db, datasetId, 'any'))
    if (source) await sync(ground, source, { facts: true })
  }

  return { sync, startNow, startWaiting, followOnce, checkDataset }
}

async function merge(context: Here, datasetId: string, history: Refresh[], now: Date): Promise<{ running: boolean }> {
  const { db } = context
  // Locked: of two syncs at the same time only one sees that a refresh ended.
  const dataset = await store.lockForRefresh(db, datasetId)
  if (!dataset) return { running: false }
  const oldest = Math.min(now.getTime(), ...history.map(startOf))
  const known = await store.knownRefreshes(db, datasetId, new Date(oldest - 60_000))
  const ours = matched(history, known)
  const found = history.flatMap((each) => foundIn(each, ours))
  await store.storeHistory(db, datasetId, found)
  const ended = known.filter(({ id: own, state }) => state === 'running' && isEnded(history, ours, own))
  for (const { id: own } of ended) {
    const at = history.find(({ requestId }) => requestId !== null && ours.get(requestId) === own)
    if (!at) continue
    if (stateOf(at) === 'completed') await startFollowers(context, datasetId)
    if (stateOf(at) === 'failed') await notifyOwner(context, dataset, decoded(at).problem)
  }
  const lost = known.filter(
    ({ id: own, state, started_at }) =>
      state === 'running' &&
      ![...ours.values()].includes(own) &&
      now.getTime() - started_at.getTime() > lostRefreshHours * 3_600_000,
  )
  for (const { id: own } of lost) await store.setState(db, own, { state: 'failed', problem: 'lost' })
  if (ended.length + lost.length > 0 || found.some((each) => each.id === null)) await announceRefresh(context, dataset)
  return {
    running: known.some(
      ({ id: own, state }) =>
        state === 'running' && !isEnded(history, ours, own) && !lost.some((each) => each.id === own),
    ),
  }
}

async function startFollowers({ db, enqueue }: Here, datasetId: string): Promise<void> {
  for (const { id: dataset_id } of await store.followers(db, datasetId)) {
    const refresh_id = await store.addRefresh(db, { dataset_id, cause: 'chain', user_id: null, state: 'waiting' })
    await enqueue(startKind, { refresh_id }, { slot: refresh_id })
  }
}

async function beginWaiting(context: Here, source: store.Source, refreshId: string): Promise<boolean> {
  const { db } = context
  const dataset = await store.lockForRefresh(db, source.id)
  const refresh = await store.findRefresh(db, refreshId)
  if (!dataset || refresh?.state !== 'waiting') return false
  const problem = dataset.running ? 'running' : dataset.used >= limitOf(dataset.dedicated) ? 'limit' : null
  if (problem !== null) {
    await store.setState(db, refreshId, { state: 'refused', problem })
    await announceRefresh(context, dataset)
    if (problem === 'limit') await notifyOwner(context, dataset, problem)
    return false
  }
  await store.setState(db, refreshId, { state: 'running' })
  await announceRefresh(context, dataset)
  return true
}

/** Browsers that show data sets of the business unit read them again. */
const announceRefresh = ({ announce }: Here, { tenant_id: tenantId }: { tenant_id: string }): Promise<void> =>
  announce({ kind: 'refreshes_changed', tenantId })

const follow = (enqueue: EnqueueHere, dataset_id: string, now?: Date): Promise<void> =>
  enqueue(followKind, { dataset_id }, now ? { after: new Date(now.getTime() + followSeconds * 1000) } : {})

function foundIn(each: Refresh, ours: Map<string, string>): store.ReadRefresh[] {
  const { requestId, startTime, endTime } = each
  if (requestId === null || startTime === null || Number.isNaN(Date.parse(startTime))) return []
  const state = stateOf(each)
  const fault = state === 'failed' ? decoded(each) : { problem: null, service_code: null }
  const ended_at = state === 'running' ? null : new Date(endTime ?? startTime)
  return [
    {
      id: ours.get(requestId) ?? null,
      request_id: requestId,
      state,
      ...fault,
      started_at: new Date(startTime),
      ended_at,
    },
  ]
}

const isEnded = (history: Refresh[], ours: Map<string, string>, own: string): boolean =>
  history.some((each) => each.requestId !== null && ours.get(each.requestId) === own && stateOf(each) !== 'running')

type Told = { tenant_id: string; id: string; name: string; owner_id: string | null }

/** Tells the owner, or the administrators, and the staff of the partner that a refresh failed or did not start. */
async function notifyOwner(context: Here, dataset: Told, problem: RefreshProblem): Promise<void> {
  const { tenant_id: tenantId, id: datasetId, name, owner_id } = dataset
  const people = owner_id === null ? { profile: 'admin' as const } : { people: [owner_id] }
  const profile = owner_id === null ? 'admin' : await store.profileOf(context.db, tenantId, owner_id)
  const isAdministrator = allows({ profile, scope: 'tenant', toggles: [] }, 'embedding_account.read')
  await notify(
    { ...context, tenantId },
    people,
    'dataset_refresh_failed',
    { dataset: name, reason: reasonOf(problem, isAdministrator) },
    { path: `/powerbi/datasets/${datasetId}` },
  )
  const unit = await store.nameOfUnit(context.db, tenantId)
  const values = { dataset: `${unit}: ${name}`, reason: reasonOf(problem, true) }
  await notifyPartner(context, { type: 'dataset_refresh_failed', values, path: '/companies' })
}

const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

function reasonOf(problem: RefreshProblem, isAdministrator: boolean): Record<Language, string> {
  const advice = adviceOf(problem, isAdministrator)
  return inEachLanguage((language) => {
    const { problems, advice: advices } = words[language]
    return advice === null ? problems[problem] : `${problems[problem]} ${advices[advice]}`
  })
}

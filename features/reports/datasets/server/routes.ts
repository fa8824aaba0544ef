import type { Language } from '#catalogue/languages.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import {
  type OutsideContext,
  type Route,
  type WriteContext,
  handle,
  outside,
  rows,
} from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, isAdvised } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import * as calls from '../contract.ts'
import type { RefreshProblem } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { adviceOf, limitOf, nextRun, nextRuns, runsADay, runsFrom, runsOf } from './rules.ts'
import { createRefreshes } from './service.ts'
import * as store from './store.ts'

const started: Record<Language, string> = {
  'pt-BR': ptBR.started,
  'en-US': enUS.started,
  es: es.started,
  'pt-PT': ptPT.started,
}

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => {
  const refreshes = createRefreshes({ embedding })
  return [
    list,
    file,
    select,
    read,
    calendar,
    handle(calls.scheduleDataset, schedule),
    outside(calls.refreshDataset, async (context, { id }) => {
      const { transaction, actor, caller } = context
      const source = await sourceOf(context, id)
      await refreshes.startNow(context, source, actor.userId)
      await transaction(({ audit }) => audit({ target: { type: 'dataset', id, name: source.name } }))
      return { status: true as const, message: started[caller.language] }
    }),
    outside(calls.listRefreshes, async (context, { id }) => {
      const source = await sourceOf(context, id)
      const complete = await refreshes.sync(context, source, { facts: true }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Failure) return false
          throw error
        },
      )
      return context.transaction(async ({ db }) => {
        const { used, dedicated } = await store.usedToday(db, id)
        const data = (await store.history(db, id)).map((refresh) => ({
          ...refresh,
          advice: adviceOf(refresh.problem as RefreshProblem | null, isAdvised(context.actor)),
        }))
        return { complete, used, limit: limitOf(dedicated), data: data as never }
      })
    }),
  ]
}

const datasetAnswer = (
  { dedicated, ...dataset }: store.DatasetListed,
  actor: Actor,
): AnswerOf<typeof calls.listDatasets>['data'][number] => ({
  ...dataset,
  limit: limitOf(dedicated),
  can: abilities(actor, { refresh: 'dataset.update', update: 'dataset.schedule' }),
})

const list = rows(calls.listDatasets, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...dataset }) => datasetAnswer(dataset, actor)),
)

const file = exported(calls.exportDatasets, {
  target: 'dataset',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'workspace', title: word('workspace'), value: ({ workspace }) => workspace },
    { key: 'reports', title: word('reports'), value: ({ reports }) => reports.join(', ') },
    {
      key: 'state',
      title: word('state'),
      value: ({ last_state }) => (last_state === null ? null : word(`states.${last_state}`)),
    },
    { key: 'last_at', title: word('lastAt'), value: ({ last_at }) => last_at },
    { key: 'next_at', title: word('nextAt'), value: ({ next_at }) => next_at },
    { key: 'used', title: word('used'), value: ({ used }) => used },
  ],
})

const select = rows(
  calls.selectDatasets,
  ({ search }) => store.selectQuery(search),
  (found) => found,
)

const read = rows(
  calls.readDataset,
  ({ id }) => store.findQuery(id),
  ([dataset], { actor, clock }) => {
    if (!dataset) fail('call.not_found')
    const { days, times, after_id, after, owner_id, owner, version, timezone, ...listed } = dataset
    return {
      ...datasetAnswer({ ...listed, version }, actor),
      days,
      times,
      after_id,
      after,
      owner_id,
      owner,
      next_runs: nextRuns(dataset, timezone, clock.now(), calls.shownRuns),
      version,
    }
  },
)

const week = 7

const calendar = rows(
  calls.readCalendar,
  () => store.plansQuery(),
  (plannedDatasets, _, { from }) => {
    const namesAfter = followersOf(plannedDatasets)
    return {
      data: plannedDatasets
        .flatMap((dataset) =>
          runsFrom(dataset, dataset.timezone, from, week).map((run) => ({
            dataset_id: dataset.id,
            name: dataset.name,
            ...run,
            followers: namesAfter(dataset.id),
          })),
        )
        .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      unplanned: plannedDatasets
        .filter((dataset) => runsOf(dataset) === 0 && dataset.after_id === null)
        .map(({ id, name }) => ({ dataset_id: id, name })),
    }
  },
)

/** Returns a function that names the data sets that follow one, directly or not. The schedule has no circle. */
function followersOf(plannedDatasets: readonly store.PlannedDataset[]): (id: string) => string[] {
  const direct = Map.groupBy(plannedDatasets, ({ after_id }) => after_id)
  const namesAfter = (id: string): string[] =>
    (direct.get(id) ?? []).flatMap((each) => [each.name, ...namesAfter(each.id)])
  return namesAfter
}

async function sourceOf({ transaction }: OutsideContext, id: string): Promise<store.Source> {
  return (await transaction(({ db }) => store.findSource(db, id, 'visible'))) ?? fail('call.not_found')
}

async function schedule(context: WriteContext, { id, version, ...sent }: InputOf<typeof calls.scheduleDataset>) {
  const { db, audit, clock } = context
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  const { timezone, dedicated, version: stored, ...before } = found
  mustBeCurrent(version, stored)
  const change = {
    ...sent,
    ...(sent.times && { times: [...new Set(sent.times)].toSorted() }),
    ...(sent.days && { days: sent.days.toSorted((a, b) => a - b) }),
  }
  if (!differs(before, change)) return context.unchanged({ status: true as const })
  const after = { ...before, ...definedFields(change) }
  if (after.enabled && (after.days.length === 0 || after.times.length === 0))
    fail('dataset.without_times', { fields: { times: 'dataset.without_times' } })
  await checkRefreshPlan(context, after, limitOf(dedicated))
  const next_at = nextRun(after, timezone, clock.now())
  await store.update(db, id, { ...change, next_at, planned_zone: timezone })
  await audit({ target: { type: 'dataset', id, name: before.name }, before, after })
  return { status: true as const }
}

type After = { id: string; enabled: boolean; days: number[]; times: string[]; after_id: string | null }

/**
 * Refuses a change that makes a data set wait for itself, or that gives a data set more refreshes a day than its limit. Its own refreshes
 * and those of the data sets that it follows count.
 */
async function checkRefreshPlan({ db }: WriteContext, after: After, limit: number): Promise<void> {
  const plannedDatasets = await store.plannedDatasets(db)
  const links = new Map(
    [...plannedDatasets.filter(({ id }) => id !== after.id), after].map((each) => [
      each.id,
      { id: each.id, after_id: each.after_id, runs: runsOf(each) },
    ]),
  )
  if (after.after_id !== null && !links.has(after.after_id)) fail('call.not_found')
  const runs = runsADay(after.id, links) ?? fail('dataset.circle', { fields: { after_id: 'dataset.circle' } })
  if (runs > limit)
    fail('dataset.too_many_times', { fields: { times: 'dataset.too_many_times' }, values: { runs, limit } })
}

import { maxTasks, taskRows, taskStarts, taskTests } from '#catalogue/limits.ts'
import { inLanguage } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { recordSheet } from '#platform/server/export/record-sheet.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { createLimiter, type Limiter } from '#platform/server/http/limiter.ts'
import { handle, outside, type Route, rows } from '#platform/server/http/route.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { granteesOf } from '#features/people/grantees/server/queries.ts'
import { setGrantees } from '#features/people/grantees/server/commands.ts'
import { askData, errorPosition } from '#features/reports/dax-queries/server/commands.ts'
import * as calls from '../contract.ts'
import { task, taskCalls, type TaskInput, withEarlierValue } from '../contract.ts'
import { columnsOf, filledMessage, filledQuery, evaluateCondition, cellText } from './rules.ts'
import { startRun, webhookSecretPurpose } from './commands.ts'
import { dryRunRoute } from './dry-run-route.ts'
import { mustBeValidQuestion, mustBeValidTask } from './faults.ts'
import { positionInForm } from './query-position.ts'
import { pauseRoute } from './pause-route.ts'
import * as recipients from './recipients-store.ts'
import { silenceRoutes } from './silence-routes.ts'
import { statesQuery } from './withheld-store.ts'
import * as store from './store.ts'
import { mustAskData, ownData } from './task-rights.ts'
import { makerOf, target } from './task-target.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
} = resource(task, taskCalls, {
  table: 'tasks',
  computed: store.computed,
  sorts: store.sorts,
  searched: ['dax'],
  filtered: store.filtered,
})

type Dependencies = { embedding: Embedding; outgoing: Outgoing; secrets: Secrets }

/** Fields that decide the result of a run. When one of them changes, earlier results cannot be compared with the next one. */
const asking = [
  'report_id',
  'workspace_id',
  'service_dataset_id',
  'type',
  'dax',
  'column_name',
  'operator',
  'value',
  'variables',
  'row_key',
  'clear_value',
  'fire_runs',
  'fire_of',
  'recover_runs',
] as const

/** The webhook is a channel of the owner: it gets their rows. */
const ownChannel = ['webhook_url'] as const

export function routes(
  { embedding, outgoing, secrets }: Dependencies,
  tests = createLimiter(taskTests),
  starts = createLimiter(taskStarts),
): Route[] {
  const sealed = (secret: string | null | undefined) =>
    secret ? secrets.seal(secret, webhookSecretPurpose) : undefined

  const add = handle(taskCalls.add, async (context, input) => {
    const { db, actor } = context
    const { user_ids, group_ids, trigger_ids, webhook_secret, ...fields } = input
    mustBeValidTask(input, outgoing)
    mustAskData(input, actor)
    if ((await store.countTasks(db)) >= maxTasks) fail('task.limit_reached')
    const owner = ownerFrom(actor)
    const id = await store.add(db, fields, owner, sealed(webhook_secret) ?? null)
    await setGrantees(db, store.addressees, id, { user_ids, group_ids })
    await store.setTriggers(db, id, trigger_ids)
    await context.audit({ target: target(id, fields.name), after: { ...fields, user_ids, group_ids, trigger_ids } })
    return { status: true as const, id }
  })

  const update = handle(taskCalls.update, async (context, { id, version, webhook_secret, ...sent }) => {
    const { db, actor } = context
    const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
    mustBeCurrent(version, found.version)
    const grantees = await granteesOf(db, store.addressees, id)
    const before = { ...found.fields, ...grantees, trigger_ids: await store.triggersOf(db, id) }
    const changes = definedFields({
      ...sent,
      user_ids: sent.user_ids?.toSorted(),
      group_ids: sent.group_ids?.toSorted(),
      trigger_ids: sent.trigger_ids?.toSorted(),
    })
    if (!webhook_secret && !differs(before, changes)) return context.unchanged({ status: true as const })
    const after: TaskInput = { ...before, ...changes }
    mustBeValidTask(after, outgoing)
    const { user_ids: _people, group_ids: _groups, trigger_ids, ...rest } = changes
    const fields = definedFields(rest)
    const starts = differs(picked(before, asking), picked(after, asking))
    const webhookChanges = differs(picked(before, ownChannel), picked(after, ownChannel)) || Boolean(webhook_secret)
    if ((starts || webhookChanges) && found.owner_id !== actor.userId) fail('task.not_owner')
    if (starts) mustAskData(after, actor)
    await store.update(db, id, fields, { secret: sealed(webhook_secret), starts })
    await setGrantees(db, store.addressees, id, after)
    if (trigger_ids) await store.setTriggers(db, id, trigger_ids)
    await context.audit({
      target: target(id, found.fields.name),
      before,
      after: { ...after, ...(webhook_secret && { webhook_secret_changed: true }) },
    })
    return { status: true as const }
  })

  const takeOver = handle(calls.takeOverTask, async (context, { id, version, name }) => {
    const { db, actor } = context
    const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
    mustBeCurrent(version, found.version)
    if (name !== typedName(found.fields.name)) fail('task.name_mistyped', { fields: { name: 'task.name_mistyped' } })
    if (found.owner_id === actor.userId) return context.unchanged({ status: true as const })
    mustAskData(found.fields, actor)
    const before = await store.takeOver(db, id, ownerFrom(actor))
    await context.audit({
      target: target(id, found.fields.name),
      before: { owner: before },
      after: { owner: actor.name },
    })
    return { status: true as const }
  })

  const run = handle(calls.runTask, async (context, { id }) => {
    if (!starts.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    const found = (await store.isTask(context.db, id)) ?? fail('call.not_found')
    const run_id = (await startRun(context, id)) ?? fail('call.failed')
    await context.audit({ target: target(id, found.name) })
    return { status: true as const, run_id }
  })

  return [
    list,
    file,
    select,
    read,
    add,
    update,
    remove,
    takeOver,
    run,
    testRoute(embedding, tests),
    dryRunRoute(embedding),
    rows(calls.listRuns, store.runsQuery, (found, _, asked) => pageOf(found, asked, ({ total: __, ...row }) => row)),
    exported(calls.exportRuns, {
      target: 'task',
      query: store.runsQuery,
      columns: (reader) => {
        const { outcomes: _, ...columns } = calls.listRuns.answers.shape.data.element.shape
        return recordSheet(columns, {}, reader)
      },
    }),
    rows(calls.listStates, statesQuery, (found, _, asked) => pageOf(found, asked, ({ total: __, ...row }) => row)),
    rows(
      calls.readRun,
      ({ id }) => store.runQuery(id),
      ([found]) => found ?? fail('call.not_found'),
    ),
    ...silenceRoutes,
    pauseRoute(secrets),
    rows(calls.listRecipients, recipients.recipientsQuery, (found, _, asked) =>
      pageOf(found, asked, ({ total: __, ...row }) => row),
    ),
  ]
}

/** Asks the question of a form that is not stored yet, and shows what the task would find and say. */
const testRoute = (embedding: Embedding, limiter: Limiter) =>
  outside(
    calls.testTask,
    async ({ actor, clock, transaction, caller }, { report_id, workspace_id, service_dataset_id, ...question }) => {
      if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
      mustBeValidQuestion(question)
      const { data, today } = await transaction(async ({ db }) => ({
        data: await ownData(db, { report_id, workspace_id, service_dataset_id }, actor),
        ...(await store.localDay(db)),
      }))
      const nothing = {
        position: null,
        columns: [],
        rows: [],
        row_count: 0,
        holds: null,
        matched: 0,
        message: null,
        query_ms: 0,
      }
      if ('refusal' in data) return { problem: data.refusal, detail: null, ...nothing }
      const queryResult = await askData(embedding, data, filledQuery(question.dax, question.variables, today), clock)
      if ('problem' in queryResult) {
        const { dax, variables } = question
        const place = queryResult.problem === 'query' ? errorPosition(queryResult.detail) : null
        return { ...nothing, ...queryResult, position: place && positionInForm(dax, variables, today, place) }
      }
      const columns = columnsOf(queryResult.rows)
      const evaluation = evaluateCondition(queryResult.rows, question, null)
      const dataAnswer = {
        ...nothing,
        columns,
        rows: queryResult.rows
          .slice(0, taskRows.shown)
          .map((row) => columns.map((column) => cellText(row[column], caller.language))),
        row_count: queryResult.rows.length,
        query_ms: queryResult.query_ms,
      }
      if (evaluation.problem !== null) return { ...dataAnswer, problem: evaluation.problem, detail: null }
      const { matched, column, cell } = evaluation
      const message = filledMessage(
        inLanguage(question.message, caller.language),
        caller.language,
        { matched, column, cell, variables: question.variables, today },
        (rowCount) => `… (+${rowCount})`,
      )
      const holds = withEarlierValue.includes(question.operator) ? null : matched.length > 0
      return { ...dataAnswer, problem: null, detail: null, holds, matched: matched.length, message }
    },
  )

const ownerFrom = (actor: Actor) => {
  const { user_id, user_name } = makerOf(actor)
  return { owner_id: user_id, owner_name: user_name }
}

const picked = (fields: TaskInput, names: readonly (keyof TaskInput)[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

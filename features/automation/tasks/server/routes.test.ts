import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { taskDryRuns, taskMessages, taskRunDeaths, taskSilences, taskTests } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { readConfig } from '#platform/server/config.ts'
import { createOutgoing } from '#platform/server/outgoing.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { createEmbedding } from '#features/sources/accounts/server/commands.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { createPowerBi, MICROSOFT } from '#powerbi/server/power-bi.ts'
import { onOwner } from '#testing/global-setup.ts'
import { silent, type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { masterInNorte, people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { speakInNorte } from '#testing/unit-language.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import {
  acknowledgeTask,
  dryRunTask,
  endSilence,
  listRecipients,
  listRuns,
  listSilences,
  listStates,
  pauseRow,
  resumeRow,
  readRun,
  runTask,
  silenceTask,
  type ListedState,
  takeOverTask,
  taskCalls,
  testTask,
} from '../contract.ts'
import { runTrigger, triggerCalls } from '#features/automation/triggers/contract.ts'
import { startDueTriggers } from '#features/automation/triggers/server/jobs.ts'
import {
  aggregates,
  answeredValue,
  daxOf,
  type PickedColumn,
  type PickedValue,
} from '#features/reports/dax-queries/contract.ts'
import { taskJobs } from './jobs.ts'
import { digestKind, runKind, webhookKind } from './job-kinds.ts'

const portal = testPortal({ config: { providerPrivateHosts: true }, reports: true })
const tenant_id = tenants.norte.id
const [resellers] = published.reports
const admin = () => portal.as('adminOfNorte')
const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)

type AddInput = SentOf<typeof taskCalls.add>
const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

let taskNumber = 0
const task = (overrides: Partial<AddInput> = {}): AddInput => {
  taskNumber += 1
  return {
    name: `Tarefa ${taskNumber}`,
    enabled: 'S',
    report_id: resellers,
    type: 'single',
    dax: 'EVALUATE ROW("Total", [Reseller Sales])',
    column_name: null,
    operator: 'greater',
    value: '1',
    variables: [],
    message: inPortuguese('Total {{value}}'),
    repeat_policy: 'always',
    channels: ['portal'],
    webhook_url: null,
    target: 'chosen',
    send_to_self: 'N',
    user_ids: [people.otherUserOfNorte.id],
    group_ids: [],
    trigger_ids: [],
    ...overrides,
  }
}

async function added(overrides: Partial<AddInput> = {}): Promise<string> {
  const { status, body, raw } = await admin().ask(taskCalls.add, task(overrides))
  expect([status, raw.key]).toEqual([200, undefined])
  return body.id
}

/** Grants the reseller report to the administrator, or to another person, with roles of its row security. */
const grant = (roles: string[], userId: string = people.adminOfNorte.id) =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_grants').where('user_id', '=', userId).execute()
    if (roles.length > 0)
      await db.insertInto('report_grants').values({ tenant_id, report_id: resellers, user_id: userId, roles }).execute()
  })

const asSeller = (email: string) =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_grants').where('user_id', '=', people.adminOfNorte.id).execute()
    const identity = { identity: 'value', identity_value: email }
    await db
      .insertInto('report_grants')
      .values({ tenant_id, report_id: resellers, user_id: people.adminOfNorte.id, roles: ['Salesperson'], ...identity })
      .execute()
  })

beforeEach(async () => {
  await asSeller(seller.email)
  await grant(['Salesperson'], seller.id)
  await grant(['Manager'], manager.id)
})

describe('a task', () => {
  it('is added, read, changed and removed, with people and triggers', async () => {
    const trigger = await admin().ask(triggerCalls.add, newTrigger('Diário'))
    const id = await added({ trigger_ids: [trigger.body.id], send_to_self: 'S' })
    const { body } = await admin().ask(taskCalls.read, { id })
    expect(body).toMatchObject({
      report: 'Desempenho de revendas',
      owner: people.adminOfNorte.name,
      people: [{ id: people.otherUserOfNorte.id }],
      triggers: [{ name: 'Diário' }],
      last_state: null,
      stopped: null,
    })
    expect(body.next_at).not.toBeNull()
    const changed = await admin().ask(taskCalls.update, {
      id,
      version: body.version,
      user_ids: [],
      target: 'admin',
      trigger_ids: [],
    })
    expect(changed.status).toBe(200)
    const stale = await admin().ask(taskCalls.update, { id, version: body.version, name: 'Outra' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({
      people: [],
      triggers: [],
      next_at: null,
      target: 'admin',
    })
    expect((await admin().ask(taskCalls.remove, { id })).status).toBe(200)
    expect((await admin().ask(taskCalls.read, { id })).status).toBe(404)
  })

  it.each([
    ['no report', { report_id: null }, { report_id: 'Report is required!' }],
    ['no value', { value: null }, { value: 'Value is required!' }],
    ['an unknown variable', { message: inPortuguese('{{nada}}') }, { message: /nada/ }],
    ['nobody to tell', { user_ids: [] }, { target: /told/ }],
    ['no channel', { channels: [] }, { channels: 'Channels is required!' }],
    ['“changed” for a list', { type: 'list', operator: 'changed' }, { operator: /list/ }],
    ['a change by a percentage for a list', { type: 'list', operator: 'changed_by' }, { operator: /list/ }],
    ['a change by no percentage', { operator: 'changed_by', value: 'muito' }, { value: /.+/ }],
    ['a webhook without an address', { channels: ['webhook'] }, { webhook_url: /https/ }],
  ] as [string, Partial<AddInput>, Record<string, unknown>][])('is refused with %s', async (_, overrides, errors) => {
    const { status, raw } = await admin().ask(taskCalls.add, task(overrides))
    expect(status).toBe(400)
    const [[field, sentence] = ['', '']] = Object.entries(errors)
    expect((raw.errors as Record<string, string>)[field]).toMatch(sentence as string)
  })

  it('T1: takes no report, person, group or trigger of another business unit, and shows none to it', async () => {
    const adminOfSul = portal.as('adminOfSul')
    const id = await added()
    expect((await adminOfSul.ask(taskCalls.read, { id })).status).toBe(404)
    expect((await adminOfSul.ask(taskCalls.update, { id, version: 1, name: 'X' })).status).toBe(404)
    expect((await adminOfSul.ask(runTask, { id })).status).toBe(404)
    expect((await adminOfSul.ask(listRuns, { task_id: id })).body.total).toBe(0)
    expect((await adminOfSul.ask(taskCalls.add, task())).status).toBe(404)
    expect((await adminOfSul.ask(testTask, question())).status).toBe(404)
    const trigger = await adminOfSul.ask(triggerCalls.add, newTrigger('Do Sul'))
    expect((await admin().ask(taskCalls.add, task({ trigger_ids: [trigger.body.id] }))).status).toBe(404)
    expect((await admin().ask(runTrigger, { id: trigger.body.id })).status).toBe(404)
    expect((await admin().ask(taskCalls.add, task({ user_ids: [people.userOfSul.id] }))).status).toBe(404)
  })

  it('Z1: is for managers only', async () => {
    const id = await added()
    const reader = portal.as(seller)
    const answers = await Promise.all([
      reader.ask(taskCalls.list, {}),
      reader.ask(taskCalls.add, task()),
      reader.ask(testTask, question()),
      reader.ask(runTask, { id }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  it('E6: keeps its owner when another person saves it, and passes on only when that person takes it over', async () => {
    const other = portal.as(masterInNorte)
    const webhook = { channels: ['portal' as const, 'webhook' as const], webhook_url: 'http://localhost:9/x' }
    const id = await added(webhook)
    const owned = async () => (await other.ask(taskCalls.read, { id })).body
    expect((await other.ask(taskCalls.update, { id, version: 1, name: `Corrigida ${id}` })).status).toBe(200)
    expect(await owned()).toMatchObject({ owner: people.adminOfNorte.name, is_own: false, version: 2 })
    const refused = [
      { dax: 'EVALUATE Employee' },
      { value: '2' },
      { webhook_url: 'http://localhost:9/y' },
      { webhook_secret: 'x' },
    ]
    for (const change of refused) {
      const { status, raw } = await other.ask(taskCalls.update, { id, version: 2, ...change })
      expect([status, raw.key]).toEqual([409, 'task_not_owner'])
    }
    const name = typedName(`Corrigida ${id}`)
    expect((await other.ask(takeOverTask, { id, version: 1, name })).raw.key).toBe('stale_version')
    const mistyped = await other.ask(takeOverTask, { id, version: 2, name: `Corrigida ${id}` })
    expect([mistyped.status, mistyped.raw.key]).toEqual([400, 'task_name_mistyped'])
    expect(await owned()).toMatchObject({ is_own: false, version: 2 })
    expect((await other.ask(takeOverTask, { id, version: 2, name })).status).toBe(200)
    expect(await owned()).toMatchObject({ is_own: true, version: 3 })
    expect((await other.ask(taskCalls.update, { id, version: 3, value: '2' })).status).toBe(200)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['changes'])
        .where('event', '=', 'task.taken_over')
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries).toMatchObject([{ changes: { owner: [people.adminOfNorte.name, expect.any(String)] } }])
    expect((await portal.as('adminOfSul').ask(takeOverTask, { id, version: 4, name })).status).toBe(404)
  })

  it('keeps the secret of its webhook write-only', async () => {
    const webhook = {
      channels: ['webhook' as const],
      webhook_url: 'http://localhost:9/x',
      webhook_secret: 'quokka-secret',
    }
    const id = await added(webhook)
    const { body, raw } = await admin().ask(taskCalls.read, { id })
    expect(body.has_webhook_secret).toBe(true)
    expect(JSON.stringify(raw)).not.toContain('quokka')
    const trail = await portal.platform((db) =>
      sql<{ all: string }>`select json_agg(a)::text as all from audit_entries a`.execute(db),
    )
    expect(trail.rows[0]?.all).not.toContain('quokka-secret')
  })
})

describe('a silence', () => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  it('T1, Z1: is of the business unit, and of those who change tasks', async () => {
    const id = await added()
    expect((await admin().ask(silenceTask, { id, until: null, note: 'Fim de semana' })).status).toBe(200)
    const [made] = (await admin().ask(listSilences, { task_id: id })).body.data
    const silence_id = made?.id ?? ''
    const others: [PersonName | Person, number][] = [
      ['adminOfSul', 404],
      [seller, 403],
    ]
    for (const [person, status] of others) {
      const other = portal.as(person)
      expect((await other.ask(silenceTask, { id, until: null, note: 'X' })).status).toBe(status)
      expect((await other.ask(acknowledgeTask, { id, note: null })).status).toBe(status)
      expect((await other.ask(endSilence, { id: silence_id })).status).toBe(status)
    }
    expect((await portal.as('adminOfSul').ask(listSilences, { task_id: id })).body.data).toEqual([])
    expect((await admin().ask(silenceTask, { id, state_id: silence_id, until: null, note: 'X' })).status).toBe(404)
    expect((await admin().ask(listSilences, { task_id: id })).body.total).toBe(1)
    const events = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', id).orderBy('id').execute(),
    )
    expect(events.map(({ event }) => event)).toEqual(['task.added', 'task.silenced'])
  })

  it('is replaced by another of its kind, and refused in the past or for longer than a year', async () => {
    const id = await added()
    const silenced = (days: number) => admin().ask(silenceTask, { id, until: until(days), note: `${days}` })
    expect((await silenced(1)).status).toBe(200)
    expect((await silenced(2)).status).toBe(200)
    expect((await admin().ask(listSilences, { task_id: id })).body.data).toMatchObject([{ note: '2' }])
    for (const days of [-1, 367]) {
      const { status, raw } = await silenced(days)
      expect([status, Object.keys(raw.errors ?? {})]).toEqual([400, ['until']])
    }
  })
})

describe('the list of tasks', () => {
  it('is filtered by state: paused, never run, or a state', async () => {
    const [paused, never] = [await added({ enabled: 'N' }), await added()]
    const idsOf = async (state: ListedState) =>
      (await admin().ask(taskCalls.list, { state, size: 100, sort: 'state' })).body.data.map(({ id }) => id)
    expect(await idsOf('paused')).toContain(paused)
    expect(await idsOf('paused')).not.toContain(never)
    expect(await idsOf('never')).toContain(never)
    expect(await idsOf('firing')).not.toContain(never)
    // A failed run counts as an error, also when it gave the task no state of its own.
    const run = {
      tenant_id,
      task_id: never,
      slot: 'failed',
      cause: 'person',
      state: 'failed',
      problem: 'query',
      ended_at: new Date(),
    }
    await portal.platform((db) => db.insertInto('task_runs').values(run).execute())
    expect(await idsOf('error')).toContain(never)
    expect(await idsOf('never')).not.toContain(never)
  })
})

const question = (overrides: Partial<SentOf<typeof testTask>> = {}): SentOf<typeof testTask> => {
  const { report_id: _, ...testInput } = task()
  return { ...testInput, report_id: resellers, ...overrides }
}

describe('the test of a query', () => {
  it('E6: reads the rows that the caller may read, and returns the message that the task would send', async () => {
    const { body } = await admin().ask(testTask, question())
    expect(body).toMatchObject({ problem: null, columns: ['[Total]'], row_count: 1, holds: true, matched: 1 })
    const own = body.message
    await grant(['Manager'])
    expect((await admin().ask(testTask, question())).body.message).not.toBe(own)
  })

  it('E2: of a question that was picked from lists answers the rows of the caller', async () => {
    const name = 'Vendas 1º trimestre, %'
    const picked = async (value: PickedValue, by: PickedColumn[] = []) => {
      const dax = daxOf({ value, by, name })
      const asked = question({
        dax,
        column_name: answeredValue(name),
        type: by.length > 0 ? 'list' : 'single',
        value: '1',
      })
      return (await admin().ask(testTask, asked)).body
    }
    const category = { table: 'Product Category', column: 'Category' }
    const sales = { kind: 'measure', name: 'Reseller Sales' } as const
    const total = await picked(sales)
    expect(total).toMatchObject({ problem: null, columns: [`[${name}]`], row_count: 1, holds: true })
    const grouped = await picked(sales, [category])
    expect(grouped).toMatchObject({ problem: null, columns: ['Product Category[Category]', `[${name}]`] })
    expect(grouped.matched).toBe(grouped.row_count)
    for (const aggregate of aggregates) {
      const column = aggregate === 'count' ? category : { table: 'Product', column: 'List Price' }
      expect(await picked({ kind: 'column', aggregate, ...column })).toMatchObject({ problem: null, row_count: 1 })
    }
    expect(await picked({ kind: 'rows', table: 'Product Category' })).toMatchObject({ problem: null, holds: true })
    await asSeller(manager.email)
    expect((await picked(sales)).rows).not.toEqual(total.rows)
  })

  it('E6: sends no query for an administrator without a role of the report', async () => {
    await grant([])
    expect((await admin().ask(testTask, question())).body).toMatchObject({ problem: 'identity', row_count: 0 })
  })

  it('names what is wrong with a query, a column or a value', async () => {
    const faulty = await admin().ask(testTask, question({ dax: 'EVALUATE Nada' }))
    expect(faulty.body.problem).toBe('query')
    expect(faulty.body.detail).toContain('Nada')
    expect(faulty.body.position).toEqual({ line: 1, column: 10 })
    const variables = [{ name: 'n', value: '123456', substitution: 'number' as const }]
    const later = await admin().ask(
      testTask,
      question({ dax: 'EVALUATE ROW("n", {{n}})\nORDER BY Nada[x]', variables }),
    )
    expect(later.body).toMatchObject({ problem: 'query', position: { line: 2, column: 10 } })
    expect((await admin().ask(testTask, question({ column_name: 'Outra' }))).body.problem).toBe('column')
    expect((await admin().ask(testTask, question({ value: 'muito' }))).body.problem).toBe('value')
  })

  it('puts variables into the query as literals', async () => {
    const dax = 'EVALUATE ROW("Nome", {{nome}}, "Soma", {{n}} + 1)'
    const variables = [
      { name: 'nome', value: '") EVALUATE Employee //', substitution: 'text' as const },
      { name: 'n', value: '41', substitution: 'number' as const },
    ]
    const { body } = await admin().ask(
      testTask,
      question({ dax, variables, column_name: 'Soma', operator: 'equal', value: '42' }),
    )
    expect(body).toMatchObject({ problem: null, holds: true, rows: [['") EVALUATE Employee //', '42']] })
  })

  it('is limited by the minute', async () => {
    const asker = portal.as(masterInNorte)
    const statuses: number[] = []
    for (let index = 0; index <= taskTests.perMinute; index += 1)
      statuses.push((await asker.ask(testTask, question())).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
    expect(statuses[0]).toBe(200)
  })
})

describe('a dry run', () => {
  const settings = {
    row_key: [],
    clear_value: null,
    fire_runs: 1,
    fire_of: 1,
    recover_runs: 1,
    on_no_data: 'evaluate' as const,
    on_error: 'keep' as const,
  }
  const daily = (overrides: Partial<SentOf<typeof dryRunTask>> = {}): SentOf<typeof dryRunTask> => {
    const { message: _, ...asked } = question()
    return {
      ...asked,
      ...settings,
      dax: 'EVALUATE ROW("Dia", DAY({{dia}}))',
      variables: [{ name: 'dia', value: '0', substitution: 'day' }],
      operator: 'greater',
      value: '15',
      days_back: 30,
      carry: null,
      ...overrides,
    }
  }

  const tried = (overrides: Partial<SentOf<typeof dryRunTask>>) => admin().ask(dryRunTask, daily(overrides))

  it('asks for each of the last days, a few in each call, and says which policies would have told', async () => {
    const days: string[] = []
    const told = new Map<string, number>()
    let [back, carry]: [number, string | null] = [30, null]
    while (back > 0) {
      const { status, body } = await tried({ days_back: back, carry })
      expect([status, body.problem, body.days.length]).toEqual([200, null, taskDryRuns.daysOfCall])
      for (const { day, value, state, tells } of body.days) {
        days.push(day)
        expect([value, state]).toEqual([String(Number(day.slice(8))), Number(value) > 15 ? 'firing' : 'ok'])
        for (const policy of tells) told.set(policy, (told.get(policy) ?? 0) + 1)
      }
      ;[back, carry] = [body.days_back, body.carry]
    }
    expect(new Set(days).size).toBe(30)
    expect(days).toEqual(days.toSorted())
    const firing = days.filter((day) => Number(day.slice(8)) > 15).length
    // Each firing day has another number.
    expect(Object.fromEntries(told)).toMatchObject({ always: firing, on_change: firing })
    expect(told.get('once_per_month')).toBeLessThanOrEqual(2)
  })

  it('E6: reads the rows of the caller, and none without a role of the report', async () => {
    const dax = 'EVALUATE ROW("Total", [Reseller Sales] + 0 * DAY({{dia}}))'
    const valueOf = async () => (await admin().ask(dryRunTask, daily({ dax, days_back: 1 }))).body.days[0]?.value
    const own = await valueOf()
    await grant(['Manager'])
    expect(await valueOf()).not.toBe(own)
    await grant([])
    expect((await admin().ask(dryRunTask, daily())).body).toMatchObject({ problem: 'identity', days: [] })
  })

  it('is refused without a day in the query, with a broken carry, and to those who add no tasks', async () => {
    const refused = async (overrides: Partial<SentOf<typeof dryRunTask>>) => {
      const { status, raw } = await admin().ask(dryRunTask, daily(overrides))
      return [status, raw.key, Object.keys(raw.errors ?? {})]
    }
    expect(await refused({ dax: 'EVALUATE ROW("Total", 1)' })).toEqual([400, 'task_without_day', ['dax']])
    expect((await refused({ carry: '{}' })).at(-1)).toEqual(['carry'])
    expect((await refused({ fire_runs: 2 })).at(-1)).toEqual(['fire_runs'])
    expect((await portal.as(seller).ask(dryRunTask, daily())).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(dryRunTask, daily())).status).toBe(404)
    const faulty = await admin().ask(dryRunTask, daily({ dax: 'EVALUATE Nada[{{dia}}]' }))
    expect(faulty.body).toMatchObject({ problem: 'query', days: [], days_back: 30 })
  })
})

const zoneOfUnits = 'America/Sao_Paulo'

const timeAt = (moment: Date) =>
  moment.toLocaleTimeString('pt-BR', { timeZone: zoneOfUnits, hour: '2-digit', minute: '2-digit' })

/** A daily trigger whose time is twelve hours away, so that no test meets it by chance. */
function newTrigger(name: string): SentOf<typeof triggerCalls.add> {
  return {
    name,
    enabled: 'S',
    frequency: 'daily',
    days: [],
    month_days: [],
    times: [timeAt(new Date(Date.now() + 12 * 3_600_000))],
    timezone: null,
    starts_on: null,
    ends_on: null,
  }
}

type Got = { body: string; headers: IncomingMessage['headers'] }

/** Starts an HTTP server that receives webhooks and answers with these statuses. */
async function receiver(statuses: number[] = []) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push({ body, headers: request.headers })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close: () => server.close() }
}

/** Starts an HTTP server that takes webhooks and never answers. */
async function silentReceiver() {
  let waiting = 0
  const server = createServer((request) => {
    waiting += 1
    request.resume()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const close = () => server.close().closeAllConnections()
  return { waiting: () => waiting, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close }
}

describe('a run', { timeout: 120_000 }, () => {
  let worker: TestWorker | undefined
  beforeEach(() => onOwner(portal.ownerUrl, (owner) => owner.query('delete from pgboss.job')))
  afterEach(async () => {
    await worker?.close()
    worker = undefined
    await portal.platform(async (db) => {
      await db.deleteFrom('notifications').execute()
      await db.deleteFrom('task_run_recipients').execute()
    })
  })

  const start = async (serviceUrl = portal.reportServiceUrl ?? '') => {
    const local = createPowerBi({
      ...MICROSOFT,
      authority: serviceUrl,
      api: serviceUrl,
      extensions: true,
      fetch,
      now: Date.now,
      sleep: (milliseconds) => sleep(milliseconds),
      log: () => undefined,
    })
    const none = { account: () => expect.unreachable() }
    const embedding = createEmbedding({ microsoft: none, local, azure: none, secrets, log: silent })
    const outgoing = createOutgoing({ privateHosts: true })
    worker = await testWorker(portal.databaseUrl, [...taskJobs({ embedding, outgoing, secrets }), startDueTriggers])
    return worker
  }

  const runsOf = (task_id: string) =>
    portal.platform((db) =>
      db
        .selectFrom('task_runs')
        .selectAll()
        .where('task_id', '=', task_id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )

  const ended = async (task_id: string, number = 1) => {
    await vi.waitFor(
      async () => expect((await runsOf(task_id)).filter(({ state }) => state !== 'waiting')).toHaveLength(number),
      { timeout: 60_000, interval: 100 },
    )
    return runsOf(task_id)
  }

  /** The tests of this file start more runs than one person may in a minute, if the machine is fast: the next minute admits them. */
  const startNow = (id: string) =>
    expect.poll(async () => (await admin().ask(runTask, { id })).status, { timeout: 90_000, interval: 1_000 }).toBe(200)

  const textsOf = async (person: PersonName | Person) => {
    const { body } = await portal.as(person).ask(listNotifications, { size: 100 })
    return body.data
      .filter(({ type }) => type === 'task_fired' || type === 'task_failed')
      .map(({ facts }) => facts['text'] ?? facts['reason'])
  }

  /** What the task would say to somebody with this role and user name. */
  const saidTo = async (role: string, email: string): Promise<string> => {
    await portal.platform(async (db) => {
      await db.deleteFrom('report_grants').where('user_id', '=', people.adminOfNorte.id).execute()
      const identity = { identity: 'value', identity_value: email }
      const granted = { tenant_id, report_id: resellers, user_id: people.adminOfNorte.id, roles: [role], ...identity }
      await db.insertInto('report_grants').values(granted).execute()
    })
    const { body } = await admin().ask(testTask, question())
    return body.message ?? expect.unreachable()
  }

  const recipientsOf = async (run_id: string) => {
    const { body } = await admin().ask(listRecipients, { run_id, size: 100 })
    return Object.fromEntries(
      body.data.map(({ person, outcome, channels }) => [person, [outcome, ...channels].join(' ')]),
    )
  }

  const english = async (person: PersonName | Person) =>
    (await textsOf(person)).map((text) => (text as Record<string, string>)['en-US'])

  /** Another answer of the data: the same question, asked of other numbers. */
  const answering = (id: string, dax: string) =>
    portal.platform((db) => db.updateTable('tasks').set({ dax }).where('id', '=', id).execute())

  const stores = (rows: Record<string, number>) =>
    `EVALUATE UNION(${Object.entries(rows)
      .map(([name, total]) => `ROW("Loja", "${name}", "Total", ${total})`)
      .join(', ')})`

  const byStore = {
    type: 'list',
    column_name: 'Total',
    operator: 'greater',
    value: '50',
    row_key: ['Loja'],
    variables: [{ name: 'loja', value: 'Loja', substitution: 'column' }],
    message: inPortuguese('{{loja}}: {{value}}'),
    repeat_policy: 'on_change',
    user_ids: [manager.id],
  } satisfies Partial<AddInput>

  it('has a state for each row, firing first, and tells which rows recovered', async () => {
    await start()
    const id = await added({ ...byStore, dax: stores({ Norte: 60, Sul: 1 }), recover_runs: 2, tells_recovery: 'S' })
    const states = async (person: PersonName | Person = 'adminOfNorte') => {
      const { body } = await portal.as(person).ask(listStates, { task_id: id })
      return body.data.map(({ label, state, reason }) => [label, state, reason])
    }
    await startNow(id)
    expect((await ended(id, 1))[0]).toMatchObject({ state: 'notified', task_state: 'firing' })
    expect(await states()).toEqual([['Norte', 'firing', 'holds']])
    // The rows of the owner are under row-level security.
    expect(await states(masterInNorte)).toEqual([[null, 'firing', 'holds']])
    expect(await states('adminOfSul')).toEqual([])
    const begun = (await admin().ask(taskCalls.read, { id })).body
    expect(begun).toMatchObject({ state: 'firing', state_reason: 'holds' })

    await answering(id, stores({ Sul: 70, Norte: 60 }))
    await startNow(id)
    await ended(id, 2)
    await answering(id, stores({ Norte: 60, Sul: 70 }))
    await startNow(id)
    expect((await ended(id, 3)).map(({ state }) => state)).toEqual(['notified', 'notified', 'held'])
    expect((await admin().ask(taskCalls.read, { id })).body.state_since).toEqual(begun.state_since)

    await answering(id, stores({ Sul: 2, Leste: 3 }))
    await startNow(id)
    expect((await ended(id, 4))[3]).toMatchObject({ state: 'quiet', task_state: 'recovering' })
    const recovering = await states()
    expect(recovering).toHaveLength(2)
    expect(recovering).toContainEqual(['Norte', 'recovering', 'gone'])
    expect(recovering).toContainEqual(['Sul', 'recovering', 'cleared'])
    await startNow(id)
    expect((await ended(id, 5))[4]).toMatchObject({ state: 'notified', task_state: 'ok' })
    const texts = (await textsOf(manager)).map((text) => (text as Record<string, string>)['pt-BR'])
    expect(texts).toHaveLength(3)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Norte: 60',
        expect.stringMatching(/^(Sul: 70\nNorte: 60|Norte: 60\nSul: 70)$/),
        expect.stringMatching(/^Voltou ao normal: (Norte · Sul|Sul · Norte)$/),
      ]),
    )
  })

  const say = async (person: PersonName | Person) =>
    (await textsOf(person)).map((text) => (text as Record<string, string>)['pt-BR'])

  it('whose row is acknowledged tells new rows and the recovery, and then forgets the acknowledgement', async () => {
    await start()
    const id = await added({
      ...byStore,
      repeat_policy: 'always',
      tells_recovery: 'S',
      dax: stores({ Norte: 60, Sul: 1 }),
    })
    const nothing = await admin().ask(acknowledgeTask, { id, note: null })
    expect([nothing.status, nothing.raw.key]).toEqual([409, 'task_nothing_fires'])
    await startNow(id)
    await ended(id, 1)
    const [row] = (await admin().ask(listStates, { task_id: id })).body.data
    const acknowledged = await admin().ask(acknowledgeTask, { id, state_id: row?.id, note: 'Falei com a loja' })
    expect(acknowledged.status).toBe(200)
    // A second one changes nothing: the first person keeps it.
    expect((await portal.as(masterInNorte).ask(acknowledgeTask, { id, note: 'Outra' })).status).toBe(200)
    const silences = async (person: PersonName | Person) =>
      (await portal.as(person).ask(listSilences, { task_id: id })).body.data
    expect(await silences('adminOfNorte')).toMatchObject([
      { kind: 'acknowledged', label: 'Norte', note: 'Falei com a loja', person: people.adminOfNorte.name },
    ])
    // The row is under row-level security.
    expect(await silences(masterInNorte)).toMatchObject([{ is_whole: false, label: null }])
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({ withheld: 'acknowledged' })
    expect((await admin().ask(listStates, { task_id: id })).body.data).toMatchObject([{ withheld: 'acknowledged' }])

    await startNow(id)
    const [, quiet] = await ended(id, 2)
    expect(quiet).toMatchObject({ state: 'untold', withheld: 'acknowledged', receipts: 0 })
    expect(await recipientsOf(quiet?.id ?? '')).toEqual({ [manager.name]: 'acknowledged' })

    await answering(id, stores({ Norte: 60, Sul: 70 }))
    await startNow(id)
    await ended(id, 3)
    expect((await admin().ask(taskCalls.read, { id })).body.withheld).toBeNull()
    await answering(id, stores({ Norte: 1, Sul: 1 }))
    await startNow(id)
    await ended(id, 4)
    expect(await silences('adminOfNorte')).toEqual([])
    const texts = await say(manager)
    expect(texts).toHaveLength(3)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Norte: 60',
        'Sul: 70',
        expect.stringMatching(/^Voltou ao normal: (Norte · Sul|Sul · Norte)$/),
      ]),
    )
  })

  it('whose row is paused does not evaluate it, says so in the history, and goes on when it is resumed', async () => {
    await start()
    const id = await added({ ...byStore, tells_recovery: 'S', dax: stores({ Norte: 60, Sul: 1 }) })
    await startNow(id)
    await ended(id, 1)
    const rows = async (person: PersonName | Person = 'adminOfNorte') =>
      (await portal.as(person).ask(listStates, { task_id: id })).body.data
    const [row] = await rows()
    const paused = { id, state_id: row?.id ?? '', note: 'Loja em reforma' }
    expect((await admin().ask(pauseRow, paused)).status).toBe(200)
    // A second pause changes nothing: the first person keeps it.
    expect((await admin().ask(pauseRow, { ...paused, note: 'Outra' })).status).toBe(200)
    expect(await rows()).toMatchObject([{ label: 'Norte', state: 'paused', reason: 'paused', withheld: null }])
    expect(await rows(masterInNorte)).toMatchObject([{ label: null, state: 'paused' }])
    const silences = async () => (await admin().ask(listSilences, { task_id: id })).body.data
    expect(await silences()).toMatchObject([
      { kind: 'paused', label: 'Norte', note: 'Loja em reforma', person: people.adminOfNorte.name },
    ])

    await startNow(id)
    const [, quiet] = await ended(id, 2)
    expect(quiet).toMatchObject({ state: 'quiet', task_state: 'ok', matched: 0, paused_rows: 1, receipts: 0 })
    expect(await recipientsOf(quiet?.id ?? '')).toEqual({ [manager.name]: 'paused' })
    expect((await admin().ask(acknowledgeTask, { id, note: null })).raw.key).toBe('task_nothing_fires')
    await answering(id, stores({ Norte: 60, Sul: 70 }))
    await startNow(id)
    expect((await ended(id, 3))[2]).toMatchObject({ state: 'notified', task_state: 'firing', paused_rows: 1 })

    const [pause] = await rows().then((all) => all.filter(({ state }) => state === 'paused'))
    const pause_id = pause?.id ?? ''
    expect((await admin().ask(endSilence, { id: pause_id })).status).toBe(404)
    expect((await admin().ask(resumeRow, { id: pause_id })).status).toBe(200)
    expect((await admin().ask(resumeRow, { id: pause_id })).status).toBe(404)
    expect(await silences()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'firing' }, { state: 'firing' }])
    await answering(id, stores({ Norte: 1, Sul: 70 }))
    await startNow(id)
    await ended(id, 4)
    const texts = await say(manager)
    expect(texts).toHaveLength(3)
    expect(texts).toEqual(expect.arrayContaining(['Norte: 60', 'Sul: 70', expect.stringContaining('ao normal: Norte')]))
    const events = await portal.platform((db) =>
      db.selectFrom('audit_entries').select(['event', 'changes']).where('target_id', '=', id).orderBy('id').execute(),
    )
    const ofRow = events.filter(({ event }) => event.startsWith('task.row_'))
    expect(ofRow.map(({ event }) => event)).toEqual(['task.row_paused', 'task.row_resumed'])
    // The label was chosen by row-level security.
    expect(JSON.stringify(ofRow)).not.toContain('Norte')
  })

  it('lists a silence of a row as no pause, and takes no pause beyond the limit of a task', async () => {
    await start()
    const id = await added({ ...byStore, dax: stores({ Norte: 60, Sul: 1 }) })
    await startNow(id)
    await ended(id, 1)
    await portal.platform((db) =>
      sql`insert into task_silences (tenant_id, task_id, row_key, kind, until)
          select ${tenant_id}, ${id}, 'row ' || n, 'until', now() + interval '1 day' from generate_series(1, ${taskSilences.ofTask}) n`.execute(
        db,
      ),
    )
    const states = async () => (await admin().ask(listStates, { task_id: id })).body
    const { data, total } = await states()
    expect([total, data[0]?.state]).toEqual([1, 'firing'])
    const { raw } = await admin().ask(pauseRow, { id, state_id: data[0]?.id ?? '', note: 'X' })
    expect(raw['key']).toBe('task_silences_full')
    expect((await states()).data).toMatchObject([{ state: 'firing' }])
  })

  it('T1, Z1: lets only those who change tasks of the business unit pause and resume its rows', async () => {
    await start()
    const id = await added({ ...byStore, dax: stores({ Norte: 60, Sul: 1 }) })
    const foreign = await added({ ...byStore, dax: stores({ Norte: 60, Sul: 1 }) })
    for (const each of [id, foreign]) {
      await startNow(each)
      await ended(each, 1)
    }
    const stateOf = async (task_id: string) => (await admin().ask(listStates, { task_id })).body.data[0]?.id ?? ''
    const state_id = await stateOf(id)
    const others: [PersonName | Person, number][] = [
      ['adminOfSul', 404],
      [seller, 403],
    ]
    for (const [person, status] of others)
      expect((await portal.as(person).ask(pauseRow, { id, state_id, note: 'X' })).status).toBe(status)
    // The state of another task, and one of the whole task.
    const whole = await portal.platform((db) =>
      db.selectFrom('task_states').select('id').where('task_id', '=', id).where('row_key', '=', '').execute(),
    )
    for (const wrong of [await stateOf(foreign), whole[0]?.id ?? ''])
      expect((await admin().ask(pauseRow, { id, state_id: wrong, note: 'X' })).status).toBe(404)
    expect((await admin().ask(pauseRow, { id, state_id, note: 'X' })).status).toBe(200)
    const pause_id = await stateOf(id)
    for (const [person, status] of others)
      expect((await portal.as(person).ask(resumeRow, { id: pause_id })).status).toBe(status)
    expect((await admin().ask(listStates, { task_id: id })).body.data).toMatchObject([{ state: 'paused' }])
  })

  it('that is silenced sends no message and calls no webhook, also when it fails, and tells when the silence ended', async () => {
    await start()
    const hook = await receiver()
    const id = await added({
      repeat_policy: 'on_change',
      user_ids: [manager.id],
      channels: ['portal', 'webhook'],
      webhook_url: hook.url,
    })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect((await admin().ask(silenceTask, { id, until, note: 'Manutenção' })).status).toBe(200)
    await startNow(id)
    const [run] = await ended(id, 1)
    expect(run).toMatchObject({ state: 'untold', withheld: 'silenced', webhook: null, task_state: 'firing' })
    expect(await recipientsOf(run?.id ?? '')).toEqual({ [manager.name]: 'silenced' })
    expect((await admin().ask(taskCalls.list, { state: 'firing', size: 100 })).body.data).toContainEqual(
      expect.objectContaining({ id, withheld: 'silenced' }),
    )
    const answered = (
      await portal.platform((db) => db.selectFrom('tasks').select('dax').where('id', '=', id).execute())
    )[0]
    await answering(id, 'EVALUATE Nada')
    for (const number of [2, 3]) {
      await startNow(id)
      expect((await ended(id, number))[number - 1]).toMatchObject({ state: 'failed', withheld: 'silenced' })
    }
    expect(await textsOf('adminOfNorte')).toEqual([])
    const [silence] = (await admin().ask(listSilences, { task_id: id })).body.data
    expect(silence).toMatchObject({ kind: 'until', is_whole: true, note: 'Manutenção' })
    expect((await admin().ask(endSilence, { id: silence?.id ?? '' })).status).toBe(200)
    await startNow(id)
    expect((await ended(id, 4))[3]).toMatchObject({ state: 'failed', withheld: null })
    expect(await textsOf('adminOfNorte')).toHaveLength(1)
    expect(hook.got).toEqual([])
    await answering(id, answered?.dax ?? '')
    await startNow(id)
    expect((await ended(id, 5))[4]).toMatchObject({ state: 'notified', withheld: null, receipts: 1 })
    await vi.waitFor(() => expect(hook.got).toHaveLength(1), { timeout: 30_000, interval: 100 })
    hook.close()
    expect(await say(manager)).toHaveLength(1)
  })

  it('that calls a webhook only is recorded as untold while somebody has acknowledged it', async () => {
    await start()
    const hook = await receiver()
    const id = await added({ channels: ['webhook'], webhook_url: hook.url })
    await startNow(id)
    await ended(id, 1)
    expect((await admin().ask(acknowledgeTask, { id, note: null })).status).toBe(200)
    await startNow(id)
    expect((await ended(id, 2))[1]).toMatchObject({ state: 'untold', withheld: 'acknowledged', webhook: null })
    hook.close()
  })

  it('with a key that two rows have fails, and names the key', async () => {
    await start()
    const rows = 'EVALUATE UNION(ROW("Loja", "Sul", "Total", 60), ROW("Loja", "Sul", "Total", 61))'
    const id = await added({ ...byStore, dax: rows })
    await startNow(id)
    expect((await ended(id))[0]).toMatchObject({
      state: 'failed',
      problem: 'duplicate_key',
      value: 'Sul',
      secured: true,
    })
    expect((await admin().ask(listStates, { task_id: id })).body.data).toEqual([])
  })

  it('whose query fails is an alarm or is fine, where the author says so', async () => {
    await start()
    const alarmed = await added({ dax: 'EVALUATE Nada', on_error: 'alarm', user_ids: [manager.id] })
    await startNow(alarmed)
    const [run] = await ended(alarmed)
    expect(run).toMatchObject({ state: 'failed', task_state: 'error', receipts: 1 })
    await startNow(alarmed)
    await ended(alarmed, 2)
    const texts = (await textsOf(manager)).map((text) => (text as Record<string, string>)['pt-BR'])
    expect(texts).toEqual(['Não foi possível conferir os dados. Quem administra foi avisado.'])
    const fine = await added({ on_error: 'ok' })
    await startNow(fine)
    await ended(fine)
    await answering(fine, 'EVALUATE Nada')
    await startNow(fine)
    expect((await ended(fine, 2)).map(({ task_state }) => task_state)).toEqual(['firing', 'ok'])
    const kept = await added()
    await startNow(kept)
    await ended(kept)
    await answering(kept, 'EVALUATE Nada')
    await startNow(kept)
    expect((await ended(kept, 2)).map(({ task_state }) => task_state)).toEqual(['firing', 'firing'])
  })

  it('forgets the states when the condition changes or another person takes the task over', async () => {
    await start()
    const id = await added({ ...byStore, dax: stores({ Norte: 60, Sul: 1 }) })
    await startNow(id)
    await ended(id)
    const stateOf = async () => (await admin().ask(taskCalls.read, { id })).body.state
    expect(await stateOf()).toBe('firing')
    expect((await admin().ask(taskCalls.update, { id, version: 1, fire_runs: 2, fire_of: 2 })).status).toBe(200)
    expect(await stateOf()).toBeNull()
    const wrong = await admin().ask(taskCalls.update, { id, version: 2, fire_of: 1 })
    expect([wrong.status, Object.keys(wrong.raw.errors ?? {})]).toEqual([400, ['fire_runs']])
    await startNow(id)
    expect((await ended(id, 2))[1]).toMatchObject({ state: 'quiet', task_state: 'pending' })
    const { name } = (await admin().ask(taskCalls.read, { id })).body
    const taken = await portal.as(masterInNorte).ask(takeOverTask, { id, version: 2, name: typedName(name) })
    expect(taken.status).toBe(200)
    expect(await stateOf()).toBeNull()
  })

  it('E2: tells each addressee their own rows, asks each identity once, and stores its history', async () => {
    await start()
    const [ofSeller, ofManager] = [await saidTo('Salesperson', seller.email), await saidTo('Manager', manager.email)]
    expect(ofSeller).not.toBe(ofManager)
    await asSeller(seller.email)
    const id = await added({ channels: ['portal', 'email'], user_ids: [manager.id, seller.id], send_to_self: 'S' })
    const events = await webhookEvents(portal, tenant_id, ['task.fired'])
    await startNow(id)
    const [run] = await ended(id)
    const task = { id, name: expect.any(String) as string }
    expect(await events()).toEqual([
      { event_type: 'task.fired', data: { task, run_id: run?.id, report_id: resellers, matched: 1 } },
    ])
    // The owner has the identity of the seller, so that two queries do for three people.
    expect(run).toMatchObject({ state: 'notified', matched: 1, row_count: 1, receipts: 3, untold: 0, queries: 2 })
    expect(await english(seller)).toEqual([ofSeller])
    expect(await english(manager)).toEqual([ofManager])
    expect(await english('adminOfNorte')).toEqual([ofSeller])
    expect((await textsOf(seller))[0]).toMatchObject({
      'pt-BR': `Total ${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 }).format(Number(run?.value))}`,
    })
    // A copy by e-mail has the text of the notification of its person.
    const copies = await portal.platform((db) =>
      sql<{ user_id: string; text: string }>`
        select r.user_id, n.facts->'text'->>'en-US' as text from notification_receipts r
          join notifications n on n.tenant_id = r.tenant_id and n.id = r.notification_id where r.mail_due`.execute(db),
    )
    expect(Object.fromEntries(copies.rows.map(({ user_id, text }) => [user_id, text]))).toEqual({
      [seller.id]: ofSeller,
      [manager.id]: ofManager,
      [people.adminOfNorte.id]: ofSeller,
    })
    const listed = await admin().ask(listRuns, { task_id: id })
    expect(listed.body.data).toMatchObject([
      { starter: people.adminOfNorte.name, state: 'notified', outcomes: [{ outcome: 'told', count: 3 }] },
    ])
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({ last_state: 'notified' })
  })

  it('E2: tells nothing to people without the right, an identity, rows, or the condition, and says why', async () => {
    await start()
    await grant([], manager.id)
    const id = await added({ user_ids: [manager.id, seller.id] })
    await startNow(id)
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'notified', receipts: 1, untold: 1 })
    expect(await textsOf(manager)).toEqual([])
    expect(await recipientsOf(run?.id ?? '')).toEqual({ [seller.name]: 'told portal', [manager.name]: 'no_right' })
    const read = await admin().ask(readRun, { id: run?.id ?? '' })
    expect(read.body).toMatchObject({ task_id: id, receipts: 1, untold: 1 })
    expect(read.body.outcomes).toEqual(
      expect.arrayContaining([
        { outcome: 'told', count: 1 },
        { outcome: 'no_right', count: 1 },
      ]),
    )

    // Two grants that name different user names are no identity.
    await grant(['Manager'], manager.id)
    const alone = { user_ids: [manager.id] }
    const outcomeOf = async (overrides: Partial<AddInput>) => {
      const task = await added({ ...alone, ...overrides })
      await startNow(task)
      const [ofTask] = await ended(task)
      const { body } = await admin().ask(listRecipients, { run_id: ofTask?.id ?? '' })
      return [ofTask?.state, ...body.data.map(({ outcome }) => outcome)]
    }
    const setGrant = (values: { identity: string; identity_value: string }) =>
      portal.platform((db) => db.updateTable('report_grants').set(values).where('user_id', '=', manager.id).execute())
    const setState = (state: string) =>
      portal.platform((db) => db.updateTable('memberships').set({ state }).where('user_id', '=', manager.id).execute())
    await setGrant({ identity: 'value', identity_value: 'two words' })
    expect(await outcomeOf({})).toEqual(['untold', 'identity'])
    await setGrant({ identity: 'value', identity_value: 'nobody@example.com' })
    const sold = {
      type: 'list' as const,
      dax: 'EVALUATE SELECTCOLUMNS(TOPN(3, ResellerSales), "Total", 2)',
    }
    expect(await outcomeOf({ ...sold, column_name: 'Total' })).toEqual(['untold', 'no_rows'])
    expect(await outcomeOf({ operator: 'greater', value: '0' })).toEqual(['untold', 'condition'])
    await setState('B')
    expect(await outcomeOf({})).toEqual(['untold', 'blocked'])
    await setState('A')
    const filtered = (filters: string) =>
      portal.platform((db) => sql`update reports set filters = ${filters}::jsonb where id = ${resellers}`.execute(db))
    await filtered('[{"table":"Sales","column":"Region","operator":"in","values":["X"]}]')
    expect(await outcomeOf({})).toEqual(['untold', 'filters'])
    await filtered('[]')
    expect(await textsOf(manager)).toEqual([])
  })

  it('E2: shows the value of the owner’s rows to the owner only', async () => {
    await start()
    const id = await added()
    await startNow(id)
    const [run] = await ended(id)
    const other = portal.as(masterInNorte)
    const shown = async (asker: typeof other) => {
      const listed = await asker.ask(listRuns, { task_id: id, search: run?.value ?? '' })
      const read = await asker.ask(readRun, { id: run?.id ?? '' })
      const task = await asker.ask(taskCalls.read, { id })
      return [listed.body.total, read.body.value, task.body.last_shown]
    }
    expect(await shown(admin())).toEqual([1, run?.value, run?.value])
    expect(await shown(other)).toEqual([0, null, null])
    const foreign = portal.as('adminOfSul')
    expect((await foreign.ask(readRun, { id: run?.id ?? '' })).status).toBe(404)
    expect((await foreign.ask(listRecipients, { run_id: run?.id ?? '' })).body.total).toBe(0)
  })

  /** Starts a server before the report service, which fails the chosen queries of the process. */
  async function failingService(fails: (query: number) => boolean) {
    let queries = 0
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        if (request.url?.includes('executeQueries')) queries += 1
        if (request.url?.includes('executeQueries') && fails(queries)) return void response.destroy()
        void forwarded(request, Buffer.concat(parts)).then(async (answer) => {
          const type = answer.headers.get('content-type') ?? 'application/json'
          response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
        })
      })
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, queries: () => queries, close: () => server.close().closeAllConnections() }
  }

  const forwarded = ({ url = '', method = 'GET', headers }: IncomingMessage, body: Buffer) =>
    fetch(`${portal.reportServiceUrl ?? ''}${url}`, {
      method,
      headers: {
        ...(headers.authorization && { authorization: headers.authorization }),
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })

  it('J1: a run that ends between two identities is continued by another process, and no person is told twice', async () => {
    let isBroken = true
    const service = await failingService((query) => isBroken && query >= 3)
    const id = await added({ user_ids: [manager.id, seller.id], send_to_self: 'N' })
    await asSeller('michael9@adventure-works.com')
    const first = await start(service.url)
    await startNow(id)
    await expect.poll(service.queries, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    const [begun] = await runsOf(id)
    expect(begun).toMatchObject({ state: 'waiting', queries: 2 })
    const told = await recipientsOf(begun?.id ?? '')
    expect(new Set(Object.values(told))).toEqual(new Set(['told portal', 'waiting']))
    await first.close()
    isBroken = false
    const before = service.queries()
    await start(service.url)
    const [run] = await ended(id)
    expect(service.queries() - before).toBe(1)
    service.close()
    expect(run).toMatchObject({ state: 'notified', receipts: 2, untold: 0, queries: 3 })
    expect(await textsOf(seller)).toHaveLength(1)
    expect(await textsOf(manager)).toHaveLength(1)
  })

  it('of a list has a line for each row that meets the condition', async () => {
    await start()
    const dax = 'EVALUATE UNION(ROW("Loja", "A", "N", 1), ROW("Loja", "B", "N", 5), ROW("Loja", "C", "N", 9))'
    const variables = [{ name: 'loja', value: 'Loja', substitution: 'column' as const }]
    const id = await added({
      type: 'list',
      dax,
      variables,
      column_name: 'N',
      operator: 'greater',
      value: '4',
      message: inPortuguese('{{loja}}: {{value}}'),
    })
    await startNow(id)
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'notified', matched: 2, row_count: 3 })
    expect((await textsOf(manager))[0]).toMatchObject({ 'pt-BR': 'B: 5\nC: 9' })
  })

  it('of a change by a percentage compares with the run before, for the owner and for each addressee', async () => {
    await start()
    const id = await added({ operator: 'changed_by', value: '10' })
    await startNow(id)
    expect((await ended(id))[0]).toMatchObject({ state: 'quiet' })
    await portal.platform(async (db) => {
      const { rows } = await sql<{ last_value: string }>`
        select last_value from tasks where id = ${id} union all select last_value from task_identities where task_id = ${id}`.execute(
        db,
      )
      expect(rows.length).toBeGreaterThan(1)
      for (const { last_value } of rows) expect(Number(last_value)).toBeGreaterThan(0)
      await sql`update tasks set last_value = (last_value::float8 * 2)::text where id = ${id}`.execute(db)
      await sql`update task_identities set last_value = (last_value::float8 * 2)::text where task_id = ${id}`.execute(
        db,
      )
    })
    await startNow(id)
    expect((await ended(id, 2)).map(({ state }) => state)).toEqual(['quiet', 'notified'])
    await startNow(id)
    expect((await ended(id, 3)).map(({ state }) => state)).toEqual(['quiet', 'notified', 'quiet'])
  })

  it('follows the repeat policy, and forgets earlier results when the query or the condition changes', async () => {
    await start()
    const id = await added({ repeat_policy: 'on_change' })
    for (const number of [1, 2]) {
      await startNow(id)
      await ended(id, number)
    }
    expect((await runsOf(id)).map(({ state }) => state)).toEqual(['notified', 'held'])
    const { body } = await admin().ask(taskCalls.read, { id })
    await admin().ask(taskCalls.update, { id, version: body.version, value: '2' })
    await startNow(id)
    expect((await ended(id, 3)).map(({ state }) => state)).toEqual(['notified', 'held', 'notified'])
    const quiet = await added({ operator: 'less', value: '0' })
    await startNow(quiet)
    expect((await ended(quiet))[0]).toMatchObject({ state: 'quiet', receipts: 0, untold: 1 })
    const silentTask = await added({ repeat_policy: 'only_execute_dax' })
    await startNow(silentTask)
    expect((await ended(silentTask))[0]).toMatchObject({ state: 'recorded' })
  })

  it('J1: has its effects once, however often its job is delivered', async () => {
    const id = await added()
    await startNow(id)
    const [run] = await runsOf(id)
    const { enqueue, gate } = await start()
    await gate.acrossTenants('test: enqueue again', async (db) => {
      for (let index = 0; index < 4; index += 1)
        await enqueue(db, runKind, { run_id: run?.id ?? '' }, { tenantId: tenant_id })
    })
    await ended(id)
    await vi.waitFor(
      async () => {
        const left = await onOwner(portal.ownerUrl, (owner) =>
          owner.query(
            "select count(*)::int as open from pgboss.job where name = 'task.run' and state in ('created', 'active', 'retry')",
          ),
        )
        expect(left.rows[0].open).toBe(0)
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await textsOf(manager)).toHaveLength(1)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('E6: stops a task whose owner lost the role, the profile or the business unit, or whose report is gone, and says so', async () => {
    await start()
    await grant([])
    const withoutRole = await added()
    await startNow(withoutRole)
    expect((await ended(withoutRole))[0]).toMatchObject({ state: 'stopped', problem: 'identity' })
    expect((await admin().ask(taskCalls.read, { id: withoutRole })).body).toMatchObject({
      enabled: false,
      stopped: 'identity',
    })
    expect(String((await textsOf('adminOfNorte'))[0] && JSON.stringify(await textsOf('adminOfNorte')))).toContain(
      'função',
    )
    await asSeller(seller.email)

    const orphan = await added()
    await portal.platform((db) =>
      db.updateTable('tasks').set({ owner_id: people.adminOfSul.id }).where('id', '=', orphan).execute(),
    )
    await startNow(orphan)
    expect((await ended(orphan))[0]).toMatchObject({ state: 'stopped', problem: 'owner_gone' })

    const demoted = await added()
    await portal.platform((db) =>
      db.updateTable('tasks').set({ owner_id: people.userOfNorte.id }).where('id', '=', demoted).execute(),
    )
    await startNow(demoted)
    expect((await ended(demoted))[0]).toMatchObject({ state: 'stopped', problem: 'right_lost' })

    const reportless = await added()
    await portal.platform((db) =>
      db.updateTable('tasks').set({ report_id: null }).where('id', '=', reportless).execute(),
    )
    await startNow(reportless)
    expect((await ended(reportless))[0]).toMatchObject({ state: 'stopped', problem: 'report_gone' })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select(['target_id', 'changes']).where('event', '=', 'task.stopped').execute(),
    )
    const stoppedBy = new Map(entries.map(({ target_id, changes }) => [target_id, changes]))
    expect([withoutRole, orphan, demoted, reportless].map((id) => stoppedBy.get(id))).toEqual(
      ['identity', 'owner_gone', 'right_lost', 'report_gone'].map((reason) => ({ stopped: [null, reason] })),
    )
    // Switching it on leaves it to its owner; the administrator takes it over, and it runs with their rights.
    const { body } = await admin().ask(taskCalls.read, { id: demoted })
    expect(
      (await admin().ask(takeOverTask, { id: demoted, version: body.version, name: typedName(body.name) })).status,
    ).toBe(200)
    const switchedOn = { id: demoted, version: body.version + 1, enabled: 'S' as const }
    expect((await admin().ask(taskCalls.update, switchedOn)).status).toBe(200)
    await startNow(demoted)
    expect((await ended(demoted, 2))[1]).toMatchObject({ state: 'notified' })
  })

  it('in a business unit that is closed fails, and the task stays switched on', async () => {
    const { gate, enqueue } = await start()
    const id = await added()
    const open = (enabled: boolean) =>
      portal.platform((db) => db.updateTable('tenants').set({ enabled }).where('id', '=', tenant_id).execute())
    await startNow(id)
    await ended(id)
    await open(false)
    const run_id = await gate.acrossTenants('test: a run in a closed unit', async (db) => {
      const run = await db
        .insertInto('task_runs')
        .values({ tenant_id, task_id: id, slot: 'closed', cause: 'trigger' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await enqueue(db, runKind, { run_id: run.id }, { tenantId: tenant_id })
      return run.id
    })
    const runs = await ended(id, 2)
    await open(true)
    expect(runs.find((run) => run.id === run_id)).toMatchObject({ state: 'failed', problem: 'unit_closed' })
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({ enabled: true, stopped: null })
  })

  it('that fails notifies the administrators at its first failure only', async () => {
    await start()
    const id = await added({ dax: 'EVALUATE Nada' })
    for (const number of [1, 2]) {
      await startNow(id)
      await ended(id, number)
    }
    expect((await runsOf(id)).map(({ state, problem }) => [state, problem])).toEqual([
      ['failed', 'query'],
      ['failed', 'query'],
    ])
    expect(await textsOf('adminOfNorte')).toHaveLength(1)
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({ enabled: true, last_problem: 'query' })
  })

  it('by e-mail alone is not in the notification center, and is not sent to people who refuse copies', async () => {
    await start()
    const id = await added({ channels: ['email'], user_ids: [people.otherUserOfNorte.id, people.userOfNorte.id] })
    await portal.platform((db) =>
      db
        .insertInto('notification_choices')
        .values({ tenant_id, user_id: people.userOfNorte.id, mails: false })
        .execute(),
    )
    await startNow(id)
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'notified', receipts: 1, untold: 1 })
    expect(await recipientsOf(run?.id ?? '')).toEqual({ [manager.name]: 'told email', [seller.name]: 'unsubscribed' })
    await portal.platform((db) => db.deleteFrom('notification_choices').execute())
    expect(await textsOf(manager)).toEqual([])
    const mailsDue = await portal.platform((db) =>
      db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .select(['r.user_id', 'r.mail_due'])
        .where('n.type', '=', 'task_fired')
        .execute(),
    )
    expect(mailsDue.find(({ user_id }) => user_id === people.otherUserOfNorte.id)?.mail_due).toBe(true)
    expect(mailsDue.find(({ user_id }) => user_id === people.userOfNorte.id)).toBeUndefined()
  })

  it('in the portal alone sends no copies, also in a business unit that sends copies of notifications', async () => {
    await start()
    const send = (send_notification_mails: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ send_notification_mails }).where('tenant_id', '=', tenant_id).execute(),
      )
    await send(true)
    const id = await added()
    await startNow(id)
    await ended(id)
    await send(false)
    const mailsDue = await portal.platform((db) => db.selectFrom('notification_receipts').select('mail_due').execute())
    expect(mailsDue).toEqual([{ mail_due: false }])
  })

  it('calls a webhook with a signature, again after a refusal, under one idempotency key', async () => {
    await start()
    const hook = await receiver([500])
    const id = await added({ channels: ['webhook'], webhook_url: hook.url, webhook_secret: 's3cret' })
    await startNow(id)
    const [run] = await ended(id)
    await vi.waitFor(async () => expect((await runsOf(id))[0]?.webhook).toBe('delivered'), {
      timeout: 30_000,
      interval: 100,
    })
    hook.close()
    expect(hook.got).toHaveLength(2)
    for (const { body, headers } of hook.got) {
      const expected = createHmac('sha256', 's3cret')
        .update(`${String(headers['x-vitrine-timestamp'])}.${body}`)
        .digest('hex')
      expect(headers['x-vitrine-signature']).toBe(`sha256=${expected}`)
      expect(headers['idempotency-key']).toBe(run?.id)
      expect(JSON.parse(body)).toMatchObject({ event: 'task.fired', task: { id }, matched: 1, rows: [{}] })
    }
    expect((await runsOf(id))[0]?.webhook_body).toBeNull()
    expect(run?.receipts).toBeNull()
  })

  it('calls a webhook with the text in the default language of the business unit', async () => {
    await start()
    await speakInNorte(portal, 'es')
    const hook = await receiver([])
    const message = { ...inPortuguese('Total {{value}}'), es: 'Importe {{value}}' }
    const id = await added({ channels: ['webhook'], webhook_url: hook.url, message })
    await startNow(id)
    await ended(id)
    await expect.poll(() => hook.got.length, { timeout: 30_000 }).toBe(1)
    hook.close()
    expect(JSON.parse(hook.got[0]?.body ?? '')).toMatchObject({ text: expect.stringContaining('Importe ') })
  })

  it('V3: servers that do not answer hold at most two workers of a business unit, and leave the others free', async () => {
    const silentServer = await silentReceiver()
    // One trigger starts all four at the same time: a call ends after ten seconds, and its worker is free again.
    const trigger = await admin().ask(triggerCalls.add, newTrigger('Em silêncio'))
    const hooked = () => added({ channels: ['webhook'], webhook_url: silentServer.url, trigger_ids: [trigger.body.id] })
    const ids = await Promise.all(Array.from({ length: 4 }, hooked))
    await portal.platform((db) =>
      db
        .updateTable('triggers')
        .set({ next_at: new Date(Date.now() - 1_000) })
        .where('id', '=', trigger.body.id)
        .execute(),
    )
    await start()
    await Promise.all(ids.map((id) => ended(id)))
    await expect.poll(silentServer.waiting, { timeout: 20_000 }).toBe(2)
    const jobs = async () =>
      (
        await portal.platform((db) =>
          sql<{ state: string; groups: number; jobs: number }>`
            select state::text, count(distinct group_id)::int as groups, count(*)::int as jobs
              from pgboss.job where name = ${webhookKind.name} group by state order by state`.execute(db),
        )
      ).rows
    // A worker gives back at once what it fetched beyond the limit of the business unit.
    await expect.poll(jobs, { timeout: 20_000 }).toEqual([
      { state: 'active', groups: 1, jobs: 2 },
      { state: 'created', groups: 1, jobs: 2 },
    ])
    expect(silentServer.waiting()).toBe(2)
    silentServer.close()
  })

  it('U5: never calls an address of this machine when private addresses are not allowed', () => {
    const outgoing = createOutgoing({ privateHosts: false })
    for (const url of [
      'http://example.com/x',
      'https://127.0.0.1/',
      'https://localhost:8000/',
      'https://2130706433/',
      'ftp://example.com',
    ])
      expect(outgoing.allows(url)).toBe(false)
  })

  it('J1, J2: two processes start each due trigger once, and a missed time once', async () => {
    const trigger = await admin().ask(triggerCalls.add, newTrigger('Perdido'))
    const ids = await Promise.all([1, 2, 3].map(() => added({ trigger_ids: [trigger.body.id] })))
    const off = await added({ trigger_ids: [trigger.body.id], enabled: 'N' })
    await portal.platform((db) =>
      db
        .updateTable('triggers')
        .set({ next_at: new Date(Date.now() - 3 * 86_400_000) })
        .where('id', '=', trigger.body.id)
        .execute(),
    )
    const first = await start()
    const second = await start()
    worker = first
    for (const id of ids) {
      const [missed, run] = await ended(id, 2)
      expect(missed).toMatchObject({ state: 'missed', trigger_id: trigger.body.id, receipts: null })
      expect(Number(missed?.planned_at)).toBeLessThan(Date.now() - 86_400_000)
      expect(run).toMatchObject({ state: 'notified', cause: 'trigger', trigger_id: trigger.body.id, missed: 1 })
      expect(run?.missed_until).toEqual(run?.planned_at)
    }
    expect(JSON.stringify(await textsOf(manager))).toContain('(1 horário perdido, em ')
    await sleep(1_000)
    for (const id of ids) expect(await runsOf(id)).toHaveLength(2)
    expect(await runsOf(off)).toEqual([])
    await second.close()
    const { body } = await admin().ask(triggerCalls.read, { id: trigger.body.id })
    expect(Number(body.next_at)).toBeGreaterThan(Date.now())
  })

  it('J2: runs late by the limit of its task, and a run that waited longer is recorded as missed', async () => {
    const hook = await receiver()
    const trigger = await admin().ask(triggerCalls.add, newTrigger('Atrasado'))
    const hooked = { trigger_ids: [trigger.body.id], channels: ['webhook' as const], webhook_url: hook.url }
    const patient = await added({ ...hooked, late_hours: 100 })
    const strict = await added({ ...hooked, late_hours: 1 })
    // The daily time was 12 and 36 hours ago.
    const [first, daily] = [50, 12].map((hours) => new Date(Date.now() - hours * 3_600_000))
    const times = [timeAt(daily ?? new Date())]
    await portal.platform((db) =>
      db
        .updateTable('triggers')
        .set({ next_at: first, times, timezone: zoneOfUnits })
        .where('id', '=', trigger.body.id)
        .execute(),
    )
    const started = await start()
    const [run] = await ended(patient)
    expect(run).toMatchObject({ state: 'notified', missed: 3, missed_from: first })
    const strictRuns = await ended(strict)
    expect(strictRuns).toMatchObject([{ state: 'missed', missed: 3, missed_from: first }])
    await vi.waitFor(() => expect(hook.got.length).toBeGreaterThan(0), { timeout: 30_000, interval: 100 })
    const bodies = hook.got.map(({ body }) => JSON.parse(body) as { task: { id: string } })
    expect(bodies.find((body) => body.task.id === patient)).toMatchObject({
      planned_at: run?.planned_at?.toISOString(),
      missed: { count: run?.missed, from: first?.toISOString(), until: run?.missed_until?.toISOString() },
    })

    const { id: waited } = await portal.platform((db) =>
      db
        .insertInto('task_runs')
        .values({
          tenant_id,
          task_id: strict,
          slot: 'waited',
          cause: 'trigger',
          planned_at: new Date(Date.now() - 2 * 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await portal.platform((db) =>
      started.enqueue(db, runKind, { run_id: waited }, { tenantId: tenant_id, slot: waited }),
    )
    await ended(strict, strictRuns.length + 1)
    expect((await runsOf(strict)).find(({ id }) => id === waited)).toMatchObject({ state: 'missed', missed: 1 })
    hook.close()
  })

  it('J1: whose process died at each attempt has failed, is in the state error, and its administrators hear of it', async () => {
    const started = await start()
    const id = await added()
    const { id: run_id } = await portal.platform((db) =>
      db
        .insertInto('task_runs')
        .values({ tenant_id, task_id: id, slot: 'died', cause: 'person', deaths: taskRunDeaths })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await portal.platform((db) => started.enqueue(db, runKind, { run_id }, { tenantId: tenant_id, slot: run_id }))
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'failed', problem: 'died', task_state: 'error', queries: null })
    expect(JSON.stringify(await textsOf('adminOfNorte'))).toContain('O processo terminou')
    // A run that only failed did not die.
    await started.close()
    await start('http://127.0.0.1:9')
    await startNow(id)
    await vi.waitFor(async () => expect((await runsOf(id))[1]).toMatchObject({ node: expect.any(String), deaths: 0 }), {
      timeout: 60_000,
      interval: 100,
    })
  })

  it('J1: runs once for two triggers with the same instant', async () => {
    const triggers = await Promise.all(
      ['Um', 'Outro'].map((name) => admin().ask(triggerCalls.add, newTrigger(`${name} às oito`))),
    )
    const trigger_ids = triggers.map(({ body }) => body.id)
    const id = await added({ trigger_ids })
    const at = new Date(Date.now() - 2_000)
    await portal.platform((db) =>
      db.updateTable('triggers').set({ next_at: at }).where('id', 'in', trigger_ids).execute(),
    )
    await start()
    const [run] = await ended(id)
    expect(run).toMatchObject({ planned_at: at, missed: null })
    await vi.waitFor(async () => {
      const due = await portal.platform((db) =>
        db.selectFrom('triggers').select('id').where('id', 'in', trigger_ids).where('next_at', '<=', at).execute(),
      )
      expect(due).toEqual([])
    })
    expect(await runsOf(id)).toHaveLength(1)
    expect(await textsOf(manager)).toHaveLength(1)
  })

  it('that is given up after its last attempt has failed, and its owner and the administrators hear of it', async () => {
    const broken = {
      clientOf: () => {
        throw new Error('a fault of ours')
      },
    }
    const jobs = taskJobs({ embedding: broken as never, outgoing: createOutgoing({ privateHosts: true }), secrets })
    worker = await testWorker(
      portal.databaseUrl,
      jobs.map((each) => (each.name === runKind.name ? { ...each, retries: 1 } : each)),
    )
    const id = await added()
    await startNow(id)
    expect((await ended(id))[0]).toMatchObject({ state: 'failed', problem: 'failed' })
    expect(JSON.stringify(await textsOf('adminOfNorte'))).toContain('A execução não terminou')
  })

  it('sends a person at most the messages of an hour, and the others as one digest with the rights of that moment', async () => {
    const started = await start()
    const busy = await added()
    await portal.platform(async (db) => {
      const run = { tenant_id, task_id: busy, slot: 'busy', cause: 'trigger', state: 'notified', ended_at: new Date() }
      for (let number = 1; number < taskMessages.anHour; number += 1) {
        const slot = { ...run, slot: `busy ${number}` }
        const { id } = await db.insertInto('task_runs').values(slot).returning('id').executeTakeFirstOrThrow()
        await db
          .insertInto('task_run_recipients')
          .values({ tenant_id, run_id: id, user_id: manager.id, outcome: 'told', told_at: new Date() })
          .execute()
      }
    })
    const outcomeOf = async () => {
      const id = await added({ user_ids: [manager.id] })
      await startNow(id)
      const [run] = await ended(id)
      return [run?.state, ...Object.values(await recipientsOf(run?.id ?? ''))]
    }
    expect(await outcomeOf()).toEqual(['notified', 'told portal'])
    expect(await outcomeOf()).toEqual(['notified', 'digest'])
    expect(await outcomeOf()).toEqual(['notified', 'digest'])
    expect(await say(manager)).toHaveLength(1)
    const sendDigest = (slot: string) =>
      portal.platform((db) => started.enqueue(db, digestKind, { user_id: manager.id }, { tenantId: tenant_id, slot }))
    const waiting = () =>
      portal.platform((db) => db.selectFrom('task_digest_entries').select(['channels', 'run_id']).execute())
    expect(await waiting()).toMatchObject([{ channels: ['portal'] }, { channels: ['portal'] }])
    await sendDigest('first')
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 100 })
    const [digest, ...single] = await say(manager)
    expect(single).toHaveLength(1)
    expect(digest?.split('\n')).toEqual([
      expect.stringMatching(/^Tarefa \d+: Total /),
      expect.stringMatching(/^Tarefa \d+: Total /),
    ])

    // A message goes by no other channel than its own.
    await outcomeOf()
    await outcomeOf()
    await portal.platform(async (db) => {
      const [one] = await db.selectFrom('task_digest_entries').select('run_id').execute()
      await db
        .updateTable('task_digest_entries')
        .set({ channels: ['email'] })
        .where('run_id', '=', one?.run_id ?? '')
        .execute()
    })
    await sendDigest('apart')
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 100 })
    const { rows: apart } = await portal.platform((db) =>
      sql<{ lines: number; shown: boolean }>`
        select array_length(string_to_array(n.facts->'text'->>'pt-BR', E'\\n'), 1) as lines,
               r.deleted_at is null as shown
          from notifications n join notification_receipts r on r.notification_id = n.id
         where n.cause like 'task digest %' order by n.id desc limit 2`.execute(db),
    )
    expect(apart.map(({ lines, shown }) => [lines, shown])).toEqual(
      expect.arrayContaining([
        [1, true],
        [1, false],
      ]),
    )

    // Who lost the report meanwhile gets none of its rows.
    expect(await outcomeOf()).toEqual(['notified', 'digest'])
    const [left] = await waiting()
    await grant([], manager.id)
    await sendDigest('second')
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 100 })
    expect(await say(manager)).toHaveLength(3)
    expect(await recipientsOf(left?.run_id ?? '')).toEqual({ [manager.name]: 'no_right' })
  })

  it('of a trigger starts the enabled tasks now', async () => {
    const trigger = await admin().ask(triggerCalls.add, newTrigger('Agora'))
    const id = await added({ trigger_ids: [trigger.body.id] })
    await added({ trigger_ids: [trigger.body.id], enabled: 'N' })
    const { body } = await admin().ask(runTrigger, { id: trigger.body.id })
    expect(body.tasks).toBe(1)
    expect(await runsOf(id)).toMatchObject([{ cause: 'person', state: 'waiting' }])
  })
})

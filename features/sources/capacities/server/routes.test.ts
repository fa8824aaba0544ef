import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { openReport, readReportCapacity } from '#features/reports/view/contract.ts'
import { createAzure } from '#powerbi/server/azure.ts'
import { MICROSOFT, createPowerBi } from '#powerbi/server/power-bi.ts'
import { AZURE_DOUBLE, startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { onOwner } from '#testing/global-setup.ts'
import { silent, type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { accountSecretPurpose, createEmbedding } from '#features/sources/accounts/server/commands.ts'
import { readAccount } from '#features/sources/accounts/contract.ts'
import * as calls from '../contract.ts'
import { capacityJobs } from './jobs.ts'
import { actKind, createCapacities, type CapacityDependencies } from './commands.ts'
import * as store from './store.ts'

const [azure, microsoft] = await Promise.all([startAzureDouble(), startPowerBiDouble()])
const portal = testPortal({
  config: { powerBi: { authority: azure.address, api: microsoft.address }, azureManagement: azure.address },
  reports: true,
})
afterAll(() => Promise.all([azure.close(), microsoft.close()]))

const admin = () => portal.as('adminOfNorte')
const partner = () => portal.as('masterOfAlfa')
const tenant_id = tenants.norte.id
const partner_id = partners.alfa.id
const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)

const ports = { fetch, now: Date.now, sleep: (ms: number) => sleep(ms), log: () => undefined }
const embedding = createEmbedding({
  microsoft: createPowerBi({ ...MICROSOFT, ...ports, authority: azure.address, api: microsoft.address }),
  azure: createAzure({ ...ports, authority: azure.address, management: azure.address }),
  local: null,
  secrets,
  log: silent,
})
const capacities = createCapacities({ embedding })

/** Jobs that the code enqueued; `drain` runs them as the worker would. */
let enqueued: { name: string; input: { capacity_id: string; tries?: number } }[] = []
const enqueue: EnqueueHere = async ({ name }, input) => {
  enqueued.push({ name, input: input as never })
}
const dependencies: CapacityDependencies = {
  clock: { now: () => new Date() },
  transaction: (work) => portal.platform((db) => work({ db, enqueue })),
}
async function drain(): Promise<void> {
  for (let job = enqueued.shift(); job; job = enqueued.shift()) {
    const { capacity_id, tries = 0 } = job.input
    if (job.name === 'capacity.follow') await capacities.follow(dependencies, capacity_id)
    if (job.name === 'capacity.wake') await capacities.wake(dependencies, capacity_id, tries)
    if (job.name === 'capacity.act') await capacities.actOrWait(dependencies, actKind.input.parse(job.input))
  }
}

const account = '00000009-0000-4000-8000-0000000000a1'
const partnersAccount = '00000009-0000-4000-8000-0000000000a2'
const emptyAccount = '00000009-0000-4000-8000-0000000000a3'
const workspace = '00000009-0000-4000-8000-0000000000a4'
const report = '00000009-0000-4000-8000-0000000000a5'

/** Each test has a directory of its own, hence a client that remembers no Retry-After of another test. */
let round = 0

beforeEach(async () => {
  enqueued = []
  azure.received.length = 0
  azure.settle()
  round += 1
  Object.assign(azure, { operationSteps: 1 })
  Object.assign(azure.capacity, { state: 'Succeeded', size: 'A1' })
  await onOwner(portal.ownerUrl, (owner) => owner.query('delete from pgboss.job'))
  await portal.platform(async (db) => {
    await db.deleteFrom('embedding_accounts').where('id', 'in', [account, partnersAccount, emptyAccount]).execute()
    const keys = {
      kind: 'powerbi',
      directory_id: `directory-${round}`,
      app_id: DOUBLE.appId,
      secret_sealed: secrets.seal(DOUBLE.secret, accountSecretPurpose),
      partner_id,
    }
    const resource = {
      subscription_id: AZURE_DOUBLE.subscriptionId,
      resource_group: AZURE_DOUBLE.resourceGroup,
      capacity_name: AZURE_DOUBLE.name,
      capacity_size: 'A1',
    }
    await db
      .insertInto('embedding_accounts')
      .values({ id: account, tenant_id, name: 'Azure', ...keys, ...resource })
      .execute()
    await db
      .insertInto('embedding_accounts')
      .values({ id: partnersAccount, name: 'Azure of Alfa', ...keys, ...resource })
      .execute()
    await db
      .insertInto('embedding_accounts')
      .values({ id: emptyAccount, tenant_id, name: 'No capacity', ...keys })
      .execute()
  })
})

const fields = (name: string, change: object = {}) => ({
  name,
  account_id: account,
  update_time: 60,
  inactive_minutes: null,
  wakes: 'S' as const,
  hours: [],
  timezone: null,
  currency: 'BRL' as const,
  prices: [{ size: 'A1', price: 6 }],
  ...change,
})

async function added(change: object = {}, asker = admin()): Promise<string> {
  const { status, body, raw } = await asker.ask(calls.capacityCalls.add, fields('Vendas', change))
  expect([status, raw['key']]).toEqual([200, undefined])
  await capacities.checkState(dependencies, body.id)
  return body.id
}

const stored = (id: string) =>
  portal.platform((db) => db.selectFrom('capacities').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const changesOf = (capacity_id: string) =>
  portal.platform((db) =>
    db.selectFrom('capacity_changes').selectAll().where('capacity_id', '=', capacity_id).orderBy('at').execute(),
  )
/** The audit entries of operations, without those of changes to the record. */
const trailOf = (id: string) =>
  portal.platform(async (db) => {
    const entries = await db.selectFrom('audit_entries').selectAll().where('target_id', '=', id).orderBy('at').execute()
    return entries
      .filter(({ event }) => event !== 'capacity.added')
      .map(({ event, tenant_id: owner, actor_id, changes }) => [event, owner, actor_id, changes])
  })
const set = (id: string, change: object) =>
  portal.platform((db) => db.updateTable('capacities').set(change).where('id', '=', id).execute())

describe('capacities', () => {
  it('are read with their state, and checked against their account', async () => {
    const id = await added()
    const { body } = await admin().ask(calls.capacityCalls.read, { id })
    expect(body).toMatchObject({
      account: 'Azure',
      state: 'running',
      size: 'A1',
      problem: null,
      can: ['update', 'remove'],
    })
    const again = await admin().ask(calls.capacityCalls.add, fields('Outro'))
    expect([again.status, again.raw['key'], Object.keys(again.raw['errors'] ?? {})]).toEqual([
      409,
      'capacity_account_taken',
      ['account_id'],
    ])
    const empty = await admin().ask(calls.capacityCalls.add, fields('Outro', { account_id: emptyAccount }))
    expect([empty.status, empty.raw['key']]).toEqual([400, 'capacity_incomplete'])
    const zone = await admin().ask(calls.capacityCalls.update, { id, version: 1, timezone: 'Nowhere/City' })
    expect([zone.status, Object.keys(zone.raw['errors'] ?? {})]).toEqual([400, ['timezone']])
    expect(azure.violations).toEqual([])
  })

  it('T1: of the partner and of another unit are invisible in every call', async () => {
    const own = await added()
    const ofPartner = await added({ account_id: partnersAccount, name: 'Do parceiro' }, partner())
    expect((await stored(ofPartner)).tenant_id).toBeNull()
    for (const [id, asker] of [
      [own, portal.as('adminOfSul')],
      [ofPartner, admin()],
    ] as const) {
      expect((await asker.ask(calls.capacityCalls.list, {})).body.data.map((each) => each.id)).not.toContain(id)
      const answers = await Promise.all([
        asker.ask(calls.capacityCalls.read, { id }),
        asker.ask(calls.startCapacity, { id }),
        asker.ask(calls.pauseCapacity, { id }),
        asker.ask(calls.resizeCapacity, { id, size: 'A2' }),
        asker.ask(calls.listSizes, { id }),
        asker.ask(calls.listCapacityChanges, { id }),
        asker.ask(calls.readCapacityCosts, { id, month: '2026-11' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
    }
    // A unit cannot name the partner's account, which it may publish from.
    const taken = await admin().ask(calls.capacityCalls.add, fields('Meu', { account_id: partnersAccount }))
    expect(taken.status).toBe(404)
    expect(azure.count('suspend')).toBe(0)
  })

  it('Z1: a reader may not use any call of capacities', async () => {
    const id = await added()
    const reader = portal.as(seller)
    const answers = await Promise.all([
      reader.ask(calls.capacityCalls.list, {}),
      reader.ask(calls.startCapacity, { id }),
      reader.ask(calls.readCapacityCosts, { id, month: '2026-11' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('a change by a person', () => {
  it('pauses, starts and resizes, with log and periods', async () => {
    azure.operationSteps = 2
    const id = await added()
    expect((await admin().ask(calls.pauseCapacity, { id })).status).toBe(200)
    expect((await stored(id)).state).toBe('pausing')
    const busy = await admin().ask(calls.startCapacity, { id })
    expect([busy.status, busy.raw['key']]).toEqual([409, 'capacity_busy'])
    await capacities.follow(dependencies, id)
    await drain()
    expect(await stored(id)).toMatchObject({ state: 'paused', operation: null, busy_until: null })

    await admin().ask(calls.startCapacity, { id })
    await capacities.follow(dependencies, id)
    await drain()
    await admin().ask(calls.resizeCapacity, { id, size: 'A3' })
    await capacities.follow(dependencies, id)
    await drain()
    expect(await stored(id)).toMatchObject({ state: 'running', size: 'A3' })
    const { body } = await admin().ask(calls.listCapacityChanges, { id })
    expect(body.data.map(({ action, cause, outcome, person, size }) => [action, cause, outcome, person, size])).toEqual(
      [
        ['resize', 'person', 'done', people.adminOfNorte.name, 'A3'],
        ['start', 'person', 'done', people.adminOfNorte.name, 'A1'],
        ['pause', 'person', 'done', people.adminOfNorte.name, 'A1'],
      ],
    )
    const periods = await portal.platform((db) =>
      db
        .selectFrom('capacity_periods')
        .select(['size', 'ended_at'])
        .where('capacity_id', '=', id)
        .orderBy('started_at')
        .execute(),
    )
    expect(periods.map(({ size, ended_at }) => [size, ended_at === null])).toEqual([
      ['A1', false],
      ['A1', false],
      ['A3', true],
    ])
    expect(azure.violations).toEqual([])
  })

  it('to the present state sends no request to Azure and writes no entry', async () => {
    const id = await added()
    expect((await admin().ask(calls.startCapacity, { id })).status).toBe(200)
    expect(azure.count('resume')).toBe(0)
    expect(await changesOf(id)).toEqual([])
  })

  it.each([
    [{ status: 403, body: { error: { code: 'AuthorizationFailed', message: '' } } }, 'capacity_forbidden', 'forbidden'],
    [{ status: 409, body: { error: { code: 'Conflict', message: '' } } }, 'capacity_busy', 'conflict'],
    [{ status: 429, headers: { 'retry-after': '900' } }, 'capacity_throttled', 'busy'],
    [{ status: 500 }, 'capacity_unreachable', 'unreachable'],
    [{ status: 202, body: 'long enough to be cut', cutAfter: 3 }, 'capacity_unreachable', 'unreachable'],
  ])('that Azure refuses with %j says why, also in the log', async (reply, key, problem) => {
    const id = await added()
    azure.next('suspend', reply)
    const { status, raw } = await admin().ask(calls.pauseCapacity, { id })
    expect([status >= 400, raw['key']]).toEqual([true, key])
    expect(await changesOf(id)).toMatchObject([{ action: 'pause', outcome: 'failed', problem }])
    expect(await stored(id)).toMatchObject({ problem, busy_until: null })
  })

  it('whose operation Azure forgets is closed as lost after 30 minutes', async () => {
    azure.operationSteps = 1_000
    const id = await added()
    await admin().ask(calls.pauseCapacity, { id })
    await portal.platform((db) =>
      db
        .updateTable('capacity_changes')
        .set({ at: new Date(Date.now() - 31 * 60_000) })
        .where('capacity_id', '=', id)
        .execute(),
    )
    await capacities.follow(dependencies, id)
    expect(await changesOf(id)).toMatchObject([{ outcome: 'failed', problem: 'lost' }])
    expect((await stored(id)).operation).toBeNull()
  })
})

describe('the checks of a capacity', () => {
  it('run at the update interval, and log a change that was made at Azure', async () => {
    const id = await added({ update_time: 90 })
    await portal.platform((db) =>
      db
        .updateTable('capacities')
        .set({ next_look_at: new Date(0) })
        .execute(),
    )
    const took = await portal.platform((db) => store.takeDueChecks(db))
    expect(took).toEqual([id])
    expect(await portal.platform((db) => store.takeDueChecks(db))).toEqual([])
    const seconds = ((await stored(id)).next_look_at.getTime() - Date.now()) / 1_000
    expect(Math.round(seconds / 10)).toBe(9)
    azure.capacity.state = 'Paused'
    await capacities.checkState(dependencies, id)
    azure.capacity.size = 'A2'
    await capacities.checkState(dependencies, id)
    expect(await changesOf(id)).toMatchObject([
      { action: 'pause', cause: 'service', outcome: 'done' },
      { action: 'resize', cause: 'service', size: 'A2' },
    ])
    // Both are in the trail of the business unit, and the account shows the size that the capacity has.
    expect(await trailOf(id)).toEqual([
      ['capacity.paused', tenant_id, null, { cause: [null, 'service'] }],
      ['capacity.resized', tenant_id, null, { cause: [null, 'service'], size: ['A1', 'A2'] }],
    ])
    expect((await admin().ask(readAccount, { id: account })).body.capacity_size).toBe('A2')
  })

  it('respect Retry-After', async () => {
    const id = await added()
    azure.next('get', { status: 429, headers: { 'retry-after': '1200' } })
    await capacities.checkState(dependencies, id)
    const { problem, next_look_at } = await stored(id)
    expect(problem).toBe('busy')
    expect(next_look_at.getTime() - Date.now()).toBeGreaterThan(1_100_000)
  })

  it('pause a capacity without a reader for `inactive_minutes`', async () => {
    await onMicrosoft()
    const id = await added({ inactive_minutes: 30 })
    await set(id, { state_since: new Date(Date.now() - 60 * 60_000) })
    await viewed(29)
    await capacities.checkAndPauseIdle(dependencies, id)
    expect(azure.count('suspend')).toBe(0)
    await portal.platform((db) => db.deleteFrom('report_views').where('report_id', '=', report).execute())
    await viewed(31)
    await capacities.checkAndPauseIdle(dependencies, id)
    await drain()
    expect(azure.count('suspend')).toBe(1)
    expect(await changesOf(id)).toMatchObject([{ action: 'pause', cause: 'idle', outcome: 'done' }])
    expect(await trailOf(id)).toEqual([['capacity.paused', tenant_id, null, { cause: [null, 'idle'] }]])
  })
})

/** A report of the double's workspace, which everybody who manages reports may open. */
const onMicrosoft = (account_id = account) =>
  portal.platform(async (db) => {
    await db.deleteFrom('reports').where('id', '=', report).execute()
    await db.deleteFrom('workspaces').where('id', '=', workspace).execute()
    await db
      .insertInto('workspaces')
      .values({ tenant_id, partner_id, id: workspace, account_id, service_id: DOUBLE.workspaceId, name: 'Sales' })
      .execute()
    await db
      .insertInto('reports')
      .values({
        tenant_id,
        id: report,
        subgroup_id: published.subgroup,
        name: 'Vendas na nuvem',
        workspace_id: workspace,
        service_report_id: DOUBLE.reportId,
        service_dataset_id: DOUBLE.datasetId,
      })
      .execute()
  })
const viewed = (minutesAgo: number) =>
  portal.platform((db) =>
    db
      .insertInto('report_views')
      .values({
        tenant_id,
        report_id: report,
        user_id: people.adminOfNorte.id,
        view_id: crypto.randomUUID(),
        event: 'opened',
        at: new Date(Date.now() - minutesAgo * 60_000),
      })
      .execute(),
  )

afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('reports').where('id', '=', report).execute()
    await db.deleteFrom('workspaces').where('id', '=', workspace).execute()
  }),
)

const jobsOf = (name: string) =>
  onOwner(portal.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ input: { capacity_id: string } }>(
      "select data->'input' as input from pgboss.job where name = $1",
      [name],
    )
    return rows
  })

describe('a reader who opens a report of a paused capacity', () => {
  it.each([
    ['the unit’s own capacity', account],
    ['a capacity of the partner', partnersAccount],
  ])('starts %s, waits, and then opens the report', async (_, account_id) => {
    azure.capacity.state = 'Paused'
    await onMicrosoft(account_id)
    const id = await added({ account_id }, account_id === account ? admin() : partner())
    const glance = await admin().ask(openReport, { reportId: report, wakes: 'N' })
    expect([glance.status, glance.raw['key']]).toEqual([503, 'report_capacity_paused'])
    expect(await jobsOf('capacity.wake')).toEqual([])
    const refused = await admin().ask(openReport, { reportId: report })
    expect([refused.status, refused.raw['key']]).toEqual([503, 'report_capacity_paused'])
    expect(microsoft.count('EmbedToken_GenerateToken')).toBe(0)
    expect(await jobsOf('capacity.wake')).toHaveLength(1)
    const waiting = await admin().ask(readReportCapacity, { reportId: report })
    expect(waiting.body.capacity).toMatchObject({
      report: 'Vendas na nuvem',
      state: 'paused',
      wakes: true,
      problem: null,
    })

    await capacities.wake(dependencies, id, 0)
    expect((await admin().ask(readReportCapacity, { reportId: report })).body.capacity?.state).toBe('starting')
    await drain()
    expect((await admin().ask(readReportCapacity, { reportId: report })).body.capacity).toBeNull()
    expect((await admin().ask(openReport, { reportId: report })).status).toBe(200)
    expect(await changesOf(id)).toMatchObject([{ action: 'start', cause: 'reader', outcome: 'done' }])
    microsoft.received.length = 0
  })

  it('starts nothing if `wakes` is off, and gets the time of the scheduled start', async () => {
    azure.capacity.state = 'Paused'
    await onMicrosoft()
    await added({
      wakes: 'N',
      hours: (['MONDAY', 'THURSDAY'] as const).map((day) => ({ day, from: '08:00', to: '18:00' })),
    })
    expect((await admin().ask(openReport, { reportId: report })).status).toBe(503)
    expect(await jobsOf('capacity.wake')).toHaveLength(0)
    const { body } = await admin().ask(readReportCapacity, { reportId: report })
    expect(body.capacity).toMatchObject({ wakes: false, starts_at: expect.any(Date) })
  })

  it('gets the failure of the start, and the next readers cause no request to Azure', async () => {
    azure.capacity.state = 'Paused'
    await onMicrosoft()
    const id = await added()
    azure.next('resume', { status: 403, body: { error: { code: 'AuthorizationFailed', message: '' } } })
    await capacities.wake(dependencies, id, 0)
    await capacities.wake(dependencies, id, 0)
    expect(azure.count('resume')).toBe(1)
    expect((await admin().ask(readReportCapacity, { reportId: report })).body.capacity?.problem).toBe('forbidden')
  })

  it('waits while the capacity is still being paused', async () => {
    azure.operationSteps = 2
    await onMicrosoft()
    const id = await added()
    await admin().ask(calls.pauseCapacity, { id })
    await capacities.wake(dependencies, id, 0)
    expect(azure.count('resume')).toBe(0)
    enqueued.unshift({ name: 'capacity.follow', input: { capacity_id: id } })
    enqueued.splice(1, 0, { name: 'capacity.follow', input: { capacity_id: id } })
    await drain()
    expect((await stored(id)).state).toBe('running')
  })

  it('does not wait for a paused capacity of another unit’s account', async () => {
    azure.capacity.state = 'Paused'
    await added()
    const rows = await portal.platform((db) => db.selectFrom('capacities').select('state').execute())
    expect(rows).toEqual([{ state: 'paused' }])
    // The reports of the embedded service have no capacity.
    const { status } = await admin().ask(openReport, { reportId: published.reports[0] ?? '' })
    expect(status).not.toBe(503)
  })
})

describe('the costs of a capacity', () => {
  it('are hours by size times the price, cut at the month in the time zone of the unit', async () => {
    const id = await added({ prices: [{ size: 'A1', price: 6 }] })
    await portal.platform(async (db) => {
      await db.deleteFrom('capacity_periods').where('capacity_id', '=', id).execute()
      const period = (size: string, from: string, to: string) => ({
        partner_id,
        tenant_id,
        capacity_id: id,
        size,
        started_at: from,
        ended_at: to,
      })
      await db
        .insertInto('capacity_periods')
        .values([
          // São Paulo is three hours behind UTC: October begins at 03:00.
          period('A1', '2026-10-01T01:00:00Z', '2026-10-01T05:00:00Z'),
          period('A1', '2026-10-10T10:00:00Z', '2026-10-10T10:30:00Z'),
          period('A2', '2026-10-20T10:00:00Z', '2026-10-20T11:00:00Z'),
        ])
        .execute()
    })
    const { body } = await admin().ask(calls.readCapacityCosts, { id, month: '2026-10' })
    expect(body).toEqual({
      currency: 'BRL',
      data: [
        { size: 'A1', hours: 2.5, price: 6, amount: 15 },
        { size: 'A2', hours: 1, price: null, amount: null },
      ],
    })
    expect((await admin().ask(calls.readCapacityCosts, { id, month: '2026-09' })).body.data).toMatchObject([
      { hours: 2 },
    ])
    expect((await admin().ask(calls.readCapacityCosts, { id, month: '2026-08' })).body.data).toEqual([])
  })
})

describe('the jobs of capacities', () => {
  let workers: TestWorker[] = []
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    workers = []
  })

  it('J1: one of several servers starts a scheduled capacity, once', { timeout: 90_000 }, async () => {
    azure.capacity.state = 'Paused'
    const everyDay = (['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const).map(
      (day) => ({ day, from: '00:00', to: '24:00' }),
    )
    const id = await added({ hours: everyDay })
    await set(id, { switch_at: new Date(Date.now() - 1_000) })
    workers = await Promise.all([1, 2, 3].map(() => testWorker(portal.databaseUrl, capacityJobs({ embedding }))))
    await vi.waitFor(
      async () => expect(await changesOf(id)).toMatchObject([{ action: 'start', cause: 'schedule', outcome: 'done' }]),
      { timeout: 60_000, interval: 200 },
    )
    expect(azure.count('resume')).toBe(1)
    expect((await stored(id)).switch_at).toBeNull()
  })

  it('J1: a scheduled change waits for a change that runs', async () => {
    azure.operationSteps = 2
    const id = await added()
    await admin().ask(calls.pauseCapacity, { id })
    const begun = enqueued.length
    await capacities.actOrWait(dependencies, { capacity_id: id, action: 'start', cause: 'schedule', tries: 0 })
    expect(enqueued.slice(begun)).toMatchObject([{ name: 'capacity.act', input: { tries: 1 } }])
    await capacities.follow(dependencies, id)
    await drain()
    expect((await stored(id)).state).toBe('running')
    expect(await changesOf(id)).toMatchObject([
      { action: 'pause', outcome: 'done' },
      { action: 'start', outcome: 'done' },
    ])
  })

  it.each(['checkState', 'follow'] as const)(
    'J1: %s does not end a change that another process begins',
    async (method) => {
      azure.capacity.state = 'Paused'
      const id = await added()
      let isChecked = false
      const acting: CapacityDependencies = {
        ...dependencies,
        transaction: async (work) => {
          const result = await dependencies.transaction(work)
          // The change is stored, and Azure has not been asked yet.
          if (!isChecked && (await changesOf(id)).length > 0) {
            isChecked = true
            await capacities[method](dependencies, id)
          }
          return result
        },
      }
      await capacities.act(acting, id, { action: 'start', cause: 'schedule' })
      await drain()
      expect([isChecked, (await stored(id)).busy_until]).toEqual([true, null])
      expect(await changesOf(id)).toMatchObject([{ action: 'start', outcome: 'done' }])
    },
  )

  it('J1: what became of a change is asked again while the lease of its process lasts', async () => {
    const id = await added()
    await capacities.act(dependencies, id, { action: 'pause', cause: 'schedule' })
    azure.settle()
    enqueued = []
    await set(id, { busy_until: new Date(Date.now() + 60_000) })
    await capacities.follow(dependencies, id)
    await set(id, { busy_until: null })
    await drain()
    expect(await changesOf(id)).toMatchObject([{ action: 'pause', outcome: 'done' }])
    expect(await stored(id)).toMatchObject({ state: 'paused', operation: null })
  })

  it('J1: a check reads the state again if a change began meanwhile', async () => {
    azure.capacity.state = 'Paused'
    azure.operationSteps = 0
    const id = await added()
    const requestCount = azure.count('get')
    let isStarted = false
    const countingDependencies: CapacityDependencies = {
      ...dependencies,
      transaction: async (work) => {
        // Azure has answered, and the answer is not stored yet.
        if (!isStarted && azure.count('get') > requestCount) {
          isStarted = true
          await capacities.act(dependencies, id, { action: 'start', cause: 'schedule' })
        }
        return dependencies.transaction(work)
      },
    }
    expect(await capacities.checkState(countingDependencies, id)).toBe('running')
    expect((await stored(id)).state).toBe('running')
    expect(await changesOf(id)).toMatchObject([{ action: 'start', cause: 'schedule', outcome: 'done' }])
  })

  it('give the lease of a capacity to one process at a time', async () => {
    const id = await added()
    const claims = await Promise.all([1, 2, 3, 4].map(() => portal.platform((db) => store.claim(db, id))))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { announce, channel } from '#platform/server/live/announce.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { accountSecretPurpose, createEmbedding } from '#features/sources/accounts/server/commands.ts'
import { DOUBLE, startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { MICROSOFT, createPowerBi } from '#powerbi/server/power-bi.ts'
import { onOwner } from '#testing/global-setup.ts'
import { silent, type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { partners, people, type PersonName, tenants } from '#testing/world.ts'
import { countUnread, listNotifications } from '#features/messaging/notifications/contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import {
  listDatasets,
  listRefreshes,
  readCalendar,
  readDataset,
  refreshDataset,
  scheduleDataset,
  selectDatasets,
  shownRuns,
} from '../contract.ts'
import { datasetJobs } from './jobs.ts'
import { followKind, startKind } from './service.ts'

const microsoft = await startPowerBiDouble()
const addresses = { authority: microsoft.address, api: microsoft.address }
const portal = testPortal({ config: { powerBi: addresses }, reports: true })
afterAll(() => microsoft.close())

const admin = () => portal.as('adminOfNorte')
const reader = () => portal.as(seller)
const tenant_id = tenants.norte.id
const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)

/** Stores the account, the workspace and a report of the simulated service. Returns the id of the data set. */
const onMicrosoft = (service_dataset_id: string = DOUBLE.datasetId) =>
  portal.platform(async (db) => {
    const account = '00000008-0000-4000-8000-0000000000a1'
    const workspace_id = '00000008-0000-4000-8000-0000000000a2'
    const secret_sealed = secrets.seal(DOUBLE.secret, accountSecretPurpose)
    const keys = { kind: 'powerbi', directory_id: DOUBLE.directoryId, app_id: DOUBLE.appId, secret_sealed }
    await db
      .insertInto('embedding_accounts')
      .values({ id: account, partner_id: partners.alfa.id, name: 'Microsoft', ...keys })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const workspace = { tenant_id, partner_id: partners.alfa.id, id: workspace_id, account_id: account }
    await db
      .insertInto('workspaces')
      .values({ ...workspace, service_id: DOUBLE.workspaceId, name: 'Sales' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const name = `Relatório ${service_dataset_id}`
    const source = { workspace_id, service_report_id: DOUBLE.reportId, service_dataset_id }
    await db
      .insertInto('reports')
      .values({ tenant_id, subgroup_id: published.subgroup, name, ...source })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await db
      .selectFrom('datasets')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('service_id', '=', service_dataset_id)
      .executeTakeFirstOrThrow()
    return id
  })

const ofSamples = async (): Promise<string> => {
  const { body } = await admin().ask(listDatasets, { search: 'Norte' })
  return body.data[0]?.id ?? ''
}

const refreshesOf = (dataset_id: string) =>
  portal.platform((db) =>
    db
      .selectFrom('dataset_refreshes')
      .selectAll()
      .where('dataset_id', '=', dataset_id)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),
  )

const history = (...value: object[]) => ({
  status: 200,
  body: { '@odata.context': 'http://api.powerbi.com/v1.0/myorg/$metadata', value },
})
const listed = (requestId: string, status: string, more: object = {}) => ({
  requestId,
  refreshType: 'ViaApi',
  status,
  startTime: new Date().toISOString(),
  ...(status === 'Unknown' ? {} : { endTime: new Date(Date.now() + 1_000).toISOString() }),
  ...more,
})

beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('dataset_refreshes').execute()
    await db
      .updateTable('datasets')
      .set({ enabled: false, days: [], times: [], next_at: null, after_id: null, looked_at: new Date() })
      .execute()
  }),
)

const setToggle = (toggles: string[]) =>
  portal.platform((db) =>
    db.updateTable('memberships').set({ toggles }).where('user_id', '=', people.userOfNorte.id).execute(),
  )

describe('data sets', () => {
  it('with the same name are told apart by their workspace, everywhere by the same name', async () => {
    const [own, other] = [await onMicrosoft('twin'), await ofSamples()]
    const { name: before } = (await admin().ask(readDataset, { id: other })).body
    const rename = (id: string, name: string) =>
      portal.platform((db) => db.updateTable('datasets').set({ name }).where('id', '=', id).execute())
    await rename(own, before)
    const { name, workspace } = (await admin().ask(readDataset, { id: own })).body
    expect(name).toBe(`${before} (${workspace})`)
    const listed = (await admin().ask(listDatasets, { search: before, size: 100 })).body.data
    expect(listed.find(({ id }) => id === own)?.name).toBe(name)
    const { body: offered } = await admin().ask(selectDatasets, { search: before })
    expect(offered).toContainEqual({ value: own, label: name })
    const { body: calendar } = await admin().ask(readCalendar, { from: '2026-11-23' })
    expect(calendar.unplanned).toContainEqual({ dataset_id: own, name })
    // Who may not see the one learns nothing of it from the name of the other.
    await setToggle(['update_datasets'])
    const grant = { tenant_id, report_id: published.reports[0], user_id: people.userOfNorte.id, roles: ['Salesperson'] }
    await portal.platform((db) => db.insertInto('report_grants').values(grant).execute())
    try {
      expect((await reader().ask(readDataset, { id: other })).body.name).toBe(before)
      expect((await reader().ask(listDatasets, {})).body.data.map((each) => each.name)).toEqual([before])
    } finally {
      await setToggle([])
      await portal.platform((db) => db.deleteFrom('report_grants').where('user_id', '=', grant.user_id).execute())
    }
    await portal.platform((db) => db.deleteFrom('reports').where('service_dataset_id', '=', 'twin').execute())
    expect((await admin().ask(readDataset, { id: other })).body.name).toBe(before)
  })

  it('have their name in the record of one that follows them, with the workspace where it has a namesake', async () => {
    const [own, other] = [await onMicrosoft('twin'), await ofSamples()]
    const { name: before } = (await admin().ask(readDataset, { id: other })).body
    await portal.platform(async (db) => {
      await db.updateTable('datasets').set({ after_id: other }).where('id', '=', own).execute()
    })
    const after = async () => (await admin().ask(readDataset, { id: own })).body.after
    expect(await after()).toBe(before)
    await portal.platform((db) => db.updateTable('datasets').set({ name: before }).where('id', '=', own).execute())
    expect(await after()).toMatch(/^.+ \(.+\)$/)
    await portal.platform((db) => db.deleteFrom('reports').where('service_dataset_id', '=', 'twin').execute())
  })

  it('exist while a report reads them', async () => {
    const id = await onMicrosoft('another-dataset')
    const answer = await admin().ask(readDataset, { id })
    expect(answer.body).toMatchObject({
      name: 'Relatório another-dataset',
      reports: ['Relatório another-dataset'],
      used: 0,
      limit: 8,
    })
    await portal.platform((db) =>
      db.deleteFrom('reports').where('service_dataset_id', '=', 'another-dataset').execute(),
    )
    expect((await admin().ask(readDataset, { id })).status).toBe(404)
  })

  it('are found by a report that reads them, and named in the calendar while nothing plans them', async () => {
    const id = await ofSamples()
    const own = await admin().ask(listDatasets, { report_id: published.reports[0] })
    expect(own.body.data.map((each) => each.id)).toEqual([id])
    expect((await portal.as('adminOfSul').ask(listDatasets, { report_id: published.reports[0] })).body.total).toBe(0)
    expect((await admin().ask(listDatasets, { report_id: crypto.randomUUID() })).body.total).toBe(0)
    const calendar = await admin().ask(readCalendar, { from: '2026-11-23' })
    expect(calendar.body.unplanned.map(({ dataset_id }) => dataset_id)).toContain(id)
  })

  it('T1: are invisible to another business unit in every call', async () => {
    const id = await ofSamples()
    const foreign = portal.as('adminOfSul')
    expect((await foreign.ask(listDatasets, {})).body.total).toBe(0)
    expect((await foreign.ask(readCalendar, { from: '2026-11-23' })).body.data).toEqual([])
    expect((await foreign.ask(readDataset, { id })).status).toBe(404)
    expect((await foreign.ask(refreshDataset, { id })).status).toBe(404)
    expect((await foreign.ask(listRefreshes, { id })).status).toBe(404)
    expect((await foreign.ask(scheduleDataset, { id, version: 1, enabled: 'N' })).status).toBe(404)
  })

  it('Z1: a plain user needs the toggle, and then has those of the reports that they may open', async () => {
    const id = await ofSamples()
    const refused = await Promise.all([
      reader().ask(listDatasets, {}),
      reader().ask(readDataset, { id }),
      reader().ask(refreshDataset, { id }),
      reader().ask(listRefreshes, { id }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    await setToggle(['update_datasets'])
    try {
      expect((await reader().ask(listDatasets, {})).body.total).toBe(0)
      expect((await reader().ask(refreshDataset, { id })).status).toBe(404)
      await portal.platform((db) =>
        db
          .insertInto('report_grants')
          .values({
            tenant_id,
            report_id: published.reports[0],
            user_id: people.userOfNorte.id,
            roles: ['Salesperson'],
          })
          .execute(),
      )
      const { body } = await reader().ask(listDatasets, {})
      expect(body.data).toMatchObject([{ id, can: ['refresh'], reports: ['Desempenho de revendas'] }])
      const refused = { state: 'refused', problem: 'account', cause: 'schedule', tenant_id, dataset_id: id }
      await portal.platform((db) => db.insertInto('dataset_refreshes').values(refused).execute())
      const adviceTo = async (asker: ReturnType<typeof reader>) =>
        (await asker.ask(listRefreshes, { id })).body.data.map(({ advice }) => advice).filter(Boolean)
      expect([await adviceTo(admin()), await adviceTo(reader())]).toEqual([['account'], ['others']])
      // The toggle does not include credentials, accounts and schedules.
      expect((await reader().ask(scheduleDataset, { id, version: 1, enabled: 'N' })).status).toBe(403)
      expect(JSON.stringify(body)).not.toMatch(/secret|portal-alfa|directory/)
    } finally {
      await setToggle([])
    }
  })
})

describe('a refresh that a person starts', () => {
  it(
    'at the embedded service: starts, is refused while it runs, and ends in the history',
    { timeout: 120_000 },
    async () => {
      const id = await ofSamples()
      // The service's own first load of the samples may be in the history.
      const { used } = (await admin().ask(listRefreshes, { id })).body
      const { status, body } = await admin().ask(refreshDataset, { id })
      expect([status, body.message]).toEqual([200, 'The update has started successfully!'])
      await vi.waitFor(
        async () => {
          const { data } = (await admin().ask(listRefreshes, { id })).body
          expect(data[0]).toMatchObject({ cause: 'person', person: people.adminOfNorte.name, state: 'completed' })
        },
        { timeout: 90_000, interval: 200 },
      )
      const answer = await admin().ask(readDataset, { id })
      expect(answer.body).toMatchObject({ used: used + 1, last_state: 'completed', name: 'AdventureWorks' })
      const entries = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['event', 'target_id'])
          .where('event', '=', 'dataset.refreshed')
          .execute(),
      )
      expect(entries).toContainEqual({ event: 'dataset.refreshed', target_id: id })
    },
  )

  it('at Microsoft’s service: sends one request that its OpenAPI description allows, and is refused while it runs', async () => {
    const id = await onMicrosoft()
    microsoft.next('Datasets_GetRefreshHistoryInGroup', history(), history(listed('r1', 'Unknown')))
    const before = microsoft.count('Datasets_RefreshDatasetInGroup')
    expect((await admin().ask(refreshDataset, { id })).status).toBe(200)
    const again = await admin().ask(refreshDataset, { id })
    expect([again.status, again.raw.key]).toEqual([409, 'dataset_running'])
    expect(microsoft.count('Datasets_RefreshDatasetInGroup')).toBe(before + 1)
    expect(microsoft.violations).toEqual([])
  })

  it('is announced to the browsers of the business unit when it begins and when it ends', async () => {
    const id = await onMicrosoft()
    const heard: unknown[] = []
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const ears = await pool.connect()
    ears.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null')))
    await ears.query(`listen ${channel}`)
    const changes = () => heard.filter((event) => (event as { kind: string }).kind === 'refreshes_changed')
    microsoft.next('Datasets_GetRefreshHistoryInGroup', history())
    await admin().ask(refreshDataset, { id })
    await expect.poll(changes).toEqual([{ kind: 'refreshes_changed', tenantId: tenant_id }])
    microsoft.next('Datasets_GetRefreshHistoryInGroup', history(listed('r2', 'Completed')))
    await admin().ask(listRefreshes, { id })
    await expect.poll(() => changes().length).toBe(2)
    // A look that finds nothing new announces nothing: the announced call comes after it.
    microsoft.next('Datasets_GetRefreshHistoryInGroup', history(listed('r2', 'Completed')))
    await admin().ask(listRefreshes, { id })
    await portal.platform((db) => announce(db, { kind: 'refreshes_changed', tenantId: tenants.sul.id }))
    await expect.poll(() => changes().length).toBe(3)
    expect(changes().at(-1)).toEqual({ kind: 'refreshes_changed', tenantId: tenants.sul.id })
    ears.release()
    await pool.end()
  })

  it('is refused before the request when the daily limit is used, also by refreshes of others', async () => {
    const id = await onMicrosoft()
    microsoft.next('Groups_GetGroup', {
      status: 200,
      body: { id: DOUBLE.workspaceId, name: 'Sales', isReadOnly: false, isOnDedicatedCapacity: false },
    })
    microsoft.next(
      'Datasets_GetRefreshHistoryInGroup',
      history(...Array.from({ length: 8 }, (_, n) => listed(`of others ${n}`.replaceAll(' ', '-'), 'Completed'))),
    )
    const before = microsoft.count('Datasets_RefreshDatasetInGroup')
    const { status, raw } = await admin().ask(refreshDataset, { id })
    expect([status, raw.key]).toEqual([409, 'dataset_limit_reached'])
    expect(raw.message).toContain('8')
    expect(microsoft.count('Datasets_RefreshDatasetInGroup')).toBe(before)
    expect((await admin().ask(readDataset, { id })).body).toMatchObject({ used: 8, limit: 8 })
  })

  it.each([
    [400, { error: { code: 'InvalidRequest' } }, 409, 'dataset_running', 'running'],
    [403, { error: { code: 'PowerBINotAuthorizedException' } }, 503, 'account_refused', 'permission'],
    [500, {}, 503, 'account_unreachable', 'busy'],
    [429, { message: 'Retry in 3392 seconds.' }, 503, 'account_busy', 'busy'],
  ])(
    'a %i of the service is told, stored as not started, and does not count',
    async (answer, body, status, key, problem) => {
      const id = await onMicrosoft(`dataset-${answer}`)
      const headers: Record<string, string> = answer === 429 ? { 'retry-after': '3392' } : {}
      microsoft.next('Datasets_GetRefreshHistoryInGroup', history())
      microsoft.next('Datasets_RefreshDatasetInGroup', { status: answer, body, headers })
      const said = await admin().ask(refreshDataset, { id })
      expect([said.status, said.raw.key]).toEqual([status, key])
      expect(await refreshesOf(id)).toMatchObject([{ state: 'refused', problem }])
      expect((await admin().ask(readDataset, { id })).body.used).toBe(0)
    },
  )

  it('the history explains a failure, and stays readable when the service is away', async () => {
    const id = await onMicrosoft()
    const fault = { serviceExceptionJson: JSON.stringify({ errorCode: 'ModelRefreshFailed_CredentialsNotSpecified' }) }
    microsoft.next('Datasets_GetRefreshHistoryInGroup', history(listed('f1', 'Failed', fault)))
    const { body } = await admin().ask(listRefreshes, { id })
    expect(body).toMatchObject({
      complete: true,
      data: [
        {
          cause: 'service',
          state: 'failed',
          problem: 'credentials',
          service_code: 'ModelRefreshFailed_CredentialsNotSpecified',
        },
      ],
    })
    microsoft.next('Datasets_GetDatasetInGroup', { status: 404 })
    const away = await admin().ask(listRefreshes, { id })
    expect(away.body).toMatchObject({ complete: false, data: [{ state: 'failed' }] })
  })
})

describe('a schedule', () => {
  it('is stored with its next time, shown in the calendar, and audited', async () => {
    const id = await ofSamples()
    const { version } = (await admin().ask(readDataset, { id })).body
    const sent = {
      id,
      version,
      enabled: 'S',
      days: ['MONDAY', 'WEDNESDAY'],
      times: ['18:00', '06:00', '06:00'],
    } as const
    expect((await admin().ask(scheduleDataset, { ...sent, days: [...sent.days], times: [...sent.times] })).status).toBe(
      200,
    )
    const { body } = await admin().ask(readDataset, { id })
    expect(body).toMatchObject({ enabled: true, days: [1, 3], times: ['06:00', '18:00'] })
    expect(body.next_at?.getTime()).toBeGreaterThan(Date.now())
    expect(body.next_runs).toHaveLength(shownRuns)
    expect(body.next_runs[0]).toEqual(body.next_at)
    const calendar = await admin().ask(readCalendar, { from: '2026-11-23' })
    expect(calendar.body.unplanned.map(({ dataset_id }) => dataset_id)).not.toContain(id)
    expect(calendar.body.data.map(({ day, time }) => `${day} ${time}`)).toEqual([
      '2026-11-23 06:00',
      '2026-11-23 18:00',
      '2026-11-25 06:00',
      '2026-11-25 18:00',
    ])
    expect((await admin().ask(scheduleDataset, { id, version, enabled: 'N' })).raw.key).toBe('stale_version')
  })

  it('is refused with more times than the account allows, without times, and in a circle', async () => {
    const [a, b] = [await onMicrosoft(), await onMicrosoft('follower')]
    const ask = async (id: string, change: object) => {
      const { version } = (await admin().ask(readDataset, { id })).body
      return admin().ask(scheduleDataset, { id, version, ...change })
    }
    const hours = (count: number) => Array.from({ length: count }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const schedule = { enabled: 'S', days: ['MONDAY'] }
    await portal.platform((db) => db.updateTable('datasets').set({ dedicated: false }).execute())
    expect((await ask(a, { ...schedule, times: hours(9) })).raw.key).toBe('dataset_too_many_times')
    expect((await ask(a, { ...schedule, times: [] })).raw.key).toBe('dataset_without_times')
    expect((await ask(a, { ...schedule, times: hours(8) })).status).toBe(200)
    // A data set that follows another one lists the refreshes of that one too.
    expect((await ask(b, { after_id: a })).status).toBe(200)
    expect((await ask(b, { ...schedule, times: ['12:00'] })).raw.key).toBe('dataset_too_many_times')
    expect((await ask(a, { after_id: b })).raw.key).toBe('dataset_circle')
    const calendar = await admin().ask(readCalendar, { from: '2026-11-23' })
    expect(calendar.body.data[0]?.followers).toEqual(['Relatório follower'])
  })
})

describe('the jobs of data sets', () => {
  let worker: TestWorker | undefined
  // The calls above have enqueued jobs that poll their refreshes.
  beforeEach(() => onOwner(portal.ownerUrl, (owner) => owner.query('delete from pgboss.job')))
  afterEach(async () => worker?.close())
  const service = (serviceUrl: string) =>
    createPowerBi({
      ...MICROSOFT,
      authority: serviceUrl,
      api: serviceUrl,
      fetch,
      now: Date.now,
      sleep: (milliseconds) => sleep(milliseconds),
      log: () => undefined,
    })
  const start = async () => {
    const embedding = createEmbedding({
      microsoft: service(microsoft.address),
      local: null,
      azure: { account: () => expect.unreachable() },
      secrets,
      log: silent,
    })
    worker = await testWorker(portal.databaseUrl, datasetJobs({ embedding }))
  }
  const soon = { timeout: 60_000, interval: 200 }

  it(
    'start a due refresh once, and the data set that follows it when it is complete',
    { timeout: 90_000 },
    async () => {
      const [a, b] = [await onMicrosoft(), await onMicrosoft('follower')]
      const schedule = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], times: ['00:00'] }
      await portal.platform(async (db) => {
        await db
          .updateTable('datasets')
          .set({ ...schedule, next_at: new Date(Date.now() - 1_000), planned_zone: 'America/Sao_Paulo' })
          .where('id', '=', a)
          .execute()
        await db.updateTable('datasets').set({ after_id: a }).where('id', '=', b).execute()
      })
      const before = microsoft.count('Datasets_RefreshDatasetInGroup')
      // The service answers: no refresh before the start, a completed one at the first poll, and none for the data set that follows.
      microsoft.next('Datasets_GetRefreshHistoryInGroup', history(), history(listed('s1', 'Completed')), history())
      await start()
      await vi.waitFor(
        async () =>
          expect((await refreshesOf(b)).filter(({ cause }) => cause === 'chain')).toMatchObject([{ state: 'running' }]),
        soon,
      )
      expect(await refreshesOf(a)).toMatchObject([{ cause: 'schedule', state: 'completed', request_id: 's1' }])
      expect(microsoft.count('Datasets_RefreshDatasetInGroup')).toBe(before + 2)
      const { next_at } = (await admin().ask(readDataset, { id: a })).body
      expect(next_at?.getTime()).toBeGreaterThan(Date.now())
      expect(microsoft.violations).toEqual([])
    },
  )

  it.each([
    ['otherUserOfNorte', 'The capacity has not enough memory for this data set. Tell your administrator.'],
    [
      'adminOfNorte',
      'The capacity has not enough memory for this data set. Make the model smaller, or the capacity larger.',
    ],
  ] as const)(
    'notify the owner %s of a failure, with the reason and the step for them',
    async (who, reason) => {
      const owner = people[who].id
      const id = await onMicrosoft()
      await portal.platform(async (db) => {
        await db.deleteFrom('notification_receipts').execute()
        await db.updateTable('datasets').set({ owner_id: owner }).where('id', '=', id).execute()
        await db
          .insertInto('dataset_refreshes')
          .values({ tenant_id, dataset_id: id, cause: 'schedule', state: 'running' })
          .execute()
      })
      const fault = { serviceExceptionJson: JSON.stringify({ errorCode: 'ResourceGovernance' }) }
      microsoft.next('Datasets_GetRefreshHistoryInGroup', history(listed(`of-${who}`, 'Failed', fault)))
      await start()
      await worker?.gate.acrossTenants(
        'test',
        (db) => worker?.enqueue(db, followKind, { dataset_id: id }, { tenantId: tenant_id }) ?? Promise.resolve(),
      )
      await vi.waitFor(async () => {
        const notification = await portal.platform((db) =>
          db
            .selectFrom('notification_receipts as r')
            .innerJoin('notifications as n', 'n.id', 'r.notification_id')
            .select(['r.user_id', 'n.type', 'n.words'])
            .execute(),
        )
        expect(notification).toMatchObject([{ user_id: owner, type: 'dataset_refresh_failed' }])
        expect(notification[0]?.words).toContain(reason)
      }, soon)
    },
    90_000,
  )

  it(
    'tell the partner’s staff of a refresh that failed, from its start to their bell',
    { timeout: 90_000 },
    async () => {
      const unreadOf = async (person: PersonName) => (await portal.as(person).ask(countUnread, {})).body.unread
      const listOf = async (person: PersonName) => (await portal.as(person).ask(listNotifications, {})).body.data
      await portal.platform((db) => db.deleteFrom('staff_notifications').execute())
      const id = await onMicrosoft()
      const refresh = { tenant_id, dataset_id: id, cause: 'schedule', state: 'waiting' }
      const { id: refresh_id } = await portal.platform((db) =>
        db.insertInto('dataset_refreshes').values(refresh).returning('id').executeTakeFirstOrThrow(),
      )
      const fault = {
        serviceExceptionJson: JSON.stringify({ errorCode: 'ModelRefreshFailed_CredentialsNotSpecified' }),
      }
      // The service answers: no refresh before the start, a failed one at the first poll.
      microsoft.next('Datasets_GetRefreshHistoryInGroup', history(), history(listed('p1', 'Failed', fault)))
      await start()
      await worker?.gate.acrossTenants('test', async (db) =>
        worker?.enqueue(db, startKind, { refresh_id }, { tenantId: tenant_id }),
      )
      await vi.waitFor(async () => expect(await unreadOf('masterOfAlfa')).toBe(1), soon)
      expect(await refreshesOf(id)).toMatchObject([{ cause: 'schedule', state: 'failed', problem: 'credentials' }])
      const [notification] = await listOf('masterOfAlfa')
      expect(notification).toMatchObject({ type: 'dataset_refresh_failed', path: '/companies', read: false })
      expect(notification?.facts['dataset']).toContain(tenants.norte.name)
      expect(notification?.facts['reason']).toMatchObject({
        'en-US': enUS.problems.credentials,
        es: es.problems.credentials,
      })
      expect(await listOf('masterOfBeta')).toEqual([])
      expect(await listOf('platform')).toEqual([])
    },
  )

  it('plan the next refresh again when the time zone of the business unit changes', { timeout: 90_000 }, async () => {
    const id = await onMicrosoft()
    const far = new Date(Date.now() + 3_600_000 * 48)
    await portal.platform((db) =>
      db
        .updateTable('datasets')
        .set({ enabled: true, days: [1, 2, 3, 4, 5, 6, 7], times: ['00:00'], next_at: far, planned_zone: 'Asia/Tokyo' })
        .where('id', '=', id)
        .execute(),
    )
    await start()
    await vi.waitFor(async () => {
      const { next_at } = (await admin().ask(readDataset, { id })).body
      expect(next_at?.getTime()).toBeLessThan(far.getTime())
    }, soon)
    expect(await refreshesOf(id)).toEqual([])
  })
})

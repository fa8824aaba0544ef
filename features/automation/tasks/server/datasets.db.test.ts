// Tasks that ask a data set without a report. It is asked as its account, for people who may list what the accounts reach.
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { readConfig } from '#platform/server/config.ts'
import { createOutgoing } from '#platform/server/outgoing.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { PowerBiError } from '#powerbi/server/power-bi.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { runTask, taskCalls, testTask } from '../contract.ts'
import { taskJobs } from './jobs.ts'
import { taskDataOf } from './task-data.ts'
import { mustAskData } from './task-rights.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')

type AddInput = SentOf<typeof taskCalls.add>
let taskNumber = 0
const task = (overrides: Partial<AddInput> = {}): AddInput => {
  taskNumber += 1
  return {
    name: `Tarefa ${taskNumber}`,
    enabled: 'S',
    report_id: null,
    workspace_id: published.workspace,
    service_dataset_id: 'dataset-of-nobody',
    dataset_name: 'Estoque',
    type: 'single',
    dax: 'EVALUATE ROW("Total", 1)',
    column_name: null,
    operator: 'greater',
    value: '0',
    variables: [],
    message: { 'pt-BR': 'Total {{value}}', 'en-US': null, es: null, 'pt-PT': null },
    repeat_policy: 'always',
    channels: ['portal'],
    webhook_url: null,
    target: 'chosen',
    send_to_self: 'S',
    user_ids: [seller.id],
    group_ids: [],
    trigger_ids: [],
    ...overrides,
  }
}

let worker: TestWorker | undefined
afterEach(async () => {
  await worker?.close()
  worker = undefined
})

type Asked = { workspaceId: string; datasetId: string; effectiveIdentity: unknown }

/** Starts a worker whose report service answers one row, or refuses. Answers what it was asked. */
async function start(refusal?: PowerBiError): Promise<Asked[]> {
  const asked: Asked[] = []
  const executeQueries = ({ workspaceId, datasetId, effectiveIdentity }: Asked) => {
    asked.push({ workspaceId, datasetId, effectiveIdentity })
    return refusal ? Promise.reject(refusal) : Promise.resolve([{ '[Total]': 7 }])
  }
  const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
  const jobs = taskJobs({
    embedding: { clientOf: () => ({ executeQueries }) } as never,
    outgoing: createOutgoing({ privateHosts: false }),
    secrets: createSecrets(appSecret),
  })
  worker = await testWorker(portal.databaseUrl, jobs)
  return asked
}

async function added(overrides: Partial<AddInput> = {}): Promise<string> {
  const { status, body, raw } = await admin().ask(taskCalls.add, task(overrides))
  expect([status, raw.errors]).toEqual([200, undefined])
  return body.id
}

async function ended(task_id: string) {
  expect((await admin().ask(runTask, { id: task_id })).status).toBe(200)
  const runs = () =>
    portal.platform((db) => db.selectFrom('task_runs').selectAll().where('task_id', '=', task_id).execute())
  await vi.waitFor(async () => expect((await runs())[0]?.state).not.toBe('waiting'), { timeout: 60_000, interval: 100 })
  return (await runs())[0]
}

describe('a task on a data set without a report', () => {
  it('is stored, read and changed to a report', async () => {
    const id = await added()
    const { body } = await admin().ask(taskCalls.read, { id })
    expect(body).toMatchObject({ report: null, workspace_id: published.workspace, dataset_name: 'Estoque' })
    const changed = await admin().ask(taskCalls.update, {
      id,
      version: body.version,
      report_id: published.reports[0],
      workspace_id: null,
      service_dataset_id: null,
      dataset_name: null,
    })
    expect(changed.status).toBe(200)
  })

  it.each([
    ['neither a report nor a data set', { workspace_id: null }, 'report_id'],
    ['both', { report_id: published.reports[0] }, 'workspace_id'],
    ['a workspace without a data set', { service_dataset_id: null }, 'service_dataset_id'],
  ])('is refused with %s', async (_, overrides, field) => {
    const { status, raw } = await admin().ask(taskCalls.add, task(overrides))
    expect([status, Object.keys(raw.errors ?? {})]).toEqual([400, [field]])
  })

  it('T1: takes no workspace of another business unit, and asks none', async () => {
    const other = await portal.platform(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into workspaces (tenant_id, partner_id, account_id, service_id, name)
        select ${tenants.sul.id}, partner_id, account_id, service_id, 'Sul' from workspaces where id = ${published.workspace} returning id`.execute(
        db,
      )
      return rows[0]?.id ?? ''
    })
    expect((await admin().ask(taskCalls.add, task({ workspace_id: other }))).status).toBe(404)
    const { type, dax, column_name, operator, value, variables, message } = task()
    const question = { type, dax, column_name, operator, value, variables, message }
    const source = { report_id: null, workspace_id: other, service_dataset_id: 'd' }
    expect((await admin().ask(testTask, { ...question, ...source })).status).toBe(404)
  })

  it('tells all addressees the same rows with one query as the account', async () => {
    const asked = await start()
    const run = await ended(await added())
    expect(run).toMatchObject({ state: 'notified', matched: 1, receipts: 2, untold: 0, queries: 1, secured: false })
    expect(asked).toEqual([
      { workspaceId: expect.any(String) as string, datasetId: 'dataset-of-nobody', effectiveIdentity: null },
    ])
    for (const person of ['adminOfNorte', seller] as const) {
      const { body } = await portal.as(person).ask(listNotifications, { size: 100 })
      expect(body.data[0]).toMatchObject({ type: 'task_fired', path: null, facts: { text: { 'pt-BR': 'Total 7' } } })
    }
  })

  it('E6: fails on a data set with roles, and says why', async () => {
    await start(new PowerBiError('unsupported', 'executeQueries', {}))
    expect(await ended(await added())).toMatchObject({ state: 'failed', problem: 'row_security' })
  })

  it('E6: the report service refuses a data set with roles', async () => {
    const [dataset] = await portal.platform((db) =>
      db.selectFrom('reports').select('service_dataset_id').where('id', '=', published.reports[0]).execute(),
    )
    const { type, dax, column_name, operator, value, variables, message } = task()
    const { status, body } = await admin().ask(testTask, {
      type,
      dax,
      column_name,
      operator,
      value,
      variables,
      message,
      report_id: null,
      workspace_id: published.workspace,
      service_dataset_id: dataset?.service_dataset_id ?? '',
    })
    expect([status, body.problem, body.rows]).toEqual([200, 'row_security', []])
  })

  it('is stopped when its workspace was removed', async () => {
    const asked = await start()
    const workspace = await portal.platform(async (db) => {
      const found = await db
        .selectFrom('workspaces')
        .select(['partner_id', 'account_id'])
        .where('id', '=', published.workspace)
        .executeTakeFirstOrThrow()
      return addRecord(db, 'workspaces', { tenant_id, service_id: 'gone', name: 'Outra', ...found })
    })
    const id = await added({ workspace_id: workspace })
    await portal.platform((db) => db.deleteFrom('workspaces').where('id', '=', workspace).execute())
    expect(await ended(id)).toMatchObject({ state: 'stopped', problem: 'dataset_gone' })
    expect((await admin().ask(taskCalls.read, { id })).body).toMatchObject({ stopped: 'dataset_gone', enabled: false })
    expect(asked).toEqual([])
  })

  it('E6: is only for people who may list what the accounts reach, when it is stored and when it runs', async () => {
    const source = { report_id: null, workspace_id: published.workspace, service_dataset_id: 'd' }
    const actor = { profile: 'admin', scope: 'tenant', toggles: [], staff: null }
    expect(() => mustAskData(source, { ...actor, profile: 'user' } as never)).toThrow('access.functionality_refused')
    expect(() => mustAskData({ ...source, workspace_id: null }, { ...actor, profile: 'user' } as never)).not.toThrow()
    const person = { id: people.adminOfNorte.id, profile: 'admin', email: people.adminOfNorte.email }
    const asking = (asksAccounts: boolean) =>
      portal.platform((db) => taskDataOf(db, source, { ...person, asksAccounts }))
    expect(await asking(false)).toEqual({ refusal: 'right_lost' })
    expect(await asking(true)).toMatchObject({ datasetId: 'd', identity: null })
  })
})

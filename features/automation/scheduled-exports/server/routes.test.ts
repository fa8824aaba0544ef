// Scheduled exports with a real report service, a real mail server and the portal's own worker: whose rows arrive, and who gets nothing and why.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exports, mailAttachments, scheduledExports as limits } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { takeSlot } from '#platform/server/export/slots.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { eraseRemovedFiles } from '#platform/server/files/kept-files.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { pdfText } from '#report-service/rest/testing/pdf-text.ts'
import { waitingJob } from '#platform/server/jobs/job.ts'
import { testWorker } from '#testing/jobs.ts'
import { testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { masterInNorte, type Person, people, tenants } from '#testing/world.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { planOf, problemOf } from './rules.ts'
import { createExportRuns, runKind } from './commands.ts'
import { startDueExports } from './jobs.ts'
import { addRun, forgetOld } from './store.ts'
import {
  downloadDeliveredFile,
  listExportRecipients,
  listExportRuns,
  readDeliveredFile,
  readExportRun,
  runExport,
  scheduledExportCalls as calls,
} from '../contract.ts'

const mails = await testMailServer()
const relay = { url: `smtp://portal:right@127.0.0.1:${mails.port}`, from: 'portal@vitrine.example' }
const portal = testPortal({ config: { runJobs: true, demoWorld: false, mail: relay }, reports: true })
afterAll(() => mails.close())
const [resellers] = published.reports
const { id: tenant_id } = tenants.norte
const admin = () => portal.as('adminOfNorte')
const soon = { timeout: 60_000, interval: 200 }

const grant = (user_id: string, roles: string[] | null, pages: string[] | null = null, report_id: string = resellers) =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_grants').where('user_id', '=', user_id).execute()
    if (roles) await db.insertInto('report_grants').values({ tenant_id, report_id, user_id, roles, pages }).execute()
  })
const ofReport = (set: { export?: boolean; name?: string }, id: string = resellers) =>
  portal.platform((db) => db.updateTable('reports').set(set).where('id', '=', id).execute())

let count = 0
type Sent = SentOf<typeof calls.add>
const exportOf = (part: Partial<Sent> = {}): Sent => {
  count += 1
  return {
    name: `Exportação ${count}`,
    enabled: 'S',
    report_id: resellers,
    format: 'PDF',
    pages: ['vendedores'],
    language: 'en-US',
    frequency: 'daily',
    days: [],
    month_days: [],
    times: ['08:00'],
    timezone: null,
    starts_on: null,
    ends_on: null,
    user_ids: [seller.id],
    group_ids: [],
    ...part,
  }
}

async function added(part: Partial<Sent> = {}): Promise<string> {
  const { status, body, raw } = await admin().ask(calls.add, exportOf(part))
  expect([status, raw.key]).toEqual([200, undefined])
  return body.id
}

let starts = 0

/** Runs an export to its end. Answers the run and what became of each addressee. */
async function ran(id: string) {
  // Two people take turns: one person starts few runs in a minute.
  starts += 1
  const { status, body } = await portal.as(starts % 2 === 0 ? masterInNorte : 'adminOfNorte').ask(runExport, { id })
  expect(status).toBe(200)
  return ended(body.run_id)
}

async function ended(run_id: string) {
  await expect.poll(async () => (await admin().ask(readExportRun, { id: run_id })).body.state, soon).not.toBe('waiting')
  const { body: run } = await admin().ask(readExportRun, { id: run_id })
  const { body: list } = await admin().ask(listExportRecipients, { run_id })
  return { run, outcomes: Object.fromEntries(list.data.map(({ email, outcome }) => [email, outcome])) }
}

const mailOf = async (who: Person) => {
  await expect.poll(() => mails.taken.some(({ to }) => to[0] === who.email), soon).toBe(true)
  return mails.taken.find(({ to }) => to[0] === who.email)?.raw ?? ''
}
const attached = (raw: string) => {
  const part = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z\d+/=\r\n]+?)\r\n--/.exec(raw)?.[1]
  return part === undefined ? null : Buffer.from(part, 'base64')
}
const pathOf = async (who: Person) => {
  const { body } = await portal.as(who).ask(listNotifications, {})
  return body.data.find(({ type }) => type === 'export_delivered')?.path ?? ''
}
const fileId = async (who: Person) => (await pathOf(who)).split('/').at(-1) ?? ''
const fileOf = async (who: Person, id: string) => {
  const headers = { host: who.host, authorization: `Bearer ${await portal.tokenOf(who)}` }
  return portal.portal.app.inject({ url: `/api/${downloadDeliveredFile.path}?id=${id}`, headers })
}

beforeAll(() => ofReport({ export: true }))
beforeEach(async () => {
  mails.taken.length = 0
  await grant(seller.id, ['Salesperson'])
  await grant(manager.id, ['Manager'])
  await portal.platform((db) => db.deleteFrom('notifications').execute())
})

describe('a scheduled export', () => {
  it('is added, read, changed and removed, with its next run', async () => {
    const id = await added()
    const { body } = await admin().ask(calls.read, { id })
    expect(body).toMatchObject({
      report: 'Desempenho de revendas',
      owner: people.adminOfNorte.name,
      people: [{ id: seller.id }],
      last_state: null,
    })
    expect(body.next_at).not.toBeNull()
    const change = { id, version: body.version, enabled: 'N' as const, user_ids: [manager.id] }
    expect((await admin().ask(calls.update, change)).status).toBe(200)
    expect((await admin().ask(calls.update, { ...change, name: 'Outra' })).raw.key).toBe('stale_version')
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ next_at: null, people: [{ id: manager.id }] })
    expect((await admin().ask(calls.remove, { id })).status).toBe(200)
    expect((await admin().ask(calls.read, { id })).status).toBe(404)
  })

  it('is refused without addressees, when it never runs, and for a report that allows no exports', async () => {
    const keyOf = async (part: Partial<Sent>) => (await admin().ask(calls.add, exportOf(part))).raw.key
    expect(await keyOf({ user_ids: [] })).toBe('task_without_addressee')
    expect(await keyOf({ frequency: 'weekly' })).toBe('scheduled_export_never_runs')
    expect(await keyOf({ user_ids: [people.userOfSul.id] })).not.toBeUndefined()
    await ofReport({ export: false })
    expect(await keyOf({})).toBe('scheduled_export_report_off')
    await ofReport({ export: true })
    expect((await portal.as('adminOfSul').ask(calls.add, exportOf())).raw.key).not.toBeUndefined()
    expect((await portal.as(seller).ask(calls.add, exportOf())).status).toBe(403)
  })

  it('starts at its time, once for each instant', async () => {
    const id = await added()
    const at = new Date(Date.now() - 60_000)
    await portal.platform((db) =>
      db.updateTable('scheduled_exports').set({ next_at: at }).where('id', '=', id).execute(),
    )
    // Its job, twice, without the wait for the next slot of the schedule.
    const worker = await testWorker(portal.databaseUrl, [startDueExports], { works: false })
    await worker.gate.acrossTenants('test', async (db) => {
      for (const slot of ['one', 'two']) await worker.enqueue(db, startDueExports, {}, { slot })
    })
    await worker.close()
    const runs = async () => (await admin().ask(listExportRuns, { export_id: id })).body.data
    await expect.poll(async () => (await runs()).length, soon).toBe(1)
    const [run] = await runs()
    expect(run).toMatchObject({ planned_at: at, starter: null })
    expect((await admin().ask(calls.read, { id })).body.next_at?.getTime()).toBeGreaterThan(Date.now())
    expect((await ended(run?.id ?? '')).run.state).toBe('delivered')
    expect(await runs()).toHaveLength(1)
  })

  it('J2: has a line in its history for a time that nobody ran within a day', async () => {
    const { body: now } = await admin().ask(calls.read, { id: await added() })
    // The weekday of the next run of a daily export: a weekly one of this day was due seven days before, and is not due now.
    const names = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
    const id = await added({ frequency: 'weekly', days: [names[now.next_at?.getUTCDay() ?? 0] ?? 'SUNDAY'] })
    const at = new Date((now.next_at?.getTime() ?? 0) - 7 * 86_400_000)
    await portal.platform((db) =>
      db.updateTable('scheduled_exports').set({ next_at: at }).where('id', '=', id).execute(),
    )
    const runs = async () => (await admin().ask(listExportRuns, { export_id: id })).body.data
    await expect.poll(async () => (await runs()).length, soon).toBe(1)
    expect(await runs()).toMatchObject([{ planned_at: at, starter: null, state: 'failed', problem: 'missed' }])
    expect((await admin().ask(calls.read, { id })).body.next_at?.getTime()).toBeGreaterThan(Date.now())
  })
})

describe('a run', () => {
  it('E6: mails each person the file with their own rows, and tells them in the portal', async () => {
    const events = await webhookEvents(portal, tenant_id, ['scheduled_export.delivered', 'scheduled_export.failed'])
    const { run, outcomes } = await ran(await added({ user_ids: [seller.id, manager.id] }))
    expect(run).toMatchObject({ state: 'delivered', problem: null, files: 2 })
    expect(await events()).toMatchObject([{ event_type: 'scheduled_export.delivered', data: { run_id: run.id } }])
    expect(outcomes).toEqual({ [seller.email]: 'told', [manager.email]: 'told' })
    const own = pdfText(attached(await mailOf(seller)) ?? Buffer.alloc(0))
    const team = pdfText(attached(await mailOf(manager)) ?? Buffer.alloc(0))
    expect(own).toContain('Linda Mitchell')
    expect(own).not.toContain('Jillian Carson')
    expect(team).toContain('Jillian Carson')
    expect(await pathOf(seller)).toMatch(/^\/scheduled_exports\/delivered\//)
  })

  it('mails the file of a report whose name has slashes and characters without width', async () => {
    await ofReport({ name: 'Vendas 24/25 \\ norte\u202E' })
    const { run } = await ran(await added())
    const raw = await mailOf(seller)
    await ofReport({ name: 'Desempenho de revendas' })
    expect(run.state).toBe('delivered')
    expect(raw).toMatch(/filename="?Vendas 24-25 - norte\s+\d{4}-\d\d-\d\d\.pdf/)
  })

  it('writes one file for the people of a group who see the same', async () => {
    const group = await portal.platform(async (db) => {
      const made = await db
        .insertInto('user_groups')
        .values({ tenant_id, name: 'G' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const members = [seller.id, manager.id].map((user_id) => ({ tenant_id, group_id: made.id, user_id }))
      await db.insertInto('user_group_members').values(members).execute()
      return made.id
    })
    const value = { identity: 'value', identity_value: seller.email }
    await portal.platform((db) =>
      db
        .updateTable('report_grants')
        .set({ ...value, roles: ['Salesperson'] })
        .execute(),
    )
    const { run, outcomes } = await ran(await added({ user_ids: [], group_ids: [group] }))
    expect([run.state, run.files, Object.values(outcomes)]).toEqual(['delivered', 1, ['told', 'told']])
  })

  it('gives nothing to people who may not have it, and says why', async () => {
    await grant(seller.id, ['Salesperson'], ['revendas'])
    await grant(manager.id, null)
    const user_ids = [seller.id, manager.id]
    // A notification is the cause of each mail. The mails of an earlier test may still arrive.
    const delivered = () =>
      portal.platform((db) =>
        db.selectFrom('notifications').select('id').where('type', '=', 'export_delivered').execute(),
      )
    const before = await delivered()
    const id = await added({ user_ids })
    const { run, outcomes } = await ran(id)
    expect(run).toMatchObject({ state: 'undelivered', files: 0 })
    expect(outcomes).toEqual({ [seller.email]: 'pages', [manager.email]: 'no_right' })
    const membership = (value: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ state: value }).where('user_id', '=', seller.id).execute(),
      )
    await membership('I')
    const blocked = await ran(id)
    await membership('A')
    expect(blocked.outcomes[seller.email]).toBe('blocked')
    expect(await delivered()).toEqual(before)
  })

  it('fails with its reason, and tells its owner', async () => {
    const id = await added()
    await ofReport({ export: false })
    const events = await webhookEvents(portal, tenant_id, ['scheduled_export.delivered', 'scheduled_export.failed'])
    const { run } = await ran(id)
    const scheduled_export = { id, name: expect.any(String) as string }
    expect(await events()).toEqual([
      { event_type: 'scheduled_export.failed', data: { scheduled_export, run_id: run.id } },
    ])
    await ofReport({ export: true })
    expect(run).toMatchObject({ state: 'failed', problem: 'export_off' })
    const { body } = await admin().ask(listNotifications, {})
    expect(JSON.stringify(body.data[0]?.facts)).toContain('Erro ao exportar o arquivo. O relatório não permite')
    const gone = await added({ pages: ['nenhuma'] })
    expect((await ran(gone)).run).toMatchObject({ state: 'failed', problem: 'pages_gone' })
    const lost = await added()
    await portal.platform((db) =>
      db.updateTable('scheduled_exports').set({ owner_id: null }).where('id', '=', lost).execute(),
    )
    expect((await ran(lost)).run).toMatchObject({ state: 'failed', problem: 'owner' })
  })

  it('ends when the report service is late for one file, without waiting for the others', async () => {
    const exportId = await added({ user_ids: [seller.id, manager.id] })
    let started = 0
    const service = {
      pages: () => Promise.resolve([{ name: 'vendedores' }]),
      startExport: () => Promise.resolve(`export ${(started += 1)}`),
      exportProgress: () => Promise.resolve({ status: 'Running' }),
    }
    const embedding = { ask: (_: unknown, work: (of: typeof service) => unknown) => work(service) } as never
    const runs = createExportRuns({ embedding, storage: diskStorage(portal.filesDir) })
    let now = Date.now()
    const clock = { now: () => new Date((now += 100_000)) }
    const kind = { ...runKind, name: 'test.late_export' }
    const late = waitingJob({ ...kind, run: (context, input) => runs.run({ ...context, clock }, input.run_id) })
    const worker = await testWorker(portal.databaseUrl, [late])
    const run_id = await portal.platform(async (db) => {
      const made = await addRun(db, { exportId, slot: 'late', planned: null })
      await worker.enqueue(db, kind, { run_id: made?.id ?? '' }, { tenantId: tenant_id })
      return made?.id ?? ''
    })
    const { run, outcomes } = await ended(run_id)
    await worker.close()
    expect(run).toMatchObject({ state: 'failed', problem: 'late' })
    expect(outcomes).toEqual({ [seller.email]: 'failed', [manager.email]: 'failed' })
    expect(started).toBe(1)
  })

  it('names the reader in the watermark, so that each gets a file of their own', async () => {
    const watermark = (isOn: boolean) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ watermark: isOn }).where('tenant_id', '=', tenant_id).execute(),
      )
    await watermark(true)
    await portal.platform((db) =>
      db
        .updateTable('report_grants')
        .set({ identity: 'value', identity_value: seller.email, roles: ['Salesperson'] })
        .execute(),
    )
    const { run } = await ran(await added({ user_ids: [seller.id, manager.id] }))
    await watermark(false)
    expect(run).toMatchObject({ state: 'delivered', files: 2 })
    expect(pdfText(attached(await mailOf(seller)) ?? Buffer.alloc(0))).toContain(seller.email)
  })
})

describe('a delivered file', () => {
  it('is for its addressee, while they may see what it shows, and for a week', async () => {
    await ran(await added())
    const id = await fileId(seller)
    const { body } = await portal.as(seller).ask(readDeliveredFile, { id })
    expect(body).toMatchObject({
      report: 'Desempenho de revendas',
      name: expect.stringMatching(/ \d{4}-\d\d-\d\d\.pdf$/),
    })
    expect((await fileOf(seller, id)).rawPayload.subarray(0, 4).toString()).toBe('%PDF')
    for (const who of [manager, people.adminOfNorte, people.adminOfSul])
      expect((await fileOf(who, id)).statusCode).toBe(404)
    await grant(seller.id, ['Manager'])
    expect((await fileOf(seller, id)).statusCode).toBe(404)
    await grant(seller.id, ['Salesperson'])
    await ofReport({ export: false })
    expect((await fileOf(seller, id)).statusCode).toBe(404)
    await ofReport({ export: true })
    expect((await fileOf(seller, id)).statusCode).toBe(200)
    const old = new Date(Date.now() - (limits.keptDays * 24 + 1) * 3_600_000)
    const [file] = await portal.platform((db) =>
      db
        .updateTable('scheduled_export_files')
        .set({ created_at: old })
        .where('id', '=', id)
        .returning('path')
        .execute(),
    )
    expect((await fileOf(seller, id)).statusCode).toBe(404)
    await portal.platform(forgetOld)
    const storage = diskStorage(portal.filesDir)
    await portal.platform((db) => eraseRemovedFiles(jobOf(db), storage))
    expect(await storage.read(filePath(file?.path ?? ''))).toBeNull()
  })

  it('of another report is for nobody, after the export was switched to this one', async () => {
    const id = await added()
    await ran(id)
    const file = await fileId(seller)
    expect((await fileOf(seller, file)).statusCode).toBe(200)
    const [, other] = published.reports
    await ofReport({ export: true }, other)
    await grant(seller.id, ['Salesperson'], null, other)
    const { body } = await admin().ask(calls.read, { id })
    const switched = await admin().ask(calls.update, { id, version: body.version, report_id: other })
    expect(switched.status).toBe(200)
    expect((await fileOf(seller, file)).statusCode).toBe(404)
    expect((await portal.as(seller).ask(readDeliveredFile, { id: file })).status).toBe(404)
  })

  it('occupies an export slot of its reader', async () => {
    await ran(await added())
    const id = await fileId(seller)
    const { partner_id: partnerId } = tenants.norte
    const leaves = Array.from({ length: exports.perPerson }, () =>
      takeSlot({ userId: seller.id, tenantId: tenant_id as never, partnerId }),
    )
    expect((await fileOf(seller, id)).statusCode).toBe(429)
    for (const leave of leaves) leave()
    for (let time = 0; time <= exports.perPerson; time += 1) expect((await fileOf(seller, id)).statusCode).toBe(200)
  })

  it('is removed with its export', async () => {
    const id = await added()
    await ran(id)
    const files = () =>
      portal.platform((db) =>
        db.selectFrom('files').select('path').where('kind', '=', 'scheduled_export.file').execute(),
      )
    const before = (await files()).length
    expect((await admin().ask(calls.remove, { id })).status).toBe(200)
    expect((await files()).length).toBe(before - 1)
  })
})

/** The connections of the job that erases files. */
const jobOf = (db: Database) => ({
  acrossTenants: <Result>(_reason: string, work: (platform: Database) => Promise<Result>) => work(db),
  signal: new AbortController().signal,
})

describe('the plan of a run', () => {
  const content = (key: string) => ({ key, identity: null, pages: null, filters: [], watermark: null })

  it('writes the file of the largest group first, and no more files than its limit', () => {
    const readers = [
      { user_id: 'a', content: content('one') },
      { user_id: 'b', content: content('two') },
      { user_id: 'c', content: content('two') },
      { user_id: 'd', refusal: 'terms' as const },
    ]
    const { groups, planned } = planOf(readers, 1)
    expect(groups.map(({ userIds }) => userIds)).toEqual([['b', 'c']])
    expect(planned).toEqual([
      { user_id: 'd', content_key: null, outcome: 'terms' },
      { user_id: 'b', content_key: 'two', outcome: 'waiting' },
      { user_id: 'c', content_key: 'two', outcome: 'waiting' },
      { user_id: 'a', content_key: 'one', outcome: 'limit' },
    ])
  })

  it('names the failures of the report service', () => {
    expect([problemOf('export.no_capacity'), problemOf('embedding_account.busy'), problemOf('call.failed')]).toEqual([
      'no_capacity',
      'busy',
      'failed',
    ])
    expect(limits.fileBytes).toBeGreaterThan(mailAttachments.bytes)
  })
})

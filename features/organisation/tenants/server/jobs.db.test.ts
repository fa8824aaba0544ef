import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { announce } from '#platform/server/live/announce.ts'
import { createHub } from '#platform/server/live/hub.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { effect, silent, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { erasureStep } from '#catalogue/limits.ts'
import { listUsers } from '#features/people/users/contract.ts'
import {
  addTenant,
  confirmErasure,
  listTenants,
  readTenant,
  removeTenant,
  tenantErasure,
  updateTenant,
} from '../contract.ts'
import { erasingWorker } from '#apps/worker/testing/erasing-worker.ts'
import { eraseTenant } from './jobs.ts'

const portal = testPortal()
const partner = () => portal.as('masterOfAlfa')
const soon = { timeout: 100_000, interval: 100 }

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const worker = async () => closing.push((await erasingWorker(portal.databaseUrl, portal.filesDir)).close)

// Creates the queue as a worker does at its start, because the first tests run without a worker.
beforeAll(async () => {
  const kinds = [{ ...eraseTenant, waits: true as const, run: async () => undefined }]
  const queue = await openQueue({ databaseUrl: portal.databaseUrl, log: silent, jobs: kinds, works: false })
  await queue.close()
})

/** Adds a business unit with this number of audit entries, and one file. */
async function added(name: string, subdomain: string, entries: number): Promise<{ id: string; file: string }> {
  const { body } = await partner().ask(addTenant, { name, subdomain, user_limit: 9 })
  const path = newFilePath('public', body.id, 'png')
  await diskStorage(portal.filesDir).put(path, new Uint8Array([1]))
  await portal.platform(async (db) => {
    await db
      .insertInto('files')
      .values({ path, partner_id: partners.alfa.id, tenant_id: body.id, kind: 'theme.logo', bytes: 1, used: true })
      .execute()
    await sql`insert into audit_entries (tenant_id, partner_id, event)
      select ${body.id}::uuid, ${partners.alfa.id}::uuid, 'test.many' from generate_series(1, ${entries})`.execute(db)
  })
  return { id: body.id, file: join(portal.filesDir, path) }
}

/** The partner orders the erasure, and the platform confirms it. */
async function orderAndConfirm(id: string, name: string): Promise<void> {
  expect((await partner().ask(removeTenant, { id, name })).status).toBe(200)
  expect((await portal.as('platform').ask(confirmErasure, { id, name })).status).toBe(200)
}

const rowOf = async (id: string) =>
  (await partner().ask(listTenants, { size: 100 })).body.data.find((unit) => unit.id === id)
const isGone = async (id: string) => expect((await partner().ask(readTenant, { id })).status).toBe(404)

async function listening(): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  const hub = createHub(portal.databaseUrl, silent)
  closing.push(hub.close)
  hub.subscribe((news) => news !== 'missed' && events.push(news))
  const first = { kind: 'place_changed', what: 'theme', tenantId: null, partnerId: null } as const
  await vi.waitFor(async () => {
    await portal.platform((db) => announce(db, first))
    expect(events).not.toEqual([])
  }, soon)
  return events
}

/** The progress events of a removal. It waits for the last one, which is sent after the commit. */
async function progressUntilDone(events: LiveEvent[], id: string) {
  const progress = () => events.flatMap((event) => (event.kind === 'progress' && event.subject === id ? [event] : []))
  await vi.waitFor(
    () =>
      expect(
        progress()
          .map(({ done, total }) => done === total)
          .at(-1),
      ).toBe(true),
    soon,
  )
  return progress()
}

/** Locks an audit entry between the first and the last one: a worker waits at it until the returned function releases the lock. */
async function lockEntryInTheMiddle(id: string): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  closing.push(() => owner.end())
  await owner.query('begin; set local role vitrine_platform')
  const half = '(select count(*) / 2 from audit_entries where tenant_id = $1)'
  const middle = `(select id from audit_entries where tenant_id = $1 order by id offset ${half} limit 1)`
  // No role may update or lock an entry. Deleting it locks it too, and the rollback restores it.
  await owner.query(`delete from audit_entries where id = ${middle}`, [id])
  return async () => void (await owner.query('rollback'))
}

describe('a business unit that is being removed', () => {
  it('A4: is disabled before anything is erased: no sign-in, no host, no changes', async () => {
    const { id } = tenants.sul
    const reader = portal.as('adminOfSul')
    expect((await reader.ask(listUsers, {})).status).toBe(200)
    await orderAndConfirm(id, 'SUL')
    expect((await reader.ask(listUsers, {})).raw.status).toBe('user_disable')
    await expect(portal.tokenOf(people.adminOfSul)).rejects.toThrow(/./)
    const owners = await portal.platform((db) =>
      sql<{ kind: string | null }>`select kind from app.find_subdomain('sul')`.execute(db),
    )
    expect(owners.rows.filter(({ kind }) => kind !== null)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ enabled: false, removal: { done: 0, total: 0 }, can: [] })
    const { body } = await partner().ask(readTenant, { id })
    for (const again of [
      await partner().ask(updateTenant, { id, version: body.version, enabled: 'S' }),
      await partner().ask(removeTenant, { id, name: 'SUL' }),
    ]) {
      expect([again.status, again.raw.key]).toEqual([409, 'tenant_being_removed'])
    }
    // The subdomain of the business unit stays reserved until the unit is erased.
    const other = await partner().ask(addTenant, { name: 'Novo Sul', subdomain: 'sul', user_limit: 9 })
    expect([other.status, other.raw.key]).toEqual([409, 'subdomain_already_exists'])
    const staff = portal.platform((db) => sql`update tenants set enabled = true where id = ${id}`.execute(db))
    await expect(staff).rejects.toThrow(/tenants_(?:removing|closed)_shut/)
  })

  it('skips the jobs of a business unit that is being removed', async () => {
    const { id } = await added('Calada', 'calada', 0)
    const { gate, close } = await testWorker(portal.databaseUrl, [effect], { works: false })
    closing.push(close)
    expect(await gate.inTenant(id, async () => 'done')).toBe('done')
    await partner().ask(removeTenant, { id, name: 'CALADA' })
    expect(await gate.inTenant(id, async () => 'done')).toBeUndefined()
  })

  it('T9: is erased in steps, with progress events, together with its files', { timeout: 100_000 }, async () => {
    const { id, file } = await added('Grande', 'grande', 2 * erasureStep.rows + 10)
    expect(existsSync(file)).toBe(true)
    const events = await listening()
    await orderAndConfirm(id, 'GRANDE')
    await worker()
    await vi.waitFor(() => isGone(id), soon)
    const progress = await progressUntilDone(events, id)
    expect(progress[0]).toMatchObject({ job: tenantErasure, tenantId: null, partnerId: partners.alfa.id, done: 0 })
    expect(progress[0]?.total).toBeGreaterThan(2 * erasureStep.rows)
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), soon)
  })

  it(
    'T9, J3: another worker continues after a kill, and one entry reports the removal',
    { timeout: 150_000 },
    async () => {
      const { id } = await added('Enorme', 'enorme', 5 * erasureStep.rows)
      await orderAndConfirm(id, 'ENORME')
      const release = await lockEntryInTheMiddle(id)
      const victim = await startProcess()
      await vi.waitFor(async () => expect((await rowOf(id))?.removal?.done).toBeGreaterThan(0), soon)
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      await release()
      const { done = 0, total = 0 } = (await rowOf(id))?.removal ?? {}
      expect(done).toBeGreaterThan(0)
      expect(done).toBeLessThan(total)
      // The largest table is erased first, in whole steps.
      expect(done % erasureStep.rows).toBe(0)
      const events = await listening()
      await worker()
      await vi.waitFor(() => isGone(id), soon)
      const progress = await progressUntilDone(events, id)
      expect(progress[0]?.done).toBeGreaterThanOrEqual(done)
      const ends = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('id')
          .where('event', '=', 'tenant.removed')
          .where('target_id', '=', id)
          .execute(),
      )
      expect(ends).toHaveLength(1)
    },
  )
})

describe('the audit trail', () => {
  it('D5: loses entries only with their business unit, even in platform-wide transactions', async () => {
    const entries = () =>
      portal.platform((db) =>
        sql<{ n: number }>`select count(*)::int as n from audit_entries
      where tenant_id is null or tenant_id in (select id from tenants where removing_since is null)`.execute(db),
      )
    const before = (await entries()).rows
    expect(before[0]?.n).toBeGreaterThan(0)
    await portal.platform((db) => db.deleteFrom('audit_entries').execute())
    expect((await entries()).rows).toEqual(before)
  })
})

async function startProcess(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../../apps/worker/testing/erasing-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [script, portal.databaseUrl, portal.filesDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing.push(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

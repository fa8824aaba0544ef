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
import type { LiveEvent } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import { createHub } from '#platform/server/live/hub.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { effect, silent, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { erasureStep } from '#catalogue/limits.ts'
import { listUsers } from '#features/users/contract.ts'
import { addTenant, listTenants, readTenant, removeTenant, tenantErasure, updateTenant } from '../contract.ts'
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

// As a worker makes it when it starts; here there is none at first.
beforeAll(async () => {
  const kinds = [{ ...eraseTenant, waits: true as const, run: async () => undefined }]
  const queue = await openQueue({ databaseUrl: portal.databaseUrl, log: silent, jobs: kinds, works: false })
  await queue.close()
})

/** With so many views of reports, which is what a large one has most of; and one file. */
async function added(name: string, subdomain: string, views: number): Promise<{ id: string; file: string }> {
  const { body } = await partner().ask(addTenant, { name, subdomain, domain: null, user_limit: 9 })
  const path = newFilePath('public', body.id, 'png')
  await diskStorage(portal.filesDir).put(path, new Uint8Array([1]))
  await portal.platform(async (db) => {
    await db
      .insertInto('files')
      .values({ path, partner_id: partners.alfa.id, tenant_id: body.id, kind: 'theme.logo', bytes: 1, used: true })
      .execute()
    await sql`insert into audit_entries (tenant_id, partner_id, event)
      select ${body.id}::uuid, ${partners.alfa.id}::uuid, 'test.many' from generate_series(1, ${views})`.execute(db)
  })
  return { id: body.id, file: join(portal.filesDir, path) }
}

const rowOf = async (id: string) =>
  (await partner().ask(listTenants, { size: 100 })).body.data.find((unit) => unit.id === id)
const isGone = async (id: string) => expect((await partner().ask(readTenant, { id })).status).toBe(404)

async function listening(): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = []
  const hub = createHub(portal.databaseUrl, silent)
  closing.push(hub.close)
  hub.subscribe((news) => news !== 'missed' && heard.push(news))
  const knocked = { kind: 'place_changed', what: 'theme', tenantId: null, partnerId: null } as const
  await vi.waitFor(async () => {
    await portal.platform((db) => announce(db, knocked))
    expect(heard).not.toEqual([])
  }, soon)
  return heard
}

/** What was told of a removal. The last message comes after the commit that removes the unit: it is waited for. */
async function progressUntilDone(heard: LiveEvent[], id: string) {
  const told = () => heard.flatMap((event) => (event.kind === 'progress' && event.subject === id ? [event] : []))
  await vi.waitFor(
    () =>
      expect(
        told()
          .map(({ done, total }) => done === total)
          .at(-1),
      ).toBe(true),
    soon,
  )
  return told()
}

/** A lock on one audit entry that a worker meets after some steps: it waits there until the lock is released. */
async function lockEntryInTheMiddle(id: string): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  closing.push(() => owner.end())
  await owner.query('begin; set local role vitrine_platform')
  const half = '(select count(*) / 2 from audit_entries where tenant_id = $1)'
  const middle = `(select id from audit_entries where tenant_id = $1 order by id offset ${half} limit 1)`
  // Nobody may change an entry, not even to lock it: it is deleted, and the rollback brings it back.
  await owner.query(`delete from audit_entries where id = ${middle}`, [id])
  return async () => void (await owner.query('rollback'))
}

describe('a business unit that is being removed', () => {
  it('A4: is shut at once, before anything is erased: nobody gets in, its host leads nowhere, and nothing changes it', async () => {
    const { id } = tenants.sul
    const reader = portal.as('adminOfSul')
    expect((await reader.ask(listUsers, {})).status).toBe(200)
    expect((await partner().ask(removeTenant, { id, name: 'SUL' })).status).toBe(200)
    expect((await reader.ask(listUsers, {})).raw.status).toBe('user_disable')
    await expect(portal.tokenOf(people.adminOfSul)).rejects.toThrow(/./)
    const led = await portal.platform((db) =>
      sql<{ kind: string | null }>`select kind from app.find_subdomain('sul')`.execute(db),
    )
    expect(led.rows.filter(({ kind }) => kind !== null)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ enabled: false, removal: { done: 0, total: 0 }, can: [] })
    const { body } = await partner().ask(readTenant, { id })
    for (const again of [
      await partner().ask(updateTenant, { id, version: body.version, enabled: 'S' }),
      await partner().ask(removeTenant, { id, name: 'SUL' }),
    ]) {
      expect([again.status, again.raw.key]).toEqual([409, 'tenant_being_removed'])
    }
    // Its address is nobody else's until it is gone.
    const other = await partner().ask(addTenant, { name: 'Novo Sul', subdomain: 'sul', domain: null, user_limit: 9 })
    expect([other.status, other.raw.key]).toEqual([409, 'subdomain_already_exists'])
    const staff = portal.platform((db) => sql`update tenants set enabled = true where id = ${id}`.execute(db))
    await expect(staff).rejects.toThrow(/tenants_removing_shut/)
  })

  it('does no work that was asked for in it', async () => {
    const { id } = await added('Calada', 'calada', 0)
    const { gate, close } = await testWorker(portal.databaseUrl, [effect], { works: false })
    closing.push(close)
    expect(await gate.inTenant(id, async () => 'done')).toBe('done')
    await partner().ask(removeTenant, { id, name: 'CALADA' })
    expect(await gate.inTenant(id, async () => 'done')).toBeUndefined()
  })

  it('T9: goes in steps, tells how far it is, and takes its files along', { timeout: 100_000 }, async () => {
    const { id, file } = await added('Grande', 'grande', 2 * erasureStep.rows + 10)
    expect(existsSync(file)).toBe(true)
    const heard = await listening()
    await partner().ask(removeTenant, { id, name: 'GRANDE' })
    await worker()
    await vi.waitFor(() => isGone(id), soon)
    const told = await progressUntilDone(heard, id)
    expect(told[0]).toMatchObject({ job: tenantErasure, tenantId: null, partnerId: partners.alfa.id, done: 0 })
    expect(told[0]?.total).toBeGreaterThan(2 * erasureStep.rows)
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), soon)
  })

  it('T9, J3: goes on where a killed worker was, and is said to be gone once', { timeout: 150_000 }, async () => {
    const { id } = await added('Enorme', 'enorme', 5 * erasureStep.rows)
    await partner().ask(removeTenant, { id, name: 'ENORME' })
    const release = await lockEntryInTheMiddle(id)
    const victim = await startProcess()
    await vi.waitFor(async () => expect((await rowOf(id))?.removal?.done).toBeGreaterThan(0), soon)
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await release()
    const { done = 0, total = 0 } = (await rowOf(id))?.removal ?? {}
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(total)
    // What there is most of goes first, a whole step at a time.
    expect(done % erasureStep.rows).toBe(0)
    const heard = await listening()
    await worker()
    await vi.waitFor(() => isGone(id), soon)
    const told = await progressUntilDone(heard, id)
    expect(told[0]?.done).toBeGreaterThanOrEqual(done)
    const ends = await portal.platform(
      (db) =>
      db.selectFrom('audit_entries').select('id').where('event', '=', 'tenant.removed').where('target_id', '=', id).execute(), // prettier-ignore
    )
    expect(ends).toHaveLength(1)
  })
})

describe('the trail', () => {
  it('D5: loses entries with their business unit alone, also to platform-wide work', async () => {
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
  const script = fileURLToPath(new URL('../../../apps/worker/testing/erasing-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [script, portal.databaseUrl, portal.filesDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing.push(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

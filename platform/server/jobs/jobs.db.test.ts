import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { onOwner } from '#testing/global-setup.ts'
import { type TestWorker, effect, effectsTable, silent, slowEffect, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { resumeJobs } from './closed-units.ts'
import { type AnyJob, job, waitingJob } from './job.ts'
import { takeSlot } from './slots.ts'
import { enqueueDueJobs, slotAt } from './schedule.ts'

const portal = testPortal()
const norte = tenants.norte.id
const sul = tenants.sul.id

const closing: (() => Promise<void>)[] = []
const worker = async (jobs: readonly AnyJob[], options?: { works: boolean }): Promise<TestWorker> => {
  const made = await testWorker(portal.databaseUrl, jobs, options)
  closing.push(made.close)
  return made
}

const effects = () =>
  portal.platform(async (db) => {
    const { rows } = await sql<{ what: string; tenant_id: string | null; by_process: number }>`
      select what, tenant_id, by_process from test_effects order by what`.execute(db)
    return rows
  })
const jobsIn = (states: string[]) =>
  portal.platform(async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
      where state::text = any(${states}) and name <> 'dead_letters'`.execute(db)
    return rows[0]?.n
  })
const waiting = () => jobsIn(['created', 'retry', 'active'])
const inHand = () => jobsIn(['active'])
const soon = { timeout: 60_000, interval: 100 }

/** Inserts one row, in a transaction of its own. */
const waitingEffect = waitingJob({
  name: 'test.waiting_effect',
  scope: 'tenant',
  input: z.object({ what: z.string() }),
  run: ({ transaction }, input) =>
    transaction(async (context) => {
      if (await takeSlot(context.db, sul, 'test.waiting_effect', input.what)) await effect.run(context as never, input)
    }),
})

beforeAll(() => onOwner(portal.ownerUrl, (owner) => owner.query(effectsTable)))
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await onOwner(portal.ownerUrl, (owner) => owner.query('truncate test_effects; delete from pgboss.job'))
})

describe('jobs', () => {
  it('J1: two workers run 200 jobs, enqueued up to three times each, exactly once', { timeout: 60_000 }, async () => {
    const { gate, enqueue } = await worker([effect], { works: false })
    await gate.acrossTenants('test', async (db) => {
      for (let number = 0; number < 200; number += 1) {
        const slot = `job ${number}`
        for (let copy = 0; copy <= number % 3; copy += 1)
          await enqueue(db, effect, { what: slot }, { tenantId: number % 2 ? norte : sul, slot })
      }
    })
    await Promise.all([worker([effect]), worker([effect])])
    await vi.waitFor(async () => expect(await waiting()).toBe(0), soon)
    const done = await effects()
    expect(done.map(({ what }) => what)).toEqual(Array.from({ length: 200 }, (_, number) => `job ${number}`).toSorted())
    expect(done.filter(({ what, tenant_id }) => tenant_id !== (Number(what.slice(4)) % 2 ? norte : sul))).toEqual([])
  })

  it('V3: groups take turns, however many jobs one of them has', async () => {
    const order: string[] = []
    const each = job({
      name: 'test.grouped',
      scope: 'tenant',
      input: z.object({ what: z.string() }),
      atOnce: 1,
      run: async (_, { what }) => void order.push(what),
    })
    const { gate, enqueue } = await worker([each], { works: false })
    const put = (tenantId: string, group: string, numbers: number[]) =>
      gate.inTenant(tenantId, async (db) => {
        for (const number of numbers) await enqueue(db, each, { what: `${group}${number}` }, { tenantId, group })
      })
    await put(norte, 'a', [0, 1, 2, 3, 4])
    await put(sul, 'b', [0, 1])
    await put(norte, 'c', [0])
    await put(sul, 'b', [2])
    await worker([each])
    await vi.waitFor(() => expect(order).toHaveLength(9), soon)
    expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('V3: a group that comes later joins the present turn, and overtakes no earlier one', async () => {
    const { gate, enqueue } = await worker([effect], { works: false })
    const put = (what: string, group: string) =>
      gate.inTenant(norte, (db) => enqueue(db, effect, { what }, { tenantId: norte, group }))
    for (const what of ['a0', 'a1', 'a2', 'a3']) await put(what, 'a')
    await onOwner(portal.ownerUrl, (owner) =>
      owner.query(`update pgboss.job set state = 'completed' where data -> 'input' ->> 'what' in ('a0', 'a1')`),
    )
    for (const what of ['b0', 'b1']) await put(what, 'b')
    const { rows } = await portal.platform((db) =>
      sql`select data -> 'input' ->> 'what' as what, priority from pgboss.job where state = 'created' order by 1`.execute(
        db,
      ),
    )
    expect(rows).toEqual([
      { what: 'a2', priority: -2 },
      { what: 'a3', priority: -3 },
      { what: 'b0', priority: -2 },
      { what: 'b1', priority: -3 },
    ])
  })

  it.each([effect, waitingEffect])(
    'J2: $name waits while its business unit is closed, and has its effect once when it is open again',
    async (kind) => {
      const close = (erase_at: Date | null) =>
        portal.platform((db) =>
          db
            .updateTable('tenants')
            .set({ enabled: erase_at === null, erase_at })
            .where('id', '=', sul)
            .execute(),
        )
      const { gate, enqueue } = await worker([kind], { works: false })
      const inSul = { tenantId: sul, slot: 'of sul' }
      await gate.acrossTenants('test', async (db) => {
        await enqueue(db, kind, { what: 'later' }, { ...inSul, group: 'g' })
        await enqueue(db, kind, { what: 'later' }, inSul)
      })
      await close(new Date(Date.now() + 86_400_000))
      await worker([kind])
      const putOff = () =>
        portal.platform(async (db) => {
          const { rows } = await sql<{ group_id: string | null; waits: boolean }>`
            select group_id, start_after > now() + interval '23 hours' as waits from pgboss.job
             where state = 'created' and data -> 'put_off' = 'true' order by 1`.execute(db)
          return rows
        })
      const both = [
        { group_id: 'g', waits: true },
        { group_id: null, waits: true },
      ]
      await vi.waitFor(async () => expect(await putOff()).toEqual(both), soon)
      await vi.waitFor(async () => expect(await inHand()).toBe(0), soon)
      expect(await effects()).toEqual([])
      await close(null)
      await portal.platform((db) => resumeJobs(db, sul))
      await vi.waitFor(async () => expect(await waiting()).toBe(0), soon)
      expect((await effects()).map(({ what }) => what)).toEqual(['later'])
    },
  )

  it('V3: waits some minutes while the erasure of its business unit is due and has not begun', async () => {
    const { gate, enqueue } = await worker([effect], { works: false })
    await gate.acrossTenants('test', (db) => enqueue(db, effect, { what: 'due' }, { tenantId: sul }))
    const setDue = (enabled: boolean, erase_at: Date | null) =>
      portal.platform((db) => db.updateTable('tenants').set({ enabled, erase_at }).where('id', '=', sul).execute())
    await setDue(false, new Date(Date.now() - 60_000))
    await worker([effect])
    const jobs = () =>
      portal.platform(async (db) => {
        const { rows } = await sql`
          select state::text, start_after > now() + interval '1 minute' as waits from pgboss.job order by created_on`.execute(
          db,
        )
        return rows
      })
    await vi.waitFor(async () => expect((await jobs()).at(-1)).toEqual({ state: 'created', waits: true }), soon)
    expect(await jobs()).toHaveLength(2)
    await setDue(true, null)
  })

  it('is enqueued with the commit of its transaction only', async () => {
    const { gate, enqueue } = await worker([effect], { works: false })
    const undone = gate.acrossTenants('test', async (db) => {
      await enqueue(db, effect, { what: 'never' }, { tenantId: norte })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await waiting()).toBe(0)
    await gate.inTenant(norte, (db) => enqueue(db, effect, { what: 'once' }, { tenantId: norte }))
    expect(await waiting()).toBe(1)
  })

  it('T7: runs under the row-level security of its business unit, which cannot read the queue', async () => {
    const seen: string[][] = []
    const look = job({
      name: 'test.look',
      scope: 'tenant',
      input: z.object({}),
      run: async ({ db, tenantId, audit }) => {
        const { rows } = await sql<{ tenant_id: string }>`select distinct tenant_id from memberships`.execute(db)
        seen.push([tenantId ?? '', ...rows.map((row) => row.tenant_id)])
        await audit('test.looked', { target: { type: 'test', id: null } })
      },
    })
    const { gate, enqueue } = await worker([look])
    await gate.acrossTenants('test', async (db) => {
      for (const tenantId of [norte, sul]) await enqueue(db, look, {}, { tenantId })
    })
    // `seen` is filled inside the transaction. The audit entries exist after its commit.
    const entries = await vi.waitFor(async () => {
      const found = await portal.platform((db) =>
        db.selectFrom('audit_entries').select(['tenant_id', 'partner_id']).where('event', '=', 'test.looked').execute(),
      )
      expect(found).toHaveLength(2)
      return found
    }, soon)
    expect(new Set(seen.map(String))).toEqual(new Set([`${norte},${norte}`, `${sul},${sul}`]))
    expect(new Set(entries.map(({ tenant_id }) => tenant_id))).toEqual(new Set([norte, sul]))
    expect(entries.every(({ partner_id }) => partner_id === tenants.norte.partner_id)).toBe(true)
    await expect(gate.inTenant(norte, (db) => sql`select data from pgboss.job`.execute(db))).rejects.toThrow(/denied/)
    await expect(gate.inTenant(norte, (db) => sql`delete from pgboss.job`.execute(db))).rejects.toThrow(/denied/)
  })

  it('rolls back a failed attempt, retries, and keeps a job that failed for good as a dead letter', async () => {
    let tries = 0
    const fails = job({
      name: 'test.fails',
      scope: 'tenant',
      input: z.object({}),
      retries: 1,
      run: async (context) => {
        tries += 1
        await effect.run(context as never, { what: 'half' })
        throw new Error('no mailbox ana@example.com')
      },
    })
    const { gate, enqueue } = await worker([fails])
    await gate.acrossTenants('test', (db) => enqueue(db, fails, {}, { tenantId: norte, slot: 'poison' }))
    const letters = () =>
      portal.platform(async (db) => {
        const { rows } = await sql<{ source_name: string; error: string }>`
          select source_name, source_output::text as error from pgboss.job where name = 'dead_letters'`.execute(db)
        return rows
      })
    await vi.waitFor(async () => expect(await letters()).toHaveLength(1), soon)
    expect(tries).toBe(2)
    expect(await effects()).toEqual([])
    expect((await letters())[0]?.error).toContain('no mailbox •')
    expect((await letters())[0]?.error).not.toContain('ana')
  })

  it('J1, J2: a schedule enqueues one job per slot with several processes, and does not catch up on missed slots', async () => {
    const hourly = job({
      name: 'test.hourly',
      scope: 'platform',
      isolation: 'one record',
      input: z.object({}),
      everySeconds: 3_600,
      run: async () => undefined,
    })
    const { gate, enqueue } = await worker([hourly], { works: false })
    let now = new Date('2030-01-01T10:20:00Z')
    const needs = { queue: { enqueue }, gate, clock: { now: () => now }, log: silent, jobs: [hourly] }
    await Promise.all(Array.from({ length: 5 }, () => enqueueDueJobs(needs, new Map())))
    expect(await waiting()).toBe(1)
    now = new Date('2030-01-01T13:59:59Z')
    await Promise.all(Array.from({ length: 5 }, () => enqueueDueJobs(needs, new Map())))
    expect(await waiting()).toBe(2)
    expect(slotAt(now, 3_600)).toBe('2030-01-01T13:00:00.000Z')
  })

  it('J4: a worker continues after all of its connections broke', async () => {
    const { gate, enqueue } = await worker([effect])
    const broken = await onOwner(portal.ownerUrl, (owner) =>
      owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'vitrine jobs'`),
    )
    expect(broken.rowCount).toBeGreaterThan(0)
    await gate.acrossTenants('test', (db) => enqueue(db, effect, { what: 'after' }, { tenantId: norte }))
    await vi.waitFor(async () => expect((await effects()).map(({ what }) => what)).toEqual(['after']), soon)
  })

  it('J3: killing a worker loses no job and repeats no effect', { timeout: 120_000 }, async () => {
    const { gate, enqueue } = await worker([slowEffect], { works: false })
    const names = Array.from({ length: 9 }, (_, number) => `slow ${String(number).padStart(2, '0')}`)
    await gate.acrossTenants('test', async (db) => {
      for (const what of names) await enqueue(db, slowEffect, { what }, { tenantId: norte })
    })
    const victim = await startProcess(portal.databaseUrl)
    await vi.waitFor(async () => expect((await effects()).length).toBeGreaterThan(2), soon)
    await vi.waitFor(async () => expect(await inHand()).toBeGreaterThan(0), { ...soon, interval: 10 })
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    expect(await inHand()).toBeGreaterThan(0)
    await worker([slowEffect])
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 100_000, interval: 250 })
    const done = await effects()
    expect(done.map(({ what }) => what)).toEqual(names)
    expect(new Set(done.map(({ by_process }) => by_process))).toEqual(new Set([victim.pid, process.pid]))
  })
})

async function startProcess(databaseUrl: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../testing/jobs.ts', import.meta.url))
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(async () => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

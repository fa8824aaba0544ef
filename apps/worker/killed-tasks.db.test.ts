// Two processes run tasks on one database and are killed at random: each planned instant of each task is run once, and told once.
// `npm run test:long` uses 2,000 planned instants.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { noTexts } from '#catalogue/languages.ts'
import { addRecord } from '#testing/probe.ts'
import { testPortal } from '#testing/portal.ts'
import { published } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'

const isLong = process.env['TEST_LONG'] === '1'
const amounts = isLong ? { tasks: 100, triggers: 20, kills: 16 } : { tasks: 15, triggers: 8, kills: 5 }

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [report_id] = published.reports
const program = fileURLToPath(new URL('./testing/task-worker.ts', import.meta.url))

const workers: (ChildProcess | undefined)[] = []
/** Starts a worker in the place of one that was killed. */
function work(place: number): void {
  const child = spawn(process.execPath, [...process.execArgv, program, portal.databaseUrl], { stdio: 'inherit' })
  workers[place] = child
}
async function killed(place: number): Promise<void> {
  const child = workers[place]
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => void child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
afterAll(() => Promise.all(workers.map((_, place) => killed(place))))

/** Tasks with several triggers, of which each has an instant of its own that has just come. */
const plan = (now: Date) =>
  portal.platform(async (db) => {
    const triggers: string[] = []
    for (let number = 0; number < amounts.triggers; number += 1) {
      const next_at = new Date(now.getTime() - 1_000 * (number + 1))
      const plain = { tenant_id, name: `Gatilho ${number}`, frequency: 'daily', times: ['00:00'] }
      triggers.push(await addRecord(db, 'triggers', { ...plain, next_at, planned_zone: 'America/Sao_Paulo' }))
    }
    for (let number = 0; number < amounts.tasks; number += 1) {
      const task_id = await addRecord(db, 'tasks', {
        tenant_id,
        name: `Tarefa ${number}`,
        report_id,
        type: 'single',
        dax: 'EVALUATE ROW("Total", 1)',
        operator: 'greater',
        value: '0',
        message: JSON.stringify({ ...noTexts, 'pt-BR': 'Total {{value}}' }),
        repeat_policy: 'always',
        channels: ['portal'],
        target: 'chosen',
        send_to_self: true,
        owner_id: people.adminOfNorte.id,
      })
      for (const trigger_id of triggers)
        await db.insertInto('task_triggers').values({ tenant_id, task_id, trigger_id }).execute()
    }
  })

it(
  'D1, J1: processes that are killed at random miss no planned instant and tell of none twice',
  { timeout: 900_000 },
  async () => {
    await portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id, report_id, user_id: people.adminOfNorte.id, roles: ['Manager'] })
        .execute(),
    )
    await plan(new Date())
    const slots = amounts.tasks * amounts.triggers
    const counts = () =>
      portal.platform(async (db) => {
        const { rows } = await sql<{ runs: number; ended: number }>`
        select count(*)::int as runs, count(*) filter (where ended_at is not null)::int as ended from task_runs`.execute(
          db,
        )
        return rows[0]
      })
    work(0)
    work(1)
    await vi.waitFor(async () => expect((await counts())?.ended).toBeGreaterThan(0), {
      timeout: 300_000,
      interval: 100,
    })
    for (let kill = 0; kill < amounts.kills; kill += 1) {
      const place = Math.random() < 0.5 ? 0 : 1
      await killed(place)
      work(place)
      await sleep(200 + Math.random() * 1_500)
    }
    await vi.waitFor(async () => expect(await counts()).toEqual({ runs: slots, ended: slots }), {
      timeout: 600_000,
      interval: 500,
    })
    const seen = await portal.platform(async (db) => {
      const { rows } = await sql<Record<'instants' | 'told' | 'messages' | 'digested' | 'waiting', number>>`
      select (select count(distinct (task_id, planned_at))::int from task_runs) as instants,
             (select count(*)::int from task_run_recipients where outcome = 'told') as told,
             (select count(*)::int from notifications where type = 'task_fired' and cause like 'task run %') as messages,
             (select count(*)::int from task_run_recipients where outcome = 'digest') as digested,
             (select count(*)::int from task_digest_entries) as waiting`.execute(db)
      const outcomes = await sql<{ state: string; problem: string | null; count: number }>`
      select state, problem, count(*)::int as count from task_runs group by state, problem order by state`.execute(db)
      return { ...rows[0], outcomes: outcomes.rows }
    })
    expect(seen.instants).toBe(slots)
    expect(seen.messages).toBe(seen.told)
    expect(seen.waiting).toBe(seen.digested)
    expect(seen.outcomes.filter(({ state }) => state !== 'notified' && state !== 'untold')).toEqual([])
    console.log(`${slots} planned instants, ${amounts.kills} kills: ${JSON.stringify(seen)}`)
  },
)

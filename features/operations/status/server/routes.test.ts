import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { showStatus } from '../contract.ts'

const portal = testPortal()

const figures = {
  memory_bytes: 1e8,
  lag_ms: 12,
  disk_free_bytes: 5e9,
  disk_bytes: 1e10,
  report_service: 'rebuilding',
  failures: [{ code: 'call.failed', count: 2, last_at: '2026-11-21T10:00:00.000Z' }],
}

/** Inserts a process of another machine that sent its last heartbeat `secondsAgo`. */
const processSeen = (machine: string, secondsAgo: number) =>
  portal.platform((db) =>
    sql`insert into processes (id, kind, machine, pid, version, seen_at, figures)
      values (gen_random_uuid(), 'worker', ${machine}, 7, '0.1.0', now() - make_interval(secs => ${secondsAgo}), ${JSON.stringify(figures)}::jsonb)`.execute(
      db,
    ),
  )

describe('the status of the platform', () => {
  it('P1: refuses everybody except staff of the platform', async () => {
    for (const caller of ['adminOfNorte', 'masterOfAlfa', 'userOfNorte'] as const) {
      expect((await portal.as(caller).ask(showStatus, {})).status).toBe(403)
    }
    expect((await portal.as('platform').ask(showStatus, {})).status).toBe(200)
  })

  it('lists every process, marks silent ones, and ignores the figures of silent ones', async () => {
    await processSeen('living', 20)
    await processSeen('killed', 200)
    const { body } = await portal.as('platform').ask(showStatus, {})
    const states = body.processes.map(({ kind, machine, is_silent }) => [kind, machine, is_silent])
    expect(states).toEqual(
      expect.arrayContaining([
        ['worker', 'living', false],
        ['worker', 'killed', true],
      ]),
    )
    // The process of this test also sends a heartbeat.
    expect(body.processes.filter(({ kind, pid }) => kind === 'server' && pid === process.pid)).toHaveLength(1)
    expect(body.failures.find(({ code }) => code === 'call.failed')?.count).toBe(2)
    expect(body.report_service).toBe('rebuilding')
  })

  it('counts waiting and permanently failed jobs and mails', async () => {
    const before = (await portal.as('platform').ask(showStatus, {})).body
    await portal.platform(async (db) => {
      await sql`insert into pgboss.job (name, data, start_after) values
        ('mail.send', '{}', now() - interval '10 minutes'), ('dead_letters', '{}', now() - interval '1 hour')`.execute(
        db,
      )
    })
    const { jobs, database } = (await portal.as('platform').ask(showStatus, {})).body
    expect([jobs.waiting - before.jobs.waiting, jobs.failed - before.jobs.failed]).toEqual([1, 1])
    expect(jobs.oldest_seconds).toBeGreaterThanOrEqual(600)
    expect(jobs.oldest_seconds).toBeLessThan(700)
    expect([database.replicas, database.size_bytes > 1e6, database.last_migration >= '2026-11-21-20']).toEqual([
      0,
      true,
      true,
    ])
  })
})

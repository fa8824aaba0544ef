// Jobs for tests: a table of effects, and a separate worker on the database of a test portal. It can run as a process to be killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { openPool } from '#platform/server/database/pool.ts'
import { type AnyJob, type JobContext, job } from '#platform/server/jobs/job.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { runJobs } from '#platform/server/jobs/runner.ts'
import { type Gate, createGate } from '#platform/server/session/gate.ts'

export const effectsTable = `
  create table test_effects (id uuid primary key default app.uuidv7(), tenant_id uuid, what text not null, by_process int not null);
  grant select, insert on test_effects to vitrine_app, vitrine_platform;`

const writeEffect = async ({ db, tenantId }: JobContext, what: string) => {
  await sql`insert into test_effects (tenant_id, what, by_process) values (${tenantId}::uuid, ${what}, ${process.pid})`.execute(
    db,
  )
}

const what = z.object({ what: z.string() })

/** Inserts one row. */
export const effect = job({
  name: 'test.effect',
  scope: 'tenant',
  input: what,
  run: (context, input) => writeEffect(context, input.what),
})

/** Inserts one row and waits before the commit, so that the worker can be killed meanwhile. */
export const slowEffect = job({
  name: 'test.slow_effect',
  scope: 'tenant',
  input: what,
  run: async (context, input) => {
    await writeEffect(context, input.what)
    await sleep(700)
  },
})

export const silent = { info: () => undefined, warn: () => undefined }

export type TestWorker = {
  gate: Gate
  enqueue: Awaited<ReturnType<typeof openQueue>>['enqueue']
  close(): Promise<void>
}

/** A queue with its own pool, like another process. With `works: false` it only enqueues jobs. */
export async function testWorker(
  databaseUrl: string,
  jobs: readonly AnyJob[],
  { works = true } = {},
): Promise<TestWorker> {
  const pool = openPool({ url: databaseUrl, max: 6, onError: () => undefined })
  const gate = createGate(pool, silent)
  const pace = { silenceSeconds: 10, pollSeconds: 0.5, pauseSeconds: 1 }
  const queue = await openQueue({ databaseUrl, log: silent, jobs, works, ...pace })
  const clock = { now: () => new Date() }
  const endSchedule = works ? await runJobs({ queue, gate, clock, log: silent, jobs }) : () => undefined
  const close = async () => {
    endSchedule()
    await queue.close()
    await pool.end()
  }
  return { gate, enqueue: queue.enqueue, close }
}

// Started as a process: runs until it is killed.
if (import.meta.main) {
  const [, , databaseUrl = ''] = process.argv
  await testWorker(databaseUrl, [effect, slowEffect])
  process.stdout.write('working\n')
}

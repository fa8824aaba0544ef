// Each process says that it lives, and what it sees of itself, in the database: so that the platform's people see all of them, on
// whatever machine. It judges nothing. Next: features/status shows it.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from './jobs/job.ts'
import type { Failures } from './metrics.ts'
import type { Gate } from './session/gate.ts'

const everyMs = 30_000
/** The loop is looked at so often; a wait of that length is none. */
const everyFewMs = 20
/** Two beats may be missed before a process counts as silent. */
export const silentAfterSeconds = 75

const figures = z.object({
  memory_bytes: z.number(),
  /** Of 100 waits for its turn the longest but one, in milliseconds. */
  lag_ms: z.number(),
  /** Of the disk with the data folder. */
  disk_free_bytes: z.number().nullable(),
  disk_bytes: z.number().nullable(),
  /** Whether the embedded report service answered; null where there is none to ask. */
  report_service: z.boolean().nullable(),
  failures: z.array(z.object({ code: z.string(), count: z.number(), last_at: z.string() })),
})
export type ProcessFigures = z.output<typeof figures>

export type Presence = {
  id: string
  kind: 'server' | 'worker'
  machine: string
  pid: number
  version: string
  started_at: Date
  seen_at: Date
  is_silent: boolean
  figures: ProcessFigures
}

type Needs = {
  kind: Presence['kind']
  version: string
  gate: Gate
  log: Log
  failures: () => Failures
  dataDir: string
  /** Whether the embedded report service answers; null without one. */
  reportsAnswer: (() => Promise<boolean>) | null
}

/** Begins to say so; the answer says goodbye. A beat that fails (the database is away) is made up for by the next. */
export function keepPresence(needs: Needs): () => Promise<void> {
  const id = randomUUID()
  const delay = monitorEventLoopDelay({ resolution: everyFewMs })
  delay.enable()
  const beat = async () => {
    const seen = await lookAtOneself(needs, Math.max(0, delay.percentile(99) / 1e6 - everyFewMs))
    delay.reset()
    await needs.gate.acrossTenants('presence', (db) =>
      sql`
      with gone as (delete from processes where seen_at < now() - interval '1 day')
      insert into processes (id, kind, machine, pid, version, figures)
      values (${id}::uuid, ${needs.kind}, ${hostname()}, ${process.pid}, ${needs.version}, ${JSON.stringify(seen)}::jsonb)
      on conflict (id) do update set seen_at = now(), figures = excluded.figures`.execute(db),
    )
  }
  const tryBeat = () =>
    beat().catch((error: unknown) => needs.log.warn({ err: error }, 'this process could not say that it lives'))
  void tryBeat()
  const timer = setInterval(() => void tryBeat(), everyMs)
  return async () => {
    clearInterval(timer)
    delay.disable()
    await needs.gate
      .acrossTenants('presence', (db) => sql`delete from processes where id = ${id}::uuid`.execute(db))
      .catch(() => undefined)
  }
}

async function lookAtOneself({ dataDir, reportsAnswer, failures }: Needs, lag: number): Promise<ProcessFigures> {
  const disk = await statfs(dataDir).catch(() => null)
  return {
    memory_bytes: process.memoryUsage.rss(),
    lag_ms: Math.round(lag * 10) / 10,
    disk_free_bytes: disk && disk.bavail * disk.bsize,
    disk_bytes: disk && disk.blocks * disk.bsize,
    report_service: reportsAnswer && (await reportsAnswer()),
    failures: failures(),
  }
}

/** For platform-wide work: all that said goodbye to nobody, oldest first. */
export async function listPresence(gate: Pick<Gate, 'acrossTenants'>): Promise<Presence[]> {
  const { rows } = await gate.acrossTenants('processes', (db) =>
    sql<Omit<Presence, 'figures'> & { figures: unknown }>`
      select id, kind, machine, pid, version, started_at, seen_at, figures,
             seen_at < now() - make_interval(secs => ${silentAfterSeconds}) as is_silent
        from processes order by kind, started_at`.execute(db),
  )
  return rows.flatMap((row) => {
    const read = figures.safeParse(row.figures)
    return read.success ? [{ ...row, figures: read.data }] : []
  })
}

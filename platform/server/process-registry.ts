// Process registry: every process writes a heartbeat with its metrics into the database, so that the platform's staff see all
// processes on all machines. It judges nothing. Next: features/operations/status shows it.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from './jobs/job.ts'
import type { Failures } from './metrics.ts'
import type { Gate } from './session/gate.ts'

const heartbeatMs = 30_000
/** Resolution of the event loop delay monitor. A delay of this length means no lag. */
const lagResolutionMs = 20
/** Two heartbeats may be missed before a process counts as silent. */
export const silentAfterSeconds = 75

/** `rebuilding`: the service answers, and builds damaged data sets again. `away`: it does not answer. The worst is last. */
export const reportsStates = ['ready', 'rebuilding', 'away'] as const
export type ReportsState = (typeof reportsStates)[number]

const figures = z.object({
  memory_bytes: z.number(),
  /** Event-loop lag, 99th percentile, in milliseconds. */
  lag_ms: z.number(),
  /** The free bytes of the disk that holds the data folder. */
  disk_free_bytes: z.number().nullable(),
  disk_bytes: z.number().nullable(),
  /** The state of the embedded report service; null without one, and in the figures of an older version. */
  report_service: z.enum(reportsStates).nullable().catch(null),
  failures: z.array(z.object({ code: z.string(), count: z.number(), last_at: z.string() })),
})
export type ProcessFigures = z.output<typeof figures>

export type RegisteredProcess = {
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

type RegistryDependencies = {
  kind: RegisteredProcess['kind']
  version: string
  gate: Gate
  log: Log
  failures: () => Failures
  dataDir: string
  /** Returns the state of the embedded report service; null without one. */
  reportsState: () => ReportsState | null
}

/** Starts the heartbeat; the answer stops it and removes the entry. A failed heartbeat is repaired by the next one. */
export function registerProcess(needs: RegistryDependencies): () => Promise<void> {
  const id = randomUUID()
  const delay = monitorEventLoopDelay({ resolution: lagResolutionMs })
  delay.enable()
  const heartbeat = async () => {
    const seen = await ownFigures(needs, Math.max(0, delay.percentile(99) / 1e6 - lagResolutionMs))
    delay.reset()
    await needs.gate.acrossTenants('process registry', (db) =>
      sql`
      with gone as (delete from processes where seen_at < now() - interval '1 day')
      insert into processes (id, kind, machine, pid, version, figures)
      values (${id}::uuid, ${needs.kind}, ${hostname()}, ${process.pid}, ${needs.version}, ${JSON.stringify(seen)}::jsonb)
      on conflict (id) do update set seen_at = now(), figures = excluded.figures`.execute(db),
    )
  }
  const tryHeartbeat = () =>
    heartbeat().catch((error: unknown) => needs.log.warn({ err: error }, 'the heartbeat of this process failed'))
  void tryHeartbeat()
  const timer = setInterval(() => void tryHeartbeat(), heartbeatMs)
  return async () => {
    clearInterval(timer)
    delay.disable()
    await needs.gate
      .acrossTenants('process registry', (db) => sql`delete from processes where id = ${id}::uuid`.execute(db))
      .catch(() => undefined)
  }
}

async function ownFigures(
  { dataDir, reportsState, failures }: RegistryDependencies,
  lag: number,
): Promise<ProcessFigures> {
  const disk = await statfs(dataDir).catch(() => null)
  return {
    memory_bytes: process.memoryUsage.rss(),
    lag_ms: Math.round(lag * 10) / 10,
    disk_free_bytes: disk && disk.bavail * disk.bsize,
    disk_bytes: disk && disk.blocks * disk.bsize,
    report_service: reportsState(),
    failures: failures(),
  }
}

/** All registered processes, oldest first within a kind. A process that stopped normally is not among them. */
export async function listProcesses(gate: Pick<Gate, 'acrossTenants'>): Promise<RegisteredProcess[]> {
  const { rows } = await gate.acrossTenants('list of processes', (db) =>
    sql<Omit<RegisteredProcess, 'figures'> & { figures: unknown }>`
      select id, kind, machine, pid, version, started_at, seen_at, figures,
             seen_at < now() - make_interval(secs => ${silentAfterSeconds}) as is_silent
        from processes order by kind, started_at`.execute(db),
  )
  return rows.flatMap((row) => {
    const parsedFigures = figures.safeParse(row.figures)
    return parsedFigures.success ? [{ ...row, figures: parsedFigures.data }] : []
  })
}

// Health of the platform for its staff: processes, database, job queue and failures.
import { z } from 'zod'
import { instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'

const seconds = z.number().int().nullable()

const oneProcess = z.object({
  id: z.guid(),
  kind: z.enum(['server', 'worker']),
  machine: z.string(),
  pid: z.number().int(),
  version: z.string(),
  started_at: instant(),
  seen_at: instant(),
  /** True when the process sent no heartbeat for more than a minute. */
  is_silent: z.boolean(),
  memory_bytes: z.number(),
  lag_ms: z.number(),
  disk_free_bytes: z.number().nullable(),
  disk_bytes: z.number().nullable(),
})

export const showStatus = call({
  method: 'GET',
  path: 'auth/status/get',
  summary: 'Present health of the platform.',
  access: 'status.read',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({
    version: z.string(),
    processes: z.array(oneProcess),
    database: z.object({
      version: z.string(),
      size_bytes: z.number(),
      connections: z.number().int(),
      most_connections: z.number().int(),
      replicas: z.number().int(),
      migrations: z.number().int(),
      last_migration: z.string(),
      migrated_at: instant(),
    }),
    jobs: z.object({
      waiting: z.number().int(),
      active: z.number().int(),
      failed: z.number().int(),
      oldest_seconds: seconds,
    }),
    mails: z.object({ waiting: z.number().int(), failed: z.number().int(), oldest_seconds: seconds }),
    /**
     * The worst state of the report service that a process reports: `rebuilding` while a damaged data set is built again, `away` while the
     * service does not answer; null without an embedded report service.
     */
    report_service: z.enum(['ready', 'rebuilding', 'away']).nullable(),
    /** Server-side failures since the start of each process, latest first. */
    failures: z.array(z.object({ code: z.string(), count: z.number().int(), last_at: instant() })),
  }),
})

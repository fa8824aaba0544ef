// Connects accounts to the two report-embedding services: Microsoft's and the embedded one.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Embedding, createEmbedding } from '#features/sources/accounts/server/commands.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { type Metrics, watchedFetch } from '#platform/server/metrics.ts'
import type { ReportsState } from '#platform/server/process-registry.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { createAzure } from '#powerbi/server/azure.ts'
import { MICROSOFT, createPowerBi } from '#powerbi/server/power-bi.ts'

type Compose = {
  config: Config
  clock: Clock
  /** The address of the embedded report service; null without one. */
  reportServiceUrl: string | null
  metrics: Metrics
  secrets: Secrets
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

export function embeddingServices({ config, clock, reportServiceUrl, logger, metrics, secrets }: Compose): Embedding {
  const ports = {
    fetch: watchedFetch(metrics, 'microsoft', fetch),
    now: () => clock.now().getTime(),
    sleep,
    log: (entry: object) => logger.info(entry, 'report-embedding service'),
  }
  const atHome = (url: string) =>
    createPowerBi({
      ...ports,
      fetch: watchedFetch(metrics, 'embedded', fetch),
      authority: url,
      api: url,
      allowedHosts: [],
      extensions: true,
    })
  return createEmbedding({
    microsoft: createPowerBi({ ...ports, ...MICROSOFT, ...config.powerBi }),
    azure: createAzure({
      ...ports,
      authority: config.powerBi.authority,
      management: config.azureManagement,
      fetch: watchedFetch(metrics, 'azure', fetch),
    }),
    local: reportServiceUrl ? atHome(reportServiceUrl) : null,
    secrets,
    log: logger,
  })
}

const watchMs = 5_000

export type ReportsWatch = {
  /** The last known state; null without a report service. */
  state: () => ReportsState | null
  stop: () => void
}

/**
 * Asks the report service for its state now and every 5 s. A probe of `/readyz` reads the last state and never waits for the service.
 * Resolves after the first answer, which takes at most 3 s.
 */
export async function watchReports(url: string | null): Promise<ReportsWatch> {
  if (url === null) return { state: () => null, stop: () => undefined }
  let state = await reportsStateAt(url)
  const timer = setInterval(() => void reportsStateAt(url).then((next) => (state = next)), watchMs)
  timer.unref()
  return { state: () => state, stop: () => clearInterval(timer) }
}

/** Asks a report service for `/readyz` (docs/report-service.md). An answer of something else, such as a proxy, counts as `away`. */
export async function reportsStateAt(url: string): Promise<ReportsState> {
  const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.json())
    .then(
      (body) => readiness.parse(body),
      () => null,
    )
  if (answer === null) return 'away'
  return answer.damaged.length === 0 ? 'ready' : 'rebuilding'
}

const readiness = z.object({ damaged: z.array(z.string()) })

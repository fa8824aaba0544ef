// Connects accounts to the two report-embedding services: Microsoft's and the embedded one.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedding, createEmbedding } from '#features/embedding/server/service.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { type Metrics, watchedFetch } from '#platform/server/metrics.ts'
import type { Secrets } from '#platform/server/secrets.ts'
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
    local: reportServiceUrl ? atHome(reportServiceUrl) : null,
    secrets,
    log: logger,
  })
}

/** Checks whether a report service answers. Any answer counts, also an error. */
export function reportsAnswerAt(url: string | null): (() => Promise<boolean>) | null {
  if (url === null) return null
  return () =>
    fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
      () => true,
      () => false,
    )
}

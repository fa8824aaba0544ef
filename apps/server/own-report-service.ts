// Starts the embedded report service for this portal: at its host `reports.…`, with the demo's accounts in a demonstration.
// Next: report-service.ts (the process).
import type { Config } from '#platform/server/config.ts'
import { demoReportService } from './demo.ts'
import { type ReportService, startReportService } from './report-service.ts'

type Options = { config: Config; dataDir: string; secret: string; log: (line: string) => void }

export function startOwnReportService({ config, dataDir, secret, log }: Options): Promise<ReportService> {
  const { protocol, hostname, port } = config.publicUrl
  const at = (host: string) => `${protocol}//${host}${port ? `:${port}` : ''}`
  return startReportService({
    dataDir,
    publicUrl: at(`reports.${hostname}`),
    allowedOrigins: [at(hostname), at(`*.${hostname}`)],
    signingKey: config.reportServiceKey,
    ...(config.demoWorld ? demoReportService(secret) : { principals: [], samples: [] }),
    log,
  })
}

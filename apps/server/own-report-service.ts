// The embedded report service as this portal needs it: at the address `reports.` of the portal, with the demo's accounts in a demo.
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

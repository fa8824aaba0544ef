// The process of the report service: reads its environment, listens where only the portal can reach it, and stops gracefully.
// It is not the service itself and knows nothing of the portal.
// Next: report-service/rest/configuration.ts (variables), report-service/rest/service.ts.
import { freezeBuiltIns } from '#platform/server/machine/freeze-built-ins.ts'
import { surviveFaults } from '#platform/server/machine/survive-faults.ts'
import { parseConfiguration } from '#report-service/rest/configuration.ts'
import { createReportService } from '#report-service/rest/service.ts'
import { builtPages } from '../pages/built-pages.ts'

const LONGEST_FAREWELL_MS = 10_000

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { host, port, isSupervised, ...options } = parseConfiguration(process.env)
  const app = await createReportService({
    ...options,
    viewerFolders: builtPages('viewer'),
    now: Date.now,
    logger: { level: 'warn', stream: process.stderr },
  })
  await app.ready()
  freezeBuiltIns()
  surviveFaults({ log: app.log, countFailure: () => undefined })
  await app.listen({ host, port })

  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    // Requests in progress are answered. After the time limit the process exits anyway.
    setTimeout(() => process.exit(1), LONGEST_FAREWELL_MS).unref()
    void app.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (isSupervised) process.stdin.once('close', end).resume()

  const bound = app.server.address()
  const listening = typeof bound === 'object' ? bound?.port : null
  process.stdout.write(`${JSON.stringify({ listening })}\n`)
}

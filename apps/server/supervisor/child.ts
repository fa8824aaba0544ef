// A child process of the supervisor: waits for the database, reports that it is ready, and stops gracefully on request.
// It serves nothing itself. Next: ../serve.ts and ../../worker/main.ts, which it runs.
import { type Config, ConfigFault, readConfig } from '#platform/server/config.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { refuseStrongLogin, whileItComesBack } from '../database.ts'
import { protectProcess } from '../protect-process.ts'
import { onSupervisorMessage, sendToSupervisor } from './messages.ts'

export type ChildService = {
  metrics: Metrics
  /** Finishes the work in progress. No new work arrives. */
  drain(): Promise<void>
  close(): Promise<void>
}

const leavesWithinMs = 25_000

/** Opens the service when the database answers, and runs it until it is asked to stop. Never throws: an error is printed and ends the process. */
export async function runChild(open: (config: Config, databaseUrl: string) => Promise<ChildService>): Promise<void> {
  let opening: Promise<ChildService> | undefined
  // Registered before anything is awaited: otherwise a supervisor that dies meanwhile would leave this process running.
  endWhenDismissed(() => opening)
  onSupervisorMessage(({ vitrine }) => vitrine === 'are you there' && sendToSupervisor({ vitrine: 'here' }))
  try {
    const config = readConfig(undefined, 'part')
    const databaseUrl = config.databaseUrl ?? ''
    // An unavailable database does not stop the start: the process waits until the database is back.
    await whileItComesBack(() => refuseStrongLogin(databaseUrl), Number.POSITIVE_INFINITY)
    opening = open(config, databaseUrl)
    const { metrics } = await opening
    protectProcess(config, metrics)
    onSupervisorMessage(({ vitrine }) => {
      if (vitrine !== 'your figures, please') return
      void metrics.figures().then((figures) => sendToSupervisor({ vitrine: 'my figures', figures }))
    })
    sendToSupervisor({ vitrine: 'ready' })
    if (!process.send) process.stdout.write('Ready.\n')
  } catch (error) {
    const isPlain = error instanceof StartFault || error instanceof ConfigFault
    process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
}

function endWhenDismissed(opening: () => Promise<ChildService> | undefined): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), leavesWithinMs).unref()
    void takenDown(opening()).then(() => process.exit(0))
  }
  onSupervisorMessage(({ vitrine }) => vitrine === 'leave' && end())
  // The supervisor has ended, possibly before this line.
  process.once('disconnect', end)
  if (process.send && !process.connected) end()
  process.once('SIGTERM', () => {
    sendToSupervisor({ vitrine: 'leaving' })
    end()
  })
  // Ctrl-C reaches every process of the terminal. Under a supervisor, the supervisor decides about the order.
  process.on('SIGINT', () => process.send || end())
}

/** Waits for a service that is still opening, so that everything it started is stopped. */
async function takenDown(opening: Promise<ChildService> | undefined): Promise<void> {
  const part = await opening
  await part?.drain()
  await part?.close()
}

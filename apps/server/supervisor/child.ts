// A process that serves or works beside others: waits for the database, says that it is ready, and ends in good order when dismissed.
// It serves nothing itself. Next: ../serve.ts and ../../worker/main.ts are what it runs.
import { type Config, ConfigFault, readConfig } from '#platform/server/config.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { refuseStrongLogin, whileItComesBack } from '../database.ts'
import { hearSupervisor, sayToSupervisor } from './messages.ts'

export type ChildService = {
  metrics: Metrics
  /** Finishes what it is at, when nothing new comes any more. */
  drain(): Promise<void>
  close(): Promise<void>
}

const leavesWithinMs = 25_000

/** Opens the part once the database answers, and runs it until it is dismissed. Never throws: it ends the process, and says why. */
export async function runChild(open: (config: Config, databaseUrl: string) => Promise<ChildService>): Promise<void> {
  let opening: Promise<ChildService> | undefined
  // Before anything is waited for: a supervisor that dies meanwhile would leave us behind for ever.
  endWhenDismissed(() => opening)
  try {
    const config = readConfig(undefined, 'part')
    const databaseUrl = config.databaseUrl ?? ''
    // Away at this moment is no reason not to start: who waits here is there when it comes back.
    await whileItComesBack(() => refuseStrongLogin(databaseUrl), Number.POSITIVE_INFINITY)
    opening = open(config, databaseUrl)
    const { metrics } = await opening
    hearSupervisor(({ vitrine }) => {
      if (vitrine !== 'your figures, please') return
      void metrics.figures().then((figures) => sayToSupervisor({ vitrine: 'my figures', figures }))
    })
    sayToSupervisor({ vitrine: 'ready' })
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
  hearSupervisor(({ vitrine }) => vitrine === 'leave' && end())
  // The supervisor is gone, perhaps before this line.
  process.once('disconnect', end)
  if (process.send && !process.connected) end()
  process.once('SIGTERM', () => {
    sayToSupervisor({ vitrine: 'leaving' })
    end()
  })
  // Ctrl-C reaches every process of a terminal; where there is a supervisor it says who goes when.
  process.on('SIGINT', () => process.send || end())
}

/** One that is still being opened is waited for: what it began so far is its own to end. */
async function takenDown(opening: Promise<ChildService> | undefined): Promise<void> {
  const part = await opening
  await part?.drain()
  await part?.close()
}

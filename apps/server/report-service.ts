// Supervises the process of the embedded report service: starts it, kills it when it does not answer the liveness probe, and restarts it with
// exponential back-off when it exits.
import { type ChildProcess, spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '#platform/server/config.ts'
import { choosePort } from '#platform/server/machine/free-port.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'
import { type ProbeTerms, probeLiveness, probeTerms } from './liveness-probe.ts'
import { startLimitMs } from './start-limit.ts'

const program = fileURLToPath(new URL('../report-service/main.ts', import.meta.url))
const firstPauseMs = 200
const longestPauseMs = 10_000
/** Added to the nice value of the portal: the expensive questions of one reader do not take the processor from everybody else's calls. */
export const niceness = 5

export type ReportServiceOptions = {
  dataDir: string
  publicUrl: string
  allowedOrigins: string[]
  signingKey: string
  principals: { directoryId: string; appId: string; name: string; secret: string }[]
  samples: {
    workspaceId: string
    name: string
    members: string[]
    /** Pages of sample reports, published in place of all of them. */
    reports?: { of: string; name: string; pages: string[] }[]
  }[]
  log: (line: string) => void
  /** Additional variables of the service's environment. */
  env?: NodeJS.ProcessEnv
  /** The process is killed when it has not started or stopped within these limits. */
  readyWithinMs?: number
  leavesWithinMs?: number
  probe?: ProbeTerms
}

export type ReportService = {
  /** The URL of the service on the loopback interface. It stays the same after a restart. */
  url: string
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts the service and answers when it listens. */
export async function startReportService(options: ReportServiceOptions): Promise<ReportService> {
  const { log, readyWithinMs = startLimitMs, leavesWithinMs = 15_000, probe = probeTerms } = options
  const port = await choosePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let stopping = false
  let pause = firstPauseMs

  const run = (): Promise<void> => {
    child = launch(options, port)
    child.once('exit', (code, signal) => {
      if (stopping) return
      log(`The report service ended (${signal ?? code ?? 'unknown'}); starting it again.`)
      setTimeout(() => {
        // A failed start ends the process, so its `exit` handler schedules the next start.
        if (!stopping)
          void run().then(
            () => (pause = firstPauseMs),
            () => undefined,
          )
      }, pause)
      pause = Math.min(pause * 2, longestPauseMs)
    })
    const present = child
    return whenListening(present, readyWithinMs).then(() => {
      const ended = new AbortController()
      present.once('exit', () => ended.abort())
      void probeLiveness(`${url}/healthz`, probe, ended.signal, () => {
        log(`The report service (process ${present.pid}) does not answer; it is killed.`)
        present.kill('SIGKILL')
      })
    })
  }

  await run().catch((fault: unknown) => {
    // The caller gets no handle to stop it, so it must not be restarted.
    stopping = true
    throw fault
  })
  return {
    url,
    pid: () => child.pid,
    stop: () => {
      stopping = true
      return ended(child, leavesWithinMs)
    },
  }
}

function launch(options: ReportServiceOptions, port: number): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // The service gets the variables that any process needs, and none of the portal's secrets.
    env: {
      ...inheritedEnvironment(),
      ...options.env,
      REPORT_SERVICE_PORT: String(port),
      REPORT_SERVICE_DATA: join(options.dataDir, 'report-service'),
      REPORT_SERVICE_PUBLIC_URL: options.publicUrl,
      REPORT_SERVICE_ALLOWED_ORIGINS: options.allowedOrigins.join(' '),
      REPORT_SERVICE_SIGNING_KEY: options.signingKey,
      REPORT_SERVICE_PRINCIPALS: JSON.stringify(options.principals),
      REPORT_SERVICE_SAMPLES: JSON.stringify(options.samples),
      REPORT_SERVICE_SUPERVISED: '1',
    },
  })
  // The priority is set at once: on Linux it is a property of the first thread, which the others inherit.
  if (child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + niceness, 19))
  return child
}

/** Resolves when the service reports on its standard output that it listens. */
function whenListening(child: ChildProcess, readyWithinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new StartFault('The report service did not start in time.'))
      child.kill('SIGKILL')
    }, readyWithinMs)
    child.once('exit', () => {
      clearTimeout(late)
      reject(new StartFault('The report service did not start: its output above says why.'))
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.includes('"listening"')) return
      clearTimeout(late)
      resolve()
    })
  })
}

async function ended(child: ChildProcess, leavesWithinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const late = setTimeout(() => child.kill('SIGKILL'), leavesWithinMs)
  child.kill('SIGTERM')
  await exited
  clearTimeout(late)
}

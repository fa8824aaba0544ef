// The report service as a separate process, for tests: started like the portal starts it, called over HTTP, killed.
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export const ANA = {
  directoryId: 'dddddddd-0000-4000-8000-000000000001',
  appId: 'aaaaaaaa-0000-4000-8000-000000000001',
  secret: 'the secret of ana 0001',
}
export const BIA = {
  directoryId: 'dddddddd-0000-4000-8000-000000000002',
  appId: 'aaaaaaaa-0000-4000-8000-000000000002',
  secret: 'the secret of bia 0002',
}
export const ANAS = '11111111-1111-4111-8111-111111111111'
export const BIAS = '22222222-2222-4222-8222-222222222222'
export const SIGNING_KEY = 'the signing key of the tests 0123456789'

export type RunningService = {
  address: string
  process: ChildProcessWithoutNullStreams
  /** Returns the standard error output of the service. */
  log(): string
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export function environment(dataFolder: string): Record<string, string> {
  return {
    REPORT_SERVICE_DATA: dataFolder,
    REPORT_SERVICE_PUBLIC_URL: 'http://reports.localhost:8000',
    REPORT_SERVICE_ALLOWED_ORIGINS: 'http://*.localhost:8000',
    REPORT_SERVICE_SIGNING_KEY: SIGNING_KEY,
    REPORT_SERVICE_PRINCIPALS: JSON.stringify([
      { ...ANA, name: 'Ana' },
      { ...BIA, name: 'Bia' },
    ]),
    REPORT_SERVICE_SAMPLES: JSON.stringify([
      { workspaceId: ANAS, name: 'Adventure Works', members: [ANA.appId] },
      { workspaceId: BIAS, name: 'Contoso', members: [BIA.appId] },
    ]),
    REPORT_SERVICE_SUPERVISED: '1',
  }
}

export function launch(variables: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...variables } })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8')
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? '')),
  )
  return { process: child, log: () => log, ended }
}

/** Starts the service and waits for the line with its port. */
export async function start(variables: Record<string, string>): Promise<RunningService> {
  const launched = launch(variables)
  const line = new Promise<string>((resolve) => createInterface(launched.process.stdout).once('line', resolve))
  const first = await Promise.race([line, launched.ended.then((end) => `ended: ${end}`)])
  const port = /^\{"listening":(\d+)\}$/.exec(first)?.[1]
  if (port === undefined) throw new Error(`the service did not start: ${first} ${launched.log()}`)
  return { ...launched, address: `http://127.0.0.1:${port}` }
}

export async function kill(service: Pick<RunningService, 'process' | 'ended'>): Promise<void> {
  service.process.kill('SIGKILL')
  await service.ended
}

// The portal of one journey file: started on a copy of a data folder that holds the demo world, so that no file sees what another left.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPortal, startPortal } from '#apps/server/testing/running-portal.ts'
import { choosePort } from '#platform/server/machine/free-port.ts'

export type World = {
  port: number
  dataDir: string
  /** Where a journey with a license capacity starts its doubles of Azure and of Power BI. */
  azurePort: number
  powerBiPort: number
}

/** The password of every demo person. */
export const password = 'Journey-through-the-house-1'

/** Makes the data folder that every world is a copy of: a first start on an empty folder, and a stop. */
export async function prepareWorlds(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await stop(await startPortal({ dataDir: dataIn(folder), env: { DEMO_PASSWORD: password } }))
}

/** Starts a portal on a copy of the prepared data folder. `close` stops it and removes the copy. `more`: environment variables. */
export async function openWorld(
  folder: string,
  more: Record<string, string> = {},
): Promise<World & { close(): Promise<void> }> {
  const own = mkdtempSync(join(folder, 'world-'))
  // `-a` keeps the owner of PostgreSQL's files, which is another user when this runs as root.
  execFileSync('cp', ['-a', dataIn(folder), own])
  chmodSync(own, 0o711)
  const dataDir = dataIn(own)
  forgetPort(dataDir)
  const [azurePort, powerBiPort] = [await choosePort(), await choosePort()]
  const env = {
    DEMO_PASSWORD: password,
    // The identity provider of a journey listens on this machine.
    PROVIDER_PRIVATE_HOSTS: '1',
    AZURE_MANAGEMENT: `http://127.0.0.1:${azurePort}`,
    POWERBI_AUTHORITY: `http://127.0.0.1:${azurePort}`,
    POWERBI_API: `http://127.0.0.1:${powerBiPort}`,
    ...more,
  }
  const portal = await startPortal({ dataDir, env })
  const close = async () => {
    await stop(portal)
    rmSync(own, { recursive: true, force: true })
  }
  return { port: portal.port, dataDir, azurePort, powerBiPort, close }
}

const dataIn = (folder: string) => join(folder, 'data')

/** Two worlds that start at the same time would both take the PostgreSQL port of the prepared folder. */
function forgetPort(dataDir: string): void {
  const file = join(dataDir, 'postgres.json')
  const { port: _, ...state } = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
  writeFileSync(file, JSON.stringify(state))
}

async function stop(portal: RunningPortal): Promise<void> {
  portal.kill('SIGTERM')
  const overdue = setTimeout(() => portal.kill('SIGKILL'), 20_000)
  await portal.ended
  clearTimeout(overdue)
}

/** A folder for the worlds of one run. */
export const makeWorldsFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'))
  // As root, PostgreSQL runs as another user, who must pass through to its files.
  chmodSync(folder, 0o711)
  return folder
}

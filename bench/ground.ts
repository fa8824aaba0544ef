// What the benchmarks stand on: a portal started as everybody starts it, in a data folder of its own, with durable settings;
// the world in its database; and the limit beside it. Next: world.ts, limit-server.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { ownerUrlIn } from '#apps/server/testing/portal-history.ts'
import { type RunningPortal, startPortal } from '#apps/server/testing/running-portal.ts'
import { startLimit } from './limit.ts'
import type { Target } from './load.ts'
import { type Asker, type World, fillWorld } from './world.ts'

/** Of every person of the demo world and of the benchmark's. */
export const password = 'a password for the benchmark'

export type Ground = {
  portal: RunningPortal
  ownerUrl: string
  world: World
  /** A call of the portal by somebody who is signed in. */
  call(asker: Asker, path: string, body?: unknown): Target
  /** The same asked of the limit. */
  bare(asker: Asker, path: string): Target
  close(): Promise<void>
}

export async function prepareGround(say: (line: string) => void): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  say('Starting the portal …')
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD: password } })
  say('Filling ten business units …')
  const ownerUrl = ownerUrlIn(dataDir)
  const world = await fillWorld(ownerUrl)
  const askers = [world.admin, world.reader]
  const tokens = await Promise.all(askers.map(({ host, email }) => tokenAt(portal.port, host, email, password)))
  const limit = await startLimit(
    ownerUrl,
    Object.fromEntries(tokens.map((token, index) => [token, askers[index] as Asker])),
  )
  const headersOf = (asker: Asker) => ({ authorization: `Bearer ${tokens[askers.indexOf(asker)]}` })
  return {
    portal,
    ownerUrl,
    world,
    call: (asker, path, body) => ({
      url: `http://127.0.0.1:${portal.port}/api/${path}`,
      headers: { host: `${asker.host}:${portal.port}`, ...headersOf(asker) },
      body,
    }),
    bare: (asker, path) => ({ url: `${limit.url}/${path}`, headers: headersOf(asker) }),
    close: async () => {
      limit.stop()
      portal.kill('SIGTERM')
      await portal.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

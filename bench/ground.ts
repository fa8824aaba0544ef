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
import { type Asker, type KnownAsker, type World, fillWorld } from './world.ts'

/** Of every person of the demo world and of the benchmark's. */
export const password = 'a password for the benchmark'

/** A person of the demo world who reads reports with rows of their own. */
export const seller: Asker = { host: 'aw-brasil.localhost', email: 'linda3@adventure-works.com' }

export type Ground = {
  portal: RunningPortal
  ownerUrl: string
  world: World
  /** A call of the portal by somebody who is signed in; with a body a POST. */
  call(asker: Asker, path: string, body?: unknown): Target
  /** The same asked of the limit. */
  bare(asker: KnownAsker, path: string): Target
  close(): Promise<void>
}

export async function prepareGround(say: (line: string) => void): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  say('Starting the portal …')
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD: password } })
  say('Filling ten business units …')
  const ownerUrl = ownerUrlIn(dataDir)
  const world = await fillWorld(ownerUrl)
  const signIn = ({ host, email }: Asker) => tokenAt(portal.port, host, email, password)
  const known = [world.admin, world.reader]
  const tokens = new Map<Asker, string>()
  for (const asker of [...known, seller]) tokens.set(asker, await signIn(asker))
  const bearer = (asker: Asker) => ({ authorization: `Bearer ${tokens.get(asker) ?? ''}` })
  const limit = await startLimit(ownerUrl, Object.fromEntries(known.map((asker) => [tokens.get(asker) ?? '', asker])))
  return {
    portal,
    ownerUrl,
    world,
    call: (asker, path, body) => ({
      url: `http://127.0.0.1:${portal.port}/api/${path}`,
      headers: { host: `${asker.host}:${portal.port}`, ...bearer(asker) },
      body,
    }),
    bare: (asker, path) => ({ url: `${limit.url}/${path}`, headers: bearer(asker) }),
    close: async () => {
      limit.stop()
      portal.kill('SIGTERM')
      await portal.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

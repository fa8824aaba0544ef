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

/** A portal with a world in it. */
export type Place = {
  portal: RunningPortal
  ownerUrl: string
  world: World
  /** A call of the portal by somebody who is signed in; with a body a POST. */
  call(asker: Asker, path: string, body?: unknown): Target
  tokenOf(asker: Asker): string
  close(): Promise<void>
}

export type Ground = Place & {
  /** The same asked of the limit. */
  bare(asker: KnownAsker, path: string): Target
}

/** A portal as everybody starts it, with so many business units of the same size. */
export async function preparePlace(units: number, say: (line: string) => void): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  say('Starting the portal …')
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD: password } })
  say(`Filling ${units.toLocaleString('en')} business units …`)
  const ownerUrl = ownerUrlIn(dataDir)
  const world = await fillWorld(ownerUrl, units)
  const tokens = new Map<Asker, string>()
  for (const asker of [world.admin, world.reader, seller]) {
    tokens.set(asker, await tokenAt(portal.port, asker.host, asker.email, password))
  }
  const tokenOf = (asker: Asker) => tokens.get(asker) ?? ''
  return {
    portal,
    ownerUrl,
    world,
    tokenOf,
    call: (asker, path, body) => ({
      url: `http://127.0.0.1:${portal.port}/api/${path}`,
      headers: { host: `${asker.host}:${portal.port}`, authorization: `Bearer ${tokenOf(asker)}` },
      body,
    }),
    close: async () => {
      portal.kill('SIGTERM')
      await portal.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function prepareGround(say: (line: string) => void): Promise<Ground> {
  const place = await preparePlace(10, say)
  const { admin, reader } = place.world
  const limit = await startLimit(
    place.ownerUrl,
    Object.fromEntries([admin, reader].map((asker) => [place.tokenOf(asker), asker])),
  )
  return {
    ...place,
    bare: (asker, path) => ({
      url: `${limit.url}/${path}`,
      headers: { authorization: `Bearer ${place.tokenOf(asker)}` },
    }),
    close: async () => {
      limit.stop()
      await place.close()
    },
  }
}

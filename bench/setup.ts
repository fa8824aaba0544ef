// Set-up of the benchmarks: a portal started the usual way, in its own data folder, with durable settings; a filled database; and
// the limit server. Next: world.ts, limit-server.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { type RunningPortal, startPortal } from '#apps/server/testing/running-portal.ts'
import { countingOptions } from './count-statements.ts'
import { startLimit } from './limit.ts'
import type { Target } from './load.ts'
import { watchingOptions } from './watch-loop.ts'
import { type Caller, type KnownCaller, type World, fillWorld } from './world.ts'

/** The password of every person in the demo world and in the benchmark's world. */
export const password = 'a password for the benchmark'

/** A person of the demo world who sees only some rows of the reports, by their row-level security. */
export const seller: Caller = { host: 'aw-brasil.localhost', email: 'linda3@adventure-works.com' }

/** A running portal with a filled database. */
export type FilledPortal = {
  portal: RunningPortal
  ownerUrl: string
  world: World
  /** A portal request from a signed-in person. A request with a body is a POST. */
  call(caller: Caller, path: string, body?: unknown): Target
  tokenOf(caller: Caller): string
  close(): Promise<void>
}

export type Setup = FilledPortal & {
  /** The same request to the limit server. */
  bare(caller: KnownCaller, path: string): Target
  /** The process of the limit server. */
  limitPid: number
}

/** Starts a portal and fills `units` business units of equal size. */
export async function startFilledPortal(units: number, say: (line: string) => void): Promise<FilledPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  say('Starting the portal …')
  const portal = await startPortal({
    dataDir,
    env: { DEMO_PASSWORD: password, NODE_OPTIONS: `${countingOptions} ${watchingOptions}` },
  })
  say(`Filling ${units.toLocaleString('en')} business units …`)
  const ownerUrl = ownerUrlIn(dataDir)
  const world = await fillWorld(ownerUrl, units)
  const tokens = new Map<Caller, string>()
  for (const caller of [world.admin, world.reader, seller]) {
    tokens.set(caller, await tokenAt(portal.port, caller.host, caller.email, password))
  }
  const tokenOf = (caller: Caller) => tokens.get(caller) ?? ''
  return {
    portal,
    ownerUrl,
    world,
    tokenOf,
    call: (caller, path, body) => ({
      url: `http://127.0.0.1:${portal.port}/api/${path}`,
      headers: { host: `${caller.host}:${portal.port}`, authorization: `Bearer ${tokenOf(caller)}` },
      body,
    }),
    close: async () => {
      portal.kill('SIGTERM')
      await portal.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function prepareSetup(say: (line: string) => void): Promise<Setup> {
  const filled = await startFilledPortal(10, say)
  const { admin, reader } = filled.world
  const limit = await startLimit(
    filled.ownerUrl,
    Object.fromEntries([admin, reader].map((caller) => [filled.tokenOf(caller), caller])),
  )
  return {
    ...filled,
    limitPid: limit.pid,
    bare: (caller, path) => ({
      url: `${limit.url}/${path}`,
      headers: { authorization: `Bearer ${filled.tokenOf(caller)}` },
    }),
    close: async () => {
      limit.stop()
      await filled.close()
    },
  }
}

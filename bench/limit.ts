import { fork } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { KnownCaller } from './world.ts'

export type Limit = { url: string; stop(): void }

/** Starts the limit server (limit-server.ts) on the portal's database. `people` maps bearer tokens to callers. */
export function startLimit(databaseUrl: string, people: Record<string, KnownCaller>): Promise<Limit> {
  const child = fork(
    fileURLToPath(new URL('limit-server.ts', import.meta.url)),
    [databaseUrl, JSON.stringify(people)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  )
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the limit ended at once (${code})`)))
    child.once('message', (address) => {
      resolve({ url: `http://127.0.0.1:${(address as AddressInfo).port}`, stop: () => child.disconnect() })
    })
  })
}

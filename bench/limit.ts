import { fork } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { KnownCaller } from './world.ts'

export type Limit = { url: string; pid: number; stop(): void }

/** Starts the limit server (limit-server.ts) on the portal's database. `people` maps bearer tokens to callers. */
export const startLimit = (databaseUrl: string, people: Record<string, KnownCaller>) =>
  startServer('limit-server.ts', [databaseUrl, JSON.stringify(people)])

/** Starts the server that refuses every request (refusing-server.ts). */
export const startRefusing = () => startServer('refusing-server.ts', [])

/** A server in a process of its own, which sends its address by IPC message and ends when it is disconnected. */
function startServer(file: string, values: string[]): Promise<Limit> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), values, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended at once (${code})`)))
    child.once('message', (address) => {
      const url = `http://127.0.0.1:${(address as AddressInfo).port}`
      resolve({ url, pid: child.pid ?? 0, stop: () => child.disconnect() })
    })
  })
}

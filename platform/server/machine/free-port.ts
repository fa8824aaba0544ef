import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free loopback port outside the range for outgoing connections (32768 and up on Linux). A remembered port in that range would be taken
 * sooner or later.
 */
export async function choosePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(15_433, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('no free port between 15433 and 32000')
}

/** Rejects with the system's error (EADDRINUSE, EACCES) when the port cannot be used. Port 0 always can. */
export function probePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

export function isFree(port: number): Promise<boolean> {
  return probePort('127.0.0.1', port).then(
    () => true,
    () => false,
  )
}

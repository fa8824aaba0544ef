// Child processes whose supervisor dies before they serve.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment } from '#platform/server/config.ts'
import { until } from '../testing/running-portal.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine part '))

let away: Server
let requestCount = 0
let child: ChildProcess | undefined

// A database that is starting: it closes each connection at once, so that a client retries.
beforeEach(async () => {
  requestCount = 0
  away = createServer((socket) => {
    requestCount += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(away, 'listening')
})

afterEach(() => {
  child?.kill('SIGKILL')
  away.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function launch(program: string): ChildProcess {
  const address = away.address()
  if (typeof address !== 'object' || address === null) throw new Error('a listening socket has a port')
  const env = childEnvironment(
    {
      databaseUrl: `postgresql://app:app@127.0.0.1:${address.port}/vitrine`,
      dataDir,
      publicUrl: new URL('http://localhost'),
      reportServiceUrl: null,
      runsJobs: true,
    },
    { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] },
  )
  child = fork(fileURLToPath(new URL(program, import.meta.url)), { env })
  return child
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

describe.each(['../serve.ts', '../../worker/main.ts'])('%s', (program) => {
  it('ends with its supervisor while it waits for the database', async () => {
    const part = launch(program)
    expect(await until(() => requestCount > 1)).toBe(true)
    // A killed supervisor closes the channel.
    part.disconnect()
    expect(await until(() => hasEnded(part))).toBe(true)
    expect([part.exitCode, part.signalCode]).toEqual([0, null])
  })

  it('ends when its supervisor died before the process could notice', async () => {
    const part = launch(program)
    part.disconnect()
    expect(await until(() => hasEnded(part))).toBe(true)
    expect([part.exitCode, part.signalCode]).toEqual([0, null])
  })

  it('ends on request while it waits for the database', async () => {
    const part = launch(program)
    expect(await until(() => requestCount > 1)).toBe(true)
    part.send({ vitrine: 'leave' })
    expect(await until(() => hasEnded(part))).toBe(true)
    expect([part.exitCode, part.signalCode]).toEqual([0, null])
  })
})

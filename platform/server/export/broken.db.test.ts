// The database connection is lost during an export: the download breaks off, and nothing else is affected.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import { exportUsers } from '#features/people/users/contract.ts'
import { systemClock } from '../clock.ts'
import { openPool } from '../database/pool.ts'
import { bind } from '../http/bind.ts'
import { errorHandler } from '../http/errors.ts'
import { createGate } from '../session/gate.ts'
import { exported } from './export.ts'

const portal = testPortal()
const soon = { timeout: 20_000, interval: 50 }
const { adminOfNorte: admin } = people

/** Random text that a ZIP compresses to half only, because nothing repeats within its window of 32 kB. */
const noise = randomBytes(200_000).toString('hex')
const noiseAt = (from: number) => noise.slice(from, from + 1_000)

/** 30 MB (15 MB as a zip): larger than all buffers on the way, so that rows are still being read when the connection is lost. */
const long = {
  target: 'user',
  query: () => sql<{ at: number }>`(select row as at from generate_series(1, 30000) as row)`,
  columns: () => [{ key: 'name', title: 'name', value: ({ at }: { at: number }) => noiseAt((at % 390) * 1_000) }],
}

let app: FastifyInstance
let pool: pg.Pool
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  pool = openPool({ url: portal.databaseUrl, max: 5, onError: () => undefined })
  const gate = createGate(pool, { info: () => undefined })
  const binding = { gate, clock: systemClock, enqueue: async () => undefined, phraseOf: () => undefined } as never
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
      done()
    },
  })
  app = Fastify({
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(errorHandler({}, { sentenceOf: (code) => code, labelOf: (field) => field }))
  bind(app, exported(exportUsers, long), binding)
  await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0
})
afterAll(async () => {
  await app.close()
  await pool.end()
})

/** Starts a download and runs `meanwhile` after the first chunk. Answers the status, whether the file is complete, and its bytes. */
async function take(format: string, meanwhile: () => Promise<void>) {
  const headers = { host: admin.host, authorization: `Bearer ${await portal.tokenOf(admin)}` }
  const path = `/api/${exportUsers.path}?format=${format}`
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ status: number | undefined; isWhole: boolean; bytes: number }>((resolve, reject) => {
    const clientRequest = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      let bytes = 0
      const end = () => resolve({ status: answer.statusCode, isWhole: answer.complete, bytes })
      answer.on('error', end).on('end', end)
      answer.once('data', () => {
        answer.pause()
        void meanwhile().then(() => answer.resume(), reject)
      })
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
    })
    clientRequest.on('error', reject).end()
  })
}

/** Terminates the connection that reads rows for an export. */
const loseConnection = () =>
  onOwner(portal.ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like 'fetch%'`,
    )
    expect(rowCount).toBe(1)
  })

it.each(['csv', 'xlsx'])('V2: a download (%s) breaks off when its database connection is lost', async (format) => {
  lines.length = 0
  const { status, isWhole, bytes } = await take(format, loseConnection)
  expect([status, isWhole, bytes > 0]).toEqual([200, false, true])
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), soon)
  expect(lines).toMatchObject([{ level: 40, msg: 'a download was aborted' }])
  expect(Object.keys(lines[0] ?? {})).not.toContain('err')
  // The pool does not reuse the broken connection, and the export slot is free: the same person gets the next file.
  const { rows } = await pool.query<{ up: number }>('select 1 as up')
  expect(rows).toEqual([{ up: 1 }])
  lines.length = 0
  expect(await take(format, async () => undefined)).toMatchObject({ status: 200, isWhole: true })
  expect(lines).toEqual([])
})

import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { type Person, masterInNorte, people } from '#testing/world.ts'
import { exportUsers } from '#features/people/users/contract.ts'
import { systemClock } from '../clock.ts'
import { openPool } from '../database/pool.ts'
import { bind } from '../http/bind.ts'
import { errorHandler } from '../http/errors.ts'
import { createGate } from '../session/gate.ts'
import { exported } from './export.ts'

const portal = testPortal()
const impatient = { ...exportUsers, path: 'auth/impatient/export' }
const soon = { timeout: 20_000, interval: 50 }

/** Larger than all buffers on the way. */
const endless = {
  target: 'user',
  query: () => sql<{ name: string }>`(select repeat('x', 1000) as name from generate_series(1, 200000))`,
  columns: () => [{ key: 'name', title: 'name', value: ({ name }: { name: string }) => name }],
}

let app: FastifyInstance
let pool: pg.Pool
beforeAll(async () => {
  pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
  const gate = createGate(pool, { info: () => undefined })
  const binding = { gate, clock: systemClock, enqueue: async () => undefined, phraseOf: () => undefined } as never
  app = Fastify()
  app.setErrorHandler(errorHandler({}, { sentenceOf: (code) => code, labelOf: (field) => field }))
  bind(app, exported(exportUsers, endless), binding)
  bind(app, exported(impatient, { ...endless, stallTimeoutMs: 300 }), binding)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await pool.end()
})

const sockets: Socket[] = []
const allFree = () => vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), soon)
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await allFree()
})

const pathOf = ({ path }: typeof exportUsers) => `/api/${path}?format=csv`
const port = () => (app.server.address() as AddressInfo).port

/** A client that requests an export and reads none of it. */
async function stall(who: Person, call = exportUsers): Promise<Socket> {
  const token = await portal.tokenOf(who)
  const socket = connect(port(), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${pathOf(call)} HTTP/1.1\r\nHost: ${who.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** The status of an export request that is aborted after the header. */
async function statusFor(who: Person, call = exportUsers): Promise<number | undefined> {
  const headers = { host: who.host, authorization: `Bearer ${await portal.tokenOf(who)}` }
  const clientRequest = request({ port: port(), host: '127.0.0.1', path: pathOf(call), headers }).end()
  clientRequest.on('error', () => undefined)
  const [answer] = (await once(clientRequest, 'response')) as [{ statusCode?: number }]
  clientRequest.destroy()
  return answer.statusCode
}

describe('V5: exports that the client does not read', () => {
  it('count as one per person and two per business unit, and leave a slot to other units', async () => {
    await stall(people.adminOfNorte)
    expect(await statusFor(people.adminOfNorte)).toBe(429)
    await stall(masterInNorte)
    const third = people.otherUserOfNorte
    await portal.platform((db) => sql`update memberships set profile = 'admin' where user_id = ${third.id}`.execute(db))
    expect(await statusFor(third)).toBe(429)
    await stall(people.adminOfSul)
    expect(await statusFor(people.adminOfLeste)).toBe(503)
  })

  it('are aborted, and free their slots and connections', async () => {
    const stalled = [await stall(people.adminOfNorte, impatient), await stall(people.adminOfSul, impatient)]
    await allFree()
    expect(await statusFor(people.adminOfNorte, impatient)).toBe(200)
    for (const socket of stalled) socket.resume()
    await vi.waitFor(() => expect(stalled.map(({ closed }) => closed)).toEqual([true, true]), soon)
  })

  it('count as one per person also when several are requested at the same moment', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => stall(people.adminOfNorte)))
    const statuses = sockets.map((socket) => String(socket.read('HTTP/1.1 200'.length)).slice(-3))
    expect(statuses.toSorted()).toEqual(['200', '429', '429', '429'])
  })
})

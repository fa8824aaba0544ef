// The proxy in front of a small service: what one caller sends must not reach the request of another one, nor hold it up.
import Fastify, { type FastifyInstance } from 'fastify'
import { UnsecuredJWT } from 'jose'
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SCOPE_HEADER } from '#report-service/rest/answer-scope.ts'
import { createReportsFront } from './reports-front.ts'

let service: FastifyInstance
let front: FastifyInstance
let address: string
/** The requests that reached the service. */
let reached: string[]

const large = 8 * 1024 * 1024

beforeEach(async () => {
  reached = []
  service = Fastify()
  service.addHook('onRequest', async ({ method, url }) => void reached.push(`${method} ${url}`))
  service.get('/viewer/report', async (_, reply) => reply.header(SCOPE_HEADER, 'one').send({ report: true }))
  service.post('/viewer/visual', async (_, reply) =>
    reply.header(SCOPE_HEADER, 'one').send({ rows: 'x'.repeat(large) }),
  )
  service.get('/internal', () => Promise.resolve({ internal: true }))
  const upstream = await service.listen({ port: 0, host: '127.0.0.1' })
  front = await createReportsFront({
    upstream,
    trustedProxies: [],
    gate: { askOpen: () => Promise.resolve([]) },
    frameOrigins: () => Promise.resolve([]),
  })
  address = await front.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  service.server.closeAllConnections()
  front.server.closeAllConnections()
  await front.close()
  await service.close()
})

/** Sends bytes as they are. Answers the first line of the answer. */
async function sent(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(text)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString().split('\r\n')[0] ?? ''
}

const inner = 'GET /internal HTTP/1.1\r\nHost: x\r\n\r\n'
const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`

describe('a body where the method has none', () => {
  it.each([
    ['GET', `Content-Length: ${inner.length}`, inner],
    ['GET', 'Transfer-Encoding: chunked', chunk],
    ['GET', `Expect: 100-continue\r\nContent-Length: ${inner.length}`, inner],
    ['HEAD', `Content-Length: ${inner.length}`, inner],
    ['DELETE', `Content-Length: ${inner.length}`, inner],
    ['OPTIONS', `Content-Length: ${inner.length}`, inner],
  ])('is refused (%s, %s), and takes nothing from the next caller', async (method, framing, body) => {
    const line = await sent(`${method} /viewer/report HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`)
    // Node asks for an expected body by itself, before the refusal.
    expect(line).toMatch(/^HTTP\/1\.1 (100|400) /)
    for (let caller = 0; caller < 3; caller += 1) {
      const answer = await fetch(`${address}/viewer/report?caller=${caller}`)
      expect([answer.status, await answer.json()]).toEqual([200, { report: true }])
    }
    expect(reached).toEqual([0, 1, 2].map((caller) => `GET /viewer/report?caller=${caller}`))
  })

  it('may be announced as empty', async () => {
    expect(await sent('GET /viewer/report HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')).toMatch(/ 200 /)
  })
})

describe('a reader who does not read a large answer', () => {
  it('holds up nobody who asks the same', async () => {
    const headersOf = (name: string) => ({
      authorization: `Bearer ${new UnsecuredJWT({ jti: name, exp: 4_000_000_000 }).encode()}`,
      'content-type': 'application/json',
      'accept-language': '*',
    })
    const ask = (name: string) =>
      fetch(`${address}/viewer/visual?reportId=a`, { method: 'POST', body: '{}', headers: headersOf(name) })
    // Both have the same scope, named within the last half second.
    for (const name of ['slow', 'other'])
      await (await fetch(`${address}/viewer/report?reportId=a`, { headers: headersOf(name) })).text()
    const slow = await ask('slow')
    const other = await (await ask('other')).json()
    expect(other).toMatchObject({ rows: expect.stringContaining('xxx') as string })
    await slow.body?.cancel()
  })
})

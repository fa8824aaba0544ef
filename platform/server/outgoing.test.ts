// What a hostile or broken server may answer: each request settles, because a job waits for it.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutgoing } from './outgoing.ts'

/** Writes the raw answer that the path names, and closes the connection. */
const answers: Record<string, string> = {
  '/999': 'HTTP/1.1 999 X\r\ncontent-length: 2\r\n\r\nno',
  '/600': 'HTTP/1.1 600 X\r\ncontent-length: 0\r\n\r\n',
  '/000': 'HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n',
  '/101': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
  '/102': 'HTTP/1.1 102 Processing\r\n\r\n',
  '/nothing': '',
  '/half-status': 'HTTP/1.1 20',
  '/half-headers': 'HTTP/1.1 200 OK\r\ncontent-le',
  '/headers-only': 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n',
  '/half-chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nx',
  '/other-protocol': 'SSH-2.0-x\r\n',
  '/204': 'HTTP/1.1 204 No Content\r\n\r\n',
  '/205': 'HTTP/1.1 205 Reset Content\r\ncontent-length: 2\r\n\r\nno',
  '/304': 'HTTP/1.1 304 Not Modified\r\ncontent-length: 2\r\n\r\n',
  '/until-close': 'HTTP/1.1 200 OK\r\n\r\nwhole',
}
const outgoing = createOutgoing({ privateHosts: true })
const server = createServer((socket: Socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (head) => socket.end(answers[head.toString().split(' ')[1] ?? ''] ?? ''))
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

it.each([
  '/999',
  '/600',
  '/000',
  '/101',
  '/102',
  '/nothing',
  '/half-status',
  '/half-headers',
  '/headers-only',
  '/half-chunk',
  '/other-protocol',
])('V3: the answer %s is a failure at once', async (path) => {
  const failed = outgoing.fetch(origin + path, { waitMs: 600_000 })
  await expect(failed).rejects.toThrow(/./)
})

it.each([
  ['/204', 204, ''],
  ['/205', 205, ''],
  ['/304', 304, ''],
  ['/until-close', 200, 'whole'],
])('the answer %s is whole', async (path, status, body) => {
  const answer = await outgoing.fetch(origin + path)
  expect([answer.status, await answer.text()]).toEqual([status, body])
})

it('resolves the names of requests, also where private networks are allowed', async () => {
  const answer = await outgoing.fetch(`${origin.replace('127.0.0.1', 'localhost')}/204`)
  expect(answer.status).toBe(204)
})

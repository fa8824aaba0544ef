import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { flag, instant, optionalText } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { renamed } from '#platform/contract/wire.ts'
import { CallFailure } from './call-failure.ts'
import { ask, bindClient } from './client.ts'
import { eventParser } from './event-stream.ts'

type Seen = { url: string; method: string; headers: IncomingMessage['headers']; body: string }
let seen: Seen[] = []
let answer: (response: ServerResponse, request: Seen) => void = () => {}
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    const one = { url: request.url ?? '', method: request.method ?? '', headers: request.headers, body }
    seen.push(one)
    answer(response, one)
  })
})

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

const update = call({
  method: 'POST',
  path: 'auth/things/update',
  summary: '',
  access: 'session.use',
  does: 'write',
  audit: null,
  input: z.object({
    on: flag(),
    note: optionalText(20),
    tags: z.array(z.object({ hot: flag() })),
    page: z.coerce.number().default(1),
  }),
  answers: renamed({ name: z.string(), at: instant() }, { name: 'nome' }),
})

const list = call({
  method: 'GET',
  path: 'auth/things/all',
  summary: '',
  access: 'anyone',
  does: 'read',
  input: z.object({ search: z.string().default(''), open: flag().optional(), ids: z.array(z.string()).default([]) }),
  answers: z.object({ status: z.literal(true) }),
})

const good = { nome: 'Ana', at: '2026-11-21T10:00:00.000Z' }

beforeEach(async () => {
  seen = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  bindClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => 'secret',
    language: () => 'es',
    say: (what) => `own:${what}`,
    refused: () => Promise.resolve('failed'),
  })
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should fail'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallFailure)
      return error as CallFailure
    },
  )

test('encodes the input for the wire, sends token and language, and decodes the answer', async () => {
  answer = json(200, good)
  const received = await ask(update, { on: true, note: null, tags: [{ hot: false }] })
  expect(received).toEqual({ name: 'Ana', at: new Date('2026-11-21T10:00:00Z') })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ on: 'S', note: null, tags: [{ hot: 'N' }] })
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret', lang: 'es' })
})

test('renames fields for the wire, also when they transform text', async () => {
  answer = json(200, { status: true })
  const add = {
    ...list,
    method: 'POST' as const,
    input: renamed({ name: optionalText(20), hot: flag().optional() }, { name: 'nome' }),
  }
  await ask(add, { name: ' Ana ', hot: true })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ nome: 'Ana', hot: 'S' })
})

test('a query omits absent values and repeats list values', async () => {
  answer = json(200, { status: true })
  await ask(list, { search: 'são & cia', open: true, ids: ['1', '2'] })
  await ask(list, {})
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/auth/things/all?search=s%C3%A3o+%26+cia&open=S&ids=1&ids=2',
    '/api/auth/things/all',
  ])
})

test('a refusal has status, key, message, field sentences and the retry time', async () => {
  answer = json(
    429,
    { status: 'throttled', key: 'throttled', message: 'Espere', errors: { email: 'ruim', n: 1 } },
    { 'retry-after': '30' },
  )
  const { http, status, key, message, errors, retryAfter, passing } = await failureOf(ask(list, {}))
  expect({ http, status, key, message, errors, retryAfter, passing }).toEqual({
    http: 429,
    status: 'throttled',
    key: 'throttled',
    message: 'Espere',
    errors: { email: 'ruim' },
    retryAfter: 30,
    passing: true,
  })
})

test('a failure without our server’s message gets a message of the browser', async () => {
  answer = (response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Bad</h1>')
  expect((await failureOf(ask(list, {}))).message).toBe('own:unavailable')
  answer = json(200, { status: 'something else' })
  expect((await failureOf(ask(list, {}))).message).toBe('own:failed')
  answer = (response) => response.socket?.destroy()
  expect(await failureOf(ask(list, {}))).toMatchObject({ http: 0, status: 'offline', message: 'own:offline' })
})

test('repeats a refused call once when there is a new token', async () => {
  let token = 'old'
  const heard: string[] = []
  bindClient({
    token: () => token,
    refused: ({ status }) => {
      heard.push(status)
      token = 'new'
      return Promise.resolve('again')
    },
  })
  answer = (response, { headers }) =>
    headers.authorization === 'Bearer new'
      ? json(200, good)(response)
      : json(401, { status: 'expired_token', key: 'expired_token', message: 'x' })(response)
  expect((await ask(update, { on: true, note: null, tags: [] })).name).toBe('Ana')
  expect(heard).toEqual(['expired_token'])
  answer = json(401, { status: 'expired_token', key: 'expired_token', message: 'x' })
  await failureOf(ask(update, { on: true, note: null, tags: [] }))
  expect(seen).toHaveLength(4)
})

test('a refused call without a session does not affect the session', async () => {
  bindClient({ refused: () => expect.unreachable('nobody should be told') })
  answer = json(401, { status: 'error_user_or_password', key: 'incorrect_user_or_password', message: 'x' })
  expect((await failureOf(ask(list, {}))).http).toBe(401)
})

test('nobody is told of refusals while a call ends the session', async () => {
  bindClient({ refused: () => expect.unreachable('the end is expected') })
  const refuse = json(401, { status: 'unauthorized', key: 'unauthorized', message: 'x' })
  answer = (response, { method }) => {
    if (method === 'POST') return void refuse(response)
    // Another call is refused before the answer of the one that ends the session.
    void failureOf(ask(update, { on: true, note: null, tags: [] })).then(() => json(200, { status: true })(response))
  }
  expect(await ask(list, {}, { leaves: true })).toEqual({ status: true })
  expect(seen).toHaveLength(2)
})

test('an aborted call rejects with AbortError, before and during its answer', async () => {
  const said = vi.spyOn(console, 'error')
  for (const begin of [() => {}, (response: ServerResponse) => void response.writeHead(200).write('{"data":[')]) {
    answer = begin
    const controller = new AbortController()
    const pending = ask(list, {}, { signal: controller.signal })
    const ended = pending.catch((error: unknown) => error)
    await vi.waitFor(() => expect(seen).not.toEqual([]))
    await new Promise((resolve) => setTimeout(resolve, 50))
    controller.abort()
    expect(await ended).toMatchObject({ name: 'AbortError' })
    server.closeAllConnections()
    seen = []
  }
  expect(said).not.toHaveBeenCalled()
})

test('reassembles events from any chunks of text', () => {
  const text = ': hello\n\ndata: {"kind":"a",\ndata: "n":1}\n\nevent: x\r\ndata: {"kind":"b"}\r\n\r\ndata: broken\n\n'
  for (const size of [1, 2, 7, text.length]) {
    const heard: unknown[] = []
    const feed = eventParser((data) => heard.push(data))
    for (let index = 0; index < text.length; index += size) feed(text.slice(index, index + size))
    expect(heard).toEqual([{ kind: 'a', n: 1 }, { kind: 'b' }])
  }
})

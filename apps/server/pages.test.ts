import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorHandler, sendFailure } from '#platform/server/http/errors.ts'
import { sentenceOf } from './phrases.ts'
import { Failure } from '#platform/contract/failure.ts'
import { embedOrigin } from './frame-origins.ts'
import { documentAnswers } from '#catalogue/limits.ts'
import { type PagesOptions, servePages } from './pages.ts'

const words = { sentenceOf, labelOf: (field: string) => field }

const folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'))
const lines: string[] = []
let port = 0
let minute = 0
const app = Fastify({
  trustProxy: true,
  logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
})

const options: PagesOptions = {
  clock: { now: () => new Date(minute * 60_000) },
  features: [],
  externalHosts: async ({ host }) => (host === 'norte.localhost' ? ['bi.norte.example', 'maps.example'] : []),
  frameOrigins: async ({ host }) => (host === 'norte.localhost' ? ['https://erp.norte.example'] : []),
  appHosts: async ({ host }, id) =>
    host === 'norte.localhost' && id === app1 ? ['crm.example', 'erp.example:8443'] : [],
  builds: ['new', 'old'].map((build) => join(folder, build)),
}

const app1 = '01a20483-22d4-7d7a-a8ad-f69f7323a628'

beforeAll(async () => {
  for (const build of ['new', 'old']) {
    mkdirSync(join(folder, build, 'assets'), { recursive: true })
    writeFileSync(join(folder, build, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, build, 'client.tgz'), build)
    writeFileSync(join(folder, build, 'assets', `${build}.js`), 'export {}')
    writeFileSync(join(folder, build, 'assets', `${build}.js.br`), brotliCompressSync('export {}'))
    writeFileSync(join(folder, build, 'assets', `${build}.js.gz`), gzipSync('export {}'))
  }
  app.decorateReply('cspNonce', { getter: () => ({ script: '', style: '' }) })
  // The headers that app.ts sets for every page.
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'content-security-policy': "script-src 'self'; frame-src https://reports.example; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    })
  })
  app.setErrorHandler(errorHandler({}, words))
  app.setNotFoundHandler((_, reply) => sendFailure(reply, new Failure('call.not_found'), 'en-US', words))
  await servePages(app, options)
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Sends the path over a connection exactly as it is written here. */
const asked = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
    })
      .on('error', reject)
      .end()
  })

const read = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered, rawPayload } = await app.inject({ method: 'GET', url: path, headers })
  return { statusCode, headers: answered, rawPayload }
}

describe.each(['/api/openapi.json', '/api/docs', '/api/docs.css', '/llms.txt'])('V5: %s', (path) => {
  it('is built once: every answer has the same ETag, and a caller with it gets 304 without a body', async () => {
    const [first, second] = [await read(path), await read(path)]
    const { etag } = first.headers
    expect([first.statusCode, second.headers.etag]).toEqual([200, etag])
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true)
    const again = await read(path, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it('is compressed as the caller accepts', async () => {
    const plain = await read(path)
    const zipped = await read(path, { 'accept-encoding': 'gzip, deflate' })
    const small = await read(path, { 'accept-encoding': 'gzip;q=0.5, br' })
    const refused = await read(path, { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect([zipped, small, refused].map(({ headers }) => headers['content-encoding'])).toEqual([
      'gzip',
      'br',
      undefined,
    ])
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload)).toBe(true)
  })
})

it('V5: the documents are sent at most 30 times a minute to one network, in any form; a caller that has one gets 304', async () => {
  minute += 1
  const own = { 'x-forwarded-for': '198.51.100.7' }
  const { etag } = (await read('/api/docs', own)).headers
  const statuses = new Set<number>()
  for (let requestCount = 1; requestCount < documentAnswers.perMinute; requestCount += 1) {
    const path = requestCount % 2 === 0 ? '/api/openapi.json' : '/api/docs'
    statuses.add(
      (await read(path, { ...own, 'accept-encoding': requestCount % 3 === 0 ? 'br' : 'identity' })).statusCode,
    )
  }
  expect([...statuses]).toEqual([200])
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const refused = await read(path, own)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  }
  expect((await read('/api/docs', { ...own, 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await read('/api/docs', { 'x-forwarded-for': '198.51.100.8' })).statusCode).toBe(200)
  minute += 1
  expect((await read('/api/docs', own)).statusCode).toBe(200)
})

it('serves the client package of the newest build', async () => {
  const { statusCode, headers, rawPayload } = await read('/client.tgz')
  expect([statusCode, headers['content-type'], rawPayload.toString()]).toEqual([200, 'application/gzip', 'new'])
})

it('serves the files of the present and of earlier builds', async () => {
  for (const name of ['new', 'old'])
    expect(await asked(`/assets/${name}.js`)).toEqual({ status: 200, body: 'export {}' })
})

it.each(['new', 'old'])('V5: the files of the %s build are sent as the caller accepts', async (name) => {
  const sent = (accepted: string) => read(`/assets/${name}.js`, { 'accept-encoding': accepted })
  const [small, zipped, plain] = [await sent('gzip, br'), await sent('gzip'), await sent('identity')]
  expect([small, zipped, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const { headers } of [small, zipped, plain]) {
    expect(headers['content-type']).toContain('javascript')
    expect(headers['cache-control']).toContain('immutable')
    expect(headers.vary).toBe('accept-encoding')
  }
  expect([brotliDecompressSync(small.rawPayload), gunzipSync(zipped.rawPayload), plain.rawPayload].map(String)).toEqual(
    Array(3).fill('export {}'),
  )
})

it('a file carries no headers of documents, and no more than 400 bytes of headers', async () => {
  const guarded = Fastify()
  await guarded.register(helmet, { enableCSPNonces: true })
  await servePages(guarded, options)
  const { headers } = await guarded.inject({ url: '/assets/new.js', headers: { 'accept-encoding': 'br' } })
  await guarded.close()
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  for (const name of ['content-security-policy', 'etag', 'last-modified', 'trace-id'])
    expect(headers).not.toHaveProperty(name)
  const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length, 0)
  expect(bytes, JSON.stringify(headers)).toBeLessThanOrEqual(400)
})

it.each([
  '/assets/',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5cindex.html',
  '/assets//etc/passwd',
  '/assets/%00',
  '/assets/.env',
  '/assets/new.js/x',
  `/assets/${'a'.repeat(300)}`,
  `/assets/${'a'.repeat(3_000)}`,
])('B3: %s is answered with 404 or 400, without a log entry', async (url) => {
  const { status, body } = await asked(url)
  expect([status === 404 || status === 400, body.includes('passwd'), body.includes('doctype')]).toEqual([
    true,
    false,
    false,
  ])
  expect(lines).toEqual([])
})

it.each<[Record<string, string>, number]>([
  [{ range: 'bytes=999999999-' }, 416],
  [{ 'if-match': '"x"' }, 412],
  [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
])('B3: %j for an existing file is answered with the standard status', async (headers, expected) => {
  expect((await asked('/assets/new.js', headers)).status).toBe(expected)
  expect(lines).toEqual([])
})

it('an unknown 4xx of the HTTP server becomes 400, and an unknown 5xx becomes 500', async () => {
  const handle = Fastify()
  handle.setErrorHandler(errorHandler({}, words))
  for (const status of [402, 418, 500])
    handle.get(`/${status}`, () => {
      throw Object.assign(new Error('no'), { statusCode: status })
    })
  const statuses = await Promise.all(
    [402, 418, 500].map(async (status) => (await handle.inject(`/${status}`)).statusCode),
  )
  expect(statuses).toEqual([400, 400, 500])
  await handle.close()
})

describe('E4: the frames around a page', () => {
  const framing = async (path: string, host: string) => {
    const { headers } = await read(path, { host })
    return [headers['content-security-policy'], headers['x-frame-options']]
  }
  const nobody = ["script-src 'self'; frame-src https://reports.example; frame-ancestors 'none'", 'DENY']
  const erp = [
    "script-src 'self'; frame-src https://reports.example; frame-ancestors https://erp.norte.example",
    undefined,
  ]

  it('pages of embedded access admit the origins of their business unit', async () => {
    for (const path of ['/embedded/a.b.c', '/embedded/ended', '/embedded/reports', '/embedded/reports/7?page=x'])
      expect(await framing(path, 'norte.localhost'), path).toEqual(erp)
    expect(await framing('/embedded/a.b.c', 'NORTE.localhost:8000')).toEqual(erp)
  })

  it('every other page admits nobody, and so does a host without origins', async () => {
    for (const path of [
      '/',
      '/signin',
      '/setting',
      '/user',
      '/7/reports/view',
      '/7/reports',
      '/change/company/a',
      '/embedded',
      '/embedded/',
      '/Embedded/a',
      '/x/embedded/a',
      '//embedded/a',
      '/embeddedx/a',
      '/?/embedded/a',
      '/api/docs',
    ])
      expect(await framing(path, 'norte.localhost'), path).toEqual(nobody)
    expect(await framing('/embedded/a.b.c', 'sul.localhost')).toEqual(nobody)
  })
})

describe('U3: what the page of an external report or of an app may frame', () => {
  const policyOf = async (host: string, url: string) =>
    String((await app.inject({ method: 'GET', url, headers: { host } })).headers['content-security-policy'])
  const page = '/01a20483-22d4-7d7a-a8ad-f69f7323a627/reports/external'

  it('is the hosts of the business unit, by https', async () => {
    expect(await policyOf('norte.localhost', page)).toContain(
      'frame-src https://bi.norte.example https://maps.example;',
    )
    expect(await policyOf('norte.localhost', `${page}?x=1`)).toContain('frame-src https://bi.norte.example')
    expect(await policyOf('sul.localhost', page)).toContain("frame-src 'none';")
  })

  it('is the reports and the applications of the app', async () => {
    const reports = 'frame-src https://reports.example'
    const allowed = `${reports} https://crm.example https://erp.example:8443;`
    expect(await policyOf('norte.localhost', `/${app1}/apps/view`)).toContain(allowed)
    expect(await policyOf('norte.localhost', `/${app1.toUpperCase()}/apps/view?item=1`)).toContain(allowed)
    for (const path of [
      `/${app1}/apps/viewer`,
      `/x/${app1}/apps/view`,
      '/01a20483-22d4-7d7a-a8ad-f69f7323a627/apps/view',
    ])
      expect(await policyOf('norte.localhost', path), path).toContain(`${reports};`)
    expect(await policyOf('sul.localhost', `/${app1}/apps/view`)).toContain(`${reports};`)
  })

  it('is the reports alone on other pages', async () => {
    expect(await policyOf('norte.localhost', '/all/reports')).toContain('frame-src https://reports.example;')
  })
})

it.each([
  ['https://api.powerbi.com', 'https://app.powerbi.com'],
  ['https://api.high.powerbigov.us', 'https://app.high.powerbigov.us'],
])('the API at %s has its reports at %s', (api, origin) => {
  expect(embedOrigin(api)).toBe(origin)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderError } from './refusal.ts'
import { viewerPage } from './viewer-page.ts'

let folder: string
let app: FastifyInstance
const allowedOrigins = ['http://*.localhost:8000', 'https://portal.example.com']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-'))
  app = fastify()
  app.setErrorHandler(renderError)
  viewerPage(app, { folders: [folder], allowedOrigins })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function build() {
  await writeFile(join(folder, 'index.html'), '<head><meta name="allowed-origins" content="" /></head>')
  await writeFile(join(folder, 'main-abc123.js'), 'export {}')
}

test('E4 sends the allowed origins in the frame-ancestors policy and in the page', async () => {
  await build()
  const { statusCode, headers, body } = await app.inject('/reportEmbed?reportId=1&uid=2')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<meta name="allowed-origins" content="http://*.localhost:8000 https://portal.example.com" />')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain('frame-ancestors http://*.localhost:8000 https://portal.example.com')
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("default-src 'none'")
  // This header would forbid framing by any other origin.
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-cache')
})

test('E4 allows no framing without a list of origins', async () => {
  await build()
  const closed = fastify()
  viewerPage(closed, { folders: [folder], allowedOrigins: [] })
  const { headers } = await closed.inject('/reportEmbed')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  await closed.close()
})

test('serves its assets as immutable, and does not serve the page as an asset', async () => {
  await build()
  const script = await app.inject('/viewer/assets/main-abc123.js')
  expect(script.statusCode).toBe(200)
  expect(script.headers['cache-control']).toContain('immutable')
  expect(script.headers['content-type']).toContain('javascript')
  expect((await app.inject('/viewer/assets/index.html')).statusCode).toBe(404)
  expect((await app.inject('/viewer/assets/../index.html')).statusCode).toBe(404)
  expect((await app.inject('/viewer/assets/%2e%2e/%2e%2e/etc/passwd')).statusCode).toBe(404)
})

test('serves precompressed assets', async () => {
  await build()
  await writeFile(join(folder, 'main-abc123.js.gz'), gzipSync('export {}'))
  const accepting = (encoding: string) =>
    app.inject({ url: '/viewer/assets/main-abc123.js', headers: { 'accept-encoding': encoding } })
  const packed = await accepting('gzip')
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers['content-type']).toContain('javascript')
  expect(packed.headers['cache-control']).toContain('immutable')
  expect(gunzipSync(packed.rawPayload).toString()).toBe('export {}')
  expect((await accepting('identity')).body).toBe('export {}')
  await writeFile(join(folder, 'index.html.gz'), gzipSync('<html></html>'))
  expect((await app.inject('/viewer/assets/index.html.gz')).statusCode).toBe(404)
})

test('answers 503 ViewerNotBuilt without a build', async () => {
  const answer = await app.inject('/reportEmbed')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ error: { code: 'ViewerNotBuilt' } })
})

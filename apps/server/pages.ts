// The portal's pages: one document for every path that is no call, its files under /assets/, and the API documentation.
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiDocsPage, apiDocsStyles } from '#platform/server/http/api-docs.ts'
import { type Caller, callerOf } from '#platform/server/http/caller.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { llmsText } from '#platform/server/http/llms-text.ts'
import { openApi } from '#platform/server/http/openapi.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { staticText } from '#platform/server/http/static-text.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { eventBodies } from '#features/integrations/webhooks/contract.ts'
import { isEmbeddedPath } from '#catalogue/embedded-paths.ts'
import { documentAnswers } from '#catalogue/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import { builtPages, clientFile } from '../pages/built-pages.ts'
import type { AppHosts, FrameOrigins } from './frame-origins.ts'
import { version } from './version.ts'

export type PagesOptions = {
  clock: Clock
  features: FeatureRoutes[]
  /** The origins that may frame embedded pages at this host. */
  frameOrigins: FrameOrigins
  /** The hosts that the page of an external report may frame, at this host. */
  externalHosts: FrameOrigins
  /** The hosts of the embedded applications of an app, at this host. */
  appHosts: AppHosts
  builds?: string[]
}

export async function servePages(
  app: FastifyInstance,
  { clock, features, frameOrigins, externalHosts, appHosts, builds = builtPages('web') }: PagesOptions,
): Promise<void> {
  const document = () => openApi(features, version, eventBodies)
  const limiter = createLimiter(documentAnswers)
  const admits = ({ address }: Caller) => limiter.admits(networkOf(address), clock.now())
  app.get(
    '/api/openapi.json',
    staticText('application/json; charset=utf-8', async () => JSON.stringify(await document()), admits),
  )
  app.get(
    '/api/docs',
    staticText('text/html; charset=utf-8', async () => apiDocsPage(await document()), admits),
  )
  const guide = () => readFile(join(checkout, 'docs/api.md'), 'utf8')
  app.get(
    '/llms.txt',
    staticText('text/plain; charset=utf-8', async () => llmsText(await guide(), features), admits),
  )
  app.get(
    '/api/docs.css',
    staticText('text/css; charset=utf-8', () => apiDocsStyles),
  )
  const [newest] = builds
  if (newest === undefined) return
  const page = readFileSync(join(newest, 'index.html'), 'utf8')
  // Always the newest ones, without a cache: the worker names the files of the offline page by their hash.
  for (const [path, type] of Object.entries(installedFiles)) {
    if (!existsSync(join(newest, path))) continue
    app.get(
      `/${path}`,
      staticText(type, () => readFileSync(join(newest, path), 'utf8')),
    )
  }
  serveClient(app, join(newest, clientFile))
  // Pages opened before this start still request the files of their own build.
  const root = builds.map((build) => join(build, 'assets'))
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '1y',
    // The name of a file is its version: no browser asks whether it has changed.
    etag: false,
    lastModified: false,
    // Serves `x.js.br` or `x.js.gz`, which the build has written, to a caller that accepts it.
    preCompressed: true,
    setHeaders: (answer) => {
      answer.header('vary', 'accept-encoding')
      for (const name of pageHeaders) answer.removeHeader(name)
    },
  })
  app.get('/*', async (request, reply) => {
    // An unknown call is no page, whatever its method: a SCIM client would take the document for an answer.
    if (/^\/(api|scim)([/?]|$)/i.test(request.url)) return reply.callNotFound()
    const visitor = callerOf(request)
    if (isEmbeddedPath(request.url)) allowFrames(reply, await frameOrigins(visitor))
    if (externalPage.test(request.url)) limitFrames(reply, await externalHosts(visitor))
    const appId = appPage.exec(request.url)?.[1]
    if (appId !== undefined) addFrames(reply, await appHosts(visitor, appId.toLowerCase()))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
  })
}

/** The client package, which is public as the documents of the API are. Its bytes are read once. */
function serveClient(app: FastifyInstance, file: string): void {
  if (!existsSync(file)) return
  const bytes = readFileSync(file)
  app.get(`/${clientFile}`, (_, reply) =>
    reply.type('application/gzip').header('cache-control', 'public, max-age=300').send(bytes),
  )
}

/** The files of a build at the root of the host. The folder of a worker is its scope. */
const installedFiles = {
  'service-worker.js': 'text/javascript; charset=utf-8',
  'offline.html': 'text/html; charset=utf-8',
}

/**
 * Headers with an effect on documents only. A script of 30 bytes would carry a kilobyte of them, and a first page has many files. `nosniff`
 * stays: without it a browser might take a file for a document.
 */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'trace-id',
  'accept-ranges',
]

/** Lets pages of these origins frame the answer. Without one the headers of every page stay: nobody may frame it (E4). */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'))
  if (origins.length === 0 || !policy.includes(nobody)) return
  reply.header('content-security-policy', policy.replace(nobody, `frame-ancestors ${origins.join(' ')}`))
  // Removes the header `x-frame-options`, which cannot name several origins.
  reply.removeHeader('x-frame-options')
}

/** The page of an external report. It is always loaded anew, so that its own policy counts. */
const externalPage = /^\/[0-9a-f-]{36}\/reports\/external([/?]|$)/i

/** Lets the page frame these hosts only, by https: also after a redirect of a framed page (U3). */
function limitFrames(reply: FastifyReply, hosts: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const allowed = hosts.length === 0 ? "'none'" : hosts.map((host) => `https://${host}`).join(' ')
  reply.header('content-security-policy', policy.replace(/frame-src [^;]*/, `frame-src ${allowed}`))
}

/**
 * The page of an app. It is loaded anew before it shows an embedded application (features/reports/apps). Its policy names the hosts also to a
 * client without a session: docs/security.md says why.
 */
const appPage = /^\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\/apps\/view([/?]|$)/i

/** Lets the page frame these hosts, by https, beside the reports that every page may frame (U3). */
function addFrames(reply: FastifyReply, hosts: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const added = hosts.map((host) => ` https://${host}`).join('')
  reply.header(
    'content-security-policy',
    policy.replace(/frame-src [^;]*/, (present) => present + added),
  )
}

const nobody = "frame-ancestors 'none'"

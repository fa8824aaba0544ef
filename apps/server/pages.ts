// The portal's pages: one document for every path that is no call, its files under /assets/, and the calls' documentation.
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiDocsPage } from '#platform/server/http/api-docs.ts'
import { openApi } from '#platform/server/http/openapi.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { version } from './version.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export async function servePages(app: FastifyInstance, features: FeatureRoutes[]): Promise<void> {
  const document = openApi(features, version)
  app.get('/api/openapi.json', () => document)
  app.get('/api/docs', (_, reply) =>
    reply.type('text/html; charset=utf-8').send(apiDocsPage(document, reply.cspNonce.style)),
  )
  if (!existsSync(join(built, 'index.html'))) return
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  await app.register(fastifyStatic, { root: built, index: false, wildcard: false, immutable: true, maxAge: '1y' })
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
  })
}

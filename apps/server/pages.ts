// The portal's pages: one document for every path that is no call, its files under /assets/, and the API documentation.
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocsPage, apiDocsStyles } from '#platform/server/http/api-docs.ts'
import { openApi } from '#platform/server/http/openapi.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { staticText } from '#platform/server/http/static-text.ts'
import { builtPages } from '../pages/built-pages.ts'
import { version } from './version.ts'

export async function servePages(
  app: FastifyInstance,
  features: FeatureRoutes[],
  builds = builtPages('web'),
): Promise<void> {
  const document = openApi(features, version)
  app.get('/api/openapi.json', staticText('application/json; charset=utf-8', JSON.stringify(document)))
  app.get('/api/docs', staticText('text/html; charset=utf-8', apiDocsPage(document)))
  app.get('/api/docs.css', staticText('text/css; charset=utf-8', apiDocsStyles))
  if (!builds[0]) return
  const page = readFileSync(join(builds[0], 'index.html'), 'utf8')
  // Pages opened before this start still request the files of their own build.
  const root = builds.map((build) => join(build, 'assets'))
  await app.register(fastifyStatic, { root, prefix: '/assets/', index: false, immutable: true, maxAge: '1y' })
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
  })
}

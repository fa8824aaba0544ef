import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

export type ViewerPage = {
  /** Build folders of the viewer with `index.html` and assets, newest first. Open pages still request files of earlier builds. */
  folders: string[]
  /** Origins that may frame the page and exchange messages with it: exact origins, or `http://*.example.net:8000`. */
  allowedOrigins: string[]
}

const EMPTY_LIST = '<meta name="allowed-origins" content="" />'

/** `GET /reportEmbed`, the page inside the frame, and its assets. */
export function viewerPage(app: FastifyInstance, page: ViewerPage): void {
  app.get('/reportEmbed', async (_request, reply) => {
    const [newest] = page.folders
    const html = newest === undefined ? null : await readFile(join(newest, 'index.html'), 'utf8').catch(() => null)
    if (html === null) throw new Refusal(503, 'ViewerNotBuilt', 'The viewer has not been built.')
    if (!html.includes(EMPTY_LIST)) throw new Error('the viewer page has no place for the allowed origins')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy(page.allowedOrigins),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(html.replace(EMPTY_LIST, EMPTY_LIST.replace('""', `"${page.allowedOrigins.join(' ')}"`)))
  })
  if (page.folders.length === 0) return
  void app.register(fastifyStatic, {
    root: page.folders,
    prefix: '/viewer/assets/',
    index: false,
    dotfiles: 'ignore',
    // The route above serves the page with its content security policy. As an asset, any origin could frame it.
    allowedPath: (path) => !/\.html(\.|$)/.test(path),
    // Serves `x.js.br` and `x.js.gz` if the build has created them.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response) => void response.header('x-content-type-options', 'nosniff'),
  })
}

/** `style-src-attr` allows inline styles, because charts need them for layout. A style cannot run or load anything under this policy. */
function contentSecurityPolicy(allowedOrigins: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${allowedOrigins.length === 0 ? "'none'" : allowedOrigins.join(' ')}`,
  ].join('; ')
}

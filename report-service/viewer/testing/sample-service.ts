// An HTTP server for tests: serves the built page with a strict content security policy, and answers the viewer's requests from fixed rows.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { namesOf } from '../../report/report-columns.ts'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import type { ValuesQuestion, VisualQuestion } from '../../report/viewer-calls.ts'
import { answerValues, answerVisual, SAMPLE_REPORT, SAMPLE_TODAY } from './sample-report.ts'

export type SampleService = {
  origin: string
  /** Received visual questions, oldest first. */
  questions: VisualQuestion[]
  /** Tokens to refuse as expired. */
  expired: Set<string>
  /** Tokens whose data set is being rebuilt. */
  rebuilding: Set<string>
  /** Paths whose questions are refused for too many filter values. */
  tooMany: Set<string>
  /** Status and code of the refusal of a visual, or of all values of a column. */
  refused: Map<string, [status: number, code: string]>
  /** While true, questions for rows and values wait. */
  hold: (isHeld: boolean) => void
  /** Visuals whose questions get no answer. */
  silent: Set<string>
  /** Maximum number of concurrent requests so far. */
  peak: () => number
  close: () => Promise<void>
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.html': 'text/html',
}
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'"

/** Starts the server. The embedding page is served at `/host`. */
export async function startSampleService(options: {
  dist: string
  sdk: string
  allowed: (origin: string) => string
}): Promise<SampleService> {
  const questions: VisualQuestion[] = []
  const expired = new Set<string>()
  const rebuilding = new Set<string>()
  const tooMany = new Set<string>()
  const refused = new Map<string, [number, string]>()
  let held = Promise.resolve()
  let release = () => {}
  const silent = new Set<string>()
  let [open, peak] = [0, 0]

  const server = createServer((request, response) => {
    open += 1
    peak = Math.max(peak, request.url?.startsWith('/viewer/v') ? open : 0)
    response.once('close', () => (open -= 1))
    void answer(request, response).catch((error: unknown) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'QueryFailed', message: String(error) } }))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/host')
      return send(
        response,
        '.html',
        '<!doctype html><script src="/sdk.js"></script><div id="place" style="position:fixed;inset:0"></div>',
      )
    if (path === '/sdk.js') return send(response, '.js', await readFile(options.sdk))
    if (path === '/reportEmbed') return page(response)
    if (path.startsWith('/viewer/assets/'))
      return send(response, extname(path), await readFile(join(options.dist, basename(path))))
    if (expired.has(request.headers.authorization ?? '')) return refuse(response, 403, 'TokenExpired')
    if (rebuilding.has(request.headers.authorization ?? '')) return refuse(response, 503, 'DatasetBeingRebuilt')
    if (request.headers['x-report-id'] !== SAMPLE_REPORT.id) return refuse(response, 404, 'PowerBIEntityNotFound')
    const body = await bodyOf(request)
    if (tooMany.has(path)) return refuse(response, 400, 'TooManyValues')
    if (path !== '/viewer/report') await held
    const { visual = '', column = '' } = Object(body) as Partial<VisualQuestion & ValuesQuestion>
    const refusal = refused.get(visual) ?? refused.get(column)
    if (refusal) return refuse(response, ...refusal)
    const answer = call(path, body)
    if (silent.has(visual)) return
    return json(response, 200, answer)
  }

  async function page(response: ServerResponse): Promise<void> {
    const html = await readFile(join(options.dist, 'index.html'), 'utf8')
    const list = `<meta name="allowed-origins" content="${options.allowed(originOf())}" />`
    response.setHeader('content-security-policy', POLICY)
    send(response, '.html', html.replace('<meta name="allowed-origins" content="" />', list))
  }

  function call(path: string, body: unknown): unknown {
    if (path === '/viewer/report')
      return {
        report: SAMPLE_REPORT,
        names: namesOf(SAMPLE_REPORT).all,
        refreshedAt: '2026-01-01T00:00:00Z',
        dataUntil: '2013-12-31',
        tokenEndsIn: 3_600_000,
        mayEdit: false,
      }
    if (path === '/viewer/values')
      return {
        values: answerValues(body as ValuesQuestion),
        truncated: false,
        dataType: 'string',
        formatString: null,
        today: SAMPLE_TODAY,
      }
    questions.push(body as VisualQuestion)
    return answerVisual(body as VisualQuestion)
  }

  const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: originOf(),
    questions,
    expired,
    rebuilding,
    tooMany,
    refused,
    hold: (isHeld) => {
      release()
      if (isHeld) held = new Promise((resolve) => (release = resolve))
    },
    silent,
    peak: () => peak,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, extension: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': TYPES[extension] ?? 'application/octet-stream' }).end(body)
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  json(response, status, { error: { code, message: code } })

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString())
}

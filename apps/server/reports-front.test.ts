// The proxy in front of a real report service with the sample data: what it caches reaches only readers of the same rows.
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportDefinition } from '#report-service/report/definition.ts'
import { readReport } from '#report-service/report/read-report.ts'
import type { EmbedGrant } from '#report-service/rest/embed-token.ts'
import { Refusal } from '#report-service/rest/refusal.ts'
import { viewerRoutes } from '#report-service/rest/viewer-routes.ts'
import { openSample, reportFolder, type SampleEngine } from '#report-service/samples/sample-engine.ts'
import { createReportsFront } from './reports-front.ts'

let sample: SampleEngine
let reports: Map<string, ReportDefinition>
/** The report service, and the proxy in front of it. */
let service: FastifyInstance
let front: FastifyInstance
/** Questions that reached the service. */
let asked: number
/** What a question waits for in the service. */
let gate: () => Promise<void>
/** The clock of the proxy. */
let now: number
const grants = new Map<string, EmbedGrant>()

beforeAll(async () => {
  sample = await openSample()
  const ids = { id: 'resellers', datasetId: 'sample' }
  const report = await readReport(reportFolder('ResellerPerformance'), ids)
  reports = new Map([
    ['pt-BR', report],
    ['en-US', { ...report, formats: { '"US$" #,0': '"$"#,0' } }],
  ])
}, 120_000)
afterAll(() => sample.close())

beforeEach(async () => {
  asked = 0
  now = Date.now()
  gate = () => Promise.resolve()
  grants.clear()
  service = Fastify()
  service.addHook('preHandler', async ({ url }) => {
    if (!url.startsWith('/viewer/visual')) return
    asked += 1
    await gate()
  })
  await service.register(viewerRoutes, {
    grantOf: (token: string) => {
      const found = grants.get(token)
      if (!found) throw new Refusal(403, 'TokenExpired', 'The embed token has expired.')
      return found
    },
    reportOf: (_: string, accepted: string | null) => {
      const found = reports.get(accepted ?? 'pt-BR')
      return found ? Promise.resolve(found) : Promise.reject(new Error('no such language'))
    },
    engineOf: () => Promise.resolve(sample.engine),
    editing: {
      versionOf: async () => ({ version: 'v1', hasPrevious: false }),
      draft: (ids) => readReport(reportFolder('ResellerPerformance'), ids),
      save: async () => ({ version: 'v2' }),
      undoSave: async () => ({ version: 'v1' }),
    },
    refreshedAtOf: () => '2013-12-31T00:00:00Z',
    now: Date.now,
  })
  const upstream = await service.listen({ port: 0, host: '127.0.0.1' })
  front = await createReportsFront({
    upstream,
    trustedProxies: [],
    gate: { askOpen: () => Promise.resolve([]) },
    frameOrigins: () => Promise.resolve([]),
    now: () => now,
  })
  return async () => {
    await front.close()
    await service.close()
  }
})

type Terms = { username: string; roles: string[]; pages: string[] | null; allowEdit: boolean }
const linda: Terms = { username: 'linda3@adventure-works.com', roles: ['Salesperson'], pages: null, allowEdit: false }

let serial = 0
function tokenWith({ username, roles, pages, allowEdit }: Terms, endsAt = Date.now() + 3_600_000): string {
  serial += 1
  const token = new UnsecuredJWT({ jti: `token-${serial}`, exp: Math.floor(endsAt / 1_000) }).encode()
  grants.set(token, {
    tokenId: `token-${serial}`,
    principal: 'p',
    reports: [{ id: 'resellers', allowEdit, ...(pages && { limitedTo: { pages, filterColumns: [] } }) }],
    datasets: ['sample'],
    identities: [{ username, roles, customData: null, datasets: ['sample'] }],
    expiresAt: endsAt,
  })
  return token
}

type Question = { page: string; visual: string; filters: object[]; draft?: object[] }
const sales: Question = { page: 'vendedores', visual: 'vendas', filters: [] }

/** A visual of another page than `sales`. */
function ofOtherPage(): Question {
  const page = reports.get('pt-BR')?.pages.find(({ name }) => name === 'revendas')
  const visual = page?.visuals.find(({ wells }) => Object.keys(wells).length > 0)
  if (!visual) throw new Error('the page of the resellers has a visual with data')
  return { page: 'revendas', visual: visual.name, filters: [] }
}

type Asked = { token: string; question: Question; language?: string }
const ask = async (at: FastifyInstance, { token, question, language = 'pt-BR' }: Asked) => {
  const { statusCode, body, headers } = await at.inject({
    method: 'POST',
    url: '/viewer/visual?reportId=resellers',
    headers: { authorization: `Bearer ${token}`, 'accept-language': language, 'content-type': 'application/json' },
    payload: JSON.stringify(question),
  })
  return { status: statusCode, body, headers }
}
const rowsOf = ({ status, body }: { status: number; body: string }) => ({ status, body })

describe('the cached answers', () => {
  it('T1: never reach a reader with other rows, other pages or another language, in 1,000 random pairs', async () => {
    const terms = fc.record({
      username: fc.constantFrom(
        'linda3@adventure-works.com',
        'pamela0@adventure-works.com',
        'ken0@adventure-works.com',
      ),
      roles: fc.constantFrom<string[]>(['Salesperson'], ['Manager'], ['Company']),
      pages: fc.constantFrom<string[] | null>(null, ['vendedores'], ['revendas']),
      allowEdit: fc.boolean(),
    })
    const filter = (value: string) => ({
      filterType: 1,
      target: { table: 'Employee', column: 'Salesperson' },
      operator: 'In',
      values: [value],
    })
    const question = fc.constantFrom<Question>(
      sales,
      { ...sales, visual: 'tabelaVendedores' },
      { ...sales, filters: [filter('Linda Mitchell')] },
      { ...sales, draft: [] },
      ofOtherPage(),
    )
    const language = fc.constantFrom('pt-BR', 'en-US')
    const tokens = new Map<string, string>()
    const tokenOf = (of: Terms) => {
      const key = JSON.stringify(of)
      const token = tokens.get(key) ?? tokenWith(of)
      tokens.set(key, token)
      return token
    }
    let direct = 0
    const pair = fc.tuple(terms, terms, question, language, language)
    await fc.assert(
      fc.asyncProperty(pair, async ([first, second, of, ...languages]) => {
        for (const [at, each] of [first, second].entries()) {
          now += at // The scope of a token is used for half a second.
          const sent: Asked = { token: tokenOf(each), question: of, language: languages[at] ?? 'pt-BR' }
          const cached = await ask(front, sent)
          expect(rowsOf(cached), JSON.stringify([each, of])).toEqual(rowsOf(await ask(service, sent)))
          direct += 1
          expect(cached.headers['x-answer-scope']).toBeUndefined()
        }
      }),
      { numRuns: 1_000 },
    )
    // Otherwise the pairs would have proven nothing about the cached answers.
    expect(2 * direct - asked).toBeGreaterThan(direct / 4)
  }, 240_000)

  it('are shared by the readers of the same rows, and by questions at the same time', async () => {
    const [first, second] = [tokenWith(linda), tokenWith(linda)]
    await Promise.all([first, second].map((token) => ask(front, { token, question: sales })))
    const before = asked
    const question = { ...sales, visual: 'tabelaVendedores' }
    const held = Promise.withResolvers<void>()
    gate = () => held.promise
    const both = Promise.all([first, second].map((token) => ask(front, { token, question })))
    await expect.poll(() => asked).toBeGreaterThan(before)
    held.resolve()
    const [one, other] = await both
    expect(one?.status).toBe(200)
    expect(one?.body).toBe(other?.body)
    expect(one?.headers['cache-control']).toBe('no-store')
    expect(other?.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': one?.headers['content-type'] })
  })

  it('A6: end half a second after their token, and a forged token with the same id gets none', async () => {
    const token = tokenWith(linda)
    expect((await ask(front, { token, question: sales })).status).toBe(200)
    const forged = new UnsecuredJWT({ jti: `token-${serial}`, exp: 4_000_000_000, of: 'somebody' }).encode()
    expect((await ask(front, { token: forged, question: sales })).status).toBe(403)
    grants.delete(token)
    expect((await ask(front, { token, question: sales })).status).toBe(200)
    now += 500
    expect((await ask(front, { token, question: sales })).status).toBe(403)
  })

  it('are not those of an earlier version of the report', async () => {
    const token = tokenWith(linda)
    const before = await ask(front, { token, question: sales })
    const present = reports.get('pt-BR')
    if (!present) throw new Error('the report is read')
    reports.set('pt-BR', { ...present, formats: { '"US$" #,0': '"R$"#,0' } })
    now += 500
    expect((await ask(front, { token, question: sales })).body).toContain('R$')
    expect(before.body).not.toContain('R$')
    reports.set('pt-BR', present)
  })

  it('are none for a refused question', async () => {
    const token = tokenWith(linda)
    await ask(front, { token, question: sales })
    for (const status of [404, 404]) {
      expect((await ask(front, { token, question: { ...sales, visual: 'none' } })).status).toBe(status)
    }
  })
})

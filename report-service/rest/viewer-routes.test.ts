import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../dax/engine.ts'
import type { Field, ReportDefinition } from '../report/definition.ts'
import type { EditOperation } from '../report/edit-operations.ts'
import { applyOperations } from '../report/edit-report.ts'
import { onlyPages } from '../report/only-pages.ts'
import { readReport } from '../report/read-report.ts'
import { namesOf } from '../report/report-columns.ts'
import type { DraftAnswer } from '../report/viewer-calls.ts'
import type { SampleEngine } from '../samples/sample-engine.ts'
import { openSample, reportFolder } from '../samples/sample-engine.ts'
import type { EmbedGrant } from './embed-token.ts'
import { Refusal } from './refusal.ts'
import { viewerRoutes } from './viewer-routes.ts'

const NOW = Date.parse('2014-01-01T00:00:00Z')
const linda = { username: 'linda3@adventure-works.com', roles: ['Salesperson'], customData: null, datasets: ['sample'] }
const reportGrant = { id: 'resellers', allowEdit: false }
const grant: EmbedGrant = {
  tokenId: 't',
  principal: 'p',
  reports: [reportGrant],
  datasets: ['sample'],
  identities: [linda],
  expiresAt: NOW + 60_000,
}
const grants: Record<string, EmbedGrant> = {
  linda: grant,
  nobody: { ...grant, identities: [] },
  lindaAgain: { ...grant, tokenId: 't2' },
  company: {
    ...grant,
    tokenId: 'c',
    identities: [{ ...linda, username: 'ken0@adventure-works.com', roles: ['Company'] }],
  },
  otherDataset: { ...grant, identities: [{ ...linda, datasets: ['other'] }] },
  twice: { ...grant, identities: [linda, { ...linda, roles: ['Company'] }] },
  withoutData: { ...grant, datasets: [] },
  onePage: {
    ...grant,
    tokenId: 'p',
    reports: [{ ...reportGrant, limitedTo: { pages: ['vendedores'], filterColumns: [] } }],
  },
  noPage: { ...grant, tokenId: 'n', reports: [{ ...reportGrant, limitedTo: { pages: ['gone'], filterColumns: [] } }] },
  editor: { ...grant, tokenId: 'e', reports: [{ ...reportGrant, allowEdit: true }] },
  editorOfOnePage: {
    ...grant,
    tokenId: 'o',
    reports: [{ ...reportGrant, allowEdit: true, limitedTo: { pages: ['vendedores'], filterColumns: [] } }],
  },
  otherReport: { ...grant, reports: [{ id: 'products', allowEdit: false }] },
}

let sample: SampleEngine
let report: ReportDefinition
let engine: Engine
let app: FastifyInstance
/** What a draft or a save waits for. */
let editGate: () => Promise<void>
beforeAll(async () => {
  sample = await openSample()
  report = await readReport(reportFolder('ResellerPerformance'), { id: 'resellers', datasetId: 'sample' })
}, 60_000)
afterAll(() => sample.close())

beforeEach(async () => {
  engine = sample.engine
  editGate = async () => {}
  app = Fastify()
  await app.register(viewerRoutes, {
    grantOf: (token: string) => {
      const found = grants[token]
      if (!found) throw new Refusal(403, 'PowerBINotAuthorizedException', 'The embed token is not valid.')
      return found
    },
    reportOf: async (_: string, accepted: string | null) =>
      accepted === 'en-US' ? { ...report, formats: { '"US$" #,0': '"$"#,0' } } : report,
    engineOf: async () => engine,
    editing: {
      versionOf: async () => ({ version: 'v1', hasPrevious: false }),
      draft: async (ids, operations) => {
        await editGate()
        return readReport(reportFolder('ResellerPerformance'), ids, (files) => applyOperations(files, operations))
      },
      save: async () => {
        await editGate()
        return { version: 'v2' }
      },
      undoSave: async () => {
        await editGate()
        return { version: 'v1' }
      },
    },
    refreshedAtOf: () => '2013-12-31T00:00:00Z',
    now: () => NOW,
  })
})
afterEach(() => app.close())

const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'x-report-id': 'resellers' })
const visual = (payload: object, token = 'linda') =>
  app.inject({ method: 'POST', url: '/viewer/visual', headers: headers(token), payload })
const values = (payload: object, token = 'linda') =>
  app.inject({ method: 'POST', url: '/viewer/values', headers: headers(token), payload })
const sales = { page: 'vendedores', visual: 'vendas', filters: [] }

describe('a token with some of the pages', () => {
  const definition = async (token: string) => {
    const answer = await app.inject({ method: 'GET', url: '/viewer/report', headers: headers(token) })
    return { status: answer.statusCode, report: answer.json<{ report: ReportDefinition }>().report }
  }

  test('Z4: lists those pages only, without the bookmarks of others', async () => {
    const whole = await definition('linda')
    const { report: limited } = await definition('onePage')
    expect(whole.report.pages.length).toBeGreaterThan(1)
    expect(limited.pages.map(({ name }) => name)).toEqual(['vendedores'])
    expect(limited.bookmarks.every(({ page }) => page === 'vendedores')).toBe(true)
    const other = whole.report.pages.find(({ name }) => name !== 'vendedores')?.name
    expect(JSON.stringify(whole.report)).toContain(`"name":"${other}","displayName"`)
    expect(JSON.stringify(limited)).not.toContain(`"name":"${other}","displayName"`)
  })

  test('Z4: answers a visual of another page as one that does not exist', async () => {
    const other = report.pages.find(({ name }) => name !== 'vendedores')
    const shown = other?.visuals.find(({ wells }) => Object.keys(wells).length > 0)
    const input = { page: other?.name ?? '', visual: shown?.name ?? '', filters: [] }
    expect((await visual(input)).statusCode).toBe(200)
    expect((await visual(input, 'onePage')).statusCode).toBe(404)
    expect((await visual({ ...input, page: 'vendedores' }, 'onePage')).statusCode).toBe(404)
    expect((await visual(sales, 'onePage')).statusCode).toBe(200)
  })

  test('Z4: tells no values of a column that only other pages show, and filters by none', async () => {
    const own = new Set(namesOf(onlyPages(report, ['vendedores'])).all.map((name) => JSON.stringify(name)))
    const hidden = namesOf(report).all.find((name) => name.column !== undefined && !own.has(JSON.stringify(name)))
    if (hidden?.column === undefined) throw new Error('another page of the sample shows a column of its own')
    const column = { table: hidden.table, column: hidden.column }
    expect((await values({ ...column, filters: [] })).statusCode).toBe(200)
    expect((await values({ ...column, filters: [] }, 'onePage')).statusCode).toBe(404)
    const filter = { filterType: 1, target: column, operator: 'In', values: ['x'] }
    expect((await visual({ ...sales, filters: [filter] }, 'onePage')).json()).toMatchObject({
      error: { code: 'UnknownField' },
    })
    grants['withFilter'] = {
      ...grant,
      tokenId: 'f',
      reports: [{ ...reportGrant, limitedTo: { pages: ['vendedores'], filterColumns: [column] } }],
    }
    expect((await visual({ ...sales, filters: [filter] }, 'withFilter')).statusCode).toBe(200)
    expect((await values({ ...column, filters: [] }, 'withFilter')).statusCode).toBe(404)
  })

  test('opens nothing when the report has none of the pages any more', async () => {
    expect((await definition('noPage')).status).toBe(404)
  })
})

describe('an expensive question', () => {
  test('is refused with more than ten Top N filters', async () => {
    const top = {
      filterType: 5,
      target: { table: 'Employee', column: 'Manager' },
      operator: 'Top',
      itemCount: 3,
      orderBy: { table: 'ResellerSales', measure: 'Reseller Sales' },
    }
    const asked = (count: number) => visual({ ...sales, filters: Array.from({ length: count }, () => top) })
    expect((await asked(10)).statusCode).toBe(200)
    expect((await asked(11)).statusCode).toBe(400)
  })

  test('V5: is refused with more than 2,000 values in all filters together, of a visual and of a column', async () => {
    const column = { table: 'Employee', column: 'Manager' }
    const basic = (count: number) => ({
      filterType: 1,
      target: column,
      operator: 'In',
      values: Array.from({ length: count }, (_, index) => `Name ${index}`),
    })
    const tuples = (count: number) => ({
      filterType: 6,
      target: [column],
      operator: 'In',
      values: Array.from({ length: count }, (_, index) => [{ value: `Name ${index}` }]),
    })
    const statuses = async (filters: object[]) => [
      (await visual({ ...sales, filters })).statusCode,
      (await values({ ...column, filters })).statusCode,
    ]
    expect(await statuses([basic(1_000), tuples(1_000)])).toEqual([200, 200])
    expect(await statuses([basic(1_001), tuples(1_000)])).toEqual([400, 400])
    expect(await statuses([basic(1_000), tuples(1_001)])).toEqual([400, 400])
    expect((await visual({ ...sales, filters: [basic(2_001)] })).json()).toMatchObject({
      error: { code: 'TooManyValues' },
    })
  })

  test('V5: is refused for the number of its filters and values before an entry is checked', async () => {
    const codeOf = async (filters: object[]) => (await visual({ ...sales, filters })).json().error.code
    const invalid = (count: number) => Array.from({ length: count }, () => ({}))
    expect(await codeOf([{ filterType: 1, values: invalid(2_000) }])).toBe('InvalidRequest')
    expect(await codeOf([{ filterType: 1, values: invalid(2_001) }])).toBe('TooManyValues')
    expect(await codeOf([{ filterType: 6, values: [invalid(1_000), invalid(1_001)] }])).toBe('TooManyValues')
    expect(await codeOf([{ filterType: 0, conditions: invalid(101) }])).toBe('TooManyValues')
    expect(await codeOf(invalid(100))).toBe('InvalidRequest')
    expect(await codeOf(invalid(101))).toBe('TooManyValues')
  })

  test('V5: waits behind other questions of the same reader over all its tokens, and does not delay another reader', async () => {
    let running = 0
    let max = 0
    const callers = new Set<string | undefined>()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    engine = {
      ...sample.engine,
      query: async (dax, options) => {
        callers.add(options.caller)
        max = Math.max(max, (running += 1))
        if (options.identity?.roles.includes('Salesperson')) await released
        running -= 1
        return sample.engine.query(dax, options)
      },
    }
    const flood = Array.from({ length: 12 }, async (_, index) => visual(sales, index % 2 ? 'linda' : 'lindaAgain'))
    await expect.poll(() => running).toBe(3)
    expect((await visual(sales, 'company')).statusCode).toBe(200)
    release()
    const answers = await Promise.all(flood)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(max).toBe(4)
    expect(callers.size).toBe(2)
  })
})

describe('editing', () => {
  const post = (url: string, payload: object, token: string) =>
    app.inject({ method: 'POST', url, headers: headers(token), payload })
  const retitle: EditOperation = { kind: 'title', page: 'vendedores', visual: 'vendas', title: 'Novo' }
  const addPage: EditOperation = { kind: 'addPage', page: 'page00000001', displayName: 'Nova' }

  test.each([
    ['/viewer/draft', { operations: [retitle] }],
    ['/viewer/save', { version: 'v1', operations: [retitle] }],
    ['/viewer/undoSave', { version: 'v1' }],
    ['/viewer/visual', { ...sales, draft: [] }],
  ])('%s is for a token with the right to edit only', async (url, payload) => {
    expect((await post(url, payload, 'linda')).statusCode).toBe(403)
    expect((await post(url, payload, 'editor')).statusCode).toBe(200)
  })

  test.each([
    ['/viewer/draft', { operations: [addPage] }],
    ['/viewer/save', { version: 'v1', operations: [addPage] }],
    ['/viewer/undoSave', { version: 'v1' }],
  ])('%s reaches no other page than those of the token', async (url, payload) => {
    expect((await post(url, payload, 'editorOfOnePage')).statusCode).toBe(403)
    expect((await post('/viewer/draft', { operations: [retitle] }, 'editorOfOnePage')).statusCode).toBe(200)
  })

  test('an editor sees their own rows, also of a visual that they have just added', async () => {
    const box = { x: 0, y: 0, width: 200, height: 200 }
    const on = { page: 'vendedores', visual: 'visual000001' }
    const fields = { Values: [{ kind: 'measure' as const, table: 'ResellerSales', name: 'Reseller Sales' }] }
    const draft: EditOperation[] = [
      { kind: 'addVisual', ...on, type: 'card', box },
      { kind: 'fields', ...on, fields },
    ]
    const added = await visual({ ...on, filters: [], draft }, 'editor')
    expect(added.statusCode).toBe(200)
    const own = await visual(sales)
    expect(added.json<{ rows: number[][] }>().rows[0]?.[0]).toBe(own.json<{ rows: number[][] }>().rows[0]?.[0])
  })

  test.each([
    ['/viewer/draft', { operations: [retitle] }],
    ['/viewer/save', { version: 'v1', operations: [retitle] }],
    ['/viewer/undoSave', { version: 'v1' }],
    ['/viewer/visual', { ...sales, draft: [retitle] }],
  ])('V5: %s waits behind other questions of the same reader', async (url, payload) => {
    let started = 0
    let running = 0
    let max = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    editGate = async () => {
      started += 1
      max = Math.max(max, (running += 1))
      await released
      running -= 1
    }
    const flood = Array.from({ length: 8 }, async () => post(url, payload, 'editor'))
    await expect.poll(() => started).toBeGreaterThan(2)
    // Another reader does not wait. By then the other changes would have begun as well.
    expect((await visual(sales, 'company')).statusCode).toBe(200)
    release()
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(max).toBe(3)
  })

  const hidden = { kind: 'column', table: 'Employee', name: 'First Name' } as const
  const changesWith = (field: Field): EditOperation[] => [
    { kind: 'fields', page: 'vendedores', visual: 'vendas', fields: { Values: [field] } },
  ]
  const statusesOf = async (field: Field, token: string) => {
    const operations = changesWith(field)
    const answers = await Promise.all([
      post('/viewer/draft', { operations }, token),
      post('/viewer/save', { version: 'v1', operations }, token),
      post('/viewer/visual', { ...sales, draft: operations }, token),
    ])
    return answers.map(({ statusCode }) => statusCode)
  }

  test('Z4: refuses a field that the model hides and the report does not show, as one that does not exist', async () => {
    expect(await statusesOf(hidden, 'editor')).toEqual([400, 400, 400])
    expect(await statusesOf({ ...hidden, kind: 'aggregation', aggregation: 'max' }, 'editor')).toEqual([400, 400, 400])
    expect(await statusesOf({ ...hidden, name: 'Gone' }, 'editor')).toEqual([400, 400, 400])
    expect(await statusesOf({ ...hidden, name: 'Title' }, 'editor')).toEqual([200, 200, 200])
  })

  test('Z4: a token with some of the pages places and is offered only the fields that these show', async () => {
    const own = namesOf(onlyPages(report, ['vendedores']))
    const answer = await post('/viewer/draft', { operations: [] }, 'editorOfOnePage')
    const { fields } = answer.json<DraftAnswer>()
    const [shown] = fields
    if (!shown) throw new Error('the page of the token shows a field')
    expect(fields.every(({ table, name, kind }) => own.has({ table, [kind]: name }))).toBe(true)
    const { table, name, kind } = shown
    expect(await statusesOf({ table, name, kind }, 'editorOfOnePage')).toEqual([200, 200, 200])
    const all = (await post('/viewer/draft', { operations: [] }, 'editor')).json<DraftAnswer>().fields
    const other = all.find((each) => !own.has({ table: each.table, [each.kind]: each.name }))
    if (!other) throw new Error('the model has a field that the page does not show')
    const foreign = { table: other.table, name: other.name, kind: other.kind }
    expect(await statusesOf(foreign, 'editorOfOnePage')).toEqual([400, 400, 400])
    expect(await statusesOf(foreign, 'editor')).toEqual([200, 200, 200])
  })

  test.each([
    ['a folder outside the report', { ...addPage, page: '../../../x' }],
    ['a type that the viewer does not draw', { ...retitle, kind: 'type', type: 'map' }],
    ['a place outside any page', { ...retitle, kind: 'place', box: { x: -1, y: 0, width: 1e9, height: 1 } }],
  ])('refuses %s', async (_, operation) => {
    expect((await post('/viewer/save', { version: 'v1', operations: [operation] }, 'editor')).statusCode).toBe(400)
  })

  test('refuses too many changes, and too large ones', async () => {
    const operations = Array.from({ length: 301 }, () => retitle)
    expect((await post('/viewer/save', { version: 'v1', operations }, 'editor')).statusCode).toBe(400)
    const large = { version: 'v1', operations: [{ ...retitle, title: 'x'.repeat(300_000) }] }
    expect((await post('/viewer/save', large, 'editor')).statusCode).toBe(413)
  })
})

describe('the report definition', () => {
  test('includes the time of the last refresh and the remaining life of the token', async () => {
    const answer = await app.inject({ url: '/viewer/report', headers: headers('linda') })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      report: JSON.parse(JSON.stringify(report)),
      names: expect.arrayContaining([
        { table: 'Employee', column: 'Salesperson' },
        { table: 'ResellerSales', measure: 'Reseller Sales' },
      ]),
      refreshedAt: '2013-12-31T00:00:00Z',
      dataUntil: '2013-12-31',
      tokenEndsIn: 60_000,
      mayEdit: false,
    })
  })

  test('accepts the report id in the query string', async () => {
    const answer = await app.inject({
      url: '/viewer/report?reportId=resellers',
      headers: { authorization: 'Bearer linda' },
    })
    expect(answer.statusCode).toBe(200)
  })

  test.each([
    ['no token', {}, 403],
    ['a token that opens nothing', headers('forged'), 403],
    ['a token of another report', headers('otherReport'), 404],
    ['a token without the data behind the report', headers('withoutData'), 404],
    ['no report', { authorization: 'Bearer linda' }, 400],
  ])('is refused: %s', async (_, sent, status) => {
    const answer = await app.inject({ url: '/viewer/report', headers: sent })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  })
})

describe('the rows of a visual', () => {
  test('are filtered by the identity in the token', async () => {
    const answer = await visual(sales)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().rows[0][0]).toBeCloseTo(10367007.4286, 4)
  })

  test('ignore an identity in the request body', async () => {
    const answer = await visual({ ...sales, identity: { username: 'ken0@adventure-works.com', roles: ['Company'] } })
    expect(answer.json().rows[0][0]).toBeCloseTo(10367007.4286, 4)
  })

  test.each([
    ['nobody', 'nobody'],
    ['an identity for other data', 'otherDataset'],
    ['two identities', 'twice'],
  ])('are refused for a token with identity: %s', async (_, token) => {
    const answer = await visual(sales, token)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.code).toBe('InvalidIdentity')
  })

  test.each([
    ['a visual that is not on the page', { ...sales, page: 'revendas' }, 404, 'PowerBIEntityNotFound'],
    ['a filter of no known kind', { ...sales, filters: [{ filterType: 9 }] }, 400, 'InvalidRequest'],
    ['too many rows', { ...sales, limit: 30_001 }, 400, 'InvalidRequest'],
    [
      'a filter over what is not in the model',
      { ...sales, filters: [{ filterType: 1, target: { table: 'x', column: 'y' }, operator: 'In', values: [1] }] },
      400,
      'UnknownField',
    ],
  ])('are refused: %s', async (_, payload, status, code) => {
    const answer = await visual(payload)
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })

  test('are refused if the request body is too large', async () => {
    const answer = await visual({ ...sales, page: 'x'.repeat(256 * 1024) })
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'RequestTooLarge'])
  })

  test('stop being computed when the client disconnects', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    const stopped = Promise.withResolvers<void>()
    engine = {
      ...sample.engine,
      query: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          if (!signal) throw new Error('The query cannot be stopped.')
          signal.addEventListener('abort', () => {
            stopped.resolve()
            reject(new Error('stopped'))
          })
          started.resolve(signal)
        }),
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo // A TCP server's address is never a text.
    const body = JSON.stringify(sales)
    const caller = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/viewer/visual',
      headers: { ...headers('linda'), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    const gone = once(caller, 'error')
    caller.end(body)
    expect((await started.promise).aborted).toBe(false)
    caller.destroy(new Error('the page changed'))
    await gone
    await stopped.promise
    expect((await started.promise).aborted).toBe(true)
  })
})

describe('a filter of the viewer', () => {
  const startsWith = (column: string, value: string) => ({
    filterType: 0,
    target: { table: 'Employee', column },
    logicalOperator: 'And',
    conditions: [{ operator: 'StartsWith', value }],
  })
  const top = {
    filterType: 5,
    target: { table: 'Employee', column: 'Salesperson' },
    operator: 'Top',
    itemCount: 3,
    orderBy: { table: 'ResellerSales', measure: 'Reseller Sales' },
  }

  test.each([
    ['a column', startsWith('E-mail', 'linda')],
    [
      'one of several columns',
      {
        filterType: 6,
        target: [top.target, { table: 'Employee', column: 'First Name' }],
        operator: 'In',
        values: [[{ value: 'Linda Mitchell' }, { value: 'Linda' }]],
      },
    ],
    ['the best of a column', { ...top, target: { table: 'Employee', column: 'E-mail' } }],
    ['a measure to rank by', { ...top, orderBy: { table: 'InternetSales', measure: 'Internet Sales' } }],
    ['a measure', { ...startsWith('', ''), target: { table: 'InternetSales', measure: 'Internet Sales' } }],
  ])('is refused if the report does not show its field: %s', async (_, filter) => {
    const refusals = [
      await visual({ ...sales, filters: [filter] }),
      await values({ table: 'Employee', column: 'Salesperson', filters: [filter] }),
    ]
    expect(refusals.map((each) => [each.statusCode, each.json().error.code])).toEqual([
      [400, 'UnknownField'],
      [400, 'UnknownField'],
    ])
  })

  test('is applied to any field that the report shows', async () => {
    const filters = [startsWith('Salesperson', 'Lin'), top]
    expect((await visual({ ...sales, filters })).json().rows[0][0]).toBeCloseTo(10367007.4286, 4)
    expect((await values({ table: 'Employee', column: 'Salesperson', filters })).json().values).toHaveLength(1)
  })
})

describe('the values of a column', () => {
  test('are filtered by the identity in the token', async () => {
    const answer = await values({ table: 'Employee', column: 'Salesperson', filters: [] })
    expect(answer.json()).toMatchObject({ values: ['Linda Mitchell'], truncated: false, dataType: 'string' })
  })

  test.each(['E-mail', 'First Name', 'x'])(
    'are refused for the column %s, which the report does not show',
    async (column) => {
      expect((await values({ table: 'Employee', column, filters: [] })).statusCode).toBe(404)
    },
  )
})

test('answers in the language of the request, with its formats', async () => {
  const formatOf = async (language: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/viewer/visual',
      headers: { ...headers('linda'), 'accept-language': language },
      payload: sales,
    })
    return answer.json<{ columns: { formatString: string }[] }>().columns[0]?.formatString
  }
  expect(await formatOf('pt-BR')).toBe('"US$" #,0')
  expect(await formatOf('en-US')).toBe('"$"#,0')
})

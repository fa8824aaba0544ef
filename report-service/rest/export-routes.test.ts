// Exports over HTTP on the sample reports, with the real thread.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import type { FastifyInstance } from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from './testing/pdf-text.ts'
import { createReportService } from './service.ts'
import { MAX_VALUES } from './viewer-questions.ts'

const ONE = '11111111-1111-4111-8111-111111111111'
const OTHERS = '33333333-3333-4333-8333-333333333333'
const SECRET = 'the secret of an application'
const SAMPLES = join(import.meta.dirname, '../samples')

let root: string
let service: FastifyInstance
let now = Date.now()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'exports-'))
  service = await createReportService({
    dataFolder: join(root, 'data'),
    publicUrl: 'http://reports.localhost',
    allowedOrigins: [],
    signingKey: 'a signing key of tests, long enough to be taken',
    principals: ['app-1', 'app-2'].map((appId) => ({ directoryId: 'test', appId, name: appId, secret: SECRET })),
    workspaces: [
      { id: ONE, name: 'One', members: ['app-1'], project: SAMPLES },
      { id: OTHERS, name: 'Others', members: ['app-2'], project: SAMPLES },
    ],
    viewerFolders: [],
    now: () => now,
    logger: false,
  })
})
afterAll(async () => {
  await service.close()
  await rm(root, { recursive: true, force: true })
})

async function authorization(appId = 'app-1'): Promise<{ authorization: string }> {
  const form = {
    grant_type: 'client_credentials',
    client_id: appId,
    client_secret: SECRET,
    scope: 'https://analysis.windows.net/powerbi/api/.default',
  }
  const answer = await service.inject({
    method: 'POST',
    url: '/test/oauth2/v2.0/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` }
}

async function reportId(name: string, workspace = ONE, appId = 'app-1'): Promise<string> {
  const headers = await authorization(appId)
  const answer = await service.inject({ url: `/v1.0/myorg/groups/${workspace}/reports`, headers })
  const { value } = answer.json<{ value: { id: string; name: string }[] }>()
  const found = value.find((report) => report.name === name)
  if (!found) throw new Error(`there is no report ${name} among ${value.map((report) => report.name).join(', ')}`)
  return found.id
}

type Started = { id: string; status: string; percentComplete: number; error?: { code: string } }

async function start(report: string, configuration: object, format = 'PDF') {
  return service.inject({
    method: 'POST',
    url: `/v1.0/myorg/groups/${ONE}/reports/${report}/ExportTo`,
    headers: await authorization(),
    payload: { format, powerBIReportConfiguration: configuration },
  })
}

async function finished(report: string, id: string) {
  const url = `/v1.0/myorg/groups/${ONE}/reports/${report}/exports/${id}`
  for (;;) {
    const answer = await service.inject({ url, headers: await authorization() })
    if (answer.statusCode === 200) return answer.json<Started & { ResourceFileExtension: string }>()
    expect(answer.statusCode).toBe(202)
    expect(answer.headers['retry-after']).toBe('1')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function exported(report: string, configuration: object, format = 'PDF'): Promise<Buffer> {
  const started = await start(report, configuration, format)
  expect(started.statusCode, started.body).toBe(202)
  const { id } = started.json<Started>()
  const end = await finished(report, id)
  expect(end).toMatchObject({ status: 'Succeeded', percentComplete: 100 })
  const url = `/v1.0/myorg/groups/${ONE}/reports/${report}/exports/${id}/file`
  const file = (await service.inject({ url, headers: await authorization() })).rawPayload
  if (process.env['EXPORT_FILES'])
    await writeFile(join(process.env['EXPORT_FILES'], `${report}-${id}${end.ResourceFileExtension}`), file)
  return file
}

const company = [{ username: 'ken0@adventure-works.com', roles: ['Company'] }]
const seller = [{ username: 'linda3@adventure-works.com', roles: ['Salesperson'] }]
const RESELLERS = 'Desempenho de revendas'
const SALES = 'Visão geral de vendas'

test('a PDF has each page, with the words and figures of the viewer as text', async () => {
  const portal = { reader: 'Ken Sánchez', watermark: 'ken0@adventure-works.com' }
  const report = await reportId(RESELLERS)
  const text = pdfText(await exported(report, { identities: company, settings: { locale: 'pt-BR' }, portal }))
  const pages = text.split('\f')
  expect(pages).toHaveLength(3)
  expect(pages[0]).toContain(`${RESELLERS} · Vendedores`)
  expect(pages[0]).toContain('US$ 80 mi')
  expect(pages[0]).toContain('Linda Mitchell')
  expect(pages[0]).toContain('… mais 12 linhas')
  expect(pages[1]).toContain('Todas as revendas')
  for (const page of pages) {
    expect(page).toContain('Para Ken Sánchez')
    expect(page).toContain('ken0@adventure-works.com')
  }
})

test('two identities have their own figures', async () => {
  const report = await reportId(RESELLERS)
  const page = { pages: [{ pageName: 'vendedores' }], settings: { locale: 'pt-BR' } }
  const [whole, own] = [
    pdfText(await exported(report, { ...page, identities: company })),
    pdfText(await exported(report, { ...page, identities: seller })),
  ]
  expect(whole).toContain('US$ 80 mi')
  expect(whole).toContain('Jillian Carson')
  expect(own).toContain('US$ 10,4 mi')
  expect(own).not.toContain('Jillian Carson')
})

test('pictures are a PNG for one page and a ZIP for several', async () => {
  const report = await reportId(SALES)
  const one = await exported(report, { identities: company, pages: [{ pageName: 'resumo' }] }, 'PNG')
  expect(one.subarray(1, 4).toString()).toBe('PNG')
  expect(one.readUInt32BE(16)).toBe(1920)
  const several = Object.keys(unzipSync(await exported(report, { identities: company }, 'png')))
  expect(several.map((name) => name.slice(0, 1))).toEqual(['1', '2', '3'])
})

test('a presentation has a slide for each page, with its title and its picture', async () => {
  const files = unzipSync(await exported(await reportId(SALES), { identities: company }, 'PPTX'))
  const part = (name: string) => new TextDecoder().decode(files[name])
  // The presentation fits the first page, whose 720 pixels have a head and a foot; 9,525 units are one pixel.
  expect(part('ppt/presentation.xml')).toContain(`<p:sldSz cx="${1_280 * 9_525}" cy="${776 * 9_525}"/>`)
  const slides = Object.keys(files).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
  expect(slides).toHaveLength(3)
  const titles: string[] = []
  for (const name of slides) {
    const slide = new DOMParser().parseFromString(part(name), 'text/xml')
    const title = slide.getElementsByTagName('a:t')[0]?.textContent
    titles.push(String(title))
    expect(slide.getElementsByTagName('p:pic')).toHaveLength(1)
    expect(slide.getElementsByTagName('p:cNvPr')[2]?.getAttribute('descr')).toBe(title)
    const links = part(name.replace('slides/', 'slides/_rels/') + '.rels')
    const [, picture = ''] = /Target="\.\.\/(media\/[^"]+\.png)"/.exec(links) ?? []
    expect(files[`ppt/${picture}`]?.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  }
  expect(titles).toEqual(['Resumo', 'Categorias e países', 'Loja on-line'])
})

test('filters of the host apply, and a captured state may not filter what the report does not show', async () => {
  const report = await reportId(RESELLERS)
  const page = { pages: [{ pageName: 'vendedores' }], identities: company, settings: { locale: 'pt-BR' } }
  const target = { table: 'Employee', column: 'E-mail' }
  const filter = { filterType: 1, target, operator: 'In', values: ['linda3@adventure-works.com'] }
  const filtered = pdfText(await exported(report, { ...page, portal: { filters: [filter] } }))
  expect(filtered).toContain('US$ 10,4 mi')
  const state = {
    page: 'vendedores',
    reportFilters: [filter],
    pageFilters: {},
    visualFilters: {},
    slicers: {},
    sorts: {},
  }
  const captured = Buffer.from(JSON.stringify({ version: 1, report, state })).toString('base64url')
  const refused = pdfText(await exported(report, { ...page, defaultBookmark: { state: captured } }))
  expect(refused).toContain('Os dados não têm mais um campo')
  expect(refused).not.toContain('US$ 10,4 mi')
})

test('V5: a captured state with more values than a question may have is refused', async () => {
  const report = await reportId(RESELLERS)
  const page = { pages: [{ pageName: 'vendedores' }], identities: company, settings: { locale: 'pt-BR' } }
  const target = { table: 'Employee', column: 'Salesperson' }
  const textWith = async (count: number) => {
    const values = ['Linda Mitchell', ...Array.from({ length: count - 1 }, (_, index) => `nobody ${index}`)]
    const reportFilters = [{ filterType: 1, target, operator: 'In', values }]
    const state = { page: 'vendedores', reportFilters, pageFilters: {}, visualFilters: {}, slicers: {}, sorts: {} }
    const captured = Buffer.from(JSON.stringify({ version: 1, report, state })).toString('base64url')
    return pdfText(await exported(report, { ...page, defaultBookmark: { state: captured } }))
  }
  expect(await textWith(MAX_VALUES)).toContain('US$ 10,4 mi')
  const refused = await textWith(MAX_VALUES + 1)
  expect(refused).toContain('Há mais de 2.000 valores')
  expect(refused).not.toContain('US$')
})

test('an identity is required, and must have a role of the data set', async () => {
  const report = await reportId(SALES)
  expect((await start(report, {})).statusCode).toBe(400)
  const unknown = [{ username: 'ken0@adventure-works.com', roles: ['Boss'] }]
  expect((await start(report, { identities: unknown })).statusCode).toBe(400)
})

test('unknown pages, formats and states are refused', async () => {
  const report = await reportId(SALES)
  expect((await start(report, { identities: company, pages: [{ pageName: 'none' }] })).statusCode).toBe(400)
  expect((await start(report, { identities: company }, 'XLSX')).statusCode).toBe(501)
  const started = await start(report, { identities: company, defaultBookmark: { state: 'nothing of ours' } })
  const end = await finished(report, started.json<Started>().id)
  expect(end).toMatchObject({ status: 'Failed', error: { code: 'InvalidBookmark' } })
})

test('another principal, another report and a later day find no export', async () => {
  const report = await reportId(SALES)
  const started = await start(report, { identities: company, pages: [{ pageName: 'resumo' }] })
  const { id } = started.json<Started>()
  await finished(report, id)
  const at = (workspace: string, of: string) => `/v1.0/myorg/groups/${workspace}/reports/${of}/exports/${id}`
  const others = await reportId(SALES, OTHERS, 'app-2')
  const status = async (url: string, appId = 'app-1') =>
    (await service.inject({ url, headers: await authorization(appId) })).statusCode
  expect(await status(at(ONE, report))).toBe(200)
  expect(await status(at(ONE, report), 'app-2')).toBe(404)
  expect(await status(at(OTHERS, others), 'app-2')).toBe(404)
  expect(await status(`${at(OTHERS, others)}/file`, 'app-2')).toBe(404)
  expect(await status(at(ONE, await reportId(RESELLERS)))).toBe(404)
  const life = 25 * 60 * 60_000
  now += life
  expect(await status(at(ONE, report))).toBe(404)
  now -= life
})

test('one identity has few exports that wait; the next is refused with a time to wait', async () => {
  const report = await reportId(SALES)
  const page = { identities: seller, pages: [{ pageName: 'resumo' }] }
  const answers = await Promise.all(Array.from({ length: 9 }, () => start(report, page)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(2)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  const other = await start(report, { ...page, identities: company })
  expect(other.statusCode).toBe(202)
  await finished(report, other.json<Started>().id)
  for (const answer of answers) if (answer.statusCode === 202) await finished(report, answer.json<Started>().id)
})

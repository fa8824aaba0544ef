// The summary of a page, against a real report service and the double of a language model.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAiCalls } from '#features/assistant/ai-accounts/contract.ts'
import { giveAiAccount } from '#testing/ai-account.ts'
import { type ModelDouble, modelKey, startModelDouble } from '#testing/model-double.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller, workspaceServiceId } from '#testing/reports.ts'
import { people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { explainPage } from '../contract.ts'

const portal = testPortal({ config: { providerPrivateHosts: true }, reports: true })
const tenant_id = tenants.norte.id
const [resellers] = published.reports

let double: ModelDouble
let page = ''
beforeAll(async () => {
  double = await startModelDouble()
  const service = portal.reportAccount()
  const reports = await service.reports(workspaceServiceId)
  const report = reports.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))[0]
  const [first] = await service.pages(workspaceServiceId, report?.id ?? '')
  page = first?.name ?? ''
})
afterAll(() => double.close())

const grant = (user_id: string, roles: string[], more: object = {}) =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({ tenant_id, report_id: resellers, user_id, roles, ...more })
      .execute(),
  )

beforeEach(async () => {
  double.asked.length = 0
  double.reply({ text: 'Vendas.' })
  await portal.platform(async (db) => {
    await giveAiAccount(db, tenant_id, double.url)
    await db.deleteFrom('report_grants').execute()
    await db
      .updateTable('reports')
      .set({ filters: JSON.stringify([]) })
      .where('id', '=', resellers)
      .execute()
  })
  await grant(people.userOfNorte.id, ['Salesperson'])
  await grant(people.otherUserOfNorte.id, ['Company'])
})

type Filters = Record<string, never>[] | null
const explain = (who: PersonName | Person = seller, filters: unknown = null, reportId: string = resellers, of = page) =>
  portal
    .as(who)
    .ask(explainPage, { reportId, page: of, kind: 'summarise_data', language: 'pt-BR', filters: filters as Filters })

type Sent = { visuals: { title: string | null; columns: string[]; rows: unknown[][] }[] }
const sentAt = (index: number): Sent =>
  JSON.parse(/<data>\n([\s\S]*)\n<\/data>/.exec(double.asked[index]?.user ?? '')?.[1] ?? '{}') as Sent

describe('summary of a page', () => {
  it('E2: sends the rows that the page shows to this person, and to nobody else', async () => {
    expect((await explain()).status).toBe(200)
    expect((await explain(manager)).status).toBe(200)
    const [ofSeller, ofCompany] = [sentAt(0), sentAt(1)]
    expect(ofSeller.visuals.length).toBeGreaterThan(2)
    expect(ofSeller.visuals.map(({ columns }) => columns)).toEqual(ofCompany.visuals.map(({ columns }) => columns))
    // The seller sees a part of the numbers that the company sees.
    expect(ofSeller.visuals[0]?.rows).not.toEqual(ofCompany.visuals[0]?.rows)
    const most = Math.max(...ofCompany.visuals.map(({ rows }) => rows.length))
    expect(most).toBeLessThanOrEqual(60)
  })

  it('answers text whose numbers are checked against the rows', async () => {
    await explain()
    const number = sentAt(0)
      .visuals.flatMap(({ rows }) => rows.flat())
      .find((cell): cell is number => typeof cell === 'number' && cell > 1_000)
    double.reply({ text: `Vendeu ${number}, e não 987654321,12. <img src="https://evil.example/a.png">` })
    const { body, raw } = await explain()
    expect(body.parts.filter(({ isUnfounded }) => isUnfounded).map(({ text }) => text)).toEqual(['987654321,12'])
    // Markup stays text: the browser shows the parts as text nodes.
    expect(body.parts.map(({ text }) => text).join('')).toContain('<img src=')
    expect(JSON.stringify(raw)).not.toContain(modelKey)
    expect((await portal.as('adminOfNorte').ask(listAiCalls, {})).body.data[0]).toMatchObject({
      purpose: 'summarise_data',
      subject: 'Desempenho de revendas',
      person: 'Ugo Norte',
    })
  })

  it('always adds the filters of the publisher, and takes none on what the report does not show', async () => {
    await explain()
    const filter = { table: 'Reseller', column: 'Business Type', operator: 'in', values: ['Warehouse'] }
    await portal.platform((db) =>
      db
        .updateTable('reports')
        .set({ filters: JSON.stringify([filter]) })
        .where('id', '=', resellers)
        .execute(),
    )
    expect((await explain(seller, [])).status).toBe(200)
    const [all, filtered] = [sentAt(0), sentAt(1)].map(({ visuals }) => visuals.map(({ rows }) => rows))
    expect(filtered).toHaveLength(all?.length ?? 0)
    expect(filtered).not.toEqual(all)
    const foreign = { filterType: 1, target: { table: 'Employee', column: 'Secret' }, operator: 'In', values: ['x'] }
    expect((await explain(seller, [foreign])).status).toBeGreaterThanOrEqual(400)
  })

  it('P3: sends nothing when the unit does not allow rows, and asks no query before it refuses', async () => {
    await portal.platform((db) => giveAiAccount(db, tenant_id, double.url, { sends_rows: false }))
    const ofNoColumn = { filterType: 1, target: { table: 'Employee', column: 'Secret' }, operator: 'In', values: ['x'] }
    for (const filters of [null, [ofNoColumn]]) {
      const { status, raw } = await explain(seller, filters)
      expect([status, raw.key]).toEqual([409, 'ai_account_off'])
    }
    expect(double.asked).toEqual([])
  })

  it('E1: takes no filter on a column of a page that the person may not open', async () => {
    const ofOtherPage = {
      target: { table: 'Reseller', column: 'Tipo de Revenda' },
      operator: 'In',
      values: ['Warehouse'],
    }
    const filters = [{ filterType: 1, ...ofOtherPage }]
    expect((await explain(seller, filters, resellers, 'vendedores')).status).toBe(200)
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    await grant(people.userOfNorte.id, ['Salesperson'], { pages: ['vendedores'] })
    expect((await explain(seller, [], resellers, 'vendedores')).status).toBe(200)
    double.asked.length = 0
    expect((await explain(seller, filters, resellers, 'vendedores')).status).toBeGreaterThanOrEqual(400)
    expect(double.asked).toEqual([])
  })

  it('T1: answers 404 for a report of another unit and to a person without access, and refuses an unknown page', async () => {
    await portal.platform((db) => giveAiAccount(db, tenants.sul.id, double.url))
    expect((await explain('adminOfSul')).status).toBe(404)
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    expect((await explain()).status).toBe(404)
    await grant(people.userOfNorte.id, ['Salesperson'])
    expect((await explain(seller, null, resellers, 'nowhere')).status).toBeGreaterThanOrEqual(400)
    expect(double.asked).toEqual([])
  })
})

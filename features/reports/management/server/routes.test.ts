import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { masterInNorte, people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { listManagement, managementReportCalls, viewManagement } from '../contract.ts'

const portal = testPortal()
type RequestBody = SentOf<typeof managementReportCalls.add>

const text = (sentence: string) => ({ 'pt-BR': sentence, 'en-US': null, es: null, 'pt-PT': null })
const report = (name: string, overrides: Partial<RequestBody> = {}): RequestBody => ({
  title: text(name),
  description: text(`Sobre ${name}`),
  source: 'usage',
  readers: 'everybody',
  tenant_ids: [],
  published: 'S',
  ...overrides,
})
const added = async (person: 'platform' | 'masterOfAlfa', name: string, overrides: Partial<RequestBody> = {}) => {
  const { status, body } = await portal.as(person).ask(managementReportCalls.add, report(name, overrides))
  expect(status).toBe(200)
  return body.id
}
const titlesFor = async (person: PersonName | Person) =>
  (await portal.as(person).ask(listManagement, {})).body.data.map(({ title }) => title['pt-BR'])

const builtIn = ['Uso do portal', 'Adesão das pessoas', 'Desempenho dos relatórios']

beforeEach(() =>
  portal.platform((db) => db.deleteFrom('management_reports').where('name', 'not in', builtIn).execute()),
)

describe('management reports', () => {
  it('are three from the beginning, for managers of every business unit', async () => {
    for (const person of ['adminOfNorte', 'adminOfLeste', masterInNorte] as const)
      expect(await titlesFor(person)).toEqual(builtIn)
    expect(await titlesFor('userOfNorte')).toEqual([])
  })

  it('T1: of a partner reach its own business units, and only those that it names', async () => {
    await added('masterOfAlfa', 'Da Alfa')
    await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    await added('masterOfAlfa', 'Rascunho', { published: 'N' })
    await added('masterOfAlfa', 'De gestores', { readers: 'managers' })
    expect(await titlesFor('userOfNorte')).toEqual(['Da Alfa'])
    expect(await titlesFor('userOfSul')).toEqual(['Da Alfa', 'Do Sul'])
    expect(await titlesFor('adminOfNorte')).toEqual([...builtIn, 'Da Alfa', 'De gestores'])
    expect(await titlesFor('userOfLeste')).toEqual([])
  })

  it('T1: show the numbers of the reader’s business unit only', async () => {
    const id = await added('platform', 'De todos')
    await view('adminOfNorte', tenants.norte, 2)
    await view('adminOfLeste', tenants.leste, 3)
    const viewsOf = async (person: PersonName) =>
      (await portal.as(person).ask(viewManagement, { id, from: '2026-03-01', to: '2026-03-02' })).body.usage.views
    expect([await viewsOf('userOfNorte'), await viewsOf('userOfLeste'), await viewsOf('userOfSul')]).toEqual([2, 3, 0])
  })

  it('Z2: answer 404 for a report that is not for the person', async () => {
    const forSul = await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    const forManagers = await added('platform', 'De gestores', { readers: 'managers' })
    const statusOf = async (person: PersonName, id: string) =>
      (await portal.as(person).ask(viewManagement, { id })).status
    expect(await statusOf('adminOfSul', forSul)).toBe(200)
    expect(await statusOf('adminOfNorte', forSul)).toBe(404)
    expect(await statusOf('adminOfLeste', forSul)).toBe(404)
    expect([await statusOf('adminOfNorte', forManagers), await statusOf('userOfNorte', forManagers)]).toEqual([
      200, 404,
    ])
  })

  it('T1, Z1: are changed by their publisher only, for the publisher’s own business units', async () => {
    const id = await added('masterOfAlfa', 'Da Alfa')
    const beta = portal.as('masterOfBeta')
    expect((await beta.ask(managementReportCalls.read, { id })).status).toBe(404)
    expect((await beta.ask(managementReportCalls.update, { id, version: 1, published: 'N' })).status).toBe(404)
    expect((await beta.ask(managementReportCalls.add, report('X', { tenant_ids: [tenants.norte.id] }))).status).toBe(
      404,
    )
    const alfa = portal.as('masterOfAlfa')
    const foreign = { id, version: 1, tenant_ids: [tenants.leste.id] }
    expect((await alfa.ask(managementReportCalls.update, foreign)).status).toBe(404)
    expect(
      (await alfa.ask(managementReportCalls.update, { id, version: 1, tenant_ids: [tenants.sul.id] })).status,
    ).toBe(200)
    for (const person of ['adminOfNorte', 'userOfNorte'] as const)
      expect((await portal.as(person).ask(managementReportCalls.list, {})).status).toBe(403)
    const { body } = await alfa.ask(managementReportCalls.list, {})
    expect(body.data.map(({ title }) => title['pt-BR'])).toEqual(['Da Alfa'])
  })
})

async function view(admin: PersonName, tenant: (typeof tenants)['norte'], times: number): Promise<void> {
  const { body: group } = await portal.as(admin).ask(addReportGroup, { name: 'Grupo' })
  const { body: subgroup } = await portal.as(admin).ask(addSubgroup, { name: 'Subgrupo', group_id: group.id })
  await portal.platform(async (db) => {
    const id = await publishInto(db, tenant, subgroup.id)
    for (let time = 0; time < times; time += 1) {
      await sql`insert into report_views (tenant_id, view_id, event, report_id, user_id, at)
        values (${tenant.id}, ${crypto.randomUUID()}, 'opened', ${id}, ${people[admin].id}, '2026-03-01T15:00:00Z')`.execute(
        db,
      )
    }
  })
}

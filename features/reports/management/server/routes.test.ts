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
type Sent = SentOf<typeof managementReportCalls.add>

const text = (words: string) => ({ 'pt-BR': words, 'en-US': null, es: null, 'pt-PT': null })
const report = (name: string, given: Partial<Sent> = {}): Sent => ({
  title: text(name),
  description: text(`Sobre ${name}`),
  source: 'usage',
  readers: 'everybody',
  tenant_ids: [],
  published: 'S',
  ...given,
})
const added = async (who: 'platform' | 'masterOfAlfa', name: string, given: Partial<Sent> = {}) => {
  const { status, body } = await portal.as(who).ask(managementReportCalls.add, report(name, given))
  expect(status).toBe(200)
  return body.id
}
const shownTo = async (who: PersonName | Person) =>
  (await portal.as(who).ask(listManagement, {})).body.data.map(({ title }) => title['pt-BR'])

const builtIn = ['Uso do portal', 'Adesão das pessoas', 'Desempenho dos relatórios']

beforeEach(() =>
  portal.platform((db) => db.deleteFrom('management_reports').where('name', 'not in', builtIn).execute()),
)

describe('management reports', () => {
  it('are three from the beginning, for managers of every business unit', async () => {
    for (const who of ['adminOfNorte', 'adminOfLeste', masterInNorte] as const)
      expect(await shownTo(who)).toEqual(builtIn)
    expect(await shownTo('userOfNorte')).toEqual([])
  })

  it('T1: of a partner reach its own business units, and only those that it names', async () => {
    await added('masterOfAlfa', 'Da Alfa')
    await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    await added('masterOfAlfa', 'Rascunho', { published: 'N' })
    await added('masterOfAlfa', 'De gestores', { readers: 'managers' })
    expect(await shownTo('userOfNorte')).toEqual(['Da Alfa'])
    expect(await shownTo('userOfSul')).toEqual(['Da Alfa', 'Do Sul'])
    expect(await shownTo('adminOfNorte')).toEqual([...builtIn, 'Da Alfa', 'De gestores'])
    expect(await shownTo('userOfLeste')).toEqual([])
  })

  it('T1: show the numbers of the reader’s business unit only', async () => {
    const id = await added('platform', 'De todos')
    await view('adminOfNorte', tenants.norte, 2)
    await view('adminOfLeste', tenants.leste, 3)
    const viewsOf = async (who: PersonName) =>
      (await portal.as(who).ask(viewManagement, { id, from: '2026-03-01', to: '2026-03-02' })).body.usage.views
    expect([await viewsOf('userOfNorte'), await viewsOf('userOfLeste'), await viewsOf('userOfSul')]).toEqual([2, 3, 0])
  })

  it('Z2: answer 404 for a report that is not for the person', async () => {
    const forSul = await added('masterOfAlfa', 'Do Sul', { tenant_ids: [tenants.sul.id] })
    const forManagers = await added('platform', 'De gestores', { readers: 'managers' })
    const statusOf = async (who: PersonName, id: string) => (await portal.as(who).ask(viewManagement, { id })).status
    expect(await statusOf('adminOfSul', forSul)).toBe(200)
    expect(await statusOf('adminOfNorte', forSul)).toBe(404)
    expect(await statusOf('adminOfLeste', forSul)).toBe(404)
    expect([await statusOf('adminOfNorte', forManagers), await statusOf('userOfNorte', forManagers)]).toEqual([
      200, 404,
    ])
  })

  it('T1, Z1: are kept by their publisher, who names business units of their own', async () => {
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
    for (const who of ['adminOfNorte', 'userOfNorte'] as const)
      expect((await portal.as(who).ask(managementReportCalls.list, {})).status).toBe(403)
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

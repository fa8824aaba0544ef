// The names for a query, against a real report service.
import { beforeEach, describe, expect, it } from 'vitest'
import { modelNames } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { listColumnValues, readDaxSchema } from '../contract.ts'

const portal = testPortal({ config: { providerPrivateHosts: true }, reports: true })
const tenant_id = tenants.norte.id
const [report_id] = published.reports

beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_grants').execute()
    await db
      .insertInto('report_grants')
      .values({
        tenant_id,
        report_id,
        user_id: people.adminOfNorte.id,
        roles: ['Salesperson'],
        identity: 'value',
        identity_value: seller.email,
      })
      .execute()
  }),
)

const read = (who: PersonName | Person = 'adminOfNorte') => portal.as(who).ask(readDaxSchema, { report_id })

describe('the names for a query', () => {
  it('are the tables, columns and measures of the report, without rows', async () => {
    const { body, raw } = await read()
    expect(body.measures).toContainEqual({ table: expect.any(String), name: 'Reseller Sales', caption: 'Sales' })
    expect(body.columns).toContainEqual({ table: 'Territory', column: 'Região', kind: 'text', caption: 'Region' })
    expect(JSON.stringify(raw)).not.toMatch(/linda3|Mountain-/)
  })

  it('have the captions of the report, in the language of the person', async () => {
    const asked = { method: 'POST', url: `/api/${readDaxSchema.path}`, body: { report_id } } as const
    const { body } = await portal.as('adminOfNorte').send({ ...asked, headers: { lang: 'pt-BR' } })
    const { measures, columns } = readDaxSchema.answers.parse(body)
    expect(measures).toContainEqual(expect.objectContaining({ name: 'Reseller Sales', caption: 'Vendas' }))
    expect(columns).toContainEqual(expect.objectContaining({ column: 'Região', caption: null }))
    // The English label is the name in the model, so that the label of the author is not shown.
    expect((await read()).body.columns).toContainEqual(expect.objectContaining({ column: 'Year', caption: null }))
  })

  it('E2: are none for a person whose query would be refused', async () => {
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    expect((await read()).body).toEqual({ columns: [], measures: [], refusal: 'identity' })
  })

  it('T1, Z1: are answered to people who may ask, in the business unit of the report', async () => {
    expect((await read('adminOfSul')).status).toBe(404)
    expect((await read(seller)).status).toBe(403)
  })

  describe('of a data set without a report', () => {
    const dataset = async () => {
      const found = await portal.platform((db) =>
        db
          .selectFrom('reports')
          .select(['workspace_id', 'service_dataset_id'])
          .where('id', '=', report_id)
          .executeTakeFirstOrThrow(),
      )
      return { report_id: null, ...found }
    }

    it('are those of its reports, each once', async () => {
      const { status, body } = await portal.as('adminOfNorte').ask(readDaxSchema, await dataset())
      expect(status).toBe(200)
      expect(body.measures.filter(({ name }) => name === 'Reseller Sales')).toHaveLength(1)
      expect(body.columns).toContainEqual({ table: 'Territory', column: 'Região', kind: 'text', caption: 'Region' })
    })

    it('T1: are not answered to another business unit', async () => {
      expect((await portal.as('adminOfSul').ask(readDaxSchema, await dataset())).status).toBe(404)
    })

    it('Z1: need the permission to list what the accounts reach', async () => {
      expect((await portal.as(seller).ask(readDaxSchema, await dataset())).status).toBe(403)
    })

    it('need either a report or a data set', async () => {
      const input = await dataset()
      for (const wrong of [
        { ...input, report_id },
        { ...input, service_dataset_id: null },
        { ...input, workspace_id: null },
      ])
        expect((await portal.as('adminOfNorte').ask(readDaxSchema, wrong)).status).toBe(400)
    })
  })

  it('are limited by the minute', async () => {
    const statuses: number[] = []
    for (let index = 0; index <= modelNames.reads.perMinute * 2; index += 1) statuses.push((await read()).status)
    expect(statuses).toContain(429)
  })
})

describe('the values of a column', () => {
  const values = (who: PersonName | Person = 'adminOfNorte', column = 'E-mail') =>
    portal.as(who).ask(listColumnValues, { report_id, table: 'Employee', column })

  it('E2: are those of the rows that the person sees', async () => {
    expect((await values()).body).toEqual({ values: [seller.email], complete: true })
    await portal.platform((db) =>
      db
        .updateTable('report_grants')
        .set({ roles: ['Company'] })
        .execute(),
    )
    const all = (await values()).body.values
    expect(all?.length).toBeGreaterThan(1)
    expect(all).toContain(seller.email)
  })

  it('E2: are none for a person who gets no rows, and for a column that the data model does not have', async () => {
    expect((await values('adminOfNorte', "x]) , 'Employee'[E-mail")).body.values).toBeNull()
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    expect((await values()).body).toEqual({ values: null, complete: false })
  })

  it('T1, Z1: are answered to people who manage reports, in the business unit of the report', async () => {
    expect((await values('adminOfSul')).status).toBe(404)
    expect((await values(seller)).status).toBe(403)
  })
})

// Filters of a report that take their values from a custom field of the reader: one rule for opening, previews, files and explanations.
import { beforeAll, describe, expect, it } from 'vitest'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { explainAccess, listReaders } from '#features/reports/access/contract.ts'
import { listColumns, readReport, updateReport } from '#features/reports/library/contract.ts'
import { sql } from 'kysely'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'
import { openReport, previewReport } from '../contract.ts'
import { fileReadersOf } from './queries.ts'
import { findReportToWrite } from './export-readers-store.ts'

const portal = testPortal({ reports: true })
const [resellers] = published.reports
const admin = () => portal.as('adminOfNorte')
let column = { table: '', column: '' }
let region = ''
let own = ''

const addField = async (name: string, kind: 'text' | 'multiple', in_registration: 'S' | 'N' = 'N') => {
  const options = kind === 'multiple' ? ['Norte', 'Sul'] : []
  const field = { name, kind, options, required: 'N', searchable: 'N', in_registration } as const
  const { status, body } = await admin().ask(customFieldCalls.add, field)
  expect(status).toBe(200)
  return body.id
}

const setFilters = async (filters: object[]) => {
  const { body } = await admin().ask(readReport, { id: resellers })
  return admin().ask(updateReport, { id: resellers, version: body.version, filters } as never)
}
const byField = (field: string, operator = 'in') => ({ ...column, operator, values: [], field })

const fill = (values: object) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ custom: JSON.stringify(values) })
      .where('user_id', '=', seller.id)
      .where('tenant_id', '=', tenants.norte.id)
      .execute(),
  )

const opened = async () => {
  const { status, raw } = await portal.as(seller).ask(openReport, { reportId: resellers })
  return status === 200 ? raw['filters'] : [status, raw['key'], String(raw['message']).includes('Regiões')]
}

const fileOfSeller = () =>
  portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${tenants.norte.id}, true)`.execute(db)
    const report = await findReportToWrite(db, resellers, 'pt-BR')
    if (!report) throw new Error('the report is published')
    const among = sql<{ user_id: string }>`select ${seller.id}::uuid`
    const wish = { pages: null, format: 'PDF', language: 'pt-BR', now: new Date() }
    return (await fileReadersOf(db, report, among, wish))[0]
  })

beforeAll(async () => {
  for (const [{ id: user_id }, role] of [
    [seller, 'Salesperson'],
    [manager, 'Manager'],
  ] as const)
    await portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id: tenants.norte.id, report_id: resellers, user_id, roles: [role] })
        .execute(),
    )
  const { body } = await admin().ask(readReport, { id: resellers })
  const { workspace_id, service_report_id } = body
  const columns = (await admin().ask(listColumns, { workspace_id, service_report_id })).body.data
  const text = columns.find(({ kind }) => kind === 'text')
  if (!text) throw new Error('the reseller report shows a text column')
  column = { table: text.table, column: text.column }
  region = await addField('Regiões', 'multiple')
  own = await addField('Dito por mim', 'text', 'S')
})

describe('a filter that takes its values from a custom field', () => {
  it('E2: opens with the values of the reader, in the report, its preview and its explanation', async () => {
    await fill({ [region]: ['Norte', 'Sul'] })
    expect((await setFilters([byField(region)])).status).toBe(200)
    const filter = { ...column, operator: 'in', values: ['Norte', 'Sul'] }
    expect(await opened()).toEqual([filter])
    const preview = await admin().ask(previewReport, { reportId: resellers, user_id: seller.id })
    expect([preview.status, preview.raw['filters']]).toEqual([200, [filter]])
    const { body } = await admin().ask(explainAccess, { report_id: resellers, user_id: seller.id })
    expect([body.opens, body.rules.at(-1)?.rule]).toEqual([true, 'filters'])
    const file = await fileOfSeller()
    expect(file && 'content' in file && file.content.filters).toEqual([filter])
    expect((await admin().ask(readReport, { id: resellers })).body.filters).toEqual([
      { ...column, operator: 'in', values: [], field: region },
    ])
  })

  it('E2: refuses a reader without a value everywhere, and names the field', async () => {
    await setFilters([byField(region)])
    for (const values of [{}, { [region]: [] }, { [region]: null }]) {
      await fill(values)
      expect(await opened()).toEqual([403, 'report_filter_missing', true])
    }
    const preview = await admin().ask(previewReport, { reportId: resellers, user_id: seller.id })
    expect([preview.status, preview.raw['key']]).toEqual([403, 'report_filter_missing'])
    const { body } = await admin().ask(explainAccess, { report_id: resellers, user_id: seller.id })
    expect([body.opens, body.rules.at(-1)]).toMatchObject([false, { rule: 'filter_missing', name: 'Regiões' }])
    const readers = (await admin().ask(listReaders, { report_id: resellers })).body.data
    expect(readers.find(({ id }) => id === seller.id)?.outcome).toBe('filter_missing')
    expect(await fileOfSeller()).toMatchObject({ refusal: 'identity' })
  })

  it('refuses several values for a condition that takes one', async () => {
    await setFilters([byField(region, 'contains')])
    await fill({ [region]: ['Norte', 'Sul'] })
    expect(await opened()).toEqual([403, 'report_filter_missing', true])
    await fill({ [region]: ['Norte'] })
    expect(await opened()).toEqual([{ ...column, operator: 'contains', values: ['Norte'] }])
  })

  it('E2: takes no field that people fill in at registration, none of another unit, and no values beside it', async () => {
    await fill({ [own]: 'Tudo', [region]: ['Norte'] })
    expect((await setFilters([byField(own)])).status).toBe(404)
    expect((await setFilters([byField('01a20483-22d4-7d7a-a8ad-f69f7323a628')])).status).toBe(404)
    expect((await setFilters([{ ...byField(region), values: ['x'] }])).status).toBe(400)
    expect((await setFilters([byField(region, 'blank')])).status).toBe(400)
    // A field that is opened to registration later gives no value any more.
    await setFilters([byField(region)])
    const open = (in_registration: boolean) =>
      portal.platform((db) =>
        db.updateTable('custom_fields').set({ in_registration }).where('id', '=', region).execute(),
      )
    await open(true)
    expect(await opened()).toEqual([403, 'report_filter_missing', false])
    await open(false)
    await setFilters([])
  })
})

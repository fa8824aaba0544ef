// Exports with the real report service: whose rows are in the file, and who receives it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { reportExports } from '#catalogue/limits.ts'
import { pdfText } from '#report-service/rest/testing/pdf-text.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { listReports, readReport, updateReport } from '#features/reports/library/contract.ts'
import {
  cancelReportExport,
  openReport,
  readReportExport,
  readReportExportFile,
  type reportFormats,
  startReportExport,
} from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers] = published.reports
const tenant_id = tenants.norte.id
const page = 'vendedores'

const grant = (user_id: string, roles: string[]) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: resellers, user_id, roles }).execute(),
  )

const allow = (isAllowed: boolean) =>
  portal.platform((db) => db.updateTable('reports').set({ export: isAllowed }).where('id', '=', resellers).execute())

beforeAll(async () => {
  await grant(seller.id, ['Salesperson'])
  await grant(manager.id, ['Manager'])
  await allow(true)
})

const start = (who: Person, format: (typeof reportFormats)[number] = 'PDF') =>
  portal.as(who).ask(startReportExport, { reportId: resellers, format, page })

async function finished(who: Person, id: string) {
  for (;;) {
    const { body } = await portal.as(who).ask(readReportExport, { id })
    if (body.state !== 'running') return body
    await sleep(100)
  }
}

async function fileOf(who: Person, id: string) {
  const headers = { host: who.host, authorization: `Bearer ${await portal.tokenOf(who)}` }
  return portal.portal.app.inject({ url: `/api/${readReportExportFile.path}?id=${id}`, headers })
}

it('two readers receive files with their own rows', async () => {
  const texts: string[] = []
  for (const who of [seller, manager]) {
    const { status, body } = await start(who)
    expect(status).toBe(200)
    expect(await finished(who, body.id)).toMatchObject({ state: 'ready', percent: 100 })
    const file = await fileOf(who, body.id)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.headers['content-disposition']).toContain('Desempenho%20de%20revendas.pdf')
    texts.push(pdfText(file.rawPayload))
  }
  const [own, team] = texts
  expect(own).toContain('Linda Mitchell')
  expect(own).not.toContain('Jillian Carson')
  expect(team).toContain('Jillian Carson')
  expect(own).not.toBe(team)
})

it('a file without a captured state has the filters of the publisher', async () => {
  const filter = { table: 'Reseller', column: 'Business Type', operator: 'in', values: ['no such type'] }
  const set = (filters: object[]) =>
    portal.platform((db) =>
      db
        .updateTable('reports')
        .set({ filters: JSON.stringify(filters) })
        .where('id', '=', resellers)
        .execute(),
    )
  const textOf = async () => {
    const { body } = await start(manager)
    expect(await finished(manager, body.id)).toMatchObject({ state: 'ready' })
    return pdfText((await fileOf(manager, body.id)).rawPayload)
  }
  expect(await textOf()).not.toContain('no such type')
  await set([filter])
  expect(await textOf()).toContain('Business Type: no such type')
  await set([])
})

it('a presentation has the media type and the ending of its kind', async () => {
  const { body } = await start(seller, 'PPTX')
  expect(await finished(seller, body.id)).toMatchObject({ state: 'ready' })
  const { headers } = await fileOf(seller, body.id)
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.presentationml.presentation')
  expect(headers['content-disposition']).toMatch(/\.pptx"?$/)
})

it('a file belongs to the person who started it, and ends with another identity', async () => {
  const { body } = await start(seller, 'PNG')
  await finished(seller, body.id)
  for (const call of [readReportExport, cancelReportExport] as const)
    for (const who of [manager, people.adminOfSul])
      expect((await portal.as(who).ask(call, { id: body.id })).status).toBe(404)
  expect((await fileOf(manager, body.id)).statusCode).toBe(404)
  expect((await fileOf(people.adminOfSul, body.id)).statusCode).toBe(404)
  const became = (roles: string[]) =>
    portal.platform((db) => db.updateTable('report_grants').set({ roles }).where('user_id', '=', seller.id).execute())
  await became(['Manager'])
  expect((await fileOf(seller, body.id)).statusCode).toBe(404)
  await became(['Salesperson'])
  expect((await fileOf(seller, body.id)).rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect((await portal.as(seller).ask(cancelReportExport, { id: body.id })).status).toBe(200)
  expect((await fileOf(seller, body.id)).statusCode).toBe(404)
})

it('a report without the field is not exported, and the field is stored and told', async () => {
  const admin = portal.as('adminOfNorte')
  const { body: before } = await admin.ask(readReport, { id: resellers })
  const change = { id: resellers, version: before.version, export: 'N' as const }
  expect((await admin.ask(updateReport, change)).status).toBe(200)
  expect((await admin.ask(readReport, { id: resellers })).raw).toMatchObject({ export: 'N' })
  expect((await portal.as(manager).ask(openReport, { reportId: resellers })).raw).toMatchObject({ export: 'N' })
  expect((await start(manager)).status).toBe(403)
  await allow(true)
  expect((await admin.ask(listReports, {})).status).toBe(200)
})

it('a page that the person may not open is refused, and so is a report of another business unit', async () => {
  const limit = (pages: string[] | null) =>
    portal.platform((db) => db.updateTable('report_grants').set({ pages }).where('user_id', '=', manager.id).execute())
  await limit(['revendas'])
  expect((await start(manager)).status).toBe(403)
  await limit(null)
  const input = { reportId: resellers, format: 'PDF' as const, page }
  expect((await portal.as('adminOfSul').ask(startReportExport, input)).status).toBe(404)
  expect((await portal.as(manager).ask(startReportExport, { ...input, reportId: randomUUID() })).status).toBe(404)
})

it('the start is in the audit trail', async () => {
  const entries = await portal.platform((db) =>
    db.selectFrom('audit_entries').selectAll().where('event', '=', 'report.exported').execute(),
  )
  expect(entries.length).toBeGreaterThan(2)
})

it('V5: one person starts some exports in an hour, cancelled ones included', async () => {
  const row = {
    tenant_id,
    report_id: resellers,
    user_id: seller.id,
    service_export_id: 'x',
    content: 'x',
    cancelled: true,
  }
  const rows = Array.from({ length: reportExports.perHour }, () => row)
  await portal.platform((db) => db.insertInto('report_exports').values(rows).execute())
  const refused = await start(seller)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
})

it('V5: one person starts few exports in a minute', async () => {
  // More than two minutes accept, because the calls may reach from one minute into the next.
  const answers = []
  for (let count = 0; count <= 2 * reportExports.perMinute; count += 1) answers.push((await start(manager)).status)
  expect(answers).toContain(429)
})

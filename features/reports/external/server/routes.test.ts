import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { people, type PersonName, tenants } from '#testing/world.ts'
import { listReportUsage, readUsage } from '#features/reports/usage/contract.ts'
import { readKnown, searchEverything } from '#features/home/search/contract.ts'
import {
  externalReportCalls,
  listExternal,
  logExternalView,
  openExternal,
  readExternalHosts,
  updateExternalHosts,
} from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const host = 'bi.example.com'
const url = `https://${host}/report`

const report = (name: string, overrides: Partial<SentOf<typeof externalReportCalls.add>> = {}) => ({
  name,
  description: null,
  address: url,
  user_ids: [],
  group_ids: [],
  ...overrides,
})
const added = async (name: string, overrides: Partial<SentOf<typeof externalReportCalls.add>> = {}) => {
  const { status, body } = await admin().ask(externalReportCalls.add, report(name, overrides))
  expect(status).toBe(200)
  return body.id
}
const allow = (...hosts: string[]) => admin().ask(updateExternalHosts, { hosts })
const openStatus = async (person: PersonName, id: string) => (await portal.as(person).ask(openExternal, { id })).status

beforeEach(async () => {
  await portal.platform((db) => db.deleteFrom('external_reports').execute())
  await allow(host)
})

describe('external reports', () => {
  it('U3: are saved only for a host in the list of the business unit, by https', async () => {
    await added('Mapa')
    for (const wrong of [
      'https://evil.example/',
      `https://sub.${host}/`,
      `https://${host}:8443/`,
      `https://${host}.evil.example/`,
    ]) {
      const { status, body } = await admin().ask(externalReportCalls.add, report('Outro', { address: wrong }))
      expect([status, Object.keys((body as { errors?: object }).errors ?? {})], wrong).toEqual([400, ['address']])
    }
    for (const wrong of [`http://${host}/`, 'javascript:alert(1)', `https://x@${host}/`, ''])
      expect((await admin().ask(externalReportCalls.add, report('Outro', { address: wrong }))).status, wrong).toBe(400)
    // A list of another business unit does not count.
    expect((await portal.as('adminOfSul').ask(externalReportCalls.add, report('Mapa'))).status).toBe(400)
  })

  it('U3: cannot be opened any more when their host leaves the list', async () => {
    const id = await added('Mapa', { user_ids: [people.userOfNorte.id] })
    expect(await openStatus('userOfNorte', id)).toBe(200)
    await allow('other.example.com')
    expect([await openStatus('userOfNorte', id), await openStatus('adminOfNorte', id)]).toEqual([404, 404])
    const { body } = await admin().ask(externalReportCalls.read, { id })
    const same = { id, version: body.version, name: 'Mapa novo' }
    expect((await admin().ask(externalReportCalls.update, same)).status).toBe(200)
    const moved = { id, version: body.version + 1, address: `https://${host}/other` }
    expect((await admin().ask(externalReportCalls.update, moved)).status).toBe(400)
  })

  it('Z2, T1: are shown to those who have a grant, and to managers', async () => {
    const id = await added('Mapa', { user_ids: [people.userOfNorte.id] })
    const titlesFor = async (person: PersonName) =>
      (await portal.as(person).ask(listExternal, {})).body.data.map(({ name }) => name)
    expect([await titlesFor('userOfNorte'), await titlesFor('adminOfNorte')]).toEqual([['Mapa'], ['Mapa']])
    expect([await titlesFor('otherUserOfNorte'), await titlesFor('adminOfSul')]).toEqual([[], []])
    for (const person of ['otherUserOfNorte', 'userOfSul', 'adminOfSul'] as const)
      expect(await openStatus(person, id)).toBe(404)
    const { body } = await admin().ask(externalReportCalls.read, { id })
    await admin().ask(externalReportCalls.update, { id, version: body.version, user_ids: [] })
    expect(await openStatus('userOfNorte', id)).toBe(404)
  })

  it('T1: can be granted to people of the business unit only', async () => {
    const foreign = report('Mapa', { user_ids: [people.userOfSul.id] })
    expect((await admin().ask(externalReportCalls.add, foreign)).status).toBe(404)
  })

  it('keep the list of hosts without duplicates, in the audit trail, and refuse what is no host name', async () => {
    await allow('b.example.com', 'a.example.com', 'b.example.com')
    expect((await admin().ask(readExternalHosts, {})).body.hosts).toEqual(['a.example.com', 'b.example.com'])
    for (const wrong of [
      'https://a.example.com',
      'a.example.com/x',
      '*.example.com',
      "a.example.com; script-src 'none'",
      'a b.example.com',
    ])
      expect((await allow(wrong)).status, wrong).toBe(400)
    const events = () =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('id')
          .where('event', '=', 'external_report.hosts_updated')
          .where('tenant_id', '=', tenants.norte.id)
          .execute(),
      )
    const before = (await events()).length
    await allow('a.example.com', 'b.example.com')
    expect((await events()).length).toBe(before)
    expect((await portal.as('userOfNorte').ask(updateExternalHosts, { hosts: [] })).status).toBe(403)
  })

  it('V1: are found by the search, by those who may open them', async () => {
    const id = await added('Mapa de lojas', { description: 'Do parceiro', user_ids: [people.userOfNorte.id] })
    const found = async (person: PersonName) =>
      (await portal.as(person).ask(searchEverything, { search: 'lojas' })).body
    const row = { kind: 'external_report', id, name: 'Mapa de lojas', page: null, detail: 'Do parceiro' }
    expect([await found('userOfNorte'), await found('otherUserOfNorte'), await found('adminOfSul')]).toEqual([
      [row],
      [],
      [],
    ])
    expect((await portal.as('userOfNorte').ask(readKnown, { ids: id })).body).toEqual([row])
  })

  it('are counted by usage, each opening once, and only for those who may open them', async () => {
    const id = await added('Mapa', { user_ids: [people.userOfNorte.id] })
    const view_id = randomUUID()
    const log = async (person: PersonName, view = view_id) =>
      (await portal.as(person).ask(logExternalView, { id, view_id: view })).status
    expect([await log('userOfNorte'), await log('userOfNorte'), await log('userOfNorte', randomUUID())]).toEqual([
      200, 200, 200,
    ])
    expect([await log('otherUserOfNorte'), await log('userOfSul')]).toEqual([404, 404])
    const { body } = await admin().ask(listReportUsage, { report_id: id })
    expect(body.data).toMatchObject([{ id, name: 'Mapa', place: host, hidden: false, views: 2, readers: 1 }])
    expect(body.data[0]?.last_view_at).toBeInstanceOf(Date)
    expect((await admin().ask(readUsage, {})).body).toMatchObject({
      views: 2,
      readers: 1,
      reports: 1,
      unread_reports: 0,
    })
    expect((await admin().ask(readUsage, { report_id: id })).body.views).toBe(2)
    expect((await portal.as('adminOfSul').ask(readUsage, {})).body).toMatchObject({ views: 0, reports: 0 })
  })
})

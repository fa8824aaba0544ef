import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { testWorker } from '#testing/jobs.ts'
import { requestOf } from '#testing/call-request.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'
import type { Call } from '#platform/contract/call.ts'
import { addRequest, denyRequest, listCatalog, listRequests } from '#features/reports/catalogs/contract.ts'
import { listAllReports, readMenu, readShelves, selectReports } from '#features/home/shelves/contract.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { searchEverything } from '#features/home/search/contract.ts'
import { chooseLanguage } from '#features/identity/sessions/contract.ts'
import { appCalls, openApp } from '#features/reports/apps/contract.ts'
import { addComment } from '#features/reports/comments/contract.ts'
import { listReportGroups, readReportGroup, updateReportGroup } from '#features/reports/groups/contract.ts'
import { listUpcoming, maintenanceCalls } from '#features/reports/maintenance/contract.ts'
import { playlistCalls, readPlaying } from '#features/reports/playlists/contract.ts'
import { readSubgroup, updateSubgroup } from '#features/reports/subgroups/contract.ts'
import { addPin, listPins } from '#features/reports/pins/contract.ts'
import { openReport } from '#features/reports/view/contract.ts'
import { reportJobs } from './jobs.ts'
import { claimDuePages, keepPages } from './store.ts'
import { duplicateReport, listReports, readReport, updateReport } from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers, products, overview] = published.reports
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')
const reader = () => portal.as(seller)

const names = { 'en-US': 'Reseller performance', es: 'Rendimiento de revendedores' }

async function giveNames(): Promise<void> {
  const { body: report } = await admin().ask(readReport, { id: resellers })
  const changed = await admin().ask(updateReport, {
    id: resellers,
    version: report.version,
    names,
    catalog_description: 'Metas',
    catalog_descriptions: { 'en-US': 'Targets' },
    show_on_catalog: 'S',
  })
  const { body: group } = await admin().ask(readReportGroup, { id: published.group })
  const { body: subgroup } = await admin().ask(readSubgroup, { id: published.subgroup })
  const both = await Promise.all([
    admin().ask(updateReportGroup, { id: group.id, version: group.version, names: { 'en-US': 'Zeta' } }),
    admin().ask(updateSubgroup, { id: subgroup.id, version: subgroup.version, names: { 'en-US': 'Monthly' } }),
  ])
  expect([changed, ...both].map(({ status }) => status)).toEqual([200, 200, 200])
}

beforeAll(async () => {
  await giveNames()
  await portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values(
        [resellers, products].map((report_id) => ({
          tenant_id,
          report_id,
          user_id: seller.id,
          roles: ['Salesperson'],
        })),
      )
      .execute(),
  )
  // The other reader keeps pt-BR.
  await reader().ask(chooseLanguage, { language: 'en-US' })
})

const listed = async (input: object = {}, client = reader()) =>
  (await client.ask(listAllReports, input)).body.data.map(({ name }) => name)

describe('the name of a report by language', () => {
  it('is shown to readers of the language in lists, menu, shelves, pickers, palette and viewer', async () => {
    expect(await listed()).toEqual(['Produtos', 'Reseller performance'])
    const menu = (await reader().ask(readMenu, {})).body
    expect(menu.groups.map(({ name, subgroups }) => [name, ...subgroups.map((each) => each.name)])).toEqual([
      ['Zeta', 'Monthly'],
    ])
    expect(menu.groups[0]?.subgroups[0]?.reports.map(({ name }) => name)).toContain('Reseller performance')
    const { latest } = (await reader().ask(readShelves, {})).body
    expect(latest.find(({ id }) => id === resellers)).toMatchObject({
      name: 'Reseller performance',
      group: 'Zeta',
      subgroup: 'Monthly',
    })
    const choices = (await reader().ask(selectReports, { for: 'home', search: 'reseller' })).body
    expect(choices).toMatchObject([{ label: 'Reseller performance', group: 'Zeta', subgroup: 'Monthly' }])
    expect((await reader().ask(searchEverything, { search: 'reseller' })).body).toMatchObject([
      { kind: 'report', name: 'Reseller performance', detail: 'Zeta › Monthly' },
    ])
    expect((await reader().ask(searchEverything, { search: 'zeta' })).body.map(({ kind }) => kind)).toEqual([
      'report',
      'report',
      'report_subgroup',
      'report_group',
    ])
    const opened = (await reader().ask(openReport, { reportId: resellers })).body
    expect(opened).toMatchObject({ name: 'Reseller performance', group: 'Zeta', subgroup: 'Monthly' })
  })

  it('is in the language of the request, whatever language the person has stored', async () => {
    const asked = async (call: Call, input: object, lang?: string) => {
      const { path, ...request } = requestOf(call, input as never)
      const { body } = await reader().send({ url: path, ...request, headers: lang === undefined ? {} : { lang } })
      return JSON.stringify(body)
    }
    const nameIn = async (lang?: string) => [
      await asked(listAllReports, {}, lang),
      await asked(listPins, {}, lang),
      await asked(openReport, { reportId: resellers }, lang),
    ]
    await reader().ask(addPin, { reportId: resellers, page: 'vendedores', visual: 'v', title: 'V', kind: 'card' })
    for (const body of await nameIn('es')) expect(body).toContain('Rendimiento de revendedores')
    for (const body of await nameIn('en-US')) expect(body).toContain('Reseller performance')
    for (const body of await nameIn()) expect(body).toContain('Reseller performance')
  })

  it('decides the order; a search finds it, and the plain name too', async () => {
    expect(await listed({ sort: 'name', order: 'desc' })).toEqual(['Reseller performance', 'Produtos'])
    expect(await listed({ search: 'performance' })).toEqual(['Reseller performance'])
    expect(await listed({ search: 'monthly' })).toHaveLength(2)
    expect(await listed({ search: 'Desempenho' })).toEqual(['Reseller performance'])
    expect(await listed({ search: 'Rendimiento' })).toEqual([])
    const choices = (await reader().ask(selectReports, { for: 'home', search: 'desempenho' })).body
    expect(choices.map(({ label }) => label)).toEqual(['Reseller performance'])
    const found = async (search: string) =>
      (await reader().ask(searchEverything, { search })).body.map(({ kind, name }) => `${kind} ${name}`)
    expect(await found('Desempenho zeta')).toEqual(['report Reseller performance'])
    expect(await found('Rendimiento')).toEqual([])
    const { name: group } = (await admin().ask(readReportGroup, { id: published.group })).body
    const { name: subgroup } = (await admin().ask(readSubgroup, { id: published.subgroup })).body
    expect(await listed({ search: group })).toHaveLength(2)
    expect(await found(group)).toContain('report_group Zeta')
    expect(await found(subgroup)).toContain('report_subgroup Monthly')
  })

  it('falls back to the plain name', async () => {
    expect(await listed({}, admin())).toEqual(['Desempenho de revendas', 'Produtos', 'Visão geral de vendas'])
    await reader().ask(chooseLanguage, { language: 'pt-PT' })
    expect(await listed()).toEqual(['Desempenho de revendas', 'Produtos'])
    await reader().ask(chooseLanguage, { language: 'es' })
    expect(await listed()).toEqual(['Produtos', 'Rendimiento de revendedores'])
    await reader().ask(chooseLanguage, { language: 'en-US' })
  })

  it('is for readers: administrators see the plain names in lists and forms', async () => {
    await admin().ask(chooseLanguage, { language: 'en-US' })
    const rows = (await admin().ask(listReports, { search: 'Desempenho' })).body.data
    expect(rows.map(({ name }) => name)).toEqual(['Desempenho de revendas'])
    expect((await admin().ask(readReport, { id: resellers })).body).toMatchObject({
      name: 'Desempenho de revendas',
      names,
      catalog_descriptions: { 'en-US': 'Targets' },
    })
    const [group] = (await admin().ask(listReportGroups, {})).body.data
    expect(group).toMatchObject({ names: { 'en-US': 'Zeta' }, subgroups: [{ names: { 'en-US': 'Monthly' } }] })
    expect(group?.name).not.toBe('Zeta')
    await admin().ask(chooseLanguage, { language: 'pt-BR' })
  })

  it('is shown in the catalog with its description, and in the notification of a decision', async () => {
    const asker = portal.as(manager)
    await asker.ask(chooseLanguage, { language: 'en-US' })
    expect((await asker.ask(listCatalog, { search: 'targets' })).body.data).toMatchObject([
      { name: 'Reseller performance', description: 'Targets', group: 'Zeta', subgroup: 'Monthly' },
    ])
    expect((await asker.ask(listCatalog, { search: 'Metas' })).body.data).toEqual([])
    expect((await asker.ask(listCatalog, { search: 'Desempenho' })).body.data).toHaveLength(1)
    const { body } = await asker.ask(addRequest, { report_id: resellers, reason: 'Preciso' })
    const [accessRequest] = (await admin().ask(listRequests, {})).body.data
    expect(accessRequest).toMatchObject({ report: 'Desempenho de revendas' })
    await admin().ask(denyRequest, { id: body.id, answer: 'Não' })
    const [notification] = (await asker.ask(listNotifications, {})).body.data
    const inEach = {
      'pt-BR': 'Desempenho de revendas',
      'en-US': 'Reseller performance',
      es: 'Rendimiento de revendedores',
      'pt-PT': 'Desempenho de revendas',
    }
    expect(notification).toMatchObject({ type: 'access_denied', facts: { report: inEach } })
    const [adminNotification] = (await admin().ask(listNotifications, {})).body.data
    expect(adminNotification).toMatchObject({ type: 'access_requested', facts: { report: inEach } })
    await asker.ask(chooseLanguage, { language: 'pt-BR' })
  })

  it('is in the notifications of a mention, and one text where no name differs', async () => {
    for (const reportId of [resellers, products])
      await admin().ask(addComment, { reportId, text: 'Olhe', mentions: [seller.id] })
    const notification = (await reader().ask(listNotifications, {})).body.data
    expect(notification.map(({ facts }) => facts['report'])).toEqual([
      'Produtos',
      expect.objectContaining({ 'en-US': 'Reseller performance', 'pt-BR': 'Desempenho de revendas' }),
    ])
  })

  it('is shown in playlists, in coming maintenance, and as the title of an app item that has the plain name', async () => {
    const grantees = { user_ids: [seller.id], group_ids: [] }
    const item = { id: randomUUID(), report_id: resellers, page: null, page_name: null, seconds: 30, repetitions: 1 }
    const playlist = await admin().ask(playlistCalls.add, {
      name: 'Nomes',
      description: null,
      items: [{ ...item, filters: [], hours: [] }],
      ...grantees,
    })
    const playing = (await reader().ask(readPlaying, { playlist_id: playlist.body.id })).body
    expect(playing.items.map(({ report }) => report)).toEqual(['Reseller performance'])

    const titles = ['Desempenho de revendas', 'Resumo da diretoria']
    const items = titles.map((title) => ({ id: randomUUID(), title, kind: 'report' as const, report_id: resellers }))
    const app = await admin().ask(appCalls.add, {
      name: 'Nomes',
      description: null,
      icon: 'chart',
      color: 'teal',
      sections: [{ id: randomUUID(), title: 'Seção', items }],
      ...grantees,
    })
    const { sections } = (await reader().ask(openApp, { id: app.body.id })).body
    expect(sections[0]?.items.map(({ title }) => title)).toEqual(['Reseller performance', 'Resumo da diretoria'])

    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await admin().ask(maintenanceCalls.add, {
      name: 'Nomes',
      message: 'Atualização',
      recurrence: 'once',
      first_day: day,
      last_day: day,
      days: [],
      from_time: '08:00',
      to_time: '09:00',
      report_ids: [resellers],
      group_ids: [],
      passes: 'managers',
      announces: 'week',
    })
    const upcoming = (await reader().ask(listUpcoming, {})).body.data
    expect(upcoming.map(({ reports }) => reports)).toEqual([['Reseller performance']])
    const [notification] = (await reader().ask(listNotifications, {})).body.data
    expect(notification).toMatchObject({
      type: 'maintenance_announced',
      facts: { report: { 'en-US': 'Reseller performance' } },
    })
  })
})

describe('names by language of a publisher', () => {
  it('an empty one is left out, a changed one is in the trail, and equal ones change nothing', async () => {
    const { body } = await admin().ask(readReport, { id: overview })
    const change = (version: number, changes: object) =>
      admin().ask(updateReport, { id: overview, version, names: changes })
    expect((await change(body.version, { 'en-US': ' ', es: null })).status).toBe(200)
    expect((await admin().ask(readReport, { id: overview })).body).toMatchObject({ names: {}, version: body.version })
    expect((await change(body.version, { es: 'Ventas', 'en-US': ' Sales ' })).status).toBe(200)
    expect((await admin().ask(readReport, { id: overview })).body.names).toEqual({ 'en-US': 'Sales', es: 'Ventas' })
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['target_name', 'changes'])
        .where('event', '=', 'report.updated')
        .where('target_id', '=', overview)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    )
    expect(entry).toEqual({
      target_name: body.name,
      changes: { names: [{}, { 'en-US': 'Sales', es: 'Ventas' }] },
    })
  })

  it('is at most 120 characters long, of a known language, and not copied with the report', async () => {
    const { body } = await admin().ask(readReport, { id: overview })
    const sent = (nameInput: object) =>
      admin().ask(updateReport, { id: overview, version: body.version, names: nameInput })
    expect((await sent({ es: 'x'.repeat(121) })).raw['errors']).toHaveProperty('names')
    expect((await sent({ 'fr-FR': 'Ventes' })).status).toBe(200)
    expect((await admin().ask(readReport, { id: overview })).body.names).toEqual({})
    const fresh = (await admin().ask(readReport, { id: resellers })).body
    const copy = await admin().ask(duplicateReport, { id: fresh.id })
    expect((await admin().ask(readReport, { id: copy.body.id })).body).toMatchObject({
      names: {},
      catalog_descriptions: { 'en-US': 'Targets' },
    })
  })
})

describe('the pages of reports', () => {
  const clear = () => portal.platform((db) => db.deleteFrom('report_page_lists').execute())
  const claim = () =>
    portal.platform(async (db) => (await claimDuePages(db)).flatMap(({ ids }) => ids).filter((id) => id === resellers))
  const page = (name: string, displayName: string | null) => ({ name, displayName, order: 0 })
  const pagesOf = (id: string) =>
    portal.platform((db) =>
      db
        .selectFrom('report_pages')
        .select(['name', 'display_name'])
        .where('report_id', '=', id)
        .orderBy('name')
        .execute(),
    )
  const set = (fields: { service_report_id?: string }) =>
    portal.platform((db) => db.updateTable('reports').set(fields).where('id', '=', resellers).execute())

  it('are claimed once, and again after a day or with another source', async () => {
    await clear()
    expect([await claim(), await claim()]).toEqual([[resellers], []])
    await portal.platform((db) =>
      db
        .updateTable('report_page_lists')
        .set({ due_at: new Date(Date.now() - 1_000) })
        .execute(),
    )
    expect([await claim(), await claim()]).toEqual([[resellers], []])
    const { service_report_id } = (await admin().ask(readReport, { id: resellers })).body
    await set({ service_report_id: randomUUID() })
    expect([await claim(), await claim()]).toEqual([[resellers], []])
    await set({ service_report_id })
    expect(await claim()).toEqual([resellers])
  })

  it('are read by a job from the service; a failing report does not stop the others and keeps its pages', async () => {
    await clear()
    await claim()
    const { service_report_id: failing } = (await admin().ask(readReport, { id: products })).body
    const service = {
      pages: (_: string, id: string) =>
        id === failing
          ? Promise.reject(new Error('no answer'))
          : Promise.resolve([page('p1', 'Mapa'), page('p2', null)]),
      outline: () =>
        Promise.resolve({ width: 1_280, height: 720, visuals: [{ type: 'card', x: 0, y: 0, width: 640, height: 72 }] }),
    }
    const embedding = {
      ask: (_: unknown, work: (client: typeof service) => unknown) => work(service),
    } as unknown as Embedding
    const jobs = reportJobs({ embedding })
    const worker = await testWorker(portal.databaseUrl, jobs)
    const [, read] = jobs
    await worker.gate.acrossTenants('test', (db) =>
      read ? worker.enqueue(db, read, { ids: [products, resellers] }, { tenantId: tenant_id }) : Promise.resolve(),
    )
    const found = [
      { name: 'p1', display_name: 'Mapa' },
      { name: 'p2', display_name: 'p2' },
    ]
    await vi.waitFor(async () => expect(await pagesOf(resellers)).toEqual(found), { timeout: 20_000, interval: 100 })
    await worker.close()
    expect(await pagesOf(products)).toEqual([])
    expect((await admin().ask(readReport, { id: resellers })).body.pages_read_at).toBeInstanceOf(Date)
    expect((await admin().ask(readReport, { id: products })).body.pages_read_at).toBeNull()
    const cover = { ratio: 1.78, visuals: [{ kind: 'card', x: 0, y: 0, width: 500, height: 100 }] }
    const listed = (await reader().ask(listAllReports, {})).body.data.find(({ id }) => id === resellers)
    expect(listed?.outline).toEqual(cover)
    // An answer about an earlier source is not stored.
    await portal.platform((db) => keepPages(db, { id: resellers, service_report_id: randomUUID() }, [], null))
    expect(await pagesOf(resellers)).toEqual(found)
  })

  it('are found by their names, in reports and pages that the person may open, and not for the report alone', async () => {
    const search = async (text: string, person = reader()) =>
      (await person.ask(searchEverything, { search: text })).body.filter(({ kind }) => kind === 'page')
    const pageName = 'Mapa · Reseller performance'
    expect(await search('mapa')).toEqual([
      { kind: 'page', id: resellers, page: 'p1', name: pageName, detail: 'Zeta › Monthly' },
    ])
    expect((await search('performance mapa')).map(({ name }) => name)).toEqual([pageName])
    expect((await search('desempenho mapa')).map(({ name }) => name)).toEqual([pageName])
    expect([await search('performance'), await search('desempenho')]).toEqual([[], []])
    // The manager has no grant of this report.
    expect(await search('mapa', portal.as(manager))).toEqual([])
    const grantPages = (pages: string[] | null) =>
      portal.platform((db) =>
        db
          .updateTable('report_grants')
          .set({ pages })
          .where('report_id', '=', resellers)
          .where('user_id', '=', seller.id)
          .execute(),
      )
    await grantPages(['p2'])
    expect(await search('mapa')).toEqual([])
    expect((await search('p2')).map(({ page: found }) => found)).toEqual(['p2'])
    expect((await search('mapa', admin())).map(({ page: found }) => found)).toEqual(['p1'])
    await grantPages(null)
    await set({ service_report_id: randomUUID() })
    expect(await search('mapa')).toEqual([])
  })

  it('a closed page stays closed when a grant to another person opens it', async () => {
    await portal.platform(async (db) => {
      const found = await db
        .selectFrom('reports')
        .select('service_report_id')
        .where('id', '=', resellers)
        .executeTakeFirstOrThrow()
      await db.updateTable('report_page_lists').set(found).where('report_id', '=', resellers).execute()
      await db
        .updateTable('report_grants')
        .set({ pages: ['p2'] })
        .where('user_id', '=', seller.id)
        .execute()
      const grant = { tenant_id, report_id: resellers, user_id: manager.id, roles: ['Salesperson'], pages: ['p1'] }
      await db.insertInto('report_grants').values(grant).execute()
    })
    const pages = async (person: typeof seller) =>
      (await portal.as(person).ask(searchEverything, { search: 'mapa' })).body.map(({ page: found }) => found)
    expect([await pages(seller), await pages(manager)]).toEqual([[], ['p1']])
  })
})

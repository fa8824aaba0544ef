// Two people of two user groups, each with a report that is granted to the group only. Every call that reads may name the own report to a
// person, and never the report of the other group (E6).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchEverything } from '#features/home/search/contract.ts'
import { listAllReports, readMenu, readShelves, selectReports } from '#features/home/shelves/contract.ts'
import { appCalls, openApp } from '#features/reports/apps/contract.ts'
import { addComment, listComments } from '#features/reports/comments/contract.ts'
import { addPin, listPins } from '#features/reports/pins/contract.ts'
import { playlistCalls, readPlaying } from '#features/reports/playlists/contract.ts'
import { logView, openReport, renewToken, setFavourite } from '#features/reports/view/contract.ts'
import { pathOfCall } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'
import { routes } from './testing/probes.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')
const [first, , second] = published.reports
const readers = [
  { who: seller, own: first, foreign: second },
  { who: manager, own: second, foreign: first },
]

let [playlist, app] = ['', '']

beforeAll(async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('report_grants').execute()
    for (const { who, own } of readers) {
      const { id: group_id } = await db
        .insertInto('user_groups')
        .values({ tenant_id, name: `Grupo de ${who.name}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('user_group_members').values({ tenant_id, group_id, user_id: who.id }).execute()
      await db
        .insertInto('report_grants')
        .values({ tenant_id, report_id: own, group_id, roles: ['Salesperson'] })
        .execute()
    }
  })
  const everybody = { user_ids: readers.map(({ who }) => who.id), group_ids: [] }
  const items = [first, second].map((report_id) => ({
    id: randomUUID(),
    report_id,
    page: null,
    page_name: null,
    seconds: 30,
    repetitions: 1,
    filters: [],
    hours: [],
  }))
  playlist = (await admin().ask(playlistCalls.add, { name: 'As duas', description: null, items, ...everybody })).body.id
  const contents = [first, second].map((report_id) => ({
    id: randomUUID(),
    title: 'Relatório',
    kind: 'report' as const,
    report_id,
  }))
  const sections = [{ id: randomUUID(), title: 'Vendas', items: contents }]
  const added = { name: 'Os dois', description: null, icon: 'chart', color: 'teal', sections, ...everybody } as const
  app = (await admin().ask(appCalls.add, added)).body.id
})

const hasSession = routes.map(({ call }) => call).filter(({ access, does }) => access !== 'anyone' && does === 'read')
/** Calls that name what a person has, when they are asked for nothing. */
const withoutInput = hasSession.filter(({ input, method }) => method === 'GET' && input.safeParse({}).success)

describe.each(readers)('E6: $who.name, who has a report by a group', ({ who, own, foreign }) => {
  const person = () => portal.as(who)

  it('opens it, and not the one of the other group', async () => {
    const open = (reportId: string) => person().ask(openReport, { reportId })
    expect([(await open(own)).status, (await open(foreign)).status]).toEqual([200, 404])
    expect((await person().ask(renewToken, { reportId: foreign })).status).toBe(404)
    await person().ask(setFavourite, { reportId: own, favorite: 'S' })
    expect((await person().ask(setFavourite, { reportId: foreign, favorite: 'S' })).status).toBe(404)
    const view = { view_id: randomUUID(), event: 'opened', load_ms: 1, render_ms: 1 } as const
    expect((await person().ask(logView, { ...view, reportId: foreign, origem: 'report' })).status).toBe(404)
  })

  it('comments it, and neither reads nor writes comments of the other', async () => {
    const write = (reportId: string) => person().ask(addComment, { reportId, text: 'Bom mês', mentions: [] })
    expect([(await write(own)).status, (await write(foreign)).status]).toEqual([200, 404])
    await admin().ask(addComment, { reportId: foreign, text: 'Só para o outro grupo', mentions: [] })
    expect((await person().ask(listComments, { reportId: foreign })).body.data).toEqual([])
    expect(JSON.stringify((await person().ask(listComments, { reportId: own })).body.data)).toContain('Bom mês')
  })

  it('pins its visuals, and none of the other', async () => {
    const pin = (reportId: string) =>
      person().ask(addPin, { reportId, page: 'p', visual: 'v', kind: 'card', title: 'Vendas' })
    expect([(await pin(own)).status, (await pin(foreign)).status]).toEqual([200, 404])
    expect((await person().ask(listPins, {})).body.map(({ report_id }) => report_id)).toEqual([own])
  })

  it('sees it in a playlist and an app of both, and not the other', async () => {
    const { items } = (await person().ask(readPlaying, { playlist_id: playlist })).body
    expect(items.map(({ report_id }) => report_id)).toEqual([own])
    const opened = JSON.stringify((await person().ask(openApp, { id: app })).body)
    expect([opened.includes(own), opened.includes(foreign)]).toEqual([true, false])
  })

  it('is told of it by the lists and the search, and by no call of the other', async () => {
    for (const call of [readMenu, readShelves, listAllReports, selectReports] as const) {
      expect(JSON.stringify((await person().send({ method: 'GET', url: pathOfCall(call) })).raw)).toContain(own)
    }
    const found = JSON.stringify((await person().ask(searchEverything, { search: 'vendas' })).body)
    expect([found.includes(own), found.includes(foreign)]).toEqual([true, false])
    const told: string[] = []
    let answers = 0
    for (const call of withoutInput) {
      const answer = await person().send({ method: 'GET', url: pathOfCall(call) })
      if (answer.status !== 200) continue
      answers += 1
      if (JSON.stringify(answer.raw).includes(foreign)) told.push(call.path)
    }
    expect(told).toEqual([])
    // Most calls need input, or more than a reader's rights.
    expect(answers).toBeGreaterThan(20)
  })
})

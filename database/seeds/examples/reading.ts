// Examples for readers: names in each language, playlists, an app, an external report, tags, favourites, views, comments and the catalog.
import { randomBytes, randomUUID } from 'node:crypto'
import { languages } from '#catalogue/languages.ts'
import type { AppSection } from '#features/reports/apps/contract.ts'
import type { PlaylistItem } from '#features/reports/playlists/contract.ts'
import type { ExampleUnit, Report } from './unit.ts'
import * as words from './words.ts'

const json = JSON.stringify

/** A page that may be framed by anybody, so that the example also works where it is not online in a moment. */
const mapHost = 'www.openstreetmap.org'
const maps: Record<string, string> = {
  'aw-brasil': '-46.70,-23.60,-46.58,-23.51',
  'aw-us': '-122.40,47.55,-122.26,47.66',
  lisboa: '-9.20,38.69,-9.09,38.76',
  madrid: '-3.75,40.38,-3.64,40.46',
}

export async function addReadingExamples(unit: ExampleUnit): Promise<void> {
  const { reports } = unit
  if (!reports) return
  const playlistIds = await addPlaylists(unit, reports)
  const map = `https://${mapHost}/export/embed.html?bbox=${maps[unit.subdomain] ?? maps['aw-brasil']}&layer=mapnik`
  await addExternalReport(unit, map)
  await addApp(unit, reports, { playlistId: playlistIds.lobby, map })
  await addTags(unit, reports)
  await addOwnThings(unit, reports)
  await addComments(unit, reports.sales)
  await addRequests(unit, reports)
}

type Reports = NonNullable<ExampleUnit['reports']>

const slide = (report: Report, page: string, page_name: string, seconds: number): PlaylistItem => ({
  id: randomUUID(),
  report_id: report.id,
  page,
  page_name,
  seconds,
  repetitions: 1,
  filters: [],
  hours: [],
})

const workingHours = ([1, 2, 3, 4, 5] as const).map((day) => ({ day, from: '08:00', to: '18:00' }))

async function addPlaylists(unit: ExampleUnit, { sales, resellers }: Reports): Promise<{ lobby: string }> {
  const { db, id: tenant_id, admin, groups, say, at, audit } = unit
  const { summary, shop, territories, people } = words.pages
  const contents = {
    lobby: [
      { ...slide(sales, 'resumo', say(summary), 30), hours: workingHours },
      { ...slide(sales, 'lojaOnline', say(shop), 20), hours: workingHours },
      slide(resellers, 'territorios', say(territories), 30),
    ],
    meeting: [
      slide(resellers, 'vendedores', say(people), 120),
      {
        ...slide(sales, 'resumo', say(summary), 60),
        filters: [{ table: 'Date', column: 'Year', values: ['2013'] }],
      },
    ],
  }
  const ids = { lobby: randomUUID(), meeting: randomUUID() }
  for (const key of ['lobby', 'meeting'] as const) {
    const { name, description } = words.playlists[key]
    const created_at = at(key === 'lobby' ? 24 : 10, '10:12')
    await db
      .insertInto('playlists')
      .values({
        tenant_id,
        id: ids[key],
        name: say(name),
        description: say(description),
        items: json(contents[key]),
        owner_id: admin.id,
        created_at,
      })
      .execute()
    await db
      .insertInto('playlist_grants')
      .values(groups.map((group) => ({ tenant_id, playlist_id: ids[key], group_id: group.id })))
      .execute()
    const target = { type: 'playlist', id: ids[key], name: say(name) }
    audit({ at: created_at, actor: admin, event: 'playlist.added', target, after: { name: say(name) } })
  }
  await db
    .insertInto('playlist_screens')
    .values({
      tenant_id,
      playlist_id: ids.lobby,
      name: say(words.playlists.lobby.screen),
      paired: true,
      token_hash: randomBytes(32),
      created_at: at(24, '10:20'),
      last_seen_at: at(1, '17:58'),
      shown_item: contents.lobby[0]?.id ?? null,
    })
    .execute()
  return ids
}

async function addExternalReport(unit: ExampleUnit, address: string): Promise<void> {
  const { db, id: tenant_id, admin, groups, say, at, audit } = unit
  const [id, name, created_at] = [randomUUID(), say(words.external.name), at(18, '15:40')]
  await db
    .updateTable('settings')
    .set({ external_hosts: [mapHost] })
    .where('tenant_id', '=', tenant_id)
    .execute()
  await db
    .insertInto('external_reports')
    .values({ tenant_id, id, name, description: say(words.external.description), address, created_at })
    .execute()
  await db
    .insertInto('external_report_grants')
    .values(groups.map((group) => ({ tenant_id, report_id: id, group_id: group.id })))
    .execute()
  const target = { type: 'external_report', id, name }
  audit({ at: created_at, actor: admin, event: 'external_report.added', target, after: { name, address } })
}

async function addApp(
  unit: ExampleUnit,
  { sales, resellers }: Reports,
  { playlistId, map }: { playlistId: string; map: string },
): Promise<void> {
  const { db, id: tenant_id, admin, groups, say, at, audit } = unit
  const { app, pages, playlists } = words
  const [id, name, created_at] = [randomUUID(), say(app.name), at(20, '11:05')]
  const item = () => ({ id: randomUUID() })
  const sections: AppSection[] = [
    {
      ...item(),
      title: say(app.figures),
      items: [
        { ...item(), kind: 'report', title: sales.name, report_id: sales.id },
        {
          ...item(),
          kind: 'page',
          title: say(pages.territories),
          report_id: resellers.id,
          page: 'territorios',
          page_name: say(pages.territories),
        },
        { ...item(), kind: 'playlist', title: say(playlists.lobby.name), playlist_id: playlistId },
      ],
    },
    {
      ...item(),
      title: say(app.more),
      items: [
        { ...item(), kind: 'html', title: say(app.guide), html: say(app.guideHtml) },
        { ...item(), kind: 'embedded', title: say(app.map), address: map },
        {
          ...item(),
          kind: 'link',
          title: say(app.link),
          address: 'https://learn.microsoft.com/sql/samples/adventureworks-install-configure',
        },
      ],
    },
  ]
  await db
    .insertInto('apps')
    .values({
      tenant_id,
      id,
      name,
      description: say(app.description),
      icon: 'chart',
      color: 'teal',
      sections: json(sections),
      created_at,
    })
    .execute()
  await db
    .insertInto('app_grants')
    .values(groups.map((group) => ({ tenant_id, app_id: id, group_id: group.id })))
    .execute()
  audit({ at: created_at, actor: admin, event: 'app.added', target: { type: 'app', id, name }, after: { name } })
}

async function addTags(unit: ExampleUnit, { sales, resellers }: Reports): Promise<void> {
  const { db, id: tenant_id, say, at } = unit
  const reportsOf = [[sales.id, resellers.id], [sales.id]]
  for (const [index, { name, color }] of words.tags.entries()) {
    const id = randomUUID()
    await db
      .insertInto('tags')
      .values({ tenant_id, id, name: say(name), color, created_at: at(26, '09:15') })
      .execute()
    const tagged = (reportsOf[index] ?? []).map((report_id) => ({ tenant_id, report_id, tag_id: id }))
    await db.insertInto('report_tags').values(tagged).execute()
  }
}

/** What people keep for themselves: favourites, and a named view of a report. */
async function addOwnThings(unit: ExampleUnit, { sales, resellers, products }: Reports): Promise<void> {
  const { db, id: tenant_id, admin, lead, reader, colleague, say, at } = unit
  const favourites = [
    [admin, sales],
    [admin, products],
    [lead, resellers],
    [reader, resellers],
    [colleague, sales],
  ] as const
  const values = favourites.map(([person, report], index) => ({
    tenant_id,
    user_id: person.id,
    report_id: report.id,
    created_at: at(15 - index, '14:30'),
  }))
  await db
    .insertInto('favourites')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const year = {
    $schema: 'http://powerbi.com/product/schema#basic',
    target: { table: 'Date', column: 'Year' },
    operator: 'In',
    values: [2013],
    filterType: 1,
    requireSingleSelection: false,
  }
  const viewOf = (person: { id: string }) => ({
    tenant_id,
    report_id: resellers.id,
    user_id: person.id,
    name: say(words.savedView),
    page: 'vendedores',
    filters: json([]),
    slicers: json([{ visual: 'ano', state: { filters: [year] } }]),
    created_at: at(9, '16:45'),
  })
  const owners = [...new Map([lead, reader, admin].map((person) => [person.id, person])).values()]
  await db.insertInto('report_saved_views').values(owners.map(viewOf)).execute()
}

async function addComments(unit: ExampleUnit, sales: Report): Promise<void> {
  const { db, id: tenant_id, admin, colleague, say, at } = unit
  const writers = [colleague, admin]
  const values = words.comments.map((text, index) => ({
    tenant_id,
    report_id: sales.id,
    user_id: (writers[index] ?? admin).id,
    page: 'resumo',
    page_name: say(words.pages.summary),
    text: say(text),
    created_at: at(6 - index, index === 0 ? '11:24' : '08:50'),
  }))
  await db.insertInto('report_comments').values(values).execute()
}

/** The catalog, and two requests of people who may not open a report. In units where everybody reads everything nobody requests. */
async function addRequests(unit: ExampleUnit, { sales, products }: Reports): Promise<void> {
  const { db, id: tenant_id, admin, reader, lead, say, at, audit } = unit
  for (const report of [sales, products]) {
    const description = report === sales ? words.catalog : null
    await db
      .updateTable('reports')
      .set({
        show_on_catalog: true,
        catalog_description: description && say(description),
        catalog_descriptions: json(description ?? {}),
      })
      .where('id', '=', report.id)
      .execute()
  }
  const opens = await db
    .selectFrom('report_grants as g')
    .innerJoin('user_group_members as m', 'm.group_id', 'g.group_id')
    .select(['m.user_id', 'g.report_id'])
    .where('g.tenant_id', '=', tenant_id)
    .execute()
  const mayOpen = (userId: string, reportId: string) =>
    opens.some((grant) => grant.user_id === userId && grant.report_id === reportId)
  if (!mayOpen(reader.id, sales.id)) {
    // Not yet so old that the administrators are reminded of it.
    const created_at = at(1, '15:12')
    await db
      .insertInto('access_requests')
      .values({
        tenant_id,
        report_id: sales.id,
        user_id: reader.id,
        reason: say(words.requests.waiting),
        created_at,
      })
      .execute()
    const target = { type: 'access_request', id: sales.id, name: sales.name }
    audit({ at: created_at, actor: reader, event: 'access_request.added', target })
  }
  if (!mayOpen(lead.id, products.id)) {
    const [requestedAt, settled_at] = [at(13, '10:02'), at(12, '09:20')]
    await db
      .insertInto('access_requests')
      .values({
        tenant_id,
        report_id: products.id,
        user_id: lead.id,
        reason: say(words.requests.denied),
        state: 'denied',
        answer: say(words.requests.answer),
        decided_by: admin.id,
        settled_at,
        created_at: requestedAt,
      })
      .execute()
    const target = { type: 'access_request', id: products.id, name: products.name }
    audit({ at: requestedAt, actor: lead, event: 'access_request.added', target })
    audit({ at: settled_at, actor: admin, event: 'access_request.denied', target })
  }
}

/** Names of groups, subgroups and reports in every language. `places`: the names of one report by language. */
export async function nameInEachLanguage(
  { db, id: tenant_id, language }: ExampleUnit,
  placesIn: (language: string) => { name: string; group: string; subgroup: string; description: string }[],
): Promise<void> {
  const own = placesIn(language)
  const inAll = (part: 'name' | 'group' | 'subgroup', index: number) =>
    json(Object.fromEntries(languages.map((each) => [each, placesIn(each)[index]?.[part] ?? ''])))
  for (const [index, { name, group, subgroup }] of own.entries()) {
    const ofUnit = { tenant_id }
    await db
      .updateTable('reports')
      .set({ names: inAll('name', index) })
      .where('tenant_id', '=', ofUnit.tenant_id)
      .where('name', '=', name)
      .execute()
    await db
      .updateTable('report_groups')
      .set({ names: inAll('group', index) })
      .where('tenant_id', '=', ofUnit.tenant_id)
      .where('name', '=', group)
      .execute()
    await db
      .updateTable('report_subgroups')
      .set({ names: inAll('subgroup', index) })
      .where('tenant_id', '=', ofUnit.tenant_id)
      .where('name', '=', subgroup)
      .execute()
  }
}

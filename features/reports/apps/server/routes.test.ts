import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { listAudit } from '#features/operations/audit/contract.ts'
import { openReport, renewToken } from '#features/reports/view/contract.ts'
import { playlistCalls } from '#features/reports/playlists/contract.ts'
import {
  addAppPicture,
  appCalls,
  type AppItem,
  type AppSection,
  checkAppHtml,
  listAppPages,
  listOpenableApps,
  longestPage,
  openApp,
  previewApp,
  readMissingAccess,
  selectAppContents,
} from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers, products] = published.reports
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')

type ContentInput = AppItem extends infer Item ? (Item extends AppItem ? Omit<Item, 'id' | 'title'> : never) : never
const section = (...items: ContentInput[]): AppSection => ({
  id: randomUUID(),
  title: 'Seção',
  items: items.map((item) => ({ id: randomUUID(), title: item.kind, ...item })),
})

type Fields = SentOf<typeof appCalls.add>
let count = 0
const fields = (more: Partial<Fields> = {}): Fields => {
  count += 1
  const plain = { name: `App ${count}`, description: null, icon: 'chart', color: 'teal' } as const
  return { ...plain, sections: [], user_ids: [], group_ids: [], ...more }
}

async function added(more: Partial<Fields> = {}): Promise<string> {
  const { status, body } = await admin().ask(appCalls.add, fields(more))
  expect(status).toBe(200)
  return body.id
}

const opened = async (id: string) => {
  const { body } = await portal.as(seller).ask(openApp, { id })
  return body.sections.map(({ items }) => items.map(({ kind }) => kind))
}

const sendPicture = (bytes: Buffer, caller: Parameters<typeof portal.as>[0] = 'adminOfNorte') => {
  const { body, headers } = uploadOf({ kind: 'picture' }, bytes)
  return portal.as(caller).send({ method: 'POST', url: `/api/${addAppPicture.path}`, body, headers })
}
const newPicture = async () => String((await sendPicture(await picture('png'))).raw['path'])

/** The addresses of the pictures in the pages of an app. */
const picturesOf = (sections: readonly AppSection[]) =>
  [...JSON.stringify(sections).matchAll(/src=\\"([^"\\]+)/g)].map(([, source = '']) => source.replaceAll('&amp;', '&'))

const statusOf = async (url: string, host = 'norte.localhost') =>
  (await portal.portal.app.inject({ method: 'GET', url, headers: { host } })).statusCode

/** Whether a text uses each uploaded picture; null: the picture is removed. */
const used = (...addresses: string[]) =>
  portal.platform(async (db) => {
    const found = await db.selectFrom('files').select(['path', 'used']).execute()
    return addresses.map((address) => found.find(({ path }) => address.includes(path))?.used ?? null)
  })

beforeAll(async () => {
  await portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({ tenant_id, report_id: resellers, user_id: seller.id, roles: ['Salesperson'] })
      .execute(),
  )
})

describe('apps', () => {
  it('keep sections with items of every kind, and read them back', async () => {
    const playlist = await admin().ask(playlistCalls.add, {
      name: 'Do app',
      description: null,
      items: [],
      user_ids: [],
      group_ids: [],
    })
    const sections = [
      section(
        { kind: 'report', report_id: resellers },
        { kind: 'page', report_id: products, page: 'ReportSection1', page_name: 'Produtos' },
        { kind: 'playlist', playlist_id: playlist.body.id },
        { kind: 'link', address: 'https://example.com/' },
        { kind: 'html', html: '<h1 style="color:red">Olá</h1>' },
        { kind: 'embedded', address: 'https://erp.example.com/' },
      ),
    ]
    const id = await added({ sections, user_ids: [seller.id] })
    const { body } = await admin().ask(appCalls.read, { id })
    expect(body.sections).toEqual(sections)
    expect([body.items, body.people.map((person) => person.id)]).toEqual([6, [seller.id]])
    const reports = { [resellers]: 'Desempenho de revendas', [products]: 'Produtos' }
    expect(body.contents).toEqual({ ...reports, [playlist.body.id]: 'Do app' })
  })

  it('name the reports that readers of the app may not open, with the number of these readers', async () => {
    const sections = [section({ kind: 'report', report_id: resellers }, { kind: 'report', report_id: products })]
    const missing = async (user_ids: string[]) => {
      const id = await added({ sections, user_ids })
      return (await admin().ask(readMissingAccess, { id })).body
    }
    const { id: reader } = manager
    const closed = { id: products, name: 'Produtos' }
    // The seller may open the report of resellers; an administrator may open every report.
    expect(await missing([seller.id, people.adminOfNorte.id])).toEqual({
      people: 1,
      reports: [{ ...closed, people: 1 }],
    })
    expect(await missing([seller.id, reader])).toEqual({
      people: 2,
      reports: [
        { id: resellers, name: 'Desempenho de revendas', people: 1 },
        { ...closed, people: 2 },
      ],
    })
    expect(await missing([])).toEqual({ people: 0, reports: [] })
    const id = await added({ sections, user_ids: [reader] })
    expect((await portal.as('adminOfSul').ask(readMissingAccess, { id })).status).toBe(404)
    expect((await portal.as(seller).ask(readMissingAccess, { id })).status).toBe(403)
  })

  it('name the records of their items, and leave out removed records', async () => {
    const playlist = await admin().ask(playlistCalls.add, {
      name: 'Passageira',
      description: null,
      items: [],
      user_ids: [],
      group_ids: [],
    })
    const playlist_id = playlist.body.id
    const id = await added({
      sections: [section({ kind: 'playlist', playlist_id }, { kind: 'report', report_id: resellers })],
    })
    const readContents = async () => (await admin().ask(appCalls.read, { id })).body.contents
    expect(await readContents()).toEqual({ [playlist_id]: 'Passageira', [resellers]: 'Desempenho de revendas' })
    await admin().ask(playlistCalls.remove, { id: playlist_id })
    expect(await readContents()).toEqual({ [resellers]: 'Desempenho de revendas' })
  })

  it('Z4: give no right to the reports of their items; a reader sees the items that they may open', async () => {
    const playlist = await admin().ask(playlistCalls.add, {
      name: 'Alheia',
      description: null,
      items: [],
      user_ids: [],
      group_ids: [],
    })
    const sections = [
      section({ kind: 'report', report_id: resellers }, { kind: 'report', report_id: products }),
      section({ kind: 'playlist', playlist_id: playlist.body.id }),
      section({ kind: 'link', address: 'https://example.com/' }),
    ]
    const id = await added({ sections, user_ids: [seller.id] })
    expect(await opened(id)).toEqual([['report'], ['link']])
    const { body } = await admin().ask(playlistCalls.read, { id: playlist.body.id })
    await admin().ask(playlistCalls.update, { id: body.id, version: body.version, user_ids: [seller.id] })
    expect(await opened(id)).toEqual([['report'], ['playlist'], ['link']])
  })

  it('T1, Z4: are previewed as their first reader, with the items that this person may open', async () => {
    const sections = [section({ kind: 'report', report_id: resellers }, { kind: 'report', report_id: products })]
    const id = await added({ sections, user_ids: [seller.id] })
    const setProfile = (profile: string) =>
      portal.platform((db) => db.updateTable('memberships').set({ profile }).where('user_id', '=', seller.id).execute())
    const preview = async () => {
      const { body } = await admin().ask(previewApp, { id })
      return [body.reader?.id ?? null, body.sections.flatMap(({ items }) => items.map(({ title }) => title)).length]
    }
    expect(await preview()).toEqual([seller.id, 1])
    // An administrator is no reader, and without one nothing is shown.
    await setProfile('admin')
    expect(await preview()).toEqual([null, 0])
    await setProfile('user')
    expect((await portal.as(seller).ask(previewApp, { id })).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(previewApp, { id })).status).toBe(404)
  })

  it('Z1, T2: are opened only by people with a grant', async () => {
    const group = await portal.platform(async (db) => {
      const made = await db
        .insertInto('user_groups')
        .values({ tenant_id, name: 'Apps' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('user_group_members').values({ tenant_id, group_id: made.id, user_id: seller.id }).execute()
      return made.id
    })
    const [ownApp, none] = [await added({ group_ids: [group] }), await added()]
    const ids = (await portal.as(seller).ask(listOpenableApps, {})).body.data.map(({ id }) => id)
    expect([ids.includes(ownApp), ids.includes(none)]).toEqual([true, false])
    expect((await portal.as(seller).ask(openApp, { id: none })).status).toBe(404)
    expect((await portal.as('adminOfLeste').ask(openApp, { id: ownApp })).status).toBe(404)
    expect((await portal.as(seller).ask(appCalls.list, {})).status).toBe(403)
    expect((await portal.as(seller).ask(appCalls.add, fields())).status).toBe(403)
  })

  it('T2: refuse reports, playlists and people of another business unit', async () => {
    const wrong = [
      fields({ sections: [section({ kind: 'report', report_id: randomUUID() })] }),
      fields({ sections: [section({ kind: 'playlist', playlist_id: randomUUID() })] }),
      fields({ user_ids: [people.userOfLeste.id] }),
    ]
    for (const app of wrong) expect((await admin().ask(appCalls.add, app)).status).toBe(404)
  })

  it('refuse scripts in HTML, addresses without https, and items with the same id', async () => {
    const script = await admin().ask(
      appCalls.add,
      fields({ sections: [section({ kind: 'html', html: '<script>1</script>' })] }),
    )
    expect([script.status, script.raw['key']]).toEqual([400, 'app_html_refused'])
    for (const url of ['http://example.com/', 'javascript:alert(1)', 'https://user:pw@example.com/', '']) {
      const { status } = await admin().ask(
        appCalls.add,
        fields({ sections: [section({ kind: 'embedded', address: url })] }),
      )
      expect(status).toBe(400)
    }
    const same = section({ kind: 'link', address: 'https://example.com/' })
    expect((await admin().ask(appCalls.add, fields({ sections: [same, same] }))).status).toBe(400)
  })

  it('U2: take JPG and PNG pictures for their pages, and nothing else', async () => {
    for (const format of ['png', 'jpeg'] as const) expect((await sendPicture(await picture(format))).status).toBe(200)
    for (const format of ['webp', 'gif'] as const)
      expect((await sendPicture(await picture(format))).raw).toMatchObject({ message: 'Only JPG and PNG images.' })
    expect((await sendPicture(await picture('png'), seller)).status).toBe(403)
  })

  it('T1, U2: show the pictures of their pages by signed addresses, to their business unit, while a page uses them', async () => {
    const [first, second] = await Promise.all([newPicture(), newPicture()])
    const page = (...paths: string[]) => [
      section({ kind: 'html', html: paths.map((path) => `<img src="${path}" alt="Foto">`).join('') }),
    ]
    const id = await added({ sections: page(first), user_ids: [seller.id] })
    const shown = (await portal.as(seller).ask(openApp, { id })).body.sections
    const [address = ''] = picturesOf(shown)
    expect(address).toMatch(/^\/storage\/private\/[\w/.-]+\?e=\d+&s=/)
    expect(picturesOf((await admin().ask(appCalls.read, { id })).body.sections)).toHaveLength(1)
    expect(await statusOf(address)).toBe(200)
    expect(await statusOf(address, 'sul.localhost')).toBe(404)
    expect(await statusOf(address.split('?')[0] ?? '')).toBe(404)

    // The page of another app cannot use the picture of this one.
    expect((await admin().ask(appCalls.add, fields({ sections: page(first) }))).raw).toMatchObject({
      errors: { sections: expect.any(String) },
    })
    const again = await admin().ask(appCalls.update, { id, version: 1, sections: page(first) })
    expect(again.status).toBe(200)
    expect(await used(first, second)).toEqual([true, false])
    await admin().ask(appCalls.update, { id, version: 2, sections: page(second) })
    expect(await used(first, second)).toEqual([null, true])
    await admin().ask(appCalls.remove, { id })
    expect(await used(first, second)).toEqual([null, null])
  })

  it('U2: neither remove another file that an older page mentions, nor sign the path of a document in its words', async () => {
    const file = (name: string) => `private/${tenant_id}/${name.padEnd(22, 'x')}`
    const [cover, document] = [`${file('cover')}.webp`, `${file('document')}.bin`]
    const html = `<img src="/storage/${cover}" alt=""><p>Veja src="/storage/${document}"</p>`
    const id = await added({ user_ids: [seller.id] })
    await portal.platform(async (db) => {
      const { partner_id } = await db
        .selectFrom('tenants')
        .select('partner_id')
        .where('id', '=', tenant_id)
        .executeTakeFirstOrThrow()
      const kept = { partner_id, tenant_id, kind: 'report.cover', bytes: 1, used: true }
      await db
        .insertInto('files')
        .values({ ...kept, path: cover })
        .execute()
      const sections = JSON.stringify([section({ kind: 'html', html })])
      await db.updateTable('apps').set({ sections }).where('id', '=', id).execute()
    })
    expect(JSON.stringify((await portal.as(seller).ask(openApp, { id })).body.sections)).toContain(`${document}\\"`)
    await admin().ask(appCalls.update, { id, version: 1, sections: [] })
    expect(await used(cover)).toEqual([true])
  })

  it('are answered and saved again when the signatures of pictures make a page longer than its limit', async () => {
    const filled = (html: string) => `<p>${'a'.repeat(longestPage - html.length - '<p></p>'.length)}</p>${html}`
    const path = (await newPicture()).split('?')[0]
    const html = filled(`<img src="${path}" alt="" />`)
    const id = await added({ sections: [section({ kind: 'html', html })], user_ids: [seller.id] })
    const { body: shown } = await portal.as(seller).ask(openApp, { id })
    expect(picturesOf(shown.sections)[0]).toMatch(/\?e=\d+&s=/)
    const { body: read } = await admin().ask(appCalls.read, { id })
    const again = await admin().ask(appCalls.update, { id, version: read.version, sections: read.sections })
    expect(again.status).toBe(200)
    const tooLong = section({ kind: 'html', html: `${filled('')}b` })
    expect((await admin().ask(appCalls.add, fields({ sections: [tooLong] }))).status).toBe(400)
  })

  it('answer imported HTML cleaned, and say what is refused', async () => {
    const clean = await admin().ask(checkAppHtml, { html: '<h1 class="x" style="color:#ff0000">Olá</h1>' })
    expect(clean.body.html).toBe('<h1 style="color:#ff0000">Olá</h1>')
    const { raw } = await admin().ask(checkAppHtml, { html: '<img src="https://example.com/a.png">' })
    expect(raw).toMatchObject({ key: 'html_image' })
  })

  it('are changed with a version and an audit entry, and not without a change', async () => {
    const id = await added({ name: 'Auditado' })
    await admin().ask(appCalls.update, { id, version: 1, name: 'Auditado', user_ids: [] })
    expect((await admin().ask(appCalls.update, { id, version: 1, color: 'red' })).status).toBe(200)
    expect((await admin().ask(appCalls.update, { id, version: 1, color: 'blue' })).raw['key']).toBe('stale_version')
    await admin().ask(appCalls.remove, { id })
    const { body } = await admin().ask(listAudit, { search: 'Auditado' })
    expect(body.data.map(({ event }) => event)).toEqual(['app.removed', 'app.updated', 'app.added'])
  })

  it('offer reports with their groups, playlists, and the pages of a report', async () => {
    const reports = await admin().ask(selectAppContents, { kind: 'report', search: 'revendas' })
    expect(reports.body).toEqual([{ value: resellers, label: 'Desempenho de revendas', place: 'Vendas › Geral' }])
    const playlists = await admin().ask(selectAppContents, { kind: 'playlist', search: 'do app' })
    expect(playlists.body.map(({ label }) => label)).toEqual(['Do app'])
    const pages = await admin().ask(listAppPages, { report_id: resellers })
    expect(pages.body.map(({ display_name }) => display_name)).toContain('Vendedores')
  })

  it('U3: the page’s policy allows the hosts of its own embedded applications, only at the host of its business unit', async () => {
    const embedded = (url: string) => ({ kind: 'embedded' as const, address: url })
    const id = await added({
      sections: [
        section(embedded('https://CRM.example/a?b=1'), embedded('https://erp.example:8443'), {
          kind: 'report',
          report_id: resellers,
        }),
        section(embedded('https://crm.example/b'), { kind: 'link', address: 'https://link.example/' }),
      ],
    })
    const other = await added({ sections: [section(embedded('https://other.example/'))] })
    const hosts = (label: string, host: string) =>
      portal.platform(async (db) => {
        const { rows } = await sql<{
          hosts: Record<string, string[]>
        }>`select app.app_hosts(${label}, ${host}) as hosts`.execute(db)
        return rows[0]?.hosts
      })
    expect((await hosts('norte', 'norte.localhost'))?.[id]).toEqual(['crm.example', 'erp.example:8443'])
    expect((await hosts('norte', 'norte.localhost'))?.[other]).toEqual(['other.example'])
    expect((await hosts('sul', 'sul.localhost'))?.[id]).toBeUndefined()
  })
})

describe('the hidden screen of reports', () => {
  const hide = (...hidden_menu: string[]) =>
    portal.platform((db) => db.updateTable('tenants').set({ hidden_menu }).where('id', '=', tenant_id).execute())

  it('Z1: refuses a report, unless it is in an app that the person may open', async () => {
    const openings = async () => {
      const calls = [
        portal.as(seller).ask(openReport, { reportId: resellers }),
        portal.as(seller).ask(renewToken, { reportId: resellers }),
      ]
      return (await Promise.all(calls)).map(({ status, raw }) => [status, raw['key']])
    }
    const refused = [403, 'no_page_permission']
    const shown = [200, undefined]
    await portal.platform((db) => db.deleteFrom('apps').execute())
    expect(await openings()).toEqual([shown, shown])
    await hide('{id}/reports/view')
    expect(await openings()).toEqual([refused, refused])
    await added({ sections: [section({ kind: 'report', report_id: resellers })] })
    expect(await openings()).toEqual([refused, refused])
    await added({ sections: [section({ kind: 'report', report_id: resellers })], user_ids: [seller.id] })
    expect(await openings()).toEqual([shown, shown])
    await hide('{id}/reports/view', '{id}/apps/view')
    expect(await openings()).toEqual([refused, refused])
    await hide()
  })
})

import { describe, expect, it } from 'vitest'
import { type CustomKind, customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { addUserGroup } from '#features/people/groups/contract.ts'
import { tagCalls } from '#features/reports/tags/contract.ts'
import { listAllReports, listUsedTags } from '#features/home/shelves/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { masterInNorte, people, type PersonName, tenants } from '#testing/world.ts'
import { readKnown, searchEverything } from '../contract.ts'

const portal = testPortal()
const find = async (person: PersonName, search: string) =>
  (await portal.as(person).ask(searchEverything, { search })).body
const namesOf = (found: { kind: string; name: string }[], kind = 'report') =>
  found.filter((each) => each.kind === kind).map(({ name }) => name)

/** Adds a report group with one subgroup. */
async function shelf(admin: PersonName, group: string, subgroup: string): Promise<{ group: string; subgroup: string }> {
  const asker = portal.as(admin)
  const made = await asker.ask(addReportGroup, { name: group })
  const inside = await asker.ask(addSubgroup, { name: subgroup, group_id: made.body.id })
  return { group: made.body.id, subgroup: inside.body.id }
}

const publish = (tenant: keyof typeof tenants, subgroup: string, name: string, hidden = false) =>
  portal.platform((db) => publishInto(db, tenants[tenant], subgroup, { name, hidden }))

const grant = (report: string, user: string) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id: tenants.norte.id, report_id: report, user_id: user }).execute(),
  )

describe('the search of the command palette', () => {
  it('ranks start of name, start of word, anywhere in the name, then groups; ignores case and accents', async () => {
    const { subgroup } = await shelf('adminOfNorte', 'Finanças', 'Balanço')
    for (const name of ['Prévia da Ação', 'Reação química', 'Acao geral', 'Outra coisa']) {
      await publish('norte', subgroup, name)
    }
    expect(namesOf(await find('adminOfNorte', 'ACÃO'))).toEqual(['Acao geral', 'Prévia da Ação', 'Reação química'])
    expect(namesOf(await find('adminOfNorte', 'financas'))).toHaveLength(4)
    expect(namesOf(await find('adminOfNorte', '  geral   balanco '))).toEqual(['Acao geral'])
    expect(await find('adminOfNorte', 'geral leste')).toEqual([])
  })

  it('matches %, _ and \\ literally', async () => {
    const { subgroup } = await shelf('adminOfNorte', 'Sinais', 'Percentuais')
    await publish('norte', subgroup, 'Margem 100%_\\')
    for (const sign of ['%', '_', '\\', '100%_\\']) {
      expect(namesOf(await find('adminOfNorte', sign)), sign).toEqual(['Margem 100%_\\'])
    }
  })

  it('returns at most five results per kind', async () => {
    const { subgroup } = await shelf('adminOfSul', 'Muitos', 'Todos')
    for (let index = 0; index < 7; index += 1) await publish('sul', subgroup, `Série ${index}`)
    expect(namesOf(await find('adminOfSul', 'serie'))).toEqual(['Série 0', 'Série 1', 'Série 2', 'Série 3', 'Série 4'])
  })

  it('finds reports, groups, people and user groups; `detail` has the groups of a report and the e-mail of a person', async () => {
    const { group, subgroup } = await shelf('adminOfNorte', 'Zebra', 'Listras')
    const report = await publish('norte', subgroup, 'Zebra em números')
    const { body } = await portal
      .as('adminOfNorte')
      .ask(addUserGroup, { name: 'Zebra fãs', description: 'Todos', member_ids: [] })
    expect(await find('adminOfNorte', 'zebra')).toEqual([
      { kind: 'report', id: report, name: 'Zebra em números', page: null, detail: 'Zebra › Listras' },
      { kind: 'report_subgroup', id: subgroup, name: 'Listras', page: null, detail: 'Zebra' },
      { kind: 'report_group', id: group, name: 'Zebra', page: null, detail: null },
      { kind: 'user_group', id: body.id, name: 'Zebra fãs', page: null, detail: 'Todos' },
    ])
    const { userOfNorte } = people
    // The domain of all e-mail addresses.
    expect(await find('adminOfNorte', 'example')).toEqual([])
    expect(await find('adminOfNorte', 'ugo.norte@')).toEqual([
      { kind: 'user', id: userOfNorte.id, name: userOfNorte.name, page: null, detail: userOfNorte.email },
    ])
  })

  it('V1: finds apps, playlists and alerts by name, for a reader only those that were granted', async () => {
    const tenant_id = tenants.norte.id
    const [granted = '', closed = '', playlist = ''] = await portal.platform(async (db) => {
      const app = { tenant_id, icon: 'chart', color: 'teal' }
      const apps = await db
        .insertInto('apps')
        .values([
          { ...app, name: 'Tucano da diretoria' },
          { ...app, name: 'Tucano fechado' },
        ])
        .returning('id')
        .execute()
      const played = await db
        .insertInto('playlists')
        .values({ tenant_id, name: 'Tucano na TV' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('tasks')
        .values({
          tenant_id,
          name: 'Tucano abaixo da meta',
          type: 'single',
          dax: 'EVALUATE ROW("x", 1)',
          operator: 'less',
          value: '1',
          message: JSON.stringify({ 'pt-BR': 'Abaixo', 'en-US': 'Below', es: 'Debajo', 'pt-PT': 'Abaixo' }),
          repeat_policy: 'on_change',
          channels: ['portal'],
          target: 'admin',
          send_to_self: false,
          owner_id: people.adminOfNorte.id,
        })
        .execute()
      return [...apps, played].map(({ id }) => id)
    })
    const seen = async (who: PersonName) => (await find(who, 'tucano')).map(({ kind, id }) => ({ kind, id }))
    const task = { kind: 'task', id: expect.any(String) }
    expect(await seen('adminOfNorte')).toEqual([
      { kind: 'app', id: granted },
      { kind: 'app', id: closed },
      { kind: 'playlist', id: playlist },
      task,
    ])
    expect(await seen('userOfNorte')).toEqual([])
    expect(await seen('adminOfSul')).toEqual([])
    await portal.platform(async (db) => {
      const user_id = people.userOfNorte.id
      await db.insertInto('app_grants').values({ tenant_id, app_id: granted, user_id }).execute()
      await db.insertInto('playlist_grants').values({ tenant_id, playlist_id: playlist, user_id }).execute()
    })
    expect(await seen('userOfNorte')).toEqual([
      { kind: 'app', id: granted },
      { kind: 'playlist', id: playlist },
    ])
  })

  it('V1: shows a reader granted reports and their groups, but no people, user groups or hidden reports', async () => {
    const { subgroup } = await shelf('adminOfNorte', 'Girafa', 'Altura')
    await shelf('adminOfNorte', 'Girafa vazia', 'Girafa sem nada')
    await portal.as('adminOfNorte').ask(addUserGroup, { name: 'Girafa fãs', description: null, member_ids: [] })
    const [granted, hidden] = [
      await publish('norte', subgroup, 'Girafa'),
      await publish('norte', subgroup, 'Girafa oculta', true),
    ]
    await publish('norte', subgroup, 'Girafa de outros')
    expect(await find('otherUserOfNorte', 'girafa')).toEqual([])
    await grant(granted, people.otherUserOfNorte.id)
    await grant(hidden, people.otherUserOfNorte.id)
    const seen = await find('otherUserOfNorte', 'girafa')
    expect(seen.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'report Girafa',
      'report_subgroup Altura',
      'report_group Girafa',
    ])
    expect(namesOf(await find('adminOfNorte', 'girafa'))).toEqual(['Girafa', 'Girafa de outros', 'Girafa oculta'])
    expect(await find('otherUserOfNorte', people.adminOfNorte.name)).toEqual([])
  })

  it('T1: finds nothing of another business unit, by text or by id', async () => {
    const { group, subgroup } = await shelf('adminOfLeste', 'Canário', 'Canário menor')
    const report = await publish('leste', subgroup, 'Canário')
    const ids = [report, group, subgroup, people.userOfLeste.id, tenants.leste.id].join(',')
    expect(await find('adminOfLeste', 'canario')).toHaveLength(3)
    for (const person of ['adminOfNorte', 'userOfNorte', 'masterOfAlfa', masterInNorte] as const) {
      const asker = portal.as(person)
      expect((await asker.ask(searchEverything, { search: 'canario' })).body).toEqual([])
      expect((await asker.ask(searchEverything, { search: 'leste' })).body).toEqual([])
      expect((await asker.ask(readKnown, { ids })).body).toEqual([])
    }
  })

  it('finds business units only for staff outside a business unit', async () => {
    expect(await find('masterOfAlfa', 'nor')).toEqual([
      { kind: 'tenant', id: tenants.norte.id, name: 'Norte', page: null, detail: 'norte' },
    ])
    expect(namesOf(await find('platform', 'leste'), 'tenant')).toEqual(['Leste'])
    expect(namesOf((await portal.as(masterInNorte).ask(searchEverything, { search: 'norte' })).body, 'tenant')).toEqual(
      [],
    )
  })

  it('leaves out results of hidden screens', async () => {
    const { subgroup } = await shelf('adminOfSul', 'Pinguim', 'Gelo')
    await publish('sul', subgroup, 'Pinguim')
    const kindsFound = async () => (await find('adminOfSul', 'una')).concat(await find('adminOfSul', 'pinguim'))
    expect(new Set((await kindsFound()).map(({ kind }) => kind))).toEqual(
      new Set(['user', 'report', 'report_group', 'report_subgroup']),
    )
    const hide = (hidden_menu: string[]) =>
      portal.platform((db) => db.updateTable('tenants').set({ hidden_menu }).where('id', '=', tenants.sul.id).execute())
    await hide(['user', '{id}/reports/view', 'reports', 'all/reports'])
    expect(new Set((await kindsFound()).map(({ kind }) => kind))).toEqual(new Set(['report_subgroup']))
    await hide([])
  })

  it('returns current names for known ids, and leaves out removed records', async () => {
    const { subgroup } = await shelf('adminOfNorte', 'Lembrança', 'Antiga')
    const report = await publish('norte', subgroup, 'Antes')
    await grant(report, people.userOfNorte.id)
    const ids = [report, people.adminOfNorte.id, crypto.randomUUID()].join(',')
    const known = async () => (await portal.as('userOfNorte').ask(readKnown, { ids })).body
    expect(await known()).toEqual([
      { kind: 'report', id: report, name: 'Antes', page: null, detail: 'Lembrança › Antiga' },
    ])
    await portal.platform((db) => db.updateTable('reports').set({ name: 'Depois' }).where('id', '=', report).execute())
    expect((await known())[0]?.name).toBe('Depois')
    await portal.platform((db) => db.deleteFrom('report_grants').where('report_id', '=', report).execute())
    expect(await known()).toEqual([])
  })

  it.each(['', '   ', 'x'.repeat(201)])('refuses %j', async (search) => {
    expect((await portal.as('userOfNorte').ask(searchEverything, { search })).status).toBe(400)
  })

  it.each(['', 'x', `${crypto.randomUUID()},`, Array.from({ length: 9 }, () => crypto.randomUUID()).join(',')])(
    'refuses %j as ids',
    async (ids) => {
      expect((await portal.as('userOfNorte').ask(readKnown, { ids })).status).toBe(400)
    },
  )
})

describe('tags', () => {
  it('find reports in the palette and in the list; a reader sees only tags of reports that they may open', async () => {
    const { subgroup } = await shelf('adminOfNorte', 'Rotina', 'Diária')
    const [own, other] = [
      await publish('norte', subgroup, 'Caixa do dia'),
      await publish('norte', subgroup, 'Folha de pagamento'),
    ]
    const tag = async (name: string, report: string) => {
      const { body } = await portal.as('adminOfNorte').ask(tagCalls.add, { name, color: 'red' })
      const row = { tenant_id: tenants.norte.id, report_id: report, tag_id: body.id }
      await portal.platform((db) => db.insertInto('report_tags').values(row).execute())
      return body.id
    }
    const urgent = await tag('Urgência máxima', own)
    const secret = await tag('Sigilosa', other)
    await grant(own, people.userOfNorte.id)

    expect(namesOf(await find('adminOfNorte', 'maxima urg'))).toEqual(['Caixa do dia'])
    expect(namesOf(await find('userOfNorte', 'urgencia'))).toEqual(['Caixa do dia'])
    expect(namesOf(await find('userOfNorte', 'sigilosa'))).toEqual([])
    expect(await find('adminOfLeste', 'urgencia')).toEqual([])

    const foundStored = async (person: PersonName, search: string) =>
      (await find(person, search)).filter(({ kind }) => kind === 'tag').map(({ id, name }) => [id, name])
    await portal.as('adminOfNorte').ask(tagCalls.add, { name: 'Urgência de ninguém', color: 'red' })
    expect(await foundStored('adminOfNorte', 'urg')).toEqual([[urgent, 'Urgência máxima']])
    expect(await foundStored('userOfNorte', 'urg')).toEqual([[urgent, 'Urgência máxima']])
    expect(await foundStored('adminOfNorte', 'sigilosa')).toEqual([[secret, 'Sigilosa']])
    expect(await foundStored('userOfNorte', 'sigilosa')).toEqual([])
    const ids = [urgent, secret].join(',')
    const known = async (person: PersonName) =>
      (await portal.as(person).ask(readKnown, { ids })).body.map(({ id }) => id)
    expect(await known('userOfNorte')).toEqual([urgent])
    expect(await known('adminOfLeste')).toEqual([])

    const reader = portal.as('userOfNorte')
    expect((await reader.ask(listUsedTags, {})).body).toEqual([{ id: urgent, name: 'Urgência máxima', color: 'red' }])
    expect((await reader.ask(listAllReports, { tag_id: urgent })).body.data.map(({ id }) => id)).toEqual([own])
    expect((await reader.ask(listAllReports, { tag_id: secret })).body.total).toBe(0)
  })
})

describe('custom fields', () => {
  it('find people by searchable fields, for administrators only', async () => {
    const field = async (name: string, searchable: 'S' | 'N', kind: CustomKind = 'text', options: string[] = []) => {
      const sent = { name, kind, options, required: 'N' as const, in_registration: 'N' as const, searchable }
      return (await portal.as('adminOfNorte').ask(customFieldCalls.add, sent)).body.id
    }
    const custom = {
      [await field('Crachá', 'S')]: 'Ornitorrinco 7',
      [await field('Segredo', 'N')]: 'Equidna',
      [await field('Nascimento', 'S', 'date')]: '2020-02-29',
      [await field('Idiomas', 'S', 'multiple', ['Inglês', 'Tupi'])]: ['Inglês', 'Tupi'],
    }
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ custom: JSON.stringify(custom) })
        .where('user_id', '=', people.otherUserOfNorte.id)
        .execute(),
    )
    expect(namesOf(await find('adminOfNorte', 'ornitorrinco'), 'user')).toEqual([people.otherUserOfNorte.name])
    const { name, email } = people.otherUserOfNorte
    const details = async (text: string) => (await find('adminOfNorte', text)).map(({ detail }) => detail)
    expect(await details('ornitorrinco')).toEqual([`Crachá: Ornitorrinco 7 · ${email}`])
    expect(await details(`ornitorrinco ${name.split(' ')[0]}`)).toEqual([`Crachá: Ornitorrinco 7 · ${email}`])
    expect(await details(`${name} 2020`)).toEqual([`Nascimento: 29/02/2020 · ${email}`])
    expect(await details('tupi')).toEqual([`Idiomas: Inglês, Tupi · ${email}`])
    expect(await details(name)).toEqual([email])
    expect(await find('adminOfNorte', 'equidna')).toEqual([])
    expect(await find('userOfNorte', 'ornitorrinco')).toEqual([])
    expect(await find('adminOfSul', 'ornitorrinco')).toEqual([])
  })
})

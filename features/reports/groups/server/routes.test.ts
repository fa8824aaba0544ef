import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import {
  addReportGroup,
  listReportGroups,
  moveReportGroup,
  readReportGroup,
  removeReportGroup,
  updateReportGroup,
} from '../contract.ts'
import { publishInto } from '#testing/published.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

async function added(name: string): Promise<string> {
  const { status, body } = await admin().ask(addReportGroup, { name })
  expect(status).toBe(200)
  return body.id
}

async function subgroupIn(group_id: string, name: string): Promise<string> {
  const { status, body } = await admin().ask(addSubgroup, { name, group_id })
  expect(status).toBe(200)
  return body.id
}

const names = async () => (await admin().ask(listReportGroups, {})).body.data.map(({ name }) => name)

describe('report groups', () => {
  it('adds a group at the end, and moves a group to a position', async () => {
    for (const name of ['Vendas', 'Produtos', 'Pessoas']) await added(name)
    expect(await names()).toEqual(['Vendas', 'Produtos', 'Pessoas'])
    const [, , people] = (await admin().ask(listReportGroups, {})).body.data
    expect((await admin().ask(moveReportGroup, { id: people?.id ?? '', position: 0 })).status).toBe(200)
    expect(await names()).toEqual(['Pessoas', 'Vendas', 'Produtos'])
    expect((await admin().ask(moveReportGroup, { id: people?.id ?? '', position: 99 })).status).toBe(200)
    expect(await names()).toEqual(['Vendas', 'Produtos', 'Pessoas'])
  })

  it('T2: answers “This group does not exist!” for an unknown group and for one of another unit', async () => {
    const missing = [404, 'group_missing', 'This group does not exist!']
    const said = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => [
      status,
      raw['key'],
      raw['message'],
    ]
    const foreign = await added('Alheio')
    for (const [person, id] of [
      [admin(), crypto.randomUUID()],
      [portal.as('adminOfLeste'), foreign],
    ] as const) {
      expect(said(await person.ask(readReportGroup, { id }))).toEqual(missing)
      expect(said(await person.ask(updateReportGroup, { id, version: 1, name: 'X' }))).toEqual(missing)
      expect(said(await person.ask(moveReportGroup, { id, position: 0 }))).toEqual(missing)
      expect(said(await person.ask(removeReportGroup, { id }))).toEqual(missing)
      expect(said(await person.ask(addSubgroup, { name: 'Sem grupo', group_id: id }))).toEqual(missing)
    }
    await admin().ask(removeReportGroup, { id: foreign })
  })

  it('keeps every group and position under twenty concurrent moves', async () => {
    const { data } = (await admin().ask(listReportGroups, {})).body
    const moves = Array.from({ length: 20 }, (_, index) => {
      const { id } = data[index % data.length] ?? { id: '' }
      return admin().ask(moveReportGroup, { id, position: (index * 7) % data.length })
    })
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]))
    const positions = await portal.platform((db) =>
      db.selectFrom('report_groups').select('position').where('tenant_id', '=', tenants.norte.id).execute(),
    )
    expect(positions.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(data.map((_, index) => index))
  })

  it('searches names of groups and subgroups, without regard to case and accents', async () => {
    const id = await added('Operações')
    await subgroupIn(id, 'Logística')
    for (const search of ['operacoes', 'LOGISTICA']) {
      const { body } = await admin().ask(listReportGroups, { search })
      expect(body.data.map(({ name, subgroups }) => [name, subgroups.map((each) => each.name)])).toEqual([
        ['Operações', ['Logística']],
      ])
    }
  })

  it('refuses a second group with the same name, with the message at the field', async () => {
    await added('Dupla')
    const { status, raw } = await admin().ask(addReportGroup, { name: 'Dupla' })
    expect([status, raw.key, raw.errors]).toEqual([409, 'group_already_exists', { name: raw.message }])
  })

  it('D2: renames, and refuses a stale version', async () => {
    const id = await added('Antes')
    expect((await admin().ask(updateReportGroup, { id, version: 1, name: 'Depois' })).status).toBe(200)
    const stale = await admin().ask(updateReportGroup, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    expect((await admin().ask(readReportGroup, { id })).body).toMatchObject({ name: 'Depois', version: 2 })
  })

  it('removes a group with its empty subgroups, but refuses one that contains a report', async () => {
    const id = await added('De passagem')
    const subgroup = await subgroupIn(id, 'Vazio')
    const report = await portal.platform((db) => publishInto(db, tenants.norte, subgroup))
    const held = await admin().ask(readReportGroup, { id })
    expect([held.body.reports, held.body.can]).toEqual([1, ['update']])
    const refused = await admin().ask(removeReportGroup, { id })
    expect([refused.status, refused.raw.key]).toEqual([409, 'group_not_empty'])
    await portal.platform((db) => db.deleteFrom('reports').where('id', '=', report).execute())
    expect((await admin().ask(readReportGroup, { id })).body.can).toEqual(['update', 'remove'])
    expect((await admin().ask(removeReportGroup, { id })).status).toBe(200)
    expect((await admin().ask(removeReportGroup, { id })).status).toBe(404)
    const left = await portal.platform((db) =>
      db.selectFrom('report_subgroups').select('id').where('id', '=', subgroup).execute(),
    )
    expect(left).toEqual([])
  })

  it('T1: answers 404 to another business unit', async () => {
    const id = await added('Canário')
    const other = portal.as('adminOfSul')
    expect((await other.ask(readReportGroup, { id })).status).toBe(404)
    expect((await other.ask(updateReportGroup, { id, version: 1, name: 'x' })).status).toBe(404)
    expect((await other.ask(moveReportGroup, { id, position: 0 })).status).toBe(404)
    expect((await other.ask(removeReportGroup, { id })).status).toBe(404)
    expect((await other.ask(listReportGroups, {})).body.total).toBe(0)
    expect((await other.ask(addSubgroup, { name: 'x', group_id: id })).status).toBe(404)
    expect((await admin().ask(readReportGroup, { id })).body).toMatchObject({ name: 'Canário', version: 1 })
  })

  it('Z1: refuses people who do not manage reports', async () => {
    const user = portal.as('userOfNorte')
    expect((await user.ask(listReportGroups, {})).status).toBe(403)
    expect((await user.ask(addReportGroup, { name: 'x' })).status).toBe(403)
  })

  it('D5: writes each change to the audit trail', async () => {
    const id = await added('Rastro')
    await admin().ask(updateReportGroup, { id, version: 1, name: 'Rastro 2' })
    await admin().ask(removeReportGroup, { id })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select(['event', 'changes']).where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries).toEqual([
      { event: 'report_group.added', changes: { name: [null, 'Rastro'] } },
      { event: 'report_group.updated', changes: { name: ['Rastro', 'Rastro 2'] } },
      { event: 'report_group.removed', changes: { name: ['Rastro 2', null] } },
    ])
  })
})

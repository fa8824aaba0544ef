import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { publishInto } from '#testing/published.ts'
import { addSubgroup, listSubgroups, moveSubgroup, readSubgroup, removeSubgroup, updateSubgroup } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

const group = async (name: string) => (await admin().ask(addReportGroup, { name })).body.id

async function added(group_id: string, name: string): Promise<string> {
  const { status, body } = await admin().ask(addSubgroup, { name, group_id })
  expect(status).toBe(200)
  return body.id
}

const names = async (group_id: string) =>
  (await admin().ask(listSubgroups, { group_id })).body.data.map(({ name }) => name)

describe('subgroups', () => {
  it('have a position within their group that a person can change', async () => {
    const id = await group('Ordem')
    await added(id, 'A')
    await added(id, 'B')
    const last = await added(id, 'C')
    expect((await admin().ask(moveSubgroup, { id: last, position: 1 })).status).toBe(200)
    expect(await names(id)).toEqual(['A', 'C', 'B'])
  })

  it('T2: answers “This group does not exist!” for an unknown group and for one of another unit', async () => {
    const missing = [404, 'group_missing', 'This group does not exist!']
    const said = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => [
      status,
      raw['key'],
      raw['message'],
    ]
    const foreign = await added(await group('Alheio'), 'Dentro')
    for (const [person, id] of [
      [admin(), crypto.randomUUID()],
      [portal.as('adminOfLeste'), foreign],
    ] as const) {
      expect(said(await person.ask(readSubgroup, { id }))).toEqual(missing)
      expect(said(await person.ask(updateSubgroup, { id, version: 1, name: 'X' }))).toEqual(missing)
      expect(said(await person.ask(moveSubgroup, { id, position: 0 }))).toEqual(missing)
      expect(said(await person.ask(removeSubgroup, { id }))).toEqual(missing)
    }
  })

  it('move to the end of another group', async () => {
    const [from, to] = [await group('Origem'), await group('Destino')]
    await added(to, 'Primeiro')
    const id = await added(from, 'Viajante')
    expect((await admin().ask(updateSubgroup, { id, version: 1, group_id: to })).status).toBe(200)
    expect(await names(to)).toEqual(['Primeiro', 'Viajante'])
    expect(await names(from)).toEqual([])
    expect((await admin().ask(readSubgroup, { id })).body).toMatchObject({ group: 'Destino', version: 2 })
  })

  it('are found by their own name and by the name of their group', async () => {
    const id = await group('Logística')
    await added(id, 'Fretes')
    await added(await group('Compras'), 'Logística de entrada')
    const { data } = (await admin().ask(listSubgroups, { search: 'logistica' })).body
    expect(data.map(({ name }) => name)).toEqual(['Fretes', 'Logística de entrada'])
  })

  it('have a name that is unique within their group only', async () => {
    const [one, two] = [await group('Um'), await group('Dois')]
    await added(one, 'Mensal')
    await added(two, 'Mensal')
    const { status, raw } = await admin().ask(addSubgroup, { group_id: one, name: 'Mensal' })
    expect([status, raw.key, raw.errors]).toEqual([409, 'subgroup_already_exists', { name: raw.message }])
  })

  it('cannot be removed while they contain a report', async () => {
    const id = await added(await group('Cheio'), 'Cheio')
    const report = await portal.platform((db) => publishInto(db, tenants.norte, id))
    expect((await admin().ask(readSubgroup, { id })).body).toMatchObject({ reports: 1, can: ['update'] })
    const { status, raw } = await admin().ask(removeSubgroup, { id })
    expect([status, raw.key]).toEqual([409, 'group_not_empty'])
    await portal.platform((db) => db.deleteFrom('reports').where('id', '=', report).execute())
    expect((await admin().ask(removeSubgroup, { id })).status).toBe(200)
  })

  it('T1: answer 404 to another business unit, and cannot move into its groups', async () => {
    const id = await added(await group('Canário'), 'Canário')
    const other = portal.as('adminOfSul')
    expect((await other.ask(readSubgroup, { id })).status).toBe(404)
    expect((await other.ask(updateSubgroup, { id, version: 1, name: 'x' })).status).toBe(404)
    expect((await other.ask(moveSubgroup, { id, position: 0 })).status).toBe(404)
    expect((await other.ask(removeSubgroup, { id })).status).toBe(404)
    const foreign = (await other.ask(addReportGroup, { name: 'De Sul' })).body.id
    expect((await admin().ask(updateSubgroup, { id, version: 1, group_id: foreign })).status).toBe(404)
    expect((await admin().ask(readSubgroup, { id })).body).toMatchObject({ group: 'Canário', version: 1 })
  })

  it('D2: refuse a stale version', async () => {
    const id = await added(await group('Versões'), 'Antes')
    await admin().ask(updateSubgroup, { id, version: 1, name: 'Depois' })
    expect((await admin().ask(updateSubgroup, { id, version: 1, name: 'Tarde' })).raw.key).toBe('stale_version')
  })

  it('D5: write each change to the audit trail', async () => {
    const [from, to] = [await group('Trilha 1'), await group('Trilha 2')]
    const id = await added(from, 'Rastro')
    await admin().ask(updateSubgroup, { id, version: 1, group_id: to })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select(['event', 'changes']).where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['report_subgroup.added', 'report_subgroup.updated'])
    expect(entries[1]?.changes).toEqual({ group_id: [from, to] })
  })
})

import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import {
  addUserGroup,
  listUserGroups,
  readUserGroup,
  removeUserGroup,
  selectUserGroups,
  updateUserGroup,
} from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const group = (name: string, member_ids: string[] = []) => ({ name, description: null, member_ids })

async function added(name: string, members: string[] = []): Promise<string> {
  const { status, body } = await admin().ask(addUserGroup, group(name, members))
  expect(status).toBe(200)
  return body.id
}

describe('user groups', () => {
  it('adds a group with its people and reads it back', async () => {
    const id = await added('Vendas', [people.userOfNorte.id])
    const { body } = await admin().ask(readUserGroup, { id })
    expect(body).toMatchObject({ name: 'Vendas', version: 1, can: ['update', 'remove'] })
    expect(body.members).toEqual([
      { id: people.userOfNorte.id, name: people.userOfNorte.name, email: people.userOfNorte.email },
    ])
  })

  it('T2: answers “This group does not exist!” for an unknown group and for one of another unit', async () => {
    const missing = [404, 'group_missing', 'This group does not exist!']
    const said = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => [
      status,
      raw['key'],
      raw['message'],
    ]
    const foreign = await added('De Norte')
    for (const [who, id] of [
      [admin(), crypto.randomUUID()],
      [portal.as('adminOfLeste'), foreign],
    ] as const) {
      expect(said(await who.ask(readUserGroup, { id }))).toEqual(missing)
      expect(said(await who.ask(updateUserGroup, { id, version: 1, name: 'X' }))).toEqual(missing)
      expect(said(await who.ask(removeUserGroup, { id }))).toEqual(missing)
    }
  })

  it('searches without case and accents, and takes % literally', async () => {
    await added('Ação 100%')
    const found = await admin().ask(listUserGroups, { search: 'acao' })
    expect(found.body.data.map(({ name }) => name)).toEqual(['Ação 100%'])
    const literal = await admin().ask(listUserGroups, { search: '%' })
    expect(literal.body.data.map(({ name }) => name)).toEqual(['Ação 100%'])
  })

  it('lists groups for a picker', async () => {
    const id = await added('Escolha', [people.userOfNorte.id])
    const { body } = await admin().ask(selectUserGroups, { search: 'ESCOLHA' })
    expect(body).toEqual([{ value: id, label: 'Escolha', members: 1 }])
    expect((await portal.as('userOfNorte').ask(selectUserGroups, {})).status).toBe(403)
  })

  it('sorts and pages on the server', async () => {
    for (const name of ['Zeta', 'Alfa']) await added(name, name === 'Zeta' ? [people.userOfNorte.id] : [])
    const { body } = await admin().ask(listUserGroups, { sort: 'members', order: 'desc', size: 25 })
    expect(body.data[0]?.members).toBe(1)
    expect(body).toMatchObject({ page: '1', size: 25, total: body.data.length })
    const beyond = await admin().ask(listUserGroups, { page: 9 })
    expect(beyond.body.data).toEqual([])
  })

  it('refuses a second group with the same name, with the message at the field', async () => {
    await added('Dupla')
    const { status, raw } = await admin().ask(addUserGroup, group('Dupla'))
    expect([status, raw.key]).toEqual([409, 'group_already_exists'])
    expect(raw.errors).toEqual({ name: raw.message })
  })

  it('T4: refuses a member of another business unit', async () => {
    const { status } = await admin().ask(addUserGroup, group('Estranha', [people.userOfSul.id]))
    expect(status).toBe(404)
    const { body } = await admin().ask(listUserGroups, { search: 'Estranha' })
    expect(body.total).toBe(0)
  })

  it('D2: changes only the sent fields, and refuses a stale version', async () => {
    const id = await added('Antes', [people.userOfNorte.id])
    const changed = await admin().ask(updateUserGroup, { id, version: 1, name: 'Depois' })
    expect(changed.status).toBe(200)
    const { body } = await admin().ask(readUserGroup, { id })
    expect([body.name, body.members.length, body.version]).toEqual(['Depois', 1, 2])
    const stale = await admin().ask(updateUserGroup, { id, version: 1, name: 'Tarde' })
    expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
  })

  it('removes a group; a second removal answers 404', async () => {
    const id = await added('Efêmera')
    expect((await admin().ask(removeUserGroup, { id })).status).toBe(200)
    expect((await admin().ask(removeUserGroup, { id })).status).toBe(404)
  })

  it.each(['a\0b', 'a\ud800', '\udc00'])('refuses text that the database cannot store: %j', async (name) => {
    const { status, raw } = await admin().ask(addUserGroup, group(name))
    expect([status, raw.status]).toEqual([400, 'invalid'])
  })

  it('names the invalid fields', async () => {
    const { status, raw } = await admin().send({
      method: 'POST',
      url: '/api/auth/group_users/add',
      body: { member_ids: 'x' },
    })
    expect(status).toBe(400)
    expect(raw.errors).toMatchObject({ name: 'Name is required!', member_ids: 'People is invalid!' })
  })

  it('D5: writes each change to the audit trail', async () => {
    const id = await added('Rastro')
    await admin().ask(updateUserGroup, { id, version: 1, name: 'Rastro 2' })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes', 'actor_id'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['user_group.added', 'user_group.updated'])
    expect(entries[1]?.changes).toEqual({ name: ['Rastro', 'Rastro 2'] })
    expect(entries.every(({ actor_id }) => actor_id === people.adminOfNorte.id)).toBe(true)
  })
})

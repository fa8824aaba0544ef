import { describe, expect, it } from 'vitest'
import { addUser, listUsers, readUser, updateUser } from '#features/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { behavesLikeResource } from '#platform/testing/behaves-like-resource.ts'
import { testPortal } from '#platform/testing/portal.ts'
import { customFieldCalls, listAskedFields } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

type Addition = SentOf<typeof customFieldCalls.add>
const plain = (name: string, fields: Partial<Addition> = {}): Addition => ({
  name,
  kind: 'text',
  options: [],
  required: 'N',
  searchable: 'N',
  ...fields,
})
const added = async (name: string, fields: Partial<Addition> = {}) => {
  const { status, body } = await admin().ask(customFieldCalls.add, plain(name, fields))
  expect(status).toBe(200)
  return body.id
}

behavesLikeResource(portal, customFieldCalls, { noun: 'custom_field', sample: plain })

describe('custom fields', () => {
  it('asks for options where something is chosen', async () => {
    const { status, raw } = await admin().ask(customFieldCalls.add, plain('Loja', { kind: 'list' }))
    expect([status, raw.errors]).toEqual([400, { options: 'Options is required!' }])
  })

  it('is asked in the form of a person, kept, found where it may be searched, and taken away with the field', async () => {
    const [badge, shop] = [
      await added('Crachá', { searchable: 'S' }),
      await added('Loja favorita', { kind: 'list', options: ['Centro', 'Norte'] }),
    ]
    const { body: asked } = await admin().ask(listAskedFields, {})
    expect(asked.filter(({ id }) => [badge, shop].includes(id)).map(({ name, kind }) => [name, kind])).toEqual([
      ['Crachá', 'text'],
      ['Loja favorita', 'list'],
    ])
    const { body: person } = await admin().ask(
      addUser,
      someone('crachá', { custom: { [badge]: 'X-771', [shop]: 'Norte' } }),
    )
    expect((await admin().ask(readUser, { id: person.id })).body.custom).toEqual({ [badge]: 'X-771', [shop]: 'Norte' })
    expect((await admin().ask(listUsers, { search: 'x-771' })).body.data.map(({ id }) => id)).toEqual([person.id])
    expect((await admin().ask(listUsers, { search: 'Norte' })).body.data.map(({ id }) => id)).not.toContain(person.id)

    const kind = await admin().ask(customFieldCalls.update, { id: shop, version: 1, kind: 'text' })
    expect([kind.status, kind.raw.key]).toEqual([409, 'custom_field_kind_in_use'])
    await admin().ask(customFieldCalls.remove, { id: shop })
    expect((await admin().ask(readUser, { id: person.id })).body.custom).toEqual({ [badge]: 'X-771' })
  })

  it('names the field as the business unit does, when a value is wrong or missed, and keeps nothing', async () => {
    const size = await added('Tamanho', { kind: 'number', required: 'S' })
    const missing = await admin().ask(addUser, someone('sem tamanho', {}))
    expect([missing.status, missing.raw.errors]).toEqual([400, { [`custom.${size}`]: 'Tamanho is required!' }])
    const wrong = await admin().ask(addUser, someone('tamanho errado', { custom: { [size]: 'M' } }))
    expect([wrong.status, wrong.raw.errors]).toEqual([400, { [`custom.${size}`]: 'Tamanho is invalid!' }])
    expect((await admin().ask(listUsers, { search: 'tamanho errado' })).body.total).toBe(0)
    await admin().ask(customFieldCalls.remove, { id: size })
  })

  it('T4: takes no value for a field of another business unit', async () => {
    const { body: foreign } = await portal.as('adminOfLeste').ask(customFieldCalls.add, plain('Estranho'))
    const refused = await admin().ask(addUser, someone('estranho', { custom: { [foreign.id]: 'x' } }))
    expect(refused.status).toBe(400)
  })

  it('D5: says in the trail what changed, by the names of the fields', async () => {
    const desk = await added('Mesa')
    const { body: person } = await admin().ask(addUser, someone('mesa', { custom: { [desk]: '1' } }))
    await admin().ask(updateUser, { id: person.id, version: 1, custom: { [desk]: '2' } })
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('target_id', '=', person.id)
        .where('event', '=', 'user.updated')
        .executeTakeFirst(),
    )
    expect(entry?.changes).toEqual({ custom: [{ Mesa: '1' }, { Mesa: '2' }] })
  })
})

const someone = (name: string, fields: Partial<SentOf<typeof addUser>>): SentOf<typeof addUser> => ({
  nome_usuario: name,
  email: `${name.normalize('NFD').replace(/[^a-z]/g, '')}@example.com`,
  phone: null,
  perfil_usuario: 'user',
  state: 'A',
  department: null,
  language: 'pt-BR',
  group_ids: [],
  edit_reports: 'N',
  ...fields,
})

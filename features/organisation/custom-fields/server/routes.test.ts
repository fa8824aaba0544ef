import { describe, expect, it } from 'vitest'
import {
  addUser,
  duplicateUser,
  exportUsers,
  listUsers,
  readUser,
  updateUser,
} from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, type PersonName, tenants } from '#testing/world.ts'
import { columnOfField, customFieldCalls, listFieldDefinitions } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

type Addition = SentOf<typeof customFieldCalls.add>
const plain = (name: string, fields: Partial<Addition> = {}): Addition => ({
  name,
  kind: 'text',
  options: [],
  required: 'N',
  searchable: 'N',
  in_registration: 'N',
  ...fields,
})
const added = async (name: string, fields: Partial<Addition> = {}) => {
  const { status, body } = await admin().ask(customFieldCalls.add, plain(name, fields))
  expect(status).toBe(200)
  return body.id
}

behavesLikeResource(portal, customFieldCalls, { noun: 'custom_field', sample: plain })

describe('custom fields', () => {
  it('require options for kinds with a choice', async () => {
    const { status, raw } = await admin().ask(customFieldCalls.add, plain('Loja', { kind: 'list' }))
    expect([status, raw.errors]).toEqual([400, { options: 'Options is required!' }])
  })

  it('are in the form of a person, stored, searchable, and removed with the field', async () => {
    const [badge, shop] = [
      await added('Crachá', { searchable: 'S' }),
      await added('Loja favorita', { kind: 'list', options: ['Centro', 'Norte'] }),
    ]
    const { body: definitions } = await admin().ask(listFieldDefinitions, {})
    expect(definitions.filter(({ id }) => [badge, shop].includes(id)).map(({ name, kind }) => [name, kind])).toEqual([
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

  it('report an invalid or missing value with the name of the field, and store nothing', async () => {
    const size = await added('Tamanho', { kind: 'number', required: 'S' })
    const missing = await admin().ask(addUser, someone('sem tamanho', {}))
    expect([missing.status, missing.raw.errors]).toEqual([400, { [`custom.${size}`]: 'Tamanho is required!' }])
    const wrong = await admin().ask(addUser, someone('tamanho errado', { custom: { [size]: 'M' } }))
    expect([wrong.status, wrong.raw.errors]).toEqual([400, { [`custom.${size}`]: 'Tamanho is invalid!' }])
    expect((await admin().ask(listUsers, { search: 'tamanho errado' })).body.total).toBe(0)
    await admin().ask(customFieldCalls.remove, { id: size })
  })

  it('T4: refuse a value for a field of another business unit', async () => {
    const { body: foreign } = await portal.as('adminOfLeste').ask(customFieldCalls.add, plain('Estranho'))
    const refused = await admin().ask(addUser, someone('estranho', { custom: { [foreign.id]: 'x' } }))
    expect(refused.status).toBe(400)
  })

  it('D5: are in the audit trail by name', async () => {
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

describe('the number of custom fields', () => {
  it('V3: is limited per business unit and per partner, also under parallel additions', async () => {
    const own = portal.as('adminOfSul')
    const ofPartner = portal.as('masterOfAlfa')
    const fill = (tenant_id: string | null) =>
      portal.platform((db) =>
        db
          .insertInto('custom_fields')
          .values(
            Array.from({ length: 59 }, (_, index) => ({
              name: `Campo ${index}`,
              kind: 'text',
              partner_id: partners.alfa.id,
              tenant_id,
            })),
          )
          .execute(),
      )
    for (const [asker, tenantId] of [
      [own, tenants.sul.id],
      [ofPartner, null],
    ] as const) {
      await fill(tenantId)
      const answers = await Promise.all(
        ['Um', 'Dois', 'Três'].map((name) => asker.ask(customFieldCalls.add, plain(name))),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.raw).toMatchObject({
        key: 'custom_field_limit_reached',
        message: expect.stringContaining('60'),
      })
      await portal.platform((db) => db.deleteFrom('custom_fields').where('name', 'like', 'Campo %').execute())
    }
    for (const asker of [own, ofPartner])
      expect((await asker.ask(customFieldCalls.add, plain('Mais um'))).status).toBe(200)
  })
})

describe('global custom fields', () => {
  const master = () => portal.as('masterOfAlfa')
  const global = async (name: string, fields: Partial<Addition> = {}) => {
    const { status, body } = await master().ask(customFieldCalls.add, plain(name, fields))
    expect(status).toBe(200)
    return body.id
  }
  const valuesOf = async (who: PersonName, id: string) => (await portal.as(who).ask(readUser, { id })).body.custom
  const withValue = async (who: PersonName, name: string, custom: Record<string, string>) => {
    const { status, body } = await portal.as(who).ask(addUser, someone(name, { custom }))
    expect(status).toBe(200)
    return body.id
  }

  it('are used by every business unit of the partner, which cannot change them', async () => {
    const id = await global('Centro de custo', { searchable: 'S' })
    for (const who of ['adminOfNorte', 'adminOfSul', masterInNorte] as const) {
      const asker = portal.as(who)
      const { body } = await asker.ask(customFieldCalls.read, { id })
      expect(body).toMatchObject({ name: 'Centro de custo', global: true, partner: 'Alfa', can: [] })
      expect((await asker.ask(customFieldCalls.list, { search: 'centro' })).body.data.map(({ can }) => can)).toEqual([
        [],
      ])
      const refusals = [
        await asker.ask(customFieldCalls.update, { id, version: 1, name: 'Nosso' }),
        await asker.ask(customFieldCalls.remove, { id }),
      ]
      expect(refusals.map(({ status, raw }) => [status, raw.key])).toEqual([
        [403, 'custom_field_of_partner'],
        [403, 'custom_field_of_partner'],
      ])
    }
    const person = await withValue('adminOfNorte', 'centro', { [id]: 'CC-88' })
    expect((await admin().ask(listUsers, { search: 'cc-88' })).body.data.map((row) => row.custom)).toEqual([
      { [id]: 'CC-88' },
    ])
    expect(await valuesOf('adminOfNorte', person)).toEqual({ [id]: 'CC-88' })
    expect((await master().ask(customFieldCalls.read, { id })).body).toMatchObject({
      name: 'Centro de custo',
      version: 1,
      can: ['update', 'remove'],
    })
  })

  it('T1: are hidden from another partner, its business units and plain users', async () => {
    const id = await global('Só da Alfa')
    for (const who of ['masterOfBeta', 'adminOfLeste'] as const) {
      const asker = portal.as(who)
      expect((await asker.ask(customFieldCalls.list, { search: 'alfa' })).body.total).toBe(0)
      const answers = [
        await asker.ask(customFieldCalls.read, { id }),
        await asker.ask(customFieldCalls.update, { id, version: 1, name: 'Roubado' }),
        await asker.ask(customFieldCalls.remove, { id }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    const { status } = await portal.as('adminOfLeste').ask(addUser, someone('só da alfa', { custom: { [id]: 'x' } }))
    expect(status).toBe(400)
    expect((await portal.as('userOfNorte').ask(customFieldCalls.list, {})).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(listFieldDefinitions, {})).status).toBe(403)
  })

  it('T1: the fields of a business unit are hidden from its partner, and cannot be added for another owner', async () => {
    const id = await added('Só do Norte')
    expect((await master().ask(customFieldCalls.read, { id })).status).toBe(404)
    expect((await master().ask(customFieldCalls.remove, { id })).status).toBe(404)
    expect((await master().ask(customFieldCalls.list, { search: 'norte' })).body.total).toBe(0)
    const beta = partners.beta.id
    for (const who of ['masterOfAlfa', 'adminOfNorte'] as const) {
      const sent = { ...plain('Para a Beta'), parceiro_id: beta }
      expect((await portal.as(who).ask(customFieldCalls.add, sent)).status).toBe(404)
    }
  })

  it('show the number of people per business unit, and for the partner in all of them; a removal deletes the values', async () => {
    const id = await global('Matrícula geral')
    const [norte, sul] = [
      await withValue('adminOfNorte', 'geral norte', { [id]: 'N1' }),
      await withValue('adminOfSul', 'geral sul', { [id]: 'S1' }),
    ]
    const peopleFor = async (who: PersonName) => (await portal.as(who).ask(customFieldCalls.read, { id })).body.people
    expect(await Promise.all((['masterOfAlfa', 'platform', 'adminOfNorte'] as const).map(peopleFor))).toEqual([2, 2, 1])
    const kind = await master().ask(customFieldCalls.update, { id, version: 1, kind: 'number' })
    expect([kind.status, kind.raw.key]).toEqual([409, 'custom_field_kind_in_use'])
    expect((await master().ask(customFieldCalls.remove, { id })).status).toBe(200)
    expect([await valuesOf('adminOfNorte', norte), await valuesOf('adminOfSul', sul)]).toEqual([{}, {}])
  })

  it('can be required in every business unit', async () => {
    const id = await global('CPF', { required: 'S' })
    const { status, raw } = await portal.as('adminOfSul').ask(addUser, someone('sem cpf', {}))
    expect([status, raw.errors]).toEqual([400, { [`custom.${id}`]: 'CPF is required!' }])
    const copied = { ...someone('copia', {}), id: people.userOfSul.id }
    const { nome_usuario, email, phone } = copied
    const copy = { id: copied.id, nome_usuario, email, phone }
    expect((await portal.as('adminOfSul').ask(duplicateUser, copy)).raw.errors).toHaveProperty(`custom.${id}`)
    expect((await portal.as('adminOfSul').ask(duplicateUser, { ...copy, custom: { [id]: '7' } })).status).toBe(200)
    await master().ask(customFieldCalls.remove, { id })
  })

  it('can be added by the platform’s staff, who must choose the partner', async () => {
    const asker = portal.as('platform')
    const nobody = await asker.ask(customFieldCalls.add, plain('De ninguém'))
    expect([nobody.status, Object.keys(nobody.raw.errors ?? {})]).toEqual([400, ['parceiro_id']])
    const sent = { ...plain('Da Beta'), parceiro_id: partners.beta.id }
    const { body: made } = await asker.ask(customFieldCalls.add, sent)
    expect((await portal.as('adminOfLeste').ask(customFieldCalls.read, { id: made.id })).body.partner).toBe('Beta')
    const listed = await asker.ask(customFieldCalls.list, { parceiro_id: partners.beta.id })
    expect(listed.body.data.map(({ name, partner, can }) => [name, partner, can])).toEqual([
      ['Da Beta', 'Beta', ['update', 'remove']],
    ])
    expect((await asker.ask(customFieldCalls.update, { id: made.id, version: 1, name: 'Da Beta 2' })).status).toBe(200)
    expect((await asker.ask(customFieldCalls.remove, { id: made.id })).status).toBe(200)
  })

  it('may have the name of a business unit’s field, but not of another global field', async () => {
    await added('Apelido')
    await global('Apelido')
    const second = await master().ask(customFieldCalls.add, plain('Apelido'))
    expect([second.status, second.raw.key]).toEqual([409, 'custom_field_already_exists'])
    const { body: definitions } = await admin().ask(listFieldDefinitions, {})
    const alike = definitions.filter(({ name }) => name === 'Apelido')
    expect(alike.map(({ of_partner }) => of_partner)).toEqual([true, false])
    // D5: the audit trail has both values under the common name.
    const custom = Object.fromEntries(alike.map(({ id, of_partner }) => [id, of_partner ? 'da Alfa' : 'nosso']))
    const { version } = (await admin().ask(readUser, { id: people.userOfNorte.id })).body
    await admin().ask(updateUser, { id: people.userOfNorte.id, version, custom })
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'user.updated').orderBy('at').execute(),
    )
    expect(trail.at(-1)?.changes).toMatchObject({ custom: [{}, { Apelido: ['da Alfa', 'nosso'] }] })
    const headers = {
      host: people.adminOfNorte.host,
      authorization: `Bearer ${await portal.tokenOf(people.adminOfNorte)}`,
    }
    const url = `/api/${exportUsers.path}?format=csv`
    const file = await portal.portal.app.inject({ method: 'GET', url, headers })
    expect(file.body.split('\r\n')[0]?.split(',')).toEqual(expect.arrayContaining(['Apelido · partner’s', 'Apelido']))
  })

  it('D5: are in the audit trail of the partner', async () => {
    const id = await global('Rastro global')
    await master().ask(customFieldCalls.update, { id, version: 1, required: 'S' })
    await master().ask(customFieldCalls.remove, { id })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'tenant_id', 'partner_id', 'changes'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries.map(({ event, tenant_id, partner_id }) => [event, tenant_id, partner_id])).toEqual(
      ['added', 'updated', 'removed'].map((verb) => [`custom_field.${verb}`, null, partners.alfa.id]),
    )
    expect(entries[1]?.changes).toEqual({ required: [false, true] })
  })
})

describe('custom fields in the export of people', () => {
  it('are columns with the names of the fields, all of them or the chosen ones', async () => {
    const [several, number, date] = [
      await added('Idiomas', { kind: 'multiple', options: ['Inglês', 'Espanhol'] }),
      await added('Ramal', { kind: 'number' }),
      await added('Admissão', { kind: 'date' }),
    ]
    const custom = { [several]: ['Inglês', 'Espanhol'], [number]: 12.5, [date]: '2020-02-29' }
    await admin().ask(addUser, someone('poliglota', { custom }))
    const sent = async (query: string) => {
      const headers = {
        host: people.adminOfNorte.host,
        authorization: `Bearer ${await portal.tokenOf(people.adminOfNorte)}`,
      }
      const url = `/api/${exportUsers.path}?format=csv&search=poliglota${query}`
      const { body } = await portal.portal.app.inject({ method: 'GET', url, headers })
      return body.replace('\uFEFF', '').trimEnd().split('\r\n')
    }
    const [titles] = await sent('')
    expect(titles).toContain('Idiomas,Ramal')
    const chosen = await sent(`&columns=profile,${[several, number, date].map(columnOfField).join()}`)
    expect(chosen).toEqual(['Profile,Idiomas,Ramal,Admissão', 'Reader,"Inglês, Espanhol",12.5,29/02/2020'])
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

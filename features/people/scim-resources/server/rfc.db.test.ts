// The requirements of RFC 7643 and RFC 7644 that the portal's attributes allow, each with its test: MUST and SHALL, and the SHOULDs that
// directories rely on. Not offered, and answered as the RFCs say: bulk requests, /Me, passwords, queries at the root.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser, readUser, updateUser } from '#features/people/users/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import {
  connectDirectory,
  enterprise,
  errorSchema,
  groupSchema,
  patchSchema,
  type Received,
  searchSchema,
  type TestDirectory,
  userSchema,
} from '#testing/scim-directory.ts'

const portal = testPortal()
let directory: TestDirectory
beforeAll(async () => {
  directory = await connectDirectory(portal)
  await portal.platform((db) =>
    db.updateTable('tenants').set({ user_limit: 900 }).where('id', '=', tenants.norte.id).execute(),
  )
})

const send: TestDirectory['send'] = (...sent) => directory.send(...sent)
const post: TestDirectory['post'] = (...sent) => directory.post(...sent)
const patch: TestDirectory['patch'] = (...sent) => directory.patch(...sent)
const add: TestDirectory['add'] = (part) => directory.add(part)
const put = (path: string, body: object) => send(path, { method: 'PUT', body })
const failureOf = ({ status, body }: Received) => [status, body.scimType]
const find = (filter: string, more = '', type = 'Users') => send(`/${type}?filter=${encodeURIComponent(filter)}${more}`)
const totalOf = async (filter: string, type = 'Users') => (await find(filter, '', type)).body.totalResults as number
const nobody = '00000000-0000-4000-8000-000000000000'
const mediaType = 'application/scim+json; charset=utf-8'

const table: [section: string, requirement: string, check: () => Promise<void>][] = [
  ['7643 2.1', 'names of attributes, of their parts and of schemas have no case', async () => {
    const made = await add({
      DISPLAYNAME: 'Ana', displayName: undefined,
      EMAILS: [{ VALUE: 'ana.case@directory.example', Type: 'work', PRIMARY: true }],
      [enterprise.toUpperCase()]: { DEPARTMENT: 'Vendas' },
      schemas: [userSchema.toUpperCase()],
    })
    expect(made).toMatchObject({ displayName: 'Ana', emails: [{ value: 'ana.case@directory.example' }], [enterprise]: { department: 'Vendas' } })
  }],
  ['7643 2.4', 'at most one value is the primary one', async () => {
    const emails = ['a', 'b'].map((name) => ({ value: `${name}@directory.example`, primary: true }))
    expect(failureOf(await post('/Users', directory.person({ emails })))).toEqual([400, 'invalidValue'])
  }],
  ['7643 2.5', 'null and an empty list are an unassigned attribute', async () => {
    const made = await post('/Users', directory.person({ active: null, emails: [], phoneNumbers: null, [enterprise]: null }))
    expect([made.status, made.body.active, 'phoneNumbers' in made.body]).toEqual([201, true, false])
  }],
  ['7643 3', 'a resource names its schemas; a message without its own is invalidSyntax', async () => {
    const { schemas: _, ...person } = directory.person()
    const answers = [
      await post('/Users', person),
      await post('/Users', { ...person, schemas: [groupSchema] }),
      await post('/Groups', { displayName: 'Sem esquema' }),
      await send(`/Users/${(await add()).id}`, { method: 'PATCH', body: { Operations: [{ op: 'add', path: 'title', value: 'x' }] } }),
      await post('/Users/.search', { filter: 'active eq true' }),
    ]
    expect(answers.map(failureOf)).toEqual(answers.map(() => [400, 'invalidSyntax']))
  }],
  ['7643 3.1', 'the id is ours: a sent one is ignored, and cannot be changed', async () => {
    const made = await add({ id: nobody, meta: { created: '2001-01-01T00:00:00Z' } })
    expect(made.id).not.toBe(nobody)
    expect(made.meta.created).not.toContain('2001')
    expect((await put(`/Users/${made.id}`, { ...made, id: nobody })).body.id).toBe(made.id)
    expect(failureOf(await patch(`/Users/${made.id}`, { op: 'replace', path: 'id', value: nobody }))).toEqual([400, 'mutability'])
  }],
  ['7643 3.1', 'lastModified is created at first, and moves with every change, also one of the portal', async () => {
    const made = await add()
    expect(made.meta.lastModified).toBe(made.meta.created)
    const seen = [made.meta.lastModified as string]
    const read = async () => seen.push((await send(`/Users/${made.id}`)).body.meta.lastModified as string)
    await sleep(5)
    await patch(`/Users/${made.id}`, { op: 'replace', path: 'displayName', value: 'Outro Nome' })
    await read()
    await sleep(5)
    const admin = portal.as('adminOfNorte')
    const { version } = (await admin.ask(readUser, { id: made.id })).body
    expect((await admin.ask(updateUser, { id: made.id, version, state: 'I' })).status).toBe(200)
    await read()
    expect(seen).toEqual([...new Set(seen)].toSorted())
    expect(await totalOf(`id eq "${made.id}" and meta.lastModified eq "${seen[2] ?? ''}"`)).toBe(1)
    expect(await totalOf(`id eq "${made.id}" and meta.lastModified gt "${seen[2] ?? ''}"`)).toBe(0)
  }],
  ['7643 3.1', 'lastModified of a group moves with its name and with its members', async () => {
    const [one, group] = [await add(), await directory.addGroup()]
    const seen = [group.meta.lastModified as string]
    for (const operation of [
      { op: 'replace', path: 'displayName', value: `${group.displayName} nova` },
      { op: 'add', path: 'members', value: [{ value: one.id }] },
      { op: 'remove', path: 'members', value: [{ value: one.id }] },
    ]) {
      await sleep(5)
      await patch(`/Groups/${group.id}`, operation)
      seen.push((await send(`/Groups/${group.id}`)).body.meta.lastModified as string)
    }
    expect(seen).toEqual([...new Set(seen)].toSorted())
  }],
  ['7643 3.1', 'location is the Content-Location, and version the ETag', async () => {
    const made = await post('/Users', directory.person())
    const answers = [made, await send(`/Users/${made.body.id}`), await send(`/Users/${made.body.id}?attributes=userName`)]
    for (const { headers } of answers)
      expect([headers['content-location'], headers['etag']]).toEqual([made.body.meta.location, made.body.meta.version])
    expect(made.headers['location']).toBe(made.body.meta.location)
    expect(made.body.meta).toMatchObject({ resourceType: 'User', location: `http://norte.localhost/scim/v2/Users/${made.body.id}` })
  }],
  ['7643 4.1.1', 'a userName is required, and unique in the unit without case: 409 uniqueness', async () => {
    expect(failureOf(await post('/Users', directory.person({ userName: null })))).toEqual([400, 'invalidValue'])
    const mail = (name: string) => ({ emails: [{ value: `${name}@directory.example` }] })
    const first = await add({ userName: 'jose.lima', ...mail('jl1') })
    const other = await add({ userName: 'j.lima', ...mail('jl2') })
    const answers = [
      await post('/Users', directory.person({ userName: 'Jose.LIMA', ...mail('jl3') })),
      await post('/Users', directory.person({ userName: people.userOfNorte.email, ...mail('jl4') })),
      await patch(`/Users/${other.id}`, { op: 'replace', path: 'userName', value: 'JOSE.lima' }),
      await put(`/Users/${other.id}`, { ...other, userName: 'jose.lima' }),
    ]
    expect(answers.map(failureOf)).toEqual(answers.map(() => [409, 'uniqueness']))
    expect(await totalOf('userName eq "jose.lima"')).toBe(1)
    expect((await send(`/Users/${first.id}`)).body.userName).toBe('jose.lima')
  }],
  ['7643 4.1.1', 'of 10 people with one userName, added at the same time, one is added', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        post('/Users', directory.person({ userName: 'twin@directory.example', emails: at === 0 ? [] : [{ value: `twin${at}@directory.example` }] })),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(9)
  }],
  ['7643 4.1.1', 'the portal adds nobody whose e-mail is the userName of another person', async () => {
    await add({ userName: 'owner@directory.example', emails: [{ value: 'real.owner@directory.example' }] })
    const fields = { perfil_usuario: 'user', password: 'A long pass phrase 1', state: 'A', phone: null, department: null } as const
    const person = { ...fields, nome_usuario: 'Outra', language: 'pt-BR' as const, group_ids: [], custom: {} }
    const admin = portal.as('adminOfNorte')
    const refused = await admin.ask(addUser, { ...person, email: 'owner@directory.example' })
    expect([refused.status, refused.raw['key']]).toEqual([409, 'user_name_already_exists'])
    const { body: made } = await admin.ask(addUser, { ...person, email: 'another@directory.example' })
    const renamed = await admin.ask(updateUser, { id: made.id, version: 1, email: 'owner@directory.example' })
    expect([renamed.status, renamed.raw['key']]).toEqual([409, 'user_name_already_exists'])
  }],
  ['7643 4.1.2', 'a telephone number of another person is left out: it keeps nobody out', async () => {
    const phoneNumbers = [{ value: '+551130304040', type: 'work' }]
    const made = await Promise.all(Array.from({ length: 6 }, () => post('/Users', directory.person({ phoneNumbers }))))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(made.filter(({ body }) => body.phoneNumbers !== undefined)).toHaveLength(1)
    const last = await add()
    const path = 'phoneNumbers[type eq "work"].value'
    const changed = await patch(`/Users/${last.id}`, { op: 'Add', path, value: '+551130304040' })
    expect([changed.status, changed.body.phoneNumbers]).toEqual([200, undefined])
  }],
  ['7643 4.1.2', 'groups of a person are read-only: they are changed at the group', async () => {
    const made = await add()
    const group = await directory.addGroup([made.id])
    const { body } = await send(`/Users/${made.id}`)
    expect(body.groups).toEqual([{ value: group.id, display: group.displayName, type: 'direct', $ref: group.meta.location }])
    expect(failureOf(await patch(`/Users/${made.id}`, { op: 'remove', path: 'groups' }))).toEqual([400, 'mutability'])
    expect((await put(`/Users/${made.id}`, { ...body, groups: [] })).body.groups).toEqual(body.groups)
  }],
  ['7643 4.2', 'the parts of a member are immutable', async () => {
    const made = await add()
    const group = await directory.addGroup([made.id])
    const path = `members[value eq "${made.id}"]`
    const answers = [
      await patch(`/Groups/${group.id}`, { op: 'replace', path, value: { value: nobody } }),
      await patch(`/Groups/${group.id}`, { op: 'replace', path: `${path}.value`, value: nobody }),
    ]
    expect(answers.map(failureOf)).toEqual([[400, 'mutability'], [400, 'mutability']])
  }],
  ['7643 5', 'the configuration says what the service does', async () => {
    const { body, headers } = await send('/ServiceProviderConfig')
    for (const part of ['patch', 'filter', 'sort', 'etag']) expect(body[part].supported, part).toBe(true)
    for (const part of ['bulk', 'changePassword']) expect(body[part].supported, part).toBe(false)
    expect(Object.keys(body.authenticationSchemes[0])).toEqual(expect.arrayContaining(['type', 'name', 'description']))
    expect(headers['content-type']).toBe(mediaType)
  }],
  ['7643 6, 7', 'each resource type names its schemas, and each schema describes every attribute that an answer has', async () => {
    const { body: types } = await send('/ResourceTypes')
    expect(types.totalResults).toBe(2)
    const made = await add({ [enterprise]: { department: 'Vendas' }, phoneNumbers: [{ value: '+551130309999' }], externalId: 'x-7' })
    await directory.addGroup([made.id])
    const person = (await send(`/Users/${made.id}`)).body
    for (const { schema, schemaExtensions } of types.Resources) {
      for (const id of [schema, ...schemaExtensions.map((each: { schema: string }) => each.schema)]) {
        const { status, body } = await send(`/Schemas/${id}`)
        expect([status, body.id]).toEqual([200, id])
        const wanted = ['name', 'type', 'multiValued', 'description', 'required', 'mutability', 'returned', 'uniqueness']
        const attributes = body.attributes as { name: string; subAttributes?: { name: string }[] }[]
        for (const attribute of attributes.flatMap((each) => [each, ...(each.subAttributes ?? [])]))
          expect(Object.keys(attribute), attribute.name).toEqual(expect.arrayContaining(wanted))
        if (id !== userSchema) continue
        for (const [name, value] of Object.entries(person)) {
          if (['id', 'meta', 'schemas', enterprise].includes(name)) continue
          const described = attributes.find((each) => each.name === name)
          const first: unknown = Array.isArray(value) ? value[0] : value
          const parts = typeof first === 'object' && first !== null ? Object.keys(first) : []
          expect(described?.subAttributes?.map((each) => each.name) ?? [], name).toEqual(expect.arrayContaining(parts))
        }
      }
    }
  }],

  ['7644 2', 'a request without a valid token is 401 with WWW-Authenticate', async () => {
    const without = await send('/Users', { headers: { authorization: undefined } })
    expect([without.status, without.headers['www-authenticate'], without.body.status]).toEqual([401, 'Bearer', '401'])
    const wrong = await send('/Users', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  }],
  ['7644 2', 'the scheme Bearer has no case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
      const { status } = await send('/Users?count=0', { headers: { authorization: `${scheme} ${directory.connection.token}` } })
      expect([scheme, status]).toEqual([scheme, 200])
    }
  }],
  ['7644 3.1', 'both media types of a body are read, and answers have that of SCIM', async () => {
    for (const type of ['application/scim+json', 'application/json', 'application/scim+json; charset=utf-8']) {
      const made = await send('/Users', { method: 'POST', body: directory.person(), headers: { 'content-type': type, accept: 'application/scim+json' } })
      expect([type, made.status, made.headers['content-type']]).toEqual([type, 201, mediaType])
    }
    const other = await send('/Users', { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } })
    expect([other.status, other.body.status]).toEqual([415, '415'])
  }],
  ['7644 3.2', 'a wrong method is 405 with the allowed ones', async () => {
    const of = async (method: string, path: string) => {
      const { status, headers, body } = await send(path, { method })
      return [status, headers['allow'], body.status]
    }
    expect(await of('DELETE', '/Users')).toEqual([405, 'GET, HEAD, POST', '405'])
    expect(await of('PATCH', '/Groups')).toEqual([405, 'GET, HEAD, POST', '405'])
    expect(await of('POST', `/Users/${nobody}`)).toEqual([405, 'DELETE, GET, HEAD, PATCH, PUT', '405'])
    expect(await of('PUT', '/Schemas')).toEqual([405, 'GET, HEAD', '405'])
    expect(await of('DELETE', '/ServiceProviderConfig')).toEqual([405, 'GET, HEAD', '405'])
  }],
  ['7644 3.3', 'an added resource is 201 with its Location', async () => {
    const group = await post('/Groups', { schemas: [groupSchema], displayName: 'Com endereço' })
    expect([group.status, group.headers['location']]).toEqual([201, group.body.meta.location])
  }],
  ['7644 3.3', 'the same resource again is 409 uniqueness', async () => {
    const person = directory.person()
    const statuses = [await post('/Users', person), await post('/Users', person)].map(failureOf)
    expect(statuses).toEqual([[201, undefined], [409, 'uniqueness']])
  }],
  ['7644 3.4.1', 'a resource that does not exist is 404', async () => {
    for (const path of [`/Users/${nobody}`, '/Groups/x', `/Users/${people.userOfLeste.id}`, '/Schemas/urn:none', '/ResourceTypes/x'])
      expect([path, (await send(path)).status]).toEqual([path, 404])
  }],
  ['7644 3.4.2', 'a list without results is 200 with totalResults 0', async () => {
    const { status, body } = await find('userName eq "nobody@nowhere.example"')
    expect([status, body.totalResults, body.schemas]).toEqual([200, 0, ['urn:ietf:params:scim:api:messages:2.0:ListResponse']])
  }],
  ['7644 3.4.2.2', 'a filter takes the URN of a schema, and refuses the URN of another one', async () => {
    const made = await add({ [enterprise]: { department: 'Tesouraria' } })
    const id = `id eq "${made.id}"`
    expect(await totalOf(`${id} and ${enterprise}:department eq "tesouraria"`)).toBe(1)
    expect(await totalOf(`${id} and ${userSchema}:emails[type eq "work"]`)).toBe(1)
    expect(await totalOf(`${id} and ${userSchema.toUpperCase()}:name.familyName pr`)).toBe(1)
    for (const urn of ['urn:example:2.0:Own', groupSchema, `${enterprise}:x`])
      expect(failureOf(await find(`${urn}:userName pr`)), urn).toEqual([400, 'invalidFilter'])
    expect(failureOf(await find(`${enterprise}:userName pr`))).toEqual([400, 'invalidFilter'])
  }],
  ['7644 3.4.2.2', 'ids and external ids are compared with case, names without', async () => {
    const made = await add({ externalId: 'CaseExact', displayName: 'Ênfase Única' })
    expect(await totalOf('externalId eq "caseexact"')).toBe(0)
    expect(await totalOf('externalId eq "CaseExact"')).toBe(1)
    expect(await totalOf(`id eq "${String(made.id).toUpperCase()}"`)).toBe(0)
    expect(await totalOf('displayName eq "ênfase única"')).toBe(1)
  }],
  ['7644 3.4.2.2', 'booleans have no order, and a filter that is none is invalidFilter', async () => {
    for (const filter of ['active gt true', 'emails.primary lt true', 'userName', 'userName eq', 'nickNames eq "x"', ''])
      expect(failureOf(await find(filter)), filter).toEqual([400, 'invalidFilter'])
  }],
  ['7644 3.4.2.3', 'sorting has no case; without a value a resource is last in ascending and first in descending order', async () => {
    for (const [displayName, number] of [['ordem b', '+551130300001'], ['Ordem A', undefined], ['ordem C', '+551130300002']])
      await add({ displayName, ...(number ? { phoneNumbers: [{ value: number }] } : {}) })
    const names = async (query: string) => {
      const { body } = await find('displayName sw "ordem "', query)
      return (body.Resources as { displayName: string }[]).map(({ displayName }) => displayName)
    }
    expect(await names('&sortBy=displayName')).toEqual(['Ordem A', 'ordem b', 'ordem C'])
    expect(await names(`&sortBy=${userSchema}:displayName&sortOrder=descending`)).toEqual(['ordem C', 'ordem b', 'Ordem A'])
    expect((await names('&sortBy=phoneNumbers.value'))[2]).toBe('Ordem A')
    expect((await names('&sortBy=phoneNumbers.value&sortOrder=descending'))[0]).toBe('Ordem A')
  }],
  ['7644 3.4.2.4', 'a page below the first is the first, a negative count is 0, and a page behind the last is empty', async () => {
    const all = (await send('/Users?count=0')).body
    expect(all).toMatchObject({ itemsPerPage: 0, startIndex: 1 })
    expect((await send('/Users?startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
    expect((await send('/Users?count=-3')).body).toMatchObject({ itemsPerPage: 0, totalResults: all.totalResults })
    const behind = await send('/Users?startIndex=100000&count=10')
    expect([behind.status, behind.body.totalResults, behind.body.Resources]).toEqual([200, all.totalResults, []])
    expect((await send('/Users?count=5000')).body.itemsPerPage).toBeLessThanOrEqual(200)
    for (const query of ['startIndex=x', 'count=1.5']) expect(failureOf(await send(`/Users?${query}`))).toEqual([400, 'invalidSyntax'])
  }],
  ['7644 3.4.2.5, 3.9', 'attributes and excludedAttributes choose attributes and their parts, also after a change', async () => {
    const made = await add({ [enterprise]: { department: 'Vendas' } })
    const keys = async (query: string) => Object.keys((await send(`/Users/${made.id}?${query}`)).body).toSorted()
    expect(await keys('attributes=userName')).toEqual(['id', 'schemas', 'userName'])
    expect(await keys(`attributes=${enterprise}:department`)).toEqual(['id', 'schemas', enterprise].toSorted())
    expect(await keys(`attributes=${userSchema}:USERNAME`)).toEqual(['id', 'schemas', 'userName'])
    expect(await keys('excludedAttributes=id,schemas,meta')).not.toContain('meta')
    expect(await keys('excludedAttributes=id,schemas')).toEqual(expect.arrayContaining(['id', 'schemas', 'meta']))
    const part = (await send(`/Users/${made.id}?attributes=name.givenName,emails.value`)).body
    expect([part.name, part.emails]).toEqual([{ givenName: made.name.givenName }, [{ value: made.emails[0].value }]])
    const without = (await send(`/Users/${made.id}?excludedAttributes=name.givenName`)).body
    expect(Object.keys(without.name)).toEqual(['formatted', 'familyName'])
    const after = [
      await send('/Users?attributes=userName', { method: 'POST', body: directory.person() }),
      await send(`/Users/${made.id}?attributes=userName`, { method: 'PUT', body: made }),
      await send(`/Users/${made.id}?attributes=userName`, { method: 'PATCH', body: { schemas: [patchSchema], Operations: [{ op: 'add', path: 'title', value: 'x' }] } }),
    ]
    for (const { body } of after) expect(Object.keys(body).toSorted()).toEqual(['id', 'schemas', 'userName'])
  }],
  ['7644 3.4.3', 'a search is a POST with lists of attributes', async () => {
    const made = await add()
    const body = { schemas: [searchSchema], filter: `id eq "${made.id}"`, attributes: ['userName', 'name.givenName'] }
    const found = await post('/Users/.search', body)
    expect(found.body.Resources).toEqual([{ schemas: made.schemas, id: made.id, userName: made.userName, name: { givenName: made.name.givenName } }])
  }],
  ['7644 3.5.1', 'a replacement that lacks a required attribute is invalidValue, and one of nobody 404', async () => {
    const made = await add()
    expect(failureOf(await put(`/Users/${made.id}`, { schemas: [userSchema] }))).toEqual([400, 'invalidValue'])
    expect((await put(`/Users/${nobody}`, directory.person())).status).toBe(404)
  }],
  ['7644 3.5.2', 'operations have no case, and an unknown one is invalidSyntax', async () => {
    const { id } = await add()
    for (const op of ['Add', 'REPLACE', 'replace'])
      expect((await patch(`/Users/${id}`, { op, path: 'displayName', value: op })).body.displayName).toBe(op)
    expect(failureOf(await patch(`/Users/${id}`, { op: 'move', path: 'displayName', value: 'x' }))).toEqual([400, 'invalidSyntax'])
  }],
  ['7644 3.5.2', 'a patch is applied as a whole or not at all', async () => {
    const { id, displayName } = await add()
    const first = { op: 'replace', path: 'displayName', value: 'Metade' }
    expect((await patch(`/Users/${id}`, first, { op: 'replace', path: 'emails[type eq "work"].value', value: 'none' })).status).toBe(400)
    expect((await send(`/Users/${id}`)).body.displayName).toBe(displayName)
    const group = await directory.addGroup([id])
    expect((await patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: [{ value: nobody }] })).status).toBe(400)
    expect((await send(`/Groups/${group.id}`)).body.members).toHaveLength(1)
  }],
  ['7644 3.5.2', 'a patch of a group that names attributes answers the resource', async () => {
    const group = await directory.addGroup()
    const body = { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'displayName', value: 'Com resposta' }] }
    const answer = await send(`/Groups/${group.id}?attributes=displayName`, { method: 'PATCH', body })
    expect([answer.status, answer.body]).toEqual([200, { schemas: [groupSchema], id: group.id, displayName: 'Com resposta' }])
    expect([(await send(`/Groups/${group.id}`, { method: 'PATCH', body })).status]).toEqual([204])
  }],
  ['7644 3.5.2', 'a path that is none, such as one with dots, is invalidPath', async () => {
    const [person, group] = [await add(), await directory.addGroup()]
    const paths = ['..', '../displayName', '..:displayName', 'urn:..:displayName', 'displayName..', 'displayName.x', 'members..value', 'favouriteColour', 'members[', '']
    for (const path of paths)
      for (const at of [`/Users/${person.id}`, `/Groups/${group.id}`])
        expect([path, ...failureOf(await patch(at, { op: 'replace', path, value: 'x' }))]).toEqual([path, 400, 'invalidPath'])
    expect((await send(`/Groups/${group.id}`)).body.displayName).toBe(group.displayName)
  }],
  ['7644 3.5.2.1', 'what is there already changes nothing: neither lastModified nor the audit trail', async () => {
    const made = await add()
    const group = await directory.addGroup([made.id])
    await sleep(5)
    await patch(`/Users/${made.id}`, { op: 'add', path: 'displayName', value: made.displayName })
    await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: made.id }] })
    await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: group.displayName, members: [{ value: made.id }] } })
    expect((await send(`/Users/${made.id}`)).body.meta.lastModified).toBe(made.meta.lastModified)
    expect((await send(`/Groups/${group.id}`)).body.meta.lastModified).toBe((await find(`id eq "${group.id}"`, '', 'Groups')).body.Resources[0].meta.lastModified)
    const events = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', 'in', [made.id, group.id]).execute(),
    )
    expect(events.map(({ event }) => event).toSorted()).toEqual(['user.added', 'user_group.added'])
  }],
  ['7644 3.5.2.2', 'a removal without a path, or of nothing that its filter finds, is noTarget', async () => {
    const [person, group] = [await add(), await directory.addGroup()]
    const answers = [
      await patch(`/Users/${person.id}`, { op: 'remove' }),
      await patch(`/Groups/${group.id}`, { op: 'remove' }),
      await patch(`/Users/${person.id}`, { op: 'remove', path: 'emails[type eq "home"]' }),
      await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${person.id}"]` }),
    ]
    expect(answers.map(failureOf)).toEqual(answers.map(() => [400, 'noTarget']))
  }],
  ['7644 3.5.2.2', 'a required or read-only attribute cannot be removed: mutability', async () => {
    const [person, group] = [await add(), await directory.addGroup()]
    const answers = [
      await patch(`/Users/${person.id}`, { op: 'remove', path: 'userName' }),
      await patch(`/Users/${person.id}`, { op: 'remove', path: 'meta' }),
      await patch(`/Groups/${group.id}`, { op: 'remove', path: 'displayName' }),
      await patch(`/Groups/${group.id}`, { op: 'replace', path: 'id', value: nobody }),
    ]
    expect(answers.map(failureOf)).toEqual(answers.map(() => [400, 'mutability']))
  }],
  ['7644 3.5.2.3', 'a replacement of nothing that its filter finds is noTarget', async () => {
    const { id } = await add()
    for (const path of ['phoneNumbers[type eq "work"].value', 'emails[type eq "home"]'])
      expect(failureOf(await patch(`/Users/${id}`, { op: 'replace', path, value: '+551130301234' }))).toEqual([400, 'noTarget'])
  }],
  ['7644 3.5.2', 'more than 200 operations, or 10,000 members in one of them, are 413', async () => {
    const [person, group] = [await add(), await directory.addGroup()]
    const operations = Array.from({ length: 201 }, () => ({ op: 'replace', path: 'displayName', value: 'Muitas' }))
    for (const at of [`/Users/${person.id}`, `/Groups/${group.id}`]) {
      const answer = await patch(at, ...operations)
      expect([...failureOf(answer), answer.body.status]).toEqual([413, 'tooMany', '413'])
      expect((await patch(at, ...operations.slice(1))).status).toBeLessThan(300)
    }
    const value = Array.from({ length: 10_001 }, () => ({ value: person.id }))
    expect(failureOf(await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value }))).toEqual([413, 'tooMany'])
  }],
  ['7644 3.6', 'a removed resource is 204 without a body, also for a DELETE with a media type, and then 404', async () => {
    for (const headers of [{}, { 'content-type': 'application/scim+json' }, { 'content-type': 'application/json', 'content-length': '0' }]) {
      const { id } = await add()
      const gone = await send(`/Users/${id}`, { method: 'DELETE', headers })
      expect([gone.status, gone.text]).toEqual([204, ''])
      const answers = [await send(`/Users/${id}`), await send(`/Users/${id}`, { method: 'DELETE' }), await patch(`/Users/${id}`, { op: 'add', path: 'title', value: 'x' })]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  }],
  ['7644 3.7, 3.11', 'bulk requests and /Me are 501', async () => {
    for (const [method, path] of [['POST', '/Bulk'], ['GET', '/Me'], ['PATCH', '/Me']] as const) {
      const { status, body } = await send(path, { method })
      expect([path, status, body.status]).toEqual([path, 501, '501'])
    }
  }],
  ['7644 3.12', 'every error below /scim has the form of SCIM, with the status as text', async () => {
    const { id } = await add()
    const answers = [
      await send('/Nothing'),
      await send('/Users/%zz'),
      await send('/Users', { headers: { authorization: undefined } }),
      await send('/Users', { method: 'POST', body: '{"userName":' }),
      await send('/Users', { method: 'POST', body: '[]' }),
      await send('/Users', { method: 'POST', body: JSON.stringify({ a: 'x'.repeat(1_200_000) }) }),
      await send('/Users', { method: 'POST', body: directory.person(), headers: { origin: 'https://elsewhere.example' } }),
      await send(`/Users/${id}`, { method: 'PATCH', body: { schemas: [patchSchema], Operations: 'x' } }),
      await send(`/Users/${id}`, { method: 'PUT', body: { ...directory.person(), id }, headers: { 'if-match': 'W/"1"' } }),
      await send(`/Users/${people.adminOfNorte.id}`, { method: 'DELETE' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 401, 400, 400, 413, 403, 400, 412, 403])
    for (const { status, body, headers } of answers) {
      expect(body).toMatchObject({ schemas: [errorSchema], status: String(status), detail: expect.stringMatching(/./) })
      expect(headers['content-type']).toBe(mediaType)
      if (status === 400) expect(body.scimType).toBe('invalidSyntax')
    }
  }],
  ['7644 3.14', 'If-Match refuses a stale change with 412, and If-None-Match answers 304', async () => {
    const made = await add()
    const group = await directory.addGroup()
    for (const [path, { meta }] of [[`/Users/${made.id}`, made], [`/Groups/${group.id}`, group]] as const) {
      const stale = meta.version as string
      const known = await send(path, { headers: { 'if-none-match': stale } })
      expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', stale])
      const body = { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'displayName', value: `Versão ${stale}` }] }
      const change = (etag: string, method = 'PATCH') => send(path, { method, body, headers: { 'if-match': etag } })
      expect((await change(`"x", ${stale}`)).status).toBeLessThan(300)
      expect([(await change(stale)).status, (await change(stale, 'DELETE')).status]).toEqual([412, 412])
      const { headers } = await send(path, { headers: { 'if-none-match': stale } })
      expect(headers['etag']).not.toBe(stale)
      expect((await change('*')).status).toBeLessThan(300)
    }
  }],
  ['7644 4', 'a filter at a discovery address is 403', async () => {
    for (const path of ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig'])
      expect([path, (await send(`${path}?filter=${encodeURIComponent('name eq "User"')}`)).status]).toEqual([path, 403])
  }],
] // prettier-ignore

it.each(table)('RFC %s: %s', async (_section, _requirement, check) => {
  expect.hasAssertions()
  await check()
})

afterAll(() => {
  const lines = table.map(([section, requirement]) => `  ${section.padEnd(18)} ${requirement}`)
  process.stdout.write(`SCIM: ${String(table.length)} requirements\n${lines.join('\n')}\n`)
})

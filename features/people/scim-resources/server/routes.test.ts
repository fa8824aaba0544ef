// Plays a directory as RFC 7643, RFC 7644 and Microsoft's documentation describe it, against a real portal, and prints the table of its
// cases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestBodyBytes } from '#catalogue/limits.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { addConnection, attributeOfField, removeConnection, updateConnection } from '#features/people/scim/contract.ts'
import { readUser, updateUser } from '#features/people/users/contract.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { users } from '../contract.ts'
import { routes } from './routes.ts'
import { asDirectory } from './service.ts'

const portal = testPortal()
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

let token = ''
let connectionId = ''
let cases = 0
let serial = 0

type Sent = { method?: string; body?: unknown; host?: string; bearer?: string | null; type?: string }

/** Sends one request of the directory. */
async function scim(
  path: string,
  { method = 'GET', body, host = 'norte.localhost', bearer = token, type = 'application/scim+json' }: Sent = {},
) {
  cases += 1
  const { app } = portal.portal
  const answer = await app.inject({
    method: method as 'GET',
    url: `/scim/v2${path}`,
    headers: {
      host,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const parsed = answer.body.startsWith('{') ? (JSON.parse(answer.body) as Record<string, never>) : {}
  return { status: answer.statusCode, headers: answer.headers, body: parsed as Record<string, any> } // oxlint-disable-line typescript/no-explicit-any -- answers of a foreign protocol
}

const filtered = (filter: string, more = '', type = 'Users') =>
  scim(`/${type}?filter=${encodeURIComponent(filter)}${more}`)
const patch = (path: string, ...Operations: object[]) =>
  scim(path, { method: 'PATCH', body: { schemas: [patchSchema], Operations } })

const person = (part: object = {}) => {
  serial += 1
  return {
    schemas: [userSchema, enterprise],
    userName: `p${serial}@directory.example`,
    externalId: `ext-${serial}`,
    displayName: `Pessoa ${serial}`,
    active: true,
    emails: [{ value: `p${serial}@directory.example`, type: 'work', primary: true }],
    ...part,
  }
}
const add = async (part: object = {}) => (await scim('/Users', { method: 'POST', body: person(part) })).body

beforeAll(async () => {
  const { body } = await portal.as(masterInNorte).ask(addConnection, {})
  token = body.token
  connectionId = body.id
  await portal.platform((db) =>
    db.updateTable('tenants').set({ user_limit: 500 }).where('id', '=', tenants.norte.id).execute(),
  )
})
afterAll(() => process.stdout.write(`SCIM: ${cases} requests\n`))

describe('the token of a directory', () => {
  it('U6: is checked before a large body is read', async () => {
    const malformed = '{'.repeat(requestBodyBytes.withoutSession + 1)
    const send = async (bearer: string | null) =>
      (await scim('/Users', { method: 'POST', body: malformed, bearer })).status
    expect([await send(null), await send('x'.repeat(43)), await send(token)]).toEqual([401, 401, 400])
  })

  it('S8: is required, is valid only at the host of its business unit, and opens nothing else', async () => {
    const answers = await Promise.all([
      scim('/Users', { bearer: null }),
      scim('/Users', { bearer: 'x'.repeat(43) }),
      scim('/Users', { host: 'leste.localhost' }),
      scim('/Users', { host: 'alfa.localhost' }),
      scim('/Users', { host: 'localhost' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(answers[0]?.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    expect((await portal.as({ token, host: 'norte.localhost' }).ask(readConfig, {})).status).toBe(401)
  })

  it('V5: a wrong token does not count for the rate limit, so that 10,000 of them cannot fill its table', async () => {
    const worker = await testWorker(portal.databaseUrl, [], { works: false })
    const counted: string[] = []
    const admission = {
      hosts: createHosts(new URL('http://localhost')),
      enqueue: worker.enqueue,
      checkRate: (id: string) => void counted.push(id),
    }
    const enter = (bearer: string, host = 'norte.localhost') => {
      const caller = { host, address: '127.0.0.1' }
      const context = { ...worker.gate, token: bearer, caller } as unknown as OpenContext
      return asDirectory(admission, context, async ({ tenantId }) => tenantId).catch(({ code }) => String(code))
    }
    const wrong = [await enter('x'.repeat(43)), await enter('y'.repeat(43)), await enter(token, 'leste.localhost')]
    expect([new Set(wrong), counted]).toEqual([new Set(['session.unauthorized']), []])
    expect([await enter(token), counted]).toEqual([tenants.norte.id, [tenants.norte.id]])
    await worker.close()
  })

  it('V5: a request whose telephone number another one took meanwhile counts once, though it is tried twice', async () => {
    const worker = await testWorker(portal.databaseUrl, [], { works: false })
    const counted: string[] = []
    const limiter = {
      admits: (key: string) => counted.push(key) > 0,
      refund: () => undefined,
      left: () => ({ calls: 1, seconds: 1 }),
    }
    const made = routes({ hosts: createHosts(new URL('http://localhost')), enqueue: worker.enqueue }, limiter)
    const route = made.find(({ call }) => call === users.list)
    if (route?.form !== 'open') throw new Error('a call of the directory has no session')
    let tries = 0
    const inTenant = async () => {
      tries += 1
      throw Object.assign(new Error('taken'), { constraint: 'memberships_phone_key' })
    }
    const caller = { host: 'norte.localhost', address: '127.0.0.1' }
    const context = { ...worker.gate, inTenant, token, caller, clock: { now: () => new Date() } }
    await expect(route.handler(context as unknown as OpenContext, {} as never)).rejects.toThrow('taken')
    expect([tries, counted]).toEqual([2, [tenants.norte.id]])
    await worker.close()
  })

  it('S8: is rotated with an overlap; a disabled or expired connection is refused', async () => {
    const master = portal.as(masterInNorte)
    const old = token
    const rotated = await master.ask(updateConnection, { id: connectionId, rotate: 'S' })
    token = rotated.body.token ?? ''
    expect(rotated.body.old_valid_until).not.toBeNull()
    expect([(await scim('/Users?count=0')).status, (await scim('/Users?count=0', { bearer: old })).status]).toEqual([
      200, 200,
    ])
    await portal.platform((db) =>
      db
        .updateTable('scim_connections')
        .set({ old_valid_until: new Date(0) })
        .where('id', '=', connectionId)
        .execute(),
    )
    expect((await scim('/Users?count=0', { bearer: old })).status).toBe(401)
    await master.ask(updateConnection, { id: connectionId, enable: 'N' })
    expect((await scim('/Users?count=0')).status).toBe(401)
    await master.ask(updateConnection, {
      id: connectionId,
      enable: 'S',
      expires_at: new Date(Date.now() - 1_000).toISOString(),
    })
    expect((await scim('/Users?count=0')).status).toBe(401)
    await master.ask(updateConnection, { id: connectionId, expires_at: null })
    expect((await scim('/Users?count=0')).status).toBe(200)
  })

  it('has at most one connection per business unit', async () => {
    const second = await portal.as(masterInNorte).ask(addConnection, {})
    expect([second.status, second.raw['key']]).toEqual([409, 'scim_connected_already'])
  })

  it('never answers a page: unknown paths are 404 in the form of SCIM', async () => {
    for (const path of ['', '/', '/Nothing', '/Users/1/2']) {
      const { status, headers, body } = await scim(path)
      expect([path, status, body['status'], headers['content-type']]).toEqual([
        path,
        404,
        '404',
        'application/scim+json; charset=utf-8',
      ])
    }
    const { app } = portal.portal
    const bare = await app.inject({ method: 'GET', url: '/scim/v2/Users', headers: { host: 'norte.localhost' } })
    expect([bare.statusCode, bare.headers['content-type']]).toEqual([401, 'application/scim+json; charset=utf-8'])
  })
})

describe('discovery', () => {
  it.each(['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas', `/Schemas/${userSchema}`])(
    'answers %s',
    async (path) => {
      const { status, body } = await scim(path)
      expect(status).toBe(200)
      expect(body['schemas'].length).toBeGreaterThan(0)
    },
  )

  it('says what is supported', async () => {
    const { body } = await scim('/ServiceProviderConfig')
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    })
    expect((await scim('/Schemas/nothing')).status).toBe(404)
  })
})

describe('people', () => {
  it('are added, read, and found by the user name without case', async () => {
    const made = await scim('/Users', {
      method: 'POST',
      body: person({ [enterprise]: { department: 'Vendas' }, preferredLanguage: 'es' }),
    })
    expect(made.status).toBe(201)
    expect(made.headers['location']).toBe(`http://norte.localhost/scim/v2/Users/${made.body['id']}`)
    expect(made.body).toMatchObject({
      active: true,
      preferredLanguage: 'es',
      [enterprise]: { department: 'Vendas' },
      meta: { resourceType: 'User' },
    })
    const read = await scim(`/Users/${made.body['id']}`)
    expect(read.body).toEqual(made.body)
    const found = await filtered(`userName eq "${String(made.body['userName']).toUpperCase()}"`)
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 })
    expect((await filtered('userName eq "nobody@directory.example"')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
  })

  it('S8: people get the kind of sign-in of the unit: SAML, an OpenID provider, else a password', async () => {
    const kindOf = async () => {
      const { id } = (await add()) as { id: string }
      const found = await portal.platform((db) =>
        db.selectFrom('users').select('auth_type').where('id', '=', id).executeTakeFirst(),
      )
      return found?.auth_type
    }
    const tenant_id = tenants.norte.id
    const openid = { tenant_id, name: 'E', kind: 'entra', icon: 'key', issuer: 'https://e.example', client_id: 'c' }
    const saml = {
      tenant_id,
      name: 'E',
      entity_id: 'https://e.example',
      login_url: 'https://e.example',
      certificates: ['x'],
    }
    const kinds = [await kindOf()]
    await portal.platform((db) => db.insertInto('openid_providers').values(openid).execute())
    kinds.push(await kindOf())
    await portal.platform((db) => db.insertInto('saml_apps').values(saml).execute())
    kinds.push(await kindOf())
    await portal.platform((db) => db.updateTable('saml_apps').set({ status: false }).execute())
    kinds.push(await kindOf())
    await portal.platform((db) => db.deleteFrom('saml_apps').execute())
    await portal.platform((db) => db.deleteFrom('openid_providers').execute())
    expect(kinds).toEqual(['password', 'microsoft', 'saml', 'microsoft'])
  })

  it('a known e-mail, user name or external id is refused as uniqueness', async () => {
    const { userName, externalId } = person()
    await scim('/Users', {
      method: 'POST',
      body: person({ userName, externalId, emails: [{ value: userName, primary: true }] }),
    })
    const again = [
      person({ userName, emails: [] }),
      person({ externalId }),
      person({ userName: people.userOfLeste.email, emails: [] }),
      person({ userName: people.userOfNorte.email, emails: [] }),
    ]
    for (const body of again) {
      const answer = await scim('/Users', { method: 'POST', body })
      expect([answer.status, answer.body['scimType']]).toEqual([409, 'uniqueness'])
    }
  })

  it('C4: a person of another unit of the partner gets a membership as the unit wants it, and keeps their account', async () => {
    const { email, id } = people.userOfSul
    const settle = (known_people: string, { id: unit } = tenants.norte) =>
      portal.platform((db) => db.updateTable('settings').set({ known_people }).where('tenant_id', '=', unit).execute())
    const account = () =>
      portal.platform((db) =>
        db
          .selectFrom('users')
          .select(['name', 'email', 'home_tenant_id', 'auth_type', 'password_hash'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    const before = await account()
    const send = () =>
      scim('/Users', { method: 'POST', body: person({ userName: email, emails: [], externalId: 'sul' }) })
    const waiting = () =>
      portal.platform((db) =>
        db.selectFrom('registrations').select(['user_id', 'by_mail']).where('email', '=', email).execute(),
      )
    // The directory proves nothing that its unit does not control: the home unit must have agreed.
    for (const [here, home] of [
      ['no', 'at_once'],
      ['at_once', 'no'],
      ['at_once', 'ask'],
      ['ask', 'ask'],
    ] as const) {
      await settle(here)
      await settle(home, tenants.sul)
      expect([(await send()).status, await waiting()]).toEqual([409, []])
    }
    await settle('at_once', tenants.sul)
    await settle('ask')
    expect([(await send()).status, (await send()).status, await waiting()]).toEqual([
      409,
      409,
      [{ user_id: id, by_mail: false }],
    ])
    await settle('at_once')
    const made = await send()
    expect([made.status, made.body['id'], made.body['externalId'], made.body['active']]).toEqual([201, id, 'sul', true])
    expect((await send()).status).toBe(409)
    expect((await scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await account()).toEqual(before)
    await settle('ask')
    await settle('ask', tenants.sul)
    await portal.platform((db) => db.deleteFrom('registrations').execute())
  })

  it('the user limit of the business unit holds', async () => {
    const limit = (user_limit: number) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ user_limit }).where('id', '=', tenants.norte.id).execute(),
      )
    await limit(1)
    const answer = await scim('/Users', { method: 'POST', body: person() })
    expect([answer.status, answer.body['detail']]).toEqual([
      409,
      'The user limit for this business unit has been reached',
    ])
    await limit(500)
  })

  it.each([
    ['no user name', { userName: undefined }],
    ['an empty user name', { userName: '' }],
    ['a user name that is no e-mail, and no e-mail', { userName: 'joao', emails: [] }],
    ['an e-mail that is none', { emails: [{ value: 'nothing', primary: true }] }],
    ['a name that is too long', { displayName: 'x'.repeat(121) }],
    ['active as a word', { active: 'perhaps' }],
    ['e-mails as text', { emails: 'a@b.c' }],
    ['a department that is too long', { [enterprise]: { department: 'x'.repeat(81) } }],
  ])('refuses %s', async (_, part) => {
    const answer = await scim('/Users', { method: 'POST', body: person(part) })
    expect([answer.status, answer.body['scimType']]).toEqual([400, 'invalidValue'])
  })

  it.each([
    [
      'name.formatted without displayName',
      { displayName: undefined, name: { formatted: 'Ana Maria Lopes' } },
      'Ana Maria Lopes',
    ],
    ['given and family name', { displayName: undefined, name: { givenName: 'Ana', familyName: 'Lopes' } }, 'Ana Lopes'],
    [
      'only a user name',
      { displayName: undefined, userName: 'only@directory.example', emails: [] },
      'only@directory.example',
    ],
    ['attribute names in another case', { displayName: undefined, DISPLAYNAME: 'Caixa Alta' }, 'Caixa Alta'],
    [
      'a number that is no telephone',
      { phoneNumbers: [{ value: 'ramal 12', type: 'work' }], displayName: 'Com Ramal' },
      'Com Ramal',
    ],
    ['unknown attributes', { displayName: 'Com Mais', nickName: 'x', 'urn:example:2.0:Own': { a: 1 } }, 'Com Mais'],
  ])('takes %s', async (_, part, name) => {
    const answer = await scim('/Users', { method: 'POST', body: person(part) })
    expect([answer.status, answer.body['displayName']]).toEqual([201, name])
  })

  it('a user name that is no e-mail is stored in addition to the e-mail', async () => {
    const made = await add({
      userName: 'DOMAIN\\jsilva',
      emails: [{ value: 'jsilva@directory.example', type: 'work' }],
    })
    expect(made).toMatchObject({ userName: 'DOMAIN\\jsilva', emails: [{ value: 'jsilva@directory.example' }] })
    expect((await filtered('userName eq "domain\\\\jsilva"')).body['totalResults']).toBe(1)
  })

  it('media types: JSON is refused as another type than SCIM, damaged bodies are refused', async () => {
    expect((await scim('/Users', { method: 'POST', body: '{"userName":', type: 'application/scim+json' })).status).toBe(
      400,
    )
    expect(
      (await scim('/Users', { method: 'POST', body: 'a=1', type: 'application/x-www-form-urlencoded' })).status,
    ).toBe(415)
    expect((await scim('/Users', { method: 'POST', body: person(), type: 'application/json' })).status).toBe(201)
  })

  it('stores a telephone number as E.164, by the country of the unit, and leaves out what no country has', async () => {
    const sent = { ...person({ phoneNumbers: [{ value: '(11) 94545-0001', type: 'work' }] }) }
    const made = await scim('/Users', { method: 'POST', body: sent })
    expect(made.body['phoneNumbers']).toEqual([{ value: '+5511945450001', type: 'work', primary: true }])
    const body = { ...made.body, phoneNumbers: [{ value: '12345678', type: 'work' }] }
    const put = await scim(`/Users/${made.body['id']}`, { method: 'PUT', body })
    expect([put.status, put.body['phoneNumbers']]).toEqual([200, undefined])
  })

  it('PUT replaces: what it does not say is emptied', async () => {
    const made = await add({
      [enterprise]: { department: 'Vendas' },
      phoneNumbers: [{ value: '+5511912340001', type: 'work' }],
    })
    const { [enterprise]: _, phoneNumbers: __, ...rest } = made
    const put = await scim(`/Users/${made['id']}`, { method: 'PUT', body: { ...rest, displayName: 'Outro Nome' } })
    expect(put.status).toBe(200)
    expect(put.body).toMatchObject({ displayName: 'Outro Nome', id: made['id'] })
    expect([put.body[enterprise], put.body['phoneNumbers']]).toEqual([undefined, undefined])
  })
})

describe('custom fields', () => {
  const attributes: Record<'matricula' | 'quota' | 'since' | 'stores', string> = {
    matricula: '',
    quota: '',
    since: '',
    stores: '',
  }
  const schema = 'urn:vitrine:params:scim:schemas:extension:custom:2.0:User'
  const short = (name: keyof typeof attributes) => attributes[name].slice(schema.length + 1)
  const changesOf = async (event: string, target: string) => {
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', event)
        .where('target_id', '=', target)
        .execute(),
    )
    return entries.map(({ changes }) => changes)
  }
  const values = (body: Record<string, any>) => body[schema] // oxlint-disable-line typescript/no-explicit-any -- answers of a foreign protocol
  beforeAll(async () => {
    const field = (name: string, kind: 'text' | 'number' | 'date' | 'multiple', required: 'S' | 'N' = 'N') => ({
      name,
      kind,
      options: kind === 'multiple' ? ['Norte', 'Sul', 'Leste'] : [],
      required,
      searchable: 'S' as const,
      in_registration: 'N' as const,
    })
    const made = {
      matricula: field('Matrícula', 'text', 'S'),
      quota: field('Meta', 'number'),
      since: field('Desde', 'date'),
      stores: field('Lojas', 'multiple'),
    }
    for (const [key, input] of Object.entries(made)) {
      const { body } = await portal.as(masterInNorte).ask(customFieldCalls.add, input)
      attributes[key as keyof typeof attributes] = attributeOfField(body.id)
    }
  })

  afterAll(() => portal.platform((db) => db.deleteFrom('custom_fields').execute()))

  it('are an extension that /Schemas and /ResourceTypes describe, in the units that have them', async () => {
    const { body } = await scim(`/Schemas/${schema}`)
    expect(body['attributes']).toMatchObject([
      { name: short('matricula'), description: 'Matrícula', type: 'string', multiValued: false },
      { name: short('quota'), type: 'decimal' },
      { name: short('since'), type: 'string' },
      { name: short('stores'), multiValued: true, canonicalValues: ['Norte', 'Sul', 'Leste'] },
    ])
    const type = await scim('/ResourceTypes/User')
    expect(type.body['schemaExtensions']).toContainEqual({ schema, required: false })
  })

  it('are written and read with a person, found by a filter, and are in the audit trail by their names', async () => {
    const sent = {
      [short('matricula')]: 'M-77',
      [short('quota')]: '12.5',
      [short('stores')]: ['Norte'],
      custom_none: 'x',
    }
    const made = await add({ [schema]: sent })
    expect(made['schemas']).toContain(schema)
    expect(values(made)).toEqual({ [short('matricula')]: 'M-77', [short('quota')]: 12.5, [short('stores')]: ['Norte'] })
    const custom = { Matrícula: 'M-77', Meta: 12.5, Lojas: ['Norte'] }
    expect(await changesOf('user.added', String(made['id']))).toMatchObject([{ custom: [null, custom] }])
    expect((await filtered(`${attributes.matricula} eq "m-77"`)).body['totalResults']).toBe(1)
    const path = `/Users/${made['id']}`
    await patch(path, { op: 'Replace', path: attributes.matricula, value: 'M-78' })
    await patch(path, { op: 'Add', path: attributes.stores, value: ['Sul'] })
    const patched = await patch(path, { op: 'remove', path: attributes.quota })
    expect(values(patched.body)).toEqual({ [short('matricula')]: 'M-78', [short('stores')]: ['Norte', 'Sul'] })
    const person = await portal.as('adminOfNorte').ask(readUser, { id: String(made['id']) })
    expect(Object.values(person.body.custom)).toEqual(expect.arrayContaining(['M-78', ['Norte', 'Sul']]))
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', String(made['id'])).execute(),
    )
    expect(JSON.stringify(trail)).toContain('Matrícula')
  })

  it('D5, C4: of a person of another unit are in the audit trail with the new membership', async () => {
    const { email, id } = people.userOfSul
    const settle = (known_people: string) =>
      portal.platform((db) =>
        db
          .updateTable('settings')
          .set({ known_people })
          .where('tenant_id', 'in', [tenants.norte.id, tenants.sul.id])
          .execute(),
      )
    await settle('at_once')
    const sent = { userName: email, emails: [], [schema]: { [short('matricula')]: 'S-1' } }
    const made = await scim('/Users', { method: 'POST', body: person(sent) })
    expect([made.status, made.body['id'], values(made.body)]).toEqual([201, id, { [short('matricula')]: 'S-1' }])
    expect(await changesOf('user.updated', id)).toEqual([{ custom: [{}, { Matrícula: 'S-1' }] }])
    await scim(`/Users/${id}`, { method: 'DELETE' })
    await settle('ask')
  })

  it('stay when a PUT does not send them, and are emptied by null', async () => {
    const made = await add({ [schema]: { [short('matricula')]: 'M-1', [short('quota')]: 3 } })
    const path = `/Users/${made['id']}`
    const { [schema]: _, ...rest } = made
    const kept = await scim(path, { method: 'PUT', body: rest })
    expect(values(kept.body)).toEqual({ [short('matricula')]: 'M-1', [short('quota')]: 3 })
    const emptied = await scim(path, { method: 'PUT', body: { ...rest, [schema]: { [short('quota')]: null } } })
    expect(values(emptied.body)).toEqual({ [short('matricula')]: 'M-1' })
  })

  it('refuse a value that does not fit, and the removal of a required one', async () => {
    const made = await add({ [schema]: { [short('matricula')]: 'M-2' } })
    const wrong = [
      { [short('quota')]: 'muito' },
      { [short('since')]: '31/12/2026' },
      { [short('stores')]: ['Oeste'] },
      { [short('matricula')]: 'x'.repeat(501) },
      { [short('matricula')]: 7 },
    ]
    for (const part of wrong) {
      const { status, body } = await scim('/Users', { method: 'POST', body: person({ [schema]: part }) })
      expect([status, body['scimType']]).toEqual([400, 'invalidValue'])
    }
    const removal = await patch(`/Users/${made['id']}`, { op: 'remove', path: attributes.matricula })
    expect([removal.status, removal.body['scimType']]).toEqual([400, 'invalidValue'])
  })

  it('T1: of another unit are unknown', async () => {
    const foreign = attributeOfField('01a20483-22d4-7d7a-a8ad-f69f7323a628')
    const made = await add()
    const answer = await patch(`/Users/${made['id']}`, { op: 'replace', path: foreign, value: 'x' })
    expect([answer.status, answer.body['scimType']]).toEqual([400, 'invalidPath'])
  })
})

describe('patches, with the habits of Entra', () => {
  it.each<[string, object[], object]>([
    ['a path', [{ op: 'replace', path: 'displayName', value: 'Novo Nome' }], { displayName: 'Novo Nome' }],
    ['a capital operation', [{ op: 'Replace', path: 'displayName', value: 'Com Maiúscula' }], { displayName: 'Com Maiúscula' }],
    ['no path', [{ op: 'replace', value: { displayName: 'Sem Caminho' } }], { displayName: 'Sem Caminho' }],
    ['active as the text False', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['active as the text True', [{ op: 'Replace', path: 'active', value: 'True' }], { active: true }],
    ['active without a path', [{ op: 'Replace', value: { active: false } }], { active: false }],
    ['an e-mail by its type', [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'novo.email@directory.example' }], { emails: [{ value: 'novo.email@directory.example', type: 'work', primary: true }] }],
    ['a name by its part', [{ op: 'Replace', path: 'name.familyName', value: 'Souza' }], { displayName: 'Pessoa Souza' }],
    ['name.formatted', [{ op: 'add', path: 'name.formatted', value: 'Nome Inteiro' }], { displayName: 'Nome Inteiro' }],
    ['the department by its whole path', [{ op: 'Add', path: `${enterprise}:department`, value: 'Compras' }], { [enterprise]: { department: 'Compras' } }],
    ['a telephone that is not there yet', [{ op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+5511912340099' }], { phoneNumbers: [{ value: '+5511912340099', type: 'work', primary: true }] }],
    ['the external id', [{ op: 'Replace', path: 'externalId', value: 'another-id' }], { externalId: 'another-id' }],
    ['several at once', [{ op: 'replace', path: 'displayName', value: 'Dois' }, { op: 'replace', path: 'preferredLanguage', value: 'en-US' }], { displayName: 'Dois', preferredLanguage: 'en-US' }],
    ['an attribute that is not kept', [{ op: 'Add', path: 'title', value: 'Chefe' }], {}],
  ])('takes %s', async (_, operations, expected) => {
    const made = await add({ displayName: 'Pessoa Nova' })
    const answer = await patch(`/Users/${made['id']}`, ...operations)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject(expected)
  }) // prettier-ignore

  it('P3: a person whom the directory enables again is not blocked for the days before', async () => {
    const made = await add({ displayName: 'Volta Logo' })
    const enabledAt = () =>
      portal.platform((db) =>
        db
          .selectFrom('memberships')
          .select(['state', 'enabled_at'])
          .where('user_id', '=', String(made['id']))
          .executeTakeFirstOrThrow(),
      )
    await patch(`/Users/${made['id']}`, { op: 'replace', path: 'active', value: false })
    expect(await enabledAt()).toEqual({ state: 'D', enabled_at: null })
    await patch(`/Users/${made['id']}`, { op: 'replace', path: 'active', value: true })
    expect(await enabledAt()).toEqual({ state: 'A', enabled_at: expect.any(Date) })
  })

  it.each([
    ['an unknown operation', [{ op: 'move', path: 'displayName', value: 'x' }], 'invalidSyntax'],
    ['an empty user name', [{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
    ['removed user name', [{ op: 'remove', path: 'userName' }], 'mutability'],
    [
      'a filter that is none',
      [{ op: 'replace', path: 'emails[type xx "work"].value', value: 'a@b.example' }],
      'invalidPath',
    ],
    [
      'an e-mail that is none',
      [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'nothing' }],
      'invalidValue',
    ],
  ])('refuses %s', async (_, operations, scimType) => {
    const made = await add()
    const answer = await patch(`/Users/${made['id']}`, ...operations)
    expect([answer.status, answer.body['scimType']]).toEqual([400, scimType])
  })

  it('refuses no operation at all, and a person who does not exist', async () => {
    expect(
      (
        await scim(`/Users/${(await add())['id']}`, {
          method: 'PATCH',
          body: { schemas: [patchSchema], Operations: [] },
        })
      ).status,
    ).toBe(400)
    for (const id of ['x', people.userOfLeste.id, '00000000-0000-4000-8000-000000000000']) {
      expect((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(404)
      expect((await scim(`/Users/${id}`)).status).toBe(404)
      expect((await scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(404)
    }
  })
})

describe('names that lead to a prototype', () => {
  const names = ['__proto__', 'constructor', 'prototype', '__PROTO__']
  const keysOfBuiltIns = () =>
    [Object, Object.prototype, Array.prototype, Function.prototype].map((each) => Reflect.ownKeys(each))

  it('U6: are refused in paths, in keys at every depth and in filters of a patch, and plant nothing', async () => {
    const before = keysOfBuiltIns()
    const { id } = await add()
    const group = await scim('/Groups', {
      method: 'POST',
      body: { schemas: [groupSchema], displayName: 'Sem herança' },
    })
    for (const name of names) {
      const operations = [
        { op: 'add', path: `${name}.polluted`, value: 'y' },
        { op: 'add', path: `${name}.password`, value: 'a planted password' },
        { op: 'replace', path: `${name}.keys`, value: 'y' },
        { op: 'add', path: `name.${name}`, value: 'y' },
        { op: 'add', path: `emails[${name} eq "a"].value`, value: 'y' },
        { op: 'add', path: `emails[type eq "work"].${name}`, value: 'y' },
        { op: 'add', path: `${enterprise}:${name}`, value: 'y' },
        { op: 'replace', value: { [`${name}.polluted`]: 'y' } },
        { op: 'replace', value: { name: { [`x.${name}`]: 'y' } } },
        { op: 'replace', path: 'emails', value: [{ value: 'a@b.example', [`${name}x.${name}`]: 'y' }] },
      ]
      for (const operation of operations) {
        for (const path of [`/Users/${id}`, `/Groups/${group.body['id']}`]) {
          const answer = await patch(path, operation)
          expect([name, answer.status, answer.body['scimType']]).toEqual([name, 400, 'invalidPath'])
        }
      }
    }
    expect(keysOfBuiltIns()).toEqual(before)
  })

  it('U6: what is no text as a part of a name, and control characters, are values that do not fit', async () => {
    const { id } = await add()
    for (const operation of [
      { op: 'replace', path: 'name.familyName', value: {} },
      { op: 'replace', path: 'name.givenName', value: [[{}]] },
      { op: 'replace', path: 'name.formatted', value: {} },
      { op: 'replace', value: { name: { givenName: {} } } },
      { op: 'replace', value: { 'name.familyName': { value: null } } },
      { op: 'replace', path: 'userName', value: 'a\r\nBcc: x@y.example' },
      { op: 'replace', path: 'externalId', value: 'a\nb' },
      { op: 'replace', path: `${enterprise}:department`, value: 'a\u0007' },
    ]) {
      const answer = await patch(`/Users/${id}`, operation)
      expect([operation, answer.status, answer.body['scimType']]).toEqual([operation, 400, 'invalidValue'])
    }
  })

  it('U6: are refused in the body of a resource, at every depth', async () => {
    const bodies = names.flatMap((name) => [
      `{"userName":"a@directory.example","${name}":{"prototype":{"polluted":"y"}}}`,
      `{"userName":"a@directory.example","name":{"${name}":{"prototype":{"polluted":"y"}}}}`,
      `{"userName":"a@directory.example","emails":[{"value":"a@directory.example","${name}":{"prototype":1}}]}`,
    ])
    const { id } = await add()
    for (const body of bodies) {
      for (const [path, method] of [
        ['/Users', 'POST'],
        [`/Users/${id}`, 'PUT'],
      ] as const)
        expect([body, (await scim(path, { method, body })).status]).toEqual([body, 400])
    }
  })

  it('U6: find no attribute in a filter, a sort or a list of attributes', async () => {
    for (const name of [...names, 'toString', 'hasOwnProperty']) {
      expect((await filtered(`${name} eq "a"`)).body['scimType']).toBe('invalidFilter')
      expect((await filtered(`emails[${name} eq "a"]`)).body['scimType']).toBe('invalidFilter')
      const sorted = await scim(`/Users?count=1&sortBy=${name}&attributes=userName,${name}`)
      expect([sorted.status, Object.keys(sorted.body['Resources'][0])]).toEqual([200, ['schemas', 'id', 'userName']])
    }
  })
})

describe('filters and pages', () => {
  beforeAll(async () => {
    for (const name of ['Zelia Ramos', 'Zeca Pinto', 'Zulmira Dias']) await add({ displayName: name })
  })

  it.each<[string, number]>([
    ['displayName sw "Ze"', 2],
    ['displayName sw "ze" and displayName co "pinto"', 1],
    ['displayName ew "Dias"', 1],
    ['displayName eq "Zeca Pinto" or displayName eq "Zulmira Dias"', 2],
    ['(displayName eq "Zeca Pinto" or displayName eq "Zulmira Dias") and active eq true', 2],
    ['displayName sw "Z" and not (displayName co "ze")', 1],
    ['displayName sw "Z" and active eq "True"', 3],
    ['displayName sw "Z" and active eq false', 0],
    ['displayName sw "Z" and active ne false', 3],
    ['displayName sw "Z" and externalId pr', 3],
    ['displayName sw "Z" and phoneNumbers.value pr', 0],
    ['displayName sw "Z" and name.familyName eq "Dias"', 1],
    ['displayName sw "Z" and emails[type eq "work" and value co "@directory"]', 3],
    ['displayName sw "Z" and emails.value ew "@directory.example"', 3],
    ['displayName sw "Z" and meta.created gt "2020-01-01T00:00:00Z"', 3],
    ['displayName sw "Z" and meta.created lt "2020-01-01T00:00:00Z"', 0],
    ['urn:ietf:params:scim:schemas:core:2.0:User:displayName eq "Zeca Pinto"', 1],
    ['DISPLAYNAME EQ "zeca pinto"', 1],
    ['displayName gt "Zeca Pinto" and displayName le "Zulmira Dias"', 2],
    ["displayName eq \"' or 1=1 --\"", 0],
  ])('%s finds %i', async (filter, total) => {
    const { status, body } = await filtered(filter)
    expect([status, body['totalResults']], JSON.stringify(body)).toEqual([200, total])
  }) // prettier-ignore

  it.each([
    'displayName',
    'displayName zz "a"',
    'password eq "x"',
    'constructor eq "x"',
    'displayName eq',
    'displayName eq "a" and',
    '(displayName eq "a"',
    'active gt true',
    'displayName eq 7',
    'groups.value co "x"',
    `${'('.repeat(40)}displayName eq "a"${')'.repeat(40)}`,
  ])('refuses %s as invalidFilter', async (filter) => {
    const { status, body } = await filtered(filter)
    expect([status, body['scimType']], JSON.stringify(body)).toEqual([400, 'invalidFilter'])
  })

  it('pages from 1, lowers the count, and sorts', async () => {
    const sorted = await filtered('displayName sw "Z"', '&sortBy=displayName&sortOrder=descending&startIndex=2&count=1')
    expect(sorted.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
    expect(sorted.body['Resources'][0].displayName).toBe('Zelia Ramos')
    expect((await scim('/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
    expect((await scim('/Users?startIndex=-5&count=99999')).body).toMatchObject({ startIndex: 1 })
    const posted = await scim('/Users/.search', {
      method: 'POST',
      body: { schemas: [searchSchema], filter: 'displayName sw "Z"', count: 2 },
    })
    expect(posted.body).toMatchObject({ totalResults: 3, itemsPerPage: 2 })
  })

  it('answers only the attributes that are asked for', async () => {
    const only = await filtered('displayName eq "Zeca Pinto"', '&attributes=userName,name.givenName')
    expect(Object.keys(only.body['Resources'][0]).toSorted()).toEqual(['id', 'name', 'schemas', 'userName'])
    const without = await filtered('displayName eq "Zeca Pinto"', '&excludedAttributes=groups,emails,id')
    expect(without.body['Resources'][0]).not.toHaveProperty('emails')
    expect(without.body['Resources'][0]).toHaveProperty('id')
  })

  it('T1: shows people of its own business unit only', async () => {
    const { body } = await scim('/Users?count=200')
    const names = JSON.stringify(body)
    for (const stranger of [people.userOfSul, people.userOfLeste, people.masterOfAlfa, people.platform]) {
      expect(names).not.toContain(stranger.email)
    }
    expect(names).toContain(people.userOfNorte.email)
  })
})

describe('deactivation and removal', () => {
  it('C4: active false is the state D and ends the sessions at once; active true lets the person in again', async () => {
    const { id, host } = people.userOfNorte
    const session = portal.as({ token: await portal.tokenOf(people.userOfNorte), host })
    expect((await session.ask(readConfig, {})).status).toBe(200)
    const answer = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    expect(answer.body['active']).toBe(false)
    expect((await session.ask(readConfig, {})).status).toBe(401)
    const state = (await portal.as('adminOfNorte').ask(readUser, { id })).body.state
    expect(state).toBe('D')
    expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).body['active']).toBe(true)
    expect((await portal.as('adminOfNorte').ask(readUser, { id })).body.state).toBe('A')
  })

  it('A6: a new e-mail ends the sessions in every business unit', async () => {
    const { id, email, host } = people.userOfNorte
    const elsewhere = { tenant_id: tenants.sul.id, user_id: id, profile: 'user' }
    await portal.platform((db) => db.insertInto('memberships').values(elsewhere).execute())
    const works = (at: string, bearer: string) => portal.as({ token: bearer, host: at }).ask(readConfig, {})
    const tokens = [
      [host, await portal.tokenOf({ ...people.userOfNorte })],
      ['sul.localhost', await portal.tokenOf({ ...people.userOfNorte, host: 'sul.localhost' })],
    ] as const
    const statuses = async () => Promise.all(tokens.map(async ([at, bearer]) => (await works(at, bearer)).status))
    expect(await statuses()).toEqual([200, 200])
    const rename = (value: string) =>
      patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value })
    await patch(`/Users/${id}`, { op: 'Replace', path: 'displayName', value: 'Ugo Norte' })
    expect(await statuses()).toEqual([200, 200])
    expect((await rename('outro@directory.example')).status).toBe(200)
    expect(await statuses()).toEqual([401, 401])
    await rename(email)
    await portal.platform((db) =>
      db
        .deleteFrom('memberships')
        .where('tenant_id', '=', elsewhere.tenant_id)
        .where('user_id', '=', elsewhere.user_id)
        .execute(),
    )
  })

  it('active true does not let in a person whom an administrator has blocked', async () => {
    const { id } = people.otherUserOfNorte
    await portal.platform((db) => db.updateTable('memberships').set({ state: 'B' }).where('user_id', '=', id).execute())
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect((await portal.as('adminOfNorte').ask(readUser, { id })).body.state).toBe('B')
  })

  it('the portal locks what the directory maintains, and unlocks it with the end of the connection', async () => {
    const made = await add()
    const admin = portal.as('adminOfNorte')
    const { body } = await admin.ask(readUser, { id: made['id'] })
    expect([body.scim_managed, body.can.includes('update_identity')]).toEqual([true, false])
    const change = await admin.ask(updateUser, { id: made['id'], version: body.version, nome_usuario: 'Outra Pessoa' })
    expect([change.status, change.raw['key']]).toEqual([409, 'managed_by_directory'])
  })

  it('DELETE ends the membership; the last administrator stays', async () => {
    const made = await add()
    expect((await scim(`/Users/${made['id']}`, { method: 'DELETE' })).status).toBe(204)
    expect((await scim(`/Users/${made['id']}`)).status).toBe(404)
    const { id } = people.adminOfNorte
    const isMade = (scim_managed: boolean) =>
      portal.platform((db) => db.updateTable('memberships').set({ scim_managed }).where('user_id', '=', id).execute())
    await isMade(true)
    const last = await scim(`/Users/${id}`, { method: 'DELETE' })
    expect([last.status, (await scim(`/Users/${id}`)).status]).toEqual([409, 200])
    await isMade(false)
  })

  it('C4: changes and removes no administrator that it did not make', async () => {
    const { id, email } = people.adminOfNorte
    const before = (await scim(`/Users/${id}`)).body
    const resource = { schemas: before['schemas'], userName: email, displayName: 'Outra', active: false }
    const answers = [
      await scim(`/Users/${id}`, { method: 'PUT', body: resource }),
      await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }),
      await scim(`/Users/${id}`, { method: 'DELETE' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await scim(`/Users/${id}`)).body).toEqual(before)
  })

  it('D5: writes each change to the audit trail, as SCIM', async () => {
    const made = await add()
    await patch(`/Users/${made['id']}`, { op: 'replace', path: 'displayName', value: 'Auditada' })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_name'])
        .where('target_id', '=', made['id'])
        .orderBy('id')
        .execute(),
    )
    expect(entries).toEqual([
      { event: 'user.added', actor_name: 'SCIM' },
      { event: 'user.updated', actor_name: 'SCIM' },
    ])
  })
})

describe('groups', () => {
  const group = async (displayName: string, members: string[] = []) =>
    (
      await scim('/Groups', {
        method: 'POST',
        body: {
          schemas: [groupSchema],
          displayName,
          externalId: `g-${displayName}`,
          members: members.map((value) => ({ value })),
        },
      })
    ).body
  const membersOf = async (id: string) =>
    ((await scim(`/Groups/${id}`)).body['members'] as { value: string }[]).map(({ value }) => value).toSorted()

  it('are added with members, read, found and removed', async () => {
    const one = await add()
    const made = await group('Equipe Um', [one['id']])
    expect(made).toMatchObject({
      displayName: 'Equipe Um',
      members: [{ value: one['id'] }],
      meta: { resourceType: 'Group' },
    })
    const found = await filtered('displayName eq "equipe um"', '&excludedAttributes=members', 'Groups')
    expect([found.body['totalResults'], found.body['Resources'][0].members]).toEqual([1, undefined])
    expect((await filtered(`members.value eq "${one['id']}"`, '', 'Groups')).body['totalResults']).toBe(1)
    expect((await scim(`/Users/${one['id']}`)).body['groups']).toMatchObject([
      { value: made['id'], display: 'Equipe Um' },
    ])
    expect((await scim(`/Groups/${made['id']}`, { method: 'DELETE' })).status).toBe(204)
    expect((await scim(`/Groups/${made['id']}`)).status).toBe(404)
  })

  it('change their members as Entra sends them', async () => {
    const [one, two, three] = [await add(), await add(), await add()].map(({ id }) => String(id)) as [
      string,
      string,
      string,
    ]
    const { id } = await group('Equipe Dois', [one])
    const value = (...ids: string[]) => ids.map((each) => ({ value: each }))
    const added = await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: value(two, three) })
    expect(added.status).toBe(204)
    expect(await membersOf(id)).toEqual([one, two, three].toSorted())
    await patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: value(two) })
    await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${three}"]` })
    expect(await membersOf(id)).toEqual([one])
    await patch(`/Groups/${id}`, { op: 'Replace', value: { displayName: 'Equipe Nova', members: value(two) } })
    expect([await membersOf(id), (await scim(`/Groups/${id}`)).body['displayName']]).toEqual([[two], 'Equipe Nova'])
    await patch(`/Groups/${id}`, { op: 'remove', path: 'members' })
    expect(await membersOf(id)).toEqual([])
    const put = await scim(`/Groups/${id}`, {
      method: 'PUT',
      body: { schemas: [groupSchema], displayName: 'Equipe Final', members: value(one, two) },
    })
    expect([put.status, put.body['members'].length]).toEqual([200, 2])
  })

  it('refuse strangers, unknown paths and a taken name', async () => {
    const { id } = await group('Equipe Três')
    const stranger = await patch(`/Groups/${id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: people.userOfLeste.id }],
    })
    expect([stranger.status, stranger.body['scimType']]).toEqual([400, 'invalidValue'])
    expect((await patch(`/Groups/${id}`, { op: 'Add', path: 'owners', value: [] })).body['scimType']).toBe(
      'invalidPath',
    )
    const taken = await scim('/Groups', {
      method: 'POST',
      body: { schemas: [groupSchema], displayName: 'equipe três' },
    })
    expect([taken.status, taken.body['scimType']]).toEqual([409, 'uniqueness'])
    expect((await scim('/Groups', { method: 'POST', body: { schemas: [groupSchema] } })).body['scimType']).toBe(
      'invalidValue',
    )
    expect(
      (await patch('/Groups/00000000-0000-4000-8000-000000000000', { op: 'remove', path: 'members' })).status,
    ).toBe(404)
  })
})

it('the end of the connection hands people and groups back to the portal', async () => {
  const made = await add()
  await portal.as(masterInNorte).ask(removeConnection, { id: connectionId })
  expect((await scim('/Users')).status).toBe(401)
  expect((await portal.as('adminOfNorte').ask(readUser, { id: made['id'] })).body.scim_managed).toBe(false)
})

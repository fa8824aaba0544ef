import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeMetadata } from '#platform/server/saml/metadata.ts'
import { parseXml } from '#platform/server/saml/xml.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { logout, readConfig } from '#features/identity/sessions/contract.ts'
import { readUser } from '#features/people/users/contract.ts'
import { makeCertificate } from '#testing/certificate.ts'
import {
  certificate,
  encoded,
  entityId,
  makeKeys,
  providerMetadata,
  responseOf,
  type Said,
  sign,
  type Signing,
} from '#testing/identity-provider.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, masterInNorte, people, tenants } from '#testing/world.ts'
import { readSamlMetadata, samlCallback, samlCalls, samlLogin, samlLogout } from '../contract.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'], providerPrivateHosts: true } })
const host = 'norte.localhost'
const visitor = () => portal.as({ token: null, host })
let appId = ''
let addresses = { acs_url: '', sp_entity_id: '' }

beforeAll(async () => {
  const { body } = await portal.as(masterInNorte).ask(samlCalls.add, {
    name: 'Provedor',
    entity_id: entityId,
    login_url: 'https://idp.example/sso?tenant=1',
    logout_url: '',
    certificates: [certificate],
    name_id_format: 'persistent',
    attributes: { email: 'mail', nome_usuario: 'name', groups: 'groups', custom: {} },
    create_users: 'S',
    idp_initiated: 'N',
    status: 'S',
  })
  appId = body.id
  addresses = (await portal.as(masterInNorte).ask(samlCalls.read, { id: appId })).body
})

let senders = 0
/** Returns another IP address for each request, so that no rate limit is reached. */
const nextAddress = () => `10.${++senders >> 8}.${senders & 255}.1`

/** Begins a sign-in as a new browser. Returns its cookie, and the id of its request. */
async function begun(from = nextAddress(), app = appId) {
  const { raw, headers } = await visitor().send({
    method: 'POST',
    url: `/api/${samlLogin.path}`,
    body: { id: app, redirect: '/setting' },
    headers: { 'x-forwarded-for': from },
  })
  const body = raw as { redirect: string }
  const url = new URL(body.redirect)
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const [cookie] = [headers['set-cookie']].flat().map((set) => String(set).split(';')[0])
  return { url, request, cookie: cookie ?? '', requestId: /ID="([^"]+)"/.exec(request)?.[1] ?? '' }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** Posts a response as a browser does. Returns the URL of the redirect. */
async function post(xml: string, cookie: string, from = nextAddress()): Promise<string> {
  const { status, headers } = await visitor().send({
    method: 'POST',
    url: '/api/saml/callback',
    body: new URLSearchParams({ SAMLResponse: encoded(xml), RelayState: '//evil.example' }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      origin: 'https://idp.example',
      cookie,
    },
  })
  expect(status).toBe(303)
  return String(headers['location'])
}

const saying = ({ requestId }: Begun, change: Partial<Said> = {}): Said => ({
  acsUrl: addresses.acs_url,
  audience: addresses.sp_entity_id,
  inResponseTo: requestId,
  subject: 'subject-1',
  attributes: { mail: 'nova@example.com', name: 'Nova Pessoa' },
  ...change,
})

/** Runs a whole sign-in; `change` and `signing` make its response wrong. */
async function arrival(change: Partial<Said> = {}, signing: Signing = {}, app = appId) {
  const browser = await begun(nextAddress(), app)
  return post(sign(responseOf(saying(browser, change)), signing), browser.cookie)
}

const tokenIn = (location: string) => new URLSearchParams(location.split('?')[1]).get('token') ?? ''
const failed = '/redirect?status=error'

describe('the sign-in with SAML', () => {
  it('asks the identity provider, adds the person, and begins one session', async () => {
    const browser = await begun()
    expect([browser.url.origin, browser.url.searchParams.get('tenant')]).toEqual(['https://idp.example', '1'])
    expect(browser.request).toContain(`AssertionConsumerServiceURL="${addresses.acs_url}"`)
    const location = await post(sign(responseOf(saying(browser))), browser.cookie)
    const token = tokenIn(location)
    // A9: the token is valid once, even if it is sent twenty times at the same moment.
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor().ask(samlCallback, { token })))
    const [done, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(done?.body).toMatchObject({
      tenant_id: tenants.norte.id,
      intended: '/setting',
      user: { email: 'nova@example.com', name: 'Nova Pessoa', profile: 'user', auth_type: 'saml' },
    })
    const config = await portal.as({ token: done?.body.token ?? '', host }).ask(readConfig, {})
    expect(config.body.user.auth_type).toBe('saml')
  })

  it('recognizes the person by the subject, also with another e-mail, and takes over name and groups', async () => {
    await portal.platform((db) =>
      db.insertInto('user_groups').values({ tenant_id: tenants.norte.id, name: 'Vendas' }).execute(),
    )
    const attributes = { mail: people.userOfNorte.email, name: 'Nova Silva', groups: ['vendas', 'Nenhum'] }
    const token = tokenIn(await arrival({ attributes }))
    const { body } = await visitor().ask(samlCallback, { token })
    if (body.status !== 'success') throw new Error('the person is of this unit')
    expect(body.user).toMatchObject({ email: 'nova@example.com', name: 'Nova Silva' })
    const members = await portal.platform((db) =>
      db.selectFrom('user_group_members').select('group_id').where('user_id', '=', body.user.id).execute(),
    )
    expect(members).toHaveLength(1)
  })

  it('writes texts of the provider to the custom fields of the unit, and to no others', async () => {
    const field = { options: [] as string[], required: 'N', searchable: 'N', in_registration: 'N' } as const
    const add = async (name: string, kind: 'text' | 'number') =>
      (await portal.as('adminOfNorte').ask(customFieldCalls.add, { ...field, name, kind })).body.id
    const [department, floor] = [await add('Departamento', 'text'), await add('Andar', 'number')]
    const elsewhere = await portal
      .as(people.adminOfLeste)
      .ask(customFieldCalls.add, { ...field, name: 'Setor', kind: 'text' })
    const setMapping = (custom: Record<string, string>) =>
      portal.platform((db) =>
        db
          .updateTable('saml_apps')
          .set({ attributes: JSON.stringify({ email: 'mail', nome_usuario: 'name', groups: 'groups', custom }) })
          .where('id', '=', appId)
          .execute(),
      )
    await setMapping({ [department]: 'department', [floor]: 'floor', [elsewhere.body.id]: 'department' })
    const custom = async (attributes: Record<string, string>) => {
      const person = { mail: 'fields@example.com', name: 'Pessoa dos Campos' }
      const token = tokenIn(await arrival({ subject: 'fields', attributes: { ...person, ...attributes } }))
      const { body } = await visitor().ask(samlCallback, { token })
      if (body.status !== 'success') throw new Error('the person is of this unit')
      return (await portal.as('adminOfNorte').ask(readUser, { id: body.user.id })).body.custom
    }
    expect(await custom({ department: 'Vendas', floor: '3' })).toEqual({ [department]: 'Vendas' })
    expect(await custom({ department: 'Compras' })).toEqual({ [department]: 'Compras' })
    expect(await custom({})).toEqual({ [department]: 'Compras' })
    await setMapping({})
  })

  it.each([people.userOfNorte.email, people.platform.email, people.masterOfAlfa.email, people.userOfLeste.email])(
    'S7: never signs in the account of %s, which has another kind of sign-in',
    async (mail) => {
      const location = await arrival({ subject: `thief of ${mail}`, attributes: { mail } })
      expect(location).toBe('/redirect?status=error_user_or_password')
    },
  )

  it.each([
    ['B', 'blocked'],
    ['I', 'inactive'],
    ['D', 'user_disable'],
  ])('leads a person in state %s to /redirect with the status %s', async (state, word) => {
    const attributes = { mail: `state-${state.toLowerCase()}@example.com` }
    await arrival({ subject: state, attributes })
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ state })
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', attributes.mail))
        .execute(),
    )
    expect(await arrival({ subject: state, attributes })).toBe(`/redirect?status=${word}`)
  })

  it('leads an unknown person to their administrator when the app adds nobody', async () => {
    const change = (create_users: boolean) =>
      portal.platform((db) => db.updateTable('saml_apps').set({ create_users }).where('id', '=', appId).execute())
    await change(false)
    const location = await arrival({ subject: 'unknown', attributes: { mail: 'unknown@example.com' } })
    expect(location).toBe('/redirect?status=error_azure_not_companies')
    await change(true)
  })
})

describe('an app that is moved to another identity provider', () => {
  const secondId = 'https://second.example/saml'
  const second = makeKeys()
  const asSecond = { ...second, what: 'Assertion' } as const
  const stored = async () => (await portal.as(masterInNorte).ask(samlCalls.read, { id: appId })).body
  const move = async (entity_id: string, certificates: string[]) => {
    const { version } = await stored()
    return portal.as(masterInNorte).ask(samlCalls.update, { id: appId, version, entity_id, certificates })
  }
  const enter = async (change: Partial<Said>, signing: Signing = {}, app = appId) => {
    const location = await arrival(change, signing, app)
    const token = tokenIn(location)
    if (token === '') return location
    const { body } = await visitor().ask(samlCallback, { token })
    if (body.status !== 'success') throw new Error('the person is of this unit')
    return body.user.email
  }
  const ofSecond = (subject: string, mail: string) =>
    enter({ subject, issuer: secondId, responseIssuer: secondId, attributes: { mail } }, asSecond)

  it('S7: gives the second provider nobody by a subject of the first, and links people anew by their e-mail', async () => {
    const first = (subject: string, mail: string) => enter({ subject, attributes: { mail } })
    expect(await first('moved-1', 'moved-1@example.com')).toBe('moved-1@example.com')
    expect(await first('moved-2', 'moved-2@example.com')).toBe('moved-2@example.com')
    const { people: known } = await stored()
    expect(known).toBeGreaterThanOrEqual(2)
    expect((await move(secondId, [second.certificate])).status).toBe(200)
    // The audit trail names both providers, and how many people they sign in.
    const { changes } = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'saml.updated')
        .where('target_id', '=', appId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(changes).toMatchObject({ entity_id: [entityId, secondId], people: [known, 0] })
    // The subject of the first provider is another person at the second one.
    expect(await ofSecond('moved-1', 'somebody@example.com')).toBe('somebody@example.com')
    // The e-mail links as for an unknown subject: people of this sign-in, and nobody with a password.
    expect(await ofSecond('new-2', 'moved-2@example.com')).toBe('moved-2@example.com')
    expect(await ofSecond('new-2', 'another@example.com')).toBe('moved-2@example.com')
    expect(await ofSecond('new-3', people.userOfNorte.email)).toBe('/redirect?status=error_user_or_password')
    // One person has one identity at the present provider.
    expect(await ofSecond('new-4', 'moved-2@example.com')).toBe('/redirect?status=error_user_or_password')
    expect((await stored()).people).toBe(2)
    // The first provider signs nobody in any more. After the way back it knows its own people, and none of the second.
    expect(await first('moved-1', 'moved-1@example.com')).toBe(failed)
    expect((await move(entityId, [certificate])).status).toBe(200)
    // The person whom the second provider recognised is linked anew, too.
    expect((await stored()).people).toBe(known - 1)
    expect(await first('moved-1', 'x@example.com')).toBe('moved-1@example.com')
    expect(await first('back-2', 'moved-2@example.com')).toBe('moved-2@example.com')
    const relinked = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('actor_email')
        .where('event', '=', 'sign_in.relinked')
        .orderBy('id')
        .execute(),
    )
    expect(relinked.map((entry) => entry.actor_email)).toEqual(['moved-2@example.com', 'moved-2@example.com'])
  })

  it('S7: opens the people of a moved app to no other app of the unit', async () => {
    const thirdId = 'https://third.example/saml'
    const third = makeKeys()
    const added = await portal.as(masterInNorte).ask(samlCalls.add, {
      name: 'Third',
      entity_id: thirdId,
      login_url: 'https://third.example/sso',
      logout_url: '',
      create_users: 'N',
      idp_initiated: 'N',
      status: 'S',
      name_id_format: 'persistent',
      attributes: { email: 'mail', nome_usuario: 'name', groups: 'groups', custom: {} },
      certificates: [third.certificate],
    })
    expect(added).toMatchObject({ status: 200 })
    const { sp_entity_id: audience, acs_url: acsUrl } = (
      await portal.as(masterInNorte).ask(samlCalls.read, { id: added.body.id })
    ).body
    const ofThird = (subject: string, mail: string) =>
      enter(
        { subject, audience, acsUrl, issuer: thirdId, responseIssuer: thirdId, attributes: { mail } },
        { ...third, what: 'Assertion' },
        added.body.id,
      )
    expect(await enter({ subject: 'boss', attributes: { mail: 'boss@example.com' } })).toBe('boss@example.com')
    expect(await ofThird('intern', 'boss@example.com')).toBe('/redirect?status=error_user_or_password')
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ profile: 'admin' })
        .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', 'boss@example.com'))
        .execute(),
    )
    await move(secondId, [second.certificate])
    expect(await ofThird('intern', 'boss@example.com')).toBe('/redirect?status=error_user_or_password')
    await move(entityId, [certificate])
    expect(await portal.as(masterInNorte).ask(samlCalls.remove, { id: added.body.id })).toMatchObject({ status: 200 })
  })

  it('S7: moves an app with the certificates of its next provider alone', async () => {
    const { version } = await stored()
    for (const sent of [{}, { certificates: [certificate] }, { certificates: [second.certificate, certificate] }]) {
      const refused = await portal
        .as(masterInNorte)
        .ask(samlCalls.update, { id: appId, version, entity_id: secondId, ...sent })
      expect([refused.status, refused.raw['key']]).toEqual([400, 'saml_certificate_of_earlier'])
    }
    expect(await stored()).toMatchObject({ version, entity_id: entityId })
  })

  it('S7: links a person of another business unit of the partner anew, who came by this app', async () => {
    const setDefault = (default_for_sso: boolean) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ default_for_sso }).where('id', '=', tenants.sul.id).execute(),
      )
    await setDefault(true)
    const beforeMove = await arrival({ subject: 'south-1', attributes: { mail: 'south@example.com' } })
    expect(beforeMove).toContain('token=')
    await setDefault(false)
    await move(secondId, [second.certificate])
    const afterMove = await arrival(
      { subject: 'south-2', issuer: secondId, responseIssuer: secondId, attributes: { mail: 'south@example.com' } },
      asSecond,
    )
    expect(afterMove).toContain('token=')
    await move(entityId, [certificate])
  })

  it('S7: never takes the certificates of one provider for the entity id of another', async () => {
    const { version } = await stored()
    const metadata_xml = providerMetadata(second.certificate).replaceAll(entityId, secondId)
    for (const sent of [{ metadata_xml }, { metadata_xml, entity_id: entityId }]) {
      const refused = await portal.as(masterInNorte).ask(samlCalls.update, { id: appId, version, ...sent })
      expect([refused.status, refused.raw['key']]).toEqual([400, 'saml_metadata'])
    }
    const added = await portal
      .as(masterInNorte)
      .ask(samlCalls.add, { metadata_xml, entity_id: 'https://third.example' })
    expect([added.status, added.raw['key']]).toEqual([400, 'saml_metadata'])
    expect(await stored()).toMatchObject({ version, entity_id: entityId, certificates: [certificate] })
  })

  it('S7: tells the second provider nothing of a person whom the first one named', async () => {
    const setLogoutUrl = (logout_url: string | null) =>
      portal.platform((db) => db.updateTable('saml_apps').set({ logout_url }).where('id', '=', appId).execute())
    await setLogoutUrl('https://idp.example/slo')
    const { body } = await visitor().ask(samlCallback, { token: tokenIn(await arrival({ subject: 'moved-1' })) })
    if (body.status !== 'success') throw new Error('the person is of this unit')
    const asked = async () => (await portal.as({ token: body.token, host }).ask(samlLogout, {})).body.redirect
    expect(await asked()).toContain('https://idp.example/slo')
    await move(secondId, [second.certificate])
    expect(await asked()).toBeNull()
    await move(entityId, [certificate])
    await setLogoutUrl(null)
  })
})

/** Changes the business unit so that the person may not enter. */
const setUnit = (set: Record<string, unknown>) =>
  portal.platform((db) => db.updateTable('tenants').set(set).where('id', '=', tenants.norte.id).execute())
const setMember = (set: Record<string, unknown>) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set(set)
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', 'table@example.com'))
      .execute(),
  )
const setAddresses = (allowed_addresses: string[]) =>
  portal.platform((db) =>
    db.updateTable('settings').set({ allowed_addresses }).where('tenant_id', '=', tenants.norte.id).execute(),
  )
const setOutsideShift = async () => {
  const shift = { tenant_id: tenants.norte.id, name: 'Nunca', hours: '[]' }
  const { id } = await portal.platform((db) =>
    db.insertInto('shifts').values(shift).returning('id').executeTakeFirstOrThrow(),
  )
  await setMember({ shift_id: id })
}

/** Gives Norte a client with a user limit; null: no client. */
const setClientLimit = (user_limit: number | null) =>
  portal.platform(async (db) => {
    await db
      .updateTable('tenants')
      .set({ client_id: null, client_standing: null })
      .where('id', '=', tenants.norte.id)
      .execute()
    await db.deleteFrom('clients').execute()
    if (user_limit === null) return
    const client = { partner_id: partners.alfa.id, name: 'Cliente', user_limit }
    const { id, standing } = await db
      .insertInto('clients')
      .values(client)
      .returning(['id', 'standing'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('tenants')
      .set({ client_id: id, client_standing: JSON.stringify(standing) })
      .where('id', '=', tenants.norte.id)
      .execute()
  })

const statusTable: [word: string, prepare: () => Promise<unknown>, change?: Partial<Said>][] = [
  ['error_user_or_password', () => Promise.resolve(), { subject: 'x', attributes: { mail: people.userOfNorte.email } }],
  ['user_disable', () => setMember({ state: 'D' })],
  ['blocked', () => setMember({ state: 'B' })],
  ['inactive', () => setMember({ state: 'I' })],
  ['ip_not_allowed', () => setAddresses(['192.0.2.0/24'])],
  ['horario_not_allowed', setOutsideShift],
  ['finish_test', () => Promise.all([setMember({ state: 'T' }), setUnit({ trial_ends: '2020-01-01' })])],
  ['maitenance', () => setUnit({ maintenance: true })],
  ['error', () => Promise.resolve(), { issuer: 'https://other.example' }],
  ['limit', () => setUnit({ user_limit: 1 }), { subject: 'full', attributes: { mail: 'full@example.com' } }],
  ['client_limit', () => setClientLimit(1), { subject: 'full', attributes: { mail: 'full@example.com' } }],
]

describe('the status table of the specification', () => {
  it.each(statusTable)('%s is reached through the callback', async (word, prepare, change) => {
    const known = { subject: 'table', attributes: { mail: 'table@example.com' } }
    expect(tokenIn(await arrival(known))).not.toBe('')
    await prepare()
    const address = word === 'ip_not_allowed' ? '&address=10\\.\\d+\\.\\d+\\.\\d+' : ''
    expect(await arrival(change ?? known)).toMatch(new RegExp(`^/redirect\\?status=${word}${address}$`))
    await setMember({ state: 'A', shift_id: null })
    await setUnit({ trial_ends: null, maintenance: false, user_limit: 50 })
    await setClientLimit(null)
    await setAddresses([])
  })

  it('S7: with the permission of the app the e-mail links people of this unit alone, and ends their password', async () => {
    const { email, id } = people.otherUserOfNorte
    const set = (link_users: boolean) =>
      portal.platform((db) => db.updateTable('saml_apps').set({ link_users }).where('id', '=', appId).execute())
    await set(true)
    const { body } = await visitor().ask(samlCallback, {
      token: tokenIn(await arrival({ subject: 'linked', attributes: { mail: email } })),
    })
    expect(body).toMatchObject({ user: { id, auth_type: 'saml' } })
    for (const mail of [email, people.masterOfAlfa.email, people.userOfLeste.email])
      expect(await arrival({ subject: `for ${mail}`, attributes: { mail } })).toBe(
        '/redirect?status=error_user_or_password',
      )
    await set(false)
  })

  it('S7: a person of another unit of the partner gets a membership as the unit wants it, and never a session', async () => {
    const { email, id } = people.userOfSul
    const settle = (known_people: string, { id: unit } = tenants.norte) =>
      portal.platform((db) => db.updateTable('settings').set({ known_people }).where('tenant_id', '=', unit).execute())
    const come = () => arrival({ subject: 'sul', attributes: { mail: email } })
    const count = (table: 'memberships' | 'registrations' | 'saml_identities' | 'sessions') =>
      portal.platform(async (db) => {
        const found = await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()
        return found.length
      })
    const counts = async () => [
      await count('memberships'),
      await count('registrations'),
      await count('saml_identities'),
      await count('sessions'),
    ]
    // The provider proves nothing that its unit does not control: the home unit must have agreed.
    for (const [here, home] of [
      ['no', 'at_once'],
      ['at_once', 'no'],
      ['at_once', 'ask'],
      ['ask', 'ask'],
    ] as const) {
      await settle(here)
      await settle(home, tenants.sul)
      expect(await come()).toBe('/redirect?status=error_user_or_password')
      expect(await counts()).toEqual([1, 0, 0, 0])
    }
    await settle('at_once', tenants.sul)
    await settle('ask')
    expect([await come(), await come()]).toEqual(Array(2).fill('/redirect?status=membership_waits'))
    expect(await counts()).toEqual([1, 1, 0, 0])
    await settle('at_once')
    expect(await come()).toBe('/redirect?status=membership_added')
    expect(await counts()).toEqual([2, 1, 0, 0])
    // A member with a password is no stranger any more, and is not linked.
    expect(await come()).toBe('/redirect?status=error_user_or_password')
    await settle('ask')
    await settle('ask', tenants.sul)
  })

  it('new people become members of the unit that is the default for single sign-on', async () => {
    const set = (default_for_sso: boolean) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ default_for_sso }).where('id', '=', tenants.sul.id).execute(),
      )
    await set(true)
    const token = tokenIn(await arrival({ subject: 'lander', attributes: { mail: 'lander@example.com' } }))
    const { body } = await visitor().ask(samlCallback, { token })
    expect(body).toMatchObject({ status: 'change', domain: 'sul.localhost' })
    await set(false)
  })
})

describe('metadata at an address', () => {
  const trusted = makeCertificate('localhost')
  beforeAll(() => setDefaultCACertificates([...getCACertificates(), trusted.cert]))
  afterAll(() => setDefaultCACertificates(getCACertificates('bundled')))

  it('fill the fields of an app, or add one; an address that redirects or holds nothing does not', async () => {
    const server = createServer(trusted, ({ url }, answer) => {
      if (url === '/metadata') answer.end(providerMetadata())
      else if (url === '/other') answer.end(providerMetadata().replaceAll(entityId, 'https://other.example/'))
      else if (url === '/large') answer.end(providerMetadata() + ' '.repeat(256 * 1024))
      else if (url === '/moved') answer.writeHead(302, { location: '/metadata' }).end()
      else answer.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    const read = (path: string) =>
      portal.as(masterInNorte).ask(readSamlMetadata, { metadata_url: `https://localhost:${port}${path}` })
    try {
      expect(await read('/metadata')).toMatchObject({
        status: 200,
        body: { entity_id: entityId, login_url: 'https://idp.example/sso', certificates: [certificate] },
      })
      for (const path of ['/moved', '/nothing'])
        expect(await read(path)).toMatchObject({ status: 503, raw: { key: 'saml_metadata_unreachable' } })
      const add = (path: string) =>
        portal.as(masterInNorte).ask(samlCalls.add, { metadata_url: `https://localhost:${port}${path}` })
      expect(await add('/large')).toMatchObject({ status: 503, raw: { key: 'saml_metadata_unreachable' } })
      const { status, body } = await add('/other')
      expect(status).toBe(200)
      expect((await portal.as(masterInNorte).ask(samlCalls.read, { id: body.id })).body).toMatchObject({
        name: 'other.example',
        certificates: [certificate],
      })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const other = makeKeys()
const table: string[] = []

type Attack = (browser: Begun) => string
const wrong =
  (change: Partial<Said>, signing: Signing = {}): Attack =>
  (browser) =>
    sign(responseOf(saying(browser, change)), signing)
const altered =
  (change: (xml: string) => string, signing: Signing = {}): Attack =>
  (browser) =>
    change(sign(responseOf(saying(browser)), signing))
const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const evil = (xml: string, id: string) =>
  assertionIn(xml)
    .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
    .replace('>subject-1<', '>victim<')
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
const signatureIn = (xml: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const idIn = (xml: string) => / ID="([^"]+)"/.exec(assertionIn(xml))?.[1] ?? ''

/** Signature wrapping attacks: the signed assertion is moved, and an unsigned one is at the position that a careless parser reads. */
function wrappings(what: 'Assertion' | 'Response'): [string, Attack][] {
  const moves: [string, (xml: string, id: string) => string][] = [
    ['before the signed one', (xml, id) => xml.replace('<saml:Assertion', `${evil(xml, id)}<saml:Assertion`)],
    ['after the signed one', (xml, id) => xml.replace('</saml:Assertion>', `</saml:Assertion>${evil(xml, id)}`)],
    [
      'around the signed one',
      (xml, id) =>
        xml.replace(
          assertionIn(xml),
          evil(xml, id).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`),
        ),
    ],
    [
      'signed one in the signature',
      (xml, id) =>
        xml.replace(
          assertionIn(xml),
          evil(xml, id).replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signatureIn(xml).replace('</ds:Signature>', `<ds:Object>${assertionIn(xml).replace(signatureIn(xml), '')}</ds:Object></ds:Signature>`)}`,
          ),
        ),
    ],
    [
      'signed one in Extensions',
      (xml, id) =>
        xml
          .replace(assertionIn(xml), evil(xml, id))
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
    ],
    [
      'signature moved to the new one',
      (xml, id) =>
        xml.replace(
          assertionIn(xml),
          `${evil(xml, id).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`)}${assertionIn(xml).replace(signatureIn(xml), '')}`,
        ),
    ],
    [
      'whole message below a new one',
      (xml, id) => xml.replace('</samlp:Response>', `${xml}${evil(xml, id)}</samlp:Response>`),
    ],
    [
      'signed one in Status',
      (xml, id) =>
        xml
          .replace(assertionIn(xml), evil(xml, id))
          .replace('</samlp:Status>', `<samlp:StatusDetail>${assertionIn(xml)}</samlp:StatusDetail></samlp:Status>`),
    ],
  ]
  return moves.flatMap(([name, move], at) =>
    (['a new id', 'the same id'] as const).map((kind): [string, Attack] => [
      `S2 XSW${at + 1} ${what}, ${name}, ${kind}`,
      altered((xml) => move(xml, kind === 'a new id' ? '_evil' : idIn(xml)), { what }),
    ]),
  )
}

const attacks: [string, Attack][] = [
  ['S1 unsigned', (browser) => responseOf(saying(browser))],
  ['S1 signature taken out', altered((xml) => xml.replace(signatureIn(xml), ''))],
  ['S1 key of somebody else', wrong({}, { privateKey: other.privateKey })],
  [
    'S1 key of somebody else, the true certificate in KeyInfo',
    wrong({}, { privateKey: other.privateKey, certificate }),
  ],
  ['S1 key and certificate of somebody else', wrong({}, other)],
  ['S1 response with the key of somebody else', wrong({}, { ...other, what: 'Response' })],
  ['S1 altered subject', altered((xml) => xml.replace('>subject-1<', '>victim<'))],
  ['S1 altered attribute', altered((xml) => xml.replace('Nova Pessoa', 'Victim'))],
  [
    'S1 altered subject of a signed response',
    altered((xml) => xml.replace('>subject-1<', '>victim<'), { what: 'Response' }),
  ],
  ['S1 empty SignatureValue', altered((xml) => xml.replace(/(<ds:SignatureValue>)[^<]*/, '$1'))],
  ['S1 no SignatureValue', altered((xml) => xml.replace(/<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/, ''))],
  ['S1 comment in DigestValue', altered((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->'))],
  ['S1 two DigestValue', altered((xml) => xml.replace(/(<ds:DigestValue>[^<]*<\/ds:DigestValue>)/, '$1$1'))],
  ['S1 two SignedInfo', altered((xml) => xml.replace(/(<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>)/, '$1$1'))],
  ['S1 two signatures', altered((xml) => xml.replace(signatureIn(xml), signatureIn(xml).repeat(2)))],
  ['S1 two references', altered((xml) => xml.replace(/(<ds:Reference[\s\S]*<\/ds:Reference>)/, '$1$1'))],
  ['S1 empty reference', altered((xml) => xml.replace(/URI="#[^"]*"/, 'URI=""'))],
  ['S1 SHA-1 signature', wrong({}, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['S1 SHA-1 digest', wrong({}, { digestAlgorithm: sha1 })],
  [
    'S1 HMAC with the certificate',
    altered((xml) =>
      xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    ),
  ],
  ['S1 only canonicalization as transform', wrong({}, { transforms: ['http://www.w3.org/2001/10/xml-exc-c14n#'] })],
  ...wrappings('Assertion'),
  ...wrappings('Response'),
  ['S3 audience of somebody else', wrong({ audience: 'https://other.example' })],
  ['S3 no audience', wrong({ audience: null })],
  ['S3 recipient of somebody else', wrong({ recipient: 'https://other.example/acs' })],
  ['S3 no recipient', wrong({ recipient: null })],
  ['S3 destination of somebody else', wrong({ destination: 'https://other.example/acs' })],
  ['S3 signed response without a destination', wrong({ destination: null }, { what: 'Response' })],
  ['S3 issuer of nobody', wrong({ issuer: 'https://other.example' })],
  ['S3 issuer of the response differs', wrong({ responseIssuer: 'https://other.example' })],
  ['S3 status Requester', wrong({ status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' })],
  ['S3 status empty', wrong({ status: '' })],
  ['S3 not yet valid', wrong({ notBefore: minutes(10) })],
  ['S3 expired', wrong({ notOnOrAfter: minutes(-10) })],
  ['S3 without an end', wrong({ notOnOrAfter: null })],
  ['S3 confirmation expired', wrong({ confirmedUntil: minutes(-10) })],
  ['S3 confirmation without an end', wrong({ confirmedUntil: null })],
  ['S3 session at the provider is over', wrong({ sessionUntil: minutes(-10) })],
  ['S3 no bearer confirmation', wrong({ method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' })],
  ['S3 no authentication statement', wrong({ withAuthn: false })],
  ['S3 version 1.1', wrong({ version: '1.1' })],
  ['S3 answer to nobody', wrong({ inResponseTo: null })],
  ['S3 answer to another request', wrong({ inResponseTo: '_other' })],
  ['S3 confirmation for another request', wrong({ confirmedFor: '_other' })],
  ['S5 DOCTYPE', altered((xml) => `<!DOCTYPE a>${xml}`)],
  ['S5 entity', altered((xml) => `<!DOCTYPE a [<!ENTITY e "victim">]>${xml.replace('>subject-1<', '>&e;<')}`)],
  ['S5 external entity', altered((xml) => `<!DOCTYPE a SYSTEM "file:///etc/passwd">${xml}`)],
  ['S5 processing instruction', altered((xml) => xml.replace('<samlp:Status>', '<?a b?><samlp:Status>'))],
  ['S5 60 kB of open tags', () => '<a>'.repeat(20_000)],
  ['S5 300 kB', altered((xml) => xml.replace('<samlp:Status>', `${' '.repeat(300_000)}<samlp:Status>`))],
  ['S5 no XML', () => 'victim'],
  ['S5 empty', () => ' '],
  ['S6 comment in NameID', altered((xml) => xml.replace('>subject-1<', '>subject<!---->-1<'))],
  ['S6 comment signed with it', wrong({ subject: 'victim<!---->.evil' })],
  ['S6 CDATA in NameID', wrong({ subject: 'victim<![CDATA[.evil]]>' })],
  ['S6 element in NameID', wrong({ subject: 'victim<a/>.evil' })],
  ['S6 empty NameID', wrong({ subject: '' })],
]

afterAll(() => {
  process.stdout.write(`SAML attacks: ${table.length} variants\n${table.join('\n')}\n`)
})

describe('V3: the limit of a network', () => {
  it('does not count people who prove who they are: an office behind one address signs in', async () => {
    const office = '203.0.113.7'
    const locations: string[] = []
    for (let person = 0; person < 130; person += 1) {
      const browser = await begun(office)
      const attributes = { mail: `office-${person % 3}@example.com`, name: 'Pessoa do Escritório' }
      const xml = sign(responseOf(saying(browser, { subject: `office-${person % 3}`, attributes })))
      locations.push(await post(xml, browser.cookie, office))
    }
    expect(locations.filter((location) => tokenIn(location) === '')).toEqual([])
  })

  it('counts answers that prove nobody, and leads to the page that says so', async () => {
    const attacker = '203.0.113.8'
    let location = ''
    // Sixty count in a minute of the clock, and one minute may end meanwhile.
    for (let round = 0; round < 121 && location !== '/redirect?status=throttled'; round += 1)
      location = await post('<made-up/>', '', attacker)
    expect(location).toBe('/redirect?status=throttled')
    expect(await post('<made-up/>', '')).toBe(failed)
  })
})

describe('an attack on the sign-in with SAML', () => {
  it('proves its own tools: the same messages, unaltered, are accepted with either signature', async () => {
    for (const what of ['Assertion', 'Response'] as const) expect(tokenIn(await arrival({}, { what }))).not.toBe('')
    const sha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
    expect(tokenIn(await arrival({}, { signatureAlgorithm: sha512 }))).not.toBe('')
  })

  it.each(attacks)('%s is refused', async (name, attack) => {
    const browser = await begun()
    const began = performance.now()
    const location = await post(attack(browser), browser.cookie)
    table.push(`  ${name.padEnd(78)} refused, ${Math.round(performance.now() - began)} ms`)
    expect(location).toBe(failed)
  })

  it('S3: an answer in another browser, with no cookie or a foreign one, is refused', async () => {
    const [browser, thief] = [await begun(), await begun()]
    const xml = sign(responseOf(saying(browser)))
    expect([await post(xml, ''), await post(xml, thief.cookie), await post(xml, 'saml=x')]).toEqual([
      failed,
      failed,
      failed,
    ])
    table.push('  S3 without the cookie, with a foreign one, with a made-up one')
  })

  it('S4: the same assertion begins one session, one after another, in a new envelope, and five at once', async () => {
    const browser = await begun()
    const xml = sign(responseOf(saying(browser)))
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => post(xml, browser.cookie)))
    expect(atOnce.filter((location) => location !== failed)).toHaveLength(1)
    expect(await post(xml, browser.cookie)).toBe(failed)
    expect(await post(xml.replace(/ ID="_r[^"]+"/, ' ID="_new"'), browser.cookie)).toBe(failed)
    table.push('  S4 replay: five at once, later, in a new envelope')
  })

  it('S4: without a request of ours, an assertion that the app accepts is used once too', async () => {
    await portal.platform((db) =>
      db.updateTable('saml_apps').set({ idp_initiated: true }).where('id', '=', appId).execute(),
    )
    const xml = sign(responseOf({ ...saying({ requestId: '' } as Begun), inResponseTo: null }))
    const locations = await Promise.all(Array.from({ length: 5 }, () => post(xml, '')))
    expect(locations.filter((location) => location !== failed)).toHaveLength(1)
    await portal.platform((db) =>
      db.updateTable('saml_apps').set({ idp_initiated: false }).where('id', '=', appId).execute(),
    )
    table.push('  S4 replay of an assertion that began at the provider, five at once')
  })
})

describe('the sign-out with SAML', () => {
  const logoutUrl = 'https://idp.example/slo?tenant=1'
  const setLogoutUrl = (logout_url: string | null) =>
    portal.platform((db) => db.updateTable('saml_apps').set({ logout_url }).where('id', '=', appId).execute())
  afterAll(() => setLogoutUrl(null))

  /** Signs a person in. Returns the token of the session. */
  async function signedIn(change: Partial<Said> = {}): Promise<string> {
    const { body } = await visitor().ask(samlCallback, { token: tokenIn(await arrival(change)) })
    if (body.status !== 'success') throw new Error('the person is of this unit')
    return body.token
  }
  const askedOf = async (token: string | null, at = host) =>
    (await portal.as({ token, host: at }).ask(samlLogout, {})).body.redirect
  const requestIn = (address: string | null) => {
    const url = new URL(address ?? '')
    const message = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    return { url, message, root: parseXml(message) }
  }

  it('A6: leads the browser to the sign-out of the identity provider, and back to the sign-in page', async () => {
    await setLogoutUrl(logoutUrl)
    const nameId = ' Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="a&amp;b"'
    const token = await signedIn({ sessionIndex: '_s<1>'.replace('<', '&lt;').replace('>', '&gt;'), nameId })
    const { url, message, root } = requestIn(await askedOf(token))
    expect([url.origin, url.pathname, url.searchParams.get('tenant'), url.searchParams.get('RelayState')]).toEqual([
      'https://idp.example',
      '/slo',
      '1',
      null,
    ])
    expect([root.localName, root.getAttribute('Destination'), root.getAttribute('Version')]).toEqual([
      'LogoutRequest',
      logoutUrl,
      '2.0',
    ])
    const text = (name: string) => [...root.getElementsByTagName(name)].map((element) => element.textContent)
    expect([text('saml:Issuer'), text('saml:NameID'), text('samlp:SessionIndex')]).toEqual([
      [addresses.sp_entity_id],
      ['subject-1'],
      ['_s<1>'],
    ])
    expect(message).toContain('NameQualifier="a&#38;b"')
    // Asking ends nothing. After the sign-out the token leads nowhere.
    expect((await portal.as({ token, host }).ask(readConfig, {})).status).toBe(200)
    await portal.as({ token, host }).ask(logout, {})
    expect(await askedOf(token)).toBeNull()
    expect((await portal.as({ token, host }).ask(readConfig, {})).status).toBe(401)
  })

  it('S12: comes back to the sign-in page, whatever the identity provider sends', async () => {
    for (const query of [
      '',
      '?RelayState=//evil.example',
      '?SAMLResponse=a&RelayState=https%3A%2F%2Fevil.example%2F',
      '?redirect=/x',
    ]) {
      const { status, headers } = await visitor().send({ method: 'GET', url: `/api/saml/logout${query}` })
      expect([status, headers['location']]).toEqual([303, '/signin'])
    }
    const sloUrl = 'http://norte.localhost/api/saml/logout'
    expect(writeMetadata({ entityId: 'e', acsUrl: 'a', sloUrl, format: 'persistent' })).toContain(
      `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sloUrl}"/>`,
    )
  })

  it('Z5, S7: nobody is told of the session of another person, host or kind, or without an address', async () => {
    await setLogoutUrl(logoutUrl)
    const token = await signedIn()
    expect(await askedOf(null)).toBeNull()
    expect(await askedOf('of nobody')).toBeNull()
    expect(await askedOf(token, 'sul.localhost')).toBeNull()
    expect((await portal.as('userOfNorte').ask(samlLogout, {})).body.redirect).toBeNull()
    expect(await askedOf(token)).not.toBeNull()
    // A session that the gate refuses tells nothing either, nor does an app that is off.
    const setState = (state: string) =>
      portal.platform((db) =>
        db
          .updateTable('memberships')
          .set({ state })
          .where('tenant_id', '=', tenants.norte.id)
          .where('user_id', 'in', (sessions) =>
            sessions.selectFrom('saml_sessions').select('user_id').where('app_id', '=', appId),
          )
          .execute(),
      )
    await setState('B')
    expect(await askedOf(token)).toBeNull()
    await setState('A')
    const setStatus = (status: boolean) =>
      portal.platform((db) => db.updateTable('saml_apps').set({ status }).where('id', '=', appId).execute())
    const other = await signedIn()
    await setStatus(false)
    expect(await askedOf(other)).toBeNull()
    await setStatus(true)
    expect(await askedOf(other)).not.toBeNull()
    await setLogoutUrl(null)
    expect(await askedOf(other)).toBeNull()
  })

  it('S12: an address without https is refused', async () => {
    const { body } = await portal.as(masterInNorte).ask(samlCalls.read, { id: appId })
    for (const logout_url of ['http://idp.example/slo', '//idp.example/slo', 'javascript:alert(1)', '/slo']) {
      const refused = await portal
        .as(masterInNorte)
        .ask(samlCalls.update, { id: appId, version: body.version, logout_url })
      expect([refused.status, Object.keys((refused.raw as { errors: object }).errors)]).toEqual([400, ['logout_url']])
    }
  })
})

it('an app gets a free name from the metadata of a second directory, which has the host of the first', async () => {
  const master = () => portal.as(masterInNorte)
  const directory = (id: string) => providerMetadata().replaceAll(entityId, `https://sts.example/${id}/`)
  const names: (string | undefined)[] = []
  for (const id of ['one', 'two', 'three']) {
    const found = await master().ask(readSamlMetadata, { metadata_xml: directory(id) })
    const added = await master().ask(samlCalls.add, { metadata_xml: directory(id) })
    expect([found.status, added.status]).toEqual([200, 200])
    const { name } = (await master().ask(samlCalls.read, { id: added.body.id })).body
    expect(found.body.name).toBe(name)
    names.push(name)
  }
  expect(names).toEqual(['sts.example', 'sts.example 2', 'sts.example 3'])
  // A name that somebody chose is never changed.
  const chosen = { metadata_xml: directory('four'), name: 'sts.example' }
  expect((await master().ask(samlCalls.add, chosen)).status).toBe(409)
  // The names of another business unit do not count.
  const other = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
  expect((await other.ask(readSamlMetadata, { metadata_xml: directory('one') })).body.name).toBe('sts.example')
})

import { describe, expect, it } from 'vitest'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { certificate, entityId, makeKeys, providerMetadata } from '#testing/identity-provider.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { changeSamlStatus, readSamlMetadata, samlCalls, samlDefaults, samlMetadata, samlUsed } from '../contract.ts'

const portal = testPortal()
const master = () => portal.as(masterInNorte)
const visitor = (host = 'norte.localhost') => portal.as({ token: null, host })

const app = (name: string) => ({
  name,
  entity_id: `https://idp.example/${name}`,
  login_url: 'https://idp.example/sso',
  logout_url: '',
  certificates: [certificate],
  name_id_format: 'persistent' as const,
  attributes: {},
  create_users: 'S' as const,
  link_users: 'N' as const,
  idp_initiated: 'N' as const,
  status: 'S' as const,
})

const added = async (name: string) => (await master().ask(samlCalls.add, app(name))).body.id

describe('SAML apps', () => {
  it('are added, read with our addresses, and shown on the sign-in page of their unit only', async () => {
    const id = await added('Entra')
    const { body } = await master().ask(samlCalls.read, { id })
    expect(body).toMatchObject({
      name: 'Entra',
      acs_url: expect.stringMatching(/^http:\/\/norte\.localhost(:\d+)?\/api\/saml\/callback$/),
      sp_entity_id: expect.stringMatching(new RegExp(`/api/saml/metadata/${id}$`)),
      companies: [tenants.norte.id],
      certificates: [certificate],
      can: ['update', 'remove'],
    })
    expect((await visitor().ask(loginConfig, {})).body.saml).toEqual([{ id, name: 'Entra' }])
    expect((await visitor('sul.localhost').ask(loginConfig, {})).body.saml).toEqual([])
    expect((await master().ask(samlUsed, {})).body.companies).toEqual([
      { tenant_id: tenants.norte.id, name: 'Norte', saml_id: id },
    ])
  })

  it('leave the sign-in page when they are switched off, and a switch without a difference stores nothing', async () => {
    const id = await added('Okta')
    const offered = async () => (await visitor().ask(loginConfig, {})).body.saml.some((choice) => choice.id === id)
    expect(await offered()).toBe(true)
    for (const round of [1, 2]) {
      expect((await master().ask(changeSamlStatus, { id, status: 'N' })).status).toBe(200)
      expect([round, (await master().ask(samlCalls.read, { id })).body.version]).toEqual([round, 2])
    }
    expect(await offered()).toBe(false)
    expect((await portal.as('adminOfLeste').ask(changeSamlStatus, { id, status: 'S' })).status).toBe(403)
  })

  it('refuse weak keys, what is no certificate, two apps of one provider, and addresses that are not https', async () => {
    const id = await added('Ping')
    const refused = async (change: object) => {
      const { status, raw } = await master().ask(samlCalls.add, { ...app('Other'), ...change })
      return [status, Object.keys(raw['errors'] ?? {})]
    }
    expect(await refused({ certificates: ['x'] })).toEqual([400, ['certificates']])
    expect(await refused({ certificates: [makeKeys(1024).certificate] })).toEqual([400, ['certificates']])
    expect(await refused({ entity_id: 'https://idp.example/Ping' })).toEqual([409, ['entity_id']])
    expect(await refused({ name: 'PING' })).toEqual([409, ['name']])
    expect(await refused({ login_url: 'javascript:alert(1)' })).toEqual([400, ['login_url']])
    const worse = await master().ask(samlCalls.update, { id, version: 1, certificates: ['x'] })
    expect(worse.status).toBe(400)
  })

  it('are added from metadata alone, with the values of a new app, and changed by newer metadata', async () => {
    const provider = (name: string) => providerMetadata().replaceAll(entityId, `https://${name}.example/saml`)
    const { status, body } = await master().ask(samlCalls.add, { metadata_xml: provider('login.adfs') })
    expect(status).toBe(200)
    const read = async () => (await master().ask(samlCalls.read, { id: body.id })).body
    expect(await read()).toMatchObject({
      name: 'login.adfs.example',
      entity_id: 'https://login.adfs.example/saml',
      login_url: 'https://idp.example/sso',
      logout_url: null,
      certificates: [certificate],
      name_id_format: 'persistent',
      create_users: false,
      link_users: false,
      idp_initiated: false,
      status: true,
    })
    const rolled = makeKeys().certificate
    const newer = providerMetadata(rolled)
      .replaceAll(entityId, 'https://login.adfs.example/saml')
      .replace('https://idp.example/sso', 'https://idp.example/sso2')
    const change = {
      id: body.id,
      version: 1,
      metadata_xml: newer,
      name: 'ADFS',
      name_id_format: 'unspecified',
    } as const
    expect((await master().ask(samlCalls.update, change)).status).toBe(200)
    // What the caller sends itself comes before the metadata.
    expect(await read()).toMatchObject({
      name: 'ADFS',
      login_url: 'https://idp.example/sso2',
      certificates: [rolled],
      name_id_format: 'unspecified',
      version: 2,
    })
  })

  it('S7: metadata of another provider change no app, and what metadata do not say stays', async () => {
    const id = await added('Seven')
    const other = providerMetadata().replaceAll(entityId, 'https://two.example/saml')
    const change = (fields: object) => master().ask(samlCalls.update, { id, version: 1, ...fields })
    const refused = await change({ metadata_xml: other })
    expect([refused.status, refused.raw['key']]).toEqual([400, 'saml_metadata'])
    const read = async () => (await master().ask(samlCalls.read, { id })).body
    const before = await read()
    const same = providerMetadata()
      .replaceAll(entityId, 'https://idp.example/Seven')
      .replace('https://idp.example/sso', 'https://idp.example/sso3')
      .replace(/<NameIDFormat>.*?<\/NameIDFormat>/, '')
    expect((await change({ metadata_xml: same })).status).toBe(200)
    expect(await read()).toMatchObject({
      entity_id: 'https://idp.example/Seven',
      login_url: 'https://idp.example/sso3',
      name_id_format: before.name_id_format,
      logout_url: before.logout_url,
      create_users: before.create_users,
    })
    const moved = { id, version: 2, metadata_xml: other, entity_id: 'https://two.example/saml' }
    expect((await master().ask(samlCalls.update, moved)).status).toBe(200)
  })

  it('have a name and an address as the fields take them, whatever metadata say', async () => {
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`
    const named = await master().ask(samlCalls.add, {
      metadata_xml: providerMetadata().replaceAll(entityId, `https://${host}/saml`),
    })
    expect(named.status).toBe(200)
    expect((await master().ask(samlCalls.read, { id: named.body.id })).body.name).toBe(host.slice(0, 80))
    const posing = providerMetadata().replace('https://idp.example/sso', 'https://login.example@evil.example/sso')
    const refused = await master().ask(samlCalls.add, { metadata_xml: posing })
    expect([refused.status, refused.raw['message']]).toEqual([400, expect.stringContaining('SingleSignOnService')])
    const fetched = await master().ask(samlCalls.add, { metadata_url: 'https://a:b@idp.example/m' })
    expect([fetched.status, Object.keys(fetched.raw['errors'] ?? {})]).toEqual([400, ['metadata_url']])
  })

  it('V5: a person has metadata read thirty times a minute', async () => {
    const other = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
    const statuses = new Set<number>()
    for (let number = 0; number < 31; number += 1)
      statuses.add((await other.ask(readSamlMetadata, { metadata_xml: '<a/>' })).status)
    expect([...statuses]).toEqual([400, 429])
  })

  it('without metadata need every field, and never take metadata of two places', async () => {
    const faultsOf = async (input: object) => {
      const { status, raw } = await master().ask(samlCalls.add, input)
      return [status, Object.keys(raw['errors'] ?? {})]
    }
    expect(
      await faultsOf({
        name: 'Vazio',
        ...samlDefaults,
        create_users: 'S',
        status: 'S',
        idp_initiated: 'N',
        link_users: 'N',
      }),
    ).toEqual([400, ['entity_id', 'login_url', 'logout_url', 'certificates', 'name_id_format']])
    const metadata_xml = providerMetadata()
    expect(await faultsOf({ metadata_xml, metadata_url: 'https://idp.example/m' })).toEqual([400, ['metadata_url']])
    expect((await faultsOf({ metadata_xml: ' '.repeat(256 * 1024 + 1) }))[0]).toBe(400)
    const { body } = await master().ask(samlCalls.list, { search: 'Vazio' })
    expect(body.total).toBe(0)
  })

  it('E5: metadata are not fetched for somebody who may not add apps', async () => {
    const refused = await portal.as('userOfNorte').ask(samlCalls.add, { metadata_url: 'https://idp.example/m' })
    expect([refused.status, refused.raw['key']]).toEqual([403, 'no_access_functionality'])
  })

  it('E5: an administrator needs the toggle, a reader may never manage providers', async () => {
    const admin = portal.as('adminOfSul')
    expect((await admin.ask(samlCalls.list, {})).status).toBe(403)
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ toggles: ['configure_saml'] })
        .where('user_id', '=', people.adminOfSul.id)
        .execute(),
    )
    expect((await admin.ask(samlCalls.list, {})).body.total).toBe(0)
    expect((await portal.as('userOfNorte').ask(samlCalls.list, {})).status).toBe(403)
  })

  it('T1: belong to one unit: another one gets 404 and sees nothing', async () => {
    const id = await added('Nossa')
    const foreign = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
    expect((await foreign.ask(samlCalls.read, { id })).status).toBe(404)
    expect((await foreign.ask(samlCalls.remove, { id })).status).toBe(404)
    expect((await foreign.ask(changeSamlStatus, { id, status: 'N' })).status).toBe(404)
    expect((await foreign.ask(samlUsed, {})).body.companies).toEqual([])
  })
})

describe('metadata', () => {
  it('of an identity provider fill the fields of an app', async () => {
    const { body } = await master().ask(readSamlMetadata, { metadata_xml: providerMetadata() })
    expect(body).toEqual({
      name: new URL(entityId).hostname,
      entity_id: entityId,
      login_url: 'https://idp.example/sso',
      logout_url: null,
      certificates: [certificate],
      name_id_format: 'persistent',
    })
  })

  it.each([
    ['<a/>', 'EntityDescriptor'],
    [providerMetadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'IDPSSODescriptor'],
    [providerMetadata().replace('https://idp.example/sso', 'http://idp.example/sso'), 'SingleSignOnService'],
    [providerMetadata(makeKeys(1024).certificate), 'X509Certificate'],
    [`<!DOCTYPE a [<!ENTITY b "c">]>${providerMetadata()}`, 'processing instruction|document type'],
    ['<a>'.repeat(5_000), 'too deep'],
  ])('S5: that are wrong are refused by the name of the bad element (%#)', async (metadata_xml, element) => {
    for (const call of [readSamlMetadata, samlCalls.add]) {
      const { status, raw } = await master().ask(call, { metadata_xml })
      expect(status).toBe(400)
      expect(raw['message']).toMatch(new RegExp(element))
    }
  })

  it.each(['https://127.0.0.1/m', 'https://[::1]/m', 'https://localhost/m', 'https://idp.example:8443/m'])(
    'U5: are not fetched from %s',
    async (metadata_url) => {
      for (const call of [readSamlMetadata, samlCalls.add]) {
        const { status, raw } = await master().ask(call, { metadata_url })
        expect([status, raw['key']]).toEqual([503, 'saml_metadata_unreachable'])
      }
    },
  )

  it('of ours are public at the host of the unit, and at no other', async () => {
    const id = await added('Fora')
    const url = `/api/${samlMetadata.path.replace(':id', id)}`
    const { status, headers } = await visitor().send({ method: 'GET', url })
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect((await visitor('leste.localhost').send({ method: 'GET', url })).status).toBe(404)
  })
})

import { describe, expect, it } from 'vitest'
import { errorPhrases } from '#catalogue/phrases/sentence.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { forgingProvider } from '#testing/forging-provider.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people } from '#testing/world.ts'
import { changeOpenidStatus, openidCalls, openidLogin, testOpenid } from '../contract.ts'

const portal = testPortal()
const reaching = testPortal({ config: { providerPrivateHosts: true } })
const master = () => portal.as(masterInNorte)
const visitor = (host = 'norte.localhost') => portal.as({ token: null, host })

const provider = (name: string) => ({
  name,
  kind: 'google' as const,
  icon: 'google' as const,
  issuer: 'https://accounts.google.com',
  client_id: `client of ${name}`,
  client_secret: 'a secret of the tests',
  scopes: 'openid email',
  attributes: {},
  create_users: 'S' as const,
  link_users: 'N' as const,
  domains: ['Empresa.example'],
  directories: [],
  status: 'S' as const,
})

const added = async (name: string) => (await master().ask(openidCalls.add, provider(name))).body.id
const sealedOf = (id: string) =>
  portal.platform((db) =>
    db.selectFrom('openid_providers').select('client_secret_sealed as sealed').where('id', '=', id).executeTakeFirst(),
  )

describe('OpenID providers', () => {
  it('are added, read without their secret, and offered on the sign-in page of their unit only', async () => {
    const id = await added('Google')
    const answer = await master().ask(openidCalls.read, { id })
    expect(answer.body).toMatchObject({
      client_secret: null,
      client_secret_set: true,
      redirect_uri: expect.stringMatching(/^http:\/\/norte\.localhost(:\d+)?\/ms_auth\/redirect$/),
      domains: ['empresa.example'],
      can: ['update', 'remove'],
    })
    expect(JSON.stringify(answer.raw)).not.toContain('a secret of the tests')
    expect((await sealedOf(id))?.sealed?.toString('latin1')).not.toContain('a secret of the tests')
    const { body } = await visitor().ask(loginConfig, {})
    expect([body.openid, body.microsoft]).toEqual([[{ id, name: 'Google', icon: 'google' }], true])
    const elsewhere = (await visitor('sul.localhost').ask(loginConfig, {})).body
    expect([elsewhere.openid, elsewhere.microsoft]).toEqual([[], false])
  })

  it('leave the sign-in page when they are switched off, and a switch without a difference stores nothing', async () => {
    const id = await added('Desligado')
    for (const round of [1, 2]) {
      expect((await master().ask(changeOpenidStatus, { id, status: 'N' })).status).toBe(200)
      expect([round, (await master().ask(openidCalls.read, { id })).body.version]).toEqual([round, 2])
    }
    expect((await visitor().ask(loginConfig, {})).body.openid.some((choice) => choice.id === id)).toBe(false)
    expect((await visitor().ask(openidLogin, { id })).status).toBe(404)
  })

  it('U5: the secret stays for the same issuer and client; for another one it must be typed again', async () => {
    const id = await added('Secreto')
    const before = await sealedOf(id)
    const change = (input: object) =>
      master().send({ method: 'PUT', url: `/api/${openidCalls.update.path}`, body: { id, ...input } })
    expect((await change({ version: 1, name: 'Secreto 2', client_secret: null })).status).toBe(200)
    expect(await sealedOf(id)).toEqual(before)
    for (const stolen of [{ issuer: 'https://evil.example' }, { client_id: 'another' }]) {
      const { status, raw } = await change({ version: 2, ...stolen })
      expect([status, Object.keys(raw['errors'] ?? {})]).toEqual([400, ['client_secret']])
    }
    expect((await change({ version: 2, client_secret: 'another secret' })).status).toBe(200)
    expect(await sealedOf(id)).not.toEqual(before)
    expect((await change({ version: 3, client_secret: 'a third', issuer: 'https://login.example' })).status).toBe(200)
    expect((await master().ask(openidCalls.read, { id })).body).toMatchObject({ version: 4, name: 'Secreto 2' })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', id).execute(),
    )
    expect(entries).toHaveLength(4)
    expect(JSON.stringify(entries)).not.toMatch(/a secret of the tests|another secret|a third/)
  })

  it('S8, U5: refuse issuers of everybody, inner addresses, and two of one client', async () => {
    await added('Primeiro')
    const refused = async (change: object) => {
      const { status, raw } = await master().ask(openidCalls.add, { ...provider('Outro'), ...change })
      return [status, Object.keys(raw['errors'] ?? {})]
    }
    expect(await refused({ client_id: 'client of Primeiro' })).toEqual([409, ['client_id']])
    expect(await refused({ name: 'PRIMEIRO' })).toEqual([409, ['name']])
    for (const issuer of [
      'http://accounts.google.com',
      'https://127.0.0.1',
      'https://[::1]',
      'https://a.example:8443',
      'https://a:b@a.example',
      'javascript:alert(1)',
      'https://a.example/?x',
      'https://a.example/#x',
    ])
      expect([issuer, ...(await refused({ issuer }))]).toEqual([issuer, 400, ['issuer']])
    const organizations = { kind: 'entra', issuer: 'https://login.microsoftonline.com/organizations/v2.0' }
    expect(await refused(organizations)).toEqual([400, ['directories']])
    expect(await refused({ directories: ['no id'] })).toEqual([400, ['directories']])
    expect(await refused({ domains: ['no domain'] })).toEqual([400, ['domains']])
  })

  it('E5: an administrator needs the toggle, a reader may never manage providers', async () => {
    const admin = portal.as('adminOfSul')
    expect((await admin.ask(openidCalls.list, {})).status).toBe(403)
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ toggles: ['configure_saml'] })
        .where('user_id', '=', people.adminOfSul.id)
        .execute(),
    )
    expect((await admin.ask(openidCalls.list, {})).body.total).toBe(0)
    expect((await portal.as('userOfNorte').ask(openidCalls.list, {})).status).toBe(403)
  })

  it('T1: belong to one unit: another one gets 404 and sees nothing', async () => {
    const id = await added('Nosso')
    const foreign = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
    expect((await foreign.ask(openidCalls.read, { id })).status).toBe(404)
    expect((await foreign.ask(openidCalls.remove, { id })).status).toBe(404)
    expect((await foreign.ask(changeOpenidStatus, { id, status: 'N' })).status).toBe(404)
    expect((await foreign.ask(openidCalls.list, {})).body.total).toBe(0)
    expect((await visitor('leste.localhost').ask(openidLogin, { id })).status).toBe(404)
  })
})

describe('the test of an issuer', () => {
  it('says that people can sign in with it', async () => {
    const known = await forgingProvider()
    const staff = reaching.as(masterInNorte)
    expect((await staff.ask(testOpenid, { issuer: known.issuer })).body).toEqual({ status: true, message: null })
    known.configuration = { ...known.configuration, issuer: 'https://other.example' }
    const { body } = await staff.ask(testOpenid, { issuer: `${known.issuer}/path` })
    expect(body).toEqual({ status: false, message: errorPhrases['en-US']['openid.issuer_unreachable'] })
    await known.close()
  })

  it.each([
    'https://localhost',
    'https://127.0.0.1',
    'https://10.0.0.1',
    'http://accounts.google.com',
    'https://169.254.169.254',
    'https://2130706433',
    'https://a.example:22',
  ])('U5: sends nothing to %s', async (issuer) => {
    const { status, body } = await master().ask(testOpenid, { issuer })
    expect(status === 400 || !body.status).toBe(true)
  })

  it('U5: of one person is limited', async () => {
    const ask = () =>
      portal.as({ ...people.masterOfAlfa, host: 'sul.localhost' }).ask(testOpenid, { issuer: 'https://127.0.0.1' })
    let status = 0
    // The limit is ten in a minute of the clock. A new minute may begin during the test, so it sends up to twice as many.
    for (let round = 0; round < 21 && status !== 429; round++) ({ status } = await ask())
    expect(status).toBe(429)
  })
})

it('the only provider of a unit may be left unnamed', async () => {
  const lone = await forgingProvider()
  const staff = reaching.as({ ...people.masterOfBeta, host: 'leste.localhost' })
  const sent = { ...provider('Um'), issuer: lone.issuer }
  expect((await staff.ask(openidCalls.add, sent)).status).toBe(200)
  const ask = () => reaching.as({ token: null, host: 'leste.localhost' }).ask(openidLogin, { redirect: null })
  const { body } = await ask()
  expect(body.redirect).toMatch(/redirect_uri=http%3A%2F%2Fleste\.localhost/)
  await staff.ask(openidCalls.add, { ...sent, name: 'Dois', client_id: 'two' })
  expect((await ask()).status).toBe(404)
  await lone.close()
})

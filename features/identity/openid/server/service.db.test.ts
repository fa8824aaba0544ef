import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '#catalogue/languages.ts'
import { errors, type GeneralCode } from '#catalogue/errors.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { acceptHandOver } from '#features/identity/unit-switch/contract.ts'
import { updateTenant, readTenant } from '#features/organisation/tenants/contract.ts'
import { readUser } from '#features/people/users/contract.ts'
import { giveDomain } from '#testing/domains.ts'
import { type Forgery, forgingProvider, type ForgingProvider } from '#testing/forging-provider.ts'
import { openidClient, testOpenidProvider, type TestOpenidProvider } from '#testing/openid-provider.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { openidCalls, openidLogin, openidCallback } from '../contract.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'], providerPrivateHosts: true } })
const norte = 'norte.localhost'
const redirectUri = `http://${norte}/ms_auth/redirect`

let real: TestOpenidProvider
let forging: ForgingProvider
let second: ForgingProvider
let providers = { real: '', forging: '', second: '', elsewhere: '' }

const fields = (name: string, issuer: string) => ({
  name,
  kind: 'other' as const,
  icon: 'key' as const,
  issuer,
  ...openidClient,
  scopes: 'openid profile email',
  attributes: { email: '', nome_usuario: '', groups: 'groups', custom: {} },
  create_users: 'S' as const,
  link_users: 'N' as const,
  domains: [] as string[],
  directories: [] as string[],
  status: 'S' as const,
})

beforeAll(async () => {
  real = await testOpenidProvider({ redirectUris: [redirectUri] })
  forging = await forgingProvider()
  second = await forgingProvider()
  const master = portal.as(masterInNorte)
  const add = async (name: string, issuer: string) => (await master.ask(openidCalls.add, fields(name, issuer))).body.id
  const sul = portal.as({ ...people.masterOfAlfa, host: 'sul.localhost' })
  providers = {
    real: await add('Conta da empresa', real.issuer),
    forging: await add('Outra', forging.issuer),
    second: await add('Segunda', second.issuer),
    elsewhere: (await sul.ask(openidCalls.add, fields('De Sul', forging.issuer))).body.id,
  }
})

afterAll(async () => {
  await Promise.all([real.close(), forging.close(), second.close()])
})

let senders = 0
/** Returns another IP address for each request, so that no rate limit is reached. */
const nextAddress = () => `10.${++senders >> 8}.${senders & 255}.1`

type Sent = { url: string; body: object; cookie?: string; host?: string; language?: Language }

const send = ({ url, body, cookie, host = norte, language = 'en-US' }: Sent) =>
  portal.as({ token: null, host }).send({
    method: 'POST',
    url: `/api/${url}`,
    body,
    headers: { 'x-forwarded-for': nextAddress(), lang: language, ...(cookie ? { cookie } : {}) },
  })

/** Begins a sign-in as a new browser. Returns the URL at the provider and the browser's cookie. */
async function begun(id = providers.forging, { host = norte, redirect = '/setting' } = {}) {
  const { status, raw, headers } = await send({ url: openidLogin.path, body: { id, redirect }, host })
  expect(status).toBe(200)
  const set = String([headers['set-cookie']].flat()[0])
  const url = new URL(String(raw['redirect']))
  return { url, set, cookie: set.split(';')[0] ?? '', state: url.searchParams.get('state') ?? '' }
}
type Begun = Awaited<ReturnType<typeof begun>>

type Brought = { code: string; state?: string | undefined; iss?: string | undefined }

type From = { host?: string; language?: Language }
const bring = (brought: Brought, cookie: string | undefined, { host = norte, language = 'en-US' }: From = {}) =>
  send({ url: openidCallback.path, body: brought, host, language, ...(cookie ? { cookie } : {}) })

/** Runs a whole sign-in at the provider that can forge tokens; `forgery` says what to forge. */
async function arrival(forgery: Forgery = {}, id = providers.forging, language: Language = 'en-US') {
  const browser = await begun(id)
  const { state, cookie } = browser
  return bring({ code: forging.code(browser.url, forgery), state, iss: forging.issuer }, cookie, { language })
}

/** Runs a whole sign-in at the second provider. */
async function atSecond() {
  const { url, state, cookie } = await begun(providers.second)
  const claims = { sub: 'second', email: 'second@example.com' }
  return bring({ code: second.code(url, { claims }), state, iss: second.issuer }, cookie)
}

const change = (set: Record<string, unknown>, id = providers.forging) =>
  portal.platform((db) => db.updateTable('openid_providers').set(set).where('id', '=', id).execute())

const refusedBy = ({ raw }: { raw: Record<string, unknown> }) => raw['status']

describe('the sign-in with a real OpenID provider', () => {
  it('S9: asks with code flow, PKCE S256, state and nonce, and binds the browser by a cookie of its own pages', async () => {
    const { url, set } = await begun(providers.real)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: openidClient.client_id,
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(set).toMatch(/Path=\/api\/ms_auth; HttpOnly; Secure; SameSite=Strict/)
  })

  it('adds the person, who lands where they wanted to go, and recognizes them by the subject', async () => {
    real.accounts.set('a', { sub: 'a', email: 'rita@example.com', email_verified: true, name: 'Rita Real' })
    for (const name of ['Rita Real', 'Rita Renomeada']) {
      real.accounts.set('a', { sub: 'a', email: 'rita@example.com', email_verified: true, name })
      const { url, state, cookie } = await begun(providers.real)
      const back = await real.signIn(url.href, 'a')
      expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, state])
      const brought = { code: back.searchParams.get('code') ?? '', state, iss: back.searchParams.get('iss') ?? '' }
      const { status, raw } = await bring(brought, cookie)
      expect([status, raw['message'] ?? null]).toEqual([200, null])
      const { token, intended } = raw as { token: string; intended: string }
      expect(intended).toBe('/setting')
      const { body } = await portal.as({ token, host: norte }).ask(readConfig, {})
      expect(body.user).toMatchObject({ name, email: 'rita@example.com', profile: 'user', auth_type: 'microsoft' })
    }
    const { body } = await portal.as(masterInNorte).ask(openidCalls.read, { id: providers.real })
    expect(body.people).toBe(1)
  })

  it('S9: a code of one browser is of no use in another, nor a second time', async () => {
    const [browser, thief] = [await begun(providers.real), await begun(providers.real)]
    const back = await real.signIn(browser.url.href, 'a')
    const brought = { code: back.searchParams.get('code') ?? '', iss: real.issuer }
    expect((await bring({ ...brought, state: thief.state }, thief.cookie)).status).toBe(401)
    expect((await bring({ ...brought, state: browser.state }, browser.cookie)).status).toBe(200)
    const later = await begun(providers.real)
    expect((await bring({ ...brought, state: later.state }, later.cookie)).status).toBe(401)
  })
})

describe('people of a provider', () => {
  it('take over name and groups at each sign-in', async () => {
    await portal.platform((db) =>
      db.insertInto('user_groups').values({ tenant_id: tenants.norte.id, name: 'Vendas' }).execute(),
    )
    const { raw } = await arrival({ claims: { groups: ['vendas', 'Nenhum'], name: 'Nova Silva' } })
    const { user } = raw as { user: { id: string; nome_usuario: string } }
    expect(user.nome_usuario).toBe('Nova Silva')
    const members = await portal.platform((db) =>
      db.selectFrom('user_group_members').select('group_id').where('user_id', '=', user.id).execute(),
    )
    expect(members).toHaveLength(1)
  })

  it('get the texts of the provider in the custom fields of the unit; those that it does not send stay', async () => {
    const field = {
      name: 'Departamento',
      kind: 'text',
      options: [] as string[],
      required: 'N',
      searchable: 'N',
      in_registration: 'N',
    } as const
    const { body: added } = await portal.as('adminOfNorte').ask(customFieldCalls.add, field)
    const attributes = { email: '', nome_usuario: '', groups: 'groups', custom: { [added.id]: 'department' } }
    await change({ attributes: JSON.stringify(attributes) })
    const custom = async (claims: object) => {
      const { raw } = await arrival({ claims: { sub: 'fields', email: 'fields@example.com', ...claims } })
      const { user } = raw as { user: { id: string } }
      return (await portal.as('adminOfNorte').ask(readUser, { id: user.id })).body.custom
    }
    expect(await custom({ department: 'Vendas' })).toEqual({ [added.id]: 'Vendas' })
    expect(await custom({ department: 'Compras' })).toEqual({ [added.id]: 'Compras' })
    expect(await custom({})).toEqual({ [added.id]: 'Compras' })
    await change({ attributes: JSON.stringify({ ...attributes, custom: {} }) })
  })

  it.each([people.userOfNorte.email, people.platform.email, people.masterOfAlfa.email, people.userOfLeste.email])(
    'S7: a verified e-mail does not sign in %s, who has a password',
    async (email) => {
      expect(refusedBy(await arrival({ claims: { sub: `thief of ${email}`, email } }))).toBe('error_user_or_password')
    },
  )

  it('S7: with the permission of the unit a verified e-mail links its own people, once, and ends their password', async () => {
    const { email, id } = people.otherUserOfNorte
    await change({ link_users: true })
    const linking = (sub: string, more: object = {}) => arrival({ claims: { sub, email, ...more } })
    expect(refusedBy(await linking('o', { email_verified: false }))).toBe('error_user_or_password')
    expect((await linking('o')).raw).toMatchObject({ user: { id, auth_type: 'microsoft' } })
    expect(refusedBy(await linking('another'))).toBe('error_user_or_password')
    for (const other of [people.platform, people.masterOfAlfa, people.userOfLeste])
      expect(refusedBy(await arrival({ claims: { sub: other.id, email: other.email } }))).toBe('error_user_or_password')
    const stored = await portal.platform((db) =>
      db.selectFrom('users').select(['auth_type', 'password_hash']).where('id', '=', id).executeTakeFirst(),
    )
    expect(stored).toEqual({ auth_type: 'microsoft', password_hash: null })
    await change({ link_users: false })
  })

  it('S7: a person of another unit of the partner waits if their home agrees at once; otherwise they get nothing', async () => {
    const { email, id } = people.userOfSul
    const come = (email_verified: boolean) => arrival({ claims: { sub: 'sul', email, email_verified } })
    const waiting = () =>
      portal.platform((db) => db.selectFrom('registrations').select('user_id').where('email', '=', email).execute())
    const settleHome = (known_people: string) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ known_people }).where('tenant_id', '=', tenants.sul.id).execute(),
      )
    expect(refusedBy(await come(true))).toBe('error_user_or_password')
    await settleHome('at_once')
    expect(refusedBy(await come(false))).toBe('error_user_or_password')
    expect(await waiting()).toEqual([])
    expect(refusedBy(await come(true))).toBe('membership_waits')
    expect(await waiting()).toEqual([{ user_id: id }])
    await settleHome('ask')
  })

  it('S7: an administrator with a password is not linked, whatever the provider verifies', async () => {
    const { email, id } = people.adminOfNorte
    await change({ link_users: true })
    expect(refusedBy(await arrival({ claims: { sub: 'admin', email } }))).toBe('error_user_or_password')
    const stored = await portal.platform((db) =>
      db.selectFrom('users').select('auth_type').where('id', '=', id).executeTakeFirst(),
    )
    expect(stored).toEqual({ auth_type: 'password' })
    await change({ link_users: false })
  })

  it('S7: a person of two units is not linked: the provider of one would open the other', async () => {
    const { email, id } = people.userOfNorte
    await change({ link_users: true })
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: id, profile: 'user' }).execute(),
    )
    expect(refusedBy(await arrival({ claims: { sub: 'both', email } }))).toBe('error_user_or_password')
    await change({ link_users: false })
  })

  it('S7: somebody who became staff no longer enters with an identity of a unit', async () => {
    const claims = { sub: 'rising', email: 'rising@example.com' }
    const { raw } = await arrival({ claims })
    const { id } = (raw as { user: { id: string } }).user
    await portal.platform((db) =>
      db
        .updateTable('users')
        .set({ staff: 'master', partner_id: tenants.norte.partner_id, home_tenant_id: null })
        .where('id', '=', id)
        .execute(),
    )
    expect(refusedBy(await arrival({ claims }))).toBe('error_user_or_password')
  })

  it('a person who was added to another unit meanwhile is refused with that reason, and is not added again', async () => {
    const claims = { sub: 'left', email: 'left@example.com' }
    const { id } = ((await arrival({ claims })).raw as { user: { id: string } }).user
    await portal.platform(async (db) => {
      await db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: id, profile: 'user' }).execute()
      await db.deleteFrom('memberships').where('user_id', '=', id).where('tenant_id', '=', tenants.norte.id).execute()
    })
    expect(refusedBy(await arrival({ claims }))).toBe('not_found_companies')
  })

  it('only people with an e-mail of the unit’s domains may sign in, known people included', async () => {
    await change({ domains: ['empresa.example'] })
    expect(refusedBy(await arrival())).toBe('domain_not_allowed')
    expect((await arrival({ claims: { sub: 'e', email: 'e@empresa.example' } })).status).toBe(200)
    await change({ kind: 'google' })
    const google = { sub: 'e', email: 'e@empresa.example' }
    expect(refusedBy(await arrival({ claims: google }))).toBe('domain_not_allowed')
    expect((await arrival({ claims: { ...google, hd: 'empresa.example' } })).status).toBe(200)
    await change({ kind: 'other', domains: [] })
  })

  it('land in the unit that is the default for single sign-on, without groups of this one', async () => {
    const platform = portal.as('platform')
    const flag = async (default_for_sso: 'S' | 'N') => {
      const { version } = (await platform.ask(readTenant, { id: tenants.sul.id })).body
      expect((await platform.ask(updateTenant, { id: tenants.sul.id, version, default_for_sso })).status).toBe(200)
    }
    await portal.platform((db) =>
      db.insertInto('user_groups').values({ tenant_id: tenants.sul.id, name: 'Diretoria' }).execute(),
    )
    await flag('S')
    const claims = { sub: 'lander', email: 'lander@example.com', groups: ['Diretoria'] }
    for (const _ of ['added', 'recognized']) {
      const { raw } = await arrival({ claims })
      expect(raw).toMatchObject({ status: 'change', domain: 'sul.localhost' })
      const { token } = raw as { token: string }
      const { body } = await portal.as({ token: null, host: 'sul.localhost' }).ask(acceptHandOver, { token })
      expect(body).toMatchObject({ tenant_id: tenants.sul.id, user: { email: claims.email, auth_type: 'microsoft' } })
      const groups = await portal.platform((db) =>
        db.selectFrom('user_group_members').select('group_id').where('user_id', '=', body.user.id).execute(),
      )
      expect(groups).toEqual([])
    }
    await flag('N')
  })
})

/** The reasons why the person of the subject may not enter, each with its preparation and the code of the answer. */
const states: [GeneralCode, () => Promise<unknown>, Forgery?][] = [
  [
    'sign_in.wrong_credentials',
    () => Promise.resolve(),
    { claims: { sub: 'unverified', email: 'u@example.com', email_verified: false } },
  ],
  [
    'sign_in.provider_without_tenant',
    () => change({ create_users: false }),
    { claims: { sub: 'nobody', email: 'nobody@example.com' } },
  ],
  ['sign_in.domain_refused', () => change({ domains: ['other.example'] })],
  ['sign_in.user_blocked', () => setState('B')],
  ['sign_in.user_inactive', () => setState('I')],
  ['sign_in.user_deactivated', () => setState('D')],
  ['sign_in.trial_ended', () => Promise.all([setState('T'), setUnit({ trial_ends: '2020-01-01' })])],
  ['sign_in.maintenance', () => setUnit({ maintenance: true })],
  ['sign_in.address_refused', () => setSettings({ allowed_addresses: ['192.0.2.0/24'] })],
  ['sign_in.hour_refused', () => setShift()],
  ['sign_in.provider_failed', () => Promise.resolve(), { claims: { iss: 'https://other.example' } }],
  [
    'tenant.user_limit_reached',
    () => setUnit({ user_limit: 1 }),
    { claims: { sub: 'full', email: 'full@example.com' } },
  ],
]

const target = 'stateful@example.com'
const setState = (state: string) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ state })
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', target))
      .execute(),
  )
const setUnit = (set: Record<string, unknown>) =>
  portal.platform((db) => db.updateTable('tenants').set(set).where('id', '=', tenants.norte.id).execute())
const setDomain = (host: string | null) =>
  portal.platform((db) => giveDomain(db, { partner_id: partners.alfa.id, tenant_id: tenants.norte.id }, host))
const setSettings = (set: Record<string, unknown>) =>
  portal.platform((db) => db.updateTable('settings').set(set).where('tenant_id', '=', tenants.norte.id).execute())
const setShift = (isOutside = true) =>
  portal.platform(async (db) => {
    const shift = { tenant_id: tenants.norte.id, name: 'Nunca', hours: '[]' }
    const made = isOutside
      ? await db.insertInto('shifts').values(shift).returning('id').executeTakeFirstOrThrow()
      : null
    await db
      .updateTable('memberships')
      .set({ shift_id: made?.id ?? null })
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', target))
      .execute()
    if (!made) await db.deleteFrom('shifts').where('name', '=', 'Nunca').execute()
  })

describe('every status of the callback', () => {
  it.each(states)(
    '%s has its word and the sentence of the specification in four languages',
    async (code, prepare, forgery) => {
      const known = { claims: { sub: 'stateful', email: target } }
      await arrival(known)
      await prepare()
      for (const language of languages) {
        const { status, raw } = await arrival(forgery ?? known, providers.forging, language)
        const { http, status: word, key } = errors[code]
        expect([status, raw['status'], raw['key']]).toEqual([http, word, key])
        expect(raw['message']).toBe(
          errorSentence(code, language, { address: String(raw['message']).match(/10\.[\d.]+/)?.[0] ?? '' }),
        )
      }
      await change({ create_users: true, domains: [] })
      await setState('A')
      await setUnit({ trial_ends: null, maintenance: false, user_limit: 50 })
      await setSettings({ allowed_addresses: [] })
      await setShift(false)
    },
  )
})

const table: string[] = []
afterAll(() => {
  process.stdout.write(`OpenID attacks: ${table.length} variants\n${table.join('\n')}\n`)
})

const seconds = (count: number) => Math.floor(Date.now() / 1000) + count
const claiming = (claims: object): Forgery => ({ claims: claims as Record<string, unknown> })
const altered = (part: 0 | 1 | 2, text: (old: string) => string): Forgery => ({
  alter: (token) =>
    token
      .split('.')
      .map((each, at) => (at === part ? text(each) : each))
      .join('.'),
})
const json = (change: object) => (old: string) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(old, 'base64url').toString()), ...change })).toString(
    'base64url',
  )
const instead = (body: string, more: object = {}): Forgery => ({ answer: { body, ...more } })

/** Wrong tokens and wrong answers of the provider to a correct request. */
const forgeries: [string, Forgery][] = [
  ['S10 alg none', { signedBy: 'nobody' }],
  ['S10 alg none, spelt None', { signedBy: 'nobody', header: { alg: 'None' } }],
  ['S10 signature taken out', altered(2, () => '')],
  ['S10 signature of somebody else', { signedBy: 'stranger' }],
  [
    'S10 signature of somebody else, their key in the header',
    { signedBy: 'stranger', header: { jwk: { kty: 'RSA' } } },
  ],
  [
    'S10 signature of somebody else, address of their keys in the header',
    { signedBy: 'stranger', header: { jku: 'https://evil.example' } },
  ],
  ['S10 HS256 with the public key', { signedBy: 'public' }],
  ['S10 HS256 with the public key, named RS256', { signedBy: 'public', header: { alg: 'RS256' } }],
  ['S10 altered subject', altered(1, json({ sub: 'victim' }))],
  ['S10 altered header', altered(0, json({ typ: 'x' }))],
  ['S10 unknown kid', { header: { kid: 'unknown' } }],
  ['S10 critical header', { header: { crit: ['b64'], b64: true } }],
  ['S10 encrypted token', { alter: () => 'a.b.c.d.e' }],
  ['S10 no token at all', instead(JSON.stringify({ access_token: 'x', token_type: 'Bearer' }))],
  ['S10 token is no JWT', { alter: () => 'victim' }],
  ['S10 issuer of somebody else', claiming({ iss: 'https://other.example' })],
  ['S10 issuer with a slash more', { claims: { iss: 'slash' } }],
  ['S10 no issuer', { without: ['iss'] }],
  ['S10 audience of somebody else', claiming({ aud: 'another' })],
  ['S10 no audience', { without: ['aud'] }],
  ['S10 several audiences without azp', claiming({ aud: [openidClient.client_id, 'another'] })],
  ['S10 several audiences, azp of another', claiming({ aud: [openidClient.client_id, 'another'], azp: 'another' })],
  ['S10 azp of another', claiming({ azp: 'another' })],
  ['S10 expired', claiming({ exp: seconds(-600) })],
  ['S10 no expiry', { without: ['exp'] }],
  ['S10 expiry is a text', claiming({ exp: '9999999999' })],
  ['S10 issued in the future', claiming({ iat: seconds(3_600) })],
  ['S10 no time of issue', { without: ['iat'] }],
  ['S10 not yet valid', claiming({ nbf: seconds(3_600) })],
  ['S10 no subject', { without: ['sub'] }],
  ['S10 empty subject', claiming({ sub: '' })],
  ['S10 subject is a number', claiming({ sub: 7 })],
  ['S9 nonce of another request', claiming({ nonce: 'other' })],
  ['S9 no nonce', { without: ['nonce'] }],
  ['S11 token end point answers 500', instead('', { status: 500 })],
  ['S11 token end point answers HTML', instead('<html>', { type: 'text/html' })],
  ['S11 token end point redirects', instead('', { status: 302 })],
  ['S11 token end point answers no JSON', instead('{')],
  ['S11 answer of 300 kB', instead(JSON.stringify({ id_token: 'x'.repeat(300_000) }))],
  ['S11 __proto__ in the answer', instead('{"__proto__":{"id_token":"x"},"access_token":"x","token_type":"Bearer"}')],
]

type Attack = (browser: Begun) => Promise<{ status: number; raw: Record<string, unknown> }>
const right = ({ url, state, cookie }: Begun) => ({ code: forging.code(url), state, iss: forging.issuer, cookie })

/** Correct tokens in a wrong answer: another browser, state, code, host or provider. */
const attacks: [string, Attack][] = [
  ['S9 empty state', (browser) => bring({ ...right(browser), state: 'x' }, browser.cookie)],
  [
    'S9 state of another request',
    async (browser) => bring({ ...right(browser), state: (await begun()).state }, browser.cookie),
  ],
  ['S9 no cookie', (browser) => bring(right(browser), undefined)],
  ['S9 cookie of another browser', async (browser) => bring(right(browser), (await begun()).cookie)],
  [
    'S9 cookie and state of another browser (PKCE)',
    async (browser) => {
      const other = await begun()
      return bring({ ...right(browser), state: other.state }, other.cookie)
    },
  ],
  [
    'S9 made-up cookie with its own state',
    (browser) => {
      const state = createHmac('sha256', 'made-up').update('state').digest('base64url')
      return bring({ ...right(browser), state }, 'openid=made-up')
    },
  ],
  ['S9 no code of the provider', (browser) => bring({ ...right(browser), code: 'invented' }, browser.cookie)],
  [
    'S9 PKCE stripped from the request',
    (browser) => {
      const url = new URL(browser.url)
      url.searchParams.delete('code_challenge')
      return bring({ ...right(browser), code: forging.code(url) }, browser.cookie)
    },
  ],
  [
    'S9 no iss of a provider that promises it',
    (browser) => bring({ ...right(browser), iss: undefined }, browser.cookie),
  ],
  ['S9 iss of another provider', (browser) => bring({ ...right(browser), iss: second.issuer }, browser.cookie)],
  [
    'S9 mix-up: code of the second provider for the first',
    (browser) => bring({ ...right(browser), code: second.code(browser.url) }, browser.cookie),
  ],
  [
    'S9 mix-up: answer of the second provider for the first',
    (browser) => bring({ ...right(browser), code: second.code(browser.url), iss: second.issuer }, browser.cookie),
  ],
  [
    'T1 request of one unit, answer at another',
    (browser) => bring(right(browser), browser.cookie, { host: 'sul.localhost' }),
  ],
  [
    'T1 request of another unit, answer here',
    async () => {
      const browser = await begun(providers.elsewhere, { host: 'sul.localhost' })
      return bring(right(browser), browser.cookie)
    },
  ],
  [
    'S9 provider switched off meanwhile',
    async (browser) => {
      await change({ status: false })
      const answer = await bring(right(browser), browser.cookie)
      await change({ status: true })
      return answer
    },
  ],
  [
    'S9 request older than ten minutes',
    async (browser) => {
      await portal.platform((db) =>
        db
          .updateTable('one_time_tokens')
          .set({ expires_at: new Date(0) })
          .where('purpose', '=', 'openid_request')
          .execute(),
      )
      return bring(right(browser), browser.cookie)
    },
  ],
]

const failed = { status: 401, word: 'error', message: 'Error ao autenticar!' }
const answered = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => ({
  status,
  word: raw['status'],
  message: raw['message'],
})

describe('an attack on the sign-in with OpenID', () => {
  it('proves its own tools: the same token, unaltered, is accepted', async () => {
    expect((await arrival()).status).toBe(200)
    expect((await atSecond()).status).toBe(200)
    expect(
      (await arrival(claiming({ azp: openidClient.client_id, aud: [openidClient.client_id, 'another'] }))).status,
    ).toBe(200)
  })

  it.each(forgeries)('%s is refused', async (name, forgedToken) => {
    const forgery = forgedToken.claims?.iss === 'slash' ? claiming({ iss: `${forging.issuer}/` }) : forgedToken
    expect(answered(await arrival(forgery))).toEqual(failed)
    table.push(`  ${name.padEnd(72)} refused`)
  })

  it.each(attacks)('%s is refused', async (name, attack) => {
    expect(answered(await attack(await begun()))).toEqual(failed)
    table.push(`  ${name.padEnd(72)} refused`)
  })

  it('T6: a request at one host of a unit is not answered at its other host', async () => {
    await setDomain('bi.norte.example')
    const browser = await begun()
    expect(answered(await bring(right(browser), browser.cookie, { host: 'bi.norte.example' }))).toEqual(failed)
    await setDomain(null)
    table.push('  T6 request at one host of the unit, answer at another                     refused')
  })

  it('S9: one answer begins one session, one after another and five at once', async () => {
    const browser = await begun()
    const brought = right(browser)
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => bring(brought, browser.cookie)))
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await bring(brought, browser.cookie)).status).toBe(401)
    expect((await bring({ ...brought, code: forging.code(browser.url) }, browser.cookie)).status).toBe(401)
    table.push('  S9 replay: five at once, later, with a new code                           one session')
  })

  it('S11: a provider that does not answer ends in a sign-in error within ten seconds, and another one works meanwhile', async () => {
    const began = performance.now()
    const slow = arrival(instead('{}', { waitMs: 20_000 }))
    expect((await atSecond()).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(answered(await slow)).toEqual(failed)
    expect(performance.now() - began).toBeLessThan(12_000)
    table.push('  S11 slow provider                                                         refused within 12 s')
  }, 30_000)

  it('S11: unknown keys are looked up at most once a minute', async () => {
    const before = forging.asked.get('/keys') ?? 0
    for (let round = 0; round < 5; round++) await arrival({ signedBy: 'next', header: { kid: `unknown-${round}` } })
    expect((forging.asked.get('/keys') ?? 0) - before).toBeLessThanOrEqual(1)
    table.push('  S11 five unknown kids                                                     at most one request')
  })

  it('S12: the person lands on a path of the portal, whatever the request asked for', async () => {
    const evil = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/a\tb',
      '/%0d\n',
      'https:evil.example',
      '\\\\evil.example',
      ' //evil.example',
      '/\t/evil.example',
    ]
    for (const redirect of evil) {
      const browser = await begun(providers.forging, { redirect })
      const { raw } = await bring(right(browser), browser.cookie)
      expect([redirect, raw['intended']]).toEqual([redirect, '/'])
    }
    table.push(
      `  S12 ${evil.length} forms of another address as redirect                                 the home page`,
    )
  })

  it('S10: a provider whose configuration names another issuer, or end points without a web address, is unavailable', async () => {
    const liar = await forgingProvider()
    const honest = liar.configuration
    const id = (await portal.as(masterInNorte).ask(openidCalls.add, fields('Mentiroso', liar.issuer))).body.id
    for (const lie of [
      { issuer: forging.issuer },
      { authorization_endpoint: 'javascript:alert(1)' },
      { token_endpoint: 'file:///etc/passwd' },
      { jwks_uri: undefined },
    ]) {
      liar.configuration = { ...honest, ...lie }
      const answer = await send({ url: openidLogin.path, body: { id } })
      expect(answered(answer)).toEqual({ ...failed, status: 503 })
      table.push(`  S10 configuration with ${JSON.stringify(lie).slice(0, 46).padEnd(47)} unavailable`)
    }
    await liar.close()
    expect((await send({ url: openidLogin.path, body: { id } })).status).toBe(503)
  })

  it('S11: a new key of the provider is picked up', async () => {
    const rolling = await forgingProvider()
    const id = (await portal.as(masterInNorte).ask(openidCalls.add, fields('Trocador', rolling.issuer))).body.id
    rolling.rollOver()
    const browser = await begun(id)
    const code = rolling.code(browser.url, { signedBy: 'next', claims: { sub: 'roll', email: 'roll@example.com' } })
    expect((await bring({ code, state: browser.state, iss: rolling.issuer }, browser.cookie)).status).toBe(200)
    await rolling.close()
  })
})

describe('S8: Entra', () => {
  const [own, foreign] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  let entra: ForgingProvider
  let id = ''

  beforeAll(async () => {
    entra = await forgingProvider('/organizations/v2.0')
    const origin = new URL(entra.issuer).origin
    entra.configuration = {
      ...entra.configuration,
      issuer: `${origin}/{tenantid}/v2.0`,
      authorization_response_iss_parameter_supported: false,
    }
    const provider = { ...fields('Entra', entra.issuer), kind: 'entra' as const, directories: [own] }
    id = (await portal.as(masterInNorte).ask(openidCalls.add, provider)).body.id
  })
  afterAll(() => entra.close())

  const from = async (tid: string, oid: string, more: object = {}, issuedBy = tid) => {
    const browser = await begun(id)
    const iss = `${new URL(entra.issuer).origin}/${issuedBy}/v2.0`
    const claims = { iss, tid, oid, sub: `pairwise ${oid}`, email: `${oid}@empresa.example`, xms_edov: true, ...more }
    return bring(
      { code: entra.code(browser.url, { claims, without: ['email_verified'] }), state: browser.state },
      browser.cookie,
    )
  }

  it('people of an allowed directory are recognized by tid and oid, whatever sub and e-mail say', async () => {
    const first = await from(own, 'o1')
    expect(first.status).toBe(200)
    const again = await from(own, 'o1', { sub: 'another', email: 'renamed@empresa.example' })
    expect((again.raw as { user: { id: string } }).user.id).toBe((first.raw as { user: { id: string } }).user.id)
  })

  it.each([
    ['a foreign directory', () => from(foreign, 'o1')],
    ['tid of an allowed directory, issued by a foreign one', () => from(own, 'o1', {}, foreign)],
    ['issuer of an allowed directory, tid of a foreign one', () => from(foreign, 'o1', {}, own)],
    ['no oid', () => from(own, 'o1', { oid: undefined })],
    ['no tid', () => from(own, 'o1', { tid: undefined })],
  ])('%s is refused', async (name, attack) => {
    expect(answered(await attack())).toEqual(failed)
    table.push(`  S8 Entra, ${name.padEnd(62)} refused`)
  })

  it('an issuer of one directory whose token names another one is refused', async () => {
    const single = await forgingProvider(`/${own}/v2.0`)
    const provider = { ...fields('Entra de um', single.issuer), kind: 'entra' as const }
    const { body } = await portal.as(masterInNorte).ask(openidCalls.add, provider)
    const as = async (tid: string) => {
      const { url, state, cookie } = await begun(body.id)
      const claims = { tid, oid: 'o9', email: 'o9@empresa.example' }
      return bring({ code: single.code(url, { claims }), state, iss: single.issuer }, cookie)
    }
    expect((await as(own)).status).toBe(200)
    expect(answered(await as(foreign))).toEqual(failed)
    await single.close()
    table.push('  S8 Entra of one directory, tid of another                                 refused')
  })

  it('an e-mail that the directory has not verified adds nobody, nor does preferred_username alone', async () => {
    expect(refusedBy(await from(own, 'o7', { xms_edov: false }))).toBe('error_user_or_password')
    expect(refusedBy(await from(own, 'o8', { email: undefined, preferred_username: 'x@empresa.example' }))).toBe(
      'error_user_or_password',
    )
    table.push('  S8 Entra, e-mail or user name that is not verified                        refused')
  })
})

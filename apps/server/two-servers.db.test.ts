// Two server processes on one database, each with its own port: a change at one server has effect at the other immediately. The first server
// is the portal of the test, the second is a process of its own, so they share no memory.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInThrottle } from '#catalogue/limits.ts'
import { addScreen, loginPlaylist, playlistCalls, removeScreen } from '#features/reports/playlists/contract.ts'
import { logout, readConfig } from '#features/identity/sessions/contract.ts'
import { embeddedLogin } from '#features/identity/embedded-access/contract.ts'
import { acceptHandOver, changeCompany } from '#features/identity/unit-switch/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { openidCallback, openidCalls, openidLogin } from '#features/identity/openid/contract.ts'
import { forgotPassword, setPassword } from '#features/identity/passwords/contract.ts'
import { samlCallback, samlCalls, samlLogin } from '#features/identity/saml/contract.ts'
import { confirmTwoFactor, proveSecondFactor, startTwoFactor } from '#features/identity/mfa/contract.ts'
import { changeUserState, forceLogout } from '#features/people/users/contract.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { choosePort } from '#platform/server/machine/free-port.ts'
import { codeOf } from '#testing/authenticator.ts'
import { clockVariables } from '#testing/clock.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { forgingProvider, type ForgingProvider } from '#testing/forging-provider.ts'
import { certificate, encoded, entityId, responseOf, type Said, sign } from '#testing/identity-provider.ts'
import { openidClient } from '#testing/openid-provider.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person, tenants } from '#testing/world.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'], providerPrivateHosts: true, runJobs: true } })
const host = 'norte.localhost'
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-second-'))
const program = fileURLToPath(new URL('serve.ts', import.meta.url))

let second: ChildProcess
let ports: [first: number, second: number]
/** Both orders of the servers: the one that makes the change, and the other one. */
const bothWays = [
  ['the first', 'the second', 0, 1],
  ['the second', 'the first', 1, 0],
] as const

beforeAll(async () => {
  await portal.portal.app.listen({ port: 0, host: '127.0.0.1' })
  const port = await choosePort()
  second = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...clockVariables(),
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://localhost',
      PORT: String(port),
      JOBS: '0',
      DATABASE_URL: portal.databaseUrl,
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      PROVIDER_PRIVATE_HOSTS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    second.stdout?.on('data', (said: Buffer) => said.includes('Ready.') && resolve())
    second.once('exit', (code) => reject(new Error(`the second server ended with ${String(code)}`)))
  })
  ports = [(portal.portal.app.server.address() as AddressInfo).port, port]
})

afterAll(async () => {
  const ended = new Promise((resolve) => second.once('exit', resolve))
  second.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

let senders = 0
/** Each request has an address of its own, unless it names one. */
const nextAddress = () => `10.${++senders >> 8}.${senders & 255}.1`

type Sent = { token?: string | undefined; cookie?: string; from?: string; at?: string; form?: boolean }
type Answer = { status: number; raw: Record<string, unknown>; location: string; cookie: string }

/** Asks one of the two servers. */
function ask(server: 0 | 1, call: Call, body: object, more: Sent = {}): Promise<Answer> {
  const { token, cookie, from = nextAddress(), at = host, form = false } = more
  const query = call.method === 'GET' || call.method === 'DELETE' ? `?${new URLSearchParams(body as never)}` : ''
  const headers = {
    host: at,
    'x-forwarded-for': from,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(query ? {} : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
  }
  const options = {
    host: '127.0.0.1',
    port: ports[server],
    path: pathOfCall(call) + query,
    method: call.method,
    headers,
  }
  return new Promise((resolve, reject) => {
    const clientRequest = request({ ...options, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          raw: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
          location: answer.headers.location ?? '',
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
        }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(query ? undefined : form ? new URLSearchParams(body as never).toString() : JSON.stringify(body))
  })
}

const signIn = (server: 0 | 1, { email, host: at }: Person, from?: string, secret = password) =>
  ask(server, login, { email, password: secret }, { at, ...(from ? { from } : {}) })
const tokenFrom = async (server: 0 | 1, who: Person) => String((await signIn(server, who)).raw['token'])
const isKnown = async (server: 0 | 1, token: string, at = host) =>
  (await ask(server, readConfig, {}, { token, at })).status

/** Opens the event stream of a session at a server. `over` is settled with its text when the server ends it. */
async function listen(server: 0 | 1, token: string) {
  let heard = ''
  let settle: (text: string) => void = () => undefined
  const over = new Promise<string>((resolve) => (settle = resolve))
  await new Promise<void>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() }
    request({ port: ports[server], host: '127.0.0.1', path: '/api/auth/events', headers, agent: false }, (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => {
        heard += text
        if (heard.includes('listening')) resolve()
      })
      answer.on('close', () => settle(heard))
    })
      .on('error', reject)
      .end()
  })
  return { over }
}

let serial = 0
/** A new member of Norte. */
async function member(): Promise<Person> {
  serial += 1
  const [email, name] = [`second${String(serial)}@example.com`, `Sara Norte ${String(serial)}`]
  const id = await portal.platform(async (db) => {
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people.userOfNorte.id)
      .executeTakeFirstOrThrow()
    const identity = { email, name, password_hash, home_tenant_id: tenants.norte.id }
    const made = await db.insertInto('users').values(identity).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('memberships').values({ tenant_id: tenants.norte.id, user_id: made.id }).execute()
    return made.id
  })
  return { id, email, name, host }
}

const setSettings = async (change: object) => {
  const staff = portal.as(masterInNorte)
  const { version } = (await staff.ask(readSettings, {})).body
  const { status, body, raw } = await staff.ask(updateSettings, { version, ...change })
  expect(status, JSON.stringify(raw)).toBe(200)
  return body
}

describe.each(bothWays)('%s of two servers', (_, __, one, other) => {
  it('A6: opens a session that the other one knows', async () => {
    const token = await tokenFrom(one, await member())
    expect([await isKnown(one, token), await isKnown(other, token)]).toEqual([200, 200])
  })

  const causes: Record<string, (who: Person, token: string) => Promise<{ status: number }>> = {
    'a log-out': (_person, token) => ask(one, logout, {}, { token }),
    'a forced log-out': async ({ id }) =>
      ask(one, forceLogout, { id }, { token: await portal.tokenOf(people.adminOfNorte) }),
    'a block': async ({ id }) =>
      ask(one, changeUserState, { id, status: 'B' }, { token: await portal.tokenOf(people.adminOfNorte) }),
  }
  it.each(Object.entries(causes))('A6: ends by %s the stream and the session at the other one', async (name, cause) => {
    const person = await member()
    const token = await tokenFrom(other, person)
    const bystander = await tokenFrom(other, await member())
    const stream = await listen(other, token)
    expect(await isKnown(other, token)).toBe(200)
    const begun = performance.now()
    expect((await cause(person, token)).status).toBe(200)
    const answered = performance.now()
    expect(await isKnown(other, token)).toBe(401)
    expect(await stream.over).toContain('session_ended')
    process.stdout.write(
      `A6: ${name} at server ${String(one + 1)}: the stream at server ${String(other + 1)} ended ${(performance.now() - answered).toFixed(0)} ms after the answer, which took ${(answered - begun).toFixed(0)} ms\n`,
    )
    expect(await isKnown(other, bystander)).toBe(200)
  })

  it('A2: counts wrong passwords of one account over both', async () => {
    const { email } = await member()
    const states: number[] = []
    for (let index = 0; index <= signInThrottle.perAccountAtAddress; index += 1) {
      states.push((await signIn(index % 2 ? other : one, { email, host } as Person, '198.51.100.200', 'wrong')).status)
    }
    expect(states).toEqual([...Array.from({ length: signInThrottle.perAccountAtAddress }, () => 401), 429])
    expect((await signIn(other, { email, host } as Person, '198.51.100.200')).status).toBe(429)
    await portal.platform((db) => db.deleteFrom('sign_in_attempts').execute())
  })

  it('A9: has taken a hand-over token, and the other one refuses it', async () => {
    const person = await member()
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: person.id }).execute(),
    )
    const { raw } = await ask(
      one,
      changeCompany,
      { tenant_id: tenants.sul.id },
      { token: await tokenFrom(one, person) },
    )
    const take = (server: 0 | 1) => ask(server, acceptHandOver, { token: raw['token'] }, { at: 'sul.localhost' })
    expect([(await take(one)).status, (await take(other)).status]).toEqual([200, 401])
  })

  it('A5: has taken a link for a new password, and the other one refuses it', async () => {
    const person = await member()
    expect((await ask(one, forgotPassword, { email: person.email })).status).toBe(200)
    const find = () =>
      portal.platform((db) =>
        db.selectFrom('mails').select('body_text').where('to_address', '=', person.email).executeTakeFirst(),
      )
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    const token = /\/new\/password\/([\w-]+)/.exec((await find())?.body_text ?? '')?.[1] ?? ''
    const set = (server: 0 | 1, secret: string) => ask(server, setPassword, { token, password: secret })
    expect((await set(one, 'Fresh-morning-42')).status).toBe(200)
    expect((await set(other, 'Fresh-evening-43')).status).not.toBe(200)
    expect((await signIn(other, person, undefined, 'Fresh-morning-42')).status).toBe(200)
  })

  it('A4: has taken a code of an app and a recovery code, and the other one refuses both', async () => {
    const person = await member()
    const own = { token: await tokenFrom(one, person) }
    const begun = await ask(one, startTwoFactor, { current_password: password }, own)
    const secret = String(begun.raw['secret'])
    const confirmed = await ask(other, confirmTwoFactor, { token: begun.raw['token'], code: codeOf(secret, -1) }, own)
    const [recovery] = confirmed.raw['recovery'] as string[]
    const prove = async (server: 0 | 1, proof: object) =>
      ask(server, proveSecondFactor, proof, { token: await tokenFrom(server, person) })
    for (const proof of [{ code: codeOf(secret) }, { recovery }]) {
      expect((await prove(one, proof)).status).toBe(200)
      expect([(await prove(other, proof)).status, (await prove(one, proof)).status]).toEqual([401, 401])
    }
    // The other server refuses the token of a pending sign-in that the first has completed.
    await portal.platform((db) => db.updateTable('two_factors').set({ last_step: 0 }).execute())
    const pendingSignIn = await tokenFrom(one, person)
    expect((await ask(one, proveSecondFactor, { code: codeOf(secret) }, { token: pendingSignIn })).status).toBe(200)
    await portal.platform((db) => db.updateTable('two_factors').set({ last_step: 0 }).execute())
    expect((await ask(other, proveSecondFactor, { code: codeOf(secret) }, { token: pendingSignIn })).status).toBe(401)
  })

  it('E4: has taken a token of embedded access, and the other one refuses it', async () => {
    await setSettings({ enable_embedded: 'S' })
    const secret = (await setSettings({ token_embedded: 'rotate' })).token_embedded ?? ''
    const { email } = await member()
    const fresh = () => signed(claimsFor(email, host), secret)
    const token = fresh()
    const enter = (server: 0 | 1, sent: string) => ask(server, embeddedLogin, { token: sent })
    expect([(await enter(one, token)).status, (await enter(other, token)).status]).toEqual([200, 401])
    expect((await enter(other, fresh())).status).toBe(200)
  })

  it('E5: has removed the link of a screen, and the other one refuses link and session', async () => {
    const admin = portal.as('adminOfNorte')
    const fields = { name: `Painel ${String(one)}`, description: null, items: [], user_ids: [], group_ids: [] }
    const { body } = await admin.ask(playlistCalls.add, fields)
    const screen = (await admin.ask(addScreen, { playlist_id: body.id, name: 'Recepção' })).body
    const begun = await ask(other, loginPlaylist, { token: screen.token })
    expect(begun.status).toBe(200)
    const token = await portal.tokenOf(people.adminOfNorte)
    expect((await ask(one, removeScreen, { id: screen.id }, { token })).status).toBe(200)
    expect((await ask(other, loginPlaylist, { token: screen.token })).status).toBe(401)
    expect(await isKnown(other, String(begun.raw['token']))).toBe(401)
  })

  it('S4: has taken a SAML assertion, begun there or at the provider, and the other one refuses it', async () => {
    const { acs_url, sp_entity_id, id } = await samlApp()
    const said = (more: Partial<Said>): Said => ({
      acsUrl: acs_url,
      audience: sp_entity_id,
      inResponseTo: null,
      subject: `subject-${String(one)}`,
      attributes: { mail: `saml${String(one)}@example.com`, name: 'Sonia Norte' },
      ...more,
    })
    const post = async (server: 0 | 1, xml: string, cookie: string) => {
      const body = { SAMLResponse: encoded(xml), RelayState: '' }
      return (await ask(server, postSaml, body, { form: true, ...(cookie ? { cookie } : {}) })).location
    }
    const begun = await ask(other, samlLogin, { id, redirect: '/' })
    const samlRequest = new URL(String(begun.raw['redirect'])).searchParams.get('SAMLRequest') ?? ''
    const inResponseTo = /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(samlRequest, 'base64')).toString())?.[1] ?? ''
    const answers = [
      [sign(responseOf(said({ inResponseTo }))), begun.cookie],
      [sign(responseOf(said({}))), ''],
    ] as const
    for (const [xml, cookie] of answers) {
      const location = await post(one, xml, cookie)
      const token = new URLSearchParams(location.split('?')[1]).get('token')
      expect(token, location).not.toBeNull()
      expect(await post(other, xml, cookie)).toContain('status=error')
      // The token of the redirect is for one use as well.
      const enter = (server: 0 | 1) => ask(server, samlCallback, { token })
      expect([(await enter(other)).status, (await enter(one)).status]).toEqual([200, 401])
    }
  })

  it('S9: has taken a state of OpenID, and the other one refuses it with another code', async () => {
    const id = await openidProvider()
    const begun = await ask(other, openidLogin, { id, redirect: '/' })
    const address = new URL(String(begun.raw['redirect']))
    const bring = (server: 0 | 1) =>
      ask(
        server,
        openidCallback,
        { code: provider.code(address), state: address.searchParams.get('state'), iss: provider.issuer },
        { cookie: begun.cookie },
      )
    expect((await bring(one)).status).toBe(200)
    expect((await bring(other)).status).not.toBe(200)
  })
})

/** The form that an identity provider posts; the contract's own call of this path takes JSON. */
const postSaml = { ...samlCallback, method: 'POST' as const }

let saml: { id: string; acs_url: string; sp_entity_id: string } | undefined
async function samlApp() {
  if (saml) return saml
  const { body } = await portal.as(masterInNorte).ask(samlCalls.add, {
    name: 'Provedor',
    entity_id: entityId,
    login_url: 'https://idp.example/sso',
    logout_url: '',
    certificates: [certificate],
    name_id_format: 'persistent',
    attributes: { email: 'mail', nome_usuario: 'name', groups: '', custom: {} },
    create_users: 'S',
    idp_initiated: 'S',
    status: 'S',
  })
  const { acs_url, sp_entity_id } = (await portal.as(masterInNorte).ask(samlCalls.read, { id: body.id })).body
  saml = { id: body.id, acs_url, sp_entity_id }
  return saml
}

let provider: ForgingProvider
let openidId: string | undefined
beforeAll(async () => {
  provider = await forgingProvider()
})
afterAll(() => provider.close())
async function openidProvider(): Promise<string> {
  openidId ??= (
    await portal.as(masterInNorte).ask(openidCalls.add, {
      name: 'Conta',
      kind: 'other',
      icon: 'key',
      issuer: provider.issuer,
      ...openidClient,
      scopes: 'openid profile email',
      attributes: { email: '', nome_usuario: '', groups: '', custom: {} },
      create_users: 'S',
      link_users: 'N',
      domains: [],
      directories: [],
      status: 'S',
    })
  ).body.id
  return openidId
}

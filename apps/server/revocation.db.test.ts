// Every cause that ends a session, through the call that people use: the open event stream hears of it, and the next call is refused.
// The times are printed, not asserted.
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addConnection } from '#features/scim/contract.ts'
import { changePassword } from '#features/profile/contract.ts'
import { logout, readConfig, refreshToken } from '#features/sessions/contract.ts'
import { embeddedLogin } from '#features/sessions/embedded/contract.ts'
import { requestRemoteAccess, setRemoteConsent } from '#features/sessions/remote/contract.ts'
import { readSettings, updateSettings } from '#features/settings/contract.ts'
import { readTenant, updateTenant } from '#features/tenants/contract.ts'
import { changeUserState, forceLogout, readUser, removeUser, updateUser } from '#features/users/contract.ts'
import { pathOfCall } from '#platform/contract/call.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person, tenants } from '#testing/world.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const host = 'norte.localhost'
/** The address of the person whose session ends; administrators call from 127.0.0.1. */
const address = '203.0.113.9'
const times: string[] = []

beforeAll(async () => {
  await portal.portal.app.listen({ port: 0, host: '127.0.0.1' })
  await set({ enable_embedded: 'S' })
  secret = (await set({ token_embedded: 'rotate' })).token_embedded ?? ''
  directory = { token: (await staff().ask(addConnection, {})).body.token }
})
afterAll(() =>
  process.stdout.write(`A6: milliseconds from the answer of the change to the refusal:\n  ${times.join('\n  ')}\n`),
)

const admin = () => portal.as('adminOfNorte')
const staff = () => portal.as(masterInNorte)

let serial = 0
/** A new member of Norte with a session. */
async function member() {
  serial += 1
  const [email, name] = [`revoked${String(serial)}@example.com`, `Rita Norte ${String(serial)}`]
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
  const person: Person = { id, email, name, host }
  return { ...person, token: await portal.tokenOf(person) }
}

type Session = { token: string }

/** Opens the event stream of a session. `over` is settled when the server ends it. */
async function listen({ token }: Session) {
  const { port } = portal.portal.app.server.address() as AddressInfo
  let heard = ''
  let settle: (at: number) => void = () => undefined
  const over = new Promise<number>((resolve) => (settle = resolve))
  await new Promise<void>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    const asked = request({ port, host: '127.0.0.1', path: '/api/auth/events', headers }, (response) => {
      expect(response.statusCode).toBe(200)
      response.setEncoding('utf8').on('data', (text: string) => {
        heard += text
        if (heard.includes('listening')) resolve()
      })
      response.on('close', () => settle(performance.now()))
    })
    asked.on('error', reject).end()
  })
  return { over, events: () => heard }
}

/** A call of the session, from the address of its person. */
const statusOf = async (call: typeof readConfig | typeof refreshToken, { token }: Session) => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  const request = {
    method: call.method,
    url: pathOfCall(call),
    headers,
    ...(call.method === 'POST' ? { body: {} } : {}),
  }
  return (await portal.as({ token, host }).send(request)).status
}

const version = async () => (await staff().ask(readSettings, {})).body.version
const set = async (change: object) => {
  const answer = await staff().ask(updateSettings, { version: await version(), ...change })
  expect(answer.status, JSON.stringify(answer.raw)).toBe(200)
  return answer.body
}

type Cause = {
  /** Makes the session that the cause ends. */
  session?: () => Promise<Session & { id: string }>
  /** The change, through the call that people use. It answers 200. */
  change: (session: Session & { id: string }) => Promise<{ status: number }>
  back?: () => Promise<unknown>
}

let secret = ''
let directory: Session = { token: '' }

const patched = async (path: string, Operations: object[]) => {
  const { statusCode } = await portal.portal.app.inject({
    method: 'PATCH',
    url: `/scim/v2${path}`,
    headers: { host, authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' },
    payload: JSON.stringify({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }),
  })
  return { status: statusCode }
}

/** The session of an administrator in the place of a member who gave a standing consent. */
async function remoteSession() {
  const person = await member()
  await portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: ['remote_access'] })
      .where('user_id', '=', people.adminOfNorte.id)
      .execute(),
  )
  await set({ allow_remote_access: 'S' })
  expect((await portal.as(person).ask(setRemoteConsent, { allow: 'S' })).status).toBe(200)
  const own = portal.as({ token: await portal.tokenOf(people.adminOfNorte), host })
  const begun = await own.ask(requestRemoteAccess, { user_id: person.id, reason: 'O filtro não abre' })
  return { id: person.id, token: (begun.body as { token: string }).token, person }
}

const causes: Record<string, Cause> = {
  logout: { change: ({ token }) => portal.as({ token, host }).ask(logout, {}) },
  'forced log-out': { change: ({ id }) => admin().ask(forceLogout, { id }) },
  block: { change: ({ id }) => admin().ask(changeUserState, { id, status: 'B' }) },
  removal: { change: ({ id }) => admin().ask(removeUser, { id }) },
  'change of profile': {
    change: async ({ id }) => {
      const { body } = await admin().ask(readUser, { id })
      return admin().ask(updateUser, { id, version: body.version, perfil_usuario: 'admin' })
    },
  },
  'change of password': {
    change: async ({ id }) => {
      const { email, name } = await portal.platform((db) =>
        db.selectFrom('users').select(['email', 'name']).where('id', '=', id).executeTakeFirstOrThrow(),
      )
      const other = portal.as({ token: await portal.tokenOf({ id, email, name, host }), host })
      return other.ask(changePassword, { current_password: password, password: 'another quiet password' })
    },
  },
  'deactivation by a directory': {
    change: ({ id }) => patched(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]),
  },
  'disabled business unit': {
    change: async () => shut('N'),
    back: () => shut('S'),
  },
  'address removed from the list': {
    change: async () => {
      await set({ listIp: ['127.0.0.1'] })
      return { status: 200 }
    },
    back: () => set({ listIp: [] }),
  },
  'withdrawn consent': {
    session: remoteSession,
    change: async ({ id }) => {
      const { email, name } = await portal.platform((db) =>
        db.selectFrom('users').select(['email', 'name']).where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return portal.as({ id, email, name, host }).ask(setRemoteConsent, { allow: 'N' })
    },
  },
  'rotated secret of embedded access': {
    session: async () => {
      const person = await member()
      const { body } = await portal
        .as({ token: null, host })
        .ask(embeddedLogin, { token: signed(claimsFor(person.email, host), secret) })
      return { id: person.id, token: body.token }
    },
    change: async () => {
      await set({ token_embedded: 'rotate' })
      return { status: 200 }
    },
  },
}

async function shut(enabled: 'S' | 'N') {
  const partner = portal.as('masterOfAlfa')
  const id = tenants.norte.id
  const { version: current } = (await partner.ask(readTenant, { id })).body
  return partner.ask(updateTenant, { id, version: current, enabled })
}

/** Below the heartbeat of 20 s, which ends a refused stream as well. */
const timeout = 15_000
it.each(Object.entries(causes))(
  'A6: %s ends the session: its stream closes, its calls are refused',
  { timeout },
  async (name, cause) => {
    const session = await (cause.session ?? member)()
    const bystander = { token: await portal.tokenOf(people.userOfSul) }
    const stream = await listen(session)
    expect(await statusOf(readConfig, session)).toBe(200)
    const { status } = await cause.change(session)
    expect(status).toBe(200)
    const answered = performance.now()
    const refused = await statusOf(readConfig, session)
    const refusedAfter = performance.now() - answered
    expect([401, 403]).toContain(refused)
    const closedAfter = (await stream.over) - answered
    expect(stream.events()).toContain('session_ended')
    expect([401, 403]).toContain(await statusOf(refreshToken, session))
    expect((await portal.as({ ...bystander, host: people.userOfSul.host }).ask(readConfig, {})).status).toBe(200)
    times.push(`${name}: next call ${refusedAfter.toFixed(0)}, stream ${Math.max(0, closedAfter).toFixed(0)}`)
    await cause.back?.()
  },
)

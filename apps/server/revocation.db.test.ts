// Every cause that ends a session, made with the call that people use. The server ends the open event stream and refuses the next call. Both
// name the state of the person if it ended the session, with the word of the status table. The times are printed, not asserted.
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addConnection } from '#features/people/scim/contract.ts'
import { changePassword } from '#features/people/profile/contract.ts'
import { logout, readConfig, refreshToken } from '#features/identity/sessions/contract.ts'
import { embeddedLogin } from '#features/identity/embedded-access/contract.ts'
import { requestRemoteAccess, setRemoteConsent } from '#features/identity/remote-access/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { changeTeamState } from '#features/people/team/contract.ts'
import { changeUserState, forceLogout, readUser, removeUser, updateUser } from '#features/people/users/contract.ts'
import { pathOfCall } from '#platform/contract/call.ts'
import { announce } from '#platform/server/live/announce.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person, type PersonName, tenants } from '#testing/world.ts'

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
    const headers = { host, authorization: `Bearer ${token}`, 'x-forwarded-for': address, lang: 'en-US' }
    const clientRequest = request({ port, host: '127.0.0.1', path: '/api/auth/events', headers }, (response) => {
      expect(response.statusCode).toBe(200)
      response.setEncoding('utf8').on('data', (text: string) => {
        heard += text
        if (heard.includes('listening')) resolve()
      })
      response.on('close', () => settle(performance.now()))
    })
    clientRequest.on('error', reject).end()
  })
  const last = () =>
    JSON.parse(/^data: (.*)$/m.exec(heard.slice(heard.lastIndexOf('data: ')))?.[1] ?? 'null') as unknown
  return { over, last }
}

/** A call of the session, from the address of its person. */
const answerTo = (call: typeof readConfig | typeof refreshToken, { token }: Session) => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address, lang: 'en-US' }
  const request = {
    method: call.method,
    url: pathOfCall(call),
    headers,
    ...(call.method === 'POST' ? { body: {} } : {}),
  }
  return portal.as({ token, host }).send(request)
}
const statusOf = async (call: typeof readConfig | typeof refreshToken, session: Session) =>
  (await answerTo(call, session)).status

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
  /** The state that the next call and the stream say. Default: nothing about the person. */
  says?: Said
}

/** HTTP status, word and sentence, as the status table specifies them. */
type Said = readonly [http: number, status: string, sentence: string]

const nothing: Said = [401, 'unauthorized', 'Unauthorized Access!']
const blocked: Said = [401, 'blocked', 'User is blocked!']
const inactive: Said = [401, 'inactive', 'User is inactive!']
const deactivated: Said = [401, 'user_disable', 'User deactivated!']
const trialOver: Said = [401, 'finish_test', 'Test period has ended!']
const outsideHours: Said = [401, 'horario_not_allowed', 'Hour not allowed!']
const wrongHost: Said = [401, 'domain_not_allowed', 'No access to this domain!']
const wrongAddress: Said = [403, 'ip_not_allowed', `IP not allowed! (${address})`]

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

const setState = ({ id }: { id: string }, status: 'A' | 'B' | 'I' | 'D' | 'T') =>
  staff().ask(changeUserState, { id, status })

/** Facts of a membership that no call can set, such as a day that has come. The open streams ask again after a change of settings. */
async function setFacts({ id }: { id: string }, facts: object) {
  await portal.platform((db) => db.updateTable('memberships').set(facts).where('user_id', '=', id).execute())
  await askAgain()
  return { status: 200 }
}
let shows: 'S' | 'N' = 'S'
const askAgain = () => set({ show_menu_report: (shows = shows === 'S' ? 'N' : 'S') })
const yesterday = sql<string>`current_date - 2`

async function changeUnit(who: PersonName, change: object) {
  const staffOf = portal.as(who)
  const id = tenants.norte.id
  const { version: current } = (await staffOf.ask(readTenant, { id })).body
  return staffOf.ask(updateTenant, { id, version: current, ...change })
}

/** Staff of the partner of Norte, signed in there. */
async function master() {
  const [email, name] = ['revoked.master@example.com', 'Rita Alfa']
  const { id } = await portal.platform(async (db) => {
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people.masterOfAlfa.id)
      .executeTakeFirstOrThrow()
    const staffOf = { staff: 'master', partner_id: tenants.norte.partner_id }
    return db
      .insertInto('users')
      .values({ email, name, password_hash, ...staffOf })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { id, token: await portal.tokenOf({ id, email, name, host }) }
}

/** A member of Norte who belongs to Sul as well. */
async function memberOfTwo() {
  const session = await member()
  await portal.platform((db) =>
    db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: session.id }).execute(),
  )
  return session
}

const causes: Record<string, Cause> = {
  logout: { change: ({ token }) => portal.as({ token, host }).ask(logout, {}) },
  'forced log-out': { change: ({ id }) => admin().ask(forceLogout, { id }) },
  'log-out before a block': {
    change: async ({ id, token }) => {
      const answer = await portal.as({ token, host }).ask(logout, {})
      await setState({ id }, 'B')
      return answer
    },
  },
  block: { change: (person) => setState(person, 'B'), says: blocked },
  'block with a new password': {
    change: async ({ id }) => {
      const { version: current } = (await admin().ask(readUser, { id })).body
      return admin().ask(updateUser, { id, version: current, state: 'B', password: 'another quiet password' })
    },
    says: blocked,
  },
  'state I': { change: (person) => setState(person, 'I'), says: inactive },
  'state D': { change: (person) => setState(person, 'D'), says: deactivated },
  'day of the block': { change: (person) => setFacts(person, { block_on: yesterday }), says: blocked },
  'day of the deletion': { change: (person) => setFacts(person, { delete_on: yesterday }), says: deactivated },
  'end of the trial': {
    change: async (person) => {
      await setState(person, 'T')
      const answer = await changeUnit('platform', { trial_ends: '2020-01-01' })
      await askAgain()
      return answer
    },
    back: () => changeUnit('platform', { trial_ends: null }),
    says: trialOver,
  },
  'end of the shift': {
    change: async (person) => {
      const today = sql<number>`extract(isodow from now())::integer`
      const { id } = await portal.platform((db) =>
        db
          .insertInto('shifts')
          .values({
            tenant_id: tenants.norte.id,
            name: 'Novo turno',
            hours: sql`jsonb_build_array(jsonb_build_object('day', 1 + (${today} + 2) % 7, 'from', '08:00', 'to', '12:00'))`,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return setFacts(person, { shift_id: id })
    },
    says: outsideHours,
  },
  removal: { change: ({ id }) => admin().ask(removeUser, { id }) },
  'removal of a member of two business units': {
    session: memberOfTwo,
    change: ({ id }) => admin().ask(removeUser, { id }),
    says: wrongHost,
  },
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
    says: deactivated,
  },
  'disabled business unit': {
    change: () => changeUnit('masterOfAlfa', { enabled: 'N' }),
    back: () => changeUnit('masterOfAlfa', { enabled: 'S' }),
    says: deactivated,
  },
  'address removed from the list': {
    change: async () => {
      await set({ listIp: ['127.0.0.1'] })
      return { status: 200 }
    },
    back: () => set({ listIp: [] }),
    says: wrongAddress,
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
  // The token belongs to the requester: the answer names the state of the requester, and not that of the person.
  'block of a person whom an administrator accesses': {
    session: remoteSession,
    change: (person) => setState(person, 'B'),
  },
  'block of an administrator who accesses a person': {
    session: remoteSession,
    change: () => setState(people.adminOfNorte, 'B'),
    back: () => setState(people.adminOfNorte, 'A'),
    says: blocked,
  },
  'block of a member of the team': {
    session: master,
    change: ({ id }) => portal.as('platform').ask(changeTeamState, { id, status: 'B' }),
    says: blocked,
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

/** Below the heartbeat of 20 s, which ends a refused stream as well. */
const timeout = 15_000
it.each(Object.entries(causes))(
  'A6: %s ends the session: its stream closes, its calls are refused, and both say why',
  { timeout },
  async (name, { session: begin = member, change, back, says = nothing }) => {
    const session = await begin()
    const bystander = { token: await portal.tokenOf(people.userOfSul) }
    const stream = await listen(session)
    expect(await statusOf(readConfig, session)).toBe(200)
    const { status } = await change(session)
    expect(status).toBe(200)
    const answered = performance.now()
    const refused = await answerTo(readConfig, session)
    const refusedAfter = performance.now() - answered
    const [http, word, message] = says
    expect([refused.status, refused.raw.status, refused.raw.message]).toEqual(says)
    const closedAfter = (await stream.over) - answered
    const { key } = refused.raw
    expect(stream.last()).toEqual({ kind: 'session_ended', http, status: word, message, key })
    expect([401, 403]).toContain(await statusOf(refreshToken, session))
    expect((await portal.as({ ...bystander, host: people.userOfSul.host }).ask(readConfig, {})).status).toBe(200)
    times.push(`${name}: next call ${refusedAfter.toFixed(0)}, stream ${Math.max(0, closedAfter).toFixed(0)}`)
    await back?.()
  },
)

it('A6: only the last token of a session says the state that ended it, while the person is in that state', async () => {
  const session = await member()
  const { body } = await portal.as({ token: session.token, host }).ask(refreshToken, {})
  const last = { token: body.token }
  await setState(session, 'B')
  const said = async (one: Session) => {
    const { status, raw } = await answerTo(readConfig, one)
    return [status, raw.status, raw.message]
  }
  expect(await said(last)).toEqual(blocked)
  expect(await said(session)).toEqual(nothing)
  expect(await said({ token: 'n'.repeat(43) })).toEqual(nothing)
  await setState(session, 'I')
  expect(await said(last)).toEqual(inactive)
  // The word of maintenance would tell the browser that the session continues afterwards, so it is not sent.
  await setState(session, 'A')
  await changeUnit('platform', { maintenance: 'S' })
  expect(await said(last)).toEqual(nothing)
  await changeUnit('platform', { maintenance: 'N' })
})

it('A6: the end of an earlier session does not end the stream of a later one', async () => {
  const earlier = await member()
  const later = { token: await portal.tokenOf(earlier) }
  const stream = await listen(later)
  const event = { kind: 'session_ended', tenantId: tenants.norte.id, userId: earlier.id, sessionId: null } as const
  await portal.platform((db) => announce(db, { ...event, reason: 'forced_logout' }))
  await portal.platform((db) => announce(db, { kind: 'remote_access', userId: earlier.id }))
  await expect.poll(() => stream.last()).toEqual({ kind: 'remote_access' })
  expect(await statusOf(readConfig, later)).toBe(200)
  await setState(earlier, 'B')
  await stream.over
  expect(stream.last()).toMatchObject({ status: 'blocked' })
})

it('A6: a session at an address that the business unit gave up says so', async () => {
  const session = await member()
  expect((await changeUnit('masterOfAlfa', { subdomain: 'novo-norte' })).status).toBe(200)
  const { status, raw } = await answerTo(readConfig, session)
  expect([status, raw.status, raw.message]).toEqual(wrongHost)
  expect((await changeUnit('masterOfAlfa', { subdomain: 'norte' })).status).toBe(200)
})

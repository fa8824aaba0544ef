// Every kind of token at every call: a token opens only what it was made for (security requirement A7). The table is printed.
import { beforeAll, describe, expect, it } from 'vitest'
import { acceptHandOver } from '#features/identity/unit-switch/contract.ts'
import { embeddedLogin } from '#features/identity/embedded-access/contract.ts'
import { addConnection } from '#features/people/scim/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { updateSettings, readSettings } from '#features/organisation/settings/contract.ts'
import { readPasswordRules, setPassword } from '#features/identity/passwords/contract.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { addOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { routes } from './testing/probes.ts'

const portal = testPortal({ config: { metricsToken: 'token-of-the-metrics-page-0123456789' } })
const host = 'norte.localhost'
const user = people.userOfNorte

/** The paths of the calls that accept a one-time token of each purpose, as a field or as the bearer token. */
const acceptedBy: Record<string, string[]> = {
  first_account: ['first-account'],
  hand_over: ['oauth/company'],
  invitation: ['password/config', 'password/new'],
  openid_request: [],
  passkey_new: [],
  passkey_second_factor: [],
  passkey_sign_in: [],
  password_change: ['password/config', 'password/new'],
  password_recovery: ['password/config', 'password/new'],
  registration: ['register/verify'],
  saml_request: [],
  saml_session: ['saml/callback'],
  two_factor: ['login/2fa', 'login/2fa/passkey'],
  two_factor_secret: [],
  two_factor_setup: ['login/2fa/setup'],
}

const tokens: Record<string, string> = {}
beforeAll(async () => {
  // It holds what the handlers of all purposes read, so that only the purpose decides.
  const payload = {
    host,
    tenant_id: tenants.norte.id,
    tenantId: tenants.norte.id,
    id: user.id,
    user_id: user.id,
    userId: user.id,
    auth_type: 'password',
    profile: 'user',
  }
  for (const purpose of Object.keys(acceptedBy)) {
    tokens[purpose] = await portal.platform((db) =>
      addOneTimeToken(db, { purpose, userId: user.id, payload, seconds: 3_600 }),
    )
  }
  const staff = portal.as(masterInNorte)
  const version = async () => (await staff.ask(readSettings, {})).body.version
  await staff.ask(updateSettings, { version: await version(), enable_embedded: 'S' })
  const { body } = await staff.ask(updateSettings, { version: await version(), token_embedded: 'rotate' })
  tokens['embedded access'] = signed(claimsFor(user.email, host), body.token_embedded ?? '')
  tokens['directory'] = (await staff.ask(addConnection, {})).body.token
  tokens['metrics'] = 'token-of-the-metrics-page-0123456789'
})

const send = (call: Call, { bearer, body = {} }: { bearer: string | null; body?: object }) =>
  portal.as({ token: bearer, host }).send({
    method: call.method,
    url: pathOfCall(call).replaceAll(/:\w+/g, user.id),
    ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body }),
  })

/** Time limit of a test that sends every kind of token to every call. */
const allCallsMs = 120_000

const isDirectory = (call: Call) => call.http.takes === 'scim'
it(
  'A7: no other token opens a call that needs a session',
  async () => {
    const lines: string[] = []
    const wrong: string[] = []
    for (const [kind, bearer] of Object.entries(tokens)) {
      const counts = new Map<number, number>()
      for (const { call } of routes) {
        if (call.access === 'anyone' || isDirectory(call)) continue
        const { status } = await send(call, { bearer })
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (status !== 401) wrong.push(`${kind}: ${String(status)} ${call.method} ${call.path}`)
      }
      lines.push(`${kind}: ${[...counts].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ')}`)
    }
    process.stdout.write(`tokens that are no session, at the calls of a session:\n  ${lines.join('\n  ')}\n`)
    expect(wrong).toEqual([])
  },
  allCallsMs,
)

it('S8: the calls of a directory accept its own token only', async () => {
  const session = await portal.tokenOf(user)
  const wrong: string[] = []
  for (const [kind, bearer] of [...Object.entries(tokens), ['session', session] as const]) {
    for (const { call } of routes) {
      if (!isDirectory(call) || kind === 'directory') continue
      const { status } = await send(call, { bearer, body: { Operations: [{ op: 'replace', value: {} }] } })
      if (status !== 401) wrong.push(`${kind}: ${String(status)} ${call.method} ${call.path}`)
    }
  }
  expect(wrong).toEqual([])
})

describe('calls that take a token of their own', () => {
  /** What each of these calls needs beside the token. */
  const beside: Record<string, object> = {
    'first-account': { email: 'new@example.com', nome_usuario: 'Nova Pessoa', password: 'a new quiet password' },
    'password/new': { password: 'a new quiet password' },
    'register/verify': { password: 'a new quiet password' },
    'login/2fa': { code: '123456' },
    'login/2fa/setup': { code: '123456' },
  }
  const doors = routes.flatMap(({ call }) => {
    const { shape = {} } = call.input as { shape?: object }
    const takesOne = 'token' in shape || /^(?:login\/2fa|first-account)/.test(call.path)
    return call.access === 'anyone' && takesOne ? [call] : []
  })

  it('A7: each refuses the tokens of every other purpose, and leaves them unused', async () => {
    const session = await portal.tokenOf(user)
    const table: string[] = []
    const wrong: string[] = []
    for (const [kind, token] of [...Object.entries(tokens), ['session', session] as const]) {
      const row = await Promise.all(
        doors.map(async (call) => {
          if (acceptedBy[kind]?.includes(call.path) || (kind === 'embedded access' && call === embeddedLogin))
            return 'own'
          const { status, raw } = await send(call, { bearer: token, body: { token, ...beside[call.path] } })
          // The two calls of an unsubscription answer alike for every token, so that nobody learns which exist. A screen that
          // waits for its pairing learns that its code has expired.
          const isAlike = call.path.startsWith('notifications/unsubscribe') || raw['status'] === 'expired'
          if (status < 400 && !isAlike) wrong.push(`${kind}: ${String(status)} ${call.path}`)
          return String(status)
        }),
      )
      table.push(`${kind.padEnd(22)} ${row.map((cell) => cell.padStart(4)).join('')}`)
    }
    process.stdout.write(`tokens × ${doors.map(({ path }) => path).join(', ')}:\n  ${table.join('\n  ')}\n`)
    expect(doors.length).toBeGreaterThanOrEqual(10)
    expect(wrong).toEqual([])
    const used = await portal.platform((db) =>
      db.selectFrom('one_time_tokens').select('purpose').where('used_at', 'is not', null).execute(),
    )
    expect(used).toEqual([])
    const kept = await portal.platform((db) => db.selectFrom('one_time_tokens').select('token_hash').execute())
    for (const purpose of Object.keys(acceptedBy)) {
      const own = hashToken(tokens[purpose] ?? '')
      expect(
        kept.some(({ token_hash }) => own.equals(token_hash)),
        purpose,
      ).toBe(true)
    }
  })

  it('positive control: the tokens work where they belong', async () => {
    const visitor = portal.as({ token: null, host })
    for (const purpose of ['invitation', 'password_change', 'password_recovery']) {
      expect((await visitor.ask(readPasswordRules, { token: tokens[purpose] ?? '' })).status, purpose).toBe(200)
    }
    const { body } = await visitor.ask(embeddedLogin, { token: tokens['embedded access'] ?? '' })
    expect((await portal.as({ token: body.token, host }).ask(readConfig, {})).status).toBe(200)
    const { statusCode } = await portal.portal.app.inject({
      url: '/scim/v2/Users',
      headers: { host, authorization: `Bearer ${tokens['directory'] ?? ''}` },
    })
    expect(statusCode).toBe(200)
    const set = await visitor.ask(setPassword, {
      token: tokens['password_recovery'] ?? '',
      password: 'a new quiet password',
    })
    expect(set.status).toBe(200)
    expect((await visitor.ask(acceptHandOver, { token: 'x'.repeat(43) })).status).toBeGreaterThanOrEqual(400)
  })
})

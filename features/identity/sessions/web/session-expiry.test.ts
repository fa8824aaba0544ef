import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask, bindClient } from '#platform/web/client/client.ts'
import { beforeSignOut } from '#platform/web/session/before-sign-out.ts'
import { makeCaches, type StoredUser } from '#platform/web/session/caches.ts'
import type { Vault } from '#platform/web/session/vault.ts'
import { logPresence } from '../contract.ts'
import { makeSessionEnd } from './session-expiry.ts'

type Seen = { path: string; bearer: string | undefined; body: unknown }
type Answer = { status: number; body: unknown }

let seen: Seen[] = []
let happened: string[] = []
let endPage: string | undefined
let mayComeBack = false
let path = '/user?page=2'
let answer: (seen: Seen) => Answer
let signOut: () => Promise<void>
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => (text += String(part)))
  request.on('end', () => {
    const one = {
      path: request.url ?? '',
      bearer: request.headers.authorization,
      body: JSON.parse(text || '{}') as unknown,
    }
    seen.push(one)
    const { status, body } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})

const entries = new Map<string, unknown>()
const vault: Vault = {
  read: (name) => entries.get(name),
  write: (name, value) => void entries.set(name, value),
  remove: (name) => void entries.delete(name),
  clear: () => entries.clear(),
  settled: () => Promise.resolve(),
  listen: () => () => {},
  moved: () => {},
  close: () => {},
}
/** How often what the browser keeps beside the vault was cleared. */
let cleared = 0
const caches = makeCaches(vault, () => (cleared += 1))
const ana: StoredUser = {
  token: 'old', id: 'ana', email: 'ana@x.com', tenant_id: 't', parceiro_id: null, perfil_usuario: 'admin', auth_type: 'password',
} // prettier-ignore

const refusal = (status: string, http = 401): Answer => ({
  status: http,
  body: { status, key: status, message: `(${status})` },
})
const presence = () =>
  ask(logPresence, { active: true, rota: path }).then(
    () => 'done',
    (error: unknown) => (error as CallFailure).status,
  )

beforeEach(async () => {
  seen = []
  happened = []
  mayComeBack = false
  endPage = undefined
  path = '/user?page=2'
  caches.writeUser(ana)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = makeSessionEnd({
    caches,
    path: () => path,
    go: (to, sentence) => happened.push(`go ${[to, sentence].filter(Boolean).join(': ')}`),
    leaveFor: (address) => happened.push(`leave for ${address}`),
    reload: () => happened.push('reload'),
    forget: () => happened.push('forget'),
    notice: (what) => happened.push(`notice ${typeof what === 'string' ? what : what.sentence}`),
    get endPage() {
      return endPage
    },
    wait: (milliseconds) => {
      happened.push(`wait ${milliseconds}`)
      return Promise.resolve()
    },
    askTerms: () => happened.push('ask terms'),
    comeBack: () => Promise.resolve(mayComeBack),
  })
  signOut = end.signOut
  bindClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => caches.user()?.token ?? null,
    refused: end.refused,
  })
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a 403 because of terms asks for them and ends nothing', async () => {
  answer = () => refusal('terms_due', 403)
  expect(await presence()).toBe('terms_due')
  expect(happened).toEqual(['ask terms'])
  expect(caches.user()).toEqual(ana)
})

const logoutReports = () => seen.filter(({ path }) => path === '/api/event/logout')

test('a 401 reports to the server, shows a message, empties the caches and redirects to sign-in with the return path', async () => {
  answer = (one) =>
    one.path === '/api/event/logout' ? { status: 200, body: { status: true } } : refusal('expired_token')
  expect(await presence()).toBe('expired_token')
  expect(happened).toEqual(['notice expired', 'forget', 'go /signin?redirect=%2Fuser%3Fpage%3D2'])
  expect(caches.user()).toBeNull()
  await expect.poll(logoutReports).toHaveLength(1)
  expect(logoutReports()[0]).toEqual({
    path: '/api/event/logout',
    bearer: 'Bearer old',
    body: {
      status: 401, origem: 'interceptor', message: '(expired_token)', user_id: 'ana', email: 'ana@x.com', rota: '/user?page=2',
      tenant_id: 't', parceiro_id: null,
    },
  }) // prettier-ignore
})

test('the message shows the reason of the session’s end', async () => {
  answer = (one) =>
    one.path === '/api/event/logout' ? { status: 200, body: { status: true } } : refusal('horario_not_allowed')
  await presence()
  expect(happened[0]).toBe('notice (horario_not_allowed)')
  await expect.poll(logoutReports).toHaveLength(1)
})

test('a refusal of an earlier token does not end the session that has begun meanwhile', async () => {
  answer = () => {
    caches.writeUser({ ...ana, token: 'new' })
    return refusal('unauthorized')
  }
  expect(await presence()).toBe('unauthorized')
  expect(happened).toEqual([])
  expect(caches.user()?.token).toBe('new')
})

test('several refused calls end the session once', async () => {
  answer = (one) =>
    one.path === '/api/event/logout' ? { status: 200, body: { status: true } } : refusal('unauthorized')
  await Promise.all([presence(), presence(), presence()])
  expect(happened.filter((what) => what.startsWith('notice'))).toEqual(['notice expired'])
  await expect.poll(logoutReports).toHaveLength(1)
})

test('a slideshow renews an expired token once, repeats the calls after 0.5 s and reloads the page after 1 s', async () => {
  path = '/7f/playlist/view'
  answer = ({ path, bearer }) => {
    if (path === '/api/refresh/token')
      return { status: 200, body: { token: 'new', expires_at: '2026-11-21T10:00:00Z' } }
    if (bearer === 'Bearer new')
      return { status: 200, body: { status: true, session_ends_at: '2026-11-21T10:00:00Z', shift_seconds_left: null } }
    return refusal('expired_token')
  }
  expect(await Promise.all([presence(), presence()])).toEqual(['done', 'done'])
  expect(seen.filter(({ path }) => path === '/api/refresh/token')).toHaveLength(1)
  expect(happened).toEqual(['notice updating', 'wait 1000', 'wait 500', 'reload'])
  expect(caches.user()?.token).toBe('new')
})

test('a slideshow ends when its token cannot be renewed; other pages renew nothing', async () => {
  answer = (one) =>
    one.path === '/api/event/logout' ? { status: 200, body: { status: true } } : refusal('expired_token')
  path = '/playlist/view'
  await presence()
  expect(happened[0]).toBe('notice expired')
  caches.writeUser(ana)
  path = '/playlist/viewer'
  seen = []
  await presence()
  expect(seen.map(({ path }) => path)).not.toContain('/api/refresh/token')
})

test('the end of a remote access leads back to the own session, and not to sign-in', async () => {
  mayComeBack = true
  answer = () => refusal('unauthorized')
  expect(await presence()).toBe('unauthorized')
  expect(happened).toEqual([])
  expect(caches.user()).toEqual(ana)
})

test('a refused address redirects to its own page; a settings warning with the same status does not', async () => {
  answer = () => refusal('ip_not_allowed', 409)
  await presence()
  expect(happened).toEqual([])
  answer = () => refusal('ip_not_allowed', 403)
  await presence()
  expect(happened).toEqual(['forget', 'go /ip/notallowed: (ip_not_allowed)'])
  expect(caches.user()).toBeNull()
})

test('E4: an embedded page ends at its own page, and never at the sign-in of the portal', async () => {
  endPage = '/embedded/ended'
  for (const [status, http] of [
    ['unauthorized', 401],
    ['ip_not_allowed', 403],
  ] as const) {
    happened = []
    caches.writeUser(ana)
    answer = () => refusal(status, http)
    await presence()
    expect(happened.at(-1)).toBe('go /embedded/ended')
    expect(caches.user()).toBeNull()
  }
})

test('other refusals and outages do not end the session', async () => {
  for (const http of [400, 403, 404, 409, 429, 500, 503]) {
    answer = () => refusal('no_access', http)
    await presence()
  }
  expect(happened).toEqual([])
  expect(caches.user()).toEqual(ana)
})

test('sign-out ends the session in the browser even if the server does not answer', async () => {
  answer = () => refusal('error', 500)
  const go: string[] = []
  const end = makeSessionEnd({
    caches, path: () => '/', go: (to) => go.push(to), leaveFor: (to) => go.push(to), reload: () => {}, forget: () => {}, notice: () => {}, wait: () => Promise.resolve(), askTerms: () => {}, comeBack: () => Promise.resolve(false),
  }) // prettier-ignore
  cleared = 0
  await end.signOut()
  expect([seen.map(({ path }) => path), go, caches.user()]).toEqual([['/api/logout'], ['/signin'], null])
  expect(cleared).toBe(1)
})

test('a person of SAML leaves for the provider after the session has ended, and for the sign-in page if there is no address', async () => {
  caches.writeUser({ ...ana, auth_type: 'saml' })
  const address = 'https://idp.example/slo?SAMLRequest=a'
  answer = (one) => ({
    status: 200,
    body: { status: true, ...(one.path === '/api/saml/logout' && { redirect: address }) },
  })
  await signOut()
  expect([seen.map((one) => one.path), caches.user()]).toEqual([['/api/saml/logout', '/api/logout'], null])
  expect(happened).toEqual(['forget', `leave for ${address}`])
  happened = []
  for (const none of [{ status: 200, body: { status: true, redirect: null } }, refusal('error', 500)]) {
    caches.writeUser({ ...ana, auth_type: 'saml' })
    answer = (one) => (one.path === '/api/saml/logout' ? none : { status: 200, body: { status: true } })
    await signOut()
    expect([happened.splice(0), caches.user()]).toEqual([['forget', 'go /signin'], null])
  }
})

test('signing out first sends what waits, in the session of the person, and goes on if that fails', async () => {
  answer = () => ({
    status: 200,
    body: { status: true, shift_seconds_left: null, session_ends_at: '2026-11-21T10:00:00.000Z' },
  })
  beforeSignOut(presence)
  beforeSignOut(() => Promise.reject(new Error('the line is down')))
  await signOut()
  expect(seen.map(({ path: requestedPath, bearer }) => [requestedPath, bearer])).toEqual([
    [`/api/${logPresence.path}`, 'Bearer old'],
    ['/api/logout', 'Bearer old'],
  ])
  expect(caches.user()).toBeNull()
})

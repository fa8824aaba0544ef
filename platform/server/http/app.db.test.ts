import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { requestBodyBytes, requestBodyValues } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import { refusalDelayMs } from './delayed-refusals.ts'

const portal = testPortal()
const { host } = people.userOfNorte
const sentFrom = (origin: string | undefined, { method = 'POST', url = '/api/auth/tags/add' } = {}) =>
  portal.as('adminOfNorte').send({
    method,
    url,
    ...(method === 'GET' ? {} : { body: { name: `Tag ${String(origin)}`, color: 'blue' } }),
    headers: origin === undefined ? {} : { origin },
  })
const headersOf = async (url: string) => (await portal.as({ token: null, host }).send({ method: 'GET', url })).headers

describe('headers of answers', () => {
  it.each(['/api/auth/reports/all', '/api/login/config', '/api/nowhere', '/healthz', '/', '/%zz'])(
    'A10: protect %s',
    async (url) => {
      const headers = await headersOf(url)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    },
  )

  it('A10: let the answer of a call load nothing, also when the call is refused', async () => {
    const own = await portal.as('userOfNorte').send({ method: 'GET', url: '/api/auth/reports/all' })
    expect([own.status, own.headers['content-security-policy']]).toEqual([
      200,
      "default-src 'none'; frame-ancestors 'none'",
    ])
    const refused = await portal.as('userOfNorte').send({ method: 'GET', url: '/api/auth/users/all' })
    expect([refused.status, refused.headers['content-security-policy']]).toEqual([
      403,
      "default-src 'none'; frame-ancestors 'none'",
    ])
  })

  it('A10: repeat nothing of a malformed URL', async () => {
    const { status, raw } = await portal.as({ token: null, host }).send({ method: 'GET', url: '/%zz<b>' })
    expect([status, raw.key, JSON.stringify(raw).includes('zz')]).toEqual([400, 'invalid', false])
  })

  it('A10: give each page its own nonce', async () => {
    const nonces = await Promise.all(
      Array.from(
        { length: 2 },
        async () =>
          /'nonce-([0-9a-f]{32})'/.exec(String((await headersOf('/api/docs'))['content-security-policy']))?.[1],
      ),
    )
    expect(nonces.every((nonce) => nonce !== undefined)).toBe(true)
    expect(new Set(nonces).size).toBe(2)
  })
})

describe('a request from a page of another origin', () => {
  it.each(['https://evil.example', 'http://leste.localhost', 'http://norte.localhost:81', 'null'])(
    'A10: cannot change anything or sign in: %s',
    async (origin) => {
      for (const call of ['/api/auth/tags/add', '/api/login', '/api/nowhere']) {
        const { status, raw, headers } = await sentFrom(origin, { url: call })
        expect([status, raw.key], call).toEqual([403, 'foreign_origin'])
        expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
      }
      expect((await sentFrom(origin, { method: 'GET', url: '/api/auth/users/all' })).status).toBe(200)
    },
  )

  it('A10: a request of the own origin or without an origin is accepted', async () => {
    for (const origin of ['http://norte.localhost', undefined]) expect((await sentFrom(origin)).status).toBe(200)
  })
})

describe('a method that a path does not have', () => {
  const answerTo = async (method: string, url: string) => {
    const { status, raw, headers } = await portal.as({ token: null, host }).send({ method, url })
    return [status, raw.key, headers['allow']]
  }

  it('is refused with the methods that the path has', async () => {
    expect(await answerTo('GET', '/api/login')).toEqual([405, 'method', 'POST'])
    expect(await answerTo('POST', '/api/auth/reports/all?page=2')).toEqual([405, 'method', 'GET, HEAD'])
    expect(await answerTo('PROPFIND', '/api/auth/reports/all')).toEqual([405, 'method', 'GET, HEAD'])
    expect(await answerTo('DELETE', '/api/saml/metadata/1')).toEqual([405, 'method', 'GET, HEAD'])
    expect(await answerTo('PATCH', '/api/auth/events')).toEqual([405, 'method', 'GET, HEAD'])
  })

  it('is a page or a call that does not exist when the path has no method', async () => {
    for (const url of ['/api/nowhere', '/api/saml/metadata', '/api/saml/metadata/1/2', '/nowhere'])
      expect(await answerTo('POST', url)).toEqual([404, 'no_records', undefined])
  })

  it('is not named when the path takes another kind of body', async () => {
    const { status, raw } = await portal
      .as({ token: null, host })
      .send({ method: 'POST', url: '/api/notifications/unsubscribe/x', body: {} })
    expect([status, raw.key]).toEqual([415, 'media_type'])
  })
})

it('a bearer token is read whatever the case of its scheme', async () => {
  const token = await portal.tokenOf(people.userOfNorte)
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bearer ']) {
    const headers = { authorization: `${scheme} ${token}` }
    const asker = portal.as({ token: null, host })
    const { status } = await asker.send({ method: 'GET', url: '/api/auth/reports/all', headers })
    expect(status, scheme).toBe(200)
  }
})

describe('a large body', () => {
  const malformed = Buffer.from('{'.repeat(requestBodyBytes.withoutSession + 1))
  const sent = async (who: 'adminOfNorte' | 'userOfNorte' | null, url: string, body: unknown = malformed) => {
    const headers = body === malformed ? {} : { 'transfer-encoding': 'chunked' }
    const { status, raw } = await portal.as(who ?? { token: null, host }).send({ method: 'POST', url, body, headers })
    return [status, raw['key']]
  }

  it('V5: is refused by a call that anybody can make', async () => {
    const start = performance.now()
    expect(await sent(null, '/api/login')).toEqual([413, 'too_large'])
    // Timers of Node.js round down to a millisecond.
    expect(performance.now() - start).toBeGreaterThanOrEqual(refusalDelayMs - 1)
    expect(await sent(null, '/api/first-account')).toEqual([413, 'too_large'])
  })

  it('V5: is read only for a session that may make the call', async () => {
    expect(await sent(null, '/api/auth/tags/add')).toEqual([401, 'unauthorized_access'])
    expect(await sent('userOfNorte', '/api/auth/tags/add')).toEqual([403, 'no_access_functionality'])
    expect(await sent('adminOfNorte', '/api/auth/tags/add')).toEqual([400, 'invalid'])
  })

  it('V5: is refused before it is parsed when it has too many values', async () => {
    // Well-formed JSON with valid fields. Only the number of values is too large.
    const body = {
      name: 'Muitos valores',
      color: 'green',
      more: Array.from({ length: requestBodyValues.max }, () => 1),
    }
    const { status, raw } = await portal.as('adminOfNorte').send({ method: 'POST', url: '/api/auth/tags/add', body })
    expect([status, raw['key'], raw['errors']]).toEqual([400, 'invalid', undefined])
  })

  it('V5: counts as large when its length is unknown', async () => {
    expect(await sent(null, '/api/auth/tags/add', Readable.from(['{']))).toEqual([401, 'unauthorized_access'])
    expect(await sent('adminOfNorte', '/api/auth/tags/add', Readable.from(['{']))).toEqual([400, 'invalid'])
  })
})

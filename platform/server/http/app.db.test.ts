import { describe, expect, it } from 'vitest'
import { testPortal } from '#platform/testing/portal.ts'
import { people } from '#platform/testing/world.ts'

const portal = testPortal()
const { host } = people.userOfNorte
const headersOf = async (url: string) => (await portal.as({ token: null, host }).send({ method: 'GET', url })).headers

describe('headers of answers', () => {
  it.each(['/api/auth/reports/all', '/api/login/config', '/api/nowhere', '/healthz', '/', '/%zz'])(
    'A10: guard %s',
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

  it('A10: let the answer of a call load nothing, also when it is a refusal', async () => {
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

  it('A10: say nothing of an address that is none', async () => {
    const { status, raw } = await portal.as({ token: null, host }).send({ method: 'GET', url: '/%zz<b>' })
    expect([status, raw.key, JSON.stringify(raw).includes('zz')]).toEqual([400, 'invalid', false])
  })

  it('A10: give each page a nonce of its own', async () => {
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

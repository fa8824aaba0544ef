import { describe, expect, it } from 'vitest'
import { certificateQuestions } from '#catalogue/limits.ts'
import { giveDomain } from '#testing/domains.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'
import { certificateQuestionPath } from './certificate-question.ts'

const token = 'token-of-the-certificates-0123456789'
const portal = testPortal({ config: { certificateToken: token, trustedProxies: ['10.1.0.0/16'] } })

const ask = async (domain: string, { sent = token, from = '203.0.113.9', headers = {} } = {}) => {
  const query = new URLSearchParams({ domain, ...(sent !== '' && { token: sent }) })
  const { statusCode } = await portal.portal.app.inject({
    method: 'GET',
    url: `${certificateQuestionPath}?${query}`,
    remoteAddress: from,
    headers,
  })
  return statusCode
}

describe('the question of a proxy for a certificate', () => {
  it('T6: is 200 for verified domains and hosts of the platform, and 404 for every other name', async () => {
    await portal.platform((db) =>
      giveDomain(db, { partner_id: partners.alfa.id, tenant_id: tenants.norte.id }, 'bi.norte.example'),
    )
    await portal.platform((db) =>
      db
        .insertInto('domains')
        .values({ partner_id: partners.alfa.id, tenant_id: tenants.norte.id, host: 'waiting.example', token: 'w' })
        .execute(),
    )
    for (const host of ['bi.norte.example', 'BI.norte.example', 'norte.localhost', 'localhost', 'reports.localhost'])
      expect(await ask(host), host).toBe(200)
    for (const host of ['waiting.example', 'nobody.example', 'nobody.localhost', '', 'x'.repeat(300), "a'; select 1"])
      expect(await ask(host), host).toBe(404)
  })

  it('Z1: is answered only to trusted proxies and with the token', async () => {
    expect(await ask('localhost', { sent: '' })).toBe(404)
    expect(await ask('localhost', { sent: `${token}x` })).toBe(404)
    expect(await ask('localhost', { sent: '', from: '10.1.2.3' })).toBe(200)
    expect(await ask('localhost', { sent: '', from: '::ffff:10.1.2.3' })).toBe(200)
    expect(await ask('localhost', { sent: '', from: '10.2.2.3' })).toBe(404)
    // A visitor, through the proxy.
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    expect(await ask('localhost', { sent: '', from: '10.1.2.3', headers })).toBe(404)
  })

  it('V5: has a rate limit for each proxy, which known hosts do not use up', async () => {
    expect(await ask('localhost')).toBe(200)
    const codes = new Set<number>()
    for (let count = 0; count <= certificateQuestions.perMinute && !codes.has(429); count += 1)
      codes.add(await ask('flood.example', { from: '203.0.113.20' }))
    expect([...codes]).toEqual([404, 429])
    expect(await ask('localhost', { from: '203.0.113.20' })).toBe(200)
    expect(await ask('nobody.example', { from: '203.0.113.21' })).toBe(404)
    expect(await ask('norte.localhost', { from: '203.0.113.21' })).toBe(200)
  })
})

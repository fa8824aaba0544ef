import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })

describe('behind a proxy', () => {
  const config = (headers: Record<string, string>) =>
    portal
      .as({ token: null, host: people.userOfNorte.host })
      .send({ method: 'POST', url: '/api/login/config', body: {}, headers })

  it('T6: the Host header decides about the business unit, and forwarded headers do not', async () => {
    for (const headers of [
      { 'x-forwarded-host': 'leste.localhost' },
      { 'x-forwarded-host': 'leste.localhost, norte.localhost' },
      { forwarded: 'host=leste.localhost' },
    ]) {
      expect((await config(headers)).raw).toMatchObject({ tenant: { name: 'Norte', domain: 'norte.localhost' } })
    }
  })

  it('A8: the IP address is the nearest one that the proxy vouches for', async () => {
    const { raw } = await portal.as('adminOfNorte').send({
      method: 'GET',
      url: '/api/auth/config/getConfig',
      headers: { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' },
    })
    expect(raw.ip).toBe('203.0.113.9')
  })
})

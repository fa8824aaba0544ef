import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'

const portal = testPortal({ reports: true })

describe('the host of the report service', () => {
  it('A10: sets security headers on all answers, and exposes no other call of the service', async () => {
    const address = new URL(await portal.portal.app.listen({ port: 0, host: '127.0.0.1' }))
    const asked = async (path: string) => {
      return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
        request(
          { host: address.hostname, port: address.port, path, headers: { host: 'reports.localhost' } },
          (answer) => {
            answer.resume()
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
          },
        )
          .on('error', reject)
          .end()
      })
    }
    for (const path of [
      '/nowhere',
      '/v1.0/myorg/groups',
      '/viewer/%2e%2e/healthz',
      '/viewer/assets/x',
      '/viewer/report',
      '/%zz',
    ]) {
      const { status, headers } = await asked(path)
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(headers, path).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await asked('/viewer/report')).headers['cache-control']).toBe('no-store')
  })
})

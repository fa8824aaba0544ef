import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { refusalDelayMs } from '#platform/server/http/delayed-refusals.ts'
import { openReport } from '#features/reports/view/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'

const portal = testPortal({ reports: true })

describe('the host of the report service', () => {
  it('A10: sets security headers on all answers, and does not expose the REST calls of the service', async () => {
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

describe('an embed token at the host of the reports', () => {
  const proxied = testPortal({ reports: true, config: { trustedProxies: ['127.0.0.1'] } })
  const reportId = published.reports[0]
  const allow = (allowed: string[]) =>
    proxied.platform((db) =>
      db
        .updateTable('settings')
        .set({ allowed_addresses: sql`${allowed}::cidr[]` })
        .where('tenant_id', '=', tenants.norte.id)
        .execute(),
    )

  it('A8: is refused at an address that the list refuses, and works at any other address', async () => {
    const { app } = proxied.portal
    await proxied.platform((db) =>
      db
        .insertInto('report_grants')
        .values({
          tenant_id: tenants.norte.id,
          report_id: reportId,
          user_id: seller.id,
          roles: ['Company'],
        })
        .execute(),
    )
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const { body } = await proxied.as(seller).ask(openReport, { reportId })
    const statusFrom = (from: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          host: 'reports.localhost',
          authorization: `Bearer ${body.token}`,
          'x-report-id': body.service_report_id,
          'x-forwarded-for': from,
        }
        const { hostname, port } = address
        request({ host: hostname, port, path: '/viewer/report', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await statusFrom('198.51.100.1')).toBe(200)
    await allow(['203.0.113.0/24', '127.0.0.0/8'])
    expect(await statusFrom('203.0.113.9')).toBe(200)
    expect(await statusFrom('203.0.113.77')).toBe(200)
    expect(await statusFrom('::ffff:203.0.113.9')).toBe(200)
    // The result of an address check is cached for 0.5 s. The poll tries for 1 s.
    await expect.poll(() => statusFrom('198.51.100.1')).toBe(403)
    await allow([])
    await expect.poll(() => statusFrom('198.51.100.1')).toBe(200)
  })

  it('V5: a question of more than 256 kB is refused without the service, and its connection goes on', async () => {
    const { app } = proxied.portal
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const asked = (body: string) =>
      new Promise<[number | undefined, number | undefined]>((resolve, reject) => {
        const headers = {
          host: 'reports.localhost',
          'content-type': 'application/json',
          'content-length': body.length,
        }
        request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/viewer/visual', headers }, (answer) => {
          const { localPort } = answer.socket
          answer.resume().on('end', () => resolve([answer.statusCode, localPort]))
        })
          .on('error', reject)
          .end(body)
      })
    // Without a token the service refuses what it reads with 403.
    const [allowed, connection] = await asked('1'.repeat(256 * 1024))
    expect(allowed).toBe(403)
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now()
      expect(await asked('1'.repeat(256 * 1024 + 1))).toEqual([413, connection])
      // Timers of Node.js round down to a millisecond.
      expect(performance.now() - start).toBeGreaterThanOrEqual(refusalDelayMs - 1)
    }
    agent.destroy()
  })
})

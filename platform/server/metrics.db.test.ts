import { describe, expect, it } from 'vitest'
import { listUserGroups } from '#features/people/groups/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import { watchBacklog } from './backlog.ts'
import { createMetrics } from './metrics.ts'

const token = 'a-token-for-the-figures-1'
const portal = testPortal({ config: { metricsToken: token } })
const unwatched = testPortal()

const look = (authorization?: string, at = portal) =>
  at.portal.app.inject({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} })

describe('the metrics', () => {
  it('count calls by route and status, and name no business unit, person or id', async () => {
    await portal.as('adminOfNorte').ask(listUserGroups, { search: 'a secret word' })
    await portal.as('userOfNorte').ask(listUserGroups, {})
    const { statusCode, body } = await look(`bearer ${token}`)
    expect(statusCode).toBe(200)
    const count = (status: number) =>
      new RegExp(
        `vitrine_call_duration_seconds_count\\{method="GET",call="/api/${listUserGroups.path}",status="${status}"\\} 1\\n`,
      )
    expect(body).toMatch(count(200))
    expect(body).toMatch(count(403))
    expect(body).toMatch(/vitrine_pool_connections [1-9]/)
    for (const word of ['secret', 'norte', people.adminOfNorte.id, people.adminOfNorte.email])
      expect(body).not.toContain(word)
  })

  it('are served with the right token, and answer 404 to any other caller', async () => {
    const someone = await portal.tokenOf(people.adminOfNorte)
    for (const given of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Bearer ${someone}`]) {
      expect((await look(given)).statusCode).toBe(404)
    }
    // Without a configured token the address belongs to the pages of the portal.
    expect((await look(`Bearer ${token}`, unwatched)).body).not.toContain('vitrine_call')
  })

  it('read the backlog once per scrape, also after a failed scrape', async () => {
    let requestCount = 0
    let isAway = false
    const metrics = createMetrics()
    watchBacklog(metrics, {
      acrossTenants: (_, work) => {
        requestCount += 1
        return isAway ? Promise.reject(new Error('away')) : portal.platform(work)
      },
    })
    const waiting = () => metrics.text().then((text) => /^vitrine_mails_waiting (\d+)$/m.exec(text)?.[1])
    expect([await waiting(), requestCount]).toEqual([expect.any(String), 1])
    isAway = true
    await waiting()
    expect(requestCount).toBe(2)
    isAway = false
    expect([await waiting(), requestCount]).toEqual([expect.any(String), 3])
  })
})

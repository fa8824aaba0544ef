import { type AddressInfo, connect } from 'node:net'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'

const portal = testPortal()

it('V3: the statement of a read is cancelled when its browser disconnects', async () => {
  const { app } = portal.portal
  const token = await portal.tokenOf(people.adminOfNorte)
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const holder = new pg.Client({ connectionString: portal.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table user_groups in access exclusive mode')
  /** Statements that wait for the lock. */
  const waiting = async () => {
    const { rows } = await holder.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'user_groups'::regclass`,
    )
    return rows[0]?.waiting
  }
  const browser = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  browser.write(
    `GET /api/auth/group_users/all HTTP/1.1\r\nHost: ${people.adminOfNorte.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 3_000)
  browser.destroy()
  // The lock is still held, so the statement can only have ended by its cancellation. The lock time-out is 5 s.
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 3_000)
  await holder.end()
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runNamed, openPool } from '#platform/server/database/pool.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { testPortal } from '#testing/portal.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { createGate } from './gate.ts'

/** A small number by default; `npm run test:long` tests the isolation thoroughly. */
const queries = process.env['TEST_LONG'] === '1' ? 100_000 : 1_200

const portal = testPortal()
const credentialsOf = async (who: Person) => ({
  token: await portal.tokenOf(who),
  address: '127.0.0.1',
  host: who.host,
})
const members = queryBuilder.selectFrom('memberships').select('tenant_id')

describe('the session gate', () => {
  it(
    'T3: isolates two business units on a pool of two connections, through aborts and broken connections',
    async () => {
      const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
      const gate = createGate(pool, { info: () => undefined })
      const callers = [
        { credentials: await credentialsOf(people.adminOfNorte), own: tenants.norte.id },
        { credentials: await credentialsOf(people.adminOfLeste), own: tenants.leste.id },
      ]
      let foreign = 0
      let seen = 0
      let leftovers = 0
      const look = (rows: { tenant_id: string }[], own: string) => {
        seen += rows.length
        foreign += rows.filter(({ tenant_id }) => tenant_id !== own).length
      }
      const one = async (turn: number) => {
        const { credentials, own } = callers[turn % 2] ?? { credentials: null, own: '' }
        if (!credentials) return
        if (turn % 5 === 0) {
          await gate.write(credentials, () => Promise.reject(new Error('aborted'))).catch(() => undefined)
        } else if (turn % 97 === 0) {
          await gate
            .write(credentials, (db) =>
              db.executeQuery({ sql: 'select pg_terminate_backend(pg_backend_pid())', parameters: [] } as never),
            )
            .catch(() => undefined)
        } else if (turn % 3 === 0) {
          look(await gate.write(credentials, (db) => db.selectFrom('memberships').select('tenant_id').execute()), own)
        } else {
          look((await gate.read(credentials, members)).rows, own)
        }
        // A pooled connection without an open session sees no rows.
        if (turn % 11 === 0) leftovers += (await runNamed(pool, 'select tenant_id from memberships', [])).length
      }
      for (let start = 0; start < queries; start += 40) {
        await Promise.all(Array.from({ length: 40 }, (_, at) => one(start + at)))
      }
      await pool.end()
      expect([foreign, leftovers]).toEqual([0, 0])
      expect(seen).toBeGreaterThan(queries * 0.8)
      console.log(`${queries} interleaved queries of two business units: ${seen} rows of their own, ${foreign} foreign`)
    },
    30_000 + queries * 10,
  )

  it('refuses an unknown token and a missing token', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const credentials = { token: 'n'.repeat(43), address: '127.0.0.1', host: 'norte.localhost' }
    await expect(gate.read(credentials, members)).rejects.toMatchObject({ code: 'session.unauthorized' })
    await expect(gate.read({ ...credentials, token: null }, members)).rejects.toMatchObject({
      code: 'session.unauthorized',
    })
    await pool.end()
  })

  it('D2: retries a change after a deadlock, so that both changes succeed', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const credentials = await credentialsOf(people.adminOfNorte)
    const touch = (db: Database, id: string) =>
      db
        .updateTable('memberships')
        .set({ version: sql<number>`version + 1` })
        .where('user_id', '=', id)
        .execute()
    const [one, other] = [people.userOfNorte.id, people.otherUserOfNorte.id]
    let tries = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => (meet = resolve))
    const both = (first: string, second: string) =>
      gate.write(credentials, async (db) => {
        await touch(db, first)
        tries += 1
        // In the first round each transaction locks its own row before it asks for the other's.
        if (tries === 2) meet()
        await met
        await touch(db, second)
      })
    await Promise.all([both(one, other), both(other, one)])
    expect(tries).toBeGreaterThan(2)
    await pool.end()
  })

  it('rolls back the changes of a failed handler', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const credentials = await credentialsOf(people.adminOfNorte)
    const failing = gate.write(credentials, async (db) => {
      await db.insertInto('user_groups').values({ tenant_id: tenants.norte.id, name: 'Half' }).execute()
      throw new Error('then it failed')
    })
    await expect(failing).rejects.toThrow('then it failed')
    const { rows } = await gate.read(
      credentials,
      queryBuilder.selectFrom('user_groups').select('name').where('name', '=', 'Half'),
    )
    expect(rows).toEqual([])
    await pool.end()
  })
})

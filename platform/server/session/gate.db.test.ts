import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { apiKeys } from '#catalogue/limits.ts'
import { runNamed, openPool } from '#platform/server/database/pool.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { isClockShifted } from '#testing/clock.ts'
import { testPortal } from '#testing/portal.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import type { TenantId } from './actor.ts'
import { makeApiKey } from './api-key.ts'
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
        await Promise.all(Array.from({ length: 40 }, (_, index) => one(start + index)))
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

  it('A3: a network that tried too many unknown API keys is refused from memory, without a further transaction', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const info = vi.fn()
    const gate = createGate(pool, { info })
    const tryKey = async (address: string) => {
      const { token } = makeApiKey(tenants.norte.id as TenantId)
      return gate.open({ token, address, host: 'norte.localhost' }).catch(({ code, details }) => [code, details])
    }
    const unknown = ['session.unauthorized', {}]
    for (let tried = 0; tried < apiKeys.guesses; tried++) expect(await tryKey('192.0.2.7')).toEqual(unknown)
    const throttled = ['call.throttled', { retryAfter: expect.any(Number) }]
    for (let tried = 0; tried < 3; tried++) expect(await tryKey('192.0.2.7')).toEqual(throttled)
    expect(info).toHaveBeenCalledTimes(apiKeys.guesses + 1)
    expect(await tryKey('198.51.100.7')).toEqual(unknown)
    await pool.end()
  })

  it.skipIf(isClockShifted())('D2: retries a change after a deadlock, so that both changes succeed', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 4, onError: () => undefined })
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

  it('reads the rows as JSON from the second time on, with the same values', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const sent: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
      client.query = ((...parameters: unknown[]) => {
        sent.push(String((parameters[0] as { text?: string }).text))
        return query(...parameters)
      }) as typeof client.query
    })
    const gate = createGate(pool, { info: () => undefined })
    const credentials = await credentialsOf(people.adminOfNorte)
    const twice = async (columns: string, rows = 'generate_series(1, 3) n') => {
      const query = { sql: `select ${columns} from ${rows} order by 1 desc`, parameters: [] }
      sent.length = 0
      const [first, second] = [await gate.read(credentials, query), await gate.read(credentials, query)]
      const names = second.rows.map((row) => Object.keys(row as object))
      const only = (row: unknown, index: number) =>
        Object.fromEntries((names[index] ?? []).map((name) => [name, (row as Record<string, unknown>)[name]]))
      expect(first.rows.map(only)).toEqual(second.rows)
      return { rows: second.rows as Record<string, unknown>[], isJson: sent.map((text) => text.includes('json_agg')) }
    }
    const carried = await twice(`n, n::bigint * 9007199254740 as large, n = 2 as flag, null::text as nothing,
      'ção "quoted" \\ ' || n as text, gen_random_uuid() is null as never, '0b6c1bd0-0000-7000-8000-000000000001'::uuid as id,
      timestamptz '2026-11-26 08:00:00.123456+00' + n * interval '1 day' as at, 'infinity'::timestamptz as forever,
      null::timestamptz as not_at, date '2026-11-26' as day, '10.1.2.3'::inet as address, array['a', null, 'c'] as words,
      jsonb_build_object('a', n, 'at', now() is null) as object, '[1,{"b":null}]'::json as list`)
    expect(carried.isJson).toEqual([false, true])
    expect(carried.rows.map(({ n }) => n)).toEqual([3, 2, 1])
    expect(carried.rows[2]).toMatchObject({ at: new Date('2026-11-27T08:00:00.123Z'), forever: Infinity, not_at: null })
    expect((await twice('n', 'generate_series(1, 0) n')).rows).toEqual([])
    // JSON would round the number, and carry bytes and times without a zone in another form.
    for (const column of ['1.10::numeric', "'\\x0102'::bytea", "timestamp '2026-11-26 08:00'", '1.5::float8']) {
      expect((await twice(`n, ${column} as other`)).isJson).toEqual([false, false])
    }
    await pool.end()
  })

  it('T3: rows read as JSON are those of the own business unit, and none for a refused session', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const [norte, leste] = [await credentialsOf(people.adminOfNorte), await credentialsOf(people.adminOfLeste)]
    const query = queryBuilder.selectFrom('memberships').select(['tenant_id', 'user_id']).orderBy('user_id')
    for (let time = 0; time < 3; time++) {
      for (const [credentials, own] of [
        [norte, tenants.norte.id],
        [leste, tenants.leste.id],
      ] as const) {
        const { rows } = await gate.read(credentials, query)
        expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([own]))
      }
      await expect(gate.read({ ...norte, host: leste.host }, query)).rejects.toMatchObject({
        code: 'sign_in.domain_refused',
      })
      await expect(gate.read({ ...norte, token: 'n'.repeat(43) }, query)).rejects.toMatchObject({
        code: 'session.unauthorized',
      })
    }
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

  it('V3: thirty slow reads of one business unit leave connections for another one, sign-in and readiness', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const [norte, leste] = [await credentialsOf(people.adminOfNorte), await credentialsOf(people.adminOfLeste)]
    await gate.open(norte)
    const release = await holdLock(7)
    const slow = Array.from({ length: 30 }, () => gate.read(norte, waitForLock(7)))
    const { rows } = await gate.read(leste, members)
    expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([tenants.leste.id]))
    const network = { group: 'open', name: '192.0.2.1' } as const
    await gate.acrossTenants('sign-in', (db) => db.selectFrom('tenants').select('id').limit(1).execute(), network)
    expect(await runNamed(pool, 'select 1 as up', [])).toHaveLength(1)
    await release()
    expect(await Promise.all(slow)).toHaveLength(30)
    await pool.end()
  })

  it('V3: thirty searches of one session run one after the other, and leave connections for its other reads', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const norte = await credentialsOf(people.adminOfNorte)
    await gate.open(norte)
    const release = await holdLock(10)
    const releaseReads = await holdLock(11)
    const searches = Array.from({ length: 30 }, () => gate.read(norte, waitForLock(10), { isSearch: true }))
    const reads = Array.from({ length: 3 }, () => gate.read(norte, waitForLock(11)))
    await vi.waitFor(async () => expect(await waitingFor(11)).toBe(3), 4_000)
    expect(await waitingFor(10)).toBe(1)
    await releaseReads()
    await release()
    expect(await Promise.all([...searches, ...reads])).toHaveLength(33)
    await pool.end()
  })

  it('T5, V3: a token at the host of another business unit runs no query', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const foreign = { ...(await credentialsOf(people.adminOfNorte)), host: people.adminOfLeste.host }
    // The second query is known, so its rows are read as JSON.
    const known = { sql: 'select pg_advisory_xact_lock_shared(8)::text as lock', parameters: [] }
    await gate.read(await credentialsOf(people.adminOfNorte), known)
    const release = await holdLock(8)
    for (const query of [waitForLock(8), known]) {
      await expect(gate.read(foreign, query)).rejects.toMatchObject({ code: 'sign_in.domain_refused' })
    }
    await release()
    await pool.end()
  })

  it('V3: an aborted read cancels its statement and gives its connection back', async () => {
    const pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
    const gate = createGate(pool, { info: () => undefined })
    const norte = await credentialsOf(people.adminOfNorte)
    await gate.open(norte)
    const release = await holdLock(9)
    const browser = new AbortController()
    // The first four run, the others wait for a share.
    const slow = Array.from({ length: 6 }, () => gate.read(norte, waitForLock(9), { signal: browser.signal }))
    const ended = Promise.allSettled(slow)
    await vi.waitFor(async () => expect(await waitingFor(9)).toBe(4))
    browser.abort()
    expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'))
    expect(await waitingFor(9)).toBe(0)
    expect((await gate.read(norte, members)).rows.length).toBeGreaterThan(0)
    await release()
    await pool.end()
  })
})

/** A query that waits until the test releases the lock. */
const waitForLock = (key: number) => ({
  sql: `select pg_advisory_xact_lock_shared(${key})::text as done`,
  parameters: [],
})

/** Takes the lock on a connection of its own. Answers how to release it. */
async function holdLock(key: number): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: portal.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [key])
  return () => holder.end()
}

/** How many statements wait for the lock. */
const waitingFor = (key: number) =>
  portal.platform(async (db) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks
       where locktype = 'advisory' and objid = ${key} and not granted
         and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows[0]?.waiting
  })

// The triggers of memberships that run once for a statement: each judges every person of it.
import type pg from 'pg'
import { expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'

const portal = testPortal()
const [norte, sul] = [tenants.norte.id, tenants.sul.id]

/** Runs the work as the platform and takes it back. */
const tried = (work: (client: pg.Client) => Promise<void>) =>
  onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin; set local role vitrine_platform')
    await owner.query(`update tenants set user_limit = 100`)
    await work(owner)
    await owner.query('rollback')
  })

const addUsers = async (client: pg.Client, ...names: string[]) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (name, email, home_tenant_id) select n, n || '@many.example', $2 from unnest($1::text[]) n returning id`,
    [names, norte],
  )
  return rows.map(({ id }) => id)
}

const join = (client: pg.Client, unit: string, ids: readonly string[], userNames: readonly (string | null)[] = []) =>
  client.query(
    `insert into memberships (tenant_id, user_id, scim_user_name) select $1, p.id, p.name from unnest($2::uuid[], $3::text[]) as p (id, name)`,
    [unit, ids, userNames],
  )

const remove = (client: pg.Client, unit: string, ids: readonly string[]) =>
  client.query('delete from memberships where tenant_id = $1 and user_id = any($2)', [unit, ids])

it.each([
  ['the e-mail of another person of the statement', [null, null, 'ANA@many.example']],
  ['the name of another person of the statement', [null, 'same', 'Same']],
])('refuses a user name that is %s', (_, userNames) =>
  tried(async (client) => {
    const ids = await addUsers(client, 'ana', 'bia', 'caio')
    await expect(join(client, norte, ids, userNames)).rejects.toMatchObject({ constraint: 'memberships_user_name_key' })
  }),
)

it('refuses an e-mail that is the user name of a person from before, and accepts it in another unit', () =>
  tried(async (client) => {
    const [ana = '', bia = '', caio = ''] = await addUsers(client, 'ana', 'bia', 'caio')
    await join(client, norte, [caio], ['ana@many.example'])
    await join(client, sul, [bia, ana])
    await expect(join(client, norte, [bia, ana])).rejects.toMatchObject({ constraint: 'memberships_user_name_key' })
  }))

it('erases the people whose last membership ended, and moves the home of the others', () =>
  tried(async (client) => {
    const [ana = '', bia = '', caio = ''] = await addUsers(client, 'ana', 'bia', 'caio')
    await join(client, norte, [ana, bia, caio])
    await join(client, sul, [bia])
    await remove(client, norte, [ana, bia])
    const { rows } = await client.query<{ id: string; home: string }>(
      `select id, home_tenant_id as home from users where id = any($1) order by email`,
      [[ana, bia, caio]],
    )
    expect(rows).toEqual([
      { id: bia, home: sul },
      { id: caio, home: norte },
    ])
  }))

it('writes one event for each person and webhook, with the name also of people who are erased', () =>
  tried(async (client) => {
    await client.query(
      `insert into webhooks (tenant_id, name, url, event_types, secret_sealed)
       select $1, n, 'https://example.com', '{user.added,user.removed}', '\\x00' from unnest('{one,two}'::text[]) n`,
      [norte],
    )
    const [ana = '', bia = ''] = await addUsers(client, 'ana', 'bia')
    await join(client, norte, [ana, bia])
    await join(client, sul, [ana])
    await remove(client, norte, [ana, bia])
    const { rows } = await client.query<{ event: string; name: string; deliveries: number; events: number }>(
      `select event_type as event, data->'user'->>'name' as name, count(*)::int as deliveries, count(distinct event_id)::int as events
         from webhook_deliveries where event_type like 'user.%' group by 1, 2 order by 1, 2`,
    )
    expect(rows).toEqual(
      ['user.added', 'user.removed'].flatMap((event) =>
        ['ana', 'bia'].map((name) => ({ event, name, deliveries: 2, events: 1 })),
      ),
    )
  }))

it('refuses that the last administrators end in one statement', () =>
  tried(async (client) => {
    const end = client.query(`delete from memberships where tenant_id = $1 and profile = 'admin'`, [norte])
    await expect(end).rejects.toMatchObject({ constraint: 'memberships_last_administrator' })
  }))

it('P2: a person whom another business unit adds at the same time stays, with that membership', () =>
  onOwner(portal.ownerUrl, (remover) =>
    onOwner(portal.ownerUrl, async (adder) => {
      for (const client of [remover, adder]) await client.query('set role vitrine_platform')
      const ids = await addUsers(remover, 'dora')
      await join(remover, norte, ids)
      await adder.query('begin')
      await join(adder, sul, ids)
      const { rows } = await remover.query<{ pid: number }>('select pg_backend_pid() as pid')
      const removed = remove(remover, norte, ids)
      const isWaiting = async () =>
        (await adder.query('select from pg_locks where pid = $1 and not granted', [rows[0]?.pid])).rowCount
      await expect.poll(isWaiting, { timeout: 20_000 }).toBeGreaterThan(0)
      await adder.query('commit')
      await removed
      const found = await adder.query(
        'select m.tenant_id, u.home_tenant_id from users u join memberships m on m.user_id = u.id where u.id = any($1)',
        [ids],
      )
      expect(found.rows).toEqual([{ tenant_id: sul, home_tenant_id: sul }])
      await remove(adder, sul, ids)
    }),
  ))

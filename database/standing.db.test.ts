// The session gate reads a copy of the standing that is stored on the session (migration 15). These tests compare the copies with their
// originals, and the result of the gate with the result that the originals give.
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/kysely.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { type Person, masterInNorte, partners, people, tenants } from '#testing/world.ts'

const portal = testPortal()
const inside = [people.userOfNorte, people.adminOfNorte, masterInNorte, people.platform]
const tokens = new Map<Person, Buffer>()
const hashOf = async (who: Person) => {
  const known = tokens.get(who) ?? hashToken(await portal.tokenOf(who))
  tokens.set(who, known)
  return known
}
const reader = people.userOfNorte.id
const here = tenants.norte.id

/** A change of each fact of a standing, in the table that stores it. */
const changes: ((value: number, db: Database) => unknown)[] = [
  (value, db) =>
    db
      .updateTable('memberships')
      .set({ state: 'ABIDT'.charAt(value % 5), profile: value % 2 ? 'user' : 'admin' })
      .where('user_id', '=', reader)
      .execute(),
  (value, db) =>
    db
      .updateTable('memberships')
      .set({ block_on: dayOf(value), toggles: value % 2 ? ['report.edit'] : [] })
      .where('user_id', '=', reader)
      .execute(),
  (value, db) =>
    db
      .updateTable('memberships')
      .set({ delete_on: dayOf(value) })
      .where('user_id', '=', reader)
      .execute(),
  (value, db) =>
    db
      .updateTable('users')
      .set({ staff_state: 'ABI'.charAt(value % 3) })
      .execute(),
  (value, db) =>
    db
      .updateTable('users')
      .set({ name: `Name ${value}`, language: value % 2 ? 'es' : 'pt-BR' })
      .execute(),
  (value, db) =>
    db
      .updateTable('tenants')
      .set({ enabled: value % 5 > 0, maintenance: value % 3 === 0, trial_ends: dayOf(value) })
      .where('id', '=', here)
      .execute(),
  (value, db) =>
    db
      .updateTable('tenants')
      .set({ hidden_menu: value % 2 ? ['audit'] : [] })
      .execute(),
  (value, db) =>
    db
      .updateTable('partners')
      .set({ enabled: value % 4 > 0, hidden_menu: value % 2 ? ['user'] : [] })
      .where('id', '=', partners.alfa.id)
      .execute(),
  (value, db) =>
    db
      .updateTable('platform')
      .set({ hidden_menu: value % 2 ? ['tags'] : [] })
      .execute(),
  (value, db) =>
    db
      .updateTable('settings')
      .set({ timezone: ['America/Sao_Paulo', 'Asia/Tokyo', 'Pacific/Honolulu'][value % 3] ?? 'UTC' })
      .execute(),
  (value, db) =>
    sql`update settings set allowed_addresses = ${value % 2 ? sql`'{10.0.0.0/8}'` : sql`'{}'`}::cidr[]`.execute(db),
  (value, db) =>
    sql`with client as (
        insert into clients (partner_id, name, trial_period) values (${partners.alfa.id}, ${`Client ${value}`}, ${dayOf(value)})
        on conflict (name) do update set trial_period = excluded.trial_period returning id, standing)
      update tenants set client_id = client.id, client_standing = client.standing from client where tenants.id = ${here}`.execute(
      db,
    ),
  (value, db) => sql`update clients set trial_period = ${dayOf(value)}`.execute(db),
  (value, db) => sql`update users set billing_administrator = ${value % 2 === 0} where staff = 'master'`.execute(db),
  (value, db) =>
    db
      .updateTable('settings')
      .set({ help_desk: value % 2 === 0 })
      .execute(),
]

/** Yesterday, today or tomorrow in the time zone of the business unit, by which the session gate judges; or none. */
const dayOf = (value: number) => (value % 4 === 3 ? null : sql<string>`${todayHere} + ${(value % 4) - 1}::integer`)
const todayHere = sql`(select (now() at time zone timezone)::date from settings where tenant_id = ${here})`

/** Compares the copies of a session with their originals, and the refusal of the gate with that of the originals. */
const compared = async (db: Database, hash: Buffer, address: string) => {
  const { rows } = await sql<{ copies: boolean; gate: string | null; originals: string | null }>`
    select (x.person_standing, x.membership_standing, x.tenant_standing, x.settings_standing, x.partner_standing,
             x.platform_standing)
             is not distinct from (u.standing, m.standing, n.standing, g.standing, p.standing, o.standing) as copies,
           (select refusal from app.open_session(k.token_hash, ${address})) as gate,
           coalesce(
             app.standing_refusal(u.standing, m.standing, n.standing, p.standing, x.partner_id,
               (now() at time zone coalesce(g.timezone, 'UTC'))::date),
             case when u.staff is null and cardinality(g.allowed_addresses) > 0 and not ${address}::inet <<= any (g.allowed_addresses)
               then 'sign_in.address_refused' end) as originals
      from session_tokens k
      join sessions x on x.id = k.session_id
      join users u on u.id = x.user_id
      cross join platform o
      left join tenants n on n.id = x.tenant_id
      left join settings g on g.tenant_id = x.tenant_id
      left join partners p on p.id = coalesce(n.partner_id, x.partner_id)
      left join memberships m on m.tenant_id = x.tenant_id and m.user_id = x.user_id
     where k.token_hash = ${hash}`.execute(db)
  return rows[0]
}

class Undone extends Error {}

describe('the standing kept on a session', () => {
  it('A6: is its originals’ after whatever changed, and the gate says what they say', async () => {
    const hashes = await Promise.all(inside.map(hashOf))
    const step = fc.tuple(fc.nat(changes.length - 1), fc.nat(59))
    const seen = new Set<string | null | undefined>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const undone = portal.platform(async (db) => {
          // The database refuses to remove the last administrator, so the person of this test is a plain user.
          for (const [which, value] of steps) await changes[which]?.(value, db)
          for (const hash of hashes) {
            for (const address of ['127.0.0.1', '10.1.2.3']) {
              const found = await compared(db, hash, address)
              expect(found).toEqual({ copies: true, gate: found?.originals, originals: found?.originals })
              seen.add(found?.gate)
            }
          }
          throw new Undone()
        })
        await expect(undone).rejects.toThrow(Undone)
      }),
      {
        numRuns: 150,
        // Each refusal at least once: blocked, inactive, deactivated, end of the trial, maintenance, address.
        examples: [
          [[0, 1]],
          [[0, 2]],
          [[0, 3]],
          [
            [0, 4],
            [5, 4],
          ],
          [[5, 3]],
          [[10, 1]],
        ].map((steps) => [steps as [number, number][]]),
      },
    )
    // Every refusal has occurred, and sessions without one (null). The tests of features/organisation/shifts cover the refusal by hours.
    expect(seen).toEqual(
      new Set([
        null,
        'sign_in.address_refused',
        'sign_in.maintenance',
        'sign_in.trial_ended',
        'sign_in.user_blocked',
        'sign_in.user_deactivated',
        'sign_in.user_inactive',
      ]),
    )
  })

  it('A6: cannot be written as anything but the originals', async () => {
    const hash = await hashOf(people.userOfNorte)
    for (const column of ['person', 'membership', 'tenant', 'settings', 'partner', 'platform']) {
      const copy = sql.ref(`${column}_standing`)
      const forged = portal.platform((db) =>
        sql`update sessions set ${copy} = ${copy} || '{"state": "A", "enabled": true, "restricted": false, "forged": 1}'
             where id = (select session_id from session_tokens where token_hash = ${hash})`.execute(db),
      )
      await expect(forged, column).rejects.toThrow(`sessions_${column}`)
    }
    for (const column of ['person', 'tenant', 'settings', 'partner', 'platform']) {
      const forgotten = portal.platform((db) =>
        sql`update sessions set ${sql.ref(`${column}_standing`)} = null
             where id = (select session_id from session_tokens where token_hash = ${hash})`.execute(db),
      )
      await expect(forgotten, column).rejects.toThrow('sessions_standing_whole')
    }
    await portal.platform((db) =>
      sql`update sessions set membership_standing = null
           where id = (select session_id from session_tokens where token_hash = ${hash})`.execute(db),
    )
    const found = await portal.platform((db) => compared(db, hash, '127.0.0.1'))
    expect(found?.gate).toBe('sign_in.without_tenant')
    tokens.delete(people.userOfNorte)
  })

  it('A6: a session that begins while somebody is blocked is refused, whichever was first', async () => {
    const block = `update memberships set state = 'B' where user_id = '${people.userOfSul.id}'`
    const enter = `insert into sessions (user_id, tenant_id, auth_type, host, address, expires_at, idle_minutes)
      values ('${people.userOfSul.id}', '${tenants.sul.id}', 'password', 'sul.localhost', '127.0.0.1', now() + interval '1 hour', 60)`
    for (const [first, second] of [
      [block, enter],
      [enter, block],
    ] as const) {
      await onOwner(portal.ownerUrl, async (one) => {
        const other = new pg.Client({ connectionString: portal.ownerUrl })
        await other.connect()
        for (const client of [one, other]) await client.query('begin; set local role vitrine_platform')
        await one.query(first)
        const waiting = other.query(second)
        await one.query('commit')
        await waiting
        await other.query('commit; begin; set local role vitrine_platform')
        const { rows } = await other.query(`select refusal from sessions where user_id = '${people.userOfSul.id}'`)
        await other.query(
          `delete from sessions where user_id = '${people.userOfSul.id}';
           update memberships set state = 'A' where user_id = '${people.userOfSul.id}'; commit`,
        )
        await other.end()
        expect(rows).toEqual([{ refusal: 'sign_in.user_blocked' }])
      })
    }
  })
})

describe('the originals of a standing', () => {
  const originals = ['users', 'memberships', 'tenants', 'settings', 'partners', 'platform']

  /** Triggers before an update: tgtype has 2 for BEFORE and 16 for UPDATE (pg_trigger.h). */
  const early = `
    select c.relname || '.' || t.tgname as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and t.tgtype & 18 = 18`

  it('A6: have no trigger before an update, by which sign-ins would wait for each other (decision 0018)', async () => {
    await onOwner(portal.ownerUrl, async (owner) => {
      const found = async () => (await owner.query<{ name: string }>(early, [originals])).rows.map(({ name }) => name)
      expect(await found()).toEqual([])
      // The query finds such a trigger on each of the tables.
      const { rows } = await owner.query('select from pg_class where relname = any ($1)', [originals])
      expect(rows).toHaveLength(originals.length)
      await owner.query('begin')
      await owner.query(`create function pg_temp.nothing() returns trigger language plpgsql as 'begin return new; end'`)
      for (const table of originals) {
        await owner.query(
          `create trigger early before insert or update on ${table} for each row execute function pg_temp.nothing()`,
        )
      }
      expect((await found()).toSorted()).toEqual(originals.map((table) => `${table}.early`).toSorted())
      await owner.query('rollback')
    })
  })
})

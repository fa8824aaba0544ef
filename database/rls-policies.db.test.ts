import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { definerFunctions, outsideTables, ownPolicies, partnerTables, platformTables } from './rls-policies.ts'

const portal = testPortal()
const rows = <Row extends pg.QueryResultRow>(sql: string) =>
  onOwner(portal.ownerUrl, async (owner) => (await owner.query<Row>(sql)).rows)

const asApp = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const listed = [...platformTables, ...partnerTables, ...Object.keys(ownPolicies)]

/** Every table that is on no list belongs to a tenant. */
const tenantTables = async () =>
  (await rows<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`))
    .map(({ name }) => name)
    .filter((name) => !listed.includes(name) && !(outsideTables as readonly string[]).includes(name))

describe('row-level security', () => {
  it('T2: is enabled and forced on every table except those listed as outside', async () => {
    const tables = await rows<{ name: string; enabled: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced
         from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    const names = tables.map(({ name }) => name)
    expect([...listed, ...outsideTables].filter((name) => !names.includes(name))).toEqual([])
    const protectedTables = tables.filter(({ name }) => !(outsideTables as readonly string[]).includes(name))
    expect(protectedTables.filter(({ enabled, forced }) => !enabled || !forced)).toEqual([])
  })

  it('T2: gives each table of a tenant one policy: reads and writes only inside the tenant of the session', async () => {
    const policies = await rows<{ table: string; using: string; check: string; roles: string[] }>(
      `select tablename as table, qual as using, with_check as check, roles::text[] as roles
         from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE' and 'vitrine_app' = any(roles)`,
    )
    const tables = await tenantTables()
    expect(tables).toContain('memberships')
    for (const table of tables) {
      const own = policies.filter((policy) => policy.table === table)
      expect(own, table).toHaveLength(1)
      expect([own[0]?.using, own[0]?.check], table).toEqual([
        '(tenant_id = ( SELECT app.tenant_id() AS tenant_id))',
        '(tenant_id = ( SELECT app.tenant_id() AS tenant_id))',
      ])
    }
    for (const table of platformTables)
      expect(
        policies.filter((policy) => policy.table === table),
        table,
      ).toEqual([])
  })

  it('T2: the login of the application owns no table and bypasses no policy', async () => {
    const [login] = await asApp(
      async (client) =>
        (
          await client.query(`select rolsuper, rolbypassrls, rolcreaterole, pg_has_role('vitrine_platform', 'usage') as platform,
          (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`)
        ).rows,
    )
    expect(login).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, platform: false, owned: 0 })
  })

  it('T3: a connection without a session reads no rows', async () => {
    const own = await tenantTables()
    await asApp(async (client) => {
      for (const table of [...own, ...partnerTables, 'users', 'audit_entries']) {
        const { rows: seen } = await client.query(`select 1 from ${table}`)
        expect(seen, table).toEqual([])
      }
      await expect(client.query('select 1 from sessions')).rejects.toThrow(/permission denied/)
    })
  })

  it('T3: the tenant of a connection ends with the transaction', async () => {
    await asApp(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenants.norte.id])
      expect((await client.query('select 1 from memberships')).rowCount).toBeGreaterThan(0)
      await client.query('commit')
      expect((await client.query('select 1 from memberships')).rowCount).toBe(0)
    })
  })

  it('T4: refuses an insert of a row that belongs to another tenant', async () => {
    await asApp(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenants.norte.id])
      const intrusion = client.query(`insert into user_groups (tenant_id, name) values ($1, 'x')`, [tenants.sul.id])
      await expect(intrusion).rejects.toThrow(/row-level security/)
    })
  })

  it('T4: a tenant reads the accounts of its partner and changes only its own', async () => {
    await portal.platform((db) =>
      db
        .insertInto('embedding_accounts')
        .values({
          partner_id: tenants.norte.partner_id,
          name: 'Partner’s',
          kind: 'powerbi',
          directory_id: 'd',
          app_id: 'a',
          secret_sealed: Buffer.from('x'),
        })
        .execute(),
    )
    await asApp(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.partner_id', $2, true)`, [
        tenants.norte.id,
        tenants.norte.partner_id,
      ])
      expect((await client.query('select 1 from embedding_accounts')).rowCount).toBe(1)
      expect((await client.query(`update embedding_accounts set name = 'Mine'`)).rowCount).toBe(0)
      expect((await client.query('delete from embedding_accounts')).rowCount).toBe(0)
    })
  })

  it('T4: a tenant reads the custom fields of its partner and changes only its own', async () => {
    const partner_id = tenants.norte.partner_id
    await portal.platform((db) =>
      db.insertInto('custom_fields').values({ partner_id, name: 'Partner’s', kind: 'text' }).execute(),
    )
    await asApp(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.partner_id', $2, true)`, [
        tenants.norte.id,
        partner_id,
      ])
      expect((await client.query('select 1 from custom_fields')).rowCount).toBe(1)
      expect((await client.query(`update custom_fields set name = 'Mine'`)).rowCount).toBe(0)
      expect((await client.query('delete from custom_fields')).rowCount).toBe(0)
      const intrusion = client.query(
        `insert into custom_fields (partner_id, tenant_id, name, kind) values ($1, null, 'x', 'text')`,
        [partner_id],
      )
      await expect(intrusion).rejects.toThrow(/row-level security/)
    })
  })

  it('T4: only the listed functions are SECURITY DEFINER, and each has a fixed search path', async () => {
    const functions = await rows<{ name: string; owner: string; bound: boolean }>(
      // A `begin atomic` body (prosqlbody) needs no search path: its names were resolved when the function was created.
      `select proname as name, pg_get_userbyid(proowner) as owner,
              prosqlbody is not null or coalesce('search_path=public, pg_temp' = any(proconfig), false) as bound
         from pg_proc where prosecdef and pronamespace in ('app'::regnamespace, 'public'::regnamespace) order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual(Object.keys(definerFunctions).toSorted())
    for (const { name, owner, bound } of functions) {
      expect([owner, bound], name).toEqual(['vitrine_platform', true])
    }
  })

  it('T4: every view checks the rights of its caller', async () => {
    const views =
      await rows(`select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce('security_invoker=true' = any(reloptions), false)`)
    expect(views).toEqual([])
  })

  it('T4: every foreign key between tables of a tenant includes tenant_id', async () => {
    const names = (await tenantTables()).map((name) => `'${name}'`).join(', ')
    const loose = await rows<{ name: string }>(`
      select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
       where c.contype = 'f' and t.relname in (${names})
         and r.relname in (${names})
         and not exists (select from unnest(c.conkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k and a.attname = 'tenant_id')`)
    expect(loose).toEqual([])
  })

  it('D5: the application cannot update or delete audit entries', async () => {
    await asApp(async (client) => {
      await expect(client.query(`update audit_entries set event = 'x'`)).rejects.toThrow(/permission denied/)
      await expect(client.query('delete from audit_entries')).rejects.toThrow(/permission denied/)
    })
  })

  it('Z2: the application cannot make a user staff', async () => {
    await asApp(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true)`, [
        tenants.norte.id,
        people.adminOfNorte.id,
      ])
      await expect(
        client.query(`update users set staff = 'a2m' where id = $1`, [people.adminOfNorte.id]),
      ).rejects.toThrow(/permission denied/)
    })
  })
})

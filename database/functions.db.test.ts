// Where the functions of a migrated database come from: each from one file of database/functions.
import type pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { onOwner } from '#testing/global-setup.ts'
import { onNewDatabase } from '#testing/new-database.ts'
import { testPortal } from '#testing/portal.ts'

const portal = testPortal()

/** Functions and procedures of our schemas: not of PostgreSQL, an extension or the job queue. */
const ours = `
  p.pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pgboss')
  and p.pronamespace::regnamespace::text not like 'pg\\_%'
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

async function functionsOf(owner: pg.Client, condition = 'true'): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where ${ours} and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Function → the files that write it into the catalog, each tried in a transaction of its own. */
async function filesOfFunctions(owner: pg.Client): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>()
  for (const { name: file, sql } of await readSqlFiles('functions')) {
    await owner.query('begin')
    await owner.query(sql)
    for (const name of await functionsOf(owner, 'p.xmin = pg_current_xact_id()::xid'))
      files.set(name, [...(files.get(name) ?? []), `${file}.sql`])
    await owner.query('rollback')
  }
  return files
}

it('each function has exactly one file of database/functions', async () => {
  await onOwner(portal.ownerUrl, async (owner) => {
    const all = await functionsOf(owner)
    expect(all.length).toBeGreaterThan(150)
    const files = await filesOfFunctions(owner)
    const migrations = await readSqlFiles('migrations')
    const faults = all
      .filter((name) => files.get(name)?.length !== 1)
      .map((name) => {
        const found = files.get(name)
        if (found) return `${name} is in ${found.join(' and ')}: leave it in one.`
        const start = `${name.split('(')[0]}(`
        const last = migrations.findLast(({ sql }) => sql.includes(start))?.name
        return `${name} is in no file: add its text, last in database/migrations/${last}.sql, to database/functions.`
      })
    expect(faults).toEqual([])
    expect([...files.keys()].filter((name) => !all.includes(name))).toEqual([])
  })
})

/**
 * Procedures, because migrations run them, and functions whose results are stored: by an index, a generated column or a checked constraint, and
 * what those call. A call in a body that is text (`as $$`) is not followed.
 */
const changedByMigrationsOnly = `
  with recursive stored(oid) as (
    select d.refobjid from pg_depend d
     where d.refclassid = 'pg_proc'::regclass
       and (d.classid = 'pg_constraint'::regclass
         or d.classid = 'pg_class'::regclass and exists (select from pg_index i where i.indexrelid = d.objid)
         or d.classid = 'pg_attrdef'::regclass and exists (
              select from pg_attrdef a join pg_attribute c on c.attrelid = a.adrelid and c.attnum = a.adnum
               where a.oid = d.objid and c.attgenerated <> ''))
    union
    select d.refobjid from stored s join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = s.oid
     where d.refclassid = 'pg_proc'::regclass)
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p where ${ours} and (p.prokind = 'p' or p.oid in (select oid from stored)) order by 1`

it('a function whose results are stored, and a procedure, has the text that the migrations give it', async () => {
  const query = async (owner: pg.Client) =>
    (await owner.query<{ name: string; definition: string }>(changedByMigrationsOnly)).rows
  const present = await onOwner(portal.ownerUrl, query)
  const names = present.map(({ name }) => name)
  // One of each: a procedure, a constraint, an index, a generated column, and what its function calls.
  for (const start of ['row_policy(', 'is_timezone(', 'plain(', 'standing_refusal(', 'refuse_blocked('])
    expect(names.filter((name) => name.startsWith(`app.${start}`))).toHaveLength(1)
  await onNewDatabase(async (url, owner) => {
    await migrate(url, [])
    expect(await query(owner)).toEqual(present)
  })
})

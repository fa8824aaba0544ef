import type pg from 'pg'
import { expect, it } from 'vitest'
import { onNewDatabase } from '#testing/new-database.ts'
import { migrate } from './migrate.ts'
import { readSqlFiles } from './sql-files.ts'

const relations = async (owner: pg.Client) =>
  (
    await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select nspname from pg_namespace where nspname in ('app', 'pgboss')`,
    )
  ).rows.map(({ name }) => name)

it('runs every migration, then every file of functions, once on an empty database', async () => {
  await onNewDatabase(async (url) => {
    const migrations = (await readSqlFiles('migrations')).map(({ name }) => name)
    const functions = (await readSqlFiles('functions')).map(({ name }) => `functions/${name}`)
    expect(await migrate(url)).toEqual([...migrations, ...functions])
    expect(await migrate(url)).toEqual([])
  })
})

it('refuses a database of the files from before the baseline and writes nothing to it', async () => {
  await onNewDatabase(async (url, owner) => {
    await owner.query('create table migrations (name text primary key, hash text not null)')
    await owner.query(`insert into migrations values ('2026-11-21-01-ground', 'x'), ('2026-11-21-44-sort-names', 'y')`)
    await expect(migrate(url)).rejects.toThrow(/made by a version from before 22 November 2026/)
    expect(await relations(owner)).toEqual(['migrations'])
    expect((await owner.query('select from migrations')).rowCount).toBe(2)
  })
})

it('refuses a newer database and writes nothing to it', async () => {
  await onNewDatabase(async (url, owner) => {
    await owner.query('create table migrations (name text primary key, hash text not null)')
    await owner.query(`insert into migrations values ('2999-01-01-01-beyond', 'x')`)
    await expect(migrate(url)).rejects.toThrow('it has the migration 2999-01-01-01-beyond.')
    expect(await relations(owner)).toEqual(['migrations'])
  })
})

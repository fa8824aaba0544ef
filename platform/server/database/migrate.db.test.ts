import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { expect, inject, it } from 'vitest'
import { onOwner, withDatabase } from '#testing/global-setup.ts'
import { migrate, readMigrations } from './migrate.ts'

/** Runs `work` on a new empty database and drops it. */
async function onNewDatabase(work: (url: string, owner: pg.Client) => Promise<void>): Promise<void> {
  const server = inject('ownerUrl')
  const name = `vitrine_t${randomBytes(6).toString('hex')}`
  await onOwner(server, (owner) => owner.query(`create database ${name}`))
  const url = withDatabase(server, name)
  try {
    await onOwner(url, (owner) => work(url, owner))
  } finally {
    await onOwner(server, (owner) => owner.query(`drop database ${name} with (force)`))
  }
}

const relations = async (owner: pg.Client) =>
  (
    await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select nspname from pg_namespace where nspname in ('app', 'pgboss')`,
    )
  ).rows.map(({ name }) => name)

it('runs every migration once on an empty database', async () => {
  await onNewDatabase(async (url) => {
    const names = (await readMigrations()).map(({ name }) => name)
    expect(await migrate(url)).toEqual(names)
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

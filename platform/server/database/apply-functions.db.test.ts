import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { onNewDatabase } from '#testing/new-database.ts'
import { testPortal } from '#testing/portal.ts'
import { migrate } from './migrate.ts'
import { type SqlFile, readSqlFiles, sqlFile } from './sql-files.ts'

const portal = testPortal()
let ours: SqlFile[]
beforeAll(async () => {
  ours = await readSqlFiles('functions')
})

const word = (file: string, name: string, body: string) =>
  sqlFile(file, `create or replace function app.${name}() returns text stable language sql return ${body};`)
const apply = (...files: SqlFile[]) => migrate(portal.ownerUrl, [...ours, ...files])
const say = (name: string) =>
  onOwner(
    portal.ownerUrl,
    async (owner) => (await owner.query<{ said: string }>(`select app.${name}() as said`)).rows[0]?.said,
  )
const records = () =>
  onOwner(portal.ownerUrl, async (owner) => (await owner.query('select * from applied_functions order by file')).rows)

describe('the files of functions', () => {
  it('are applied when their text has changed, and each alone', async () => {
    expect(await apply()).toEqual([])
    expect(await apply(word('zz', 'greeting', "'oi'"))).toEqual(['functions/zz'])
    const before = await records()
    expect(await apply(word('zz', 'greeting', "'oi'"))).toEqual([])
    expect(await records()).toEqual(before)
    expect(await apply(word('zz', 'greeting', "'olá'"))).toEqual(['functions/zz'])
    expect(await say('greeting')).toBe('olá')
    expect((await records()).slice(0, -1)).toEqual(before.slice(0, -1))
  })

  it('are applied again after they were taken away and came back', async () => {
    await apply(word('zz', 'farewell', "'tchau'"))
    expect(await apply()).toEqual([])
    expect(await records()).toHaveLength(ours.length)
    expect(await apply(word('zz', 'farewell', "'tchau'"))).toEqual(['functions/zz'])
  })

  it('leave the database as it was when one is broken, and the error names file, line and reason', async () => {
    await apply(word('y', 'first_word', "'um'"))
    const before = await records()
    const broken = sqlFile(
      'z',
      `${word('z', 'second_word', "'dois'").sql}\n\n${word('z', 'third_word', 'no_such_column').sql}`,
    )
    await expect(apply(word('y', 'first_word', "'one'"), broken)).rejects.toThrow(
      'The file database/functions/z.sql failed, line 3: column "no_such_column" does not exist',
    )
    expect(await say('first_word')).toBe('um')
    await expect(say('second_word')).rejects.toThrow(/does not exist/)
    expect(await records()).toEqual(before)
  })

  it('wait for the file that has a function which they call', async () => {
    const files = [
      word('a', 'sentence', 'app.subject()'),
      word('b', 'subject', 'app.noun()'),
      word('c', 'noun', "'meta'"),
    ]
    expect(await apply(...files)).toEqual(['functions/a', 'functions/b', 'functions/c'])
    expect(await say('sentence')).toBe('meta')
  })

  it('are refused when they call a function that no file has', async () => {
    await expect(apply(word('a', 'missing', 'app.nowhere()'), word('b', 'present', "'x'"))).rejects.toThrow(
      'The file database/functions/a.sql failed, line 1: function app.nowhere() does not exist',
    )
    await expect(say('present')).rejects.toThrow(/does not exist/)
  })

  it('are applied once by two migrators at the same time', async () => {
    const changed = word('zz', 'counted', "'once'")
    const results = await Promise.all([apply(changed), apply(changed)])
    expect(results.toSorted((a, b) => a.length - b.length)).toEqual([[], ['functions/zz']])
  })

  it('are all applied after a migration: it may bring an older text of a function', async () => {
    await onOwner(portal.ownerUrl, async (owner) => {
      const stamp = await definitionOf(owner, 'on_platform')
      // This migration only replaces that function, so it can run again.
      await owner.query(`delete from migrations where name = '2026-11-23-25-on-platform-without-session'`)
      await owner.query('create or replace function app.on_platform() returns boolean stable language sql return true')
      const later = sqlFile(
        'zz',
        'create or replace function app.on_platform() returns boolean stable language sql return false;',
      )
      const others = ours.map((file) => sqlFile(file.name, file.sql))
      expect(await migrate(portal.ownerUrl, [...others, later])).toHaveLength(1 + others.length + 1)
      expect(await definitionOf(owner, 'on_platform')).toContain('RETURN false')
      await owner.query(`delete from migrations where name = '2026-11-23-25-on-platform-without-session'`)
      expect(await apply()).toHaveLength(1 + ours.length)
      expect(await definitionOf(owner, 'on_platform')).toBe(stamp)
    })
  })

  it('do not wait for a transaction that uses a function, and such a transaction goes on', async () => {
    await apply(word('zz', 'shown', "'old'"))
    await onOwner(portal.databaseUrl, async (app) => {
      await app.query('begin')
      const shown = async () => (await app.query<{ shown: string }>('select app.shown()')).rows[0]?.shown
      expect(await shown()).toBe('old')
      await apply(word('zz', 'shown', "'new'"))
      // It may have the former text to its end.
      expect(await shown()).toMatch(/^(old|new)$/)
      await app.query('commit')
      expect(await shown()).toBe('new')
    })
  })

  it('keep owner and rights of a function, and give them to a new one', async () => {
    const secret = (answer: string) =>
      sqlFile(
        'zz',
        `create or replace function app.secret() returns text stable language sql security definer set search_path = public, pg_temp
           as $$ select '${answer}' $$;
         call app.callable_platform_function('app.secret');`,
      )
    await apply(secret('one'))
    const before = await onOwner(portal.ownerUrl, (owner) => rightsOf(owner, 'secret'))
    expect(before).toMatchObject({ owner: 'vitrine_platform', everybody: false, application: true })
    await apply(secret('two'))
    expect(await onOwner(portal.ownerUrl, (owner) => rightsOf(owner, 'secret'))).toEqual(before)
  })
})

it('a database that ran all migrations and no file gets every function', async () => {
  await onNewDatabase(async (url) => {
    await migrate(url, [])
    expect(await migrate(url)).toEqual(ours.map(({ name }) => `functions/${name}`))
  })
})

async function definitionOf(owner: pg.Client, name: string): Promise<string | undefined> {
  const query = `select pg_get_functiondef(('app.' || $1)::regproc) as text`
  return (await owner.query<{ text: string }>(query, [name])).rows[0]?.text
}

async function rightsOf(owner: pg.Client, name: string) {
  const { rows } = await owner.query(
    `select proowner::regrole::text as owner, proacl::text as acl, has_function_privilege('vitrine_app', oid, 'execute') as application,
            exists (select from aclexplode(proacl) where grantee = 0) as everybody
       from pg_proc where proname = $1 and pronamespace = 'app'::regnamespace`,
    [name],
  )
  return rows[0]
}

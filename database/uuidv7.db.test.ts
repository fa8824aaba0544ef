import { describe, expect, it } from 'vitest'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'

const portal = testPortal()

/** The function for PostgreSQL 16 and 17, under another name: a database of PostgreSQL 18 replaces it with the built-in one. */
async function functionWithoutBuiltIn(): Promise<string> {
  const ids = (await readSqlFiles('functions')).find(({ name }) => name === 'ids')?.sql ?? ''
  const [definition] = /create or replace function app\.uuidv7\(\)[^;]*;/.exec(ids) ?? []
  if (!definition) throw new Error('database/functions/ids.sql defines app.uuidv7()')
  return definition.replace('app.uuidv7()', 'pg_temp.uuidv7_without_builtin()')
}

const judge = (name: string) => `
  with ids as materialized (select ${name}() as id from generate_series(1, 2000))
  select count(distinct id)::integer as different,
         bool_and(substr(id::text, 15, 1) = '7') as version,
         bool_and(substr(id::text, 20, 1) in ('8', '9', 'a', 'b')) as variant,
         bool_and(abs(('x0000' || translate(substr(id::text, 1, 13), '-', ''))::bit(64)::bigint
           - extract(epoch from clock_timestamp()) * 1000) < 60000) as present
    from ids`

describe('an id of version 7', () => {
  it.each(['app.uuidv7', 'pg_temp.uuidv7_without_builtin'])('is unique and carries the time: %s', async (name) => {
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query(await functionWithoutBuiltIn())
      const { rows } = await owner.query(judge(name))
      expect(rows).toEqual([{ different: 2000, version: true, variant: true, present: true }])
    })
  })

  it.each(['app.uuidv7', 'pg_temp.uuidv7_without_builtin'])('sorts after earlier ids: %s', async (name) => {
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query(await functionWithoutBuiltIn())
      const ids: string[] = []
      for (let index = 0; index < 50; index++)
        ids.push((await owner.query<{ id: string }>(`select ${name}() as id`)).rows[0]?.id ?? '')
      expect(ids).toEqual(ids.toSorted())
    })
  })
})

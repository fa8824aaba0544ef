// A group of 10,000 members and patches of 200 operations: what they change, and how long they take. The times are printed and not tested.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scimPatch } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { connectDirectory, groupSchema, type TestDirectory } from '#testing/scim-directory.ts'

const portal = testPortal()
const tenantId = tenants.norte.id
const { operations: most, members: size } = scimPatch
let directory: TestDirectory
let ids: string[] = []
let groupId = ''
const times: string[] = []

beforeAll(async () => {
  directory = await connectDirectory(portal)
  ids = await portal.platform(async (db) => {
    await db.updateTable('tenants').set({ user_limit: 20_000 }).where('id', '=', tenantId).execute()
    const { rows } = await sql<{ id: string }>`
      insert into users (email, name, home_tenant_id)
      select 'many' || n || '@directory.example', 'Pessoa ' || n, ${tenantId}::uuid from generate_series(1, ${size}::integer) n returning id`.execute(
      db,
    )
    // In parts, because each row checks the limit of people, and a statement has a time limit.
    for (let from = 0; from < size; from += 1_000) {
      const part = rows.slice(from, from + 1_000).map(({ id }) => ({ tenant_id: tenantId, user_id: id }))
      await db.insertInto('memberships').values(part).execute()
    }
    return rows.map(({ id }) => id)
  })
  groupId = (await directory.addGroup()).id
})
afterAll(() => process.stdout.write(`SCIM, a group of ${String(size)} members:\n${times.join('\n')}\n`))

const members = (of: readonly string[]) => of.map((value) => ({ value }))
const count = async () => {
  const { rows } = await portal.platform((db) =>
    sql<{ n: number }>`select count(*)::integer as n from user_group_members where group_id = ${groupId}::uuid`.execute(
      db,
    ),
  )
  return rows[0]?.n
}

async function timed(what: string, work: () => Promise<{ status: number }>): Promise<number> {
  const start = performance.now()
  const { status } = await work()
  times.push(`  ${what.padEnd(64)} ${(performance.now() - start).toFixed(0).padStart(6)} ms`)
  return status
}

/** The ids in as many parts as a patch may have operations. */
const parts = () => Array.from({ length: most }, (_, at) => ids.slice((at * size) / most, ((at + 1) * size) / most))
const patch = (operations: object[]) => directory.patch(`/Groups/${groupId}`, ...operations)

describe('a group of 10,000 members', () => {
  it('is filled and emptied by 200 operations', async () => {
    const fill = parts().map((part) => ({ op: 'add', path: 'members', value: members(part) }))
    expect([await timed('200 × add of 50 members', () => patch(fill)), await count()]).toEqual([204, size])
    expect([await timed('200 × add of 50 members who are there', () => patch(fill)), await count()]).toEqual([
      204,
      size,
    ])
    const empty = parts().map((part) => ({ op: 'remove', path: 'members', value: members(part) }))
    expect([await timed('200 × remove of 50 members', () => patch(empty)), await count()]).toEqual([204, 0])
  })

  it('is replaced as a whole, and changed by 200 operations of one member each', async () => {
    const body = { schemas: [groupSchema], displayName: 'Dez mil', members: members(ids) }
    const put = () => directory.send(`/Groups/${groupId}?attributes=displayName`, { method: 'PUT', body })
    expect([await timed('PUT with 10,000 members', put), await count()]).toEqual([200, size])
    expect([await timed('PUT with the same 10,000 members', put), await count()]).toEqual([200, size])
    const some = ids.slice(0, most)
    const listed = some.map((value) => ({ op: 'remove', path: 'members', value: [{ value }] }))
    expect([await timed('200 × remove of 1 member', () => patch(listed)), await count()]).toEqual([204, size - most])
    const added = some.map((value) => ({ op: 'add', path: 'members', value: [{ value }] }))
    expect([await timed('200 × add of 1 member', () => patch(added)), await count()]).toEqual([204, size])
    const selected = some.map((value) => ({ op: 'remove', path: `members[value eq "${value}"]` }))
    expect([await timed('200 × remove of 1 member by a filter', () => patch(selected)), await count()]).toEqual([
      204,
      size - most,
    ])
    const replaced = some.map((value) => ({ op: 'replace', path: 'members', value: [{ value }] }))
    expect([await timed('200 × replace of all members by 1', () => patch(replaced)), await count()]).toEqual([204, 1])
  })
})

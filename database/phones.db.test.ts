import { expect, it } from 'vitest'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal()

/** Runs the migration once more on stored numbers, in a transaction that is rolled back. Returns the numbers after it, in the same order. */
async function migrated(timezone: string, numbers: readonly [string, string]): Promise<(string | null)[]> {
  const sql = (await readSqlFiles('migrations')).find(({ name }) => name.endsWith('-phones-as-e164'))?.sql ?? ''
  const who = [people.userOfNorte.id, people.otherUserOfNorte.id].toSorted()
  return onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin; set local role vitrine_platform')
    await owner.query('update settings set timezone = $2 where tenant_id = $1', [tenants.norte.id, timezone])
    await owner.query('update memberships set phone = null where tenant_id = $1', [tenants.norte.id])
    for (const [index, id] of who.entries())
      await owner.query('update memberships set phone = $2 where user_id = $1', [id, numbers[index]])
    await owner.query(sql)
    const { rows } = await owner.query<{ phone: string | null }>(
      'select phone from memberships where user_id = any($1::uuid[]) order by user_id',
      [who],
    )
    await owner.query('rollback')
    return rows.map(({ phone }) => phone)
  })
}

it.each([
  ['America/Sao_Paulo', ['11912345678', '8433334444'], ['+5511912345678', '+558433334444']],
  ['America/Manaus', ['5592912345678', '092912345679'], ['+5592912345678', '+5592912345679']],
  ['America/Sao_Paulo', ['12345678', '20912345678'], ['12345678', '20912345678']],
  ['America/Sao_Paulo', ['11912345678', '+5511912345678'], ['11912345678', '+5511912345678']],
  ['America/Sao_Paulo', ['11912345678', '5511912345678'], ['+5511912345678', '5511912345678']],
  ['Europe/Lisbon', ['912345678', '351211234567'], ['+351912345678', '+351211234567']],
  ['Europe/Paris', ['11912345678', '912345678'], ['11912345678', '912345678']],
] as const)('the migration of numbers in %s: %j become %j', async (timezone, before, after) => {
  expect(await migrated(timezone, before)).toEqual(after)
})

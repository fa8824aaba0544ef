// The fragments that take a person in SQL, inside queries of every table name: a name that a fragment uses itself would hide the caller's.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { resellers } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'
import { filterValues, grantsFor, isGranted, type PersonColumns, reportColumns } from './queries.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [member, other] = [people.userOfNorte.id, people.adminOfNorte.id]

let field = ''

beforeAll(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_grants').execute()
    const { id: group_id } = await db
      .insertInto('user_groups')
      .values({ tenant_id, name: 'Vendedores' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: identity_field } = await db
      .insertInto('custom_fields')
      .values({ partner_id: tenants.norte.partner_id, tenant_id, name: 'Região', kind: 'text' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [user_id, region] of [
      [member, 'Norte'],
      [other, 'Sul'],
    ] as const)
      await db
        .updateTable('memberships')
        .set({ custom: JSON.stringify({ [identity_field]: region }) })
        .where('user_id', '=', user_id)
        .where('tenant_id', '=', tenant_id)
        .execute()
    await db.insertInto('user_group_members').values({ tenant_id, group_id, user_id: member }).execute()
    const grant = {
      tenant_id,
      report_id: resellers,
      group_id,
      roles: ['Salesperson'],
      identity: 'field',
      identity_field,
    }
    await db.insertInto('report_grants').values(grant).execute()
    await db
      .updateTable('reports')
      .set({ filters: JSON.stringify([{ field: identity_field, table: 'Loja', column: 'Região' }]) })
      .where('id', '=', resellers)
      .execute()
    field = identity_field
  }),
)

type Found = {
  user_id: string
  grants: { field_value: string }[]
  opens: boolean
  filters: Record<string, { values: string[] }>
}

/** What the fragments say of two members, in a query whose table of members has this name. */
async function foundIn(name: string): Promise<Found[]> {
  const id = sql.ref(`${name}.user_id`)
  const person: PersonColumns = { id, manages: sql`false`, today: sql`current_date` }
  const { rows } = await portal.platform((db) =>
    sql<Found>`
      select ${id}, ${grantsFor(reportColumns, person)} as grants, ${isGranted(reportColumns, person)} as opens,
             ${filterValues(person)} as filters
        from memberships ${sql.ref(name)}
        join reports r on r.tenant_id = ${sql.ref(`${name}.tenant_id`)} and r.id = ${resellers}
       where ${sql.ref(`${name}.tenant_id`)} = ${tenant_id} and ${id} in (${member}, ${other})`.execute(db),
  )
  return rows
}

describe('E6: grants of a group', () => {
  // `r` is the report, and `x` the grant.
  it.each('a b c d e f g h i j k l m n o p q s t u v w y z'.split(' '))(
    'are those of its members only, where members are called %s',
    async (name) => {
      const found = await foundIn(name)
      const of = (userId: string) => found.find(({ user_id }) => user_id === userId)
      const values = (userId: string) => of(userId)?.filters[field]?.values
      expect(of(member)).toMatchObject({
        opens: true,
        grants: [{ field_value: 'Norte' }],
      })
      expect(of(other)).toMatchObject({ opens: false, grants: [] })
      expect([values(member), values(other)]).toEqual([['Norte'], ['Sul']])
    },
  )
})

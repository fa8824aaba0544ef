import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compiled, compiledById, queryBuilder } from './kysely.ts'

const query = (id: string) =>
  queryBuilder
    .selectFrom('reports')
    .select(['id', sql<string>`coalesce(description, ${'none'})`.as('description')])
    .where('name', '<>', 'x')
    .where((eb) => eb.or([eb('id', '=', id), eb('subgroup_id', '=', id)]))

test('a query compiled once equals the query compiled for each id', () => {
  const once = compiledById(query)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      const { sql, parameters } = compiled(query(id))
      expect(once(id)).toEqual({ sql, parameters, single: true })
    }),
  )
})

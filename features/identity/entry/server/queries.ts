// Queries for all authentication methods: who the person is, and whether they may sign in at a host. The SQL runs before a session exists,
// with the platform's view of all tenants, so every statement looks up exact keys.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export { type Person, refusalAt, shownIdentity } from './rules.ts'

/** Finds the person with this e-mail, with the fields that decide at which hosts they may sign in; undefined when there is none. */
export function findPerson(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'name',
      'password_hash',
      'password_changed_at',
      'auth_type',
      'language',
      'staff',
      'partner_id',
      eb
        .selectFrom('memberships')
        .select(sql<string[]>`coalesce(array_agg(tenant_id), '{}')`.as('ids'))
        .whereRef('memberships.user_id', '=', 'users.id')
        .as('tenant_ids'),
      sql<boolean>`exists (select from memberships m where m.user_id = users.id and m.state <> 'D')`.as('has_tenant'),
    ])
    .where('email', '=', email)
    .executeTakeFirst()
}

import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { AccountKind, listAccounts } from '../contract.ts'
import { isVisible } from './queries.ts'

/** Whether the account belongs to the session's scope, and not to the partner above it. Only such accounts can be changed. */
const isOwn = sql<boolean>`a.tenant_id is not distinct from app.tenant_id()`
const ownOnly = (column: string) => sql<string | null>`case when ${isOwn} then ${sql.ref(column)} end`

/** Rows of accounts. The size of a capacity is the one that was last seen at Azure, because an administrator may have changed it there. */
const rowQuery = () =>
  queryBuilder
    .selectFrom('embedding_accounts as a')
    .select([
      'a.id',
      'a.name',
      sql<AccountKind>`a.kind`.as('kind'),
      sql<'partner' | 'tenant'>`case when a.tenant_id is null then 'partner' else 'tenant' end`.as('owner'),
      ownOnly('a.directory_id').as('directory_id'),
      ownOnly('a.app_id').as('app_id'),
      ownOnly('a.object_id').as('object_id'),
      ownOnly('a.subscription_id').as('subscription_id'),
      ownOnly('a.azure_workspace_id').as('azure_workspace_id'),
      ownOnly('a.resource_group').as('resource_group'),
      ownOnly('a.capacity_name').as('capacity_name'),
      sql<string | null>`case when ${isOwn} then coalesce(
        (select c.size from capacities c where c.account_id = a.id and c.size is not null limit 1), a.capacity_size) end`.as(
        'capacity_size',
      ),
      isOwn.as('is_own'),
      'a.created_at',
      'a.version',
      sql<number>`(select count(*)::int from workspaces w where w.account_id = a.id)`.as('workspaces'),
    ])
    .where(isVisible)

export type AccountListed = Awaited<ReturnType<ReturnType<typeof rowQuery>['executeTakeFirstOrThrow']>>

export function pageQuery({ kind, ...options }: InputOf<typeof listAccounts>) {
  let query = rowQuery()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(options.sort === 'name' ? plain('a.name') : options.sort, options.order)
    .orderBy('a.id')
    .limit(options.size)
    .offset(offsetOf(options))
  if (kind) query = query.where('a.kind', '=', kind)
  return options.search ? query.where(contains(sql.ref('a.name'), options.search)) : query
}

/** Number of accounts in a picker; a more specific search finds the others. */
const choices = 20

export const selectQuery = (search: string) =>
  queryBuilder
    .selectFrom('embedding_accounts as a')
    .select(['a.id as value', 'a.name as label', sql<AccountKind>`a.kind`.as('kind')])
    .where(isVisible)
    .where(contains(sql.ref('a.name'), search))
    .orderBy(plain('a.name'))
    .orderBy('a.id')
    .limit(choices)

export const findQuery = (id: string) => rowQuery().where('a.id', '=', id)

/**
 * Locks an account of the session's own scope; undefined for accounts of others and of the partner above. The policy own_update applies to
 * rows that are locked as well.
 */
export function findOwnForUpdate(db: Database, id: string) {
  return db
    .selectFrom('embedding_accounts as a')
    .select(['a.id', 'a.name', 'a.kind', 'a.directory_id', 'a.app_id', 'a.object_id', 'a.secret_sealed', 'a.version'])
    .select(['a.subscription_id', 'a.azure_workspace_id', 'a.resource_group', 'a.capacity_name', 'a.capacity_size'])
    .where('a.id', '=', id)
    .where(isVisible)
    .forUpdate('a')
    .executeTakeFirst()
}

export type AccountFields = {
  name: string
  kind: AccountKind
  directory_id: string
  app_id: string
  object_id: string | null
} & Partial<Record<CapacityField, string | null | undefined>>

type CapacityField = 'subscription_id' | 'azure_workspace_id' | 'resource_group' | 'capacity_name' | 'capacity_size'

export type NewAccount = AccountFields & { secret_sealed: Buffer }

/** Adds an account to the session's scope: a business unit, or the partner. */
export async function add(db: Database, actor: Actor & { partnerId: string }, account: NewAccount): Promise<string> {
  const { id } = await db
    .insertInto('embedding_accounts')
    .values({ ...account, partner_id: actor.partnerId, tenant_id: actor.tenantId, registered_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type AccountChange = { [Field in keyof NewAccount]?: NewAccount[Field] | undefined }

/** Changes the given fields of an account; absent fields stay unchanged. */
export async function update(db: Database, id: string, change: AccountChange): Promise<void> {
  await db
    .updateTable('embedding_accounts')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('embedding_accounts').where('id', '=', id).execute()
}

/** Locks and returns every encrypted secret of the platform, for platform-wide work. */
export function lockSealed(db: Database) {
  return db.selectFrom('embedding_accounts').select(['id', 'secret_sealed']).orderBy('id').forUpdate().execute()
}

export async function replaceSealed(db: Database, id: string, secret_sealed: Buffer): Promise<void> {
  await db.updateTable('embedding_accounts').set({ secret_sealed }).where('id', '=', id).execute()
}

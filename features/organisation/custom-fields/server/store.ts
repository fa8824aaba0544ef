import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { FieldDefinition, CustomKind, customFieldCalls } from '../contract.ts'

/** Whether the field belongs to the session's scope, and not to the partner above it. Only such fields can be changed. */
const isOwn = sql<boolean>`r.tenant_id is not distinct from (select app.tenant_id())`

/** Number of people with a value of the field: in this business unit, or for a partner in all its business units. */
const counts = sql<{ field_id: string; people: number }>`app.people_by_field()`.as<'c'>('c')
const people = sql<number>`coalesce(c.people, 0)`

const rowQuery = () =>
  queryBuilder
    .selectFrom('custom_fields as r')
    .innerJoin('partners as p', 'p.id', 'r.partner_id')
    .leftJoin(counts, 'c.field_id', 'r.id')
    .select([
      'r.id',
      'r.name',
      'r.options',
      'r.required',
      'r.searchable',
      'r.in_registration',
      'r.created_at',
      'r.version',
    ])
    .select([
      sql<CustomKind>`r.kind`.as('kind'),
      sql<boolean>`r.tenant_id is null`.as('global'),
      sql<string | null>`case when r.tenant_id is null then p.name end`.as('partner'),
      people.as('people'),
      isOwn.as('is_own'),
    ])

export type FieldListed = Awaited<ReturnType<ReturnType<typeof rowQuery>['executeTakeFirstOrThrow']>>

type Options = InputOf<typeof customFieldCalls.list>

const sortColumns: Record<Options['sort'], RawBuilder<unknown>> = {
  name: plain('r.name'),
  kind: sql`r.kind`,
  people,
  created_at: sql`r.created_at`,
}

export function pageQuery({ search, parceiro_id, sort, order, ...page }: Options) {
  let query = rowQuery()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(sortColumns[sort], order)
    .orderBy('r.id')
    .limit(page.size)
    .offset(offsetOf(page))
  if (search) query = query.where(contains(sql`r.name`, search))
  if (parceiro_id) query = query.where('r.partner_id', '=', parceiro_id)
  return query
}

export const findQuery = (id: string) => rowQuery().where('r.id', '=', id)

/** Number of fields in a picker; the user narrows the search to find others. */
const selectSize = 20

export const selectQuery = (search: string) =>
  queryBuilder
    .selectFrom('custom_fields as r')
    .select(['r.id as value', 'r.name as label'])
    .where(contains(sql`r.name`, search))
    .orderBy(sortColumns.name)
    .orderBy('r.id')
    .limit(selectSize)

/** The fields of the business unit and of its partner: the global ones first, then those of the unit, each in the order of creation. */
export const fieldDefinitionsQuery = () =>
  queryBuilder
    .selectFrom('custom_fields as r')
    .select(['r.id', 'r.name', 'r.options', 'r.required', 'r.in_registration', sql<CustomKind>`r.kind`.as('kind')])
    .select(sql<boolean>`r.tenant_id is null`.as('of_partner'))
    .orderBy(sql`r.tenant_id is not null`)
    .orderBy('r.created_at')
    .orderBy('r.id')

/**
 * Reads the fields and protects them against changes until the transaction ends. It takes a shared advisory lock per partner instead of row
 * locks, because row-level security lets a business unit read global fields but not lock them.
 */
export async function lockFieldDefinitions(db: Database): Promise<FieldDefinition[]> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(sql`app.partner_id()`)})`.execute(db)
  const { rows } = await db.executeQuery<FieldDefinition>(fieldDefinitionsQuery().compile())
  return rows
}

const lockOf = (partner: RawBuilder<unknown>) => sql`hashtextextended('custom_fields ' || ${partner}::text, 0)`

/** Locks the field against transactions that check values with it (exclusive advisory lock), then reads it. */
export async function findForChange(db: Database, id: string) {
  await sql`
    select pg_advisory_xact_lock(${lockOf(sql`f.partner_id`)}) from custom_fields f where f.id = ${id}`.execute(db)
  return db
    .selectFrom('custom_fields as r')
    .leftJoin(counts, 'c.field_id', 'r.id')
    .select([
      'r.id',
      'r.partner_id',
      'r.name',
      'r.options',
      'r.required',
      'r.searchable',
      'r.in_registration',
      'r.version',
    ])
    .select([sql<CustomKind>`r.kind`.as('kind'), people.as('people'), isOwn.as('is_own')])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

export type FieldValues = {
  name: string
  kind: CustomKind
  options: string[]
  required: boolean
  searchable: boolean
  in_registration: boolean
}

/** Adds a field. Its owner is the session's scope: a business unit, or the partner. */
export async function add(
  db: Database,
  owner: { partner_id: string; tenant_id: Actor['tenantId'] },
  field: FieldValues,
): Promise<string> {
  const made = db.insertInto('custom_fields').values({ ...field, ...owner })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

/** Counts the fields of an owner. An advisory lock per partner serializes additions. */
export async function countOwn(
  db: Database,
  { partner_id, tenant_id }: { partner_id: string; tenant_id: Actor['tenantId'] },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lockOf(sql`${partner_id}::uuid`)})`.execute(db)
  const { fields } = await db
    .selectFrom('custom_fields')
    .select(({ fn }) => fn.countAll<number>().as('fields'))
    .where('partner_id', '=', partner_id)
    .where(sql<boolean>`tenant_id is not distinct from ${tenant_id}`)
    .executeTakeFirstOrThrow()
  return fields
}

/** Updates a custom field; absent properties stay unchanged. */
export async function update(
  db: Database,
  id: string,
  change: { [Field in keyof FieldValues]?: FieldValues[Field] | undefined },
): Promise<void> {
  await db
    .updateTable('custom_fields')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a field. A trigger removes its values from all people. */
export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('custom_fields').where('id', '=', id).execute()
}

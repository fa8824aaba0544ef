// SQL of the directory's calls, under the row-level security of its business unit. The token is found before the business unit is known.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { CustomValues, FieldDefinition } from '#features/organisation/custom-fields/contract.ts'
import { attributeOfField } from '#features/people/scim/contract.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Attributes, attributeNamed, type FilterTable } from '#platform/server/scim/filter.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import {
  enterpriseSchema,
  groupSchema,
  type Member,
  type MemberChange,
  type PersonChange,
  type StoredGroup,
  type StoredPerson,
  userSchema,
} from './rules.ts'

/** Finds the connection of a valid token. Stores the time of use at most once a minute. */
export async function findConnection(db: Database, tokenHash: Buffer) {
  const { rows } = await sql<{ id: string; tenant_id: string; partner_id: string }>`
    select c.id, c.tenant_id, t.partner_id from scim_connections c join tenants t on t.id = c.tenant_id
     where c.enabled and (c.expires_at is null or c.expires_at > now())
       and (c.token_hash = ${tokenHash} or c.old_token_hash = ${tokenHash} and c.old_valid_until > now())`.execute(db)
  const [found] = rows
  if (!found) return undefined
  await sql`
    update scim_connections set last_used_at = now()
     where id = ${found.id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
  return found
}

const userName = sql<string>`coalesce(m.scim_user_name, u.email)`
/** When the person changed last, in this business unit or in the account. `greatest` ignores null. */
const personModified = sql<Date>`greatest(m.created_at, m.modified_at, u.modified_at)`
const groupModified = sql<Date>`coalesce(g.modified_at, g.created_at)`
/** Answers have milliseconds, so filters compare them. */
const inMilliseconds = (instant: RawBuilder<Date>) => sql<Date>`date_trunc('milliseconds', ${instant})`
const department = { kind: 'text', of: sql<string | null>`m.department` } as const

const personAttributes: Attributes = {
  id: { kind: 'text', of: sql`m.user_id::text`, exact: true },
  username: { kind: 'text', of: userName },
  externalid: { kind: 'text', of: sql`m.scim_external_id`, exact: true },
  displayname: { kind: 'text', of: sql`u.name` },
  'name.formatted': { kind: 'text', of: sql`u.name` },
  'name.givenname': { kind: 'text', of: sql`split_part(u.name, ' ', 1)` },
  'name.familyname': { kind: 'text', of: sql`nullif(substr(u.name, length(split_part(u.name, ' ', 1)) + 2), '')` },
  emails: { kind: 'text', of: sql`u.email` },
  'emails.value': { kind: 'text', of: sql`u.email` },
  'emails.type': { kind: 'text', of: sql`'work'::text` },
  'emails.primary': { kind: 'boolean', of: sql`true` },
  phonenumbers: { kind: 'text', of: sql`m.phone` },
  'phonenumbers.value': { kind: 'text', of: sql`m.phone` },
  'phonenumbers.type': { kind: 'text', of: sql`case when m.phone is not null then 'work' end` },
  'phonenumbers.primary': { kind: 'boolean', of: sql`(case when m.phone is not null then true end)` },
  preferredlanguage: { kind: 'text', of: sql`u.language` },
  department,
  [`${enterpriseSchema.toLowerCase()}:department`]: department,
  active: { kind: 'boolean', of: sql`(m.state <> 'D')` },
  'meta.resourcetype': { kind: 'text', of: sql`'User'::text`, exact: true },
  'meta.created': { kind: 'instant', of: inMilliseconds(sql`m.created_at`) },
  'meta.lastmodified': { kind: 'instant', of: inMilliseconds(personModified) },
  'groups.value': {
    kind: 'member',
    of: (id) => sql`exists (select from user_group_members x where x.user_id = m.user_id and x.group_id::text = ${id})`,
    any: sql`exists (select from user_group_members x where x.user_id = m.user_id)`,
  },
}

/** The attributes of people for filters and sorting; custom fields of one value are texts. */
export const personTable = (fields: readonly FieldDefinition[]): FilterTable => ({
  attributes: {
    ...personAttributes,
    ...Object.fromEntries(
      fields
        .filter(({ kind }) => kind !== 'multiple')
        .map(({ id }) => [
          attributeOfField(id).toLowerCase(),
          { kind: 'text' as const, of: sql<string | null>`m.custom->>(${id}::text)` },
        ]),
    ),
  },
  coreSchema: userSchema,
})

const groupAttributes: Attributes = {
  id: { kind: 'text', of: sql`g.id::text`, exact: true },
  displayname: { kind: 'text', of: sql`g.name` },
  externalid: { kind: 'text', of: sql`g.scim_external_id`, exact: true },
  'meta.resourcetype': { kind: 'text', of: sql`'Group'::text`, exact: true },
  'meta.created': { kind: 'instant', of: inMilliseconds(sql`g.created_at`) },
  'meta.lastmodified': { kind: 'instant', of: inMilliseconds(groupModified) },
  'members.value': memberAttribute(),
  members: memberAttribute(),
}

export const groupTable: FilterTable = { attributes: groupAttributes, coreSchema: groupSchema }

function memberAttribute(): Attributes[string] {
  return {
    kind: 'member',
    of: (id) => sql`exists (select from user_group_members x where x.group_id = g.id and x.user_id::text = ${id})`,
    any: sql`exists (select from user_group_members x where x.group_id = g.id)`,
  }
}

export type Page = {
  condition: Expression<SqlBool> | null
  sort: string | null
  descending: boolean
  offset: number
  limit: number
}

/**
 * Resources without the attribute come last in ascending and first in descending order, and texts are compared without case (RFC 7644,
 * section 3.4.2.3).
 */
const orderOf = (table: FilterTable, { sort, descending }: Page) => {
  const attribute = sort === null ? undefined : attributeNamed(table, sort)
  if (!attribute || attribute.kind === 'member') return sql``
  const value = attribute.kind === 'text' && !attribute.exact ? sql`lower(${attribute.of})` : attribute.of
  return sql`${value} ${descending ? sql`desc nulls first` : sql`asc nulls last`}, `
}

export async function pageOfPeople(
  db: Database,
  page: Page,
  table: FilterTable,
): Promise<{ people: StoredPerson[]; total: number }> {
  const where = page.condition ?? sql`true`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from memberships m join users u on u.id = m.user_id where ${where}`.execute(db)
  if (page.limit === 0) return { people: [], total: counted[0]?.total ?? 0 }
  const { rows } = await sql<StoredPerson>`
    ${selectPerson} where ${where}
    order by ${orderOf(table, page)} m.created_at, m.user_id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { people: rows, total: counted[0]?.total ?? 0 }
}

const selectPerson = sql`
  select m.user_id as id, u.email, u.name, u.language, m.phone, m.department, m.custom, m.state, m.scim_external_id as external_id,
         m.scim_user_name as user_name, m.created_at, ${personModified} as modified_at, m.scim_managed as is_managed,
         u.home_tenant_id = m.tenant_id as is_home, m.profile = 'admin' and not m.scim_managed as is_foreign_admin,
         coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
                     from user_group_members x join user_groups g on g.id = x.group_id where x.user_id = m.user_id), '[]') as groups
    from memberships m join users u on u.id = m.user_id`

/** A person as a directory sees them. `is_foreign_admin`: an administrator whom the directory does not manage. */
export type PresentPerson = StoredPerson & {
  is_home: boolean | null
  is_managed: boolean
  is_foreign_admin: boolean
}

/**
 * Waits for other changes of the directory to the same user name. The database compares user names with e-mails of committed people only
 * (app.require_unique_user_name).
 */
async function lockUserName(db: Database, tenantId: TenantId, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim user name ${tenantId} ${name.toLowerCase()}`}, 0))`.execute(
    db,
  )
}

/** The telephone number, unless another person of the business unit has it: a switchboard's number keeps nobody out. */
const freePhone = (phone: string | null, id: string) =>
  sql<
    string | null
  >`case when not exists (select from memberships o where o.phone = ${phone}::text and o.user_id <> ${id}::uuid) then ${phone}::text end`

export async function findPerson(db: Database, id: string): Promise<PresentPerson | undefined> {
  const { rows } = await sql<PresentPerson>`${selectPerson} where m.user_id::text = ${id} for update of m`.execute(db)
  return rows[0]
}

/** Adds a person whose authentication method is that of the business unit's single sign-on. */
export async function addPerson(
  db: Database,
  tenantId: TenantId,
  person: PersonChange,
  { authType, custom }: { authType: string; custom: CustomValues },
): Promise<string> {
  // `returning id` would read the row, which is visible only through its membership.
  const { rows } = await sql<{ id: string }>`select app.uuidv7() as id`.execute(db)
  const id = rows[0]?.id
  if (!id) throw new Error('app.uuidv7() answers one row')
  const { email, name, language } = person
  await lockUserName(db, tenantId, person.userName)
  await db
    .insertInto('users')
    .values({ id, email, name, auth_type: authType, home_tenant_id: tenantId, ...(language ? { language } : {}) })
    .execute()
  await db
    .insertInto('memberships')
    .values({
      tenant_id: tenantId,
      user_id: id,
      state: person.active ? 'A' : 'D',
      phone: freePhone(person.phone, id),
      department: person.department,
      custom: JSON.stringify(custom),
      ...directoryColumns(person),
    })
    .execute()
  return id
}

/** Makes the membership that a known person got one that the directory maintains. Runs with the platform's view of all tenants. */
export async function maintainMembership(
  db: Database,
  tenantId: string,
  userId: string,
  person: PersonChange,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ ...directoryColumns(person), state: person.active ? 'A' : 'D' })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

const directoryColumns = ({ externalId, userName: name, email }: PersonChange) => ({
  scim_managed: true,
  scim_external_id: externalId,
  scim_user_name: name.toLowerCase() === email ? null : name,
})

/** Replaces the values of the custom fields of a person. */
export async function setCustomValues(db: Database, id: string, custom: CustomValues): Promise<void> {
  await db
    .updateTable('memberships')
    .set((eb) => ({ custom: JSON.stringify(custom), version: eb('version', '+', 1) }))
    .where('user_id', '=', id)
    .execute()
}

/** Updates a person. Name, e-mail and language change only if this is their home business unit. */
export async function updatePerson(
  db: Database,
  tenantId: TenantId,
  before: PresentPerson,
  person: PersonChange,
  { state, custom }: { state: string; custom: CustomValues },
): Promise<void> {
  await lockUserName(db, tenantId, person.userName)
  // The membership first: a new e-mail is compared with the user names of others only if it is the user name of this person.
  await db
    .updateTable('memberships')
    .set((eb) => ({
      state,
      phone: freePhone(person.phone, before.id),
      department: person.department,
      custom: JSON.stringify(custom),
      ...directoryColumns(person),
      version: eb('version', '+', 1),
      // Otherwise the auto-block would count the days before the directory enabled the person.
      ...(state === 'A' && before.state !== 'A' && { enabled_at: sql<Date>`now()` }),
    }))
    .where('user_id', '=', before.id)
    .execute()
  if (!before.is_home) return
  const identity = {
    email: person.email,
    name: person.name,
    ...(person.language ? { language: person.language } : {}),
  }
  await db.updateTable('users').set(identity).where('id', '=', before.id).execute()
}

export async function removePerson(db: Database, id: string): Promise<void> {
  await db.deleteFrom('memberships').where('user_id', '=', id).execute()
}

export async function endSessions(db: Database, id: string, reason: string): Promise<void> {
  await sql`select app.end_sessions_of(${id}, ${reason})`.execute(db)
}

/** The id of no session: unlike a person, a directory has no session that must stay open. */
const nobodys = '00000000-0000-0000-0000-000000000000'

/** Ends the sessions of a person in all business units. Only the home business unit of the person may do this. */
export async function endSessionsEverywhere(db: Database, id: string, reason: string) {
  const { rows } = await sql<{ session_id: string; tenant_id: string | null }>`
    select session_id, tenant_id from app.end_all_sessions_of(${id}, ${reason}, ${nobodys})`.execute(db)
  return rows
}

type GroupRow = Omit<StoredGroup, 'members'> & { members: Member[]; is_managed: boolean }

const selectGroup = (withMembers: boolean) => sql`
  select g.id, g.name, g.scim_external_id as external_id, g.created_at, ${groupModified} as modified_at, g.scim_managed as is_managed,
         (extract(epoch from ${groupModified}) * 1000000)::bigint::text as version,
         ${
           withMembers
             ? sql`coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name)
                               from user_group_members x join users u on u.id = x.user_id where x.group_id = g.id), '[]')`
             : sql`'[]'::json`
         } as members
    from user_groups g`

export async function pageOfGroups(
  db: Database,
  page: Page,
  withMembers: boolean,
): Promise<{ groups: GroupRow[]; total: number }> {
  const where = page.condition ?? sql`true`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from user_groups g where ${where}`.execute(db)
  if (page.limit === 0) return { groups: [], total: counted[0]?.total ?? 0 }
  const { rows } = await sql<GroupRow>`
    ${selectGroup(withMembers)} where ${where}
    order by ${orderOf(groupTable, page)} g.created_at, g.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { groups: rows, total: counted[0]?.total ?? 0 }
}

export async function findGroup(db: Database, id: string, withMembers: boolean): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`${selectGroup(withMembers)} where g.id::text = ${id} for update of g`.execute(db)
  return rows[0]
}

export async function addGroup(
  db: Database,
  tenantId: TenantId,
  name: string,
  externalId: string | null,
): Promise<string> {
  const { id } = await db
    .insertInto('user_groups')
    .values({ tenant_id: tenantId, name, scim_managed: true, scim_external_id: externalId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGroup(
  db: Database,
  id: string,
  change: { name?: string; scim_external_id?: string | null },
): Promise<void> {
  await db
    .updateTable('user_groups')
    .set((eb) => ({ ...change, scim_managed: true, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Which of the ids are members of the group. */
export async function membersAmong(db: Database, groupId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('user_group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '=', anyOf(ids))
    .execute()
  return new Set(found.map(({ user_id: id }) => id))
}

/** Whether all ids are people of the business unit. */
export async function arePeople(db: Database, ids: ReadonlySet<string>): Promise<boolean> {
  if (ids.size === 0) return true
  const { count } = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', anyOf([...ids]))
    .executeTakeFirstOrThrow()
  return Number(count) === ids.size
}

/** Changes the members with one removal and one addition. Returns how many people left and joined. */
export async function changeMembers(
  db: Database,
  tenantId: TenantId,
  groupId: string,
  { replacesAll, added, removed }: MemberChange,
): Promise<{ left: number; joined: number }> {
  const leaving = db.deleteFrom('user_group_members').where('group_id', '=', groupId)
  const gone =
    replacesAll || removed.size > 0
      ? await leaving
          .where('user_id', replacesAll ? '<>' : '=', replacesAll ? allOf([...added]) : anyOf([...removed]))
          .executeTakeFirst()
      : undefined
  const came =
    added.size > 0
      ? await db
          .insertInto('user_group_members')
          .columns(['tenant_id', 'group_id', 'user_id'])
          .expression(sql`select ${tenantId}::uuid, ${groupId}::uuid, unnest(${[...added]}::uuid[])`)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : undefined
  return { left: Number(gone?.numDeletedRows ?? 0), joined: Number(came?.numInsertedOrUpdatedRows ?? 0) }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Ids in another form are nobody's. */
const uuids = (ids: readonly string[]) => ids.filter((id) => uuid.test(id))
const anyOf = (ids: readonly string[]) => sql<string>`any(${uuids(ids)}::uuid[])`
const allOf = (ids: readonly string[]) => sql<string>`all(${uuids(ids)}::uuid[])`

export async function removeGroup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('user_groups').where('id', '=', id).execute()
}

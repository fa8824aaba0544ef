// SQL of the directory's calls, under the row-level security of its business unit. The token is found before the business unit is known.
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Attributes, attributeNamed } from '#platform/server/scim/filter.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { Member, PersonChange, StoredGroup, StoredPerson } from './rules.ts'

/** Finds the connection of a valid token. Stores the time of use at most once a minute. */
export async function findConnection(db: Database, tokenHash: Buffer) {
  const { rows } = await sql<{ id: string; tenant_id: string }>`
    select c.id, c.tenant_id from scim_connections c
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

export const personAttributes: Attributes = {
  id: { kind: 'text', of: sql`m.user_id::text` },
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
  'phonenumbers.value': { kind: 'text', of: sql`m.phone` },
  preferredlanguage: { kind: 'text', of: sql`u.language` },
  department: { kind: 'text', of: sql`m.department` },
  active: { kind: 'boolean', of: sql`(m.state <> 'D')` },
  'meta.created': { kind: 'instant', of: sql`m.created_at` },
  'meta.lastmodified': { kind: 'instant', of: sql`m.created_at` },
  'groups.value': {
    kind: 'member',
    of: (id) => sql`exists (select from user_group_members x where x.user_id = m.user_id and x.group_id::text = ${id})`,
    any: sql`exists (select from user_group_members x where x.user_id = m.user_id)`,
  },
}

export const groupAttributes: Attributes = {
  id: { kind: 'text', of: sql`g.id::text` },
  displayname: { kind: 'text', of: sql`g.name` },
  externalid: { kind: 'text', of: sql`g.scim_external_id`, exact: true },
  'meta.created': { kind: 'instant', of: sql`g.created_at` },
  'meta.lastmodified': { kind: 'instant', of: sql`g.created_at` },
  'members.value': memberAttribute(),
  members: memberAttribute(),
}

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

const orderOf = (attributes: Attributes, { sort, descending }: Page) => {
  const attribute = sort === null ? undefined : attributeNamed(attributes, sort)
  const direction = descending ? sql`desc` : sql`asc`
  return attribute && attribute.kind !== 'member' ? sql`${attribute.of} ${direction} nulls last, ` : sql``
}

export async function pageOfPeople(db: Database, page: Page): Promise<{ people: StoredPerson[]; total: number }> {
  const where = page.condition ?? sql`true`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from memberships m join users u on u.id = m.user_id where ${where}`.execute(db)
  if (page.limit === 0) return { people: [], total: counted[0]?.total ?? 0 }
  const { rows } = await sql<StoredPerson>`
    ${selectPerson} where ${where}
    order by ${orderOf(personAttributes, page)} m.created_at, m.user_id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { people: rows, total: counted[0]?.total ?? 0 }
}

const selectPerson = sql`
  select m.user_id as id, u.email, u.name, u.language, m.phone, m.department, m.state, m.scim_external_id as external_id,
         m.scim_user_name as user_name, m.created_at, m.version, u.home_tenant_id = m.tenant_id as is_home,
         m.profile = 'admin' and not m.scim_managed as is_foreign_admin,
         coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
                     from user_group_members x join user_groups g on g.id = x.group_id where x.user_id = m.user_id), '[]') as groups
    from memberships m join users u on u.id = m.user_id`

/** A person as a directory sees them. `is_foreign_admin`: an administrator whom the directory does not manage. */
export type PresentPerson = StoredPerson & { is_home: boolean | null; is_foreign_admin: boolean }

export async function findPerson(db: Database, id: string): Promise<PresentPerson | undefined> {
  const { rows } = await sql<PresentPerson>`${selectPerson} where m.user_id::text = ${id} for update of m`.execute(db)
  return rows[0]
}

/** Adds a person whose authentication method is that of the business unit's single sign-on. */
export async function addPerson(
  db: Database,
  tenantId: TenantId,
  person: PersonChange,
  authType: string,
): Promise<string> {
  // `returning id` would read the row, which is visible only through its membership.
  const { rows } = await sql<{ id: string }>`select app.uuidv7() as id`.execute(db)
  const id = rows[0]?.id
  if (!id) throw new Error('app.uuidv7() answers one row')
  const { email, name, language } = person
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
      phone: person.phone,
      department: person.department,
      ...directoryColumns(person),
    })
    .execute()
  return id
}

const directoryColumns = ({ externalId, userName: name, email }: PersonChange) => ({
  scim_managed: true,
  scim_external_id: externalId,
  scim_user_name: name.toLowerCase() === email ? null : name,
})

/** Updates a person. Name, e-mail and language change only if this is their home business unit. */
export async function updatePerson(
  db: Database,
  before: PresentPerson,
  person: PersonChange,
  state: string,
): Promise<void> {
  if (before.is_home) {
    const identity = {
      email: person.email,
      name: person.name,
      ...(person.language ? { language: person.language } : {}),
    }
    await db.updateTable('users').set(identity).where('id', '=', before.id).execute()
  }
  await db
    .updateTable('memberships')
    .set((eb) => ({
      state,
      phone: person.phone,
      department: person.department,
      ...directoryColumns(person),
      version: eb('version', '+', 1),
      // Otherwise the auto-block would count the days before the directory enabled the person.
      ...(state === 'A' && before.state !== 'A' && { enabled_at: sql<Date>`now()` }),
    }))
    .where('user_id', '=', before.id)
    .execute()
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

type GroupRow = Omit<StoredGroup, 'members'> & { members: Member[] }

const selectGroup = (withMembers: boolean) => sql`
  select g.id, g.name, g.scim_external_id as external_id, g.created_at, g.version,
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
    order by ${orderOf(groupAttributes, page)} g.created_at, g.id limit ${page.limit} offset ${page.offset}`.execute(db)
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

/** Adds people of the business unit to a group; other ids are ignored. Returns how many of the ids are people of the unit. */
export async function addMembers(
  db: Database,
  tenantId: TenantId,
  groupId: string,
  ids: readonly string[],
): Promise<number> {
  const known = await db
    .selectFrom('memberships')
    .select('user_id')
    .where(sql<SqlBool>`user_id::text = any(${ids as string[]}::text[])`)
    .execute()
  if (known.length === 0) return 0
  await db
    .insertInto('user_group_members')
    .values(known.map(({ user_id }) => ({ tenant_id: tenantId, group_id: groupId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return known.length
}

export async function removeMembers(db: Database, groupId: string, ids: readonly string[] | 'all'): Promise<void> {
  const all = db.deleteFrom('user_group_members').where('group_id', '=', groupId)
  await (ids === 'all' ? all : all.where(sql<SqlBool>`user_id::text = any(${ids as string[]}::text[])`)).execute()
}

export async function removeGroup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('user_groups').where('id', '=', id).execute()
}

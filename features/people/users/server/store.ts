import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { isRemoteAllowed } from '#features/identity/remote-access/server/queries.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { listUsers, MemberProfile, selectUserValues, ShownState, UserState } from '../contract.ts'

/** Number of people in a picker; the user narrows the search to find others. */
const selectSize = 20

const people = () => queryBuilder.selectFrom('memberships as m').innerJoin('users as u', 'u.id', 'm.user_id')

/** The columns that rules.ts needs. */
const subjectColumns = [
  'u.id',
  'm.profile',
  'm.state',
  'u.staff',
  'u.home_tenant_id',
  'u.auth_type',
  'm.scim_managed',
] as const

/** The types of columns that check constraints guarantee and that the generated types do not express. */
type Checked = { profile: MemberProfile; state: UserState }

/** A person's groups by name, as one JSON value. */
const groupsOf = () =>
  sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name) order by app.plain(g.name))
      from user_group_members x join user_groups g on g.id = x.group_id where x.user_id = m.user_id), '[]')`

/** Whether the person has a second factor; false in a business unit that is not their home. */
const twoFactorOf = () => sql<boolean>`app.has_second_factor(m.user_id)`

/** When the planned invitation of the person goes out. */
const inviteAt = () =>
  sql<Date | null>`(select p.send_at from planned_invitations p where p.tenant_id = m.tenant_id and p.user_id = m.user_id)`

/** The state as lists show it. `app.shown_state()` has the rule, by which the list is filtered as well. */
const shownState = () =>
  sql<ShownState>`app.shown_state(m.state, m.last_sign_in_at, u.auth_type, u.password_hash is not null)`

const isInvited = () => sql<boolean>`${shownState()} = 'invited'`

const customOf = () => sql<CustomValues>`m.custom`

type PeopleFilter = {
  search: string
  /** True: search in name and e-mail only. */
  onlyName: boolean
  profiles: readonly MemberProfile[] | null
  /** Stored states, or one `shown:` state. */
  states: readonly string[] | null
  groupId: string | null
  department: string | null
  /** A custom field; `value` null: any value. */
  field: { id: string; value: string | null } | null
  sort: string
  order: 'asc' | 'desc'
  size: number
  offset: number
}

/** One page of people in order, found by an index (`app.people_page()`), with all their columns. */
const pageOfPeople = (filter: PeopleFilter) =>
  queryBuilder
    .selectFrom(
      sql<{ user_id: string; place: number; total: number }>`app.people_page(
        ${filter.search}::text, ${filter.onlyName}::boolean, ${filter.profiles}::text[], ${filter.states}::text[], ${filter.groupId}::uuid,
        ${filter.sort}::text, ${filter.order === 'desc'}::boolean, ${filter.size}::integer, ${filter.offset}::integer,
        ${filter.department}::text, ${filter.field?.id ?? null}::uuid, ${filter.field?.value ?? null}::text)`.as('f'),
    )
    .innerJoin('memberships as m', 'm.user_id', 'f.user_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .orderBy('f.place')

export const pageQuery = (filter: InputOf<typeof listUsers>) =>
  exportQuery(filter).select([twoFactorOf().as('two_factor'), inviteAt().as('invite_at'), isInvited().as('is_invited')])

/** The query for the rows of the file: without the columns that the file does not contain. */
export const exportQuery = ({ search, sort, order, ...filters }: InputOf<typeof listUsers>) =>
  pageOfPeople({
    search,
    onlyName: false,
    profiles: filters.profile ? [filters.profile] : null,
    states: filters.shown_state ? [`shown:${filters.shown_state}`] : filters.state ? [filters.state] : null,
    groupId: filters.group_id ?? null,
    department: filters.department ?? null,
    field: filters.field_id ? { id: filters.field_id, value: filters.field_value ?? null } : null,
    sort,
    order,
    size: filters.size,
    offset: offsetOf(filters),
  })
    .select([...subjectColumns, 'u.name', 'u.email', 'm.department', 'm.last_sign_in_at', 'm.toggles'])
    .select(shownState().as('shown_state'))
    .select([groupsOf().as('groups'), customOf().as('custom'), isRemoteAllowed().as('remote_allowed'), 'f.total'])
    .$narrowType<Checked>()

/** The states of people whom a picker offers. */
const selectedStates: UserState[] = ['A', 'B', 'I', 'T']

export const selectQuery = (search: string) =>
  pageOfPeople({
    search,
    onlyName: true,
    profiles: null,
    states: selectedStates,
    groupId: null,
    department: null,
    field: null,
    sort: 'name',
    order: 'asc',
    size: selectSize,
    offset: 0,
  })
    .select(['u.id as value', 'u.name as label', 'u.email', 'm.state'])
    .$narrowType<Pick<Checked, 'state'>>()

/** The query for the first departments of people that contain a text, or for the first values of a custom field. */
export function valuesQuery({ search, field_id }: InputOf<typeof selectUserValues>) {
  const values =
    field_id === undefined
      ? sql`select m.department as value from memberships m where m.department is not null`
      : sql`select v.value from memberships m cross join lateral jsonb_array_elements_text(
              case jsonb_typeof(m.custom -> ${field_id}) when 'array' then m.custom -> ${field_id}
                else jsonb_build_array(m.custom -> ${field_id}) end) v
             where m.custom ? ${field_id}`
  return sql<{ value: string; label: string }>`(
    select x.value, x.value as label from (select distinct v.value from (${values}) v) x
     where ${search} = '' or ${contains(sql`x.value`, search)} order by app.plain(x.value), x.value limit ${selectSize})`
}

/** The person's shift, as one JSON value. */
const shiftOf = () =>
  sql<{ id: string; name: string } | null>`(
    select json_build_object('id', h.id, 'name', h.name) from shifts h where h.id = m.shift_id)`

export function findQuery(id: string) {
  return people()
    .select([...subjectColumns, 'u.name', 'u.email', 'u.language', 'm.phone', 'm.department'])
    .select([
      'm.last_sign_in_at',
      'm.created_at',
      'm.version',
      'm.block_on',
      'm.delete_on',
      'm.toggles',
      'm.ignore_auto_block',
    ])
    .select([
      groupsOf().as('groups'),
      shiftOf().as('shift'),
      inviteAt().as('invite_at'),
      customOf().as('custom'),
      'm.allow_remote_access',
      twoFactorOf().as('two_factor'),
      isRemoteAllowed().as('remote_allowed'),
      sql<boolean>`u.password_hash is not null`.as('password_set'),
      shownState().as('shown_state'),
      isInvited().as('is_invited'),
    ])
    .where('m.user_id', '=', id)
    .$narrowType<Checked & { language: Language }>()
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof findForUpdate>>>

/** Locks the membership and reads the person with all fields that can be changed, so that changes of one person are serialized. */
export const findForUpdate = (db: Database, id: string) =>
  changeable(db).where('m.user_id', '=', id).forUpdate('m').executeTakeFirst()

const changeable = (db: Database) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([...subjectColumns, 'u.name', 'u.email', 'u.language', 'm.phone', 'm.department', 'm.toggles', 'm.version'])
    .select(['m.block_on', 'm.delete_on', 'm.shift_id', 'm.ignore_auto_block', customOf().as('custom')])
    .select(
      sql<
        string[]
      >`array(select x.group_id from user_group_members x where x.user_id = m.user_id order by x.group_id)`.as(
        'group_ids',
      ),
    )
    .$narrowType<Checked & { language: Language }>()

/** The people of the business unit with these e-mails or telephones, in one order, so that locks of two transactions do not cross. */
export const findByKeys = (
  db: Database,
  key: 'email' | 'phone',
  values: readonly string[],
  { isLocked }: { isLocked: boolean },
) =>
  changeable(db)
    .where(key === 'email' ? 'u.email' : 'm.phone', '=', sql<string>`any(${[...values]}::text[])`)
    .orderBy('m.user_id')
    .$if(isLocked, (query) => query.forUpdate('m'))
    .execute()

/** Whether the person is a member of the session's business unit. */
export const isMember = async (db: Database, id: string): Promise<boolean> =>
  (await db.selectFrom('memberships').select('user_id').where('user_id', '=', id).executeTakeFirst()) !== undefined

export type Identity = { name: string; email: string; language: string; password_hash: string | null }
export type Membership = {
  profile: MemberProfile
  state: UserState
  phone: string | null
  department: string | null
  toggles: string[]
  ignore_auto_block?: boolean | undefined
  shift_id?: string | null | undefined
  custom?: CustomValues | undefined
  block_on?: string | null | undefined
  delete_on?: string | null | undefined
}
/** Absent fields stay unchanged. */
export type Part<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

export type NewPerson = { identity: Identity; membership: Membership; groupIds: readonly string[] }

/**
 * Adds people whose home is this business unit, with their memberships and groups, in four statements. The ids are generated first, because
 * row-level security hides a new row until the person has a membership, so `returning` would fail. Returns the people with their ids, in
 * the same order. The foreign key refuses a group of another business unit.
 */
export async function addPeople(db: Database, tenantId: TenantId, people: readonly NewPerson[]): Promise<string[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select app.uuidv7() as id from generate_series(1, ${people.length}::integer)`.execute(db)
  const added = people.map((person, index) => ({ ...person, id: rows[index]?.id ?? fail('call.failed') }))
  // One parameter for all people: PostgreSQL reads thousands of parameters slower than it stores their rows.
  const identities = JSON.stringify(added.map(({ id, identity }) => ({ id, ...identity })))
  await sql`
    insert into users (id, home_tenant_id, name, email, language, password_hash)
    select r.id, ${tenantId}::uuid, r.name, r.email, r.language, r.password_hash
      from jsonb_to_recordset(${identities}::jsonb) as r (id uuid, name text, email text, language text, password_hash text)`.execute(
    db,
  )
  const memberships = JSON.stringify(added.map(({ id, membership }) => ({ id, ...membership })))
  await sql`
    insert into memberships (tenant_id, user_id, profile, state, phone, department, toggles, ignore_auto_block, shift_id, custom, block_on, delete_on)
    select ${tenantId}::uuid, r.id, r.profile, r.state, r.phone, r.department, r.toggles, coalesce(r.ignore_auto_block, false), r.shift_id,
           coalesce(r.custom, '{}'), r.block_on, r.delete_on
      from jsonb_to_recordset(${memberships}::jsonb) as r (id uuid, profile text, state text, phone text, department text, toggles text[],
        ignore_auto_block boolean, shift_id uuid, custom jsonb, block_on date, delete_on date)`.execute(db)
  const joined = added.flatMap(({ id, groupIds }) => groupIds.map((group) => ({ user: id, group })))
  await db
    .insertInto('user_group_members')
    .columns(['tenant_id', 'group_id', 'user_id'])
    .expression(
      sql`select distinct ${tenantId}::uuid, g, u from unnest(${joined.map(({ group }) => group)}::uuid[], ${joined.map(({ user }) => user)}::uuid[]) as j (g, u)`,
    )
    .execute()
  return added.map(({ id }) => id)
}

/** Updates the user; absent fields stay unchanged. Row-level security allows the update only in the person's home business unit. */
export async function updateUser(db: Database, id: string, fields: Part<Identity>): Promise<void> {
  if (Object.values(fields).every((value) => value === undefined)) return
  await db.updateTable('users').set(fields).where('id', '=', id).execute()
}

/** Updates the membership; absent fields stay unchanged. The version counts every change of the person in this business unit. */
export async function updateMembership(
  db: Database,
  id: string,
  { custom, ...fields }: Part<Membership>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set((eb) => ({
      ...fields,
      custom: custom && JSON.stringify(custom),
      version: eb('version', '+', 1),
      ...(fields.state === 'A' && {
        enabled_at: sql<Date | null>`case when state = 'A' then enabled_at else now() end`,
      }),
    }))
    .where('user_id', '=', id)
    .execute()
}

/** Replaces the person's groups. The foreign key refuses a group of another business unit. */
export async function setGroups(db: Database, tenantId: TenantId, id: string, groupIds: string[]): Promise<void> {
  await db
    .deleteFrom('user_group_members')
    .where('user_id', '=', id)
    .where((eb) => eb.not(eb('group_id', '=', sql<string>`any(${groupIds}::uuid[])`)))
    .execute()
  await db
    .insertInto('user_group_members')
    .columns(['tenant_id', 'group_id', 'user_id'])
    .expression(sql`select ${tenantId}::uuid, unnest(${groupIds}::uuid[]), ${id}::uuid`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the membership; a trigger deletes a person without any membership. */
export async function removeMembership(db: Database, id: string): Promise<void> {
  await db.deleteFrom('memberships').where('user_id', '=', id).execute()
}

export async function endSessionsInTenant(db: Database, id: string, reason: string): Promise<void> {
  await sql`select app.end_sessions_of(${id}, ${reason})`.execute(db)
}

/** Ends all sessions of a person except `currentSession`. Returns the ended sessions. */
export async function endSessionsEverywhere(db: Database, id: string, reason: string, currentSession: string) {
  const { rows } = await sql<{ session_id: string; tenant_id: string | null }>`
    select session_id, tenant_id from app.end_all_sessions_of(${id}, ${reason}, ${currentSession})`.execute(db)
  return rows
}

/** Removes the second factors of a person. Returns false when the person has none, or when this is not their home business unit. */
export async function resetTwoFactor(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select app.reset_two_factor(${id}) as done`.execute(db)
  return rows[0]?.done ?? false
}

/** Returns the present day in the business unit's time zone. */
export async function today(db: Database): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`select (now() at time zone timezone)::date as today from settings`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a business unit has settings')
  return row.today
}

/** Returns the business units that may have people to erase. It compares with tomorrow in UTC, which covers every time zone. */
export async function unitsDueForErasure(db: Database): Promise<string[]> {
  const found = await db
    .selectFrom('memberships')
    .select('tenant_id')
    .distinct()
    .where('delete_on', '<=', sql<string>`(now() at time zone 'UTC')::date + 1`)
    .where(isOpen('memberships.tenant_id'))
    .execute()
  return found.map(({ tenant_id }) => tenant_id)
}

/** Returns the memberships of a business unit whose `delete_on` has come, in its time zone. */
export function dueForErasure(db: Database, tenantId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('settings as g', 'g.tenant_id', 'm.tenant_id')
    .select(['m.tenant_id', 'm.user_id', 'u.name', 'u.email', 'm.profile', 'm.delete_on'])
    .where('m.tenant_id', '=', tenantId)
    .where(sql<boolean>`m.delete_on <= (now() at time zone g.timezone)::date`)
    .execute()
}

/** Deletes a membership. Returns true only for the process that deletes the row. */
export async function eraseMembership(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const erased = await db
    .deleteFrom('memberships')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return erased.numDeletedRows === 1n
}

/** Returns the business units that block people who do not sign in. */
export async function unitsWithAutoBlock(db: Database): Promise<string[]> {
  const found = await db
    .selectFrom('settings')
    .select('tenant_id')
    .where('auto_block_days', '>', 0)
    .where(isOpen('settings.tenant_id'))
    .execute()
  return found.map(({ tenant_id }) => tenant_id)
}

/**
 * Returns the active people of a business unit whose last sign-in is too many days ago, in its time zone. For a person who never signed in,
 * the days count from the day they were added or last enabled. A session that is in use keeps a person from being blocked.
 */
export function dueForAutoBlock(db: Database, tenantId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('settings as g', 'g.tenant_id', 'm.tenant_id')
    .select(['m.tenant_id', 'm.user_id', 'u.name'])
    .where('m.tenant_id', '=', tenantId)
    .where('g.auto_block_days', '>', 0)
    .where('m.state', '=', 'A')
    .where('m.ignore_auto_block', '=', false)
    .where(sql<boolean>`(greatest(m.last_sign_in_at, m.created_at, m.enabled_at) at time zone g.timezone)::date
      + g.auto_block_days <= (now() at time zone g.timezone)::date`)
    .where(sql<boolean>`not exists (select from sessions s where s.user_id = m.user_id and s.tenant_id = m.tenant_id
      and s.ended_at is null and s.expires_at > now() and s.last_seen_at + make_interval(mins => s.idle_minutes) > now())`)
    .execute()
}

/** Blocks a membership. Returns true only for the process that blocks the person. */
export async function blockMembership(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const blocked = await db
    .updateTable('memberships')
    .set((eb) => ({ state: 'B', version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('state', '=', 'A')
    .executeTakeFirst()
  return blocked.numUpdatedRows === 1n
}

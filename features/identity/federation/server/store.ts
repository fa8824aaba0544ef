// SQL of the people whom identity providers sign in. It runs before a session exists, with the platform's view of all tenants: its
// statements name their tenant.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

type AuthMethod = 'saml' | 'microsoft'

/** A business unit: that of an identity provider, or the one of which a person is a member. */
export type Unit = { tenantId: string; partnerId: string }

/**
 * Returns the business unit of people whom single sign-on adds: the partner's default for it, otherwise the unit at whose host they sign
 * in.
 */
export async function unitOfNewcomers(db: Database, { tenantId, partnerId }: Unit): Promise<string> {
  const found = await db
    .selectFrom('tenants')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('default_for_sso', '=', true)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return found?.id ?? tenantId
}

/** Reads the name, the subdomain and the main domain of a business unit. */
export function unitNamesOf(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['name', 'subdomain', 'domain'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

export async function isMember(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the person is not staff and has this authentication method. */
export async function signsInBy(db: Database, authMethod: AuthMethod, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('auth_type', '=', authMethod)
    .where('staff', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** A SAML app, and the identity provider that it has now. It may have had another one before. */
export type PresentIssuer = { appId: string; issuer: string }

/**
 * Finds the person with this e-mail, with the fields that decide whether a business unit may link them to an identity provider.
 * `former_tenant_id`: the unit that they entered by an earlier provider of the same app; that identity does not bind them. One of another
 * app does, also of its earlier provider: moving an app must not open its people to the other providers of the unit (S7).
 */
export async function personWithEmail(db: Database, email: string, present: PresentIssuer | null) {
  const isFormer = sql`(i.app_id = ${present?.appId ?? null}::uuid and i.issuer <> ${present?.issuer ?? null}::text) is true`
  const { rows } = await sql<{
    id: string
    name: string
    auth_type: string
    home_tenant_id: string | null
    staff: string | null
    is_admin: boolean
    is_bound: boolean
    former_tenant_id: string | null
    memberships: string[]
  }>`
    select u.id, u.name, u.auth_type, u.home_tenant_id, u.staff,
           exists (select from memberships m where m.user_id = u.id and m.profile = 'admin') as is_admin,
           exists (select from saml_identities i where i.user_id = u.id and not ${isFormer})
             or exists (select from openid_identities i where i.user_id = u.id) as is_bound,
           (select i.member_tenant_id from saml_identities i where i.user_id = u.id and ${isFormer}
             order by i.created_at desc limit 1) as former_tenant_id,
           array(select m.tenant_id::text from memberships m where m.user_id = u.id) as memberships
      from users u where u.email = ${email} for update of u`.execute(db)
  return rows[0]
}

/** Adds a reader of the business unit. Fails at its user limit (tenants_user_limit, clients_user_limit). */
export async function addPerson(
  db: Database,
  authMethod: AuthMethod,
  tenantId: string,
  person: { name: string; email: string },
) {
  const { default_language: language } = await db
    .selectFrom('tenants')
    .select('default_language')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('users')
    .values({ ...person, language, home_tenant_id: tenantId, auth_type: authMethod })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('memberships').values({ tenant_id: tenantId, user_id: id, profile: 'user' }).execute()
  return id
}

/** Erases the password of a person, who signs in with the identity provider from now on. */
export async function endPassword(db: Database, authMethod: AuthMethod, userId: string): Promise<void> {
  await db.updateTable('users').set({ auth_type: authMethod, password_hash: null }).where('id', '=', userId).execute()
}

/** Stores the name that the identity provider sends. */
export async function updateName(db: Database, userId: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).where('name', '<>', name).execute()
}

/** Stores the values of custom fields that the identity provider sends. Values of other fields stay unchanged. */
export async function updateCustom(db: Database, tenantId: string, userId: string, custom: Record<string, string>) {
  await sql`
    update memberships m set custom = m.custom || coalesce((
        select jsonb_object_agg(c.id::text, s.value) from jsonb_each(${JSON.stringify(custom)}::jsonb) s
          join custom_fields c on c.id::text = s.key and c.kind = 'text'
          join tenants t on t.id = m.tenant_id and c.partner_id = t.partner_id and (c.tenant_id is null or c.tenant_id = t.id)), '{}')
     where m.tenant_id = ${tenantId} and m.user_id = ${userId}`.execute(db)
}

/** Replaces the groups of a person by the groups with these names. */
export async function replaceGroups(db: Database, tenantId: string, userId: string, groups: string[]): Promise<void> {
  await sql`
    delete from user_group_members x using user_groups g
     where x.tenant_id = ${tenantId} and x.user_id = ${userId} and g.tenant_id = x.tenant_id and g.id = x.group_id
       and not (app.plain(g.name) = any (select app.plain(n) from unnest(${groups}::text[]) n))`.execute(db)
  await sql`
    insert into user_group_members (tenant_id, group_id, user_id)
    select g.tenant_id, g.id, ${userId} from user_groups g
     where g.tenant_id = ${tenantId} and app.plain(g.name) = any (select app.plain(n) from unnest(${groups}::text[]) n)
        on conflict do nothing`.execute(db)
}

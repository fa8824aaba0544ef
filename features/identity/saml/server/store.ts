// SQL of the identity providers of a business unit.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { NameIdFormat } from '#platform/server/saml/metadata.ts'
import type { ProviderSession } from '#platform/server/saml/response.ts'
import type { ResolvedUser } from '#features/identity/federation/server/commands.ts'
import type { AttributeNames } from '../contract.ts'

/** The origin of the business unit's host, as a browser there names it. */
function originOf({ publicUrl }: Hosts) {
  const port = publicUrl.port ? `:${publicUrl.port}` : ''
  return sql`(select ${`${publicUrl.protocol}//`}::text || coalesce(t.domain, t.subdomain || ${`.${publicUrl.hostname}`}::text) || ${port}::text
    from tenants t where t.id = r.tenant_id)`
}

/** Number of people whom the present identity provider of an app signs in. */
const people = sql`(select count(*)::int from saml_identities i where i.app_id = r.id and i.issuer = r.entity_id)`

/** The computed fields of an app. Tests that only list the calls pass no hosts. */
export function computedOf(hosts: Hosts) {
  const origin = hosts.publicUrl ? originOf(hosts) : sql`null`
  return {
    acs_url: sql`${origin} || '/api/saml/callback'`,
    slo_url: sql`${origin} || '/api/saml/logout'`,
    sp_entity_id: sql`${origin} || '/api/saml/metadata/' || r.id`,
    companies: sql`array[r.tenant_id]`,
    people,
  }
}

export const usedQuery = () =>
  sql<{ tenant_id: string; name: string; saml_id: string }>`(
    select r.tenant_id, t.name, r.id as saml_id from saml_apps r join tenants t on t.id = r.tenant_id order by t.name, r.id)`

export async function setStatus(db: Database, id: string, status: boolean): Promise<void> {
  await db
    .updateTable('saml_apps')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The names of the apps of the business unit. */
export async function namesOf(db: Database): Promise<string[]> {
  return (await db.selectFrom('saml_apps').select('name').execute()).map(({ name }) => name)
}

export type App = NonNullable<Awaited<ReturnType<typeof findApp>>>

/**
 * Finds an enabled app of a business unit by its id, or by the name with which its identity provider signs. The sign-in begins before a
 * session exists, with the platform's view of all tenants, so the statement names the tenant.
 */
export function findApp(db: Database, tenantId: string, by: { id: string } | { entity_id: string }) {
  const query = db
    .selectFrom('saml_apps')
    .select(['id', 'name', 'entity_id', 'login_url', 'certificates', 'name_id_format', 'attributes'])
    .select(['create_users', 'link_users', 'idp_initiated', 'status'])
    .where('tenant_id', '=', tenantId)
    .$narrowType<{ name_id_format: NameIdFormat; attributes: AttributeNames }>()
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('entity_id', '=', by.entity_id)
  return found.executeTakeFirst()
}

/** Stores the id of a used assertion. Returns false when it was used before. Deletes the ids of expired assertions. */
export async function useAssertion(db: Database, tenantId: string, appId: string, used: { id: string; expires: Date }) {
  await db
    .deleteFrom('saml_used_assertions')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saml_used_assertions')
    .values({ tenant_id: tenantId, app_id: appId, assertion_id: used.id, expires_at: used.expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type Identity = { appId: string; issuer: string; subject: string }

/** Finds the person with this subject at an issuer. An app may have had another identity provider before. */
export async function identityOf(
  db: Database,
  tenantId: string,
  { appId, issuer, subject }: Identity,
): Promise<ResolvedUser | undefined> {
  return db
    .selectFrom('saml_identities')
    .select(['user_id as userId', 'member_tenant_id as tenantId'])
    .where('tenant_id', '=', tenantId)
    .where('app_id', '=', appId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Number of people whom an issuer signs in by an app. */
export async function countPeople(db: Database, appId: string, issuer: string): Promise<number> {
  const { people } = await db
    .selectFrom('saml_identities')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('app_id', '=', appId)
    .where('issuer', '=', issuer)
    .executeTakeFirstOrThrow()
  return people
}

/** Binds a person to a subject. They have no identity of an earlier provider of the app any more, also after the way back. */
export async function bind(
  db: Database,
  tenantId: string,
  { appId, issuer, subject }: Identity,
  resolvedUser: ResolvedUser,
): Promise<void> {
  await db
    .deleteFrom('saml_identities')
    .where('tenant_id', '=', tenantId)
    .where('app_id', '=', appId)
    .where('user_id', '=', resolvedUser.userId)
    .where('issuer', '<>', issuer)
    .execute()
  await db
    .insertInto('saml_identities')
    .values({
      tenant_id: tenantId,
      app_id: appId,
      issuer,
      subject,
      member_tenant_id: resolvedUser.tenantId,
      user_id: resolvedUser.userId,
    })
    .execute()
}

type NewProviderSession = {
  tenantId: string
  sessionId: string
  userId: string
  /** Without an issuer: of the present provider of the app. */
  identity: Omit<Identity, 'issuer'> & { issuer: string | null }
  session: ProviderSession
}

/** Notes the session at the identity provider. The app may have been removed meanwhile: then there is nothing to note. */
export async function noteSession(
  db: Database,
  { tenantId, sessionId, userId, identity, session }: NewProviderSession,
) {
  await sql`
    insert into saml_sessions
           (tenant_id, session_id, app_id, user_id, issuer, subject, subject_format, name_qualifier, sp_name_qualifier, session_index)
    select a.tenant_id, ${sessionId}, a.id, ${userId}, coalesce(${identity.issuer}, a.entity_id), ${identity.subject},
           ${session.format}, ${session.nameQualifier}, ${session.spNameQualifier}, ${session.sessionIndex}
      from saml_apps a where a.tenant_id = ${tenantId} and a.id = ${identity.appId}`.execute(db)
}

type FoundSession = ProviderSession & { app_id: string; logout_url: string; subject: string }

/**
 * The session at the identity provider of a session that the gate would open at this host and address. Undefined also when the provider
 * takes no sign-outs, is off, or is no longer that of the app.
 */
export async function providerSessionOf(
  db: Database,
  tokenHash: Buffer,
  { host, address }: { host: string; address: string },
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select a.id as app_id, a.logout_url, x.subject, x.subject_format as format, x.name_qualifier as "nameQualifier",
           x.sp_name_qualifier as "spNameQualifier", x.session_index as "sessionIndex"
      from session_tokens k
      join sessions s on s.id = k.session_id and s.host = ${host} and s.ended_at is null
      join saml_sessions x on x.session_id = s.id
      join saml_apps a on a.tenant_id = x.tenant_id and a.id = x.app_id and a.entity_id = x.issuer and a.logout_url is not null and a.status
     where k.token_hash = ${tokenHash} and k.replaced_at is null and app.session_refusal(s, ${address}) is null`.execute(
    db,
  )
  return rows[0]
}

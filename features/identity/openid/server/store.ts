// SQL of the OpenID providers of a business unit.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { AttributeNames } from '#features/identity/saml/contract.ts'
import type { ResolvedUser } from '#features/identity/federation/server/commands.ts'
import type { ProviderKind } from '../contract.ts'

/** The URL to which the provider sends the browser back, with the host of the business unit. */
function redirectUri({ publicUrl }: Hosts) {
  const port = publicUrl.port ? `:${publicUrl.port}` : ''
  return sql`(select ${`${publicUrl.protocol}//`}::text || coalesce(t.domain, t.subdomain || ${`.${publicUrl.hostname}`}::text) || ${`${port}/ms_auth/redirect`}::text
    from tenants t where t.id = r.tenant_id)`
}

/** The computed fields of a provider. Tests that only list the calls pass no hosts. */
export const computedOf = (hosts: Hosts) => ({
  client_secret: sql`null`,
  client_secret_set: sql`r.client_secret_sealed is not null`,
  redirect_uri: hosts.publicUrl ? redirectUri(hosts) : sql`null`,
  people: sql`(select count(*)::int from openid_identities i where i.provider_id = r.id)`,
})

export async function setStatus(db: Database, id: string, status: boolean): Promise<void> {
  await db
    .updateTable('openid_providers')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const hasSecret = async (db: Database, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('openid_providers')
    .select('client_secret_sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  return Boolean(found?.client_secret_sealed)
}

/** Stores the sealed secret. `raise`: also raise the version, because no other field of the provider changes. */
export async function setSecret(
  db: Database,
  id: string,
  sealed: Buffer,
  { raise }: { raise: boolean },
): Promise<void> {
  await db
    .updateTable('openid_providers')
    .set((eb) => ({ client_secret_sealed: sealed, ...(raise && { version: eb('version', '+', 1) }) }))
    .where('id', '=', id)
    .execute()
}

/** Locks and returns every sealed secret of the platform, for platform-wide work. */
export const lockSealed = (db: Database) =>
  db
    .selectFrom('openid_providers')
    .select(['tenant_id', 'id', 'client_secret_sealed as sealed'])
    .where('client_secret_sealed', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ sealed: Buffer }>()
    .execute()

/** Stores a secret that was sealed again with another key; the version stays. */
export async function replaceSealed(db: Database, tenantId: string, id: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable('openid_providers')
    .set({ client_secret_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export type StoredProvider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/**
 * Finds an enabled provider by its id, or the only one of the business unit. The sign-in begins before a session exists, with the
 * platform's view of all tenants, so the statement names the tenant.
 */
export async function findProvider(db: Database, tenantId: string, id: string | null) {
  const found = await db
    .selectFrom('openid_providers')
    .select(['id', 'name', 'kind', 'issuer', 'client_id', 'client_secret_sealed', 'scopes', 'attributes'])
    .select(['create_users', 'link_users', 'domains', 'directories'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', true)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .limit(2)
    .$narrowType<{ kind: ProviderKind; attributes: AttributeNames }>()
    .execute()
  return found.length === 1 ? found[0] : undefined
}

export type Identity = { providerId: string; issuer: string; subject: string }

/** Finds the person with this subject at an issuer. */
export async function identityOf(
  db: Database,
  tenantId: string,
  identity: Identity,
): Promise<ResolvedUser | undefined> {
  return db
    .selectFrom('openid_identities')
    .select(['user_id as userId', 'member_tenant_id as tenantId'])
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', identity.providerId)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
}

export async function bind(
  db: Database,
  tenantId: string,
  { providerId, issuer, subject }: Identity,
  resolvedUser: ResolvedUser,
) {
  await db
    .insertInto('openid_identities')
    .values({
      tenant_id: tenantId,
      provider_id: providerId,
      issuer,
      subject,
      member_tenant_id: resolvedUser.tenantId,
      user_id: resolvedUser.userId,
    })
    .execute()
}

// Queries on accounts and workspaces for other features. Results contain the encrypted secret, which only commands.ts decrypts.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/**
 * Condition on account `a`: visible to the session. Row-level security shows the accounts of the business unit and of its partner. With
 * `restrict_accounts`, an administrator sees only the accounts that they registered.
 */
export const isVisible: RawBuilder<boolean> = sql<boolean>`(
  app.profile() <> 'admin' or a.registered_by = app.user_id()
  or not exists (select from tenants t where t.id = app.tenant_id() and t.restrict_accounts))`

const keyColumns = ['a.kind', 'a.directory_id', 'a.app_id', 'a.secret_sealed'] as const

/** The columns that a call to the service of a workspace needs, for a query that joins `workspaces as w` and `embedding_accounts as a`. */
export const workspaceColumns = ['w.service_id', 'w.account_id', 'a.version as account_version', ...keyColumns] as const

/** An account that the session may use, with its credentials. */
export function findUsableAccount(db: Database, id: string) {
  return db
    .selectFrom('embedding_accounts as a')
    .select(['a.id', 'a.partner_id', 'a.tenant_id', ...keyColumns])
    .where('a.id', '=', id)
    .where(isVisible)
    .executeTakeFirst()
}

/**
 * A workspace of the session's business unit, with the credentials of its account for `embedding.ask(workspace, …)`. A person who may
 * use the workspace may use its account, even if the account is not visible to them.
 */
export function findWorkspace(db: Database, id: string) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.name', ...workspaceColumns])
    .where('w.id', '=', id)
    .executeTakeFirst()
}

/** The credentials of an account without a visibility check, for jobs; undefined if the account was removed. */
export function findAccountKey(db: Database, id: string) {
  return db.selectFrom('embedding_accounts as a').select(keyColumns).where('a.id', '=', id).executeTakeFirst()
}

// What other features ask about accounts and workspaces. Answers hold the sealed secret, for service.ts alone.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/**
 * May the session know that the account `a` exists? Row-level security has shown the session its partner's and its own; where the
 * business unit restricts accounts, an administrator sees only those that they registered.
 */
export const isVisible: RawBuilder<boolean> = sql<boolean>`(
  app.profile() <> 'admin' or a.registered_by = app.user_id()
  or not exists (select from tenants t where t.id = app.tenant_id() and t.restrict_accounts))`

const keyColumns = ['a.kind', 'a.directory_id', 'a.app_id', 'a.secret_sealed'] as const

/** An account that the session may use, with what reaches its service. */
export function findUsableAccount(db: Database, id: string) {
  return db
    .selectFrom('embedding_accounts as a')
    .select(['a.id', 'a.partner_id', 'a.tenant_id', ...keyColumns])
    .where('a.id', '=', id)
    .where(isVisible)
    .executeTakeFirst()
}

/**
 * A workspace of the session's business unit with the key of its account: `embedding.ask(workspace, …)` takes it as it is.
 * Whoever may use the workspace may use its account, also where they do not see the account itself.
 */
export function findWorkspace(db: Database, id: string) {
  return db
    .selectFrom('workspaces as w')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.name', 'w.service_id', 'w.account_id', 'a.version as account_version', ...keyColumns])
    .where('w.id', '=', id)
    .executeTakeFirst()
}

/** The key of an account whoever uses it; for jobs, which act for nobody. Undefined when it is gone. */
export function findAccountKey(db: Database, id: string) {
  return db.selectFrom('embedding_accounts as a').select(keyColumns).where('a.id', '=', id).executeTakeFirst()
}

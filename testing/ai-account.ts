// An AI account of a business unit for tests, at the double of testing/model-double.ts.
import { readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { keyPurpose } from '#features/assistant/ai-accounts/server/commands.ts'
import { modelKey } from './model-double.ts'

type Overrides = { monthly_budget?: number; daily_budget?: number; sends_rows?: boolean; enabled?: boolean }

/** Replaces the account of the business unit, and deletes its log. */
export async function giveAiAccount(db: Database, tenant_id: string, base_url: string, overrides: Overrides = {}) {
  await db.deleteFrom('ai_accounts').where('tenant_id', '=', tenant_id).execute()
  await db.deleteFrom('ai_calls').where('tenant_id', '=', tenant_id).execute()
  const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)
  const key_sealed = secrets.seal(modelKey, keyPurpose)
  const account = { provider: 'openai', base_url, model: 'm-1', enabled: true, sends_rows: true, key_sealed }
  const budgets = { monthly_budget: 1_000_000, daily_budget: 1_000_000 }
  await db
    .insertInto('ai_accounts')
    .values({ tenant_id, partner_id: null, ...account, ...budgets, ...overrides })
    .execute()
}

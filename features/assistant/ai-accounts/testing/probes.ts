import { own, type Probes, tenant_id } from '#testing/probe.ts'

const connection = { provider: 'ollama', base_url: 'https://models.invalid/v1', model: 'llama' }

export const probes: Probes = {
  'auth/ia/get': own(),
  'auth/ia/update': {
    ...own(),
    input: async ({ db, unique }) => {
      const { version } = (await db
        .selectFrom('ai_accounts')
        .select('version')
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirst()) ?? { version: 0 }
      const limits = { monthly_budget: 1_000_000, daily_budget: 50_000 }
      // Off, so that no other call of the walk waits for a model that does not exist.
      const flags = { enabled: 'N', inherits: 'N', sends_rows: 'N' }
      return { version, ...flags, ...connection, model: `llama ${unique}`, key: null, ...limits }
    },
  },
  'auth/ia/test': own({ ...connection, key: null }),
  'auth/ia/uses': own(),
  'auth/ia/calls/all': own(),
  'auth/ia/calls/export': own({ format: 'csv' }),
}

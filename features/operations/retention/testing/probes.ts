import { own, type Probes, tenant_id } from '#testing/probe.ts'
import { retentionKinds } from '#catalogue/retention.ts'

const unset = Object.fromEntries(retentionKinds.map((kind) => [kind, null]))

export const probes: Probes = {
  'auth/retention/get': own(),
  'auth/retention/preview': own({ audit: 400 }),
  'auth/retention/update': {
    ...own(),
    input: async ({ db }) => {
      const found = await db
        .selectFrom('retention_rules')
        .select('version')
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirst()
      return { version: found?.version ?? 0, ...unset, webhook_log: 20 + ((found?.version ?? 0) % 2) }
    },
  },
}

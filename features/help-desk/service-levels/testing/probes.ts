import { own, type Probes, tenant_id } from '#testing/probe.ts'

const levels = {
  high_first_answer: 1,
  high_resolution: 8,
  medium_first_answer: 4,
  medium_resolution: 16,
  low_first_answer: null,
  low_resolution: null,
  hours: [{ day: 'MONDAY', from: '08:00', to: '18:00' }],
  country: 'BR',
  region: null,
}

export const probes: Probes = {
  'auth/help_desk/service_levels/get': own(),
  'auth/help_desk/service_levels/update': {
    ...own(),
    input: async ({ db, unique }) => {
      const found = await db
        .selectFrom('service_levels')
        .select('version')
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirst()
      return { version: found?.version ?? 0, ...levels, own_days: [{ day: '2026-12-24', name: `Quokka ${unique}` }] }
    },
  },
  'auth/help_desk/service_levels/holidays': own({ country: 'BR' }),
}

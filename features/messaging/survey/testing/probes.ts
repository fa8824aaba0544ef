import { own, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/survey/get': own({}, people.platform),
  'auth/survey/update': {
    who: people.platform,
    reach: 'own',
    input: async ({ db }) => {
      const present = await db
        .selectFrom('surveys')
        .select(['enabled', 'version'])
        .where('partner_id', 'is', null)
        .executeTakeFirst()
      return { version: present?.version ?? 0, enabled: present?.enabled ? 'N' : 'S' }
    },
  },
  // Another person's id is refused with 403 (wire.md), not with 404.
  'auth/users/send/questionario/perfil': own({ user_id: people.adminOfNorte.id, perfil_usuario: 'gerente' }),
}

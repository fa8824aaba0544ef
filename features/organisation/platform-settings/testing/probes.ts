import { own, foreign, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const probes: Probes = {
  'auth/platform/get': own({}, people.platform),
  'auth/platform/update': foreign(async ({ db }) => {
    const { version } = await db.selectFrom('platform').select('version').executeTakeFirstOrThrow()
    return { version, hidden_menu: ['billing'] }
  }, people.platform),
}

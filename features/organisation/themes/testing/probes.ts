import { newFilePath } from '#platform/server/files/file-path.ts'
import { own, foreign, tenant_id, type Probes } from '#testing/probe.ts'
import { tenants } from '#testing/world.ts'

export const probes: Probes = {
  'auth/themes/get': own(),
  'auth/themes/update': foreign(async ({ db }) => {
    // An image of Norte: a caller from another business unit cannot use it in a theme.
    const path = newFilePath('public', tenant_id, 'png')
    const { partner_id } = tenants.norte
    await db.insertInto('files').values({ path, partner_id, tenant_id, kind: 'theme.favicon', bytes: 1 }).execute()
    const theme = db.selectFrom('themes').select('version').where('tenant_id', '=', tenant_id)
    return { version: (await theme.executeTakeFirst())?.version ?? 0, favicon: `/storage/${path}` }
  }),
  // calls.db.test.ts adds the file.
  'auth/themes/image/add': own({ kind: 'logo' }),
}

import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

export const newUserGroup = async ({ db, unique }: Made) =>
  (
    await db
      .insertInto('user_groups')
      .values({ tenant_id, name: `Quokka ${unique}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const probes: Probes = {
  'auth/group_users/all': own(),
  'auth/group_users/all/select': own(),
  'auth/group_users/export': own({ format: 'csv' }),
  'auth/group_users/get': foreign(async (made) => ({ id: await newUserGroup(made) })),
  'auth/group_users/add': foreign(({ unique }) => ({
    name: `Grupo ${unique}`,
    description: null,
    member_ids: [people.userOfNorte.id],
  })),
  'auth/group_users/update': foreign(async (made) => ({
    id: await newUserGroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/group_users/delete': foreign(async (made) => ({ id: await newUserGroup(made) })),
}

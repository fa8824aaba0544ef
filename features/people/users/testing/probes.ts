import { newUserGroup } from '#features/people/groups/testing/probes.ts'
import { own, foreign, tenant_id, withSecondFactor, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const newUser = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, email: `quokka-${unique}@example.com`, home_tenant_id: tenant_id }
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('memberships').values({ tenant_id, user_id: id }).execute()
  return id
}

const person = (unique: string) => ({
  nome_usuario: 'Nova Pessoa',
  email: `new-${unique}@example.com`,
  phone: null,
  perfil_usuario: 'user',
  state: 'A',
  department: null,
  language: 'pt-BR',
  group_ids: [],
  edit_reports: 'N',
})

/** A local time in three days, whatever the time zone. */
const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)

export const probes: Probes = {
  'auth/users/all': own(),
  'auth/users/all/select': own(),
  'auth/users/all/values': own(),
  'auth/users/export': own({ format: 'csv' }),
  'auth/users/get': foreign(() => ({ id: people.userOfNorte.id })),
  'auth/users/add': foreign(async (made) => ({ ...person(made.unique), group_ids: [await newUserGroup(made)] })),
  'auth/users/duplicate': foreign(async (made) => ({
    id: await newUser(made),
    nome_usuario: 'Cópia',
    email: `copy-${made.unique}@example.com`,
    phone: null,
  })),
  'auth/users/update': foreign(async (made) => ({ id: await newUser(made), version: 1, department: 'Outro' })),
  'auth/users/change/fields': foreign(async (made) => ({ id: await newUser(made), department: 'Outro' })),
  'auth/users/change/status': foreign(async (made) => ({ id: await newUser(made), status: 'B' })),
  'auth/users/send/access': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/invitation/mail': own(),
  'auth/users/invitation/plan': foreign(async (made) => ({ id: await newUser(made), invite_at: inThreeDays() })),
  'auth/users/invitation/cancel': foreign(async (made) => {
    const id = await newUser(made)
    await made.db
      .insertInto('planned_invitations')
      .values({ tenant_id, user_id: id, send_at: new Date(Date.now() + 3 * 86_400_000) })
      .execute()
    return { id }
  }),
  'auth/users/password/rules': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/reset/2fa': foreign(async (made) => ({ id: await withSecondFactor(made, await newUser(made)) })),
  'auth/users/force/logout': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/delete': foreign(async (made) => ({ id: await newUser(made) })),
}

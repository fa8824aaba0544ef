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
  'auth/users/password/rules': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/reset/2fa': foreign(async (made) => ({ id: await withSecondFactor(made, await newUser(made)) })),
  'auth/users/force/logout': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/delete': foreign(async (made) => ({ id: await newUser(made) })),
}

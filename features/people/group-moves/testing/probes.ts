import { addRecord, foreign, type Made, type Probes, tenant_id } from '#testing/probe.ts'
import { masterInNorte, tenants } from '#testing/world.ts'

/** A group whose move leaves its name in the other unit, so the name is not one that a caller from another unit must not read. */
const newGroup = ({ db, unique }: Made) => addRecord(db, 'user_groups', { tenant_id, name: `Mover ${unique}` })

export const probes: Probes = {
  'auth/group_users/move/units': { who: masterInNorte, reach: 'own', input: () => ({}) },
  'auth/group_users/move/plan': foreign(
    async (made) => ({ id: await newGroup(made), unit_id: tenants.sul.id }),
    masterInNorte,
  ),
  'auth/group_users/move': foreign(
    async (made) => ({
      id: await newGroup(made),
      unit_id: tenants.sul.id,
      name: `MOVER_${made.unique}`.toUpperCase(),
    }),
    masterInNorte,
  ),
}

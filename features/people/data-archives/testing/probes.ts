import { addRecord, admin, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const requested = ({ db }: Made) =>
  addRecord(db, 'data_archives', { tenant_id, user_id: people.userOfNorte.id, requested_by: admin.id })

export const probes: Probes = {
  'auth/data_archives/all': own(),
  'auth/data_archives/own': own(),
  'auth/data_archives/add': foreign(() => ({ id: people.userOfNorte.id })),
  'auth/data_archives/file': foreign(async (made) => ({ id: await requested(made) })),
}

import { own, foreign, tenant_id, resellers, type Made, type Probe, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'

/** Puts the report, without filters, into the catalog. */
const show = ({ db }: Made) =>
  db.updateTable('reports').set({ show_on_catalog: true, filters: '[]' }).where('id', '=', resellers).execute()

const waiting = async (made: Made) => {
  await show(made)
  await made.db.deleteFrom('access_requests').where('report_id', '=', resellers).execute()
  await made.db
    .deleteFrom('report_grants')
    .where('report_id', '=', resellers)
    .where('user_id', '=', seller.id)
    .execute()
  const values = { tenant_id, report_id: resellers, user_id: seller.id, reason: `Quokka ${made.unique}` }
  return (await made.db.insertInto('access_requests').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Calls as a person of the business unit without the report, because only such a person may request it. */
const asSeller = (probe: Probe): Probe => ({ ...probe, who: seller })

export const probes: Probes = {
  'auth/catalogs/all': own(),
  'auth/catalogs/request/add': asSeller(
    foreign(async (made) => {
      await waiting(made)
      await made.db.deleteFrom('access_requests').where('report_id', '=', resellers).execute()
      return { report_id: resellers, reason: `Para as metas ${made.unique}` }
    }),
  ),
  'auth/catalogs/request/withdraw': asSeller(foreign(async (made) => ({ id: await waiting(made) }))),
  'auth/catalogs/request/all': own(),
  'auth/catalogs/request/export': own({ format: 'csv' }),
  'auth/catalogs/request/get': foreign(async (made) => ({ id: await waiting(made) })),
  'auth/catalogs/request/grant': foreign(async (made) => ({
    id: await waiting(made),
    roles: ['Salesperson'],
    identity: 'email',
    identity_value: null,
    custom_data: null,
  })),
  'auth/catalogs/request/deny': foreign(async (made) => ({ id: await waiting(made), answer: 'Ainda não.' })),
}

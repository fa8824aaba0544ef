import { foreign, own, resellers, tenant_id, type Made, type Probe, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'

/** Calls as a person who may open the report, because only they store views of it. */
const asSeller = (probe: Probe): Probe => ({ ...probe, who: seller })

const grant = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: seller.id, roles: ['Salesperson'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const stored = async (made: Made) => {
  await grant(made)
  const values = { tenant_id, report_id: resellers, user_id: seller.id, name: `Quokka ${made.unique}` }
  const view = await made.db.insertInto('report_saved_views').values(values).returning('id').executeTakeFirstOrThrow()
  return view.id
}

export const probes: Probes = {
  // The call answers every caller, with an empty list if the report is closed to them.
  'auth/saved_views/all': own({ reportId: resellers }),
  'auth/saved_views/get': asSeller(foreign(async (made) => ({ reportId: resellers, id: await stored(made) }))),
  'auth/saved_views/add': asSeller(
    foreign(async (made) => {
      await grant(made)
      const name = `Novo ${made.unique}`
      return { reportId: resellers, name, is_default: 'N', page: null, filters: [{ a: 1 }], slicers: [] }
    }),
  ),
  'auth/saved_views/update': asSeller(
    foreign(async (made) => ({ id: await stored(made), name: `Outro ${made.unique}` })),
  ),
  'auth/saved_views/delete': asSeller(foreign(async (made) => ({ id: await stored(made) }))),
}

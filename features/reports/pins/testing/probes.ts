import { foreign, own, resellers, tenant_id, type Made, type Probe, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'

/** Calls as a person who may open the report, because only they pin its visuals. */
const asSeller = (probe: Probe): Probe => ({ ...probe, who: seller })

const grant = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: seller.id, roles: ['Salesperson'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const pinned = async (made: Made) => {
  await grant(made)
  const pin = { page: 'vendedores', visual: `quokka ${made.unique}`, title: `Quokka ${made.unique}`, kind: 'card' }
  const values = { tenant_id, report_id: resellers, user_id: seller.id, position: 0, ...pin }
  const { id } = await made.db.insertInto('report_pins').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const probes: Probes = {
  'auth/pins/all': own(),
  'auth/pins/add': asSeller(
    foreign(async (made) => {
      await grant(made)
      await made.db.deleteFrom('report_pins').where('user_id', '=', seller.id).execute()
      return { reportId: resellers, page: 'vendedores', visual: `novo ${made.unique}`, title: 'Pedidos', kind: 'card' }
    }),
  ),
  'auth/pins/delete': asSeller(foreign(async (made) => ({ id: await pinned(made) }))),
  'auth/pins/order': asSeller(foreign(async (made) => ({ ids: [await pinned(made)] }))),
}

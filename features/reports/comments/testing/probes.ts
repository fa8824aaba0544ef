import { foreign, own, resellers, tenant_id, type Made, type Probe, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'

/** Calls as a person who may open the report, because only they may comment on it. */
const asSeller = (probe: Probe): Probe => ({ ...probe, who: seller })

const grant = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: seller.id, roles: ['Salesperson'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const stored = async (made: Made) => {
  await grant(made)
  const values = { tenant_id, report_id: resellers, user_id: seller.id, text: `Quokka ${made.unique}` }
  return (await made.db.insertInto('report_comments').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  // The calls that list comments and people answer every caller, with an empty list if the report is closed to them.
  'auth/report_comments/all': own({ reportId: resellers }),
  'auth/report_comments/people': own({ reportId: resellers, search: '' }),
  'auth/report_comments/add': asSeller(
    foreign(async (made) => {
      await grant(made)
      return { reportId: resellers, text: `Novo ${made.unique}`, mentions: [], page: null, page_name: null }
    }),
  ),
  'auth/report_comments/update': asSeller(
    foreign(async (made) => ({ id: await stored(made), text: `Outro ${made.unique}`, mentions: [] })),
  ),
  'auth/report_comments/delete': asSeller(foreign(async (made) => ({ id: await stored(made) }))),
}

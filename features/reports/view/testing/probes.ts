import { own, foreign, admin, tenant_id, resellers, type Made, type Probes } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

/** Grants the role Manager, so that every permitted actor of the test may open the report. */
const grantToAdmin = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: admin.id, roles: ['Company'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const probes: Probes = {
  'auth/report_view/open': foreign(async (made) => {
    await grantToAdmin(made)
    return { reportId: resellers }
  }),
  'auth/report/page/explain': foreign(async (made) => {
    await grantToAdmin(made)
    return { reportId: resellers, page: 'p', kind: 'explain_page', language: 'pt-BR', filters: null }
  }),
  'auth/report_view/preview': foreign(async ({ db }) => {
    const grant = { tenant_id, report_id: resellers, user_id: people.userOfNorte.id, roles: ['Salesperson'] }
    await db
      .insertInto('report_grants')
      .values(grant)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { reportId: resellers, user_id: people.userOfNorte.id }
  }),
  'auth/report_view/token': foreign(async (made) => {
    await grantToAdmin(made)
    return { reportId: resellers }
  }),
  // The calls about a report that a caller may not open answer with “no”, not with an error.
  'auth/report_view/capacity': own({ reportId: resellers }),
  'auth/report_view/check/exist/report': own({ reportId: resellers }),
  'auth/report_view/check/permission/edit/report': own({ reportId: resellers }),
  'auth/report_view/save/user-report-filters': foreign(() => ({
    reportId: resellers,
    filters: [{ a: 1 }],
    slicers: [],
  })),
  'auth/log/report/page/view': foreign(({ unique }) => ({
    reportId: resellers,
    view_id: `${unique.padEnd(8, '0').slice(0, 8)}-0000-4000-8000-000000000000`,
    event: 'opened',
  })),
  'auth/favorites/set': foreign(() => ({ reportId: resellers, favorite: 'S' })),
}

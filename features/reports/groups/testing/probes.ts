import { own, foreign, admin, tenant_id, type Made, type Probes } from '#testing/probe.ts'

export const newReportGroup = async ({ db, unique }: Made) =>
  (
    await db
      .insertInto('report_groups')
      .values({ tenant_id, name: `Quokka ${unique}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const probes: Probes = {
  'auth/group_reports/all': own(),
  'auth/group_reports/add': { who: admin, reach: 'own', input: ({ unique }) => ({ name: `Assunto ${unique}` }) },
  'auth/group_reports/get': foreign(async (made) => ({ id: await newReportGroup(made) })),
  'auth/group_reports/update': foreign(async (made) => ({
    id: await newReportGroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/group_reports/change/position': foreign(async (made) => ({ id: await newReportGroup(made), position: 0 })),
  'auth/group_reports/delete': foreign(async (made) => ({ id: await newReportGroup(made) })),
}

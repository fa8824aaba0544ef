import { own, foreign, tenant_id, resellers, type Made, type Probes } from '#testing/probe.ts'
import { published } from '#testing/reports.ts'

export const newReport = async (made: Made) => {
  const report = await made.db
    .selectFrom('reports')
    .select(['service_report_id', 'service_dataset_id'])
    .where('id', '=', resellers)
    .executeTakeFirstOrThrow()
  const values = {
    ...report,
    tenant_id,
    subgroup_id: published.subgroup,
    workspace_id: published.workspace,
    name: `Quokka ${made.unique}`,
  }
  return (await made.db.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const serviceReportId = async ({ db }: Made) =>
  (await db.selectFrom('reports').select('service_report_id').where('id', '=', resellers).executeTakeFirstOrThrow())
    .service_report_id

export const probes: Probes = {
  'auth/report/export': own({ format: 'csv' }),
  'auth/report/all': own(),
  'auth/report/get': foreign(() => ({ id: resellers })),
  'auth/report/add': foreign(async (made) => ({
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
    subgroup_id: published.subgroup,
    name: `Relatório ${made.unique}`,
    description: null,
  })),
  'auth/report/update': foreign(async (made) => ({
    id: await newReport(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/report/change/source': foreign(async (made) => ({
    id: await newReport(made),
    version: 1,
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
  })),
  'auth/report/import': foreign(async (made) => ({
    workspace_id: published.workspace,
    subgroup_id: published.subgroup,
    reports: [{ service_report_id: await serviceReportId(made), name: `Importado ${made.unique}` }],
  })),
  'auth/report/import/defaults': own({}),
  'auth/report/import/roles': foreign(async (made) => ({
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
  })),
  'auth/report/duplicate': foreign(async (made) => ({ id: await newReport(made) })),
  // An unknown subgroup has no reports.
  'auth/report/order/get': own({ subgroup_id: published.subgroup }),
  'auth/report/change/order': foreign(async (made) => ({
    subgroup_id: published.subgroup,
    ids: [await newReport(made)],
  })),
  // calls.db.test.ts adds the file.
  'auth/report/cover/add': own({ kind: 'cover' }),
  'auth/report/columns': foreign(async (made) => ({
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
  })),
  'auth/report/delete': foreign(async (made) => ({ id: await newReport(made) })),
}

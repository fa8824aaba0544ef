import { sql } from 'kysely'
import { DOUBLE } from '#powerbi/testing/power-bi-double.ts'
import { sealedDoubleSecret } from '#testing/double-secret.ts'
import { addRecord, own, foreign, admin, tenant_id, resellers, type Made, type Probes } from '#testing/probe.ts'
import { published } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'

/** Grants the role Manager, so that every permitted actor of the test may open the report. */
const grantToAdmin = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: admin.id, roles: ['Company'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A finished export at the double of Microsoft's service, of a report that the administrator may open. */
const finished = foreign(async (made) => {
  const { db, unique } = made
  const { partner_id } = tenants.norte
  const account = { partner_id, tenant_id, name: `Quokka ${unique}`, kind: 'powerbi', directory_id: 'd' }
  const account_id = await addRecord(db, 'embedding_accounts', {
    ...account,
    app_id: DOUBLE.appId,
    secret_sealed: sealedDoubleSecret,
  })
  const place = { tenant_id, partner_id, account_id, service_id: DOUBLE.workspaceId, name: `Quokka ${unique}` }
  const report_id = await addRecord(db, 'reports', {
    tenant_id,
    workspace_id: await addRecord(db, 'workspaces', place),
    subgroup_id: published.subgroup,
    service_report_id: DOUBLE.reportId,
    service_dataset_id: DOUBLE.datasetId,
    name: `Quokka ${unique}`,
    export: true,
  })
  await db.insertInto('report_grants').values({ tenant_id, report_id, user_id: admin.id }).execute()
  const content = JSON.stringify({ identity: null, pages: null })
  const values = { tenant_id, report_id, user_id: admin.id, service_export_id: DOUBLE.exportId, content }
  return { id: await addRecord(db, 'report_exports', values) }
})

const started = async (made: Made) => {
  await grantToAdmin(made)
  const values = { tenant_id, report_id: resellers, user_id: admin.id, service_export_id: 'none', content: 'none' }
  return (await made.db.insertInto('report_exports').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** An export needs a report that allows it. */
const allowed = async (made: Made) => {
  await grantToAdmin(made)
  await made.db.updateTable('reports').set({ export: true }).where('id', '=', resellers).execute()
  return { reportId: resellers, format: 'PDF', page: 'vendedores' }
}

/** A valid token with the right to edit for each session of the administrator. */
const giveEditTokens = ({ db, unique }: Made) =>
  db
    .insertInto('embed_tokens')
    .columns(['tenant_id', 'token_id', 'account_id', 'report_id', 'user_id', 'session_id', 'identity', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('sessions as z')
        .where('z.user_id', '=', admin.id)
        .select([
          sql<string>`${tenant_id}::uuid`.as('tenant_id'),
          sql<string>`${unique} || z.id`.as('token_id'),
          sql<string>`${published.account}::uuid`.as('account_id'),
          sql<string>`${resellers}::uuid`.as('report_id'),
          'z.user_id',
          'z.id',
          sql<string>`'{"edit":true}'`.as('identity'),
          sql<Date>`now() + interval '1 hour'`.as('expires_at'),
        ]),
    )
    .execute()

export const probes: Probes = {
  'auth/report_export/start': foreign(allowed),
  'auth/report_export/get': finished,
  'auth/report_export/file': finished,
  'auth/report_export/cancel': foreign(async (made) => ({ id: await started(made) })),
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
  'auth/report_view/edit/saved': foreign(async (made) => {
    await grantToAdmin(made)
    await made.db.updateTable('reports').set({ allow_edit: true }).where('id', '=', resellers).execute()
    await giveEditTokens(made)
    return { reportId: resellers }
  }),
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

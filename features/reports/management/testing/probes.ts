import { foreign, type Made, own, type Probes } from '#testing/probe.ts'
import { published, spareReportServiceId, spareWorkspaceServiceId } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'

const said = (sentence: string) => {
  const text = { 'pt-BR': sentence, 'en-US': null, es: null, 'pt-PT': null }
  return { title: text, description: text }
}

/** Adds a report for Norte only, so that other business units find nothing. */
const newReport = async ({ db, unique }: Made, readers = 'managers') => {
  const { title, description } = said(`Quokka ${unique}`)
  const { id } = await db
    .insertInto('management_reports')
    .values({
      title: JSON.stringify(title),
      description: JSON.stringify(description),
      source: 'usage',
      readers,
      tenant_ids: [tenants.norte.id],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds an embedded report for Norte only. */
const newEmbedded = async (made: Made) => {
  const id = await newReport(made)
  // The probe that adds a workspace to a business unit adds this one, which then belongs to the unit.
  await made.db.deleteFrom('workspaces').where('service_id', '=', spareWorkspaceServiceId).execute()
  const source = {
    account_id: published.account,
    workspace_id: spareWorkspaceServiceId,
    report_id: spareReportServiceId,
    role: 'Salesperson',
  }
  await made.db
    .updateTable('management_reports')
    .set({ source: 'report', embedded: JSON.stringify(source) })
    .where('id', '=', id)
    .execute()
  return id
}

const { platform } = people

export const probes: Probes = {
  'auth/management_reports/all': own({}, platform),
  'auth/management_reports/export': own({ format: 'csv' }, platform),
  'auth/management_reports/all/select': own({}, platform),
  'auth/management_reports/get': foreign(async (made) => ({ id: await newReport(made) }), platform),
  'auth/management_reports/add': {
    ...own({}, platform),
    input: ({ unique }) => ({
      ...said(`Novo ${unique}`),
      source: 'usage',
      embedded: null,
      readers: 'managers',
      tenant_ids: [],
      published: 'N',
    }),
  },
  'auth/management_reports/update': foreign(
    async (made) => ({ id: await newReport(made), version: 1, source: 'people' }),
    platform,
  ),
  'auth/management_reports/delete': foreign(async (made) => ({ id: await newReport(made) }), platform),
  'auth/management_reports/sources': own({}, platform),
  'auth/management/open': foreign(async (made) => ({ id: await newEmbedded(made) })),
  'auth/management/all': own(),
  'auth/management/get': foreign(async (made) => ({ id: await newReport(made) })),
}

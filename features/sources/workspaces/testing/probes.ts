import { DOUBLE } from '#powerbi/testing/power-bi-double.ts'
import { sealedDoubleSecret } from '#testing/double-secret.ts'
import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'
import { published, spareWorkspaceServiceId, workspaceServiceId } from '#testing/reports.ts'
import { tenants } from '#testing/world.ts'

const newWorkspace = async (made: Made, account_id: string = published.account, service_id = made.unique) => {
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    account_id,
    service_id,
    name: `Quokka ${made.unique}`,
  }
  return (await made.db.insertInto('workspaces').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Adds a workspace at the test double of Microsoft's service, which has a dashboard. */
const newMicrosoftWorkspace = async (made: Made) => {
  const values = {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${made.unique}`,
    kind: 'powerbi',
    directory_id: 'd',
    app_id: DOUBLE.appId,
    secret_sealed: sealedDoubleSecret,
  }
  const added = made.db.insertInto('embedding_accounts').values(values).returning('id')
  return newWorkspace(made, (await added.executeTakeFirstOrThrow()).id, DOUBLE.workspaceId)
}

export const probes: Probes = {
  'auth/powerbi/workspace/all': own(),
  'auth/powerbi/workspace/export': own({ format: 'csv' }),
  // The account belongs to the partner: its other business units may use it, those of another partner may not.
  'auth/powerbi/workspace/available': foreign(() => ({ account_id: published.account })),
  'auth/powerbi/workspace/add': {
    ...foreign(() => ({ account_id: published.account, service_id: workspaceServiceId })),
    control: async ({ db }) => {
      await db.deleteFrom('workspaces').where('service_id', '=', spareWorkspaceServiceId).execute()
      return { account_id: published.account, service_id: spareWorkspaceServiceId }
    },
  },
  'auth/powerbi/workspace/update': foreign(async (made) => ({
    id: await newWorkspace(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/powerbi/workspace/datasets': foreign(() => ({ id: published.workspace })),
  'auth/powerbi/workspace/dashboards': foreign(() => ({ id: published.workspace })),
  'auth/powerbi/workspace/tiles': foreign(async (made) => ({
    id: await newMicrosoftWorkspace(made),
    service_dashboard_id: DOUBLE.dashboardId,
  })),
  'auth/powerbi/workspace/delete': foreign(async (made) => ({ id: await newWorkspace(made) })),
  'auth/powerbi/workspace/reports': foreign(() => ({ id: published.workspace })),
}

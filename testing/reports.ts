// A real report service for one test file: its own process and data folder, with the samples published for Alfa's partner.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReportService } from '#apps/server/report-service.ts'
import { accountSecretPurpose } from '#features/sources/accounts/server/commands.ts'
import { MICROSOFT, type PowerBiClient, createPowerBi } from '#powerbi/server/power-bi.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { reportIdOf } from '#report-service/rest/publish-project.ts'
import { clockVariables } from './clock.ts'
import { partners, people, tenants } from './world.ts'

const secret = 'the report service’s test secret'
export const workspaceServiceId = '00000007-0000-4000-8000-000000000001'
/** A workspace of the same account from which no business unit publishes. */
export const spareWorkspaceServiceId = '00000007-0000-4000-8000-000000000002'
/** The report Desempenho de revendas in that workspace. Its data model has the roles of sellers. */
export const spareReportServiceId = reportIdOf(spareWorkspaceServiceId, 'Desempenho de revendas')

export type TestReports = {
  url: string
  account: PowerBiClient
  stop(): Promise<void>
  publish(db: Database, config: Config): Promise<void>
}

export async function startTestReports(publicUrl = 'http://reports.localhost'): Promise<TestReports> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-reports-'))
  const account = { directoryId: 'test', appId: 'portal-alfa', secret }
  const service = await startReportService({
    dataDir,
    publicUrl,
    allowedOrigins: ['http://*.localhost', 'http://localhost'],
    signingKey: 'a signing key of tests, long enough to be taken',
    principals: [{ ...account, name: 'Alfa' }],
    samples: [
      { workspaceId: workspaceServiceId, name: 'Norte', members: [account.appId] },
      { workspaceId: spareWorkspaceServiceId, name: 'Reserva', members: [account.appId] },
    ],
    log: () => undefined,
    env: clockVariables(),
  })
  const client = createPowerBi({
    ...MICROSOFT,
    authority: service.url,
    api: service.url,
    extensions: true,
    fetch,
    now: Date.now,
    sleep: (milliseconds) => sleep(milliseconds),
    log: () => undefined,
  }).account(account)
  return {
    url: service.url,
    account: client,
    stop: async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    publish: async (db, config) => {
      const reports = await client.reports(workspaceServiceId)
      await publishInNorte(db, createSecrets(config.appSecret).seal(secret, accountSecretPurpose), reports)
    },
  }
}

export const published = {
  account: '00000008-0000-4000-8000-000000000001',
  workspace: '00000008-0000-4000-8000-000000000002',
  group: '00000008-0000-4000-8000-000000000003',
  subgroup: '00000008-0000-4000-8000-000000000004',
  /** Ordered by name: Desempenho de revendas, Produtos, Visão geral de vendas. */
  reports: [
    '00000009-0000-4000-8000-000000000001',
    '00000009-0000-4000-8000-000000000002',
    '00000009-0000-4000-8000-000000000003',
  ],
} as const

/** The samples as reports of Norte, without grants. Norte's two users get the e-mails of a seller and of a manager. */
async function publishInNorte(
  db: Database,
  secret_sealed: Buffer,
  reports: { id: string; name: string | null; datasetId: string | null }[],
): Promise<void> {
  const tenant_id = tenants.norte.id
  const partner_id = partners.alfa.id
  await db
    .insertInto('embedding_accounts')
    .values({
      id: published.account,
      partner_id,
      name: 'Local',
      kind: 'local',
      directory_id: 'test',
      app_id: 'portal-alfa',
      secret_sealed,
    })
    .execute()
  await db
    .insertInto('workspaces')
    .values({
      tenant_id,
      partner_id,
      id: published.workspace,
      account_id: published.account,
      service_id: workspaceServiceId,
      name: 'Norte',
    })
    .execute()
  await db.insertInto('report_groups').values({ tenant_id, id: published.group, name: 'Vendas' }).execute()
  await db
    .insertInto('report_subgroups')
    .values({ tenant_id, id: published.subgroup, group_id: published.group, name: 'Geral' })
    .execute()
  const named = reports.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
  for (const [index, id] of published.reports.entries()) {
    const report = named[index]
    if (!report?.name || !report.datasetId) throw new Error('the samples are three reports')
    await db
      .insertInto('reports')
      .values({
        tenant_id,
        id,
        subgroup_id: published.subgroup,
        workspace_id: published.workspace,
        service_report_id: report.id,
        service_dataset_id: report.datasetId,
        name: report.name,
        row_security: true,
      })
      .execute()
  }
  await db.updateTable('users').set({ email: sellerEmail }).where('id', '=', people.userOfNorte.id).execute()
  await db.updateTable('users').set({ email: managerEmail }).where('id', '=', people.otherUserOfNorte.id).execute()
}

export const sellerEmail = 'linda3@adventure-works.com'
export const managerEmail = 'stephen0@adventure-works.com'
export const seller = { ...people.userOfNorte, email: sellerEmail }
export const manager = { ...people.otherUserOfNorte, email: managerEmail }

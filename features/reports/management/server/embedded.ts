// Embedded management reports: which report a publisher may choose, and the token with which a business unit reads it.
import { embedToken as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type OutsideContext, type Route, outside } from '#platform/server/http/route.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { PowerBiClient } from '#powerbi/server/power-bi.ts'
import type { AccountKey, Embedding } from '#features/sources/accounts/server/commands.ts'
import { mustHaveRoles } from '#features/reports/library/server/commands.ts'
import { rememberToken, standingEnds } from '#features/reports/view/server/commands.ts'
import { type EmbeddedSource, listManagementSources, openManagement } from '../contract.ts'
import { isFiltering, isReadable } from './rules.ts'
import * as store from './store.ts'

type Dependencies = { embedding: Embedding; hosts: Hosts }

/** Openings per person, process and minute. Each asks the service for a token. */
const opensPerMinute = 30

const minuteMs = 60_000

export function embeddedRoutes({ embedding, hosts }: Dependencies): Route[] {
  const opens = createLimiter({ perMinute: opensPerMinute })

  const open = outside(openManagement, async (context, { id }) => {
    const { actor, caller, transaction, clock } = context
    // An embed token outlives an API key.
    if (actor.apiKey) fail('access.functionality_refused')
    if (!opens.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const found = (await transaction(({ db }) => store.findEmbedded(db, id))) ?? fail('call.not_found')
    const { embedded, ...account } = found
    const atService = await embedding.ask(account, (client) => client.report(embedded.workspace_id, embedded.report_id))
    const { datasetId, embedUrl } = atService
    if (!datasetId || !embedUrl) fail('embedding_account.refused')
    // The end of the shift or of the scheduled days of the person. No grant of a report has the id of a management report.
    const ends = await transaction(({ db }) => standingEnds(db, id))
    const endsAt = Math.min(actor.expiresAt.getTime(), ends?.getTime() ?? Infinity)
    const left = Math.floor((endsAt - clock.now().getTime()) / minuteMs)
    // The publisher of the data model may have changed the role, or moved the report to another data model.
    const { models, filters } = await embedding.ask(account, async (client) => ({
      models: await modelsOf(client, embedded.workspace_id),
      filters: await client.roleFilters(embedded.workspace_id, datasetId),
    }))
    if (!models.has(datasetId)) fail('call.not_found')
    if (!isFiltering(filters, embedded.role)) fail('report.role_unknown')
    const made = await embedding.ask(account, (client) =>
      client.generateToken({
        reports: [{ id: embedded.report_id, allowEdit: false }],
        datasets: [{ id: datasetId }],
        targetWorkspaces: [],
        identities: [
          {
            // The rule of the role compares this name with the unit of each row. People cannot change an id.
            username: tenantOf(actor),
            roles: [embedded.role],
            customData: null,
            datasets: [datasetId],
            auditableContext: actor.userId,
          },
        ],
        // Short: Microsoft's service cannot revoke it. After a withdrawal the open page gets no other one.
        lifetimeInMinutes: Math.max(1, Math.min(limits.previewMinutes, left)),
      }),
    )
    const expires_at = new Date(made.expiresAt)
    await transaction(async ({ db }) => {
      // Stored first, so that a later end of the session or of the report finds the token and revokes it.
      await rememberToken(db, tenantOf(actor), {
        tokenId: made.tokenId,
        sessionId: actor.sessionId,
        address: caller.address,
        accountId: embedded.account_id,
        reportId: id,
        identity: JSON.stringify({ role: embedded.role }),
        expiresAt: expires_at,
        readsAs: null,
        isDraft: false,
      })
      // The report may have been withdrawn or changed while the service answered.
      const again = await store.findEmbedded(db, id)
      if (JSON.stringify(again?.embedded) !== JSON.stringify(embedded)) fail('call.not_found')
    })
    return {
      token: made.token,
      expires_at,
      ends_in_ms: expires_at.getTime() - clock.now().getTime(),
      kind: account.kind as 'local',
      service_report_id: embedded.report_id,
      embed_url: embedUrl,
      trusted_origins: [hosts.reportsOrigin],
    }
  })

  const listSources = outside(listManagementSources, async (context, { account_id, workspace_id, report_id }) => {
    const answer = { accounts: [], workspaces: [], reports: [], roles: null }
    if (account_id === undefined) {
      const accounts = await context.transaction(({ db }) => store.publishingAccounts(db))
      return { ...answer, accounts: accounts.map(choiceOf) }
    }
    const [accounts, account] = await context.transaction(async ({ db }) => [
      await store.publishingAccounts(db),
      await store.findPublishingAccount(db, account_id),
    ])
    if (!account) fail('call.not_found')
    embedding.countSecretTry(context)
    const workspaces = await freeWorkspaces(context, embedding, account)
    const accountAnswer = { ...answer, accounts: accounts.map(choiceOf), workspaces: named(workspaces) }
    if (workspace_id === undefined) return accountAnswer
    if (!workspaces.some(({ id }) => id === workspace_id)) fail('call.not_found')
    const { reports, roles, filters } = await contentsOf(embedding, account, workspace_id, report_id)
    return {
      ...accountAnswer,
      reports: named(reports),
      roles: roles && roles.filter((role) => isFiltering(filters, role) && isReadable(filters, role)),
    }
  })

  return [open, listSources]
}

const choiceOf = ({ id, name, partner }: store.PublishingAccount) => ({ id, name, partner })

type Named = { id: string; name: string | null }

const named = (found: readonly Named[]) =>
  found.map(({ id, name }) => ({ id, name: name ?? id })).toSorted((one, other) => one.name.localeCompare(other.name))

/** The workspaces of an account from which no business unit of any partner publishes. */
async function freeWorkspaces(
  { transaction }: OutsideContext,
  embedding: Embedding,
  account: store.PublishingAccount,
): Promise<Named[]> {
  const workspaces = await embedding.ask(account, (client) => client.workspaces())
  const ids = workspaces.map(({ id }) => id)
  const owned = await transaction(({ db }) => store.workspacesOfUnits(db, ids))
  return workspaces.filter(({ id }) => !owned.has(id))
}

/** The data models that stand in a workspace. A report may have a data model of another workspace, which a business unit may own. */
async function modelsOf(client: PowerBiClient, workspaceId: string): Promise<Set<string>> {
  const models = await client.datasets(workspaceId)
  return new Set(models.map(({ id }) => id))
}

/**
 * The reports of a workspace with a data model of that workspace, the roles of the data model of one of them, and what each role filters.
 * `isElsewhere`: the data model of the wanted report is in another workspace.
 */
const contentsOf = (embedding: Embedding, account: AccountKey, workspaceId: string, reportId?: string) =>
  embedding.ask(account, async (client) => {
    const [found, models] = await Promise.all([client.reports(workspaceId), modelsOf(client, workspaceId)])
    const reports = found.filter(({ datasetId }) => datasetId !== null && models.has(datasetId))
    const report = reports.find(({ id }) => id === reportId)
    const isElsewhere = !report && found.some(({ id }) => id === reportId)
    if (!report?.datasetId) return { reports, report, isElsewhere, roles: null, filters: null }
    const [roles, filters] = await Promise.all([
      client.roles(workspaceId, report.datasetId),
      client.roleFilters(workspaceId, report.datasetId),
    ])
    return { reports, report, isElsewhere, roles, filters }
  })

/**
 * Refuses a source that must not be published: the account of another partner or of a business unit, a workspace of a business unit, a
 * report or a role that the service does not have, a data model of another workspace, and a role that filters nothing.
 */
export async function mustPublishFrom(
  context: OutsideContext,
  embedding: Embedding,
  source: EmbeddedSource,
): Promise<void> {
  const { account_id, workspace_id, report_id, role } = source
  const account = await context.transaction(({ db }) => store.findPublishingAccount(db, account_id))
  if (!account) fail('call.not_found')
  const workspaces = await freeWorkspaces(context, embedding, account)
  if (!workspaces.some(({ id }) => id === workspace_id)) refuse('management_report.workspace_owned')
  const { report, isElsewhere, roles, filters } = await contentsOf(embedding, account, workspace_id, report_id)
  if (isElsewhere) refuse('management_report.model_elsewhere')
  if (!report) fail('call.not_found')
  mustHaveRoles(roles, [role], 'embedded')
  if (!isFiltering(filters, role)) refuse('management_report.role_without_filter')
}

type Refusal = `management_report.${'workspace_owned' | 'model_elsewhere' | 'role_without_filter'}`

const refuse = (code: Refusal): never => fail(code, { fields: { embedded: code } })

// Embedded management reports: which report a publisher may choose, and the token with which a business unit reads it.
import { embedToken as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, type WriteContext, outside } from '#platform/server/http/route.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { listManagementSources, openManagement } from '../contract.ts'
import * as store from './store.ts'

type Dependencies = { embedding: Embedding; hosts: Hosts }

/** Openings per person, process and minute. Each asks the service for a token. */
const opensPerMinute = 30

const minuteMs = 60_000

export function embeddedRoutes({ embedding, hosts }: Dependencies): Route[] {
  const opens = createLimiter({ perMinute: opensPerMinute })

  const open = outside(openManagement, async (context, { id }) => {
    const { actor, transaction, clock } = context
    // An embed token outlives an API key.
    if (actor.apiKey) fail('access.functionality_refused')
    if (!opens.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    const find = () => transaction(async ({ db }) => store.findEmbedded(db, id))
    const found = (await find()) ?? fail('call.not_found')
    const { embedded, ...account } = found
    const atService = await embedding.ask(account, (client) => client.report(embedded.workspace_id, embedded.report_id))
    const { datasetId, embedUrl } = atService
    if (!datasetId || !embedUrl) fail('embedding_account.refused')
    const left = Math.floor((actor.expiresAt.getTime() - clock.now().getTime()) / minuteMs)
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
        // Short: nothing revokes the token when the report is withdrawn. The open page then gets no other one.
        lifetimeInMinutes: Math.max(1, Math.min(limits.previewMinutes, left)),
      }),
    )
    // The report may have been withdrawn or changed while the service answered.
    const again = await find()
    if (JSON.stringify(again?.embedded) !== JSON.stringify(embedded)) fail('call.not_found')
    const expires_at = new Date(made.expiresAt)
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
    const accounts = await context.transaction(({ db }) => store.publishingAccounts(db))
    const answer = {
      accounts: accounts.map(({ id, name, partner }) => ({ id, name, partner })),
      workspaces: [],
      reports: [],
      roles: null,
    }
    if (account_id === undefined) return answer
    const account = accounts.find(({ id }) => id === account_id) ?? fail('call.not_found')
    embedding.countSecretTry(context)
    return { ...answer, ...(await contentsOf(account, workspace_id, report_id)) }
  })

  /** The workspaces of an account, the reports of one of them, and the roles of the data model of one of those. */
  const contentsOf = (account: store.PublishingAccount, workspaceId?: string, reportId?: string) =>
    embedding.ask(account, async (client) => {
      const [workspaces, reports] = await Promise.all([
        client.workspaces(),
        workspaceId === undefined ? [] : client.reports(workspaceId),
      ])
      const datasetId = reports.find(({ id }) => id === reportId)?.datasetId
      return {
        workspaces: workspaces.map(({ id, name }) => ({ id, name: name ?? id })).toSorted(byName),
        reports: reports.map(({ id, name }) => ({ id, name: name ?? id })).toSorted(byName),
        roles: workspaceId === undefined || !datasetId ? null : await client.roles(workspaceId, datasetId),
      }
    })

  return [open, listSources]
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)

/** Refuses the account of another partner or of a business unit. */
export async function mustPublishFrom({ db }: Pick<WriteContext, 'db'>, accountId: string): Promise<void> {
  const accounts = await store.publishingAccounts(db)
  if (!accounts.some(({ id }) => id === accountId)) fail('call.not_found')
}

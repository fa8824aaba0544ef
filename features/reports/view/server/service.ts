// Embed tokens: minted on the server from stored settings only, one at a time for each person and report, and ended with the grant.
import type { ErrorCode } from '#catalogue/errors.ts'
import { embedToken as limits } from '#catalogue/limits.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { findAccountKey, findWorkspace } from '#features/embedding/server/reads.ts'
import type { AccountKey, Embedding } from '#features/embedding/server/service.ts'
import { reachingGrants } from '../../access/server/reads.ts'
import { type Identity, resolveIdentity } from '../../access/server/rules.ts'
import * as store from './store.ts'

export type EmbedToken = { token: string; tokenId: string; expiresAt: Date; embedUrl: string }

/** What the database knows before the service is asked. */
type Prepared = { report: store.ReportToOpen; workspace: Workspace; identity: Identity | null; ends: Date | null }
type Workspace = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>

export type EmbedTokens = ReturnType<typeof createEmbedTokens>

const minuteMs = 60_000
const mostRemembered = 10_000

export function createEmbedTokens({ embedding, clock }: { embedding: Embedding; clock: Clock }) {
  /** By person, report and identity: the present token, or the one being asked for. */
  const tokens = new Map<string, Promise<EmbedToken>>()

  /** Opens a report for the actor: its row and a token. Fails with report.missing when it does not reach them. */
  async function open(context: OutsideContext, reportId: string): Promise<Prepared & { embed: EmbedToken }> {
    const prepared = await prepare(context, reportId)
    const embed = await tokenFor(prepared, context)
    await confirm(context, prepared, embed)
    return { ...prepared, embed }
  }

  /** One question to the service for everybody who waits for the same token (V4). */
  async function tokenFor(prepared: Prepared, context: OutsideContext): Promise<EmbedToken> {
    const key = keyOf(prepared, context)
    const known = tokens.get(key)
    if (known && (await isFresh(known))) return known
    // Whoever saw first that it is stale asks; the others find the new question in its place.
    const present = tokens.get(key)
    return present !== undefined && present !== known ? present : remember(key, mint(prepared, context.actor))
  }

  const isFresh = (token: Promise<EmbedToken>) =>
    token.then(
      ({ expiresAt }) => expiresAt.getTime() - clock.now().getTime() > limits.reuseUntilMinutes * minuteMs,
      () => false,
    )

  function remember(key: string, asked: Promise<EmbedToken>): Promise<EmbedToken> {
    tokens.delete(key) // put last: the one asked for longest ago is first
    tokens.set(key, asked)
    for (const oldest of tokens.keys()) if (tokens.size > mostRemembered) tokens.delete(oldest)
    return asked
  }

  /** Asks the service. The token ends with the session and with its person's hours at the latest, to the minute (E1). */
  async function mint({ report, workspace, identity, ends }: Prepared, actor: Actor): Promise<EmbedToken> {
    const end = Math.min(actor.expiresAt.getTime(), ends?.getTime() ?? Infinity)
    const left = Math.floor((end - clock.now().getTime()) / minuteMs)
    const dataset = report.service_dataset_id
    const [made, atService] = await embedding.ask(workspace, (client) =>
      Promise.all([
        client.generateToken({
          reports: [{ id: report.service_report_id, allowEdit: false }],
          datasets: [{ id: dataset }],
          targetWorkspaces: [],
          identities: identity ? [{ ...identity, datasets: [dataset], auditableContext: actor.userId }] : [],
          lifetimeInMinutes: Math.max(1, Math.min(limits.lifetimeMinutes, left)),
        }),
        client.report(workspace.service_id, report.service_report_id),
      ]),
    )
    if (!atService.embedUrl) fail('embedding_account.refused')
    return {
      token: made.token,
      tokenId: made.tokenId,
      expiresAt: new Date(made.expiresAt),
      embedUrl: atService.embedUrl,
    }
  }

  /** When the data was last refreshed. A report is read without it when the service does not say. */
  async function lastUpdate({ report, workspace }: Prepared): Promise<Date | null> {
    try {
      const [last] = await embedding.ask(workspace, (client) =>
        client.refreshes(workspace.service_id, report.service_dataset_id, 1),
      )
      return last?.endTime ? new Date(last.endTime) : null
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }

  /** Forgets what is remembered of a business unit's tokens, or of all: the next page asks for new ones. */
  function forget(tenantId: string | null): void {
    for (const key of tokens.keys()) if (tenantId === null || key.startsWith(`${tenantId} `)) tokens.delete(key)
  }

  return { open, lastUpdate, forget }
}

async function prepare({ actor, transaction }: OutsideContext, reportId: string): Promise<Prepared> {
  return transaction(async ({ db }) => {
    const report = await store.findToOpen(db, reportId)
    if (!report) fail('report.missing')
    const resolved = resolveIdentity(report, await reachingGrants(db, reportId), actor.email)
    if ('refusal' in resolved) fail(resolved.refusal)
    const workspace = await findWorkspace(db, report.workspace_id)
    if (!workspace) throw new Error('a report has a workspace')
    return { report, workspace, identity: resolved.identity, ends: await store.standingEnds(db) }
  })
}

/**
 * While the service was asked, the grant may have ended, or the account have become another: looked at again in the transaction that remembers
 * the token. It is remembered first: that holds the account, whose change then finds the token.
 */
async function confirm(
  context: OutsideContext,
  { report, workspace, identity }: Prepared,
  embed: EmbedToken,
): Promise<void> {
  await context.transaction(async ({ db, actor }) => {
    const { tokenId, expiresAt } = embed
    await store.rememberToken(db, tenantOf(actor), {
      tokenId,
      sessionId: actor.sessionId,
      address: context.caller.address,
      expiresAt,
      accountId: workspace.account_id,
      reportId: report.id,
      identity: JSON.stringify(identity),
    })
    const again = await store.findToOpen(db, report.id)
    if (!again) fail('report.missing')
    const resolved = resolveIdentity(again, await reachingGrants(db, report.id), actor.email)
    const same = 'identity' in resolved && JSON.stringify(resolved.identity) === JSON.stringify(identity)
    const present = await findWorkspace(db, again.workspace_id)
    if (!same || present?.account_version !== workspace.account_version) fail('call.unavailable')
  })
}

/**
 * The session is part of it: a token dies with its session's person alone. So is the address, by which it is judged, and the account as it
 * stands: another application or secret asks anew.
 */
const keyOf = ({ report, workspace, identity }: Prepared, { actor, caller }: OutsideContext) =>
  [
    actor.tenantId,
    actor.sessionId,
    caller.address,
    workspace.account_id,
    workspace.account_version,
    workspace.service_id,
    report.service_report_id,
    report.service_dataset_id,
    JSON.stringify(identity),
  ].join(' ')

/**
 * Ends the living tokens of persons who lost the report, or whose grants now say another identity, at services that can; elsewhere they end by themselves within the hour.
 * Throws when a service does not answer: what it could not end stays remembered, for the next try.
 */
export async function endStrayTokens(gate: Gate, embedding: Embedding, concerned: store.Concerned): Promise<number> {
  const reason = 'embed tokens of persons who lost a report, or read other rows of it'
  const living = await gate.acrossTenants(reason, (db) => store.livingTokens(db, concerned))
  const stray = living.filter((token) => !isRightful(token))
  const ended: store.OutToken[] = []
  const faults = new Map<string, unknown>()
  for (const token of stray) {
    const { account_id, token_id } = token
    // An account whose service is away is asked once, not once for each token.
    if (faults.has(account_id)) continue
    try {
      const account = await gate.acrossTenants(reason, (db) => findAccountKey(db, account_id))
      if (account) await embedding.ask(account, (client) => client.revokeEmbedToken(token_id))
      ended.push(token)
    } catch (error) {
      faults.set(account_id, error)
    }
  }
  if (ended.length > 0) await gate.acrossTenants(reason, (db) => store.forgetTokens(db, ended))
  for (const fault of faults.values()) throw fault
  return ended.length
}

/** An account by what reaches its service. */
type Account = AccountKey & { id: string }

/**
 * Ends all living tokens that an account gave out, while it is still what gave them: under another application or directory it could end none
 * of them any more. Those of an application that is refused, or was another's before, run out by themselves. Throws when the service does not answer.
 */
export async function endTokensOf(
  acrossTenants: Gate['acrossTenants'],
  embedding: Embedding,
  account: Account,
): Promise<void> {
  const reason = 'embed tokens of an account that becomes another'
  const living = await acrossTenants(reason, (db) => store.tokensOf(db, account.id))
  const ended: typeof living = []
  for (const token of living) {
    try {
      await embedding.ask(account, (client) => client.revokeEmbedToken(token.token_id))
      ended.push(token)
    } catch (error) {
      if (!(error instanceof Failure) || !cannotEnd.has(error.code)) throw error
    }
  }
  await acrossTenants(reason, async (db) => {
    await store.forgetTokens(db, ended)
    // Each process forgets what it remembers of them, also where the account stays what it was after all.
    for (const tenantId of new Set(ended.map(({ tenant_id }) => tenant_id)))
      await announce(db, { kind: 'access_changed', tenantId, reportIds: [] })
  })
}

const cannotEnd = new Set<ErrorCode>([
  'call.not_found',
  'embedding_account.credentials_refused',
  'embedding_account.refused',
])

/** Does the token still say what the grants of its person say? */
function isRightful({
  reached,
  identity,
  email,
  row_security,
  ignore_row_security,
  ignore_role,
  grants,
}: store.OutToken): boolean {
  if (!reached || row_security === null || ignore_row_security === null || email === null) return false
  const resolved = resolveIdentity({ row_security, ignore_row_security, ignore_role }, grants, email)
  return 'identity' in resolved && JSON.stringify(resolved.identity) === identity
}

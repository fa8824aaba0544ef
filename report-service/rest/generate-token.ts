import { hash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isRole } from '../dax/security.ts'
import type { Caller } from './access-token.ts'
import { principalKey } from './catalogue.ts'
import type { Catalogue, Dataset, Principal, Report } from './catalogue.ts'
import { signEmbedToken } from './embed-token.ts'
import type { EmbedGrant } from './embed-token.ts'
import { badRequest, notFound, notSupported, parsed } from './refusal.ts'
import { asCaller, workspacesOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

const LONGEST_LIFE_MS = 60 * 60_000

/** Ids are UUIDs, so letter case does not matter. */
const id = z.string().max(100).toLowerCase()

/** An identity of a token or an export. */
export const identityRequest = z.object({
  username: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'holds a space or a character outside ASCII'),
  roles: z
    .array(
      z
        .string()
        .min(1)
        .max(50)
        .regex(/^[^,]+$/, 'holds a comma'),
    )
    .max(50)
    .default([]),
  datasets: z.array(id).max(50).optional(),
  customData: z.string().max(2000).nullish(),
  auditableContext: z.string().max(256).nullish(),
  reports: z.array(z.string()).max(0, 'is for paginated reports').optional(),
  identityBlob: z.never('is not supported').optional(),
})
type Identity = z.output<typeof identityRequest>

export const tokenRequest = z.object({
  reports: z
    .array(
      z.object({
        id,
        allowEdit: z.boolean().default(false),
        // An extension of the local service: Microsoft's token has no pages. `filterColumns`: those of the host's own filters.
        limitedTo: z
          .object({
            pages: z.array(z.string().min(1).max(200)).min(1).max(200),
            filterColumns: z.array(z.object({ table: z.string().max(200), column: z.string().max(200) })).max(50),
          })
          .optional(),
      }),
    )
    .max(50)
    .default([]),
  datasets: z
    .array(z.object({ id, xmlaPermissions: z.enum(['Off', 'ReadOnly']).default('Off') }))
    .max(50)
    .default([]),
  targetWorkspaces: z.array(z.object({ id })).max(50).default([]),
  identities: z.array(identityRequest).max(50).default([]),
  datasourceIdentities: z.array(z.unknown()).default([]),
  lifetimeInMinutes: z.number().int().min(0).nullish(),
})
type TokenRequest = z.output<typeof tokenRequest>

/** `POST /GenerateToken`, version 2, and our extension `DELETE /embedTokens/{tokenId}`, which revokes a token. */
export function generateTokenRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.post(
    '/GenerateToken',
    asCaller(context, async ({ caller, catalogue, request: { body } }) => {
      const grant = grantFor(catalogue, caller, parsed(tokenRequest, body), context.now())
      return {
        token: await signEmbedToken(context.signingKey, grant, context.now()),
        tokenId: grant.tokenId,
        expiration: new Date(grant.expiresAt).toISOString(),
      }
    }),
  )

  app.delete(
    '/embedTokens/:tokenId',
    asCaller(context, async ({ caller, params, reply }) => {
      const ended = {
        tokenId: ownTokenId(parsed(z.uuid(), params.tokenId), caller.principal),
        principal: principalKey(caller.principal),
        until: context.now() + LONGEST_LIFE_MS,
      }
      await context.catalogue.update((catalogue) => ({
        ...catalogue,
        revocations: [...catalogue.revocations.filter((each) => each.until > context.now()), ended],
      }))
      return reply.code(200).send()
    }),
  )
}

/** Creates a token id that ends with a mark of its principal, so no list of issued tokens is needed to find the owner. */
const tokenIdOf = (principal: Principal) => `${randomUUID().slice(0, -markLength)}${markOf(principal)}`

const markLength = 12
const markOf = (principal: Principal) => hash('sha256', principalKey(principal)).slice(0, markLength)

/** Checks that the token id belongs to the principal. For a token of another principal the answer is 404. */
function ownTokenId(tokenId: string, principal: Principal): string {
  if (!tokenId.endsWith(markOf(principal))) throw notFound('The embed token')
  return tokenId
}

/**
 * Decides what a token opens. Fails closed: a data set with roles needs an identity with roles, and the request must name the
 * data set of every report, so no data set is opened implicitly.
 */
export function grantFor(catalogue: Catalogue, caller: Caller, request: TokenRequest, now: number): EmbedGrant {
  if (request.datasourceIdentities.length > 0) throw notSupported('datasourceIdentities')
  if (request.reports.length + request.datasets.length === 0) throw badRequest('Name a report or a data set.')
  const within = new Set(workspacesOf(catalogue, caller.principal).map((workspace) => workspace.id))
  if (!request.targetWorkspaces.every(({ id }) => within.has(id))) throw notFound('A target workspace')
  const reports = request.reports.map(({ id }) => visible(catalogue.reports, id, within, 'A report'))
  const datasets = request.datasets.map(({ id }) => visible(catalogue.datasets, id, within, 'A data set'))
  const named = new Set(datasets.map((dataset) => dataset.id))
  if (!reports.every((report) => named.has(report.datasetId))) throw badRequest('Name the data set of every report.')
  return {
    tokenId: tokenIdOf(caller.principal),
    principal: principalKey(caller.principal),
    reports: request.reports,
    datasets: [...named],
    identities: identitiesFor(datasets, request.identities),
    expiresAt: endOf(request, caller, now),
  }
}

function visible<Entry extends Dataset | Report>(all: Entry[], id: string, within: Set<string>, what: string): Entry {
  const found = all.find((entry) => entry.id === id && within.has(entry.workspaceId))
  if (found === undefined) throw notFound(what)
  return found
}

function identitiesFor(datasets: Dataset[], request: Identity[]): EmbedGrant['identities'] {
  const identities = request.map((each) => ({
    username: each.username,
    roles: each.roles,
    customData: each.customData ?? null,
    // An identity without a list applies to all data sets of the token.
    datasets: each.datasets ?? datasets.map((dataset) => dataset.id),
  }))
  const named = new Set(datasets.map((dataset) => dataset.id))
  if (identities.some((each) => each.datasets.some((id) => !named.has(id)))) {
    throw badRequest('An identity names a data set that the token does not open.')
  }
  for (const dataset of datasets) checkIdentity(dataset, identities)
  return identities
}

function checkIdentity(dataset: Dataset, identities: EmbedGrant['identities']): void {
  const own = identities.filter((each) => each.datasets.includes(dataset.id))
  if (own.length > 1) throw badRequest('A data set takes one identity.')
  const [only] = own
  if (dataset.roles.length === 0) {
    if (only !== undefined) throw badRequest('A data set without roles takes no identity.')
    return
  }
  if (only === undefined || only.roles.length === 0) {
    throw badRequest('A data set with roles requires an identity with username and roles.')
  }
  const isKnown = (name: string) => dataset.roles.some((role) => isRole(role, name))
  if (!only.roles.every(isKnown)) throw badRequest('The data set has no such role.')
}

/** Expiry of the token. A requested life can only shorten it: at most one hour, and not after the access token expires. */
function endOf(request: TokenRequest, caller: Caller, now: number): number {
  const requestedLifeMs = request.lifetimeInMinutes ? request.lifetimeInMinutes * 60_000 : LONGEST_LIFE_MS
  const end = Math.min(now + requestedLifeMs, now + LONGEST_LIFE_MS, caller.tokenEndsAt)
  return Math.floor(end / 1000) * 1000
}

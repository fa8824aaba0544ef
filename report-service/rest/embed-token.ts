import * as z from 'zod'
import { principalKey } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { Refusal } from './refusal.ts'
import { readToken, signToken } from './signed-token.ts'
import type { TokenKind } from './signed-token.ts'

const KIND: TokenKind = { typ: 'embed+jwt', audience: 'urn:report-service:viewer' }

const shape = z.object({
  tokenId: z.string(),
  /** Principal that requested the token, as `principalKey`. */
  principal: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      allowEdit: z.boolean(),
      /**
       * The pages that the token opens; absent: all. `filterColumns`: columns that filters may name although no page of the token shows
       * them, for the filters that the host sets for all readers.
       */
      limitedTo: z
        .object({
          pages: z.array(z.string()),
          filterColumns: z.array(z.object({ table: z.string(), column: z.string() })),
        })
        .optional(),
    }),
  ),
  datasets: z.array(z.string()),
  identities: z.array(
    z.object({
      username: z.string(),
      roles: z.array(z.string()),
      customData: z.string().nullable(),
      datasets: z.array(z.string()),
    }),
  ),
})

/** Content of an embed token: what it opens and for whom. `expiresAt` is in milliseconds since 1970. */
export type EmbedGrant = z.output<typeof shape> & { expiresAt: number }

export function signEmbedToken(key: Uint8Array, grant: EmbedGrant, now: number): Promise<string> {
  const { expiresAt, ...grantFields } = grant
  return signToken(key, KIND, { sub: grant.principal, jti: grant.tokenId, grant: grantFields }, { now, expiresAt })
}

const claims = z.object({ exp: z.number(), grant: shape })

export type EmbedTokenReader = (catalogue: Catalogue, token: string, now: number) => Promise<EmbedGrant>

/** Signatures that a process remembers as verified. A page asks many visuals with one token. */
const MAX_VERIFIED = 10_000

/**
 * Makes a function that verifies an embed token and returns its grant. It throws a Refusal: 403 TokenExpired if the token has expired or
 * was revoked, or if its principal lost access to a workspace of the token; 403 PowerBINotAuthorizedException if the token is invalid.
 * The signature of a token is remembered. Revocation and access are judged again when the catalogue has changed; it is another object then.
 * The expiry is checked each time.
 */
export function createEmbedTokenReader(key: Uint8Array): EmbedTokenReader {
  const verified = new Map<string, { grant: EmbedGrant; judgedBy: Catalogue }>()

  async function verify(token: string, now: number): Promise<EmbedGrant> {
    const payload = await readToken(key, KIND, token, now)
    if (payload === 'expired') throw ended()
    const read = claims.safeParse(payload)
    if (!read.success) throw new Refusal(403, 'PowerBINotAuthorizedException', 'The embed token is not valid.')
    const { grant, exp } = read.data
    return { ...grant, expiresAt: exp * 1000 }
  }

  return async (catalogue, token, now) => {
    const known = verified.get(token)
    const grant = known?.grant ?? (await verify(token, now))
    if (grant.expiresAt <= now) {
      verified.delete(token)
      throw ended()
    }
    if (known?.judgedBy === catalogue) return grant
    if (isRevoked(catalogue, grant) || !stillHolds(catalogue, grant)) throw ended()
    verified.set(token, { grant, judgedBy: catalogue })
    const [oldest] = verified.keys()
    if (verified.size > MAX_VERIFIED && oldest !== undefined) verified.delete(oldest)
    return grant
  }
}

function ended(): Refusal {
  return new Refusal(403, 'TokenExpired', 'The embed token has expired.')
}

type Held = z.output<typeof shape>

function isRevoked(catalogue: Catalogue, grant: Held): boolean {
  return catalogue.revocations.some((each) => each.tokenId === grant.tokenId && each.principal === grant.principal)
}

function stillHolds(catalogue: Catalogue, grant: Held): boolean {
  const isKnown = catalogue.principals.some((principal) => principalKey(principal) === grant.principal)
  const workspaces = catalogue.workspaces.filter((workspace) => workspace.members.includes(grant.principal))
  const open = new Set(workspaces.map((workspace) => workspace.id))
  const reached = [
    ...catalogue.reports.filter((report) => grant.reports.some(({ id }) => id === report.id)),
    ...catalogue.datasets.filter((dataset) => grant.datasets.includes(dataset.id)),
  ]
  return isKnown && reached.every((entry) => open.has(entry.workspaceId))
}

// Decisions about OpenID providers and their people. Pure functions.
import type { ErrorCode } from '#catalogue/errors.ts'
import { email as emailShape, text } from '#catalogue/fields.ts'
import { hasManyDirectories, type Proven } from '#platform/server/openid/openid.ts'
import type { AttributeNames } from '#features/identity/saml/contract.ts'
import type { Facts } from '#features/identity/federation/server/commands.ts'
import type { ProviderKind } from '../contract.ts'

type Directed = { kind: ProviderKind; issuer: string; directories: readonly string[]; domains: readonly string[] }

/** Returns the faults of a provider, by field. */
export function faultsOf({ kind, issuer, directories }: Directed): Record<string, ErrorCode> {
  // An issuer for all directories needs a list of directories: without it, everybody with an account at Microsoft could sign in (S8).
  if (hasManyDirectories(issuer) && (kind !== 'entra' || directories.length === 0))
    return { directories: 'openid.directories_needed' }
  return {}
}

/** Whether the stored secret may be used after a change. It belongs to one issuer and one client, and is never sent to another (U5). */
export const keepsSecret = (
  before: { issuer: string; client_id: string },
  after: { issuer: string; client_id: string },
): boolean => before.issuer === after.issuer && before.client_id === after.client_id

/**
 * Whether a claim is true. For the optional claim `xms_edov`, with which Entra says that the domain of an e-mail is verified, instead of
 * `email_verified`.
 */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

const isFalse = (value: unknown) => value === false || value === 0 || value === '0' || value === 'false'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')

export function factsOf({ claims }: Pick<Proven, 'claims'>, names: AttributeNames, provider: Directed): Facts {
  const isEntra = provider.kind === 'entra'
  const labels = isEntra ? ['email', 'preferred_username', 'upn'] : ['email']
  const claimNames = names.email ? [names.email] : labels
  const found = claimNames.map((name) => textOf(claims.get(name))).find((value) => value !== null) ?? null
  const isEmailClaim = found === textOf(claims.get('email'))
  const isDenied = isFalse(claims.get('email_verified')) || (isEntra && isFalse(claims.get('xms_edov')))
  // The provider verifies only the claim `email`. A provider with one directory is trusted for all names of its own people.
  const isVerified = claims.get('email_verified') === true || (isEntra && isTrue(claims.get('xms_edov')))
  const isOfOneDirectory = isEntra && !hasManyDirectories(provider.issuer)
  const custom = Object.entries(names.custom).flatMap(([id, name]) => {
    const value = textOf(claims.get(name))
    return value === null ? [] : [[id, value.slice(0, 500)] as const]
  })
  return {
    email: emailShape().safeParse(found).data ?? null,
    isProven: !isDenied && (isOfOneDirectory || (isVerified && isEmailClaim)),
    // People of a directory choose `preferred_username` and `upn` themselves or keep old ones: they are no proof of an e-mail.
    mayLink: !isDenied && isEmailClaim && (isOfOneDirectory || isVerified),
    name: text(120).safeParse(textOf(claims.get(names.nome_usuario || 'name'))).data ?? null,
    groups: names.groups ? textsOf(claims.get(names.groups)).slice(0, 500) : null,
    custom: Object.fromEntries(custom),
  }
}

/** Whether people of this e-mail domain may sign in. Google also sends the organization of the account (`hd`), which is checked as well. */
export function isOfDomains(
  { claims }: Pick<Proven, 'claims'>,
  email: string | null,
  { kind, domains }: Directed,
): boolean {
  if (domains.length === 0) return true
  const domain = kind === 'google' ? textOf(claims.get('hd')) : (email?.slice(email.lastIndexOf('@') + 1) ?? null)
  return domain !== null && domains.includes(domain.toLowerCase())
}

// Who is acting: what open_session() found out about the bearer of a token. Handlers see an Actor, never a token.
import { z } from 'zod'
import { type Permission, type Scope, type Standing, allows, permissionsOf } from '#catalogue/access.ts'
import { languageOf, type Language } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'

declare const minted: unique symbol
/** A business unit's id that the session gate vouches for; nothing else can make one. */
export type TenantId = string & { readonly [minted]: 'tenant' }

export type AuthType = 'password' | 'saml' | 'microsoft' | 'embedded' | 'playlist'

export type Actor = {
  sessionId: string
  userId: string
  email: string
  name: string
  language: Language
  /** a2m, master, admin or user; kept as text because an unknown one must get nothing rather than crash. */
  profile: string
  authType: AuthType
  /** The host at which the person signed in, without port. */
  host: string
  tenantId: TenantId | null
  partnerId: string | null
  scope: Scope
  toggles: string[]
  timezone: string
  hiddenMenu: string[]
  expiresAt: Date
  idleMinutes: number
  seenSecondsAgo: number
}

const sessionFacts = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  language: z.string(),
  profile: z.string().nullable(),
  auth_type: z.enum(['password', 'saml', 'microsoft', 'embedded', 'playlist']),
  host: z.string(),
  tenant_id: z.string().nullable(),
  partner_id: z.string().nullable(),
  toggles: z.array(z.string()),
  timezone: z.string(),
  hidden_menu: z.array(z.string()),
  expires_at_seconds: z.number(),
  idle_minutes: z.number(),
})

/** Reads what open_session() answered. Throws when the database speaks of something else: a fault of ours, not the caller's. */
export function actorFrom(session: string, seenSecondsAgo: number): Actor {
  return { ...factsOf(session), seenSecondsAgo }
}

type Facts = Readonly<Omit<Actor, 'seenSecondsAgo'>>

/** By the text itself, which is the same until something about the session changes: nothing in here can be out of date. */
const known = new Map<string, Facts>()
const mostKnown = 5_000

function factsOf(session: string): Facts {
  const found = known.get(session)
  if (found) return found
  const facts = parsedFacts(session)
  if (known.size >= mostKnown) known.clear()
  known.set(session, facts)
  return facts
}

function parsedFacts(session: string): Facts {
  const facts = sessionFacts.parse(JSON.parse(session))
  return {
    sessionId: facts.id,
    userId: facts.user_id,
    email: facts.email,
    name: facts.name,
    language: languageOf(facts.language),
    profile: facts.profile ?? '',
    authType: facts.auth_type,
    host: facts.host,
    tenantId: facts.tenant_id as TenantId | null,
    partnerId: facts.partner_id,
    scope: facts.tenant_id ? 'tenant' : facts.partner_id ? 'partner' : 'platform',
    toggles: facts.toggles,
    timezone: facts.timezone,
    hiddenMenu: facts.hidden_menu,
    expiresAt: new Date(facts.expires_at_seconds * 1000),
    idleMinutes: facts.idle_minutes,
  }
}

export const standingOf = (actor: Actor): Standing => ({
  profile: actor.profile,
  scope: actor.scope,
  toggles: actor.toggles,
})

/** May this actor do that? */
export const may = (actor: Actor, permission: Permission): boolean => allows(standingOf(actor), permission)

export const permissionsOfActor = (actor: Actor): Permission[] => permissionsOf(standingOf(actor))

/** The business unit of an actor whose permission is given inside business units only. */
export function tenantOf(actor: Actor): TenantId {
  if (!actor.tenantId) throw new Error('this permission must be limited to the scope tenant in catalogue/access.ts')
  return actor.tenantId
}

/**
 * The partner that somebody outside of business units adds to: their own, whatever was sent; the platform's staff say which, as
 * `parceiro_id`. Ends with 404 where another one than their own is named.
 */
export function partnerFor(actor: Actor, sent: string | undefined): string {
  if (!actor.partnerId) return sent ?? fail('call.invalid', { fields: { parceiro_id: 'required' } })
  if (sent && sent !== actor.partnerId) fail('call.not_found')
  return actor.partnerId
}

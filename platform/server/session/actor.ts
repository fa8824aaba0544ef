// Who is acting: what open_session() found out about the bearer of a token. Handlers see an Actor, never a token.
import { z } from 'zod'
import { type Permission, type Scope, type Standing, allows, permissionsOf } from '#catalogue/access.ts'
import { languageOf, type Language } from '#catalogue/languages.ts'

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
  expires_at: z.string(),
  idle_minutes: z.number(),
  seen_seconds_ago: z.number(),
})

/** Reads what open_session() answered. Throws when the database speaks of something else: a fault of ours, not the caller's. */
export function actorFrom(session: string): Actor {
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
    expiresAt: new Date(facts.expires_at),
    idleMinutes: facts.idle_minutes,
    seenSecondsAgo: facts.seen_seconds_ago,
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

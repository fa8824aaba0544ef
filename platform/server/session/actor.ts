// The actor of a request, as open_session() answers it for a token. Handlers get an Actor and never a token.
import { z } from 'zod'
import { type Permission, type Scope, type Standing, allows, permissionsOf } from '#catalogue/access.ts'
import { areHidden } from '#catalogue/screens.ts'
import { languageOf, type Language } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'

declare const minted: unique symbol
/** The id of a business unit, verified by the session gate. No other code creates one. */
export type TenantId = string & { readonly [minted]: 'tenant' }

export type AuthType = 'password' | 'saml' | 'microsoft' | 'embedded' | 'playlist' | 'api_key' | 'mail'

/** `scopes`: permissions; the key has those of them that its owner has. */
export type ActingKey = { name: string; scopes: readonly string[] }

export type RealPerson = { id: string; email: string; name: string; staff: string | null }

/** `path`: the page from which the person switched. */
export type SessionOrigin = { session_id: string; host: string; tenant_id: string | null; path: string }

export type Actor = {
  /** The id of the session; of the key, when an API key is used. */
  sessionId: string
  /** The API key that is used in place of a session; null: a session. `userId` is its owner. */
  apiKey: ActingKey | null
  userId: string
  email: string
  name: string
  language: Language
  /** a2m, master, admin or user. It is text, because an unknown profile must get no permission instead of an error. */
  profile: string
  /** The staff profile of the person, also while they act with another profile. */
  staff: string | null
  /** The profile with which staff work inside a business unit after a switch; null: their own. */
  actingProfile: 'admin' | 'user' | null
  /** Remote access: who uses this session, which belongs to `userId`. Null: the person themself. */
  realPerson: RealPerson | null
  /** The place from which staff switched into the business unit. */
  origin: SessionOrigin | null
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
  staff: z.string().nullable(),
  acting_profile: z.enum(['admin', 'user']).nullable(),
  real_person: z
    .object({ id: z.string(), email: z.string(), name: z.string(), staff: z.string().nullable() })
    .nullable(),
  origin: z
    .object({ session_id: z.string(), host: z.string(), tenant_id: z.string().nullable(), path: z.string() })
    .nullable(),
  auth_type: z.enum(['password', 'saml', 'microsoft', 'embedded', 'playlist', 'api_key', 'mail']),
  api_key: z.object({ name: z.string(), scopes: z.array(z.string()) }).optional(),
  host: z.string(),
  tenant_id: z.string().nullable(),
  partner_id: z.string().nullable(),
  toggles: z.array(z.string()),
  timezone: z.string(),
  hidden_menu: z.array(z.string()),
  expires_at_seconds: z.number(),
  idle_minutes: z.number(),
})

/** Parses the answer of open_session(). Throws when the answer has an unknown form, which is our error. */
export function actorFrom(session: string, seenSecondsAgo: number): Actor {
  return { ...factsOf(session), seenSecondsAgo }
}

type Facts = Readonly<Omit<Actor, 'seenSecondsAgo'>>

/** A cache keyed by the text itself. The text changes with every change of the session, so an entry cannot be outdated. */
const known = new Map<string, Facts>()
const maxKnown = 5_000

function factsOf(session: string): Facts {
  const found = known.get(session)
  if (found) return found
  const facts = parsedFacts(session)
  if (known.size >= maxKnown) known.clear()
  known.set(session, facts)
  return facts
}

function parsedFacts(session: string): Facts {
  const facts = sessionFacts.parse(JSON.parse(session))
  return {
    sessionId: facts.id,
    apiKey: facts.api_key ?? null,
    userId: facts.user_id,
    email: facts.email,
    name: facts.name,
    language: languageOf(facts.language),
    profile: facts.profile ?? '',
    staff: facts.staff,
    actingProfile: facts.acting_profile,
    realPerson: facts.real_person,
    origin: facts.origin,
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
  authType: actor.authType,
  staff: actor.staff,
  remote: Boolean(actor.realPerson),
  keyScopes: actor.apiKey?.scopes,
})

/** True when the actor has the permission. */
export const may = (actor: Actor, permission: Permission): boolean => allows(standingOf(actor), permission)

/** True when the actor gets the advice for administrators: the page of the accounts exists for them. Others read whom to tell. */
export const isAdvised = (actor: Actor): boolean =>
  may(actor, 'embedding_account.read') && !areHidden(['powerbi'], actor.hiddenMenu)

export const permissionsOfActor = (actor: Actor): Permission[] => permissionsOf(standingOf(actor))

/** The business unit of an actor. Only for permissions that exist inside business units only. */
export function tenantOf(actor: Actor): TenantId {
  if (!actor.tenantId) throw new Error('this permission must be limited to the scope tenant in catalogue/access.ts')
  return actor.tenantId
}

/** How the session of an actor began, for a further session. An API key and a mail lead to none. */
export function sessionTypeOf({ authType }: Actor): Exclude<AuthType, 'api_key' | 'mail'> {
  return authType === 'api_key' || authType === 'mail' ? fail('access.functionality_refused') : authType
}

/**
 * The partner to which a person outside of business units adds a record. A partner's staff always use their own partner; the platform's
 * staff must send `parceiro_id`. Fails with 404 when a partner's staff name another partner.
 */
export function partnerFor(actor: Actor, sent: string | undefined): string {
  if (!actor.partnerId) return sent ?? fail('call.invalid', { fields: { parceiro_id: 'required' } })
  if (sent && sent !== actor.partnerId) fail('call.not_found')
  return actor.partnerId
}

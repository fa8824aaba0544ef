// Decides which person may do what to which other person. Pure functions. The database enforces two more rules: a business unit
// keeps an administrator, and its user limit.
import type { Profile } from '#catalogue/access.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { type MemberProfile, maySignIn, type UserState } from '../contract.ts'

/** The person who is changed: the fields that the decisions need. */
export type Subject = {
  id: string
  profile: string
  state: string
  /** `a2m` or `master` for staff who are also members. */
  staff: string | null
  home_tenant_id: string | null
  auth_type: string
}

/** Days in the business unit's time zone; null: never. */
export type Schedule = { block_on?: string | null | undefined; delete_on?: string | null | undefined }

/** The fields of an update; absent ones stay unchanged. */
export type Change = Schedule & {
  name?: string | undefined
  email?: string | undefined
  language?: string | undefined
  password?: string | undefined
  profile?: MemberProfile | undefined
  state?: UserState | undefined
  shift_id?: string | null | undefined
}

const ranks: Record<Profile, number> = { user: 1, admin: 2, master: 3, a2m: 4 }
const rankOf = (profile: string) => (Object.hasOwn(ranks, profile) ? ranks[profile as Profile] : 0)

/** Nobody may change a person with a higher profile (Z5). */
const isWithinReach = (actor: Actor, subject: Subject) =>
  rankOf(subject.staff ?? subject.profile) <= rankOf(actor.profile)

/** Only the person's home business unit may change name, e-mail, language and password. */
const isAtHome = (actor: Actor, subject: Subject) =>
  subject.staff === null && subject.home_tenant_id !== null && subject.home_tenant_id === actor.tenantId

/** The verbs of `can` for a person. They follow the same rules as the refusals below. */
export function abilitiesOver(actor: Actor, subject: Subject): string[] {
  const isSelf = subject.id === actor.userId
  const isHome = isAtHome(actor, subject)
  const conditions: Record<string, boolean> = {
    update_identity: isHome,
    // A person changes the own password in the profile, with the current password. A stolen session must not suffice.
    set_password: isHome && !isSelf && subject.auth_type === 'password',
    change_email: isHome && !isSelf,
    change_profile: !isSelf,
    change_state: !isSelf,
    make_test: !isSelf,
    log_out: !isSelf,
    remove: !isSelf,
  }
  const verbs = abilities(actor, {
    update: 'user.update',
    update_identity: 'user.update',
    set_password: 'user.update',
    change_email: 'user.update',
    change_profile: 'user.update',
    change_state: 'user.update',
    make_test: 'user.make_test',
    log_out: 'user.update',
    duplicate: 'user.add',
    remove: 'user.remove',
  })
  const kept = verbs.filter((verb) => conditions[verb] ?? true)
  return isWithinReach(actor, subject) ? kept : kept.filter((verb) => verb === 'duplicate')
}

/** The error code of a forbidden update, or null. A field that is sent with its stored value counts as not sent. */
export function refusalOfChange(
  actor: Actor,
  subject: Subject & {
    name: string
    email: string
    language: string
    block_on: string | null
    delete_on: string | null
    shift_id: string | null
  },
  change: Change,
): ErrorCode | null {
  const differs = (field: keyof Change & keyof typeof subject) =>
    change[field] !== undefined && change[field] !== subject[field]
  const isIdentity = differs('name') || differs('email') || differs('language') || change.password !== undefined
  if (!isWithinReach(actor, subject)) return 'access.functionality_refused'
  if (isIdentity && !isAtHome(actor, subject)) return 'user.identity_elsewhere'
  if (change.password !== undefined && subject.auth_type !== 'password') return 'sign_in.password_not_changeable'
  const isScheduled = differs('block_on') || differs('delete_on') || differs('shift_id')
  const isAccess = differs('profile') || differs('state') || isScheduled
  const isCredential = differs('email') || change.password !== undefined
  if ((isAccess || isCredential) && subject.id === actor.userId) return 'user.not_yourself'
  if (differs('state') && change.state === 'T' && !may(actor, 'user.make_test')) return 'access.functionality_refused'
  return null
}

/** The error code if this actor must not log out or remove the person; otherwise null. */
export function refusalOfEnding(actor: Actor, subject: Subject): ErrorCode | null {
  if (!isWithinReach(actor, subject)) return 'access.functionality_refused'
  return subject.id === actor.userId ? 'user.not_yourself' : null
}

/**
 * The sessions that an update ends. A new e-mail or password ends them in all business units, a new profile or state in this
 * business unit.
 */
export function sessionsEndedBy(
  subject: { profile: string; state: string; email: string },
  change: Change,
): 'everywhere' | 'here' | null {
  if (change.password !== undefined) return 'everywhere'
  // The e-mail is the identity for row-level security in reports: an open report would go on showing the rows of the old e-mail.
  if (change.email !== undefined && change.email !== subject.email) return 'everywhere'
  if (change.profile !== undefined && change.profile !== subject.profile) return 'here'
  return change.state !== undefined && change.state !== subject.state && !maySignIn(change.state) ? 'here' : null
}

/** Faults of scheduled days, by field. A new day must be in the future; the stored day may be sent again. */
export function scheduleFaults(wanted: Schedule, present: Schedule, today: string): Record<string, 'invalid'> {
  const faulty = (['block_on', 'delete_on'] as const).filter((field) => {
    const day = wanted[field]
    return day && day !== present[field] && day <= today
  })
  return Object.fromEntries(faulty.map((field) => [field, 'invalid']))
}

// Who may do what to whom. Pure; that a business unit keeps an administrator and its user limit is kept by the database.
import type { Profile } from '#catalogue/access.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { type MemberProfile, maySignIn, type UserState } from '../contract.ts'

/** The facts of a person that decide. */
export type Subject = {
  id: string
  profile: string
  state: string
  /** `a2m` or `master`, for staff that is also a member. */
  staff: string | null
  home_tenant_id: string | null
  auth_type: string
}

/** Days in the business unit's own calendar, or never. */
export type Schedule = { block_on?: string | null | undefined; delete_on?: string | null | undefined }

/** What an update says of a person; absent is untouched. */
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

/** Nobody touches somebody of a higher profile (Z5). */
const isWithinReach = (actor: Actor, subject: Subject) =>
  rankOf(subject.staff ?? subject.profile) <= rankOf(actor.profile)

/** Name, e-mail, language and password are kept by the business unit where the person is at home. */
const isAtHome = (actor: Actor, subject: Subject) =>
  subject.staff === null && subject.home_tenant_id !== null && subject.home_tenant_id === actor.tenantId

/** The verbs of `can` for a person; the same rules refuse below. */
export function abilitiesOver(actor: Actor, subject: Subject): string[] {
  const isSelf = subject.id === actor.userId
  const isHome = isAtHome(actor, subject)
  const conditions: Record<string, boolean> = {
    update_identity: isHome,
    // One's own password is changed by whoever knows the present one, in the profile; a stolen session shall not last.
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

/** Why an update must not be, or null. What is sent as it already is counts as untouched. */
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
  const isStanding = differs('profile') || differs('state') || isScheduled
  const isWayIn = differs('email') || change.password !== undefined
  if ((isStanding || isWayIn) && subject.id === actor.userId) return 'user.not_yourself'
  if (differs('state') && change.state === 'T' && !may(actor, 'user.make_test')) return 'access.functionality_refused'
  return null
}

/** Why somebody must not be put out or removed by this actor, or null. */
export function refusalOfEnding(actor: Actor, subject: Subject): ErrorCode | null {
  if (!isWithinReach(actor, subject)) return 'access.functionality_refused'
  return subject.id === actor.userId ? 'user.not_yourself' : null
}

/** What an update does to the person's sessions: e-mail and password hold everywhere, profile and state here. */
export function sessionsEndedBy(
  subject: { profile: string; state: string; email: string },
  change: Change,
): 'everywhere' | 'here' | null {
  if (change.password !== undefined) return 'everywhere'
  // The e-mail is whom reports take the person for: an open one would go on showing the old one's rows.
  if (change.email !== undefined && change.email !== subject.email) return 'everywhere'
  if (change.profile !== undefined && change.profile !== subject.profile) return 'here'
  return change.state !== undefined && change.state !== subject.state && !maySignIn(change.state) ? 'here' : null
}

/** What is wrong with scheduled days: only a day that has not begun can be chosen, or the day that stands already. */
export function scheduleFaults(wanted: Schedule, present: Schedule, today: string): Record<string, 'invalid'> {
  const faulty = (['block_on', 'delete_on'] as const).filter((field) => {
    const day = wanted[field]
    return day && day !== present[field] && day <= today
  })
  return Object.fromEntries(faulty.map((field) => [field, 'invalid']))
}

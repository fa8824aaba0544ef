// Decides which person may do what to which other person. Pure functions. The database enforces two more rules: a business unit
// keeps an administrator, and its user limit.
import { type Profile, type Toggle, toggleHolders, toggles } from '#catalogue/access.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { offersAccess } from '#features/identity/remote-access/server/queries.ts'
import { type MemberProfile, maySignIn, togglesOf, type UserState } from '../contract.ts'

/** The person who is changed: the fields that the decisions need. */
export type Subject = {
  id: string
  profile: string
  state: string
  /** Profile of staff (`a2m` or `master`) who are members as well; otherwise null. */
  staff: string | null
  home_tenant_id: string | null
  auth_type: string
  /** True: the directory of the business unit maintains the person (SCIM). */
  scim_managed: boolean
}

/** The days on which a person is blocked or deleted, in the business unit's time zone; null: never. */
export type Schedule = { block_on?: string | null | undefined; delete_on?: string | null | undefined }

/** The toggles as fields; absent ones stay unchanged. */
export type SentToggles = { [Name in Toggle]?: boolean | undefined }

/** The fields of an update; absent ones stay unchanged. */
export type Change = Schedule &
  SentToggles & {
    name?: string | undefined
    email?: string | undefined
    language?: string | undefined
    password?: string | undefined
    profile?: MemberProfile | undefined
    state?: UserState | undefined
    shift_id?: string | null | undefined
    ignore_auto_block?: boolean | undefined
    phone?: string | null | undefined
    department?: string | null | undefined
  }

const ranks: Record<Profile, number> = { user: 1, admin: 2, master: 3, a2m: 4 }
const rankOf = (profile: string) => (Object.hasOwn(ranks, profile) ? ranks[profile as Profile] : 0)

/** Whether the profile of the actor is high enough: nobody may change a person with a higher profile (Z5). */
export const isWithinReach = (actor: Actor, subject: Subject) =>
  rankOf(subject.staff ?? subject.profile) <= rankOf(actor.profile)

/** Whether the actor is in the person's home business unit: only there name, e-mail, language and password may change. */
const isAtHome = (actor: Actor, subject: Subject) =>
  subject.staff === null && subject.home_tenant_id !== null && subject.home_tenant_id === actor.tenantId

/**
 * Whether the person holds a toggle of an administrator that the actor neither holds nor may grant: the credentials of a person give their
 * toggles as well (Z5).
 */
const holdsMore = (
  actor: Actor,
  { profile, toggles: held }: { profile: string; toggles: readonly string[] },
): boolean =>
  profile === 'admin' &&
  !may(actor, 'user.grant_toggles') &&
  toggles.some(
    (toggle) => toggleHolders[toggle] === 'admin' && held.includes(toggle) && !actor.toggles.includes(toggle),
  )

/** Returns the verbs of `can` for a person. They follow the same rules as `refusalOfChange`, `refusalOfReset` and `refusalOfEnding`. */
export function abilitiesOver(
  actor: Actor,
  subject: Subject & { remote_allowed: boolean; two_factor: boolean; toggles: readonly string[] },
): string[] {
  const isSelf = subject.id === actor.userId
  const isHome = isAtHome(actor, subject)
  const getsCredentials = isHome && !isSelf && !holdsMore(actor, subject)
  const conditions: Record<string, boolean> = {
    update_identity: isHome && !subject.scim_managed,
    // A person changes the own password in the profile, with the current password. A stolen session must not suffice.
    set_password: getsCredentials && subject.auth_type === 'password',
    reset_two_factor: subject.two_factor && refusalOfReset(actor, subject) === null,
    change_email: getsCredentials && !subject.scim_managed,
    change_profile: !isSelf,
    // An administrator cannot end the state D of a person whom the directory maintains.
    change_state: !isSelf && !(subject.scim_managed && subject.state === 'D'),
    deactivate: !isSelf && !subject.scim_managed,
    make_test: !isSelf,
    change_toggles: !isSelf,
    grant_toggles: !isSelf,
    log_out: !isSelf,
    remove: !isSelf,
    access_remotely: offersAccess(actor, subject, subject.remote_allowed),
  }
  const verbs = abilities(actor, {
    update: 'user.update',
    update_identity: 'user.update',
    set_password: 'user.change_rights',
    reset_two_factor: 'user.change_rights',
    change_email: 'user.change_rights',
    change_profile: 'user.change_rights',
    change_state: 'user.update',
    deactivate: 'user.update',
    make_test: 'user.make_test',
    change_toggles: 'user.change_rights',
    grant_toggles: 'user.grant_toggles',
    log_out: 'user.update',
    duplicate: 'user.add',
    archive: 'user.archive',
    remove: 'user.remove',
    access_remotely: 'remote.request',
  })
  const permittedVerbs = verbs.filter((verb) => conditions[verb] ?? true)
  return isWithinReach(actor, subject) ? permittedVerbs : permittedVerbs.filter((verb) => verb === 'duplicate')
}

/** Returns the error code of a forbidden update, or null. A field that is sent with its stored value counts as not sent. */
export function refusalOfChange(
  actor: Actor,
  subject: Subject & {
    name: string
    email: string
    language: string
    block_on: string | null
    delete_on: string | null
    shift_id: string | null
    ignore_auto_block: boolean
    toggles: readonly string[]
    phone: string | null
    department: string | null
  },
  change: Change,
): ErrorCode | null {
  const differs = (field: keyof Change & keyof typeof subject) =>
    change[field] !== undefined && change[field] !== subject[field]
  const changesIdentity = differs('name') || differs('email') || differs('language') || change.password !== undefined
  if (!isWithinReach(actor, subject)) return 'access.functionality_refused'
  if (changesIdentity && !isAtHome(actor, subject)) return 'user.identity_elsewhere'
  const changesDirectoryFields =
    differs('name') || differs('email') || differs('language') || differs('phone') || differs('department')
  // Only the directory sets and ends the state D of its people: it would not notice a change by hand, and could not undo it.
  const changesDeactivation = differs('state') && (subject.state === 'D' || change.state === 'D')
  if (subject.scim_managed && (changesDirectoryFields || changesDeactivation)) return 'user.managed_by_directory'
  if (change.password !== undefined && subject.auth_type !== 'password') return 'sign_in.password_not_changeable'
  const changesSchedule =
    differs('block_on') || differs('delete_on') || differs('shift_id') || differs('ignore_auto_block')
  const changed = changedToggles(subject.toggles, change, change.profile ?? subject.profile)
  const changesAccess = differs('profile') || differs('state') || changesSchedule || changed.length > 0
  const changesCredentials = differs('email') || change.password !== undefined
  const changesRights = changesCredentials || differs('profile') || changed.length > 0
  if (changesRights && !may(actor, 'user.change_rights')) return 'access.functionality_refused'
  if (changesCredentials && holdsMore(actor, subject)) return 'access.functionality_refused'
  if ((changesAccess || changesCredentials) && subject.id === actor.userId) return 'user.not_yourself'
  // On this day a job removes the person.
  if (change.delete_on && differs('delete_on') && !may(actor, 'user.remove')) return 'access.functionality_refused'
  if (!mayGrant(actor, changed)) return 'access.functionality_refused'
  if (differs('state') && change.state === 'T' && !may(actor, 'user.make_test')) return 'access.functionality_refused'
  return null
}

/** Returns the toggles of the profile whose sent value differs from the stored one. */
const changedToggles = (held: readonly string[], sent: SentToggles, profile: string): Toggle[] =>
  toggles.filter(
    (toggle) =>
      toggleHolders[toggle] === profile && sent[toggle] !== undefined && sent[toggle] !== held.includes(toggle),
  )

/** Whether the actor may grant and take away these toggles. Only staff may do so with the toggles of an administrator. */
export const mayGrant = (actor: Actor, changed: readonly Toggle[]): boolean =>
  may(actor, 'user.grant_toggles') || changed.every((toggle) => toggleHolders[toggle] !== 'admin')

/** Returns the toggles of a person after a change. A new profile ends the toggles that it does not hold. */
export const togglesAfter = (held: readonly string[], sent: SentToggles, profile: MemberProfile): Toggle[] =>
  togglesOf(profile).filter((toggle) => sent[toggle] ?? held.includes(toggle))

/** Returns the toggles of a person that a copy gets: those that the actor may grant. */
export const copiedToggles = (actor: Actor, held: readonly string[]): Partial<Record<Toggle, boolean>> =>
  Object.fromEntries(
    toggles.filter((toggle) => held.includes(toggle) && mayGrant(actor, [toggle])).map((toggle) => [toggle, true]),
  )

/** Returns the faults of the sent toggles by field: `invalid` for a toggle that the profile does not hold. */
export const toggleFaults = (sent: SentToggles, profile: MemberProfile): Record<string, 'invalid'> =>
  Object.fromEntries(
    toggles
      .filter((toggle) => sent[toggle] && toggleHolders[toggle] !== profile)
      .map((toggle) => [toggle, 'invalid' as const]),
  )

/** Every toggle as a field, for the form and the audit trail. */
export const togglesAsFields = (held: readonly string[]) =>
  Object.fromEntries(toggles.map((toggle) => [toggle, held.includes(toggle)])) as Record<Toggle, boolean>

/**
 * Returns the error code if this actor must not reset the second factor of the person; otherwise null. Only staff reset that of an
 * administrator, who may hold toggles that other administrators do not have.
 */
export function refusalOfReset(actor: Actor, subject: Subject): ErrorCode | null {
  const refusal = refusalOfEnding(actor, subject)
  if (refusal) return refusal
  if (!isAtHome(actor, subject)) return 'user.identity_elsewhere'
  return subject.profile === 'user' || actor.staff !== null ? null : 'access.functionality_refused'
}

/** Returns the error code if this actor must not log out or remove the person; otherwise null. */
export function refusalOfEnding(actor: Actor, subject: Subject): ErrorCode | null {
  if (!isWithinReach(actor, subject)) return 'access.functionality_refused'
  return subject.id === actor.userId ? 'user.not_yourself' : null
}

/**
 * Returns which sessions an update ends. A new e-mail or password ends them in all business units, a new profile or state in this business
 * unit.
 */
export function sessionsEndedBy(
  subject: { profile: string; state: string; email: string },
  change: Change,
): 'everywhere' | 'here' | null {
  if (change.password !== undefined) return 'everywhere'
  // The e-mail is the identity for row-level security in reports: an open report would continue to show the rows of the old e-mail.
  if (change.email !== undefined && change.email !== subject.email) return 'everywhere'
  if (change.profile !== undefined && change.profile !== subject.profile) return 'here'
  return change.state !== undefined && change.state !== subject.state && !maySignIn(change.state) ? 'here' : null
}

/** Returns the faults of scheduled days by field. A new day must be in the future; the stored day may be sent again. */
export function scheduleFaults(wanted: Schedule, present: Schedule, today: string): Record<string, 'invalid'> {
  const faulty = (['block_on', 'delete_on'] as const).filter((field) => {
    const day = wanted[field]
    return day && day !== present[field] && day <= today
  })
  return Object.fromEntries(faulty.map((field) => [field, 'invalid']))
}

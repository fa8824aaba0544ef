// The people of a business unit. Each is a user of the platform with a membership in the business unit.
// Signing in is features/identity/sign-in; user groups, to which reports are granted, are groups/.
// Next: server/rules.ts (permissions between people), server/commands.ts (changes and their consequences).
import { z } from 'zod'
import { type Toggle, toggleHolders, toggles } from '#catalogue/access.ts'
import {
  day,
  email,
  flag,
  id,
  instant,
  language,
  line,
  localMoment,
  namedRecord,
  newPassword,
  optionalText,
  phone,
  text,
} from '#catalogue/fields.ts'
import { groupsOfPerson } from '#catalogue/limits.ts'
import { customValues } from '#features/organisation/custom-fields/contract.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'
import { passwordRuleFields, passwordRuleNames } from '#features/identity/passwords/contract.ts'

/** Profiles of a membership. Only the platform assigns `a2m` and `master`. */
export const memberProfiles = ['admin', 'user'] as const
export type MemberProfile = (typeof memberProfiles)[number]

/**
 * The states of a user: A active, B blocked, I inactive, T test, D deactivated. D ends the membership: it does not count for the user
 * limit, and can be restored.
 */
export const userStates = ['A', 'B', 'I', 'T', 'D'] as const
export type UserState = (typeof userStates)[number]

/** The states as lists show them. */
export const shownStates = [...userStates, 'invited', 'never_signed_in'] as const
export type ShownState = (typeof shownStates)[number]

/** Whether the state allows a session. */
export const maySignIn = (state: UserState): boolean => state === 'A' || state === 'T'

/** The specification's names of two fields, for the wire. */
export const userWireNames = { name: 'nome_usuario', profile: 'perfil_usuario' } as const

/** Returns the toggles that people of this profile may hold. */
export const togglesOf = (profile: MemberProfile): Toggle[] =>
  toggles.filter((toggle) => toggleHolders[toggle] === profile)

/** Makes one field for each toggle. */
const eachToggle = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(toggles.map((toggle) => [toggle, field])) as Record<Toggle, Field>

/** Personal fields, which a copy of a person does not inherit. */
const identity = { name: text(120), email: email(), phone: phone() }

const membership = {
  profile: z.enum(memberProfiles),
  state: z.enum(userStates),
  department: optionalText(80),
  language: language(),
  group_ids: z.array(id()).max(groupsOfPerson),
  /**
   * The toggles. An absent one is N for a new person and unchanged for others. S is refused for a profile that does not hold the toggle.
   */
  ...eachToggle(flag().optional()),
  /** S: days without a sign-in do not block the person. Absent: unchanged, and N for a new person. */
  ignore_auto_block: flag().optional(),
  /** The person has no access outside the hours of this shift; null: no restriction. */
  shift_id: id().nullable().optional(),
  /** Values of custom fields by field id. Absent values stay unchanged, null removes a value. */
  custom: customValues.optional(),
  /** First day, in the business unit's time zone, on which the person is blocked; null: never. */
  block_on: day().nullable().optional(),
  /** First day on which the person has no access; a job then erases the person. Null: never. */
  delete_on: day().nullable().optional(),
}

const groups = z.array(namedRecord)

export const userRow = renamed(
  {
    id: id(),
    name: z.string(),
    email: z.string(),
    profile: z.enum(memberProfiles),
    state: z.enum(userStates),
    department: z.string().nullable(),
    groups,
    custom: customValues,
    last_sign_in_at: instant().nullable(),
    /** The state, or what an active person waits for: `invited`, or `never_signed_in` by single sign-on. */
    shown_state: z.enum(shownStates),
    is_invited: flag(),
    /** When the planned invitation goes out; null: none is planned. */
    invite_at: instant().nullable(),
    /** S: the person has an authenticator app or a passkey. N also for people whose home is another business unit. */
    two_factor: flag(),
    can,
  },
  userWireNames,
)

export const user = renamed(
  {
    id: id(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    profile: z.enum(memberProfiles),
    state: z.enum(userStates),
    department: z.string().nullable(),
    language: language(),
    groups,
    ...eachToggle(flag()),
    ignore_auto_block: flag(),
    /** The standing consent of the person to remote access, which only they change. */
    allow_remote_access: flag(),
    shift: namedRecord.nullable(),
    custom: customValues,
    block_on: day().nullable(),
    delete_on: day().nullable(),
    /** S: the directory maintains name, e-mail, telephone, department and language. */
    scim_managed: flag(),
    password: z.null(),
    password_set: flag(),
    shown_state: z.enum(shownStates),
    is_invited: flag(),
    two_factor: flag(),
    last_sign_in_at: instant().nullable(),
    invite_at: instant().nullable(),
    created_at: instant(),
    version: z.number().int(),
    can,
  },
  userWireNames,
)

/** A new person. Without a password the person gets a link to choose one. */
export const userAddition = renamed(
  {
    ...identity,
    password: newPassword().optional(),
    ...membership,
    /** The local time at which the mail with the link goes out; absent: at once. Refused with a password. */
    invite_at: localMoment().nullable().optional(),
  },
  userWireNames,
)

/** A copy of the person `id`: it inherits groups, profile, department, language and permissions, but no personal and custom fields. */
export const userCopy = renamed(
  { id: id(), ...identity, password: newPassword().optional(), custom: customValues.optional() },
  userWireNames,
)

const changes = z.object({ ...identity, password: newPassword(), ...membership }).partial()
export const userChange = renamed({ id: id(), version: z.number().int(), ...changes.shape }, userWireNames)

export const listUsers = call({
  method: 'GET',
  path: 'auth/users/all',
  summary: 'People of the business unit.',
  access: 'user.read',
  does: 'read',
  input: listInput(['name', 'email', 'profile', 'state', 'last_sign_in_at', 'created_at'], {
    profile: z.enum(memberProfiles).optional(),
    state: z.enum(userStates).optional(),
    /** The state as the list shows it: active people who have not signed in yet are `invited` or `never_signed_in`. */
    shown_state: z.enum(shownStates).optional(),
    group_id: id().optional(),
    department: line(80).optional(),
    /** A custom field: people who have a value in it, or the value `field_value`. */
    field_id: id().optional(),
    field_value: line(500).optional(),
  }),
  answers: listAnswer(userRow),
})

export const exportUsers = exportCall(listUsers)

export const selectUsers = call({
  method: 'GET',
  path: 'auth/users/all/select',
  summary: 'The first people whose name or e-mail contains a text, for a picker.',
  access: 'user.read',
  screens: ['user', 'group_users', 'reports', 'notifications', 'playlists', 'apps'],
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), email: z.string(), state: z.enum(userStates) })),
})

/** The departments of the people, or the values that they have in a custom field, for a filter. */
export const selectUserValues = call({
  method: 'GET',
  path: 'auth/users/all/values',
  summary: 'The first departments of people that contain a text; with `field_id`, the first values of a custom field.',
  access: 'user.read',
  does: 'read',
  input: listInput(['name'], { field_id: id().optional() }).pick({ search: true, field_id: true }),
  answers: z.array(z.object({ value: z.string(), label: z.string() })),
})

export const readUser = call({
  method: 'GET',
  path: 'auth/users/get',
  summary: 'One person with everything that can be changed; the answer never contains the password.',
  access: 'user.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: user,
})

/**
 * The result of an invitation: the person gets a link to choose a password by mail, or the answer contains it once because no mail was
 * sent.
 */
const access = { invited: flag(), link: z.string().nullable() }
const addedPerson = added.extend(access)

export const addUser = call({
  method: 'POST',
  path: 'auth/users/add',
  summary: 'Adds a person to the business unit.',
  access: 'user.add',
  does: 'outside',
  audit: 'user.added',
  input: userAddition,
  answers: addedPerson,
})

export const duplicateUser = call({
  method: 'POST',
  path: 'auth/users/duplicate',
  summary: 'Adds a person who gets the groups, the profile and the permissions of another.',
  access: 'user.add',
  personal: true,
  does: 'outside',
  audit: 'user.duplicated',
  input: userCopy,
  answers: addedPerson,
})

export const sendAccessLink = call({
  method: 'POST',
  path: 'auth/users/send/access',
  summary: 'Mails a person a link to set a password; without a mail server it answers the link.',
  access: 'user.change_rights',
  does: 'write',
  audit: 'user.link_sent',
  input: z.object({ id: id() }),
  answers: done.extend(access),
})

export const planInvitation = call({
  method: 'POST',
  path: 'auth/users/invitation/plan',
  summary:
    'Plans the mail with the link to set a password, for a local time of the business unit, or plans it for another time. `send/access` sends it at once and ends the plan.',
  access: 'user.change_rights',
  does: 'write',
  audit: 'user.invitation_planned',
  input: z.object({ id: id(), invite_at: localMoment() }),
  answers: done,
})

export const cancelInvitation = call({
  method: 'POST',
  path: 'auth/users/invitation/cancel',
  summary: 'Cancels the planned invitation of a person.',
  access: 'user.change_rights',
  does: 'write',
  audit: 'user.invitation_cancelled',
  input: z.object({ id: id() }),
  answers: done,
})

export const readInvitationMail = call({
  method: 'GET',
  path: 'auth/users/invitation/mail',
  summary:
    'Whether a mail with the link goes to people who are invited now; otherwise the answer of the invitation has the link.',
  access: 'user.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({}),
  answers: z.object({
    /** Why no mail goes out; null: it does. */
    obstacle: z.enum(['turned_off', 'no_server']).nullable(),
  }),
})

export const updateUser = call({
  method: 'PUT',
  path: 'auth/users/update',
  summary: 'Changes a person; absent fields stay unchanged. A new profile, e-mail or password ends the sessions.',
  access: 'user.update',
  does: 'outside',
  audit: 'user.updated',
  input: userChange,
  answers: done,
})

/** The fields of a change of many people. Absent fields stay unchanged. It has no version, because it replaces no values that were read. */
export const changeUserFields = call({
  method: 'POST',
  path: 'auth/users/change/fields',
  summary:
    'Changes some fields of a person, and adds and removes groups; absent fields stay unchanged. For changes of many people.',
  access: 'user.update',
  does: 'write',
  audit: 'user.updated',
  input: z.object({
    id: id(),
    department: optionalText(80).optional(),
    language: language().optional(),
    join_group_ids: z.array(id()).max(groupsOfPerson).optional(),
    leave_group_ids: z.array(id()).max(groupsOfPerson).optional(),
    block_on: day().nullable().optional(),
    delete_on: day().nullable().optional(),
    custom: customValues.optional(),
  }),
  answers: done,
})

export const changeUserState = call({
  method: 'POST',
  path: 'auth/users/change/status',
  summary:
    'Enables (A), disables (I), blocks (B) or deactivates (D) a person, or makes a test user (T); their sessions end at once.',
  access: 'user.update',
  does: 'write',
  audit: 'user.state_changed',
  input: z.object({ id: id(), status: z.enum(userStates) }),
  answers: done,
})

export const resetTwoFactor = call({
  method: 'POST',
  path: 'auth/users/reset/2fa',
  summary:
    'Removes the second factors of a person, who is told by mail; all of their sessions end. Staff do so for administrators.',
  access: 'user.change_rights',
  does: 'write',
  audit: 'user.two_factor_reset',
  input: z.object({ id: id() }),
  answers: done,
})

export const readUserPasswordRules = call({
  method: 'POST',
  path: 'auth/users/password/rules',
  summary: 'The password rules for a person of the business unit; without an id, for a new one.',
  access: 'user.update',
  does: 'write', // changes nothing, but needs several statements
  audit: null,
  input: z.object({ id: id().optional() }),
  answers: renamed(passwordRuleFields, passwordRuleNames),
})

export const forceLogout = call({
  method: 'POST',
  path: 'auth/users/force/logout',
  summary: 'Ends all sessions of a person in this business unit.',
  access: 'user.update',
  does: 'write',
  audit: 'user.logged_out',
  input: z.object({ id: id() }),
  answers: done,
})

export const removeUser = call({
  method: 'DELETE',
  path: 'auth/users/delete',
  summary: 'Ends the membership and its grants; a person without another membership is erased.',
  access: 'user.remove',
  does: 'write',
  audit: 'user.removed',
  input: z.object({ id: id() }),
  answers: done,
})

// The people of a business unit: each a user of the platform with a membership here.
// It is not signing in (features/sign-in) and not the sets that reports are granted to (groups/).
// Next: server/rules.ts (who may do what to whom), server/service.ts (what a change brings with it).
import { z } from 'zod'
import { email, flag, id, instant, language, newPassword, optionalText, phone, text, day } from '#catalogue/fields.ts'
import { customValues } from '#features/custom-fields/contract.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** Profiles of a membership; `a2m` and `master` are given by the platform, not by a business unit. */
export const memberProfiles = ['admin', 'user'] as const
export type MemberProfile = (typeof memberProfiles)[number]

/** A active, B blocked, I inactive, T test, D deactivated: ended by a directory, never set by hand. */
export const userStates = ['A', 'B', 'I', 'T', 'D'] as const
export type UserState = (typeof userStates)[number]
export const settableStates = ['A', 'B', 'I', 'T'] as const

/** In these a person may be signed in. */
export const maySignIn = (state: UserState): boolean => state === 'A' || state === 'T'

/** The specification's names of two fields, for the wire. */
export const userWireNames = { name: 'nome_usuario', profile: 'perfil_usuario' } as const

/** What one person has for oneself: a copy of somebody needs them anew. */
const identity = { name: text(120), email: email(), phone: phone() }

const membership = {
  profile: z.enum(memberProfiles),
  state: z.enum(settableStates),
  department: optionalText(80),
  language: language(),
  group_ids: z.array(id()).max(200),
  /** May change a report's content where the report allows it; administrators may anyway. */
  edit_reports: flag(),
  /** Outside the hours of this shift the person may not be signed in; null for always. */
  shift_id: id().nullable().optional(),
  /** Values of custom fields, by their ids; absent ones stay, null takes away. */
  custom: customValues.optional(),
  /** From this day on, in the business unit's own zone, the person is blocked; null for never. */
  block_on: day().nullable().optional(),
  /** From this day on the person no longer enters, and is erased. */
  delete_on: day().nullable().optional(),
}

const groups = z.array(z.object({ id: id(), name: z.string() }))

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
    edit_reports: flag(),
    shift: z.object({ id: id(), name: z.string() }).nullable(),
    custom: customValues,
    block_on: day().nullable(),
    delete_on: day().nullable(),
    password: z.null(),
    password_set: flag(),
    last_sign_in_at: instant().nullable(),
    created_at: instant(),
    version: z.number().int(),
    can,
  },
  userWireNames,
)

/** A new person. Without a password nobody can sign in as them until one is set. */
export const userAddition = renamed({ ...identity, password: newPassword().optional(), ...membership }, userWireNames)

/** A copy: groups, profile, department, language and what the person may do come from `id`; values of custom fields are one's own. */
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
    group_id: id().optional(),
  }),
  answers: listAnswer(userRow),
})

export const exportUsers = exportCall(listUsers)

export const selectUsers = call({
  method: 'GET',
  path: 'auth/users/all/select',
  summary: 'The first people whose name or e-mail contains a text, to choose from.',
  access: 'user.read',
  screens: ['user', 'group_users', 'reports'],
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), email: z.string(), state: z.enum(userStates) })),
})

export const readUser = call({
  method: 'GET',
  path: 'auth/users/get',
  summary: 'One person with everything that can be changed; the password is never answered.',
  access: 'user.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: user,
})

export const addUser = call({
  method: 'POST',
  path: 'auth/users/add',
  summary: 'Adds a person to the business unit.',
  access: 'user.add',
  does: 'outside',
  audit: 'user.added',
  input: userAddition,
  answers: added,
})

export const duplicateUser = call({
  method: 'POST',
  path: 'auth/users/duplicate',
  summary: 'Adds a person who gets the groups, the profile and the permissions of another.',
  access: 'user.add',
  does: 'outside',
  audit: 'user.duplicated',
  input: userCopy,
  answers: added,
})

export const updateUser = call({
  method: 'PUT',
  path: 'auth/users/update',
  summary: 'Changes a person; absent fields stay as they are. A new profile, e-mail or password ends the sessions.',
  access: 'user.update',
  does: 'outside',
  audit: 'user.updated',
  input: userChange,
  answers: done,
})

export const changeUserState = call({
  method: 'POST',
  path: 'auth/users/change/status',
  summary: 'Enables (A), disables (I) or blocks (B) a person, or makes a test user (T); their sessions end at once.',
  access: 'user.update',
  does: 'write',
  audit: 'user.state_changed',
  input: z.object({ id: id(), state: z.enum(settableStates) }),
  answers: done,
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
  summary: 'Ends the membership with all that was granted; who belongs to no other business unit is erased.',
  access: 'user.remove',
  does: 'write',
  audit: 'user.removed',
  input: z.object({ id: id() }),
  answers: done,
})

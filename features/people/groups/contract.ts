// User groups: named sets of people of a business unit. Reports are granted to them.
import { z } from 'zod'
import { id, instant, optionalLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

const fields = {
  name: text(80),
  description: optionalLines(300),
  /** Ids of people of this business unit. */
  member_ids: z.array(id()).max(5_000),
}

export const userGroupRow = z.object({
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  members: z.number().int(),
  created_at: instant(),
  version: z.number().int(),
  can,
})

export const userGroup = z.object({
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  members: z.array(z.object({ id: id(), name: z.string(), email: z.string() })),
  version: z.number().int(),
  can,
})

export const userGroupChange = z.object(fields)

export const listUserGroups = call({
  method: 'GET',
  path: 'auth/group_users/all',
  summary: 'User groups of the business unit.',
  access: 'user_group.read',
  does: 'read',
  input: listInput(['name', 'members', 'created_at'], {}),
  answers: listAnswer(userGroupRow),
})

export const exportUserGroups = exportCall(listUserGroups)

export const selectUserGroups = call({
  method: 'GET',
  path: 'auth/group_users/all/select',
  summary: 'The first user groups whose name contains a text, for a picker.',
  access: 'user_group.read',
  screens: ['group_users', 'user', 'reports', 'playlists', 'apps'],
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), members: z.number().int() })),
})

export const readUserGroup = call({
  method: 'GET',
  path: 'auth/group_users/get',
  summary: 'One user group with its people.',
  access: 'user_group.read',
  screens: ['group_users', 'user'],
  does: 'read',
  input: z.object({ id: id() }),
  answers: userGroup,
})

export const addUserGroup = call({
  method: 'POST',
  path: 'auth/group_users/add',
  summary: 'Adds a user group.',
  access: 'user_group.add',
  does: 'write',
  audit: 'user_group.added',
  input: userGroupChange,
  answers: added,
})

export const updateUserGroup = call({
  method: 'PUT',
  path: 'auth/group_users/update',
  summary: 'Changes a user group; absent fields stay unchanged.',
  access: 'user_group.update',
  does: 'write',
  audit: 'user_group.updated',
  input: userGroupChange.partial().extend({ id: id(), version: z.number().int() }),
  answers: done,
})

export const removeUserGroup = call({
  method: 'DELETE',
  path: 'auth/group_users/delete',
  summary: 'Removes a user group and its grants.',
  access: 'user_group.remove',
  does: 'write',
  audit: 'user_group.removed',
  input: z.object({ id: id() }),
  answers: done,
})

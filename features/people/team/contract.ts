// The team of a partner: its masters, who manage its business units. Masters and staff of the platform manage the team.
// The people of business units are features/people/users. Next: server/routes.ts (permissions between masters).
import { z } from 'zod'
import { email, flag, id, instant, language, newPassword, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** The states of a master: A active, B blocked, I inactive. */
export const teamStates = ['A', 'B', 'I'] as const
export type TeamState = (typeof teamStates)[number]

const teamMember = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  language: language(),
  state: z.enum(teamStates),
  parceiro_id: id(),
  partner: z.string(),
  /** S: the master sees the bills of the clients of the partner. */
  billing_administrator: flag(),
  /** S: the master handles tickets that business units handed up. */
  support_agent: flag(),
  created_at: instant(),
  can,
})

export const listTeam = call({
  method: 'GET',
  path: 'auth/partners/team/all',
  summary: 'The team of the caller’s partner; for the platform the teams of all partners, or of one.',
  access: 'team.read',
  does: 'read',
  input: listInput(['name', 'email', 'partner', 'created_at'], {
    parceiro_id: id().optional(),
    state: z.enum(teamStates).optional(),
  }),
  answers: listAnswer(teamMember),
})

export const readTeamMember = call({
  method: 'GET',
  path: 'auth/partners/team/get',
  summary: 'One master.',
  access: 'team.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: teamMember.extend({ version: z.number().int() }),
})

export const exportTeam = exportCall(listTeam)

export const addTeamMember = call({
  method: 'POST',
  path: 'auth/partners/team/add',
  summary: 'Adds a master. Staff of the platform must choose `parceiro_id`; masters add to their own partner.',
  access: 'team.add',
  does: 'outside',
  audit: 'team.added',
  input: z.object({
    name: text(120),
    email: email(),
    language: language(),
    /** Required: a new member of the staff gets the first password only from this form. */
    password: newPassword(),
    parceiro_id: id().optional(),
  }),
  answers: added,
})

export const updateTeamMember = call({
  method: 'PUT',
  path: 'auth/partners/team/update',
  summary:
    'Changes name, language, password, billing administrator or support agent of a master; absent fields stay unchanged. A new password ends the sessions. Masters change their own data in the profile.',
  access: 'team.update',
  does: 'outside',
  audit: 'team.updated',
  input: z.object({
    id: id(),
    version: z.number().int(),
    name: text(120).optional(),
    language: language().optional(),
    password: newPassword().optional(),
    billing_administrator: flag().optional(),
    support_agent: flag().optional(),
  }),
  answers: done,
})

export const changeTeamState = call({
  method: 'POST',
  path: 'auth/partners/team/change/status',
  summary: 'Enables (A), disables (I) or blocks (B) a master; their sessions end immediately.',
  access: 'team.update',
  does: 'write',
  audit: 'team.state_changed',
  input: z.object({ id: id(), status: z.enum(teamStates) }),
  answers: done,
})

export const resetTeamTwoFactor = call({
  method: 'POST',
  path: 'auth/partners/team/reset/2fa',
  summary: 'Removes the second factors of a master, who is told by mail; their sessions end immediately.',
  access: 'team.reset_two_factor',
  does: 'write',
  audit: 'team.two_factor_reset',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const removeTeamMember = call({
  method: 'DELETE',
  path: 'auth/partners/team/delete',
  summary: 'Erases a master. `name` is their name as typed: capitals, spaces as underscores.',
  access: 'team.remove',
  does: 'write',
  audit: 'team.removed',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})

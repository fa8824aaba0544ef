// The staff of the platform (profile a2m). They invite and remove each other; nobody removes themselves, so that one always stays.
// The staff of a partner is features/people/team.
import { z } from 'zod'
import { email, flag, id, instant, language, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

const staffMember = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  language: language(),
  /** N: the person has not used the link of the invitation yet. */
  password_set: flag(),
  /** S: the person can be named as the seller of a client. */
  seller: flag(),
  /** S: the person handles tickets that partners handed up. */
  support_agent: flag(),
  last_sign_in_at: instant().nullable(),
  created_at: instant(),
  can,
})

export const listStaff = call({
  method: 'GET',
  path: 'auth/platform/staff/all',
  summary: 'The staff of the platform.',
  access: 'staff.read',
  does: 'read',
  input: listInput(['name', 'email', 'created_at'], {}),
  answers: listAnswer(staffMember),
})

export const exportStaff = exportCall(listStaff)

/** The result of an invitation. `link`: no mail was sent, so the answer shows the link once to the caller. */
const access = { invited: flag(), link: z.string().nullable() }

export const addStaff = call({
  method: 'POST',
  path: 'auth/platform/staff/add',
  summary: 'Invites a person to the staff of the platform.',
  access: 'staff.add',
  does: 'write',
  audit: 'staff.added',
  personal: true,
  input: z.object({ name: text(120), email: email(), language: language() }),
  answers: added.extend(access),
})

export const sendStaffLink = call({
  method: 'POST',
  path: 'auth/platform/staff/send/access',
  summary: 'Mails one of the staff a new link to set a password; without a mail sender it answers the link.',
  access: 'staff.update',
  does: 'write',
  audit: 'staff.link_sent',
  personal: true,
  input: z.object({ id: id() }),
  answers: done.extend(access),
})

export const changeSeller = call({
  method: 'POST',
  path: 'auth/platform/staff/change/seller',
  summary: 'Marks one of the staff as a seller, who can be named on clients, or takes the mark away.',
  access: 'staff.update',
  does: 'write',
  audit: 'staff.seller_changed',
  input: z.object({ id: id(), seller: flag() }),
  answers: done,
})

export const changeSupportAgent = call({
  method: 'POST',
  path: 'auth/platform/staff/change/support_agent',
  summary: 'Lets one of the staff handle tickets that partners handed up, or no longer.',
  access: 'staff.update',
  does: 'write',
  audit: 'staff.agent_changed',
  input: z.object({ id: id(), support_agent: flag() }),
  answers: done,
})

export const removeStaff = call({
  method: 'DELETE',
  path: 'auth/platform/staff/delete',
  summary:
    'Erases one of the staff; their sessions end. `name` is their name as typed: capitals, spaces as underscores.',
  access: 'staff.remove',
  does: 'write',
  audit: 'staff.removed',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})

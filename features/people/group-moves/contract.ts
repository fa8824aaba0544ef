// A user group moves with its people to another business unit of the partner. A plan says first what moves and what stays behind. The
// staff of the partner and of the platform do this. Next: server/service.ts.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'

export const readMoveUnits = call({
  method: 'GET',
  path: 'auth/group_users/move/units',
  summary: 'The business units of the partner to which a user group may move.',
  access: 'user_group.migrate',
  does: 'read',
  input: z.object({}),
  answers: z.array(z.object({ value: id(), label: z.string() })),
})

const wholeNumber = z.number().int()

export const movePlan = z.object({
  group: z.string(),
  unit: z.string(),
  people: wholeNumber,
  /** People who become members of the other unit. */
  moving: wholeNumber,
  /** People who are members there already: they join the group, and leave this unit. */
  already: wholeNumber,
  administrators: wholeNumber,
  /** What does not exist in the other unit, and ends. */
  grants: wholeNumber,
  shifts: wholeNumber,
  other_groups: wholeNumber,
  custom_values: wholeNumber,
  phones: wholeNumber,
  /** Places of the user limit that are free there, and that are needed. */
  places: wholeNumber,
  needed: wholeNumber,
  /** Why the group cannot move, in the caller's language. */
  refusals: z.array(z.string()),
})

export const planMove = call({
  method: 'GET',
  path: 'auth/group_users/move/plan',
  summary: 'What moves with a user group, and what stays behind. It changes nothing.',
  access: 'user_group.migrate',
  does: 'outside',
  audit: null,
  input: z.object({ id: id(), unit_id: id() }),
  answers: movePlan,
})

export const moveUserGroup = call({
  method: 'POST',
  path: 'auth/group_users/move',
  summary: 'Moves a user group with its people to another business unit. Their sessions in this unit end.',
  access: 'user_group.migrate',
  does: 'outside',
  audit: 'user_group.migrated',
  personal: true,
  input: z.object({
    id: id(),
    unit_id: id(),
    /** The name of the group, in capitals with underscores. */
    name: z.string().max(400),
  }),
  answers: z.object({ status: z.literal(true), people: wholeNumber }),
})

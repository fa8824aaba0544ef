// The move of a user group with its people to another business unit of the partner. The plan of a move says what moves and what stays
// behind. Staff of the partner and of the platform move groups. Next: server/service.ts.
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
  /** Number of people who become members of the other unit. */
  moving: wholeNumber,
  /** Number of people who are members of the other unit already: they join the group there, and leave this unit. */
  already: wholeNumber,
  administrators: wholeNumber,
  /** Numbers of records that do not exist in the other unit and that the move ends. */
  grants: wholeNumber,
  shifts: wholeNumber,
  other_groups: wholeNumber,
  custom_values: wholeNumber,
  phones: wholeNumber,
  /** Numbers of people whom the user limit of the other unit still allows, and of those whom the move adds. */
  places: wholeNumber,
  needed: wholeNumber,
  /** Reasons why the group cannot move, as sentences in the caller's language. */
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
    /** The typed name of the group, in capitals with underscores, as a confirmation. */
    name: z.string().max(400),
  }),
  answers: z.object({ status: z.literal(true), people: wholeNumber }),
})

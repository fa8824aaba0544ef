// People of another business unit of the same partner, who become members of this one too. The only way to a second membership.
// Staff may always do this; administrators need the toggle `import_users` and the setting `user_import`.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { fromUnits } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

export const readImportUnits = call({
  method: 'GET',
  path: 'auth/users/units',
  summary: 'The business units of the partner whose people may be added to this one; none for who may not.',
  access: 'user.import',
  does: 'read',
  input: z.object({}),
  answers: z.object({ units: z.array(z.object({ value: id(), label: z.string() })) }),
})

export const unitPerson = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  /** True: the person is a member of this business unit already. */
  is_here: z.boolean(),
})

export const listUnitPeople = call({
  method: 'GET',
  path: 'auth/users/units/people/all',
  summary: 'People of another business unit of the partner.',
  access: 'user.import',
  does: 'read',
  input: listInput(['name'], { unit_id: id() }),
  answers: listAnswer(unitPerson),
})

export const importUnitPeople = call({
  method: 'POST',
  path: 'auth/users/units/import',
  summary:
    'Makes people of another business unit of the partner readers of this one, and says for each whether it worked.',
  access: 'user.import',
  does: 'write',
  audit: 'user.added_from_unit',
  personal: true,
  input: z.object({
    unit_id: id(),
    user_ids: z.array(id()).min(1).max(fromUnits.people),
    group_ids: z.array(id()).max(200),
  }),
  answers: z.object({
    status: z.literal(true),
    results: z.array(
      z.object({
        id: id(),
        name: z.string(),
        email: z.string(),
        /** Why the person was not added, in the caller's language; null: added. */
        refusal: z.string().nullable(),
      }),
    ),
  }),
})

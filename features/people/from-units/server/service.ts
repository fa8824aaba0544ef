import type { ErrorCode, GeneralCode } from '#catalogue/errors.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { orUndo } from '#platform/server/database/or-undo.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { constraints } from '#features/people/users/server/queries.ts'
import type { importUnitPeople } from '../contract.ts'
import * as store from './store.ts'

/**
 * Whether the actor may add people of other units. An administrator needs the toggle, which is part of the permission, and the setting;
 * staff, who grant both, need neither.
 */
export const mayImport = ({ staff }: Actor, isAllowedForAdmins: boolean): boolean =>
  staff !== null || isAllowedForAdmins

type Answer = AnswerOf<typeof importUnitPeople>

/** Adds each person alone, so that one who is refused does not stop the others. */
export async function importPeople(
  context: WriteContext,
  { unit_id, user_ids, group_ids }: InputOf<typeof importUnitPeople>,
): Promise<Answer> {
  const { db, actor, audit, caller } = context
  if (!mayImport(actor, await store.isAllowedForAdmins(db))) fail('access.functionality_refused')
  const tenantId = tenantOf(actor)
  const unit = (await store.findPeople(db, unit_id, user_ids)) ?? fail('call.not_found')
  if (unit.people.length < new Set(user_ids).size) fail('call.not_found')
  const results: Answer['results'] = []
  for (const person of unit.people) {
    const { id, name, email } = person
    const refusal = person.is_here ? 'user.email_taken' : await add(person)
    results.push({ id, name, email, refusal: refusal && errorSentence(refusal, caller.language) })
  }
  const answer = { status: true as const, results }
  return results.some(({ refusal }) => refusal === null) ? answer : context.unchanged(answer)

  async function add(person: store.UnitPerson): Promise<GeneralCode | null> {
    const done = await orUndo(db, () => store.addReader(db, tenantId, person, group_ids))
    if (done !== undefined) return codeOf(done.constraint)
    const after = {
      email: person.email,
      profile: 'user',
      state: 'A',
      department: person.department,
      group_ids,
      unit: unit?.name,
    }
    await audit({ target: { type: 'user', id: person.id, name: person.name }, after })
    return null
  }
}

/**
 * Converts the name of a violated constraint into an error code: another transaction added the person meanwhile, or reached the user limit.
 * An id of a group of another unit is an error of the caller.
 */
function codeOf(constraint: string): GeneralCode {
  if (constraint === 'memberships_pkey') return 'user.email_taken'
  const found = constraints[constraint]
  const code: ErrorCode | undefined = typeof found === 'string' ? found : found?.code
  return (code as GeneralCode | undefined) ?? fail('group.missing')
}

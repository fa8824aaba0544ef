import type { GeneralCode } from '#catalogue/errors.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { auditActorOf, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import { announceAll } from '#platform/server/live/announce.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import type { moveUserGroup, planMove } from '../contract.ts'
import * as store from './store.ts'

type MoveTarget = { id: string; unit_id: string }

/**
 * Reads what the move would change, and why it is refused. Staff who entered the business unit with the profile of a reader may not move
 * groups.
 */
async function checkMove(db: Database, actor: Actor, { id, unit_id }: MoveTarget) {
  if (actor.profile === 'user') fail('access.functionality_refused')
  const tenantId = tenantOf(actor)
  const group = (await store.lockGroup(db, tenantId, id)) ?? fail('group.missing')
  const unit = (await store.findUnit(db, tenantId, unit_id)) ?? fail('call.not_found')
  const facts = await store.factsOf(db, tenantId, group, unit.id)
  return { group, unit, facts, refusals: refusalsOf(facts) }
}

function refusalsOf({ managed, needed, places: freeSeats, name_taken, leaves_nobody }: store.Facts): GeneralCode[] {
  return [
    ...(name_taken ? (['group.name_taken_there'] as const) : []),
    ...(managed > 0 ? (['group.people_of_directory'] as const) : []),
    ...(needed > freeSeats ? (['tenant.user_limit_reached'] as const) : []),
    ...(leaves_nobody ? (['user.last_administrator'] as const) : []),
  ]
}

/** Answers the plan of a move. It locks rows, so it runs in a transaction, which changes nothing. */
export async function readPlan(
  { caller, actor }: OutsideContext,
  db: Database,
  target: InputOf<typeof planMove>,
): Promise<AnswerOf<typeof planMove>> {
  const { group, unit, facts, refusals } = await checkMove(db, actor, target)
  const { people, managed: _, name_taken: __, leaves_nobody: ___, ...counts } = facts
  return {
    ...counts,
    group: group.name,
    unit: unit.name,
    people: people.length,
    places: Math.max(0, facts.places),
    refusals: refusals.map((code) => errorSentence(code, caller.language)),
  }
}

/** Moves the group in one transaction, with entries in the audit trail of both business units. */
export async function move(
  { actor, caller }: OutsideContext,
  db: Database,
  { name, ...target }: InputOf<typeof moveUserGroup>,
): Promise<AnswerOf<typeof moveUserGroup>> {
  const from = tenantOf(actor)
  const { group, unit, facts, refusals } = await checkMove(db, actor, target)
  const [refusal] = refusals
  if (refusal) fail(refusal)
  if (name !== typedName(group.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  const { people } = facts
  const to = await store.move(db, { from, to: unit.id, group, people })
  const auditActor = auditActorOf(actor, caller)
  await writeAudit(db, auditActor, 'user_group.migrated', {
    target: { type: 'user_group', id: group.id, name: group.name },
    before: { member_ids: people },
    after: { unit: unit.name, people: people.length },
  })
  await writeAudit(db, { ...auditActor, tenantId: unit.id, partnerId: unit.partner_id }, 'user_group.received', {
    target: { type: 'user_group', id: to, name: group.name },
    after: { unit: unit.own_name, people: people.length, member_ids: people },
  })
  await announceAll(
    db,
    people.map((userId) => ({
      kind: 'session_ended',
      tenantId: from,
      userId,
      sessionId: null,
      reason: 'user_removed',
    })),
  )
  return { status: true, people: people.length }
}

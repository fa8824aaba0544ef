// Invitations that go out at a time: an administrator plans, changes or cancels them, and a job sends them. The mail and the end of the plan are
// one transaction, so that a process that stops sends none twice.
import { z } from 'zod'
import { allows } from '#catalogue/access.ts'
import { inEachLanguage, languageOf } from '#catalogue/languages.ts'
import { errors } from '#catalogue/errors.ts'
import { plannedInvitations as limits } from '#catalogue/limits.ts'
import { type Inviting, inviteAtTime } from '#features/identity/passwords/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import type { JobContext, JobKind } from '#platform/server/jobs/job.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { maySignIn } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { refusalOfChange } from './rules.ts'
import * as store from './planned-invitations-store.ts'
import { findForUpdate } from './store.ts'

/** The job that sends the due invitations of a business unit. */
export const sendPlannedKind = {
  name: 'user.send_planned_invitations',
  scope: 'tenant',
  input: z.object({}),
} satisfies JobKind

/** The instant of a local time of the business unit. Fails at the field when it is past or too far ahead. */
export async function instantOfPlan({ db, clock }: WriteContext, local: string): Promise<Date> {
  const at = await store.plannedInstant(db, local, { now: clock.now(), most: limits.daysAhead })
  return at ?? fail('call.invalid', { fields: { invite_at: 'invalid' } })
}

/** Plans the invitations of people who were just added. */
export const planFor = (db: Database, ids: readonly string[], at: Date, plannerId: string): Promise<void> =>
  store.plan(db, ids, at, plannerId)

/** Fails unless the actor may send the person a link, by the rule for a new password: the link sets one. */
async function invitedPerson({ db, actor }: WriteContext, id: string) {
  const person = (await findForUpdate(db, id)) ?? fail('call.not_found')
  const refusal = refusalOfChange(actor, person, { password: 'another' })
  return refusal ? fail(refusal) : person
}

export async function planOne(context: WriteContext, id: string, local: string): Promise<void> {
  const { db, actor, audit, unchanged } = context
  const { name } = await invitedPerson(context, id)
  const at = await instantOfPlan(context, local)
  const before = await store.plannedAt(db, id)
  if (before?.getTime() === at.getTime()) return unchanged(undefined)
  await store.plan(db, [id], at, actor.userId)
  await audit({ target: { type: 'user', id, name }, before: { invite_at: before }, after: { invite_at: at } })
}

export async function cancelPlan(context: WriteContext, id: string): Promise<void> {
  const { db, audit, unchanged } = context
  const { name } = await invitedPerson(context, id)
  const before = await store.plannedAt(db, id)
  if (before === null) return unchanged(undefined)
  await store.forget(db, [id])
  await audit({ target: { type: 'user', id, name }, before: { invite_at: before }, after: { invite_at: null } })
}

/** Ends the plan of a person who gets the mail now. */
export const endPlan = (db: Database, id: string): Promise<void> => store.forget(db, [id])

/** The ids of the planners who may still send links to set a password. */
async function plannersOf(db: Database, ids: readonly (string | null)[]): Promise<Set<string>> {
  const planners = await store.standingOf(db, [...new Set(ids.flatMap((id) => id ?? []))])
  return new Set(
    planners.filter((each) => allows({ ...each, scope: 'tenant' }, 'user.change_rights')).map(({ id }) => id),
  )
}

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** The names that one notification says. */
const namesSaid = 3

type Due = Awaited<ReturnType<typeof store.lockDue>>[number]

/**
 * Tells the administrators whose invitations did not go out because of their planner. The plans of one person for one day, such as those of
 * an import, are one notification, however many jobs end them: somebody who loses the right may leave hundreds.
 */
async function tellAdministrators(
  context: JobContext & { tenantId: TenantId },
  refused: readonly Due[],
): Promise<void> {
  const causeOf = ({ planned_by, send_at }: Due) =>
    `planned invitations ${planned_by ?? 'unknown'} ${send_at.toISOString().slice(0, 10)}`
  for (const [cause, people] of Map.groupBy(refused, causeOf)) {
    const why = people[0]?.planned_by === null ? 'planner_unknown' : 'right_lost'
    const names = people.slice(0, namesSaid).map(({ name }) => name)
    await notify(
      context,
      { profile: 'admin' },
      'invitations_cancelled',
      {
        person: names.join(', ') + (people.length > namesSaid ? ', …' : ''),
        reason: inEachLanguage((language) => phrases[language].planned.notSent[why]),
      },
      { path: '/user', cause },
    )
  }
}

/**
 * Sends the next due invitations of a business unit. People who may not sign in meanwhile get none, and neither does anybody whose planner has
 * lost the right: the plan ends, the audit trail says why, and the administrators are told.
 */
export async function sendDue(context: JobContext & { tenantId: TenantId }, inviting: Inviting): Promise<void> {
  const { db, clock, enqueue, audit, tenantId } = context
  const now = clock.now()
  const due = await store.lockDue(db, now, limits.atOnce)
  const planners = await plannersOf(
    db,
    due.map(({ planned_by }) => planned_by),
  )
  const isPlanned = ({ planned_by }: Due) => planned_by !== null && planners.has(planned_by)
  const isInvited = (each: Due) => maySignIn(each.state) && isPlanned(each)
  const partnerId = await store.partnerOf(db, tenantId)
  const people = due.filter(isInvited).map((person) => ({ ...person, language: languageOf(person.language) }))
  const outcomes = await inviteAtTime({ db, enqueue, tenantId, partnerId }, inviting, people)
  const postponed = due.filter(({ id }) => outcomes.get(id) === 'postponed')
  const ended = due.filter(({ id }) => outcomes.get(id) !== 'postponed')
  await store.noteTry(
    db,
    postponed.map(({ id }) => id),
    now,
  )
  await store.forget(
    db,
    ended.map(({ id }) => id),
  )
  const mail = (await inviting.mailing.senderOf(db, tenantId)) === null ? 'waiting' : 'sent'
  for (const each of ended) {
    const { id, name, send_at } = each
    const target = { type: 'user', id, name }
    if (outcomes.get(id) === 'sent') await audit('user.link_sent', { target, after: { mail } })
    else
      await audit('user.invitation_cancelled', {
        target,
        before: { invite_at: send_at },
        // The reason is the status word of a refusal, which the audit trail shows as its sentence.
        after: { invite_at: null, ...(!isPlanned(each) && { reason: errors['access.functionality_refused'].key }) },
      })
  }
  await tellAdministrators(
    context,
    ended.filter((each) => !isPlanned(each)),
  )
  if (due.length === limits.atOnce) await enqueue(sendPlannedKind, {})
}

export { unitsWithDue } from './planned-invitations-store.ts'

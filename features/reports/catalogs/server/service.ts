// Requests for access to reports of the catalog, and their decisions.
import type { InputOf } from '#platform/contract/call.ts'
import { accessRequestsAnHour } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { emitWebhook } from '#features/integrations/webhooks/server/commands.ts'
import { notify, settle as settleNotifications } from '#features/messaging/notifications/server/commands.ts'
import { requestCause, requestCauses } from './request-causes.ts'
import { withoutOthers } from '#features/reports/access/contract.ts'
import { grantToPerson, pagesInTrail } from '#features/reports/access/server/commands.ts'
import { rolesOfReport } from '#features/reports/library/server/commands.ts'
import type { ModelRoles } from '#features/reports/library/contract.ts'
import type { addRequest, denyRequest, grantRequest } from '../contract.ts'
import * as store from './store.ts'

/** The context of notifications, which belong to the business unit. */
const tenantContext = (context: WriteContext) => ({ ...context, tenantId: tenantOf(context.actor) })

const target = (id: string, name: string) => ({ type: 'report', id, name })

export async function request(context: WriteContext, input: InputOf<typeof addRequest>): Promise<string> {
  const { db, actor, audit } = context
  const report = await store.findInCatalog(db, input.report_id)
  // Absent, foreign and hidden reports, and those outside the catalog, get the same answer.
  if (!report) fail('report.missing')
  if (report.granted) fail('access_request.needless')
  if (!(await store.isMember(db))) fail('access.functionality_refused')
  if ((await store.requestsOfHour(db, actor.userId)) >= accessRequestsAnHour)
    fail('call.throttled', { retryAfter: 600 })
  const id = await store.add(db, actor, input)
  await audit({ target: target(report.id, report.name), after: { reason: input.reason } })
  const person = await store.nameOf(db)
  await emitWebhook(tenantContext(context), 'access_request.added', {
    request_id: id,
    report: { id: report.id, name: report.name },
    user: { id: actor.userId, name: person },
  })
  const facts = { person, report: report.name_in_each, reason: input.reason }
  await notify(tenantContext(context), { profile: 'admin' }, 'access_requested', facts, {
    path: '/catalogs/requests',
    cause: requestCause(id),
  })
  return id
}

/** Withdraws a request. Only the person who made it may do so; any other caller gets the answer for an unknown request (Z7). */
export async function withdraw(context: WriteContext, id: string): Promise<void> {
  const found = await store.findForUpdate(context.db, id)
  if (!found || found.user_id !== context.actor.userId) fail('call.not_found')
  if (found.state !== 'waiting') fail('access_request.settled')
  await store.settle(context.db, id, { state: 'withdrawn' })
  await settleNotifications(tenantContext(context), requestCauses(id))
  await context.audit({ target: target(found.report_id, found.report) })
}

/** Locks a waiting request. Fails if another manager has decided it, or the person has withdrawn it. */
async function mustWait({ db }: WriteContext, id: string) {
  const found = await store.findForUpdate(db, id)
  if (!found) fail('call.not_found')
  if (found.state !== 'waiting') fail('access_request.settled')
  return found
}

/** Grants what a request asks for. The roles of the data model are read before the transaction. */
export async function grant(
  context: OutsideContext,
  input: InputOf<typeof grantRequest>,
  embedding: Embedding,
): Promise<void> {
  const reportId = await context.transaction(({ db }) => store.reportOf(db, input.id))
  if (reportId === undefined) fail('call.not_found')
  const modelRoles = input.roles.length > 0 ? await rolesOfReport(context, embedding, reportId) : null
  await context.transaction((inside) => settleAsGranted(inside, input, modelRoles))
}

async function settleAsGranted(
  context: WriteContext,
  { id, answer, ...reading }: InputOf<typeof grantRequest>,
  modelRoles: ModelRoles,
): Promise<void> {
  const { db, actor } = context
  const found = await mustWait(context, id)
  if (reading.ends_on !== null && reading.ends_on < (await store.today(db))) {
    fail('call.invalid', { fields: { ends_on: 'access_request.day_past' } })
  }
  const cleaned = withoutOthers(reading)
  const grantInput = { ...cleaned, user_id: found.user_id }
  await grantToPerson(context, { ...found, id: found.report_id }, grantInput, modelRoles)
  await store.settle(db, id, { state: 'granted', answer, ends_on: reading.ends_on, decided_by: actor.userId })
  await settleNotifications(tenantContext(context), requestCauses(id))
  await context.audit({
    target: target(found.report_id, found.report),
    after: { person: found.person, ...cleaned, pages: await pagesInTrail(db, found.report_id, cleaned.pages) },
  })
  await emitDecision(context, found, 'granted')
  const path = `/${found.report_id}/reports/view`
  await notify(
    tenantContext(context),
    { people: [found.user_id] },
    'access_granted',
    { report: found.report_in_each },
    { path },
  )
}

export async function deny(context: WriteContext, { id, answer }: InputOf<typeof denyRequest>): Promise<void> {
  const found = await mustWait(context, id)
  await store.settle(context.db, id, { state: 'denied', answer, decided_by: context.actor.userId })
  await settleNotifications(tenantContext(context), requestCauses(id))
  await context.audit({ target: target(found.report_id, found.report), after: { person: found.person, answer } })
  await emitDecision(context, found, 'denied')
  const facts = { report: found.report_in_each, reason: answer }
  await notify(tenantContext(context), { people: [found.user_id] }, 'access_denied', facts, { path: '/catalogs' })
}

type Decided = { id: string; report_id: string; report: string; user_id: string; person: string }

const emitDecision = (context: WriteContext, request: Decided, decision: 'granted' | 'denied'): Promise<void> =>
  emitWebhook(tenantContext(context), 'access_request.decided', {
    request_id: request.id,
    report: { id: request.report_id, name: request.report },
    user: { id: request.user_id, name: request.person },
    decision,
  })

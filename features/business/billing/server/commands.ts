// Issues bills, by a person or by the job of the clients whose bills issue themselves.
import { fail } from '#platform/contract/failure.ts'
import type { AuditNote } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { EnqueueHere } from '#platform/server/jobs/job.ts'
import { emitWebhooksAbove } from '#features/integrations/webhooks/server/commands.ts'
import { dueDate } from './due-dates.ts'
import { sendKind } from './send-kind.ts'
import * as store from './store.ts'

type Context = { db: Database; enqueue: EnqueueHere; audit: (note: AuditNote) => Promise<void> }

type Issue = {
  /** YYYY-MM. */
  month: string
  clients: readonly string[]
  /** Absent: the due date of each client follows from its rule. */
  due?: string | undefined
  /** Whether the bills are sent to the clients, which is remembered; absent: as it is remembered for each client. */
  send?: boolean | undefined
  /** The name of the person who issues. */
  sentBy: string | null
}

/**
 * Issues the bills of clients for a month that has begun, and answers their ids. A client that has one keeps it. Fails with
 * `call.not_found` for an unknown client, and with `call.invalid` for a client without a rule when no due date is given.
 */
export async function issueBills(
  { db, enqueue, audit }: Context,
  { month, clients, due, send, sentBy }: Issue,
): Promise<string[]> {
  const rules = await store.lockClients(db, clients)
  if (rules.length < clients.length) fail('call.not_found')
  const dues = await Promise.all(rules.map(async (rule) => ({ id: rule.id, due: due ?? (await dueByRule(rule)) })))
  await store.lockCounters(db, clients)
  const made = await store.issue(db, { month, dues })
  await store.keepPeople(db, month, made)
  if (send !== undefined) await store.rememberSending(db, clients, send)
  const ids = made.map(({ id }) => id)
  const sends = await store.addSends(db, ids, { sentBy, onlyWanted: true })
  for (const bill_id of new Set(sends.map((each) => each.bill_id))) await enqueue(sendKind, { bill_id })
  for (const { id, name, partner_id: partnerId, client_id: _, ...numbers } of made) {
    const sent_to = sends.filter(({ bill_id }) => bill_id === id).map(({ address }) => address)
    const after = { ...numbers, reference_month: month, ...(sent_to.length > 0 && { sent_to }) }
    await audit({ target: { type: 'bill', id, name }, after, partnerId })
  }
  if (ids.length > 0) await tellUnits({ db, enqueue }, 'bill.issued', ids)
  return ids
}

function dueByRule({ due_days, ...rule }: store.DueRule): Promise<string> {
  if (due_days === null) return fail('call.invalid', { fields: { date_due: 'required' } })
  return dueDate({ ...rule, due_days })
}

/** Tells the webhooks of the business units of the clients. */
export async function tellUnits(
  { db, enqueue }: Pick<Context, 'db' | 'enqueue'>,
  type: 'bill.issued' | 'bill.paid' | 'bill.voided',
  ids: readonly string[],
): Promise<void> {
  const found = await store.unitsOfBills(db, ids)
  const events = found.map(({ tenant_id, id, name, ...numbers }) => ({
    tenant_id,
    data: { bill: { id, name }, ...numbers },
  }))
  await emitWebhooksAbove({ db, enqueue }, type, events)
}

import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { exported } from '#platform/server/export/export.ts'
import { filePath, publicAddress } from '#platform/server/files/file-path.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type Route, type WriteContext, file as fileRoute, handle, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { BillState } from '../contract.ts'
import * as calls from '../contract.ts'
import { billFile, issuedBill } from './bill-file.ts'
import { fileName } from './bill-pdf.ts'
import { issueBills, tellUnits } from './commands.ts'
import { divide, isMore, isNothing, sum } from './money.ts'
import { sendKind } from './send-kind.ts'
import * as store from './store.ts'

const status = true as const

/** Returns what the actor may do with a bill: issue a draft, or void an issued bill. */
function can(actor: Actor, state: BillState): string[] {
  if (state === 'draft') return abilities(actor, { issue: 'bill.issue' })
  return state === 'issued' ? abilities(actor, { void: 'bill.void', settle: 'bill.settle', send: 'bill.issue' }) : []
}

/** A bill is paid when nothing is left, by a payment or by a credit note. */
async function tellIfPaid(
  context: Pick<WriteContext, 'db' | 'enqueue'>,
  id: string,
  { left, settled }: { left: string; settled: string },
): Promise<void> {
  if (!isMore(left, settled)) await tellUnits(context, 'bill.paid', [id])
}

const list = rows(calls.listBills, store.pageQuery, (found, { actor }, { page, size }) => ({
  data: found.map(({ total_rows: _, ...bill }) => ({ ...bill, can: can(actor, bill.state) })),
  page: String(page),
  size,
  total: found[0]?.total_rows ?? 0,
}))

// The file contains amounts as numbers, because a spreadsheet adds them up; the portal does not calculate with them.
const file = exported(calls.exportBills, {
  target: 'bill',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'reference_month', title: word('field.reference_month'), value: ({ reference_month }) => reference_month },
    { key: 'number', title: word('field.number'), value: ({ number }) => number },
    { key: 'state', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'name', title: word('field.customer_code'), value: ({ customer_code }) => customer_code },
    {
      key: 'payment_state',
      title: word('field.payment_state'),
      value: ({ payment_state: state }) => state && word(`payment_state.${state}`),
    },
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
    { key: 'seller_name', title: word('field.seller'), value: ({ seller_name }) => seller_name },
    { key: 'date_of_issue', title: word('field.date_of_issue'), value: ({ date_of_issue }) => date_of_issue },
    { key: 'date_due', title: word('field.date_due'), value: ({ date_due }) => date_due },
    { key: 'billed_users', title: word('field.billed_users'), value: ({ billed_users }) => billed_users },
    { key: 'billed_users', title: word('field.number_of_bonus'), value: ({ number_of_bonus }) => number_of_bonus },
    { key: 'user_limit', title: word('field.user_limit'), value: ({ user_limit }) => user_limit },
    { key: 'total', title: word('field.price'), value: ({ price }) => Number(price) },
    { key: 'domains', title: word('field.domains'), value: ({ domains }) => domains },
    { key: 'domains', title: word('field.domain_fee'), value: ({ domain_fee }) => Number(domain_fee) },
    { key: 'total', title: word('field.total'), value: ({ total }) => Number(total) },
    { key: 'total', title: word('field.paid'), value: ({ paid }) => paid && Number(paid) },
    { key: 'total', title: word('field.left'), value: ({ left }) => left && Number(left) },
  ],
})

const readOneBill = rows(
  calls.readBill,
  ({ id }) => store.findQuery(id),
  ([found], { actor }) => {
    if (!found) fail('call.not_found')
    const { logo_path: logo } = found
    return { ...found, issuer_logo: logo === null ? null : publicAddress(logo), can: can(actor, found.state) }
  },
)

const issue = handle(calls.issueBills, async (context, { reference_month: month, date_due: due, clients, send }) => {
  if (!(await store.hasBegun(context.db, month))) {
    fail('bill.month_not_begun', { fields: { reference_month: 'bill.month_not_begun' } })
  }
  const issued = await issueBills(context, { month, due, clients, send, sentBy: context.actor.name })
  const answer = { status, issued, skipped: clients.length - issued.length }
  return issued.length > 0 ? answer : context.unchanged(answer)
})

const send = handle(calls.sendBill, async ({ db, actor, audit, enqueue }, { id }) => {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (found.is_void) fail('bill.is_void')
  const sends = await store.addSends(db, [id], { sentBy: actor.name, onlyWanted: false })
  if (sends.length === 0) fail('bill.without_addresses')
  await enqueue(sendKind, { bill_id: id })
  const { name, partner_id: partnerId, number } = found
  const addresses = sends.map(({ address }) => address)
  await audit({ target: { type: 'bill', id, name }, after: { number, sent_to: addresses }, partnerId })
  return { status, addresses }
})

const makeVoid = handle(calls.voidBill, async ({ db, audit, enqueue, unchanged }, { id, reason }) => {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (found.is_void) return unchanged({ status })
  if (found.left !== found.total) fail('bill.is_settled')
  await store.voidBill(db, id, reason)
  const { name, partner_id: partnerId, number, month, total } = found
  const after = { number, reference_month: month, total, void_reason: reason }
  await audit({ target: { type: 'bill', id, name }, after, partnerId })
  await tellUnits({ db, enqueue }, 'bill.voided', [id])
  return { status }
})

const pay = handle(calls.addPayment, async ({ db, actor, audit, enqueue }, { id, ...payment }) => {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (found.is_void) fail('bill.is_void')
  if (isMore(payment.amount, found.left)) fail('bill.amount_too_high', { fields: { amount: 'bill.amount_too_high' } })
  if (isNothing(payment.amount)) fail('call.invalid', { fields: { amount: 'invalid' } })
  const made = await store.addPayment(db, id, { ...payment, noted_by: actor.name })
  const { name, partner_id: partnerId, number } = found
  await audit({ target: { type: 'bill', id, name }, after: { number, ...payment }, partnerId })
  await tellIfPaid({ db, enqueue }, id, { left: found.left, settled: payment.amount })
  return { status, id: made }
})

const unpay = handle(calls.removePayment, async ({ db, audit }, { id }) => {
  const found = (await store.findPayment(db, id)) ?? fail('call.not_found')
  await store.removePayment(db, id)
  const { bill_id: billId, name, partner_id: partnerId, ...before } = found
  await audit({ target: { type: 'bill', id: billId, name }, before, partnerId })
  return { status }
})

const credit = handle(calls.creditBill, async ({ db, actor, audit, enqueue }, { id, amount, line, reason }) => {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (found.is_void) fail('bill.is_void')
  if (isNothing(amount)) fail('call.invalid', { fields: { amount: 'invalid' } })
  const usersLeft = line === 'domains' ? '0' : found.users_left
  const domainsLeft = line === 'users' ? '0' : found.domains_left
  if (isMore(amount, sum(usersLeft, domainsLeft))) {
    fail('bill.amount_too_high', { fields: { amount: 'bill.amount_too_high' } })
  }
  const [users = '0', domains = '0'] = divide(amount, [usersLeft, domainsLeft])
  const made = (await store.addCredit(db, id, { users, domains, reason, issued_by: actor.name })) ?? fail('call.failed')
  const { name, partner_id: partnerId, number } = found
  const after = { number, credit_note: made.number, users_amount: users, domains_amount: domains, reason }
  await audit({ target: { type: 'bill', id, name }, after, partnerId })
  await tellIfPaid({ db, enqueue }, id, { left: found.left, settled: amount })
  return { status, id: made.id }
})

const personList = rows(calls.listBilledPeople, store.peopleQuery, (found, _, options) =>
  pageOf(found, options, ({ total: __, ...person }) => person),
)

const personFile = exported(calls.exportBilledPeople, {
  target: 'bill',
  query: store.peopleQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('people.field.name'), value: ({ name }) => name },
    { key: 'name', title: word('people.field.email'), value: ({ email }) => email },
    { key: 'tenant', title: word('people.field.tenant'), value: ({ tenant }) => tenant },
    { key: 'first_day', title: word('people.field.first_day'), value: ({ first_day }) => first_day },
    { key: 'last_day', title: word('people.field.last_day'), value: ({ last_day }) => last_day },
    {
      key: 'standing',
      title: word('people.field.standing'),
      value: ({ standing }) => word(`people.standing.${standing}`),
    },
  ],
})

const countedList = rows(calls.listCountedPeople, store.countedQuery, (found, _, options) =>
  pageOf(found, options, ({ total: __, ...person }) => person),
)

const countedFile = exported(calls.exportCountedPeople, {
  target: 'bill',
  query: store.countedQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('people.field.name'), value: ({ name }) => name },
    { key: 'name', title: word('people.field.email'), value: ({ email }) => email },
    { key: 'first_day', title: word('people.field.first_day'), value: ({ first_day }) => first_day },
    { key: 'last_day', title: word('people.field.last_day'), value: ({ last_day }) => last_day },
    {
      key: 'standing',
      title: word('people.field.standing'),
      value: ({ standing }) => word(`people.standing.${standing}`),
    },
  ],
})

const summary = rows(calls.listBillingSummary, store.summaryQuery, (found, _, { page, size }) => ({
  data: found.map(({ total_rows: __, ...group }) => group),
  page: String(page),
  size,
  total: found[0]?.total_rows ?? 0,
}))

const summaryFile = exported(calls.exportBillingSummary, {
  target: 'bill',
  query: store.summaryQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('summary.group'), value: ({ name }) => name || word('summary.nobody') },
    { key: 'bills', title: word('summary.bills'), value: ({ bills }) => bills },
    { key: 'billed_users', title: word('field.billed_users'), value: ({ billed_users }) => billed_users },
    { key: 'total', title: word('field.total'), value: ({ total }) => Number(total) },
  ],
})

const sums = rows(calls.readBillingSummary, store.sumsQuery, ([found]) => found ?? fail('call.failed'))

type Dependencies = { storage: FileStorage; acrossTenants: Gate['acrossTenants'] }

/** The PDF of a bill. */
const pdf = (needs: Dependencies) =>
  fileRoute(calls.downloadBill, ({ actor, transaction }, { id }) =>
    downloadOf(actor, async () => {
      const bill = issuedBill((await transaction(({ db }) => store.find(db, id))) ?? fail('call.not_found'))
      const { path } = await billFile(needs, bill)
      const bytes = (await needs.storage.read(filePath(path))) ?? fail('call.not_found')
      return { name: fileName(bill), type: 'application/pdf', bytes }
    }),
  )

export const routes = (needs: Dependencies): Route[] => [
  pdf(needs),
  list,
  file,
  readOneBill,
  issue,
  send,
  makeVoid,
  pay,
  unpay,
  credit,
  personList,
  personFile,
  countedList,
  countedFile,
  summary,
  summaryFile,
  sums,
]

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addClient, readClient, updateClient } from '#features/business/clients/contract.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { onOwner } from '#testing/global-setup.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import { partners, tenants } from '#testing/world.ts'
import { blankClient } from '#features/business/clients/testing/probes.ts'
import * as calls from '../contract.ts'
import { dueDate } from './due-dates.ts'
import { billJobs, issueKind } from './jobs.ts'
import * as store from './store.ts'

const portal = testPortal()
const platform = () => portal.as('platform')
const client = '00000009-0000-4000-8000-0000000000d1'

beforeEach(() =>
  portal.platform(async (db) => {
    await sql`delete from clients where id = ${client}`.execute(db)
    await sql`insert into clients (id, partner_id, name, price, contract_date, email_invoice)
      values (${client}, ${partners.alfa.id}, 'Mar Azul', 19.90, '2024-01-01', '{contas@azul.example}')`.execute(db)
    await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c
               where c.id = ${client} and tenants.id = ${tenants.norte.id}`.execute(db)
  }),
)
afterEach(() =>
  portal.platform(async (db) => {
    await sql`update tenants set client_id = null, client_standing = null where client_id = ${client}`.execute(db)
  }),
)

/** A month before the running one in the time zone of the contract, as YYYY-MM. */
const monthsAgo = async (months: number) => {
  const { rows } = await portal.platform((db) =>
    sql<{ month: string }>`select to_char(date_trunc('month', now() at time zone 'America/Sao_Paulo')
      - make_interval(months => ${months}), 'YYYY-MM') as month`.execute(db),
  )
  return rows[0]?.month ?? ''
}
const draftsOf = async (reference_month: string) =>
  (await platform().ask(calls.listBills, { reference_month, client_id: client })).body.data
const change = async (fields: object) => {
  const { version } = (await platform().ask(readClient, { id: client })).body
  return platform().ask(updateClient, { id: client, version, ...fields })
}

it('a bill without a stated due date follows the rule of its client', async () => {
  const reference_month = await monthsAgo(3)
  const issue = () => platform().ask(calls.issueBills, { reference_month, clients: [client] })
  expect((await draftsOf(reference_month))[0]).toMatchObject({ due_rule: false, issues_on: null })
  expect((await issue()).raw).toMatchObject({ key: 'invalid', errors: { date_due: expect.anything() } })
  expect((await change({ due_days: 40, due_on_business_day: 'S', state: 'SP' })).status).toBe(200)
  expect((await draftsOf(reference_month))[0]).toMatchObject({ due_rule: true })
  const [id = ''] = (await issue()).body.issued
  const { date_of_issue: today, date_due } = (await platform().ask(calls.readBill, { id })).body
  const rule = { today: today ?? '', due_days: 40, due_on_business_day: true, state: 'SP' }
  expect(date_due).toBe(await dueDate(rule))
})

describe('without a person,', () => {
  let worker: TestWorker | null = null
  afterEach(() => worker?.close())

  it('a bill issues itself on the day of its client, once, and tells and sends it as an issue by hand', async () => {
    const [last, earlier, running] = [await monthsAgo(1), await monthsAgo(2), await monthsAgo(0)]
    const events = await webhookEvents(portal, tenants.norte.id, ['bill.issued'])
    await change({ due_days: 10, issue_day: 1, sends_bills: 'S' })
    // The day was set in this month, so that no earlier month issues itself.
    expect(await portal.platform(store.draftsToIssue)).toEqual([])
    expect((await draftsOf(last))[0]).toMatchObject({ issues_on: null })
    expect((await draftsOf(running))[0]?.issues_on?.slice(8)).toBe('01')
    await portal.platform((db) =>
      sql`update clients set issues_from = ${`${earlier}-01`}::date where id = ${client}`.execute(db),
    )
    const due = [earlier, last].map((month) => ({ client_id: client, month }))
    expect(await portal.platform(store.draftsToIssue)).toEqual(due)
    worker = await testWorker(portal.databaseUrl, billJobs({ storage: diskStorage(portal.filesDir) }))
    const issued = await until(async () => {
      const bills = [...(await draftsOf(earlier)), ...(await draftsOf(last))]
      return bills.every(({ state }) => state === 'issued') && bills
    })
    expect(issued).toHaveLength(2)
    const bill = (await platform().ask(calls.readBill, { id: issued[1]?.id ?? '' })).body
    expect(bill.sends_log.map(({ address, sent_by }) => [address, sent_by])).toEqual([['contas@azul.example', null]])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_name', 'partner_id'])
        .where('event', '=', 'bill.issued')
        .where('target_id', '=', bill.id)
        .execute(),
    )
    expect(entries).toEqual([{ actor_name: null, partner_id: partners.alfa.id }])
    await until(async () => (await events()).filter(({ event_type }) => event_type === 'bill.issued').length === 2)
    // A bill that was voided does not issue itself again.
    await platform().ask(calls.voidBill, { id: bill.id, reason: 'Preço errado' })
    expect(await portal.platform(store.draftsToIssue)).toEqual([])
    expect((await draftsOf(last)).find(({ state }) => state === 'draft')).toMatchObject({ issues_on: null })
  })

  it('T6: no bill issues itself if its rule is switched off after its job has begun', async () => {
    const [month, slot] = [await monthsAgo(4), crypto.randomUUID()]
    await change({ due_days: 10, issue_day: 1 })
    await portal.platform((db) =>
      sql`update clients set issues_from = ${`${month}-01`}::date where id = ${client}`.execute(db),
    )
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('update clients set issue_day = null, issues_from = null where id = $1', [client])
      const started = await testWorker(portal.databaseUrl, billJobs({ storage: diskStorage(portal.filesDir) }))
      worker = started
      await portal.platform((db) => started.enqueue(db, issueKind, { client_id: client, month }, { slot }))
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from clients%for share%'`
      // A second connection: the statistics of a transaction do not change until its end.
      await until(async () => (await onOwner(portal.ownerUrl, (other) => other.query(waiting))).rowCount === 1)
      await owner.query('commit')
      const done = `select from pgboss.job where state = 'completed' and data ->> 'slot' = $1`
      await until(async () => (await owner.query(done, [slot])).rowCount === 1)
    })
    expect((await draftsOf(month)).map(({ state }) => state)).toEqual(['draft'])
  })
})

it('needs the days until the due date', async () => {
  expect((await change({ issue_day: 5 })).raw).toMatchObject({
    key: 'invalid',
    errors: { due_days: expect.anything() },
  })
  expect((await change({ issue_day: 29, due_days: 3 })).status).toBe(400)
  expect((await change({ issue_day: 5, due_days: 3 })).status).toBe(200)
  expect((await change({ due_days: null })).raw).toMatchObject({ errors: { due_days: expect.anything() } })
  const added = (fields: object) =>
    platform().ask(addClient, {
      ...blankClient,
      name: 'Mar Verde',
      parceiro_id: partners.alfa.id,
      units: [],
      ...fields,
    })
  expect((await added({ issue_day: 7 })).raw).toMatchObject({ errors: { due_days: expect.anything() } })
  expect((await added({ issue_day: 7, due_days: 0 })).status).toBe(200)
})

async function until<T>(look: () => Promise<T>): Promise<Exclude<T, false>> {
  for (;;) {
    const found = await look()
    if (found !== false) return found as Exclude<T, false>
  }
}

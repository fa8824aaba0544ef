import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { legalNames } from '#features/business/legal-data/contract.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type {
  BillState,
  listBilledPeople,
  listCountedPeople,
  listBills,
  listBillingSummary,
  PaymentState,
  readBill,
  readBillingSummary,
} from '../contract.ts'

/** The present day in the time zone of the platform's staff. People are counted in the month of the time zone of the contract. */
const today = sql`(now() at time zone 'America/Sao_Paulo')::date`
const thisMonth = sql`date_trunc('month', ${today})::date`
const firstOf = (month: string) => sql`${`${month}-01`}::date`
const monthText = (date: RawBuilder<unknown>) => sql`to_char(${date}, 'YYYY-MM')`

export type BillRow = {
  id: string
  name: string
  state: BillState
  number: number | null
  client_id: string
  customer_code: string | null
  partner: string
  seller_name: string | null
  reference_month: string
  date_of_issue: string | null
  date_due: string | null
  billed_users: number
  number_of_bonus: number
  price: string
  user_limit: number | null
  domains: number
  domain_fee: string
  total: string
  payment_state: PaymentState | null
  overdue: boolean
  sends: boolean
  /** The client has a rule for the due date. */
  due_rule: boolean
  /** The day on which a draft issues itself; null: a person issues it. */
  issues_on: string | null
  paid: string | null
  left: string | null
}

export type WholeBill = BillRow &
  Pick<
    z.output<typeof readBill.answers>,
    'customer' | 'supplier' | 'payments' | 'sends_log' | 'credit_notes' | 'users_amount' | 'domains_amount' | 'forecast'
  > & {
    partner_id: string
    /** The file of the logo in the partner's theme. */
    logo_path: string | null
    charged_users: number
    timezone: string
    void_reason: string | null
    voided_at: Date | null
    created_at: Date | null
  }

/** Builds an object of columns of a table, as JSON. */
const objectOf = (table: string, names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]))})`

/** The client's data on a bill. */
const customer = objectOf('c', [...legalNames, 'payment_details', 'customer_code', 'language'])

/** The issuer's data on a bill. A partner that has stored none is a name. */
const supplier = sql`${objectOf('l', [...legalNames, 'pix_key'])}
  || jsonb_build_object('name', p.name, 'client_type', coalesce(l.client_type, 'legal'))`

/** What bills did not copy when they were issued, because the data did not exist yet. */
const noLegalData = sql`jsonb_build_object(${sql.join(legalNames.flatMap((name) => [sql.lit(name), sql`null`]))})`
const noSupplier = sql`${noLegalData} || jsonb_build_object('name', b.partner, 'client_type', 'legal', 'pix_key', null)`
const noCustomer = sql`${noLegalData} || jsonb_build_object('payment_details', null, 'language', 'pt-BR')`

/** Legal data with the addresses for bills as a list; older bills have one address as a text, or none. */
const withAddresses = (data: RawBuilder<unknown>) => sql`${data} || jsonb_build_object('email_invoice',
  case jsonb_typeof(${data}->'email_invoice') when 'array' then ${data}->'email_invoice'
    when 'string' then jsonb_build_array(${data}->'email_invoice') else '[]' end)`

/**
 * Selects the current numbers of clients in months, from which drafts and new bills are made. `months` selects a column `month`. Row-level
 * security limits a partner to its clients. A month before the contract has no draft.
 */
const live = (months: RawBuilder<unknown>) => sql`
  select c.id as client_id, c.partner_id, c.name, p.name as partner, ${customer} as customer, c.seller, s.name as seller_name, m.month,
         coalesce(b.people, 0) as billed_users, c.number_of_bonus, c.price, c.user_limit,
         coalesce(n.domains, 0) as domains, c.domain_fee, c.timezone, ${supplier} as supplier
    from clients c
    join partners p on p.id = c.partner_id
    left join partner_legal_data l on l.partner_id = p.id
    left join app.platform_staff() s on s.id = c.seller
    cross join (${months}) m
    left join (select o.month, x.* from (${months}) o cross join lateral app.billed_people(o.month) x) b
      on b.month = m.month and b.client_id = c.id
    left join (select o.month, x.* from (${months}) o cross join lateral app.billed_domains(o.month) x) n
      on n.month = m.month and n.client_id = c.id
   where m.month >= date_trunc('month', coalesce(c.contract_date, c.created_at::date))::date
     and m.month <= date_trunc('month', now() at time zone c.timezone)::date`

const hasBill = sql`exists (select from bills x
  where x.client_id = d.client_id and x.reference_month = d.month and x.voided_at is null)`

/** Selects bills and drafts as one table. */
const all = (months: RawBuilder<unknown>) => sql`
  select b.id::text as id, b.name, case when b.voided_at is null then 'issued' else 'void' end as state, b.number::int as number, b.client_id,
         b.partner_id, b.partner, (${noCustomer}) || b.customer as customer, b.seller_name, b.reference_month as month, b.date_of_issue, b.date_due, b.billed_users,
         b.number_of_bonus, b.price, b.user_limit, b.domains, b.domain_fee, b.total, b.void_reason, b.voided_at, b.created_at,
         b.timezone, (${noSupplier}) || b.supplier as supplier, s.credited, s.paid
    from bills b
   cross join lateral (
     select coalesce((select sum(n.total) from credit_notes n where n.bill_id = b.id), 0) as credited,
            coalesce((select sum(y.amount) from bill_payments y where y.bill_id = b.id), 0) as paid) s
  union all
  select d.client_id || ':' || ${monthText(sql`d.month`)}, d.name, 'draft', null, d.client_id,
         d.partner_id, d.partner, d.customer, d.seller_name, d.month, null, null, d.billed_users,
         d.number_of_bonus, d.price, d.user_limit, d.domains, d.domain_fee,
         app.bill_total(d.billed_users, d.number_of_bonus, d.price, d.domains, d.domain_fee), null, null, null,
         d.timezone, d.supplier, 0, 0
    from (${live(months)}) d where not ${hasBill}`

const left = sql`r.total - r.credited - r.paid`

const paymentState = sql`case when r.state <> 'issued' then null when ${left} <= 0 then 'paid' when r.paid > 0 then 'partly_paid' else 'unpaid' end`

const isOverdue = sql`coalesce(r.state = 'issued' and ${left} > 0 and r.date_due < (now() at time zone r.timezone)::date, false)`

/** The day on which the draft "r" of a client "c" issues itself. */
const issuesOn = sql`(r.month + interval '1 month')::date + c.issue_day - 1`

const columns = sql`r.id, r.name, r.state, r.number, r.client_id, r.customer->>'customer_code' as customer_code, r.partner, r.seller_name,
  ${monthText(sql`r.month`)} as reference_month, r.date_of_issue, r.date_due, r.billed_users, r.number_of_bonus, r.price::text as price,
  r.user_limit, r.domains, r.domain_fee::text as domain_fee, r.total::numeric(18, 2)::text as total,
  ${paymentState} as payment_state, ${isOverdue} as overdue,
  coalesce((select c.sends_bills from clients c where c.id = r.client_id), false) as sends,
  exists (select from clients c where c.id = r.client_id and c.due_days is not null) as due_rule,
  case when r.state = 'draft' then (select ${issuesOn} from clients c where c.id = r.client_id and r.month >= c.issues_from
    and not exists (select from bills b where b.client_id = c.id and b.reference_month = r.month)) end as issues_on,
  case when r.state = 'issued' then r.paid::numeric(18, 2)::text end as paid,
  case when r.state = 'issued' then (${left})::numeric(18, 2)::text end as left`

const sorts: Record<InputOf<typeof listBills>['sort'], RawBuilder<unknown>> = {
  reference_month: sql`r.month`,
  name: sql`app.plain(r.name)`,
  partner: sql`app.plain(r.partner)`,
  number: sql`r.number`,
  date_due: sql`r.date_due`,
  billed_users: sql`r.billed_users`,
  total: sql`r.total`,
}

const recentMonths = sql`select ${thisMonth} as month union all select (${thisMonth} - interval '1 month')::date`

export function pageQuery(options: InputOf<typeof listBills>): SessionQuery<BillRow & { total_rows: number }> {
  const { search, reference_month, state, payment_state, overdue, client_id, parceiro_id, sort, order, size } = options
  const months = reference_month ? sql`select ${firstOf(reference_month)} as month` : recentMonths
  const conditions = [
    sql`(${contains(sql`r.name`, search)} or ${contains(sql`coalesce(r.customer->>'customer_code', '')`, search)}
      or ${contains(sql`coalesce(r.customer->>'cnpj_cpf', '')`, search.replace(/[./-]/g, ''))} or r.number::text = ${search})`,
  ]
  if (reference_month) conditions.push(sql`r.month = ${firstOf(reference_month)}`)
  if (state) conditions.push(sql`r.state = ${state}`)
  if (payment_state) conditions.push(sql`${paymentState} = ${payment_state}`)
  if (overdue) conditions.push(isOverdue)
  if (client_id) conditions.push(sql`r.client_id = ${client_id}`)
  if (parceiro_id) conditions.push(sql`r.partner_id = ${parceiro_id}`)
  return sql`(select ${columns}, count(*) over ()::int as total_rows from (${all(months)}) r
    where ${sql.join(conditions, sql` and `)}
    order by ${sorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls last')}, app.plain(r.name), r.id
    limit ${size} offset ${offsetOf(options)})`
}

const totalOf = (people: RawBuilder<unknown>) =>
  sql`app.bill_total(${people}, r.number_of_bonus, r.price, r.domains, r.domain_fee)::numeric(18, 2)::text`

/** The estimate of a draft as JSON. Only the draft of the running month has one. */
const forecast = sql`case when r.state = 'draft' then (
  select jsonb_build_object('people', f.people, 'low', f.low, 'high', f.high, 'total', ${totalOf(sql`f.people`)},
                            'low_total', ${totalOf(sql`f.low`)}, 'high_total', ${totalOf(sql`f.high`)}, 'months', f.months)
    from app.people_forecast(r.client_id, r.month) f) end`

/** The idempotency key of the mail of a send. */
const keyOf = (id: RawBuilder<unknown>) => sql`'bill ' || ${id}`

export function findQuery(id: string): SessionQuery<WholeBill> {
  const [, month] = id.split(':')
  const months = month ? sql`select ${firstOf(month)} as month` : sql`select ${thisMonth} as month where false`
  return sql`(select ${columns}, ${withAddresses(sql`r.customer`)} as customer, greatest(r.billed_users - r.number_of_bonus, 0) as charged_users,
      (greatest(r.billed_users - r.number_of_bonus, 0) * r.price)::numeric(18, 2)::text as users_amount,
      (r.domains * r.domain_fee)::numeric(18, 2)::text as domains_amount, r.void_reason, r.voided_at, r.created_at,
      r.timezone, r.partner_id, ${withAddresses(sql`r.supplier`)} as supplier, ${forecast} as forecast,
      (select y.logo from themes y where y.partner_id = r.partner_id and y.tenant_id is null) as logo_path,
      coalesce((select jsonb_agg(jsonb_build_object('id', y.id, 'paid_on', y.paid_on, 'amount', y.amount::text, 'note', y.note,
                                                    'noted_by', y.noted_by) order by y.paid_on, y.id)
                  from bill_payments y where y.bill_id::text = r.id), '[]') as payments,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'issued_on', n.issued_on,
                                                    'users_amount', n.users_amount::text, 'domains_amount', n.domains_amount::text,
                                                    'total', n.total::text, 'reason', n.reason, 'issued_by', n.issued_by) order by n.number)
                  from credit_notes n where n.bill_id::text = r.id), '[]') as credit_notes,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'purpose', s.purpose, 'address', s.address, 'sent_by', s.sent_by,
                                                    'at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                                                    'result', coalesce(m.state, case when s.mailed_at is null then 'waiting' else 'sent' end)) order by s.created_at desc, s.address)
                  from bill_sends s left join mails m on m.tenant_id is null and m.idempotency_key = ${keyOf(sql`s.id`)}
                 where s.bill_id::text = r.id), '[]') as sends_log
    from (${all(months)}) r where r.id = ${id})`
}

/** A client at its issue: the present day in the time zone of the contract, and the rule for the due date. */
export type DueRule = {
  id: string
  today: string
  due_days: number | null
  due_on_business_day: boolean
  state: string | null
}

/** Checks that the month is the running one or an earlier one. */
export async function hasBegun(db: Database, month: string): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`select ${firstOf(month)} <= ${thisMonth} as begun`.execute(db)
  return rows[0]?.begun ?? false
}

/** The transaction of a job acts as the staff of the platform: functions that count people answer nobody else. */
export async function actAsPlatform(db: Database): Promise<void> {
  await sql`select set_config('app.profile', 'a2m', true)`.execute(db)
}

/** The months of clients, or of one client, whose bills issue themselves and are due for it: the last month, and earlier ones since the day was set. */
export async function draftsToIssue(
  db: Database,
  client: string | null = null,
): Promise<{ client_id: string; month: string }[]> {
  const { rows } = await sql<{ client_id: string; month: string }>`
    select r.client_id, ${monthText(sql`r.month`)} as month
      from (select c.id as client_id, m::date as month
              from clients c
             cross join lateral generate_series(
               greatest(c.issues_from, date_trunc('month', coalesce(c.contract_date, c.created_at::date))),
               date_trunc('month', now() at time zone c.timezone) - interval '1 month', interval '1 month') m
             where c.issue_day is not null and (${client}::uuid is null or c.id = ${client}::uuid)) r
      join clients c on c.id = r.client_id
     where ${issuesOn} <= (now() at time zone c.timezone)::date
       and not exists (select from bills b where b.client_id = r.client_id and b.reference_month = r.month)
     order by r.month, r.client_id`.execute(db)
  return rows
}

/** Locks the clients, so that their price and units do not change until the bills are stored. Returns the clients that exist. */
export async function lockClients(db: Database, ids: readonly string[]): Promise<DueRule[]> {
  const { rows } = await sql<DueRule>`
    select id, (now() at time zone timezone)::date::text as today, due_days, due_on_business_day, state
      from clients where id = any(${ids}::uuid[]) order by id for share`.execute(db)
  return rows
}

type Issued = {
  id: string
  name: string
  client_id: string
  partner_id: string
  number: number
  total: string
  billed_users: number
  date_due: string
}

/**
 * Locks the counters of the issuers of clients. Two concurrent calls for one issuer run one after the other, so that the second sees the
 * bills of the first, and no number is taken in vain.
 */
export async function lockCounters(db: Database, clients: readonly string[]): Promise<void> {
  await sql`
    insert into bill_counters as c (partner_id, series, last_number)
    select distinct partner_id, 'bill', 0 from clients where id = any(${clients}::uuid[]) order by partner_id
    on conflict (partner_id, series) do update set last_number = c.last_number`.execute(db)
}

/**
 * Stores the bills that do not exist yet, with the next numbers of their issuers. Call it after the counters were locked.
 * `dues`: the due dates of the clients.
 */
export async function issue(
  db: Database,
  { month, dues }: { month: string; dues: readonly { id: string; due: string }[] },
): Promise<Issued[]> {
  const { rows } = await sql<Issued>`
    with drafts as (
      select d.*, u.due, row_number() over (partition by d.partner_id order by app.plain(d.name), d.client_id) as place
        from (${live(sql`select ${firstOf(month)} as month`)}) d
        join unnest(${dues.map(({ id }) => id)}::uuid[], ${dues.map(({ due }) => due)}::date[]) u (client_id, due) using (client_id)
       where not ${hasBill}
    ), counted as (
      update bill_counters c set last_number = c.last_number + n.bills
        from (select partner_id, count(*) as bills from drafts group by 1) n
       where c.partner_id = n.partner_id and c.series = 'bill'
      returning c.partner_id, c.last_number - n.bills as before
    )
    insert into bills (number, partner_id, client_id, name, partner, customer, seller, seller_name, reference_month, timezone,
                       date_of_issue, date_due, billed_users, number_of_bonus, price, user_limit, domains, domain_fee, supplier)
    select c.before + d.place, d.partner_id, d.client_id, d.name, d.partner, d.customer, d.seller, d.seller_name, d.month, d.timezone,
           (now() at time zone d.timezone)::date, d.due, d.billed_users, d.number_of_bonus, d.price, d.user_limit, d.domains, d.domain_fee, d.supplier
      from drafts d join counted c using (partner_id)
     order by app.plain(d.name), d.client_id
    returning id, name, client_id, partner_id, number::int as number, total::text as total, billed_users, date_due::text as date_due`.execute(
    db,
  )
  return rows
}

/** Counted people of one statement, unless one client alone has more. A statement must end long before its time limit. */
const peopleAtOnce = 20_000

/** Copies the people behind the numbers of new bills of one month. */
export async function keepPeople(db: Database, month: string, made: readonly Issued[]): Promise<void> {
  for (const some of inParts(made)) {
    await sql`
      insert into bill_people (bill_id, partner_id, tenant_id, tenant, user_id, name, email, first_day, last_day, standing)
      select b.id, b.partner_id, p.tenant_id, p.tenant, p.user_id, p.name, p.email, p.first_day, p.last_day, p.standing
        from app.people_of_bills(${firstOf(month)}, ${some.map(({ client_id }) => client_id)}::uuid[]) p
        join bills b on b.client_id = p.client_id and b.id = any(${some.map(({ id }) => id)}::uuid[])`.execute(db)
  }
}

function inParts(bills: readonly Issued[]): Issued[][] {
  const parts: Issued[][] = []
  let people = 0
  for (const bill of bills) {
    people += bill.billed_users
    const last = parts.at(-1)
    if (last && people <= peopleAtOnce) last.push(bill)
    else {
      parts.push([bill])
      people = bill.billed_users
    }
  }
  return parts
}

export type BilledPerson = {
  id: string
  name: string
  email: string | null
  tenant: string
  first_day: string | null
  last_day: string | null
  standing: 'counted' | 'test' | 'idle'
}

const peopleSorts: Record<InputOf<typeof listBilledPeople>['sort'], RawBuilder<unknown>> = {
  name: sql`app.plain(coalesce(p.name, ''))`,
  tenant: sql`app.plain(p.tenant)`,
  first_day: sql`p.first_day`,
  last_day: sql`p.last_day`,
}

export function peopleQuery(options: InputOf<typeof listBilledPeople>): SessionQuery<BilledPerson & { total: number }> {
  const { id, search, standing, sort, order, size } = options
  const [client = '', month] = id.split(':')
  const source = month
    ? sql`select p.* from clients c cross join app.people_of_bills(${firstOf(month)}, array[c.id]) p where c.id = ${client}`
    : sql`select * from bill_people where bill_id = ${id}`
  return sql`(
    select p.user_id || ' ' || p.tenant_id as id, coalesce(p.name, '') as name, p.email, p.tenant, p.first_day, p.last_day, p.standing, count(*) over ()::int as total
      from (${source}) p
     where (${contains(sql`coalesce(p.name, '')`, search)} or ${contains(sql`coalesce(p.email, '')`, search)}
            or ${contains(sql`p.tenant`, search)})
       and ${standing ? sql`p.standing = ${standing}` : sql`true`}
     order by ${peopleSorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls last')}, p.user_id, p.tenant_id
     limit ${size} offset ${offsetOf(options)})`
}

export type CountedPerson = Omit<BilledPerson, 'tenant'>

const countedSorts: Record<InputOf<typeof listCountedPeople>['sort'], RawBuilder<unknown>> = {
  name: peopleSorts.name,
  first_day: peopleSorts.first_day,
  last_day: peopleSorts.last_day,
}

export function countedQuery(
  options: InputOf<typeof listCountedPeople>,
): SessionQuery<CountedPerson & { total: number }> {
  const { search, reference_month, standing, sort, order, size } = options
  return sql`(
    select p.user_id::text as id, coalesce(p.name, '') as name, p.email, p.first_day, p.last_day, p.standing, count(*) over ()::int as total
      from app.counted_people(${reference_month ? firstOf(reference_month) : null}::date) p
     where (${contains(sql`coalesce(p.name, '')`, search)} or ${contains(sql`coalesce(p.email, '')`, search)})
       and ${standing ? sql`p.standing = ${standing}` : sql`true`}
     order by ${countedSorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls last')}, p.user_id
     limit ${size} offset ${offsetOf(options)})`
}

/** Locks the bill first, so that the sums are read after payments and credit notes that were stored meanwhile. */
export async function findForUpdate(db: Database, id: string) {
  await sql`select from bills where id = ${id} for update`.execute(db)
  const { rows } = await sql<{
    name: string
    partner_id: string
    number: number
    month: string
    total: string
    is_void: boolean
    users_left: string
    domains_left: string
    left: string
  }>`
    select name, partner_id, number::int as number, ${monthText(sql`reference_month`)} as month, total::text as total,
           voided_at is not null as is_void,
           ((greatest(billed_users - number_of_bonus, 0) * price)::numeric(18, 2) - s.users_credited)::text as users_left,
           ((domains * domain_fee)::numeric(18, 2) - s.domains_credited)::text as domains_left,
           (total - s.users_credited - s.domains_credited - s.paid)::text as left
      from bills
     cross join lateral (
       select coalesce((select sum(users_amount) from credit_notes where bill_id = bills.id), 0) as users_credited,
              coalesce((select sum(domains_amount) from credit_notes where bill_id = bills.id), 0) as domains_credited,
              coalesce((select sum(amount) from bill_payments where bill_id = bills.id), 0) as paid) s
     where id = ${id}`.execute(db)
  return rows[0]
}

/** The business units of the clients of bills, with what their webhooks tell about each bill. */
export async function unitsOfBills(db: Database, ids: readonly string[]) {
  const { rows } = await sql<{ tenant_id: string; id: string; name: string; number: number; reference_month: string }>`
    select t.id as tenant_id, b.id, b.name, b.number::int as number, ${monthText(sql`b.reference_month`)} as reference_month
      from bills b join tenants t on t.client_id = b.client_id
     where b.id = any(${[...ids]}::uuid[]) order by b.number, t.id`.execute(db)
  return rows
}

export async function voidBill(db: Database, id: string, reason: string): Promise<void> {
  await sql`update bills set voided_at = now(), void_reason = ${reason} where id = ${id}`.execute(db)
}

type Payment = { paid_on: string; amount: string; note: string | null; noted_by: string }

export async function addPayment(db: Database, billId: string, payment: Payment): Promise<string> {
  const { paid_on, amount, note, noted_by } = payment
  const { rows } = await sql<{ id: string }>`
    insert into bill_payments (bill_id, partner_id, paid_on, amount, note, noted_by)
    select id, partner_id, ${paid_on}::date, ${amount}::numeric, ${note}, ${noted_by} from bills where id = ${billId}
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

export async function findPayment(db: Database, id: string) {
  const { rows } = await sql<{
    bill_id: string
    name: string
    partner_id: string
    number: number
    paid_on: string
    amount: string
  }>`
    select p.bill_id, b.name, b.partner_id, b.number::int as number, p.paid_on, p.amount::text as amount
      from bill_payments p join bills b on b.id = p.bill_id where p.id = ${id} for update of b`.execute(db)
  return rows[0]
}

export async function removePayment(db: Database, id: string): Promise<void> {
  await sql`delete from bill_payments where id = ${id}`.execute(db)
}

type Credit = { users: string; domains: string; reason: string; issued_by: string }

/** Stores a credit note with the next number of its issuer. */
export async function addCredit(db: Database, billId: string, credit: Credit) {
  const { rows } = await sql<{ id: string; number: number; total: string }>`
    with counted as (
      insert into bill_counters as c (partner_id, series, last_number) select partner_id, 'credit_note', 1 from bills where id = ${billId}
      on conflict (partner_id, series) do update set last_number = c.last_number + 1
      returning c.last_number)
    insert into credit_notes (bill_id, partner_id, number, users_amount, domains_amount, reason, issued_on, issued_by)
    select b.id, b.partner_id, c.last_number, ${credit.users}::numeric, ${credit.domains}::numeric, ${credit.reason},
           (now() at time zone b.timezone)::date, ${credit.issued_by}
      from bills b cross join counted c where b.id = ${billId}
    returning id, number::int as number, total::text as total`.execute(db)
  return rows[0]
}

type Period = InputOf<typeof readBillingSummary>

const valid = ({ from, to }: Period) => sql`
  select * from bills
   where voided_at is null
     and reference_month >= ${from ? firstOf(from) : sql`(${thisMonth} - interval '11 months')::date`}
     and reference_month <= ${to ? firstOf(to) : thisMonth}`

type Sums = { bills: number; clients: number; billed_users: number; total: string }

export const sumsQuery = (period: Period): SessionQuery<Sums> => sql`(
  select count(*)::int as bills, count(distinct client_id)::int as clients, coalesce(sum(billed_users), 0)::int as billed_users,
         coalesce(sum(total), 0)::numeric(20, 2)::text as total
    from (${valid(period)}) b)`

const groups: Record<InputOf<typeof listBillingSummary>['by'], { id: RawBuilder<unknown>; name: RawBuilder<unknown> }> =
  {
    month: { id: monthText(sql`b.reference_month`), name: monthText(sql`b.reference_month`) },
    // The latest name of the client, partner or seller.
    client: { id: sql`b.client_id::text`, name: sql`(array_agg(b.name order by b.number desc))[1]` },
    partner: { id: sql`b.partner_id::text`, name: sql`(array_agg(b.partner order by b.number desc))[1]` },
    seller: {
      id: sql`coalesce(b.seller::text, '-')`,
      name: sql`coalesce((array_agg(b.seller_name order by b.number desc))[1], '')`,
    },
  }

const summarySorts: Record<InputOf<typeof listBillingSummary>['sort'], RawBuilder<unknown>> = {
  group: sql`app.plain(g.name)`,
  bills: sql`g.bills`,
  billed_users: sql`g.billed_users`,
  total: sql`g.total`,
}

export type SummaryRow = {
  id: string
  name: string
  bills: number
  billed_users: number
  total: string
  share: number
  total_rows: number
}

export function summaryQuery(options: InputOf<typeof listBillingSummary>): SessionQuery<SummaryRow> {
  const { by, search, sort, order, size, ...period } = options
  const { id, name } = groups[by]
  return sql`(
    select g.id, g.name, g.bills, g.billed_users, g.total::numeric(20, 2)::text as total,
           coalesce(g.total / nullif(max(g.total) over (), 0), 0)::float8 as share, count(*) over ()::int as total_rows
      from (select ${id} as id, ${name} as name, count(*)::int as bills, sum(b.billed_users)::int as billed_users, sum(b.total) as total
              from (${valid(period)}) b group by 1) g
     where ${contains(sql`g.name`, search)}
     order by ${summarySorts[sort]} ${sql.raw(order === 'desc' ? 'desc nulls last' : 'asc nulls last')}, g.id
     limit ${size} offset ${offsetOf(options)})`
}

type FilePlace = { billId: string; creditNotes: number }
type StoredFile = { path: string; sha256: string; bytes: number }

export const findFile = (db: Database, { billId, creditNotes }: FilePlace): Promise<StoredFile | undefined> =>
  db
    .selectFrom('bill_files')
    .select(['path', 'sha256', 'bytes'])
    .where('bill_id', '=', billId)
    .where('credit_notes', '=', creditNotes)
    .executeTakeFirst()

/** False when the bill has such a file already. */
export async function addFile(
  db: Database,
  { billId, creditNotes }: FilePlace,
  { partnerId, ...file }: StoredFile & { partnerId: string },
): Promise<boolean> {
  const added = await db
    .insertInto('bill_files')
    .values({ bill_id: billId, credit_notes: creditNotes, partner_id: partnerId, ...file })
    .onConflict((conflict) => conflict.doNothing())
    .returning('path')
    .executeTakeFirst()
  return added !== undefined
}

/** One bill as it is printed, in a transaction. */
export async function find(db: Database, id: string): Promise<WholeBill | undefined> {
  const { rows } = await sql<WholeBill>`select * from ${findQuery(id)} x`.execute(db)
  return rows[0]
}

/** Remembers for clients whether their bills are sent when they are issued. */
export async function rememberSending(db: Database, clients: readonly string[], sends: boolean): Promise<void> {
  await sql`update clients set sends_bills = ${sends}, version = version + 1
             where id = any(${clients}::uuid[]) and sends_bills <> ${sends}`.execute(db)
}

type Send = { bill_id: string; address: string }

/**
 * Notes that bills are to be sent to the addresses that their clients have now; a client that was removed has those of the bill.
 * `onlyWanted`: only bills of clients that want them when they are issued.
 */
export async function addSends(
  db: Database,
  bills: readonly string[],
  { sentBy, onlyWanted }: { sentBy: string | null; onlyWanted: boolean },
): Promise<Send[]> {
  const { rows } = await sql<Send>`
    insert into bill_sends (bill_id, partner_id, purpose, address, sent_by)
    select b.id, b.partner_id, 'bill', a.address, ${sentBy}
      from bills b
      left join clients c on c.id = b.client_id
      cross join lateral (select unnest(c.email_invoice) as address
                          union select jsonb_array_elements_text(b.customer->'email_invoice') where c.id is null) a
     where b.id = any(${bills}::uuid[]) and (not ${onlyWanted} or c.sends_bills)
    returning bill_id, address`.execute(db)
  return rows.toSorted((one, other) => one.address.localeCompare(other.address))
}

/** Days after the due date until a bill is reminded of, and after which it is not any more. */
const reminding = { first: 3, last: 30 }

/** Notes one reminder for each address of clients that want one, of bills that are overdue. Answers the bills. */
export async function addReminders(db: Database): Promise<string[]> {
  const { rows } = await sql<{ bill_id: string }>`
    with added as (
      insert into bill_sends (bill_id, partner_id, purpose, address)
      select b.id, b.partner_id, 'reminder', unnest(c.email_invoice)
        from bills b join clients c on c.id = b.client_id
       where c.reminds and b.voided_at is null
         and (now() at time zone b.timezone)::date - b.date_due between ${reminding.first} and ${reminding.last}
         and b.total > coalesce((select sum(n.total) from credit_notes n where n.bill_id = b.id), 0)
                     + coalesce((select sum(y.amount) from bill_payments y where y.bill_id = b.id), 0)
         and not exists (select from bill_sends s where s.bill_id = b.id and s.purpose = 'reminder')
      on conflict do nothing
      returning bill_id)
    select distinct bill_id from added`.execute(db)
  return rows.map(({ bill_id }) => bill_id)
}

export type WaitingSend = { key: string; address: string; purpose: 'bill' | 'reminder' }

/** The sends of a bill whose mails are not written yet. */
export async function sendsToWrite(db: Database, billId: string): Promise<WaitingSend[]> {
  const { rows } = await sql<WaitingSend>`
    select ${keyOf(sql`s.id`)} as key, s.address, s.purpose from bill_sends s
     where s.bill_id = ${billId} and s.mailed_at is null order by s.id`.execute(db)
  return rows
}

export async function noteMailed(db: Database, billId: string): Promise<void> {
  await sql`update bill_sends set mailed_at = now() where bill_id = ${billId} and mailed_at is null`.execute(db)
}

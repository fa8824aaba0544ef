// The end of a month over 1,000 business units with 1,000 people each: the seconds in which the bills of all clients are issued, with the list
// of the people behind each number. Afterwards each bill is compared with an answer of SQL that shares nothing with the product. The part
// throws if one bill differs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callPortal, tokenAt } from '#apps/server/testing/portal-calls.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { type RunningPortal, startPortal } from '#apps/server/testing/running-portal.ts'
import { billing } from '#catalogue/limits.ts'
import { platformStaff } from '../database/seeds/demo-world.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { password } from './setup.ts'
import { table } from './table.ts'

const amounts = { units: 1_000, unitsOfClient: 2, peopleOfUnit: 1_000 }
const clients = amounts.units / amounts.unitsOfClient
const atMostSeconds = 60
/** The month before the running one has ended in every time zone. */
const month = `date_trunc('month', now() - interval '1 month')::date`

export async function measureBillingMonth(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-month-'))
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD: password, REPORT_SERVICE: '0' } })
  try {
    const ownerUrl = ownerUrlIn(dataDir)
    for (const statement of world) await askDatabase(ownerUrl, statement)
    await askDatabase(ownerUrl, 'reset role; analyze')
    const token = await tokenAt(portal.port, 'localhost', platformStaff.email, password)
    const seconds = await closeMonth(portal, token, ownerUrl)
    const [found] = await askDatabase<Compared>(ownerUrl, compared)
    if (!found || found.different > 0 || found.bills !== clients || found.people !== found.listed) {
      throw new Error(`the bills differ from the answer of SQL: ${JSON.stringify(found)}`)
    }
    return table(
      `A month of ${amounts.units.toLocaleString('en')} business units with ${amounts.peopleOfUnit.toLocaleString('en')} people each`,
      ['what', 'found', 'at most'],
      [
        ['seconds until the last bill is issued', seconds.toFixed(1), String(atMostSeconds)],
        ['bills', String(found.bills), ''],
        ['bills that differ from SQL', String(found.different), '0'],
        ['people on the bills', String(found.people), ''],
        ['rows behind the numbers', String(found.rows), ''],
      ],
    )
  } finally {
    portal.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Issues the bills as the screen does, in calls of the largest size. */
async function closeMonth({ port }: RunningPortal, token: string, ownerUrl: string): Promise<number> {
  const ids = await askDatabase<{ id: string }>(
    ownerUrl,
    `select id from clients where name like 'Month %' order by name`,
  )
  const [dates] = await askDatabase<{ month: string; due: string }>(
    ownerUrl,
    `select to_char(${month}, 'YYYY-MM') as month, to_char(now() + interval '10 days', 'YYYY-MM-DD') as due`,
  )
  const begun = performance.now()
  for (let from = 0; from < ids.length; from += billing.billsPerCall) {
    const some = ids.slice(from, from + billing.billsPerCall).map(({ id }) => id)
    const body = { reference_month: dates?.month, date_due: dates?.due, clients: some, send: 'N' }
    const answer = await callPortal(port, { host: 'localhost', token, path: '/api/auth/billing/issue', body })
    if (answer.status !== 200) throw new Error(`the bills were refused: ${JSON.stringify(answer.body)}`)
  }
  return (performance.now() - begun) / 1_000
}

type Compared = { bills: number; different: number; people: number; listed: number; rows: number }

/** Computes each bill again from the rows of the test data, and counts the bills that differ in any number. */
const compared = `
  with counted as (
    select client_id, count(*) as people
      from (select distinct client_id, user_id from billable_people where month = ${month}) x group by client_id
  ), hosts as (
    select client_id, count(*) as domains from (select distinct client_id, host from domain_periods) x group by client_id
  ), expected as (
    select c.id, n.people, coalesce(h.domains, 0) as domains,
           round(case when n.people > c.number_of_bonus then (n.people - c.number_of_bonus) * c.price else 0 end, 2)
             + round(coalesce(h.domains, 0) * c.domain_fee, 2) as total
      from clients c join counted n on n.client_id = c.id left join hosts h on h.client_id = c.id
     where c.name like 'Month %'
  ), listed as (
    select bill_id, count(distinct user_id) filter (where standing = 'counted') as people, count(*) as rows from bill_people group by bill_id
  )
  select count(*)::int as bills, sum(b.billed_users)::int as people, sum(l.people)::int as listed, sum(l.rows)::int as rows,
         (count(*) filter (where b.billed_users <> e.people or b.domains <> e.domains or b.total <> e.total or l.people <> e.people))::int as different
    from expected e join bills b on b.client_id = e.id and b.reference_month = ${month} join listed l on l.bill_id = b.id`

/**
 * One person in ten of the first unit of a client is a member of its second unit too, and counts once. Nine in ten were active in the month.
 * The triggers of a sign-in are measured elsewhere, so the rows are written without them.
 */
const world = [
  `insert into clients (partner_id, name, price, number_of_bonus, domain_fee, contract_date)
   select (select partner_id from tenants where subdomain = 'aw-brasil'), 'Month ' || lpad(n::text, 4, '0'), 9.99 + n % 7, n % 900, n % 3 * 12.5,
          (${month} - interval '1 year')::date
     from generate_series(1, ${clients}) n`,
  `insert into tenants (partner_id, client_id, client_standing, name, subdomain, user_limit)
   select c.partner_id, c.id, c.standing, c.name || ' unit ' || n, 'month-' || substr(c.name, 7) || '-' || n, 1000000
     from clients c, generate_series(1, ${amounts.unitsOfClient}) n where c.name like 'Month %'`,
  `reset role; alter table memberships disable trigger user; set role vitrine_platform;
   insert into users (id, email, name, home_tenant_id)
   select gen_random_uuid(), 'person-' || n || '@' || t.subdomain || '.example', 'Person ' || n, t.id
     from tenants t, generate_series(1, ${amounts.peopleOfUnit}) n where t.subdomain like 'month-%';
   insert into memberships (tenant_id, user_id, profile, created_at)
   select u.home_tenant_id, u.id, 'user', ${month} - interval '1 year' from users u join tenants t on t.id = u.home_tenant_id
    where t.subdomain like 'month-%';
   insert into memberships (tenant_id, user_id, profile, created_at)
   select s.id, u.id, 'user', ${month} - interval '1 year'
     from tenants t join tenants s on s.client_id = t.client_id and s.subdomain like '%-2' join users u on u.home_tenant_id = t.id
    where t.subdomain like 'month-%-1' and u.name like '%7';
   insert into billable_people (tenant_id, client_id, month, user_id, first_day, last_day)
   select m.tenant_id, t.client_id, o.month, m.user_id, o.month, o.month + 20
     from memberships m join tenants t on t.id = m.tenant_id join users u on u.id = m.user_id,
          (select ${month} as month union all select (${month} - interval '1 month')::date) o
    where t.subdomain like 'month-%' and u.name not like '%3';
   reset role; alter table memberships enable trigger user`,
  `insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
   select t.id, t.client_id, gen_random_uuid(), t.subdomain || '.example', ${month} - interval '10 days'
     from tenants t join clients c on c.id = t.client_id where t.subdomain like 'month-%' and right(c.name, 1) in ('1', '2')`,
]

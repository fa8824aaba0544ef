// 10,000 tasks of 50 business units that are due at the same instant, with 40 distinct questions: the seconds until the first and the last of
// them has ended, and the queries that reached the report service. The server, the worker and the report service are the product's own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { startPortal } from '#apps/server/testing/running-portal.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { password } from './setup.ts'
import { table } from './table.ts'

const amounts = { units: 50, tasksOfUnit: 200, triggersOfUnit: 10, questions: 40 }
const tasks = amounts.units * amounts.tasksOfUnit
/** Every tenth task finds what it looks for, and tells two people. */
const firingShare = 10
const atMostSeconds = 60

export async function measureTasks(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-tasks-'))
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD: password, WORKERS: '1' } })
  try {
    const ownerUrl = ownerUrlIn(dataDir)
    for (const statement of world) await askDatabase(ownerUrl, statement)
    await askDatabase(ownerUrl, 'reset role; analyze')
    const rounds: Round[] = []
    for (let round = 0; round < 2; round += 1) rounds.push(await runAll(ownerUrl))
    const line = (what: string, figure: (round: Round) => number | string, limit = '') => [
      what,
      ...rounds.map((round) => String(figure(round))),
      limit,
    ]
    return table(
      `${tasks.toLocaleString('en')} tasks of ${amounts.units} business units due at one instant, ${amounts.questions} questions`,
      ['what', ...rounds.map((_, index) => `round ${index + 1}`), 'at most'],
      [
        line('seconds until the first has ended', ({ first }) => first.toFixed(1)),
        line('seconds until every unit has one that ended', ({ fair }) => fair.toFixed(1)),
        line('seconds until the last has ended', ({ last }) => last.toFixed(1), String(atMostSeconds)),
        line('queries at the report service', ({ queries }) => queries),
        line('people told', ({ told }) => told),
        line('runs without a result', ({ failed }) => failed, '0'),
      ],
    )
  } finally {
    portal.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Round = { first: number; fair: number; last: number; queries: number; told: number; failed: number }

async function runAll(ownerUrl: string): Promise<Round> {
  await askDatabase(ownerUrl, 'delete from task_runs')
  await askDatabase(
    ownerUrl,
    "update triggers set next_at = date_trunc('milliseconds', now()) where name like 'Bench %'",
  )
  const open = async () => {
    const [row] = await askDatabase<{ ended: number }>(
      ownerUrl,
      'select count(*)::int as ended from task_runs where ended_at is not null',
    )
    return (row?.ended ?? 0) < tasks
  }
  while (await open()) await sleep(500)
  const [round] = await askDatabase<Round>(
    ownerUrl,
    `with x as (select *, extract(epoch from ended_at - planned_at)::float8 as after from task_runs)
     select min(after) as first, max(after) as last, sum(queries)::int as queries, sum(receipts)::int as told,
            count(*) filter (where state not in ('notified', 'quiet'))::int as failed,
            (select max(f.first) from (select min(after) as first from x group by tenant_id) f) as fair from x`,
  )
  if (!round) throw new Error('the runs of the round are stored')
  return round
}

const ofBench = `tenants t where t.subdomain like 'tasks-%'`
/** Each person has the same identity in every unit: what a company and its branches see of one data set. */
const world = [
  `insert into tenants (partner_id, name, subdomain, user_limit)
   select (select partner_id from tenants where subdomain = 'aw-brasil'), 'Tasks ' || n, 'tasks-' || n, 100
     from generate_series(1, ${amounts.units}) n`,
  `insert into users (email, name, password_hash, home_tenant_id)
   select p || '@' || t.subdomain || '.example', p, 'x', t.id from unnest('{admin,reader}'::text[]) p, ${ofBench}`,
  `insert into memberships (tenant_id, user_id, profile)
   select t.id, u.id, case u.name when 'admin' then 'admin' else 'user' end
     from users u join tenants t on t.id = u.home_tenant_id where t.subdomain like 'tasks-%'`,
  `insert into workspaces (tenant_id, partner_id, account_id, service_id, name)
   select t.id, t.partner_id, w.account_id, w.service_id, w.name
     from (select w.* from workspaces w join tenants a on a.id = w.tenant_id and a.subdomain = 'aw-brasil'
            where exists (select from reports r where r.workspace_id = w.id) limit 1) w, ${ofBench}`,
  `insert into report_groups (tenant_id, name, position) select t.id, 'Vendas', 1 from ${ofBench}`,
  `insert into report_subgroups (tenant_id, group_id, name, position)
   select g.tenant_id, g.id, 'Revendas', 1 from report_groups g join tenants t on t.id = g.tenant_id where t.subdomain like 'tasks-%'`,
  `insert into reports (tenant_id, subgroup_id, workspace_id, service_report_id, service_dataset_id, name, row_security)
   select t.id, s.id, w.id, r.service_report_id, r.service_dataset_id, 'Report ' || n, true
     from generate_series(1, 4) n, tenants t
     join report_subgroups s on s.tenant_id = t.id join workspaces w on w.tenant_id = t.id
    cross join (select r.* from reports r join report_grants g on g.report_id = r.id and 'Manager' = any(g.roles)
                 join tenants a on a.id = r.tenant_id and a.subdomain = 'aw-brasil' order by r.name limit 1) r
    where t.subdomain like 'tasks-%'`,
  `insert into report_grants (tenant_id, report_id, user_id, roles, identity, identity_value)
   select r.tenant_id, r.id, u.id, '{Manager}', 'value', u.name || '@example.com'
     from reports r join tenants t on t.id = r.tenant_id join users u on u.home_tenant_id = t.id where t.subdomain like 'tasks-%'`,
  `insert into triggers (tenant_id, name, frequency, days, month_days, times, enabled)
   select t.id, 'Bench ' || n, 'daily', '{}', '{}', '{00:00}', true from generate_series(1, ${amounts.triggersOfUnit}) n, ${ofBench}`,
  `update triggers set planned_zone = (select timezone from settings s where s.tenant_id = triggers.tenant_id) where name like 'Bench %'`,
  `insert into tasks (tenant_id, name, type, report_id, dax, operator, value, message, repeat_policy, channels, target, send_to_self, owner_id)
   select t.id, 'Task ' || n, 'single', (select id from reports r where r.tenant_id = t.id and r.name = 'Report ' || 1 + n % 4),
          'EVALUATE ROW("Total", [Reseller Sales] + 1 + ' || n % ${amounts.questions} || ')', case when n % ${firingShare} = 0 then 'greater' else 'less' end,
          '0', '{"pt-BR":"Total {{value}}"}', 'always', '{portal}', 'chosen', true, u.id
     from generate_series(1, ${amounts.tasksOfUnit}) n, tenants t join users u on u.home_tenant_id = t.id and u.name = 'admin'
    where t.subdomain like 'tasks-%'`,
  `insert into task_addressees (tenant_id, task_id, user_id)
   select k.tenant_id, k.id, u.id from tasks k join tenants t on t.id = k.tenant_id join users u on u.home_tenant_id = t.id and u.name = 'reader'
    where t.subdomain like 'tasks-%'`,
  `insert into task_triggers (tenant_id, task_id, trigger_id)
   select k.tenant_id, k.id, g.id from tasks k join triggers g on g.tenant_id = k.tenant_id
      and g.name = 'Bench ' || 1 + substr(k.name, 6)::int % ${amounts.triggersOfUnit}
     join tenants t on t.id = k.tenant_id where t.subdomain like 'tasks-%'`,
]

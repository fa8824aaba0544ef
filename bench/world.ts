// Test data of the benchmarks: business units with 300 reports each, and people who may read them, in addition to the demo world.
// It measures nothing. Next: reads.ts.
import pg from 'pg'

export const reportsOfUnit = 300

/** A person who sends requests, and the host they use. */
export type Caller = { host: string; email: string }

/** A caller that the limit server knows too. */
export type KnownCaller = Caller & { tenantId: string; userId: string }

export type World = {
  /** Reads report settings. */
  admin: KnownCaller
  /** A plain user with access to all 300 reports: a quarter granted by name, the others through three groups. */
  reader: KnownCaller
  /** Reports of the business unit of `admin` and `reader`. */
  reportIds: string[]
}

/** Fills the database, then runs VACUUM and ANALYZE, as autovacuum would do later. */
export async function fillWorld(ownerUrl: string, units: number): Promise<World> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    for (const statement of worldStatements(units)) {
      await owner.query('set local role vitrine_platform')
      await owner.query(statement)
      // The next statement joins these new rows. Without statistics the planner assumes that every table is empty.
      await owner.query('reset role; analyze')
    }
    const world = await findPeople(owner)
    await owner.query('commit')
    await owner.query('vacuum analyze')
    return world
  } finally {
    await owner.end()
  }
}

async function findPeople(owner: pg.Client): Promise<World> {
  const people = await owner.query<{ tenantId: string; userId: string; email: string }>(
    `select t.id as "tenantId", u.id as "userId", u.email from tenants t join users u on u.home_tenant_id = t.id
      where t.subdomain = 'bench-5' and u.email in ('admin@bench-5.example', 'reader-1@bench-5.example') order by u.email`,
  )
  const [admin, reader] = people.rows
  if (!admin || !reader) throw new Error('the world has an administrator and a reader')
  const reports = await owner.query<{ id: string }>('select id from reports where tenant_id = $1 order by name', [
    admin.tenantId,
  ])
  const host = 'bench-5.localhost'
  return { admin: { ...admin, host }, reader: { ...reader, host }, reportIds: reports.rows.map(({ id }) => id) }
}

/** SQL statements that add the world. Every person has the password of the demo people. */
const worldStatements = (units: number) => [
  `insert into tenants (partner_id, name, subdomain, user_limit)
   select (select id from partners order by name limit 1), 'Bench ' || n, 'bench-' || n, 100 from generate_series(1, ${units}) n`,
  `insert into users (email, name, password_hash, home_tenant_id)
   select p.who || '@' || t.subdomain || '.example', p.who, (select password_hash from users where staff = 'a2m' limit 1), t.id
     from tenants t, (select 'admin' as who union all select 'reader-' || n from generate_series(1, 20) n) p
    where t.subdomain like 'bench-%'`,
  `insert into memberships (tenant_id, user_id, profile)
   select t.id, u.id, case when u.name = 'admin' then 'admin' else 'user' end
     from tenants t join users u on u.home_tenant_id = t.id where t.subdomain like 'bench-%'`,
  `insert into user_groups (tenant_id, name)
   select id, 'Group ' || n from tenants, generate_series(1, 3) n where subdomain like 'bench-%'`,
  `insert into user_group_members (tenant_id, group_id, user_id)
   select g.tenant_id, g.id, m.user_id from user_groups g join memberships m using (tenant_id)
     join tenants t on t.id = g.tenant_id where t.subdomain like 'bench-%' and m.profile = 'user'`,
  `insert into workspaces (tenant_id, partner_id, account_id, service_id, name)
   select t.id, t.partner_id, a.id, 'bench', 'Bench' from tenants t
     join embedding_accounts a on a.partner_id = t.partner_id and a.tenant_id is null where t.subdomain like 'bench-%'`,
  `insert into report_groups (tenant_id, name, position)
   select id, 'Area ' || n, n from tenants, generate_series(1, 5) n where subdomain like 'bench-%'`,
  `insert into report_subgroups (tenant_id, group_id, name, position)
   select g.tenant_id, g.id, 'Theme ' || n, n from report_groups g join tenants t on t.id = g.tenant_id, generate_series(1, 4) n
    where t.subdomain like 'bench-%'`,
  `insert into reports (tenant_id, subgroup_id, workspace_id, service_report_id, service_dataset_id, name, description)
   select s.tenant_id, s.id, w.id, gen_random_uuid(), gen_random_uuid(), 'Report ' || lpad(((s.place - 1) * 15 + n)::text, 3, '0'),
          'Sales by region and month, beside the plan: figures of area ' || n
     from (select tenant_id, id, row_number() over (partition by tenant_id order by id) as place from report_subgroups) s
     join workspaces w on w.tenant_id = s.tenant_id and w.service_id = 'bench', generate_series(1, ${reportsOfUnit / 20}) n`,
  `insert into report_grants (tenant_id, report_id, group_id)
   select r.tenant_id, r.id, g.id from reports r join user_groups g using (tenant_id)
    where g.name = 'Group ' || (right(r.name, 3)::int % 4) and r.name ~ '^Report \\d{3}$'`,
  `insert into report_grants (tenant_id, report_id, user_id)
   select r.tenant_id, r.id, m.user_id from reports r join memberships m using (tenant_id) join users u on u.id = m.user_id
    where right(r.name, 3)::int % 4 = 0 and u.name like 'reader-%' and r.name ~ '^Report \\d{3}$'`,
]

// Many people in one business unit, for long lists. They cannot sign in.
import pg from 'pg'

/** Adds people named `row-00001` and so on to a business unit, raises its user limit, and updates the planner statistics. */
export async function addManyPeople(ownerUrl: string, subdomain: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('set local role vitrine_platform')
    await owner.query('update tenants set user_limit = user_limit + $2 where subdomain = $1', [subdomain, count])
    await owner.query(
      `insert into users (email, name, password_hash, home_tenant_id)
       select r.name || '@' || t.subdomain || '.example', r.name, (select password_hash from users where staff = 'a2m' limit 1), t.id
         from tenants t, (select 'row-' || lpad(n::text, 5, '0') as name from generate_series(1, $2::int) n) r where t.subdomain = $1`,
      [subdomain, count],
    )
    await owner.query(
      `insert into memberships (tenant_id, user_id, profile)
       select t.id, u.id, 'user' from tenants t join users u on u.home_tenant_id = t.id
        where t.subdomain = $1 and u.name ~ '^row-\\d{5}$'`,
      [subdomain],
    )
    await owner.query('commit')
    await owner.query('analyze users, memberships, person_texts')
  } finally {
    await owner.end()
  }
}

// The database login of the portal. For the embedded database we create it; for any other database we check it.
import pg from 'pg'

const loginName = 'vitrine_portal'

/** Creates the login in the embedded database or renews its password. Answers the address to connect with. Needs the owner's address. */
export async function ensureLogin(ownerUrl: string, password: string): Promise<string> {
  await connected(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [loginName])
    const how = rowCount ? `alter role ${loginName}` : `create role ${loginName} login inherit`
    await owner.query(`${how} password ${owner.escapeLiteral(password)}`)
    await owner.query(`grant vitrine_app to ${loginName}`)
  })
  const url = new URL(ownerUrl)
  url.username = loginName
  url.password = password
  return url.toString()
}

/** `strong`: the login owns tables or bypasses row-level security. `member`: the login may use the tables. */
export async function strengthOfLogin(appUrl: string): Promise<{ strong: boolean; member: boolean }> {
  return connected(appUrl, async (client) => {
    const { rows } = await client.query<{ strong: boolean; member: boolean }>(`
      select r.rolsuper or r.rolbypassrls or pg_has_role('vitrine_platform', 'usage')
          or exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as strong,
        pg_has_role('vitrine_app', 'usage') as member
      from pg_roles r where rolname = current_user`)
    return rows[0] ?? { strong: true, member: false }
  })
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

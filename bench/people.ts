// The search of people in a business unit with 100,000 people: its time, and the pages of the table that it reads, compared with all pages
// of the table, from the query plan.
import pg from 'pg'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import type { Setup } from './setup.ts'
import { table } from './table.ts'

const manyPeople = 99_999
const subdomain = 'bench-7'
const runs = 20
/** The time limit of the product for a search, in milliseconds. */
const limitMs = 50

/** Searches by name and by e-mail, with and without accents, with few and with many results. */
const searches = [
  ['name, one person', 'row-12345'],
  ['name with accents', 'josé áçcent row-12347'],
  ['  without accents', 'jose accent row-12347'],
  ['name, one in ten', 'JOSÉ'],
  ['name, nine in ten', 'maria'],
  ['e-mail, one person', 'x12345@company-45'],
  ['e-mail, one domain', '@company-45.example'],
  ['e-mail, everybody', '@company'],
  ['nobody', 'quokka'],
] as const

export async function measurePeople({ ownerUrl }: Setup): Promise<string> {
  await addManyPeople(ownerUrl, subdomain, manyPeople)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const tenantId = await prepare(owner)
    await owner.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    const size = await owner.query<{ pages: number }>(`select (pg_relation_size('person_texts') / 8192)::int as pages`)
    const pages = size.rows[0]?.pages ?? Number.NaN
    const lines: string[][] = []
    for (const [what, search] of searches) {
      for (const [where, onlyName] of [
        ['list', false],
        ['choice', true],
      ] as const) {
        const { touched, ms } = await measure(owner, search, onlyName)
        lines.push([what, where, (touched / pages).toFixed(2), ms.toFixed(1)])
      }
    }
    const title = `Search among ${(manyPeople + 1).toLocaleString('en')} people, at most ${limitMs} ms`
    return table(title, ['what', 'where', 'pages read / all pages', 'p50 ms'], lines)
  } finally {
    await owner.end()
  }
}

/** Names with accents and e-mails of a hundred domains. */
async function prepare(owner: pg.Client): Promise<string> {
  await owner.query('set role vitrine_platform')
  await owner.query(
    `update users set name = case when name like '%7' then 'José Áçcent ' else 'Maria ' end || name,
                      email = 'x' || substr(name, 5) || '@company-' || right(name, 2) || '.example'
      where name ~ '^row-\\d{5}$' and home_tenant_id = (select id from tenants where subdomain = $1)`,
    [subdomain],
  )
  const { rows } = await owner.query<{ id: string }>('select id from tenants where subdomain = $1', [subdomain])
  await owner.query('reset role')
  // VACUUM refuses to share a query with another statement: PostgreSQL runs several in one transaction.
  await owner.query('vacuum analyze users, memberships, person_texts')
  return rows[0]?.id ?? ''
}

async function measure(owner: pg.Client, search: string, onlyName: boolean) {
  const statement = `select * from app.people_page('${search}', ${onlyName}, null, null, null, 'name', false, 25, 0)`
  await owner.query(statement)
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now()
    await owner.query(statement)
    times.push(performance.now() - begun)
  }
  const ms = times.toSorted((a, b) => a - b)[runs / 2] ?? Number.NaN
  return { touched: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), ms }
}

import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { countedRows } from '#catalogue/limits.ts'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { customFieldCalls } from '#features/organisation/custom-fields/contract.ts'
import { searchEverything } from '#features/home/search/contract.ts'
import { listUsers, selectUsers } from '#features/people/users/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { people, type PersonName, tenants } from '#testing/world.ts'

const portal = testPortal()
const listed = async (who: PersonName, search: string, more: Partial<SentOf<typeof listUsers>> = {}) => {
  const { body } = await portal.as(who).ask(listUsers, { search, ...more })
  return { names: body.data.map(({ name }) => name), total: body.total }
}

/** The stored search texts, and the texts that their definition gives. */
const texts = () =>
  portal.platform(async (db) => {
    const stored = await sql`select * from person_texts order by tenant_id, user_id`.execute(db)
    const defined = await sql`
      select m.tenant_id, m.user_id, app.plain(u.name) as name, u.email,
             app.plain(concat_ws(' ', u.name, split_part(u.email, '@', 1), c.words)) as own,
             app.plain(concat_ws(' ', u.name, u.email, m.department, m.phone, c.words)) as every
        from memberships m join users u on u.id = m.user_id
        left join lateral (select string_agg(v.value, ' ' order by f.id) as words from jsonb_each_text(m.custom) v
          join custom_fields f on f.id::text = v.key where f.searchable) c on true
       order by m.tenant_id, m.user_id`.execute(db)
    return { stored: stored.rows, defined: defined.rows }
  })

describe('the texts that a search of people reads', () => {
  it('follow every change of users, memberships and custom fields', async () => {
    const asker = portal.as('adminOfNorte')
    const field = {
      kind: 'text' as const,
      options: [],
      required: 'N' as const,
      searchable: 'S' as const,
      in_registration: 'N' as const,
    }
    const { id } = (await asker.ask(customFieldCalls.add, { name: 'Crachá', ...field })).body
    const { id: userId } = people.userOfNorte
    const change = async (statement: ReturnType<typeof sql>) => {
      await portal.platform((db) => statement.execute(db))
      const { stored, defined } = await texts()
      expect(stored.length).toBeGreaterThan(5)
      expect(stored).toEqual(defined)
    }
    await change(sql`update users set name = 'Ágata Çelik', email = 'agata@norte.example' where id = ${userId}`)
    await change(sql`update memberships set department = 'Logística', phone = '+55 11 90000' where user_id = ${userId}`)
    await change(
      sql`update memberships set custom = ${JSON.stringify({ [id]: 'Peixe-boi' })} where user_id = ${userId}`,
    )
    expect((await listed('adminOfNorte', 'peixe-BOI')).names).toEqual(['Ágata Çelik'])
    await change(sql`update custom_fields set searchable = false where id = ${id}`)
    expect((await listed('adminOfNorte', 'peixe-boi')).names).toEqual([])
    await change(sql`update custom_fields set searchable = true where id = ${id}`)
    await change(sql`delete from custom_fields where id = ${id}`)
    await change(sql`insert into users (id, email, name, home_tenant_id) select gen_random_uuid(), n || '@x.example', 'Nova ' || n,
      ${tenants.norte.id}::uuid from generate_series(1, 3) n`)
    await change(
      sql`insert into memberships (tenant_id, user_id) select home_tenant_id, id from users where name like 'Nova %'`,
    )
    await change(sql`delete from memberships where user_id in (select id from users where name = 'Nova 2')`)
  })

  it('T1, T4: are found inside the business unit of the session only, and nowhere outside of one', async () => {
    const { name, email } = people.userOfLeste
    expect((await listed('adminOfLeste', email)).names).toEqual([name])
    expect(await listed('adminOfNorte', email)).toEqual({ names: [], total: 0 })
    const found = await portal.as('adminOfNorte').ask(searchEverything, { search: email })
    expect(found.body.filter(({ kind }) => kind === 'user')).toEqual([])
    await asPortal(async (client) => {
      const page = `select * from app.people_page('', false, null, null, null, 'name', false, 100, 0)`
      expect((await client.query(page)).rows).toEqual([])
      expect((await client.query(`select * from app.people_found('{%}', '', false, 5)`)).rows).toEqual([])
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenants.leste.id])
      const { rows } = await client.query<{ user_id: string }>(page)
      const members = await client.query<{ user_id: string }>('select user_id from memberships')
      expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual(
        members.rows.map(({ user_id }) => user_id).toSorted(),
      )
      expect(rows.length).toBeGreaterThan(1)
    })
  })

  it('find a phone that is typed with separators, and other values that have such separators', async () => {
    const asker = portal.as('adminOfNorte')
    const { name, id } = people.otherUserOfNorte
    const store = (phone: string | null, department: string | null) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ phone, department }).where('user_id', '=', id).execute(),
      )
    await store('+5511912340077', 'Sala 77-12/34')
    for (const typed of ['+55 (11) 91234-0077', '11 91234-0077', '1234.0077', '40-077', '77-12/34'])
      expect((await listed('adminOfNorte', typed)).names, typed).toEqual([name])
    // Three digits are too few.
    for (const typed of ['(0)7-7', '11 91234-0078', '11 a 91234-0077', '- /'])
      expect((await listed('adminOfNorte', typed)).names, typed).toEqual([])
    expect((await listed('adminOfSul', '91234-0077')).names).toEqual([])
    expect((await asker.ask(selectUsers, { search: '91234-0077' })).body).toEqual([])
    await store(null, null)
  })

  it('E4: a search text is a value in the SQL that the functions build', async () => {
    for (const search of ["'", "\\'; drop table x; --", '%', '_', '\\', '$1', '%I %L']) {
      expect((await listed('adminOfNorte', search)).names, search).toEqual([])
      expect((await portal.as('adminOfNorte').ask(selectUsers, { search })).body, search).toEqual([])
      expect((await portal.as('adminOfNorte').ask(searchEverything, { search })).status, search).toBe(200)
    }
  })
})

describe('a search among 20,000 people', () => {
  it('reads a small part of the texts by the trigram index', async () => {
    await addManyPeople(portal.ownerUrl, 'sul', 20_000)
    await asPortal(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenants.sul.id])
      const [pages, touched] = [await pagesOf(client), (statement: string) => touchedBy(client, statement)]
      const page = (search: string) =>
        `select * from app.people_page('${search}', false, null, null, null, 'name', false, 25, 0)`
      expect(pages).toBeGreaterThan(300)
      expect(await touched(page('row-12345'))).toBeLessThan(pages / 2)
      expect(await touched(page('nobody at all'))).toBeLessThan(pages / 2)
      expect(await touched(`select * from app.people_found('{%row-12345%}', 'row-12345', false, 5)`)).toBeLessThan(
        pages / 2,
      )
    })
  }, 120_000)

  it('finds a person by e-mail, and by name with and without accents, by the same index', async () => {
    const statement = `update users set name = 'Înês Araújo ' || name, email = 'ines-' || name || '@empresa-77.example' where name = 'row-07777'`
    await portal.platform((db) => sql.raw(statement).execute(db))
    await asPortal(async (client) => {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenants.sul.id])
      for (const search of [
        'ines-row-07777',
        '@EMPRESA-77',
        'INES ARAUJO',
        'înês araújo row-07777',
        'araujo row-0777',
      ]) {
        for (const onlyName of [false, true]) {
          const page = `app.people_page($1, ${String(onlyName)}, null, null, null, 'name', false, 25, 0)`
          const { rows } = await client.query(`select total from ${page}`, [search])
          expect(rows, search).toEqual([{ total: 1 }])
        }
        expect(
          await touchedBy(
            client,
            `select * from app.people_page('${search}', false, null, null, null, 'name', false, 25, 0)`,
          ),
          search,
        ).toBeLessThan((await pagesOf(client)) / 2)
      }
    })
    const back = `update users set name = 'row-07777', email = 'row-07777@sul.example' where email like 'ines-%'`
    await portal.platform((db) => sql.raw(back).execute(db))
  })

  it('counts at most 10,001 matches, and orders and pages all of them', async () => {
    expect(await listed('adminOfSul', 'row-')).toMatchObject({
      total: countedRows + 1,
      names: expect.arrayContaining(['row-00001']),
    })
    expect((await listed('adminOfSul', 'row-', { order: 'desc' })).names[0]).toBe('row-20000')
    expect((await listed('adminOfSul', 'row-', { page: 800, size: 25 })).names[24]).toBe('row-20000')
    expect((await listed('adminOfSul', 'row-', { sort: 'email', order: 'desc' })).names[0]).toBe('row-20000')
    expect((await listed('adminOfSul', 'row-', { sort: 'profile' })).names).toHaveLength(25)
    expect(await listed('adminOfSul', 'row-0')).toMatchObject({ total: 9_999 })
    expect(await listed('adminOfSul', 'row-', { profile: 'admin' })).toEqual({ total: 0, names: [] })
  })
})

async function asPortal<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Pages of 8 kB that all texts have. */
async function pagesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('person_texts') / 8192)::int as pages`,
  )
  return rows[0]?.pages ?? 0
}

/** Pages that a statement reads, after its first run has loaded the catalogs. */
async function touchedBy(client: pg.Client, statement: string): Promise<number> {
  await client.query(statement)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

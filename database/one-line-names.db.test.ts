import { expect, it } from 'vitest'
import { isOneLine } from '#catalogue/fields.ts'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal()
const norte = tenants.norte.id

/** As they could be stored before the rule. A backslash is PostgreSQL's. */
const before = `
  set local role vitrine_platform;
  insert into tags (tenant_id, name, color) values ('${norte}', E'Two\\nlines', 'red'), ('${norte}', E'Two\\r\\n lines', 'red'),
    ('${norte}', 'Two lines', 'red'), ('${norte}', E'\\u0007\\u2028', 'red'), ('${norte}', E'\\u0085Ação\\t', 'red'),
    ('${norte}', E'long\\n' || repeat('x', 35), 'red'), ('${norte}', 'long ' || repeat('x', 35), 'red'), ('${norte}', 'as it was', 'red');
  update users set name = E'Ugo\\nNorte' where id = '${people.userOfNorte.id}';
  update tenants set name = E'Norte\\u007f' where id = '${norte}';
  insert into mail_senders (tenant_id, host, port, security, from_name, from_address)
    values ('${norte}', 'h', 25, 'smtp', E'N\\r\\nBcc: x@y.z', 'n@n.example');
  reset role;`

it('U7: names that were stored with line breaks are of one line, none is lost and none is there twice', async () => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith('-28-one-line-names'))
  if (!migration) throw new Error('the migration is there')
  await portal.tokenOf(people.userOfNorte)
  await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(before)
    await owner.query(migration.sql)
    await owner.query('set local role vitrine_platform')
    const told = async (query: string) => (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)
    const tags = await told(`select name from tags where tenant_id = '${norte}'`)
    expect(tags.every((name) => isOneLine(name) && name.trim() === name && name.length <= 40)).toBe(true)
    expect(tags.toSorted()).toEqual(
      ['(1)', 'Ação', 'Two  lines', 'Two lines', 'Two lines (2)', 'as it was', `long ${'x'.repeat(31)} (2)`, `long ${'x'.repeat(35)}`].toSorted(),
    ) // prettier-ignore
    expect(await told(`select name from users where id = '${people.userOfNorte.id}'`)).toEqual(['Ugo Norte'])
    expect(await told(`select name from tenants where id = '${norte}'`)).toEqual(['Norte'])
    expect(await told('select from_name as name from mail_senders')).toEqual(['N Bcc: x@y.z'])
    expect(await told(`select name from tags where name = 'as it was' and version = 1`)).toHaveLength(1)
    expect(await told(`select name from tags where name = 'Ação' and version = 2`)).toHaveLength(1)
    await owner.query('rollback')
  })
})

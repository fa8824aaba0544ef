import { expect, it } from 'vitest'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'

const portal = testPortal()

/** The tables as they were before, with names that case and accents alone told apart. */
const before = `
  drop index tags_name_key; alter table tags add constraint tags_name_key unique (tenant_id, name);
  drop index custom_fields_name_key;
  alter table custom_fields add constraint custom_fields_name_key unique nulls not distinct (partner_id, tenant_id, name);
  drop index shifts_name_key; alter table shifts add constraint shifts_name_key unique (tenant_id, name);
  drop index user_groups_name_key; alter table user_groups add constraint user_groups_name_key unique (tenant_id, name);
  drop index report_groups_name_key; alter table report_groups add constraint report_groups_name_key unique (tenant_id, name);
  drop index report_subgroups_name_key;
  alter table report_subgroups add constraint report_subgroups_name_key unique (tenant_id, group_id, name);
  set local role vitrine_platform;
  insert into tags (tenant_id, name, color, created_at)
    select '${tenants.norte.id}', name, 'red', now() + at * interval '1 second'
      from unnest('{Ação,AÇÃO,acao,acao (2),outra}'::text[]) with ordinality x(name, at);
  insert into tags (tenant_id, name, color) values ('${tenants.leste.id}', 'ação', 'red'), ('${tenants.norte.id}', repeat('É', 40), 'red'),
    ('${tenants.norte.id}', repeat('é', 40), 'blue');
  insert into custom_fields (partner_id, tenant_id, name, kind) values ('${partners.alfa.id}', null, 'CPF', 'text'),
    ('${partners.alfa.id}', null, 'cpf', 'text'), ('${partners.alfa.id}', '${tenants.norte.id}', 'Cpf', 'text');
  reset role;`

it('numbers the later ones of names that read the same, and lets no further one in', async () => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith('-26-same-names'))
  if (!migration) throw new Error('the migration is there')
  await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(before)
    await owner.query(migration.sql)
    await owner.query('set local role vitrine_platform')
    const names = async (where: string) =>
      (await owner.query<{ name: string }>(`select name from ${where} order by created_at, id`)).rows.map(({ name }) => name) // prettier-ignore
    expect(await names(`tags where tenant_id = '${tenants.norte.id}' and name !~* 'é'`)).toEqual(['Ação', 'AÇÃO (3)', 'acao (4)', 'acao (2)', 'outra']) // prettier-ignore
    expect(await names(`tags where tenant_id = '${tenants.leste.id}'`)).toEqual(['ação'])
    expect(await names(`tags where name ~* 'é'`)).toEqual(['É'.repeat(40), `${'é'.repeat(36)} (2)`])
    expect(await names('custom_fields')).toEqual(['CPF', 'cpf (2)', 'Cpf'])
    const another = owner.query(
      `insert into tags (tenant_id, name, color) values ('${tenants.leste.id}', 'ACAO', 'red')`,
    )
    await expect(another).rejects.toMatchObject({ constraint: 'tags_name_key' })
    await owner.query('rollback')
  })
})

import { expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'

const portal = testPortal()
const norte = tenants.norte.id

/** An insert of one name into each table whose names are unique regardless of case and accents, by the name of its index. */
const inserts: Record<string, (name: string) => string> = {
  tags_name_key: (name) => `insert into tags (tenant_id, name, color) values ('${norte}', '${name}', 'red')`,
  shifts_name_key: (name) => `insert into shifts (tenant_id, name) values ('${norte}', '${name}')`,
  user_groups_name_key: (name) => `insert into user_groups (tenant_id, name) values ('${norte}', '${name}')`,
  report_groups_name_key: (name) => `insert into report_groups (tenant_id, name) values ('${norte}', '${name}')`,
  report_subgroups_name_key: (name) => `insert into report_subgroups (tenant_id, group_id, name)
    select tenant_id, id, '${name}' from report_groups where tenant_id = '${norte}' and name = 'Group'`,
  // A null tenant_id is a field of the partner: two of those are compared, too.
  custom_fields_name_key: (name) =>
    `insert into custom_fields (partner_id, tenant_id, name, kind) values ('${partners.alfa.id}', null, '${name}', 'text')`,
}

it('refuses a second name that differs only in case or accents, in each table', async () => {
  await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin; set local role vitrine_platform')
    await owner.query(`insert into report_groups (tenant_id, name) values ('${norte}', 'Group')`)
    for (const [index, insert] of Object.entries(inserts)) {
      await owner.query(insert('Ação'))
      await owner.query('savepoint before')
      await expect(owner.query(insert('ACAO')), index).rejects.toMatchObject({ constraint: index })
      await owner.query('rollback to before')
      await owner.query(insert('Acão 2'))
    }
    await owner.query('rollback')
  })
})

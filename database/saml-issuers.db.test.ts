import { expect, it } from 'vitest'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal()

it('S7: the migration gives people of a SAML app the present identity provider of their app', async () => {
  const sql = (await readSqlFiles('migrations')).find(({ name }) => name.endsWith('-issuers-of-saml-people'))?.sql ?? ''
  const issuers = await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    // The tables as they were before.
    await owner.query('alter table saml_identities drop column issuer, add primary key (tenant_id, app_id, subject)')
    await owner.query('alter table saml_sessions drop column issuer')
    for (const name of ['one', 'two']) {
      await owner.query(
        `with app as (
           insert into saml_apps (tenant_id, name, entity_id, login_url, certificates)
           values ($1, $2, 'https://' || $2 || '.example', 'https://idp.example/sso', '{}') returning tenant_id, id)
         insert into saml_identities (tenant_id, app_id, subject, member_tenant_id, user_id)
         select tenant_id, id, 'subject', tenant_id, $3 from app`,
        [tenants.norte.id, name, people.userOfNorte.id],
      )
    }
    await owner.query(sql)
    const { rows } = await owner.query<{ issuer: string }>('select issuer from saml_identities order by issuer')
    await owner.query('rollback')
    return rows.map(({ issuer }) => issuer)
  })
  expect(issuers).toEqual(['https://one.example', 'https://two.example'])
})

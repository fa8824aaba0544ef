import { expect, it } from 'vitest'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal()

const ownerDoes = (owner: { query: (text: string, values?: unknown[]) => Promise<unknown> }) => ({
  addApp: (name: string) =>
    owner.query(
      `insert into saml_apps (tenant_id, name, entity_id, login_url, certificates)
       values ($1, $2, 'https://' || $2 || '.example', 'https://idp.example/sso', '{}')`,
      [tenants.norte.id, name],
    ),
  /** As servers of the version before do it, which know no issuer. */
  bind: (name: string, subject: string, days: number) =>
    owner.query(
      `insert into saml_identities (tenant_id, app_id, subject, member_tenant_id, user_id, created_at)
       select tenant_id, id, $2, tenant_id, $3, now() - $4 * interval '1 day' from saml_apps where name = $1`,
      [name, subject, people.userOfNorte.id, days],
    ),
})

it('S7: the migration gives people of a SAML app the identity provider that the app had then', async () => {
  const sql = (await readSqlFiles('migrations')).find(({ name }) => name.endsWith('-issuers-of-saml-people'))?.sql ?? ''
  const issuers = await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    // The tables as they were before.
    await owner.query('drop function app.fill_saml_issuer cascade')
    await owner.query('alter table saml_identities drop column issuer, add primary key (tenant_id, app_id, subject)')
    await owner.query('alter table saml_sessions drop column issuer')
    const { addApp, bind } = ownerDoes(owner)
    await addApp('one')
    await addApp('two')
    await bind('one', 'of one', 1)
    await bind('two', 'before the moves', 90)
    await bind('two', 'between the moves', 50)
    await bind('two', 'after the moves', 1)
    for (const [days, change] of [
      [70, ['https://first.example', 'https://middle.example']],
      [30, ['https://middle.example', 'https://two.example']],
    ] as const)
      await owner.query(
        `insert into audit_entries (tenant_id, event, target_type, target_id, changes, at)
         select tenant_id, 'saml.updated', 'saml', id::text, jsonb_build_object('entity_id', $1::jsonb), now() - $2 * interval '1 day'
           from saml_apps where name = 'two'`,
        [JSON.stringify(change), days],
      )
    await owner.query(sql)
    const { rows } = await owner.query<{ subject: string; issuer: string }>(
      'select subject, issuer from saml_identities',
    )
    await owner.query('rollback')
    return Object.fromEntries(rows.map(({ subject, issuer }) => [subject, issuer]))
  })
  expect(issuers).toEqual({
    'of one': 'https://one.example',
    'before the moves': 'https://first.example',
    'between the moves': 'https://middle.example',
    'after the moves': 'https://two.example',
  })
})

it('V6: a server of the version before binds a person to the present identity provider of the app', async () => {
  const issuers = await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin')
    const { addApp, bind } = ownerDoes(owner)
    await addApp('three')
    await bind('three', 'subject', 0)
    const { rows } = await owner.query<{ issuer: string }>(
      "select i.issuer from saml_identities i join saml_apps a on a.id = i.app_id where a.name = 'three'",
    )
    await owner.query('rollback')
    return rows.map(({ issuer }) => issuer)
  })
  expect(issuers).toEqual(['https://three.example'])
})

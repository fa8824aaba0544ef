import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#platform/server/audit-chain.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'
import { listArchives } from '#features/people/data-archives/contract.ts'
import { addUser, listUsers, removeUser, updateUser } from '../contract.ts'
import { forgetNext, pseudonymOf } from './forget-erased.ts'

const portal = testPortal()
const norte = tenants.norte.id
const sul = tenants.sul.id
const admin = () => portal.as('adminOfNorte')
const name = 'Quirina Quokkaberg'
const email = 'quirina@quokkaberg.example'
/** E-mails of other people that contain the one of the erased person. */
const longerEmails = [`ana.${email}`, `${email}.br`]
const phone = '+5511987650001'
const spacedPhone = '+55 (11) 98765-0001'
const otherPhone = '+55 (11) 98765-0002'
const taxId = '39053344705'

/** The tables with a cell that contains one of the texts, in all schemas: also those of the queue of jobs. */
const tablesWith = (texts: readonly string[]) =>
  onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('set role vitrine_platform')
    const hits = await search(owner, texts)
    await owner.query('reset role')
    return hits
  })

async function search(owner: pg.Client, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss') and has_table_privilege(format('%I.%I', schemaname, tablename), 'select') order by 1`,
  )
  const hits: string[] = []
  for (const { name: table } of tables) {
    const { rowCount } = await owner.query(
      `select from ${table} t where exists (select from unnest($1::text[]) text where strpos(lower(t::text), lower(text)) > 0) limit 1`,
      [texts],
    )
    if (rowCount) hits.push(table)
  }
  return hits
}

const verified = () => onOwner(portal.ownerUrl, (client) => verifyAudit(client))
const forgetAll = async () => {
  while (await portal.platform(forgetNext));
}

describe('the erasure of a person', () => {
  let id = ''
  let tablesBefore: string[] = []
  let statuses: number[] = []
  beforeAll(async () => {
    const event_types = ['user.added', 'user.removed', 'audit.entry']
    const webhook = { name: 'SIEM', url: 'https://receiver.example', event_types, secret_sealed: Buffer.from('s') }
    await portal.platform((db) =>
      db
        .insertInto('webhooks')
        .values({ tenant_id: norte, ...webhook })
        .execute(),
    )
    const values = { nome_usuario: name, email, phone, perfil_usuario: 'user', state: 'A', language: 'pt-BR' } as const
    const rest = { department: taxId, edit_reports: 'N' } as const
    const { body, status } = await admin().ask(addUser, { ...values, ...rest, group_ids: [] })
    id = body.id
    await admin().ask(updateUser, { id, version: 1, department: 'Finanças' })
    await portal.platform(async (db) => {
      const entry = { tenant_id: norte, partner_id: tenants.norte.partner_id, event: 'test.written' }
      const asActor = { actor_id: id, actor_name: name, actor_email: email, address: '192.0.2.7' }
      await db
        .insertInto('audit_entries')
        .values([
          { ...entry, ...asActor, target_type: 'session', target_name: name },
          { ...entry, target_type: 'import', target_name: 'x.csv', changes: JSON.stringify({ to: [null, email] }) },
          {
            ...entry,
            target_type: 'import',
            target_name: 'others.csv',
            changes: JSON.stringify({ to: longerEmails, kept: [null, 'x'] }),
          },
          { ...entry, tenant_id: null, target_type: 'user', target_id: id, target_name: name },
        ])
        .execute()
      await db
        .insertInto('notifications')
        .values({ tenant_id: norte, type: 'message', author_id: id, author_name: name })
        .execute()
      await db
        .insertInto('notifications')
        .values({
          tenant_id: norte,
          type: 'comment_mentioned',
          facts: JSON.stringify({ person: name }),
          words: name.toLowerCase(),
        })
        .execute()
      await db
        .insertInto('registrations')
        .values({ tenant_id: norte, name, email, language: 'pt-BR', password_hash: 'x' })
        .execute()
      const asStarter = JSON.stringify({ actorId: id, actorName: name, actorEmail: email, address: '192.0.2.7' })
      const table = { headings: ['Nome', 'Telefone'], columns: ['', ''], language: 'pt-BR' }
      const started = { state: 'done', starter: asStarter, undoer: asStarter }
      const { id: import_id } = await db
        .insertInto('user_imports')
        .values({ tenant_id: norte, name: 'pessoas.csv', ...table, ...started })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('user_import_rows')
        .values([
          { tenant_id: norte, import_id, number: 2, cells: ['Q. Q.', spacedPhone] },
          { tenant_id: norte, import_id, number: 3, cells: ['Outra', otherPhone] },
        ])
        .execute()
      const edit = {
        tenant_id: norte,
        import_id,
        column_index: 1,
        before: spacedPhone,
        after: otherPhone,
        numbers: [2],
      }
      await db.insertInto('user_import_edits').values(edit).execute()
      await db
        .insertInto('mails')
        .values({
          tenant_id: norte,
          idempotency_key: 'k',
          purpose: 'test',
          to_address: email,
          to_name: name,
          subject: name,
          state: 'sent',
        })
        .execute()
      await db
        .insertInto('registrations')
        .values({ tenant_id: sul, name: 'Outra', email, language: 'pt-BR', password_hash: 'x' })
        .execute()
      await db
        .insertInto('mails')
        .values({
          tenant_id: sul,
          idempotency_key: 'sul',
          purpose: 'test',
          to_address: email,
          subject: 'S',
          state: 'sent',
        })
        .execute()
      await db
        .insertInto('audit_entries')
        .values({ tenant_id: sul, event: 'test.written', changes: JSON.stringify({ to: [null, email] }) })
        .execute()
    })
    tablesBefore = await tablesWith([name, email, phone, taxId])
    statuses = [status, (await admin().ask(removeUser, { id })).status]
  })

  it('P2: leaves name, e-mail, telephone and tax id in no table, and a verified audit trail', async () => {
    expect(statuses).toEqual([200, 200])
    expect(tablesBefore).toEqual(
      expect.arrayContaining([
        'public.audit_entries',
        'public.mails',
        'public.memberships',
        'public.notifications',
        'public.users',
        'public.webhook_deliveries',
      ]),
    )
    expect(await tablesWith([email])).toContain('public.erased_people')
    await forgetAll()
    expect(await tablesWith([name, phone, taxId])).toEqual([])
    expect(await tablesWith([email])).toEqual(['public.audit_entries', 'public.mails', 'public.registrations'])
    // What is left: an entry about longer e-mails of other people, and records of another unit, in which nobody has proven the address.
    const left = await portal.platform(async (db) => [
      ...(
        await db
          .selectFrom('audit_entries as e')
          .select(['target_name', 'tenant_id'])
          .where(sql<boolean>`strpos(lower(e::text), ${email}) > 0`)
          .orderBy('target_name')
          .execute()
      ).map(({ target_name, tenant_id }) => target_name ?? tenant_id),
      ...(await db.selectFrom('mails').select('tenant_id').where('to_address', '=', email).execute()),
      ...(await db.selectFrom('registrations').select('tenant_id').where('email', '=', email).execute()),
    ])
    expect(left).toEqual(['others.csv', sul, { tenant_id: sul }, { tenant_id: sul }])
    const { breaks } = await verified()
    expect(breaks).toEqual([])
  })

  it('P2: keeps each audit entry under a pseudonym, and notes the change in its chain', async () => {
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_name', 'target_name', 'changes'])
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries.map(({ event }) => event).toSorted()).toEqual(
      ['test.written', 'user.added', 'user.forgotten', 'user.forgotten', 'user.removed', 'user.updated'].toSorted(),
    )
    expect(new Set(entries.map(({ target_name }) => target_name))).toEqual(new Set([pseudonymOf(id)]))
    const added = entries.find(({ event }) => event === 'user.added')
    expect(added?.actor_name).toBe(people.adminOfNorte.name)
    expect(added?.changes).toMatchObject({ email: ['•', '•'] })
  })

  it('P2: leaves imports without the starter’s name, and without cells with the telephone', async () => {
    const found = await portal.platform(async (db) => ({
      ...(await db.selectFrom('user_imports').select(['starter', 'undoer']).executeTakeFirstOrThrow()),
      cells: await db.selectFrom('user_import_rows').select('cells').orderBy('number').execute(),
      edits: await db.selectFrom('user_import_edits').select('id').execute(),
    }))
    const nobody = { actorId: id, actorName: pseudonymOf(id), actorEmail: null, address: null }
    expect(found).toEqual({
      starter: nobody,
      undoer: nobody,
      cells: [{ cells: ['', ''] }, { cells: ['Outra', otherPhone] }],
      edits: [],
    })
  })

  it('P2: leaves other people alone', async () => {
    const { changes } = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('target_name', '=', 'others.csv')
        .executeTakeFirstOrThrow(),
    )
    expect(changes).toEqual({ to: longerEmails, kept: [null, 'x'] })
    const { body } = await admin().ask(listUsers, { search: people.userOfNorte.name })
    expect(body.data[0]?.email).toBe(people.userOfNorte.email)
    expect((await admin().ask(listArchives, {})).status).toBe(200)
  })

  it('P2, D5: the verification finds an entry that was changed after its redaction, and a redaction without an entry about it', async () => {
    const change = (statement: string, values: unknown[]) =>
      onOwner(portal.ownerUrl, async (owner) => {
        await owner.query(
          'alter table audit_entries no force row level security; alter table audit_redactions no force row level security',
        )
        await owner.query(statement, values)
      })
    await change(`update audit_entries set target_name = 'x' where target_id = $1 and event = 'user.added'`, [id])
    expect((await verified()).breaks).toEqual([expect.objectContaining({ chain: norte, what: 'changed' })])
    await change(`update audit_entries set target_name = $2 where target_id = $1 and event = 'user.added'`, [
      id,
      pseudonymOf(id),
    ])
    expect((await verified()).breaks).toEqual([])
    await change(
      `delete from audit_redactions r using audit_entries e where e.id = r.entry_id and e.event = 'user.updated' and r.person = $1`,
      [id],
    )
    expect((await verified()).breaks.map(({ chain, what }) => [chain, what])).toEqual([[norte, 'changed']])
  })
})

describe('what an erased person sent to the help desk', () => {
  it('P2: loses what was cut off the mails, their originals, and the address of a sender', async () => {
    const ofUnit = { tenant_id: norte, partner_id: tenants.norte.partner_id }
    const path = `private/${norte}/${'l'.repeat(22)}.bin`
    const gone = await portal.platform(async (db) => {
      const admin_ = people.adminOfNorte.id
      const lia = { name: 'Lia Gone', email: 'lia@example.com', home_tenant_id: norte }
      const user_id = await addRecord(db, 'users', lia)
      const ticket_id = await addRecord(db, 'tickets', { tenant_id: norte, number: 9_000, name: 'T', text: 'T' })
      const followUp = { tenant_id: norte, ticket_id, by_handler: false, by_mail: true, text: 'F' }
      await db
        .insertInto('ticket_follow_ups')
        .values([
          { ...followUp, user_id, mail_rest: 'R', mail_refused: ['lia.exe'] },
          { ...followUp, user_id: admin_, mail_rest: 'R', mail_sender: 'Lia@example.com' },
          { ...followUp, user_id: admin_, mail_rest: 'R', mail_sender: 'other@example.com' },
        ])
        .execute()
      await db
        .insertInto('files')
        .values({ ...ofUnit, path, kind: 'ticket.mail', bytes: 1, used: true })
        .execute()
      const mail = { tenant_id: norte, ticket_id, message_key: 'k', way: 'address', has_null_sender: false, bytes: 1 }
      await db
        .insertInto('ticket_mails')
        .values({ ...mail, user_id: people.userOfNorte.id, sender: 'lia@example.com', subject: 'S', path })
        .execute()
      await db.deleteFrom('users').where('id', '=', user_id).execute()
      return user_id
    })
    await forgetAll()
    const [rows, mails, files] = await portal.platform(async (db) => [
      await db
        .selectFrom('ticket_follow_ups')
        .select(['mail_rest', 'mail_refused', 'mail_sender'])
        .where('by_mail', '=', true)
        .orderBy('id')
        .execute(),
      await db.selectFrom('ticket_mails').select('id').execute(),
      await db.selectFrom('files').select('path').where('path', '=', path).execute(),
    ])
    expect(rows).toEqual([
      { mail_rest: null, mail_refused: [], mail_sender: null },
      { mail_rest: null, mail_refused: [], mail_sender: pseudonymOf(gone) },
      { mail_rest: 'R', mail_refused: [], mail_sender: 'other@example.com' },
    ])
    expect([mails, files]).toEqual([[], []])
  })
})

// What the erasure of a person changes in records that stay. The foreign keys have deleted and unlinked the rest; catalogue/personal-data.ts
// says what happens to each table. Next: forget-erased.ts (the job).
import { type RawBuilder, sql } from 'kysely'
import { personalTables } from '#catalogue/personal-data.ts'
import type { Database } from '#platform/server/database/kysely.ts'

export type Erased = { user_id: string; home_tenant_id: string | null; name: string; email: string }

/**
 * Locks one erased person whose name is still in records, except those that failed in this run; undefined: there is none. Another process
 * takes another person.
 */
export const nextErased = (db: Database, failed: readonly string[]): Promise<Erased | undefined> =>
  db
    .selectFrom('erased_people')
    .select(['user_id', 'home_tenant_id', 'name', 'email'])
    .where('forgotten_at', 'is', null)
    .where(sql<boolean>`user_id <> all(${[...failed]}::uuid[])`)
    .orderBy('erased_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .$narrowType<Erased>()
    .executeTakeFirst()

/**
 * Condition on `tenant_id`: records that name the person by e-mail or name are theirs in their home unit only. An administrator who adds a person proves
 * nothing about the address, so that records of other units, of the partner and of the platform are found by the id of the person alone.
 */
const atHome = ({ home_tenant_id: unit }: Erased) => sql<boolean>`tenant_id is not distinct from ${unit}::uuid`

/** Condition: the address belongs to nobody again. */
const isFree = ({ email }: Erased) => sql<boolean>`not exists (select from users where email = ${email})`

/** Deletes the rows of the tables that the register calls `removed`. */
export async function removeRows(db: Database, erased: Erased): Promise<void> {
  for (const [table, { erasure, person, email: column }] of Object.entries(personalTables)) {
    if (erasure !== 'removed') continue
    const isTheirs = person
      ? sql`${sql.ref(person)} = ${erased.user_id}`
      : sql`${sql.ref(column ?? 'email')} = ${erased.email} and ${atHome(erased)} and ${isFree(erased)}`
    await sql`delete from ${sql.table(table)} where ${isTheirs}`.execute(db)
  }
}

/**
 * Returns the last telephone of the person in the home unit, from the audit trail, which is not redacted yet; null: none, or another person of
 * the unit has it now.
 */
async function telephoneOf(db: Database, erased: Erased): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select x.phone
      from (select changes -> 'phone' ->> 1 as phone from audit_entries
             where target_type = 'user' and target_id = ${erased.user_id} and ${atHome(erased)} and changes ? 'phone'
             order by at desc limit 1) x
     where not exists (select from memberships m where m.tenant_id = ${erased.home_tenant_id} and m.phone = x.phone)`.execute(
    db,
  )
  return rows[0]?.phone ?? null
}

/**
 * Replaces name and e-mail in the tables that the register calls `replaced`, except the audit trail. A name is not replaced while somebody
 * else in the home unit has the same name.
 */
export async function replaceNames(db: Database, erased: Erased, pseudonym: string): Promise<void> {
  const { name, email, home_tenant_id: unit } = erased
  const isAlone = sql<boolean>`not exists (
    select from memberships m join users u on u.id = m.user_id where m.tenant_id = ${unit} and u.name = ${name})`
  // A file may contain the person, in any encoding. It goes first, and locks its import: nobody reads its rows again.
  await sql`update user_imports set file = null, top_rows = null
    where ${atHome(erased)} and (file is not null or top_rows is not null)`.execute(db)
  const telephone = await telephoneOf(db, erased)
  const isTheirs = (texts: RawBuilder<unknown>) => sql<boolean>`(
    ${isFree(erased)} and ${email} = any(array(select lower(text) from unnest(${texts}) text))
    or ${telephone}::text = any(array(select regexp_replace(text, '[[:space:]().-]', '', 'g') from unnest(${texts}) text)))`
  await sql`update user_import_rows set cells = array_fill(''::text, array[cardinality(cells)])
    where ${atHome(erased)} and ${isTheirs(sql`cells`)}`.execute(db)
  await sql`delete from user_import_edits where ${atHome(erased)} and ${isTheirs(sql`array[before, after]`)}`.execute(
    db,
  )
  const anonymous = JSON.stringify({ actorName: pseudonym, actorEmail: null, address: null })
  for (const column of ['starter', 'undoer'])
    await sql`update user_imports set ${sql.ref(column)} = ${sql.ref(column)} || ${anonymous}::jsonb
      where ${sql.ref(column)} ->> 'actorId' = ${erased.user_id}`.execute(db)
  // The plan keeps the id, so that the row fails instead of adding the person again.
  await sql`update user_import_rows set cells = array_fill(''::text, array[cardinality(cells)]), plan = plan - 'changes' || '{"kind": "same"}'
    where plan ->> 'id' = ${erased.user_id}`.execute(db)
  // Staff confirm domains, and staff have no home unit.
  await sql`update domains set confirmed_by = ${pseudonym}
    where confirmed_by = ${email} and ${unit}::uuid is null and ${isFree(erased)}`.execute(db)
  await sql`update user_term_editions set published_by = ${pseudonym}
    where published_by in (${email}, ${name}) and term_id in (select id from user_terms where tenant_id = ${unit}) and ${isAlone}`.execute(
    db,
  )
  await sql`update notifications set author_name = ${pseudonym}
    where tenant_id = ${unit} and author_id is null and author_name = ${name} and ${isAlone}`.execute(db)
  await sql`update notifications
      set facts = facts || jsonb_build_object('person', ${pseudonym}::text),
          words = replace(words, app.plain(${name}), app.plain(${pseudonym}))
    where tenant_id = ${unit} and facts ->> 'person' = ${name} and ${isAlone}`.execute(db)
  const holds = (part: object) => sql<boolean>`data @> ${JSON.stringify(part)}::jsonb`
  const byId = { id: erased.user_id }
  await sql`update webhook_deliveries
      set data = (select jsonb_object_agg(e.key, case when e.value ->> 'id' = ${erased.user_id} or e.value ->> 'name' in (${name}, ${email})
                    then e.value || jsonb_build_object('name', ${pseudonym}::text) else e.value end) from jsonb_each(data) e)
    where ${holds({ user: byId })} or ${holds({ actor: byId })} or ${holds({ target: byId })}
       or ${holds({ target: { name: email } })} and ${atHome(erased)} and ${isFree(erased)}`.execute(db)
  // The sender of a mail to the help desk need not be the person to whom it replies.
  await sql`delete from ticket_mails where lower(sender) = ${email} and ${atHome(erased)} and ${isFree(erased)}`.execute(
    db,
  )
  await sql`update ticket_follow_ups set mail_sender = ${pseudonym}, mail_rest = null
    where lower(mail_sender) = ${email} and ${atHome(erased)} and ${isFree(erased)}`.execute(db)
  await sql`update remote_accesses set requester_name = ${pseudonym}
    where tenant_id = ${unit} and requester_id is null and requester_name = ${name} and ${isAlone}`.execute(db)
}

export type Redaction = {
  chain: string
  tenant_id: string | null
  partner_id: string | null
  entries: number
  digest: string
}

/** Condition: a text has the e-mail, and not only a longer one that contains it, as `mariana@` contains `ana@`. */
function hasEmail(text: RawBuilder<unknown>, email: string) {
  const escaped = email.replaceAll(/[^\w@]/g, String.raw`\$&`)
  const whole = String.raw`(?<![\w.%+-])${escaped}(?![\w-]|\.\w)`
  return sql<boolean>`(strpos(lower(${text}), ${email}) > 0 and lower(${text}) ~ ${whole})`
}

/**
 * Replaces the person in the audit trail. Entries of the person, and about them, lose name, e-mail, address and all values. An entry of the
 * home unit that names the e-mail and is about no other person loses the values with the e-mail. Events, times and ids stay. Answers for each
 * chain the number of entries and the digest of their new hashes.
 */
export async function redactAudit(db: Database, erased: Erased, pseudonym: string): Promise<Redaction[]> {
  const { user_id: id, name, email } = erased
  const changesText = sql`changes::text`
  const { rows: found } = await sql<{ id: string }>`
    select id from (
      select id from audit_entries where actor_id = ${id}::uuid
      union
      select id from audit_entries where target_id = ${id}
      union
      select id from audit_entries
       where ${erased.home_tenant_id}::uuid is not null and ${atHome(erased)} and ${isFree(erased)} and target_type is distinct from 'user'
         and (target_name = ${email} or ${hasEmail(changesText, email)})) e
     where not exists (select from audit_redactions r where r.entry_id = e.id and r.person = ${id}::uuid)`.execute(db)
  const entries = found.map((entry) => entry.id)
  await sql`
    update audit_entries set
        actor_name = case when actor_id = ${id}::uuid and actor_name is not null then ${pseudonym} else actor_name end,
        actor_email = case when actor_id = ${id}::uuid then null else actor_email end,
        address = case when actor_id = ${id}::uuid then null else address end,
        target_name = case when target_id = ${id} or target_name = ${email} or actor_id = ${id}::uuid and target_name = ${name}
                      then ${pseudonym} else target_name end,
        changes = (select coalesce(jsonb_object_agg(c.key, case when target_id = ${id} or ${hasEmail(sql`c.value::text`, email)}
                     then '["•", "•"]'::jsonb else c.value end), '{}') from jsonb_each(changes) c)
     where id = any(${entries}::uuid[])`.execute(db)
  // An entry keeps the partner of its link when the partner was removed, as in the verification.
  const { rows } = await sql<Redaction>`
    with redacted as (
      insert into audit_redactions (chain, person, entry_id, hash)
      select l.chain, ${id}::uuid, e.id,
             app.audit_hash(l.hash, l.position, jsonb_populate_record(e, jsonb_build_object('partner_id', l.partner_id)))
        from audit_entries e join audit_links l on l.entry_id = e.id
       where e.id = any(${entries}::uuid[]) returning chain, entry_id, hash)
    select l.chain, l.tenant_id, l.partner_id, count(*)::int as entries,
           encode(sha256(convert_to(string_agg(encode(r.hash, 'hex'), ',' order by r.entry_id), 'UTF8')), 'hex') as digest
      from redacted r join audit_links l on l.entry_id = r.entry_id group by 1, 2, 3`.execute(db)
  return rows
}

/** Forgets name and e-mail here as well. The row stays for a restored backup. */
export async function noteForgotten(db: Database, { user_id }: Erased): Promise<void> {
  await db
    .updateTable('erased_people')
    .set({ name: null, email: null, forgotten_at: sql<Date>`now()` })
    .where('user_id', '=', user_id)
    .execute()
}

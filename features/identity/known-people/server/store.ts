// SQL of people whom another business unit of the partner knows. It runs with the platform's view of all tenants, except addMembership and
// freePhone, which also run in the session of the business unit.
import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import type { Database } from '#platform/server/database/kysely.ts'

export type PersonToJoin = { userId: string; name: string; language: Language; isAtOnce: boolean }

/**
 * Returns the person with this e-mail who may become a member of the business unit: no staff, with a home in another unit of the same
 * partner, and allowed by the settings of both units. Undefined for everybody else. `byMail`: a link by mail proved the address. Without it
 * the unit itself, with its identity provider or directory, says whose address it is, so the home unit must have agreed to accept at once.
 */
export async function personToJoin(
  db: Database,
  { tenantId, email, byMail }: { tenantId: string; email: string; byMail: boolean },
): Promise<PersonToJoin | undefined> {
  const { rows } = await sql<PersonToJoin>`
    select u.id as "userId", u.name, u.language, s.known_people = 'at_once' as "isAtOnce"
      from tenants t
      join settings s on s.tenant_id = t.id
      join users u on u.email = ${email} and u.staff is null
      join tenants h on h.id = u.home_tenant_id and h.partner_id = t.partner_id
      join settings hs on hs.tenant_id = h.id
     where t.id = ${tenantId} and s.known_people <> 'no'
       and (hs.known_people = 'at_once' or (${byMail} and hs.known_people <> 'no'))
       and not exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id)`.execute(db)
  return rows[0]
}

/**
 * Stores that a known person, whom an identity provider or a directory named, waits for a membership. Returns the id; undefined if they wait
 * already.
 */
export async function addWaiting(
  db: Database,
  tenantId: string,
  email: string,
  { userId, name, language }: PersonToJoin,
): Promise<string | undefined> {
  const added = await db
    .insertInto('registrations')
    .values({
      tenant_id: tenantId,
      email,
      name,
      language,
      user_id: userId,
      state: 'waiting',
      password_hash: null,
      by_mail: false,
    })
    .onConflict((conflict) => conflict.constraint('registrations_email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

type JoinFields = { phone: string | null; department: string | null; custom?: CustomValues }

/** The phone number, unless another person of the business unit has it: a refusal would tell that they have it. */
export const freePhone = (tenantId: string, phone: string | null) => sql<string | null>`(
  select ${phone}::text where not exists (select from memberships where tenant_id = ${tenantId} and phone = ${phone}))`

/** Makes a known person a reader of the business unit. Their account, with its password, stays as it is. */
export async function addMembership(
  db: Database,
  tenantId: string,
  userId: string,
  { phone, department, custom = {} }: JoinFields,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      phone: freePhone(tenantId, phone),
      department,
      custom: JSON.stringify(custom),
    })
    .onConflict((conflict) => conflict.constraint('memberships_pkey').doNothing())
    .execute()
}

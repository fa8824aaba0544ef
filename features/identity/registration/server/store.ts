// SQL of self-registration. Before a session exists it runs with the platform's view of all tenants and looks up exact keys.
import { sql } from 'kysely'
import { registrationLinkSeconds } from '#catalogue/limits.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Language } from '#catalogue/languages.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { HostOwner } from '#platform/server/hosts.ts'
import type { FieldDefinition, CustomKind, CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { addMembership, freePhone } from '#features/identity/known-people/server/commands.ts'
import { keepRegistrationTerms } from '#features/organisation/user-terms/server/commands.ts'
import { maxListedRegistrations } from '../contract.ts'

/** The query for the business units in which people may register now. */
const openUnits = (db: Database) =>
  db
    .selectFrom('tenants as t')
    .innerJoin('settings as s', 's.tenant_id', 't.id')
    .select(['s.password_rules', 's.password_min_length', 's.password_capital', 's.password_special'])
    .select([
      't.id',
      't.name',
      't.partner_id',
      't.subdomain',
      't.domain',
      's.registration_approval',
      's.registration_domains',
    ])
    .where('t.enabled', '=', true)
    .where('t.registration_enabled', '=', true)
    .where('s.auto_register', '=', true)

export type Unit = NonNullable<Awaited<ReturnType<typeof unitAt>>>

/** Returns the business unit of people who register at a host: the owner of the host, or for a partner its default for registration. */
export async function unitAt(db: Database, { tenantId, partnerId }: HostOwner) {
  if (tenantId !== null) return openUnits(db).where('t.id', '=', tenantId).executeTakeFirst()
  if (partnerId === null) return undefined
  return openUnits(db)
    .where('t.partner_id', '=', partnerId)
    .where('t.default_for_registration', '=', true)
    .executeTakeFirst()
}

export const openUnit = (db: Database, id: string) => openUnits(db).where('t.id', '=', id).executeTakeFirst()

/** Why the business unit would refuse a person who registers from this IP address now; null: it would not. */
export async function refusalOfNewcomer(db: Database, tenantId: string, address: string): Promise<ErrorCode | null> {
  const { rows } = await sql<{
    refusal: ErrorCode | null
  }>`select app.newcomer_refusal(${tenantId}, ${address}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** The user limit that the unit or its client has reached now; null: there is room. The confirmation counts again, under a lock. */
export async function reachedLimit(db: Database, tenantId: string): Promise<ErrorCode | null> {
  const { rows } = await sql<{ reached: ErrorCode | null }>`
    select case
             when (select count(*) from memberships m where m.tenant_id = t.id and m.state in ('A', 'B', 'I')) >= t.user_limit
               then 'tenant.user_limit_reached'
             when (select count(*) from memberships m join tenants o on o.id = m.tenant_id
                    where o.client_id = c.id and m.state in ('A', 'B', 'I')) >= c.user_limit
               then 'client.user_limit_reached'
           end as reached
      from tenants t left join clients c on c.id = t.client_id
     where t.id = ${tenantId}`.execute(db)
  return rows[0]?.reached ?? null
}

/** Reads the custom fields of the registration form, those of the partner first. */
export function fieldsOf(db: Database, unit: Pick<Unit, 'id' | 'partner_id'>): Promise<FieldDefinition[]> {
  return db
    .selectFrom('custom_fields as r')
    .select(['r.id', 'r.name', 'r.options', 'r.required', sql<CustomKind>`r.kind`.as('kind')])
    .select(sql<boolean>`r.tenant_id is null`.as('of_partner'))
    .where('r.partner_id', '=', unit.partner_id)
    .where((eb) => eb.or([eb('r.tenant_id', 'is', null), eb('r.tenant_id', '=', unit.id)]))
    .where('r.in_registration', '=', true)
    .orderBy(sql`r.tenant_id is not null`)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
}

/** A term that was accepted with a registration. `at`: time in ISO 8601. */
export type AcceptedTerm = { id: string; version: number; at: string; address: string }

export type NewRegistration = {
  name: string
  email: string
  phone: string | null
  department: string | null
  language: Language
  custom: CustomValues
  terms: AcceptedTerm[]
  password_hash: string
  /** The network of the client, by which registrations of one e-mail are kept apart. */
  network: string
}

/**
 * Stores an unverified registration. It replaces an earlier one of the e-mail and network, whose link becomes invalid, and erases expired
 * ones of the business unit. Returns its id.
 */
export async function add(
  db: Database,
  tenantId: string,
  { custom, terms, ...fields }: NewRegistration,
): Promise<string> {
  await db
    .deleteFrom('registrations')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'unverified')
    .where((eb) =>
      eb.or([
        eb.and([eb('email', '=', fields.email), eb('network', '=', fields.network)]),
        eb('created_at', '<', sql<Date>`now() - make_interval(secs => ${registrationLinkSeconds})`),
      ]),
    )
    .execute()
  const { id } = await db
    .insertInto('registrations')
    .values({ tenant_id: tenantId, ...fields, custom: JSON.stringify(custom), terms: JSON.stringify(terms) })
    .onConflict((conflict) =>
      conflict.constraint('registrations_email_key').doUpdateSet((eb) => ({
        id: eb.ref('excluded.id'),
        name: eb.ref('excluded.name'),
        phone: eb.ref('excluded.phone'),
        department: eb.ref('excluded.department'),
        language: eb.ref('excluded.language'),
        custom: eb.ref('excluded.custom'),
        terms: eb.ref('excluded.terms'),
        password_hash: eb.ref('excluded.password_hash'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Registration = NonNullable<Awaited<ReturnType<typeof find>>>

/** Locks and reads a registration in one state until the transaction ends. */
export function find(db: Database, tenantId: string, id: string, state: 'unverified' | 'waiting') {
  return db
    .selectFrom('registrations')
    .select([
      'id',
      'tenant_id',
      'name',
      'email',
      'phone',
      'department',
      'password_hash',
      'user_id',
      'by_mail',
      'created_at',
    ])
    .select([sql<Language>`language`.as('language'), sql<CustomValues>`custom`.as('custom')])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns whether the e-mail has an account, and whether a confirmed registration of it waits; in all tenants. */
export async function standingOf(db: Database, tenantId: string, email: string) {
  const { rows } = await sql<{ known: boolean; waiting: boolean }>`
    select exists (select from users where email = ${email}) as known,
           exists (select from registrations where tenant_id = ${tenantId} and email = ${email} and state = 'waiting') as waiting`.execute(
    db,
  )
  return rows[0] ?? { known: false, waiting: false }
}

export async function remove(db: Database, { tenant_id, id }: Pick<Registration, 'tenant_id' | 'id'>): Promise<void> {
  await db.deleteFrom('registrations').where('tenant_id', '=', tenant_id).where('id', '=', id).execute()
}

/** Lets a registration wait for an administrator. `userId`: a known person, whose chosen password is erased. */
export async function wait(db: Database, { tenant_id, id }: Registration, userId: string | null): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ state: 'waiting', network: '', created_at: sql<Date>`now()`, user_id: userId })
    .$if(userId !== null, (query) => query.set({ password_hash: null }))
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute()
}

/** Erases the registrations of an e-mail that nobody has confirmed, once one of them is confirmed. */
export async function removeUnverified(
  db: Database,
  { tenant_id, email }: Pick<Registration, 'tenant_id' | 'email'>,
): Promise<void> {
  await db
    .deleteFrom('registrations')
    .where('tenant_id', '=', tenant_id)
    .where('email', '=', email)
    .where('state', '=', 'unverified')
    .execute()
}

/** Makes a known person a reader, from their registration. Returns the id of the person. */
export async function join(db: Database, registration: Registration, userId: string): Promise<string> {
  await addMembership(db, registration.tenant_id, userId, registration)
  await keepRegistrationTerms(db, registration.id, userId)
  await remove(db, registration)
  return userId
}

/** Adds a reader from a registration. Returns the id. */
export async function admit(db: Database, registration: Registration): Promise<string> {
  const { tenant_id, name, email, language, password_hash, phone, department, custom } = registration
  const { rows } = await sql<{ id: string; phone: string | null }>`
    select app.uuidv7() as id, ${freePhone(tenant_id, phone)} as phone`.execute(db)
  const made = rows[0]
  if (!made) throw new Error('app.uuidv7() answers one row')
  await db
    .insertInto('users')
    .values({ id: made.id, home_tenant_id: tenant_id, name, email, language, password_hash })
    .execute()
  await db
    .insertInto('memberships')
    .values({ tenant_id, user_id: made.id, phone: made.phone, department, custom: JSON.stringify(custom) })
    .execute()
  await keepRegistrationTerms(db, registration.id, made.id)
  await remove(db, registration)
  return made.id
}

export const waitingQuery = () =>
  queryBuilder
    .selectFrom('registrations')
    .select(['id', 'name', 'email', 'phone', 'department', 'created_at'])
    .select(sql<boolean>`user_id is not null`.as('known'))
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListedRegistrations)

/** Reads name, subdomain and main domain of the session's business unit. */
export function unitOfSession(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['name', 'subdomain', 'domain'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** Reads the administrators who may sign in and approve. */
export function administratorsOf(db: Database, tenantId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.language'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.profile', '=', 'admin')
    .where('m.state', '=', 'A')
    .orderBy('u.id')
    .execute()
}

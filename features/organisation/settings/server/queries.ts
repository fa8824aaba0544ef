// Queries on the settings of a business unit for other features.
import { sql } from 'kysely'
import type { PasswordRules } from '#platform/contract/password-rules.ts'
import { type PhoneCountry, phoneCountryOf } from '#catalogue/phone-countries.ts'
import { fail } from '#platform/contract/failure.ts'
import { internationalPhone } from '#platform/contract/phone-number.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** Settings for a new session. Staff without a business unit (`tenantId` null) get the defaults. */
export async function sessionSettings(db: Database, tenantId: string | null) {
  const row =
    tenantId &&
    (await db
      .selectFrom('settings')
      .select([
        'login_timeout_hours',
        'home_page',
        'home_report_id',
        'own_home_page',
        'logo_page',
        'logo_leads_home',
        'require_two_factor',
      ])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst())
  if (!row) return { hours: null, landing: '/', logoPage: null, requiresTwoFactor: false }
  return {
    hours: row.login_timeout_hours,
    landing: landingPath(row),
    logoPage: row.logo_leads_home ? null : row.logo_page,
    requiresTwoFactor: row.require_two_factor,
  }
}

type HomePage = { home_page: string; home_report_id: string | null; own_home_page: boolean }

function landingPath({ home_page, home_report_id, own_home_page }: HomePage): string {
  if (!own_home_page) return '/'
  if (home_page === 'report' && home_report_id) return `/${home_report_id}/reports/view`
  return home_page === 'reports' || home_page === 'playlists' || home_page === 'catalogs' ? `/${home_page}` : '/'
}

/**
 * Password rules and expiry in force for a person; `inForce`: at least one of their business units has set them. `days` 0: a password never
 * expires.
 */
export type PasswordPolicy = PasswordRules & { inForce: boolean; days: number }

/**
 * Returns the password rules of a person: the strictest ones of all their business units, because one password signs in to all of them.
 * With `userId` null it returns those of the session's business unit, for a person who is being added to it.
 */
export async function passwordRulesOf(db: Database, userId: string | null): Promise<PasswordPolicy> {
  const { rows } = await sql<{
    in_force: boolean
    min_length: number
    capital: boolean
    special: boolean
    days: number
  }>`select in_force, min_length, capital, special, days from app.password_rules_of(${userId}::uuid)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('app.password_rules_of() answers one row')
  return {
    inForce: row.in_force,
    minLength: row.min_length,
    capital: row.capital,
    special: row.special,
    days: row.days,
  }
}

/** Whether new people of the session's business unit get an invitation by mail. */
export async function sendsInvitations(db: Database, tenantId: string): Promise<boolean> {
  const found = await db
    .selectFrom('settings')
    .select('send_invitations')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return found?.send_invitations ?? false
}

/** The country of the phone numbers of a business unit, by its time zone. */
export async function phoneCountry(db: Database, tenantId: string): Promise<PhoneCountry> {
  const found = await db.selectFrom('settings').select('timezone').where('tenant_id', '=', tenantId).executeTakeFirst()
  return phoneCountryOf(found?.timezone ?? '')
}

/**
 * The phone number of a person as E.164. Fails at the field when no country has such a number. `present`: the stored number, which may be
 * sent again as it is: numbers from before this rule have no code of a country.
 */
export async function storedPhone(
  db: Database,
  tenantId: string,
  typed: string | null,
  present: string | null = null,
): Promise<string | null> {
  if (typed === null || typed === present) return typed
  const stored = internationalPhone(typed, await phoneCountry(db, tenantId))
  return stored ?? fail('call.invalid', { fields: { phone: 'invalid' } })
}

/** The purpose with which the secret of embedded access is sealed: it cannot be opened for another purpose. */
export const embeddedSecretPurpose = 'secret of embedded access'

/**
 * Returns the secret with which other sites sign people in; undefined while the business unit has none, or does not allow embedded access.
 */
export async function embeddedAccessOf(
  db: Database,
  tenantId: string,
): Promise<{ sealed: Buffer; secretAt: Date } | undefined> {
  const found = await db
    .selectFrom('settings')
    .select(['embedded_secret_sealed as sealed', 'embedded_secret_at as secretAt'])
    .where('tenant_id', '=', tenantId)
    .where('embedded_access', '=', true)
    .executeTakeFirst()
  return found?.sealed && found.secretAt ? { sealed: found.sealed, secretAt: found.secretAt } : undefined
}

/**
 * Locks the settings of embedded access and returns the time at which the present secret was made; undefined while embedded access is not
 * allowed. A change of the settings waits for the caller's transaction.
 */
export async function lockEmbeddedAccess(db: Database, tenantId: string): Promise<Date | null | undefined> {
  const found = await db
    .selectFrom('settings')
    .select('embedded_secret_at')
    .where('tenant_id', '=', tenantId)
    .where('embedded_access', '=', true)
    .forShare()
    .executeTakeFirst()
  return found?.embedded_secret_at
}

// SQL of the sign-in. It runs before a session exists, with the platform's view of all tenants. Every statement therefore looks up
// exact keys.
import { defaultLanguage, type Language, languageOf } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { HostOwner } from '#platform/server/hosts.ts'

/**
 * Finds the person if the checked password is still theirs. The row stays locked until the session is committed. A concurrent change of the
 * password waits for that, and then ends this session with the others.
 */
export function findStillRight(db: Database, checked: { id: string; password_hash: string | null }) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', checked.id)
    .where('password_hash', '=', checked.password_hash)
    .where('auth_type', '=', 'password')
    .forShare()
    .executeTakeFirst()
}

export async function addPlatformStaff(
  db: Database,
  person: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email: person.email, name: person.name, password_hash: person.passwordHash, staff: 'a2m' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasPlatformStaff(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('staff', '=', 'a2m').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Returns the language of a host's sign-in page in a browser that has chosen none: that of its business unit, otherwise pt-BR. */
export async function defaultLanguageOf(db: Database, { tenantId }: HostOwner): Promise<Language> {
  if (tenantId === null) return defaultLanguage
  const unit = await db.selectFrom('tenants').select('default_language').where('id', '=', tenantId).executeTakeFirst()
  return unit ? languageOf(unit.default_language) : defaultLanguage
}

// A change with texts in several languages must have the one in the main language of the session's business unit.
// Next: platform/contract/main-texts.ts (the rule).
import { sql } from 'kysely'
import { defaultLanguage, type Language, languageOf } from '#catalogue/languages.ts'
import type { Call } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { textsFieldsOf, withoutMainText } from '#platform/contract/main-texts.ts'
import type { Database } from '../database/kysely.ts'

/** Reads the business unit only for a call that takes such texts. */
export async function requireMainTexts(db: Database, call: Call, input: unknown): Promise<void> {
  const fields = textsFieldsOf(call.input)
  if (fields.length === 0) return
  const missing = withoutMainText(fields, input, await mainLanguageOf(db))
  if (missing.length > 0)
    fail('call.invalid', { fields: Object.fromEntries(missing.map((name) => [name, 'required' as const])) })
}

/** The main language of the session: the default language of its business unit, and pt-BR outside of one. */
export async function mainLanguageOf(db: Database): Promise<Language> {
  const { rows } = await sql<{ language: string }>`
    select default_language as language from tenants where id = app.tenant_id()`.execute(db)
  return rows[0] ? languageOf(rows[0].language) : defaultLanguage
}

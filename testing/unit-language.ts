// The default language of a business unit, which is the main language of its texts (platform/contract/main-texts.ts).
import { onTestFinished } from 'vitest'
import { defaultLanguage, type Language } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { tenants } from './world.ts'

type Platform = { platform<T>(work: (db: Database) => Promise<T>): Promise<T> }

/** Gives Norte another default language until the test has finished. */
export async function speakInNorte({ platform }: Platform, language: Language): Promise<void> {
  const speak = (spoken: Language) =>
    platform((db) =>
      db.updateTable('tenants').set({ default_language: spoken }).where('id', '=', tenants.norte.id).execute(),
    )
  onTestFinished(async () => void (await speak(defaultLanguage)))
  await speak(language)
}

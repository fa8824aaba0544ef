// Phrases of a screen that stand beside its title: `people.users.title` has `people.users.purpose` and `people.users.synonyms`.
import type { i18n as I18n, ParseKeys } from 'i18next'

const keys = {
  /** One sentence about the purpose of the screen. */
  purpose: (prefix: string) => `${prefix}.purpose`,
  /** The same for staff outside of a business unit, where it differs. */
  purposeOfPartner: (prefix: string) => `${prefix}.purposeOfPartner`,
  /** Everyday words by which the search finds the screen, with commas between them. */
  synonyms: (prefix: string) => `${prefix}.synonyms`,
}

/** The phrase, or an empty text for a screen without one. */
export function besideLabel(
  { exists, t }: Pick<I18n, 'exists' | 't'>,
  label: ParseKeys,
  of: keyof typeof keys,
): string {
  const key = keys[of](label.slice(0, label.lastIndexOf('.')))
  return exists(key) ? t(key as ParseKeys) : ''
}

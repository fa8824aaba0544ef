// Phone numbers while they are typed. The table of all countries is large, so this file is loaded with the first phone field.
import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Language } from '#catalogue/languages.ts'

/** The country of a number that is typed without its code. */
const homes: Record<Language, CountryCode> = { 'pt-BR': 'BR', 'pt-PT': 'PT', 'en-US': 'US', es: 'ES' }

/** The number with the separators of its country. */
export const writtenPhone = (typed: string, language: Language): string => new AsYouType(homes[language]).input(typed)

/** The number as E.164; what is not a number of any country yet stays as it was typed, without separators. */
export const sentPhone = (typed: string, language: Language): string =>
  parsedPhone(typed, language)?.number ?? typed.replace(/[^\d+]/g, '')

/** The number in the international form, and its country. Null for what is not a number of any country. */
export function wholePhone(typed: string, language: Language): { text: string; country: string | undefined } | null {
  const number = parsedPhone(typed, language)
  return number ? { text: number.formatInternational(), country: number.country } : null
}

function parsedPhone(typed: string, language: Language) {
  const number = parsePhoneNumberFromString(typed, homes[language])
  return number?.isValid() ? number : null
}

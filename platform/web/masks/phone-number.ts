// Phone numbers while they are typed. The table of all countries is large, so this file is loaded with the first phone field.
import { AsYouType, type CountryCode } from 'libphonenumber-js/min'
import type { Language } from '#catalogue/languages.ts'
import { internationalPhone } from '#platform/contract/phone-number.ts'

export { phoneText, wholePhone } from '#platform/contract/phone-number.ts'

/** The country of a number that is typed without its code, where no business unit says it. */
export const homes: Record<Language, CountryCode> = { 'pt-BR': 'BR', 'pt-PT': 'PT', 'en-US': 'US', es: 'ES' }

/** The number with the separators of its country. */
export const writtenPhone = (typed: string, country: CountryCode): string => new AsYouType(country).input(typed)

/** The number as E.164; what is not a number of any country yet stays as it was typed, without separators. */
export const sentPhone = (typed: string, country: CountryCode): string =>
  internationalPhone(typed, country) ?? typed.replace(/[^\d+]/g, '')

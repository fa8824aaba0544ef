// Phone numbers as E.164: the code of the country and the number, such as +5511912345678. The server stores this form, and the browser
// displays it. The table of all countries is large: the browser loads this file with the first phone number and not before.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The number as E.164. `country`: that of a number without the code of a country. Null when no country has such a number. */
export const internationalPhone = (typed: string, country: CountryCode = 'BR'): string | null =>
  wholePhone(typed, country)?.stored ?? null

/** The number as E.164 and in the international form, with its country. Null for what is not a number of any country. */
export function wholePhone(
  typed: string,
  country: CountryCode,
): { stored: string; text: string; country: CountryCode | undefined } | null {
  // The parser throws and catches an error for an empty text, and an import has one in each row without a number.
  if (typed === '') return null
  const number = parsePhoneNumberFromString(typed, country)
  return number?.isValid()
    ? { stored: number.number, text: number.formatInternational(), country: number.country }
    : null
}

/** A stored number in the international form; one that is no number of any country is displayed as it is. */
export const phoneText = (stored: string): string =>
  (stored.startsWith('+') ? wholePhone(stored, 'BR')?.text : undefined) ?? stored

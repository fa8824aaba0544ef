// Phone numbers as E.164: the code of the country and the number, such as +5511912345678.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The number as E.164. One without the code of a country is of Brazil. Null when no country has such a number. */
export function internationalPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'BR')
  return number?.isValid() ? number.number : null
}

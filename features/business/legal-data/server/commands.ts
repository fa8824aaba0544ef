// Checks of legal data that need a library, for partners and clients alike.
import { fail } from '#platform/contract/failure.ts'
import { internationalPhone } from '#platform/contract/phone-number.ts'

/** The phone number as E.164. Fails at its field when no country has such a number. */
export const storedPhone = (typed: string | null): string | null =>
  typed === null
    ? null
    : (internationalPhone(typed) ?? fail('call.invalid', { fields: { commercial_phone: 'invalid' } }))

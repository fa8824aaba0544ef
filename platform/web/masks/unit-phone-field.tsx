// Input for a phone number of a person of the business unit: a number without the code of a country is of the unit's country.
import { phoneCountryOf } from '#catalogue/phone-countries.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { PhoneField, type PhoneFieldProps } from './phone-field.tsx'

export const UnitPhoneField = (input: Omit<PhoneFieldProps, 'country'>) => (
  <PhoneField {...input} country={phoneCountryOf(useSession().timezone)} />
)

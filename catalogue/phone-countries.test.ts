import { expect, it } from 'vitest'
import { phoneCountryOf } from './phone-countries.ts'

it.each([
  ['America/Sao_Paulo', 'BR'],
  ['America/Manaus', 'BR'],
  ['Europe/Lisbon', 'PT'],
  ['Atlantic/Madeira', 'PT'],
  ['America/Argentina/Cordoba', 'AR'],
  ['America/Indiana/Knox', 'US'],
  ['UTC', 'BR'],
])('the phone numbers of a unit in %s are of %s', (timezone, country) => expect(phoneCountryOf(timezone)).toBe(country))

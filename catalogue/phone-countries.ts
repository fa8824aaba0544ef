// The country of a business unit, by its time zone: phone numbers that are typed without the code of a country are numbers of this country.

/** The time zones of each country, without those that only repeat another one. A name that ends in `/` stands for all zones below it. */
const zones = {
  BR: 'America/Araguaina America/Bahia America/Belem America/Boa_Vista America/Campo_Grande America/Cuiaba America/Eirunepe America/Fortaleza America/Maceio America/Manaus America/Noronha America/Porto_Velho America/Recife America/Rio_Branco America/Santarem America/Sao_Paulo',
  PT: 'Europe/Lisbon Atlantic/Azores Atlantic/Madeira',
  ES: 'Europe/Madrid Atlantic/Canary Africa/Ceuta',
  US: 'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Detroit America/Boise America/Juneau America/Nome America/Indiana/ America/Kentucky/ America/North_Dakota/ Pacific/Honolulu',
  AR: 'America/Argentina/ America/Buenos_Aires',
  MX: 'America/Mexico_City America/Cancun America/Chihuahua America/Hermosillo America/Mazatlan America/Merida America/Monterrey America/Tijuana',
  CL: 'America/Santiago America/Punta_Arenas',
  CO: 'America/Bogota',
  PE: 'America/Lima',
  UY: 'America/Montevideo',
  PY: 'America/Asuncion',
  BO: 'America/La_Paz',
  EC: 'America/Guayaquil',
  VE: 'America/Caracas',
  PA: 'America/Panama',
  CR: 'America/Costa_Rica',
  GT: 'America/Guatemala',
  SV: 'America/El_Salvador',
  HN: 'America/Tegucigalpa',
  NI: 'America/Managua',
  DO: 'America/Santo_Domingo',
  AO: 'Africa/Luanda',
  MZ: 'Africa/Maputo',
  CV: 'Atlantic/Cape_Verde',
} as const

export type PhoneCountry = keyof typeof zones
export const phoneCountries = Object.keys(zones) as PhoneCountry[]

/** The country of the numbers of a business unit. In any other time zone it is Brazil, where a number of another country has its code. */
export function phoneCountryOf(timezone: string): PhoneCountry {
  const isThere = (country: PhoneCountry) =>
    zones[country].split(' ').some((zone) => (zone.endsWith('/') ? timezone.startsWith(zone) : timezone === zone))
  return phoneCountries.find(isThere) ?? 'BR'
}

// Public holidays of countries and their regions. The library has 7 MB of data, so only the calls and the job that need it load it.
import { languages, type Language } from '#catalogue/languages.ts'

export type Holiday = { day: string; name: string }

const library = async () => (await import('date-holidays')).default

/** The codes of the countries whose holidays are known. */
export async function countries(): Promise<string[]> {
  const Holidays = await library()
  return Object.keys(new Holidays().getCountries()).toSorted()
}

/** The regions of a country by their codes; empty for a country without own holidays of regions, or an unknown one. */
export async function regionsOf(country: string): Promise<{ value: string; label: string }[]> {
  const Holidays = await library()
  const regions: Record<string, string> | undefined = new Holidays().getStates(country)
  return Object.entries(regions ?? {})
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

/** Whether the holidays of the place are known. */
export async function isKnownPlace(country: string, region: string | null): Promise<boolean> {
  if (!(await countries()).includes(country)) return false
  return region === null || (await regionsOf(country)).some(({ value }) => value === region)
}

/** The public holidays of the years, with their names in a language where the library has them. */
export async function publicHolidays(
  { country, region }: { country: string; region: string | null },
  years: readonly number[],
  language: Language = languages[0],
): Promise<Holiday[]> {
  const Holidays = await library()
  const calendar = region === null ? new Holidays(country) : new Holidays(country, region)
  const found = new Map<string, string>()
  for (const year of years) {
    for (const { date, start, end, name, type } of calendar.getHolidays(year, language.slice(0, 2))) {
      if (type !== 'public') continue
      // `date` is a local time. A holiday that begins at sunset is one of the next day.
      const first = Date.parse(`${date.slice(0, 10)}T00:00Z`) + (Number(date.slice(11, 13)) >= 12 ? dayMs : 0)
      const length = Math.max(Math.round((end.getTime() - start.getTime()) / dayMs), 1)
      for (let index = 0; index < length; index++) {
        found.set(new Date(first + index * dayMs).toISOString().slice(0, 10), name)
      }
    }
  }
  return [...found].map(([day, name]) => ({ day, name })).toSorted((one, other) => one.day.localeCompare(other.day))
}

const dayMs = 86_400_000

import { expect, it } from 'vitest'
import { countries, isKnownPlace, publicHolidays, regionsOf } from './holidays.ts'

it('names the public holidays of a country and of its region', async () => {
  const daysOf = async (country: string, region: string | null) =>
    (await publicHolidays({ country, region }, [2026])).map(({ day }) => day)
  const brazil = await daysOf('BR', null)
  expect(brazil).toEqual(expect.arrayContaining(['2026-01-01', '2026-04-21', '2026-09-07', '2026-11-20', '2026-12-25']))
  expect(brazil).not.toContain('2026-07-09')
  expect(await daysOf('BR', 'SP')).toContain('2026-07-09')
  expect(await daysOf('PT', null)).toContain('2026-06-10')
})

it('knows the countries of the portal, and refuses a place that no list has', async () => {
  expect(await countries()).toEqual(expect.arrayContaining(['BR', 'PT', 'ES', 'US', 'MX']))
  expect((await regionsOf('BR')).map(({ value }) => value)).toEqual(expect.arrayContaining(['SP', 'RJ', 'DF']))
  expect(await regionsOf('ZZ')).toEqual([])
  expect([await isKnownPlace('BR', 'SP'), await isKnownPlace('BR', 'XX'), await isKnownPlace('ZZ', null)]).toEqual([
    true,
    false,
    false,
  ])
})

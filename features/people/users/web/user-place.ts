/** Paths of the pages on which people are imported from a file, and people of another business unit are added. */
export const importPath = '/user/import'
export const fromUnitsPath = '/user/units'

export const userPlace = { phrasePrefix: 'people.users', path: '/user' } as const

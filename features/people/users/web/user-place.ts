/** Paths of the pages that invite several people, import people from a file, and add people of another business unit. */
export const invitePath = '/user/invite'
export const importPath = '/user/import'
export const fromUnitsPath = '/user/units'

export const userPlace = { phrasePrefix: 'people.users', path: '/user' } as const

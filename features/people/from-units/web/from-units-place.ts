/** Where people of another business unit are added. */
export const fromUnitsPath = '/user/units'

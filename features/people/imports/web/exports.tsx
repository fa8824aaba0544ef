/** Where people are imported from a file. */
export const importPath = '/user/import'

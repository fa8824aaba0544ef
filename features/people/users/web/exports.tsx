// Where other nouns add people.
export { fromUnitsPath, importPath } from './user-place.ts'

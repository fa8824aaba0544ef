// Queries on the second factor of a person for the sign-in, and the step that it requires.
export { factorStep } from './rules.ts'
export { standingOf } from './store.ts'

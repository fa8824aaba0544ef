// Questions of a sign-in about the second factor of a person, and which step it makes due.
export { factorStep } from './rules.ts'
export { standingOf } from './store.ts'

// Questions of a sign-in about a password.
export { changeDue } from './rules.ts'

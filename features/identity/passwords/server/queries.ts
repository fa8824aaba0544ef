// Queries on passwords for the sign-in.
export { changeDue } from './rules.ts'

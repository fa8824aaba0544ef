// The closing texts of the built-in mails, for other nouns.
export { mailEnds } from './built-in-mails.ts'

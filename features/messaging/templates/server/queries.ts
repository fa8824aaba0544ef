// The ends of the product's own mails, for other nouns.
export { mailEnds } from './built-in-mails.ts'

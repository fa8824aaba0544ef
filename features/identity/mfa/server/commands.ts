// Commands for other nouns: the second step of a sign-in, and the mails about a changed second factor.
export { writeTwoFactorMail } from './mails.ts'
export { offerSecondStep, offerSetUp, passwordMarkOf } from './pending-sign-in.ts'

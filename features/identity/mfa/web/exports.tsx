// Components for other nouns: the second step of a sign-in, the sign-in with a passkey, and the section of the profile page.
export { type CodeDue, CodeStep } from './two-factor-lazy-code-step.tsx'
export { PasskeySignIn } from './two-factor-passkey-sign-in.tsx'
export { TwoFactorSection } from './two-factor-section.tsx'

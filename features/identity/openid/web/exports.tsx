// The buttons of OpenID providers, for the sign-in page.
export { OpenidButtons } from './openid-buttons.tsx'

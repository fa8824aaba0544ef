// The way into OpenID providers, for the sign-in page.
export { OpenidButtons } from './openid-buttons.tsx'

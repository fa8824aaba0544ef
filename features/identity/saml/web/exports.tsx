// The buttons of SAML providers, for the sign-in page.
export { SamlButtons } from './saml-buttons.tsx'

// The way into SAML providers, for the sign-in page.
export { SamlButtons } from './saml-buttons.tsx'

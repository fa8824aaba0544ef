// The fields that the forms of SAML and OpenID providers share.
export { noAttributes, ProviderAttributes } from './provider-attributes.tsx'

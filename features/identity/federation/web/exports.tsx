// What SAML and OpenID providers share: fields of their forms, the switch of their lists, and the buttons of the sign-in page.
export { noAttributes, ProviderAttributes } from './provider-attributes.tsx'
export { ProviderButtons } from './provider-buttons.tsx'
export { ProviderSwitch } from './provider-switch.tsx'

// Reads the facts of a person from the attributes of an assertion. Pure functions.
import { email as emailShape, text } from '#catalogue/fields.ts'
import type { Verified } from '#platform/server/saml/response.ts'
import type { Facts } from '#features/identity/federation/server/commands.ts'
import type { AttributeNames } from '../contract.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Usual attribute names of Entra ID, Okta, Google and Keycloak, tried when the app names none. */
const usual = {
  email: [`${claims}/emailaddress`, 'email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'],
  name: ['http://schemas.microsoft.com/identity/claims/displayname', 'displayName', 'name', 'cn', `${claims}/name`],
}

export function factsOf({ subject, attributes }: Verified, names: AttributeNames): Facts {
  const first = (attributeName: string, others: readonly string[]) =>
    (attributeName ? [attributeName] : others).map((name) => attributes.get(name)?.[0]).find((value) => value) ?? null
  const custom = Object.entries(names.custom).flatMap(([id, name]) => {
    const value = attributes.get(name)?.[0]
    return value ? [[id, value.slice(0, 500)] as const] : []
  })
  return {
    email: emailShape().safeParse(first(names.email, usual.email) ?? subject).data ?? null,
    // The signature covers the whole assertion, and the business unit trusts its provider, so the e-mail counts as proven.
    isProven: true,
    mayLink: true,
    name: text(120).safeParse(first(names.nome_usuario, usual.name)).data ?? null,
    groups: names.groups ? (attributes.get(names.groups) ?? []).slice(0, 500) : null,
    custom: Object.fromEntries(custom),
  }
}

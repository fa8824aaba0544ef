// Metadata (SAML 2.0 Metadata, sections 2.4.3 and 2.4.4): reads those of an identity provider, and writes ours.
import { certificateOf } from './certificate.ts'
import { childNamed, childrenNamed, escapeXml, requiredChild, namespaces, parseXml, refuse, textOf } from './xml.ts'

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/** The URIs of the formats by their short names. */
export const nameIdUris = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
} as const
export type NameIdFormat = keyof typeof nameIdUris

export type ProviderMetadata = {
  entity_id: string
  login_url: string
  logout_url: string | null
  certificates: string[]
  name_id_format: NameIdFormat
}

/** Reads the metadata of one identity provider. Throws a SamlFault that names the bad element. */
export function readMetadata(text: string, maxCertificates: number): ProviderMetadata {
  const root = parseXml(text)
  const { metadata, signature } = namespaces
  if (root.namespaceURI !== metadata || root.localName !== 'EntityDescriptor') refuse('EntityDescriptor')
  const provider = childNamed(root, metadata, 'IDPSSODescriptor') ?? refuse('IDPSSODescriptor')
  const locations = (name: string) =>
    childrenNamed(provider, metadata, name)
      .filter((service) => service.getAttribute('Binding') === redirectBinding)
      .map((service) => service.getAttribute('Location') ?? '')
      .filter((location) => URL.canParse(location) && new URL(location).protocol === 'https:')
  const certificates = childrenNamed(provider, metadata, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => childrenNamed(requiredChild(key, signature, 'KeyInfo'), signature, 'X509Data'))
    .flatMap((data) => childrenNamed(data, signature, 'X509Certificate'))
    .map((certificate) => certificateOf(textOf(certificate)) ?? refuse('X509Certificate'))
  if (certificates.length === 0) refuse('KeyDescriptor')
  const formats = childrenNamed(provider, metadata, 'NameIDFormat').map(textOf)
  const order = ['persistent', 'emailAddress'] as const
  return {
    entity_id: root.getAttribute('entityID') || refuse('entityID'),
    login_url: locations('SingleSignOnService')[0] ?? refuse('SingleSignOnService'),
    logout_url: locations('SingleLogoutService')[0] ?? null,
    certificates: [...new Set(certificates)].slice(0, maxCertificates),
    name_id_format: order.find((format) => formats.includes(nameIdUris[format])) ?? 'unspecified',
  }
}

export type OurMetadata = { entityId: string; acsUrl: string; sloUrl: string; format: NameIdFormat }

/** Our metadata: `entityId` is our name, `acsUrl` where we take answers, `sloUrl` where the browser returns after a sign-out. */
export const writeMetadata = ({ entityId, acsUrl, sloUrl, format }: OurMetadata): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${escapeXml(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
    <SingleLogoutService Binding="${redirectBinding}" Location="${escapeXml(sloUrl)}"/>
    <NameIDFormat>${nameIdUris[format]}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${postBinding}" Location="${escapeXml(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`

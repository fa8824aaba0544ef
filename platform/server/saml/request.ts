// The request that leads a browser to an identity provider (SAML 2.0 Bindings, section 3.4: HTTP Redirect).
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type NameIdFormat, nameIdUris } from './metadata.ts'
import { escapeXml, namespaces } from './xml.ts'

/** An id with 128 random bits. It begins with a letter or underscore, as XML asks. */
export const makeRequestId = (): string => `_${randomBytes(16).toString('hex')}`

export type AuthnRequest = {
  id: string
  loginUrl: string
  entityId: string
  acsUrl: string
  format: NameIdFormat
  now: Date
}

/** The address at the identity provider, with the request in it. */
export function addressOfRequest({ id, loginUrl, entityId, acsUrl, format, now }: AuthnRequest): string {
  const request = `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(loginUrl)}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"><saml:Issuer>${escapeXml(entityId)}</saml:Issuer><samlp:NameIDPolicy Format="${nameIdUris[format]}" AllowCreate="true"/></samlp:AuthnRequest>`
  const url = new URL(loginUrl)
  url.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'))
  return url.href
}

// The requests that lead a browser to an identity provider (SAML 2.0 Bindings, section 3.4: HTTP Redirect).
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type NameIdFormat, nameIdUris } from './metadata.ts'
import type { ProviderSession } from './response.ts'
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

/** The address at the identity provider, with the request for a sign-in in it. */
export function addressOfRequest({ id, loginUrl, entityId, acsUrl, format, now }: AuthnRequest): string {
  const request = `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(loginUrl)}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"><saml:Issuer>${escapeXml(entityId)}</saml:Issuer><samlp:NameIDPolicy Format="${nameIdUris[format]}" AllowCreate="true"/></samlp:AuthnRequest>`
  return addressWith(loginUrl, request)
}

/** `session`: as the assertion named it, with its subject. */
export type LogoutRequest = {
  id: string
  logoutUrl: string
  entityId: string
  subject: string
  session: ProviderSession
  now: Date
}

/** The time in which an identity provider may act on a request for sign-out. */
const logoutMs = 300_000

/** The address at the identity provider, with the request for a sign-out in it (SAML 2.0 Core, section 3.7.1). */
export function addressOfLogout({ id, logoutUrl, entityId, subject, session, now }: LogoutRequest): string {
  const { format, nameQualifier, spNameQualifier, sessionIndex } = session
  const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${escapeXml(value)}"`)
  const nameId = `<saml:NameID${attribute('NameQualifier', nameQualifier)}${attribute('SPNameQualifier', spNameQualifier)}${attribute('Format', format)}>${escapeXml(subject)}</saml:NameID>`
  const index = sessionIndex === null ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`
  const until = new Date(now.getTime() + logoutMs)
  const request = `<samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" NotOnOrAfter="${until.toISOString()}" Destination="${escapeXml(logoutUrl)}"><saml:Issuer>${escapeXml(entityId)}</saml:Issuer>${nameId}${index}</samlp:LogoutRequest>`
  return addressWith(logoutUrl, request)
}

function addressWith(address: string, request: string): string {
  const url = new URL(address)
  url.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'))
  return url.href
}

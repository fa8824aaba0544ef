// Verifies a SAML response (SAML 2.0 Core and Bindings; Web Browser SSO profile, section 4.1.4). Facts are read from the canonical text
// that a pinned key has signed, never from the message around it, so a wrapped assertion says nothing (S1, S2).
import { type Element, XMLSerializer } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import {
  allBelow,
  childNamed,
  childrenNamed,
  longestXml,
  requiredChild,
  namespaces,
  parseXml,
  refuse,
  textOf,
} from './xml.ts'

const { assertion: assertionNs, protocol, signature: signatureNs } = namespaces

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const signatureMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const skewMs = 120_000

/** The expected values of a response. `inResponseTo`: the id of our request; null accepts only a response that names no request. */
export type Expected = {
  issuer: string
  certificates: readonly string[]
  audience: string
  acsUrl: string
  inResponseTo: string | null
  now: Date
}

/** The attributes of the NameID, and the session at the identity provider. */
export type ProviderSession = {
  format: string | null
  nameQualifier: string | null
  spNameQualifier: string | null
  sessionIndex: string | null
}

export type Verified = {
  assertionId: string
  /** The assertion is refused after this time, so its id need not be remembered longer. */
  expires: Date
  subject: string
  /** What a request for sign-out repeats beside the subject. */
  session: ProviderSession
  /** Values by attribute name. */
  attributes: Map<string, string[]>
}

/** The message of a form field. Throws a SamlFault. */
export function decodeResponse(field: string): string {
  if (field.length > longestXml * 2) refuse('too large')
  const base64 = field.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) refuse('not base64')
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** The issuer that the response names. It is not verified: it only selects the keys that verify the response. */
export function issuerOf(text: string): string {
  const response = rootOf(text)
  const assertion = childNamed(response, assertionNs, 'Assertion') ?? refuse('no Assertion')
  return textOf(requiredChild(assertion, assertionNs, 'Issuer'))
}

function rootOf(text: string): Element {
  const root = parseXml(text)
  if (root.namespaceURI !== protocol || root.localName !== 'Response') refuse('no Response')
  return root
}

/** Verifies a response. Throws a SamlFault with the reason. */
export function verifyResponse(text: string, expected: Expected): Verified {
  const response = rootOf(text)
  const outer = onlyAssertion(response)
  const signed = [response, outer].flatMap((element) => {
    const signature = childNamed(element, signatureNs, 'Signature')
    return signature ? [{ element, content: signedContent(text, element, signature, expected.certificates) }] : []
  })
  const [first] = signed
  if (!first) refuse('unsigned')
  validateResponse(
    response,
    expected,
    signed.some(({ element }) => element === response),
  )
  const root = parseXml(first.content)
  const assertion = root.localName === 'Response' ? onlyAssertion(root) : root
  if (assertion.namespaceURI !== assertionNs || assertion.localName !== 'Assertion') refuse('no signed Assertion')
  return validateAssertion(assertion, expected)
}

/** Exactly one assertion in the whole message, below the response, and no id and no signature that could be taken for another. */
function onlyAssertion(response: Element): Element {
  const all = allBelow(response)
  const ids = all.flatMap((element) => ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) || []))
  if (new Set(ids).size < ids.length) refuse('an id twice')
  if (all.some(({ localName }) => localName === 'EncryptedAssertion' || localName === 'Object'))
    refuse('encrypted or embedded')
  const [assertion, other] = all.filter(({ localName }) => localName === 'Assertion')
  if (!assertion || other || assertion.parentNode !== response || assertion.namespaceURI !== assertionNs)
    refuse('not exactly one Assertion')
  const signatures = all.filter(({ localName }) => localName === 'Signature')
  if (signatures.some(({ parentNode }) => parentNode !== response && parentNode !== assertion))
    refuse('stray Signature')
  return assertion
}

/** The canonical text that the signature of this element covers. */
function signedContent(text: string, element: Element, signature: Element, certificates: readonly string[]): string {
  const info = requiredChild(signature, signatureNs, 'SignedInfo')
  const reference = requiredChild(info, signatureNs, 'Reference')
  const algorithm = (parent: Element, name: string) =>
    requiredChild(parent, signatureNs, name).getAttribute('Algorithm') ?? ''
  if (!element.getAttribute('ID') || reference.getAttribute('URI') !== `#${element.getAttribute('ID')}`)
    refuse('Reference to another element')
  if (!signatureMethods.includes(algorithm(info, 'SignatureMethod'))) refuse('SignatureMethod')
  if (!digestMethods.includes(algorithm(reference, 'DigestMethod'))) refuse('DigestMethod')
  if (algorithm(info, 'CanonicalizationMethod') !== exclusive) refuse('CanonicalizationMethod')
  const transforms = childrenNamed(requiredChild(reference, signatureNs, 'Transforms'), signatureNs, 'Transform').map(
    (transform) => transform.getAttribute('Algorithm'),
  )
  if (transforms.length !== 2 || transforms[0] !== enveloped || transforms[1] !== exclusive) refuse('Transforms')
  textOf(requiredChild(reference, signatureNs, 'DigestValue'))
  if (textOf(requiredChild(signature, signatureNs, 'SignatureValue')) === '') refuse('SignatureValue')
  const xml = new XMLSerializer().serializeToString(signature)
  for (const publicCert of certificates) {
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null })
    check.loadSignature(xml)
    if (isRight(check, text)) {
      const [content, other] = check.getSignedReferences()
      return content === undefined || other !== undefined ? refuse('signed references') : content
    }
  }
  return refuse('signature of no known key')
}

function isRight(check: SignedXml, text: string): boolean {
  try {
    return check.checkSignature(text)
  } catch {
    return false
  }
}

const instantOf = (element: Element, name: string): number | null => {
  const value = element.getAttribute(name)
  if (!value) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? refuse(name) : at
}

function validateResponse(response: Element, { acsUrl, issuer, inResponseTo }: Expected, isSigned: boolean): void {
  if (response.getAttribute('Version') !== '2.0') refuse('Version')
  const status = requiredChild(requiredChild(response, protocol, 'Status'), protocol, 'StatusCode').getAttribute(
    'Value',
  )
  if (status !== success) refuse(`Status ${status}`)
  const destination = response.getAttribute('Destination')
  if (destination ? destination !== acsUrl : isSigned) refuse('Destination')
  const by = childNamed(response, assertionNs, 'Issuer')
  if (by && textOf(by) !== issuer) refuse('Issuer of the response')
  if ((response.getAttribute('InResponseTo') || null) !== inResponseTo) refuse('InResponseTo')
}

function validateAssertion(assertion: Element, expected: Expected): Verified {
  const { issuer, audience, acsUrl, inResponseTo } = expected
  const now = expected.now.getTime()
  if (assertion.getAttribute('Version') !== '2.0') refuse('Version')
  if (textOf(requiredChild(assertion, assertionNs, 'Issuer')) !== issuer) refuse('Issuer')
  const isWithin = (element: Element) =>
    now + skewMs >= (instantOf(element, 'NotBefore') ?? 0) && now - skewMs < (instantOf(element, 'NotOnOrAfter') ?? 0)

  const conditions = requiredChild(assertion, assertionNs, 'Conditions')
  if (!isWithin(conditions)) refuse('Conditions')
  const restrictions = childrenNamed(conditions, assertionNs, 'AudienceRestriction')
  const isForUs = (restriction: Element) =>
    childrenNamed(restriction, assertionNs, 'Audience').some((name) => textOf(name) === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) refuse('Audience')

  const subject = requiredChild(assertion, assertionNs, 'Subject')
  const nameId = requiredChild(subject, assertionNs, 'NameID')
  const name = textOf(nameId)
  if (name === '' || name.length > 255) refuse('NameID')
  const confirmations = childrenNamed(subject, assertionNs, 'SubjectConfirmation')
    .filter((confirmation) => confirmation.getAttribute('Method') === bearer)
    .map((confirmation) => requiredChild(confirmation, assertionNs, 'SubjectConfirmationData'))
    .filter(
      (data) =>
        isWithin(data) &&
        data.getAttribute('Recipient') === acsUrl &&
        (data.getAttribute('InResponseTo') || null) === inResponseTo,
    )
  const [confirmed] = confirmations
  if (!confirmed) refuse('SubjectConfirmation')

  const statements = childrenNamed(assertion, assertionNs, 'AuthnStatement')
  if (statements.length === 0) refuse('AuthnStatement')
  if (statements.some((statement) => (instantOf(statement, 'SessionNotOnOrAfter') ?? Infinity) <= now - skewMs))
    refuse('SessionNotOnOrAfter')
  const [statement] = statements
  const until = Math.max(instantOf(conditions, 'NotOnOrAfter') ?? 0, instantOf(confirmed, 'NotOnOrAfter') ?? 0)
  return {
    assertionId: assertion.getAttribute('ID') || refuse('ID'),
    expires: new Date(until + skewMs),
    subject: name,
    session: {
      format: shortAttribute(nameId, 'Format'),
      nameQualifier: shortAttribute(nameId, 'NameQualifier'),
      spNameQualifier: shortAttribute(nameId, 'SPNameQualifier'),
      sessionIndex: statement ? shortAttribute(statement, 'SessionIndex') : null,
    },
    attributes: attributesOf(assertion),
  }
}

const shortAttribute = (element: Element, name: string): string | null => {
  const value = element.getAttribute(name) || null
  return value !== null && value.length > 500 ? refuse(name) : value
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const statement of childrenNamed(assertion, assertionNs, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, assertionNs, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? ''
      const values = childrenNamed(attribute, assertionNs, 'AttributeValue').map(textOf)
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return found
}

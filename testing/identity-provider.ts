// An identity provider of our own: it has its own keys, writes metadata and signs SAML responses: valid ones, and those with
// a fault that a test chooses.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignedXml } from 'xml-crypto'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** A key pair with a self-signed certificate. */
export function makeKeys(bits = 2048): { privateKey: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { privateKey: pem, certificate: certificateFor(publicKey, privateKey) }
}

/** A DER element (X.690): tag, length, content. */
function der(tag: number, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)))
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

function certificateFor(publicKey: KeyObject, privateKey: KeyObject): string {
  const sha256WithRsa = der(0x30, der(0x06, '2a864886f70d01010b'), der(0x05))
  const name = der(0x30, der(0x31, der(0x30, der(0x06, '550403'), der(0x0c, Buffer.from('idp.example')))))
  const time = (text: string) => der(0x17, Buffer.from(text))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const validity = der(0x30, time('250101000000Z'), time('450101000000Z'))
  const signed = der(0x30, der(0xa0, der(0x02, '02')), der(0x02, '01'), sha256WithRsa, name, validity, name, spki)
  const signature = createSign('sha256').update(signed).sign(privateKey)
  const bytes = der(0x30, signed, sha256WithRsa, der(0x03, '00', signature))
  return `-----BEGIN CERTIFICATE-----\n${bytes
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----`
}

const keys = makeKeys()
/** The certificate of the provider of this process. */
export const certificate = keys.certificate

export const entityId = 'https://idp.example/metadata'

export const providerMetadata = (pem = certificate): string =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replace(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo>
</KeyDescriptor><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</IDPSSODescriptor></EntityDescriptor>`

/** The content of a response. Every field may be wrong; null leaves the element or attribute out. */
export type Said = {
  acsUrl: string
  audience: string | null
  inResponseTo: string | null
  subject: string
  attributes?: Record<string, string | string[]>
  issuer?: string
  responseIssuer?: string
  destination?: string | null
  recipient?: string | null
  confirmedFor?: string | null
  method?: string
  status?: string
  notBefore?: Date | null
  notOnOrAfter?: Date | null
  confirmedUntil?: Date | null
  sessionUntil?: Date
  assertionId?: string
  responseId?: string
  version?: string
  withAuthn?: boolean
  sessionIndex?: string
  /** Attributes of the NameID, as XML. */
  nameId?: string
}

const attribute = (name: string, value: string | null | undefined) =>
  value === null || value === undefined ? '' : ` ${name}="${value}"`

let made = 0
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** The unsigned response. */
export function responseOf(said: Said): string {
  const id = said.assertionId ?? `_a${Date.now()}${++made}`
  const {
    issuer = entityId,
    destination = said.acsUrl,
    recipient = said.acsUrl,
    confirmedFor = said.inResponseTo,
    status = 'urn:oasis:names:tc:SAML:2.0:status:Success',
    method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    notBefore = inMinutes(-1),
    notOnOrAfter = inMinutes(5),
    confirmedUntil = inMinutes(5),
    version = '2.0',
  } = said
  const now = new Date().toISOString()
  const values = Object.entries(said.attributes ?? {})
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}">${[value]
          .flat()
          .map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    )
    .join('')
  const authn = `<saml:AuthnStatement AuthnInstant="${now}"${attribute('SessionIndex', said.sessionIndex)}${attribute('SessionNotOnOrAfter', said.sessionUntil?.toISOString())}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="${version}" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID${said.nameId ?? ''}>${said.subject}</saml:NameID><saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData${attribute('InResponseTo', confirmedFor)}${attribute('Recipient', recipient)}${attribute('NotOnOrAfter', confirmedUntil?.toISOString())}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions${attribute('NotBefore', notBefore?.toISOString())}${attribute('NotOnOrAfter', notOnOrAfter?.toISOString())}>${said.audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>`}</saml:Conditions>${said.withAuthn === false ? '' : authn}${values ? `<saml:AttributeStatement>${values}</saml:AttributeStatement>` : ''}</saml:Assertion>`
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${said.responseId ?? `_r${Date.now()}${++made}`}" Version="2.0" IssueInstant="${now}"${attribute('Destination', destination)}${attribute('InResponseTo', said.inResponseTo)}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.responseIssuer ?? issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`
}

export type Signing = {
  what?: 'Assertion' | 'Response'
  privateKey?: string
  /** Shown in KeyInfo, which a careful reader ignores. */
  certificate?: string
  signatureAlgorithm?: string
  digestAlgorithm?: string
  transforms?: string[]
}

/** Signs the assertion, or the whole response. */
export function sign(xml: string, signing: Signing = {}): string {
  const what = signing.what ?? 'Assertion'
  const signed = new SignedXml({
    privateKey: signing.privateKey ?? keys.privateKey,
    publicCert: signing.certificate ?? certificate,
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm: signing.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  })
  const xpath = `//*[local-name(.)='${what}']`
  signed.addReference({
    xpath,
    digestAlgorithm: signing.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: signing.transforms ?? [enveloped, exclusive],
  })
  const reference = `${xpath}/*[local-name(.)='Issuer']`
  signed.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } })
  return signed.getSignedXml()
}

export const encoded = (xml: string): string => Buffer.from(xml).toString('base64')

// A self-signed certificate for TLS tests, made with Node only, so that no external tool is needed.
// X.509 (RFC 5280) in DER, with the fields that a client requires.
import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const hex = (tag: number, bytes: string) => der(tag, Buffer.from(bytes, 'hex'))

const ecdsaWithSha256 = sequence(hex(0x06, '2a8648ce3d040302'))
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
const hourMs = 3_600_000

const extension = (oid: string, value: Buffer) => sequence(hex(0x06, oid), der(0x04, value))

/** Key and certificate as PEM, valid for one hour for these DNS names. A client must be configured to trust it. */
export function makeCertificate(...names: string[]): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const content = contentOf(names, publicKey)
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function contentOf(names: string[], publicKey: KeyObject): Buffer {
  const serial = randomBytes(8)
  serial[0] = 1
  const commonName = sequence(hex(0x06, '550403'), der(0x0c, Buffer.from(names[0] ?? 'test')))
  const subject = sequence(der(0x31, commonName))
  const alternatives = sequence(...names.map((name) => der(0x82, Buffer.from(name))))
  const extensions = sequence(
    extension('551d13', sequence(hex(0x01, 'ff'))), // Self-signed, so it is a certificate authority.
    extension('551d11', alternatives),
  )
  return sequence(
    der(0xa0, hex(0x02, '02')),
    der(0x02, serial),
    ecdsaWithSha256,
    subject,
    sequence(time(Date.now() - hourMs), time(Date.now() + hourMs)),
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, extensions),
  )
}

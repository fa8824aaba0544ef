// Certificates of identity providers. Only their key counts: SAML metadata pin a key, and its dates and issuer say nothing.
import { X509Certificate } from 'node:crypto'

const leastBits = 2048

/** The certificate as PEM, from PEM or the bare base64 of metadata; null unless it holds an RSA key of at least 2048 bits. */
export function certificateOf(text: string): string | null {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    const { publicKey } = new X509Certificate(Buffer.from(base64, 'base64'))
    if (publicKey.asymmetricKeyType !== 'rsa') return null
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits) return null
  } catch {
    return null
  }
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----`
}

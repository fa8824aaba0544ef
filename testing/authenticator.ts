// An authenticator app and a passkey of a person, in software, for tests (RFC 6238; WebAuthn, level 3).
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The code of an app, `steps` steps of 30 s from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that is valid at no step near now. */
export function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '666666'
}

type Where = { host: string; origin: string }
type Signing = Partial<Where> & { verified?: boolean; present?: boolean; type?: string }

/** A passkey of a host: answers challenges as a browser does. `verified`: the person proved themself to the device. */
export function newPasskey({ host, origin }: Where) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const dataOf = (rpId: string, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested])
  }
  const clientData = (challenge: string, type: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const flagsOf = ({ verified = true, present = true }: Signing) => (present ? 1 : 0) | (verified ? 4 : 0)
  const name = id.toString('base64url')
  return {
    id: name,
    /** A registration response with attestation `none`. */
    register(challenge: string, signing: Signing = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const data = dataOf(signing.host ?? host, flagsOf(signing) | 0x40, attested)
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x59]),
        size,
        data,
      ])
      return {
        id: name,
        rawId: name,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData(challenge, signing.type ?? 'webauthn.create', signing.origin ?? origin).toString(
            'base64url',
          ),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** An authentication response. */
    sign(challenge: string, signing: Signing = {}) {
      counter += 1
      const data = dataOf(signing.host ?? host, flagsOf(signing))
      const client = clientData(challenge, signing.type ?? 'webauthn.get', signing.origin ?? origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey)
      return {
        id: name,
        rawId: name,
        type: 'public-key' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    /** A copied authenticator begins with an older counter. */
    rewind: () => (counter = 0),
  }
}

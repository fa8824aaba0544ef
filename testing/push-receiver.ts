// A push service and a browser for tests: an HTTP server that stores what it gets, and the keys that decrypt it (RFC 8188, RFC 8291).
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

export type PushReceiver = {
  origin: string
  received: Received[]
  /** The status of the next answers. */
  answer(status: number): void
  /** A browser with keys of its own, subscribed at `path`. */
  subscribe(path: string): TestBrowser
  close(): Promise<void>
}

export type TestBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** Decrypts with the private key of the browser. */
  decrypt(body: Buffer): unknown
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const received: Received[] = []
  let status = 201
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const origin = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  return {
    origin,
    received,
    answer: (next) => void (status = next),
    subscribe: (path) => createTestBrowser(`${origin}${path}`),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export function createTestBrowser(endpoint: string): TestBrowser {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint,
    p256dh: own.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  }
  const decrypt = (body: Buffer): unknown => {
    const salt = body.subarray(0, 16)
    const keyLength = body[20] ?? 0
    const sender = body.subarray(21, 21 + keyLength)
    const content = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
    const input = derive(auth, own.computeSecret(sender), info, 32)
    const key = derive(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
    const plain = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
    // The last record ends with the byte 2 and zeros.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as unknown
  }
  return { subscription, decrypt }
}

/** HKDF with one block (RFC 5869). */
function derive(salt: Buffer, input: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(input).digest()
  return createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
}

/** Reads the signed claims of a push (RFC 8292), after a check of the signature with the public key that the header names. */
export function claimsOf(headers: IncomingHttpHeaders): { publicKey: string; claims: Record<string, unknown> } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature of a push is wrong')
  return {
    publicKey,
    claims: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>,
  }
}

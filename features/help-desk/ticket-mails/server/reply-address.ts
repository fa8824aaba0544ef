// Signed addresses of replies. A token names a code (table `ticket_reply_codes`), with a signature of the installation. It has letters in
// lower case and digits only, because mail programs change the case of addresses.
import { randomBytes } from 'node:crypto'
import type { MailIn } from '#platform/server/config.ts'
import type { Secrets } from '#platform/server/secrets.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** 80 bits each: 16 letters of five bits. */
const codeBytes = 10
const codeLength = 16

/** Base32 of RFC 4648 in lower case, of bytes without a remainder. */
function base32(bytes: Uint8Array): string {
  let [text, value, bits] = ['', 0, 0]
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31] ?? ''
    value &= 31
  }
  return text
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const letter of text) {
    value = (value << 5) | alphabet.indexOf(letter)
    bits += 5
    if (bits >= 8) {
      bytes.push((value >>> (bits - 8)) & 255)
      bits -= 8
    }
    value &= 255
  }
  return Uint8Array.from(bytes)
}

export const newCode = (): string => base32(randomBytes(codeBytes))

const signedText = (code: string) => `ticket reply ${code}`

/** The token of a code: the code and its signature. */
export function tokenOf(code: string, secrets: Pick<Secrets, 'sign'>): string {
  const signature = Buffer.from(secrets.sign(signedText(code)), 'base64url')
  return `${code}${base32(signature.subarray(0, codeBytes))}`
}

/** The code of a token; null: the signature is wrong. */
export function codeOf(token: string, secrets: Pick<Secrets, 'verifyBegin'>): string | null {
  const [code, signature] = [token.slice(0, codeLength), token.slice(codeLength)]
  return secrets.verifyBegin(signedText(code), fromBase32(signature)) ? code : null
}

const tokenForm = '[a-z2-7]{32}'
const bareToken = new RegExp(`^t(${tokenForm})$`)
const inMessageId = new RegExp(`<t(${tokenForm})\\.[a-z0-9-]{1,40}@`, 'gi')
const inText = new RegExp(`\\bref:t(${tokenForm})\\b`, 'gi')

export const addressOf = (token: string, { localPart, domain }: MailIn): string => `${localPart}+t${token}@${domain}`

/** A Message-ID of ours: it has the token, and a text of its own. */
export const messageIdOf = (token: string, { domain }: MailIn): string =>
  `<t${token}.${randomBytes(8).toString('hex')}@${domain}>`

/** The mark at the end of the text of our mails. A quote keeps it. */
export const markOf = (token: string): string => `ref:t${token}`

/** An address of ours has the domain and the local part of the configuration. `token` null: it names no ticket. */
export function readAddress(address: string, { localPart, domain }: MailIn): { token: string | null } | null {
  const [local = '', host = '', ...more] = address.trim().toLowerCase().split('@')
  if (more.length > 0 || host !== domain) return null
  const [name, tag] = [local.split('+', 1)[0], local.slice(local.indexOf('+') + 1)]
  if (name !== localPart) return null
  return { token: bareToken.exec(tag)?.[1] ?? null }
}

const allTokens = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, token = '']) => token.toLowerCase())

/** The tokens of our Message-IDs in references, the last one first: that is the mail that was replied to. */
export const tokensInReferences = (text: string): string[] => [...new Set(allTokens(text, inMessageId).toReversed())]

const anyToken = new RegExp(`t${tokenForm}(?![a-z2-7])`, 'gi')

/** Takes the tokens out of a text that others read: who has one could answer in the name of its addressee. */
export const withoutTokens = (text: string): string => text.replace(anyToken, '…')

/** The tokens of our marks in a text, the first one first. */
export const tokensInText = (text: string): string[] => [...new Set(allTokens(text, inText))]

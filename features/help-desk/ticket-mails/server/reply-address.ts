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

/**
 * Finds runs of letters that have a token: `t` and 32 more. Letters may follow, and signs may stand between them. A whole run is one match, so that
 * the time does not grow with the square of what a stranger writes.
 */
function tokenFinder(gap: string, flags: 'g' | 'gi') {
  const runs = new RegExp(`[a-z2-7](?:(?:${gap}){0,8}[a-z2-7]){0,9999}`, flags)
  const gaps = new RegExp(gap, 'gi')
  return (text: string, put: (found: string) => string): string =>
    text.replace(runs, (run) => {
      if (run.length <= 32) return run
      const at = run.search(/t/i)
      const found = at === -1 ? '' : run.slice(at)
      return found.replace(gaps, '').length > 32 ? run.slice(0, at) + put(found) : run
    })
}

/** Signs that no reader sees. An emoji has some of them as well, so only those inside of a token are taken. */
const inShownText = tokenFinder(
  String.raw`[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0f\ufeff]`,
  'gi',
)

/** Takes the tokens out of a text that others read: who has one could answer in the name of its addressee. */
export const withoutTokens = (text: string): string => inShownText(text, () => '…')

/**
 * What may stand between the letters of a token in the bytes of a mail: a soft line break and bytes as quoted-printable, bytes beyond ASCII,
 * the NUL of UTF-16, and signs and breaks of HTML.
 */
const byteGap = String.raw`=[ \t]{0,8}\r?\n|=[89a-f][\da-f]|[\0\x80-\xff]|&(?:shy|zwj|zwnj|#\d{1,6}|#x[\da-f]{1,5});|<wbr ?\/?>`
const inBytes = tokenFinder(byteGap, 'gi')
/** In base64 a long run of letters of both cases is frequent, and one of small letters is not. */
const inBase64 = tokenFinder(byteGap, 'g')
/** A server may fold a header anywhere: DKIM copies headers into its own one (`z=`), as quoted-printable without soft line breaks. */
const headerGap = String.raw`${byteGap}|\r?\n[ \t]{1,40}`
const inHeaders = tokenFinder(headerGap, 'gi')
const inSignature = tokenFinder(headerGap, 'g')

/** Line ends and spaces stay, so that a masked header has the form of a header. */
const mask = (found: string) => found.replace(/[^ \t\r\n]/g, '*')

/** The lines of the base64 stay as they are, because a masked token has the length of the token. */
function maskedBase64(text: string): string {
  const bytes = Buffer.from(text, 'base64').toString('latin1')
  const clean = inBytes(bytes, mask)
  if (clean === bytes) return text
  const fresh = Buffer.from(clean, 'latin1').toString('base64')
  let at = 0
  return text.replace(/[a-z\d+/=]/gi, () => fresh[at++] ?? '')
}

/** A signature or a hash of DKIM or ARC, in base64. It stays as it is, so that the original can still be examined. */
const signatureTag = /(;\s{0,8}(?:b|bh)=)([a-z\d+/=\s]+)/gi
const signatureHeader = /^(?:(?:x-google-)?dkim-signature|arc-(?:seal|message-signature)):/i

/** The headers of a mail, each with its folded lines. */
const maskedHeaders = (text: string): string =>
  withMaskedWords(text)
    .split(/(?<=\n)(?![ \t])/)
    .map((header) => (signatureHeader.test(header) ? maskedSignature(header) : inHeaders(header, mask)))
    .join('')

function maskedSignature(header: string): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: all, 1: name = '', 2: signature = '', index } of header.matchAll(signatureTag)) {
    parts.push(inHeaders(header.slice(end, index), mask), name, inSignature(signature, mask))
    end = index + all.length
  }
  return parts.join('') + inHeaders(header.slice(end), mask)
}

const encodedWord = /(=\?[^?\s]{1,60}\?b\?)([a-z\d+/=]+)/gi
const withMaskedWords = (text: string) =>
  text.replace(encodedWord, (_, begin: string, word: string) => begin + maskedBase64(word))
const maskedText = (text: string) => inBytes(withMaskedWords(text), mask)

/** The header that announces base64, at most 20 more lines of headers, an empty line, and the base64. */
const encodedPart =
  /^(content-transfer-encoding:\s{0,8}base64\b[^\n]*\n(?:(?![ \t\r]*\n)[^\n]+\n){0,20}[ \t\r]*\n)([a-z\d+/=\r\n]*)/gim

/** The original of a mail without tokens, in as many bytes. What is in base64 is decoded for it, so that files stay as they are. */
export function originalWithoutTokens(raw: Uint8Array): Uint8Array {
  const original = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const begin = /\r?\n\r?\n/.exec(original)?.index ?? original.length
  const text = maskedHeaders(original.slice(0, begin)) + original.slice(begin)
  // The headers are masked already.
  const masked = (from: number, to: number) => {
    const at = Math.min(Math.max(from, begin), to)
    return text.slice(from, at) + maskedText(text.slice(at, to))
  }
  const parts: string[] = []
  let end = 0
  for (const { 0: all, 1: headers = '', 2: body = '', index } of text.matchAll(encodedPart)) {
    parts.push(masked(end, index + headers.length), inBase64(maskedBase64(body), mask))
    end = index + all.length
  }
  return Buffer.from(parts.join('') + masked(end, text.length), 'latin1')
}

/** The tokens of our marks in a text, the first one first. */
export const tokensInText = (text: string): string[] => [...new Set(allTokens(text, inText))]

// Parses a mail. It runs in a thread (mail-thread.ts), because the mail is anybody's, and its parsing takes time and memory.
import { simpleParser } from 'mailparser'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { headersOf } from './mail-headers.ts'
import { textOfHtml } from './html-text.ts'

export type MailFile = {
  name: string
  bytes: Uint8Array
  /** A small picture inside of the text, such as a logo of a signature. */
  isDecoration: boolean
}

export type ReadMail = {
  /** The addresses in From; empty: they are not certain. */
  senders: string[]
  subject: string
  text: string
  files: MailFile[]
  /** The content types say that it is a report about a delivery, or another automatic notice (RFC 3464, RFC 8098). */
  isReport: boolean
}

/** Undefined: its parts are nested too deeply, or too many. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | undefined> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (countParts(bytes) > limits.parts) return undefined
  const mail = await simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: limits.bytes,
  })
  const headers = headersOf(bytes)
  const mailboxes = mail.from?.value ?? []
  const senders = mailboxes.flatMap(({ address }) => (address ? [address.toLowerCase()] : []))
  // With several headers From the parser takes one. A group or a mailbox without an address names further senders. Then none is certain.
  const hasOneHeader = (headers.get('from') ?? []).length === 1
  const isPlain = mailboxes.every(
    ({ address, group }) => address !== undefined && address !== '' && group === undefined,
  )
  const certain = hasOneHeader && isPlain ? senders : []
  const plain = (mail.text ?? '').trim()
  const html = typeof mail.html === 'string' ? mail.html : ''
  const text = plain !== '' ? plain : textOfHtml(html, limits.shownText * 4)
  return {
    senders: certain,
    subject: oneLine(mail.subject ?? ''),
    text: wellFormed(text),
    files: mail.attachments.flatMap((file, index) => {
      if (isHelper(file.contentType)) return []
      const { content, related, contentDisposition, filename } = file
      const isInside = related || (contentDisposition === 'inline' && Boolean(file.cid))
      const isPicture = file.contentType.startsWith('image/')
      return [
        {
          name: nameOf(filename, file.contentType, index),
          bytes: new Uint8Array(content),
          isDecoration: isInside && isPicture && content.length <= limits.decoration,
        },
      ]
    }),
    isReport: /^\s*multipart\/report\b/i.test((headers.get('content-type') ?? [])[0] ?? ''),
  }
}

/** Signatures of the mail and reports about deliveries are no files of the person. */
const isHelper = (type: string) =>
  /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature)$|^message\/(delivery-status|disposition-notification)$|^text\/rfc822-headers$/i.test(
    type,
  )

const types: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/plain': 'txt',
}

function nameOf(name: string | undefined, type: string, index: number): string {
  const given = oneLine(name ?? '')
    .split(/[/\\]/)
    .at(-1)
  return (given || `${index + 1}.${types[type.toLowerCase()] ?? 'bin'}`).slice(-150).toWellFormed()
}

/** Without line breaks, control characters and characters that change the direction of a text. */
const oneLine = (text: string) =>
  wellFormed(text)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** PostgreSQL stores no NUL, and half a surrogate is no text. */
const wellFormed = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function countParts(bytes: Buffer): number {
  let count = 0
  const text = bytes.toString('latin1')
  for (const _ of text.matchAll(/^content-type:\s*(multipart|message)\//gim)) {
    count += 1
    if (count > limits.parts) break
  }
  return count
}

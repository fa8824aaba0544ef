// SMTP client: connects, authenticates and delivers a mail. An error names its step and, of the server's reply, only the code: a server
// that a person named must not put its words into our answers (U5).
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Security } from '#platform/contract/smtp.ts'
import type { WaitingMail } from './mail.ts'
import { type Reach, reach } from './reach.ts'
import { AttachmentFault, SmtpFault } from './smtp-fault.ts'

export type Sender = {
  host: string
  port: number
  security: Security
  username: string | null
  password: string | null
  from: { name: string; address: string }
}

/** The time limits of one attempt, in milliseconds. */
export type MailTimeLimits = {
  /** Finding the address, opening the connection, and the TLS handshake: each. */
  connect: number
  greeting: number
  /** Silence of the server after a command or after the mail: some read the whole mail before they answer. */
  answer: number
  /** The whole attempt, also with a server that answers slowly and always in time. */
  total: number
}

export const mailTimeLimits: MailTimeLimits = { connect: 10_000, greeting: 10_000, answer: 30_000, total: 60_000 }

type HandOver = { reach: Reach; limits?: MailTimeLimits; signal?: AbortSignal }

/** Delivers one mail. Throws an SmtpFault. The Message-ID belongs to the mail, so that a recipient can recognise a duplicate. */
export async function handOver(sender: Sender, mail: WaitingMail, options: HandOver): Promise<void> {
  const { limits = mailTimeLimits, signal } = options
  const progress = { isHandedOver: false }
  const ended = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const end = () => reject(Object.assign(new Error('ended'), { code: 'ETIMEDOUT', command: 'CONN' }))
  const timer = setTimeout(end, limits.total)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    for (const { content } of mail.attachments ?? []) {
      content.once('error', () => reject(new AttachmentFault(false)))
    }
    await Promise.race([deliver(sender, mail, { reach: options.reach, limits, progress, signal: ended.signal }), late])
  } catch (error) {
    throw faultFrom(error, progress.isHandedOver)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    ended.abort()
    for (const { content } of mail.attachments ?? []) content.destroy()
  }
}

type Delivery = { reach: Reach; limits: MailTimeLimits; progress: { isHandedOver: boolean }; signal: AbortSignal }

/** The attempt itself. Its connection ends with the signal. */
async function deliver(sender: Sender, mail: WaitingMail, options: Delivery): Promise<void> {
  const { limits, progress, signal } = options
  const { host, security, username, password, from } = sender
  const socket = await reach(sender, options.reach, limits.connect)
  signal.addEventListener('abort', () => socket.destroy())
  if (signal.aborted) return void socket.destroy()
  const connection = security === 'smtps' ? await secured(socket, host, limits.connect) : socket
  const { attachments = [] } = mail
  const transport = createTransport({
    host,
    connection,
    secured: security === 'smtps',
    secure: security === 'smtps',
    ignoreTLS: security === 'smtp',
    requireTLS: security === 'starttls',
    tls: { servername: host, minVersion: 'TLSv1.2' },
    ...(username && { auth: { user: username, pass: password ?? '' } }),
    greetingTimeout: limits.greeting,
    socketTimeout: limits.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  transport.use('stream', (content, done) => {
    content.message.transform(endNoticer(() => (progress.isHandedOver = true)))
    done()
  })
  await transport.sendMail({
    from,
    to: { address: mail.to.address, name: mail.to.name ?? '' },
    ...(mail.replyTo && { replyTo: { address: mail.replyTo, name: '' } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    headers: { 'Auto-Submitted': 'auto-generated', ...repliesOfPeople(mail), ...unsubscribing(mail) },
  })
}

/** Replies become answers, so mail servers of Microsoft should send no automatic ones. */
const repliesOfPeople = ({ replyTo }: WaitingMail): Record<string, string> =>
  replyTo ? { 'X-Auto-Response-Suppress': 'OOF, AutoReply' } : {}

/** One click in the mail program ends such mails (RFC 8058). */
const unsubscribing = ({ unsubscribeUrl }: WaitingMail): Record<string, string> =>
  unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

/** Passes the mail on and notes its end. The end is written to the connection next. */
const endNoticer = (onEnd: () => void) => () =>
  new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => {
      onEnd()
      done()
    },
  })

async function secured(socket: Socket, servername: string, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) =>
      reject(new SmtpFault('tls', null, error.code ?? 'the handshake failed'))
    const over = connectTls({ socket, servername, minVersion: 'TLSv1.2' }, () => {
      over.off('error', fail)
      over.setTimeout(0)
      resolve(over)
    })
    over.once('error', fail)
    over.once('close', () => fail(new Error('closed')))
    over.setTimeout(limitMs, () => {
      over.destroy()
      fail(new Error('time-out'))
    })
  })
}

type NodemailerError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number }

/** Translates nodemailer's error codes into steps. `isHandedOver`: the end of the mail was written. */
function faultFrom(error: unknown, isHandedOver: boolean): SmtpFault {
  if (error instanceof SmtpFault) return error
  const { command = '', responseCode = null, ...rest } = error as NodemailerError
  // nodemailer reports a broken socket as ESOCKET; the reason is in `originalCode`.
  const code = rest.originalCode ?? rest.code ?? 'unknown'
  if (isHandedOver) return new SmtpFault('accept', responseCode, code, responseCode === null)
  if (
    code === 'ETLS' ||
    command === 'STARTTLS' ||
    /^(ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_)/.test(code)
  )
    return new SmtpFault('tls', responseCode, code)
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'))
    return new SmtpFault('auth', responseCode, code)
  if (command === 'CONN') return new SmtpFault('connect', responseCode, code)
  return new SmtpFault('accept', responseCode, code)
}

// SMTP client: connects, authenticates and delivers a mail. An error names its step and, of the server's reply, only the code: a server
// that a person named must not put its words into our answers (U5).
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Security } from '#platform/contract/smtp.ts'
import type { WaitingMail } from './mail.ts'
import { type Reach, reach } from './reach.ts'
import { SmtpFault } from './smtp-fault.ts'

export type Sender = {
  host: string
  port: number
  security: Security
  username: string | null
  password: string | null
  from: { name: string; address: string }
}

const stepMs = 10_000

/** Delivers one mail. Throws an SmtpFault. The Message-ID belongs to the mail, so that a recipient can recognise a duplicate. */
export async function handOver(
  sender: Sender,
  mail: WaitingMail,
  options: { reach: Reach; signal?: AbortSignal },
): Promise<void> {
  const { host, security, username, password, from } = sender
  const socket = await reach(sender, options.reach)
  const cut = () => socket.destroy()
  options.signal?.addEventListener('abort', cut)
  let isHandedOver = false
  try {
    const connection = security === 'smtps' ? await secured(socket, host) : socket
    const transport = createTransport({
      host,
      connection,
      secured: security === 'smtps',
      secure: security === 'smtps',
      ignoreTLS: security === 'smtp',
      requireTLS: security === 'starttls',
      tls: { servername: host, minVersion: 'TLSv1.2' },
      ...(username && { auth: { user: username, pass: password ?? '' } }),
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
    transport.use('stream', (content, done) => {
      content.message.transform(endNoticer(() => (isHandedOver = true)))
      done()
    })
    await transport.sendMail({
      from,
      to: { address: mail.to.address, name: mail.to.name ?? '' },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(mail) },
    })
  } catch (error) {
    throw faultFrom(error, isHandedOver)
  } finally {
    options.signal?.removeEventListener('abort', cut)
    socket.destroy()
  }
}

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

async function secured(socket: Socket, servername: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) =>
      reject(new SmtpFault('tls', null, error.code ?? 'the handshake failed'))
    const over = connectTls({ socket, servername, minVersion: 'TLSv1.2' }, () => {
      over.off('error', fail)
      over.setTimeout(0)
      resolve(over)
    })
    over.once('error', fail)
    over.setTimeout(stepMs, () => {
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

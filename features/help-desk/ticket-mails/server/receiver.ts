// Our own SMTP receiver of replies. It takes mails for signed addresses of the configured domain only, and says that it has a mail after the
// original is durable. It sends nothing and relays nothing. Next: receive.ts (what becomes of a mail).
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { ticketMails as limits } from '#catalogue/limits.ts'
import type { Log } from '#platform/server/jobs/job.ts'
import { type ArrivedMail, receive, type Receiving } from './receive.ts'
import { readAddress } from './reply-address.ts'

export type MailReceiver = { port: number; close(): Promise<void> }

/** Bytes of all mails that are received at the same time. Beyond them a sender tries again later. */
const bytesAtOnce = 4 * limits.bytes

const reply = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

export async function startReceiver(
  receiving: Receiving,
  { log, port, host, tls }: { log: Log; port: number; host: string; tls: { key: string; cert: string } | null },
): Promise<MailReceiver> {
  const { mailIn } = receiving
  let held = 0
  /** Reads at most the limit of one mail, and of all mails together. */
  async function bytesOf(stream: SMTPServerDataStream): Promise<Uint8Array | 'large' | 'busy'> {
    const chunks: Buffer[] = []
    let own = 0
    let isBusy = false
    try {
      // The stream is read to its end: the sender waits for it before the answer.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (isBusy || own + chunk.length > limits.bytes) {
          own = Math.max(own, limits.bytes) + (isBusy ? 0 : 1)
          continue
        }
        if (held + chunk.length > bytesAtOnce) isBusy = true
        else {
          held += chunk.length
          own += chunk.length
          chunks.push(chunk)
        }
      }
      if (isBusy) return 'busy'
      return own > limits.bytes || stream.sizeExceeded ? 'large' : Buffer.concat(chunks)
    } finally {
      held -= chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    }
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const raw = await bytesOf(stream)
    if (raw === 'large') return reply(552, 'The message is too large')
    if (raw === 'busy') return reply(452, 'Too many messages at once, try again later')
    const { mailFrom, rcptTo } = session.envelope
    const mail: ArrivedMail = {
      raw,
      recipients: rcptTo.map(({ address }) => address),
      hasNullSender: mailFrom === false || mailFrom.address === '',
    }
    const received = await receive(receiving, mail)
    if (received === 'unknown') return reply(550, 'This address takes only replies to messages of the portal')
    if (received !== 'stored') return reply(452, 'Too many messages, try again later')
    return null
  }

  async function answer(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ) {
    let refusal: Error | null
    try {
      refusal = await take(stream, session)
    } catch (fault) {
      log.warn({ err: fault }, 'a mail could not be stored; its sender tries again')
      refusal = reply(451, 'Try again later')
    }
    done(refusal)
  }

  const server = new SMTPServer({
    name: mailIn.domain,
    banner: 'Replies to tickets',
    size: limits.bytes,
    maxClients: limits.clients,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    authOptional: true,
    disableReverseLookup: true,
    useXClient: false,
    useXForward: false,
    logger: false,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(tls && { key: readFileSync(tls.key), cert: readFileSync(tls.cert), minVersion: 'TLSv1.2' }),
    onRcptTo: ({ address }, session, done) => {
      if (readAddress(address, mailIn) === null) return done(reply(550, 'No such address'))
      if (session.envelope.rcptTo.length >= limits.recipients) return done(reply(452, 'Too many recipients'))
      done()
    },
    onData: (stream, session, done) => void answer(stream, session, done),
  })
  // A broken connection of a client.
  server.on('error', ({ message }: Error) => log.info({ message }, 'a connection of a mail server broke'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

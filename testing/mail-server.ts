// A real SMTP server for tests: keeps accepted mails, and refuses, stalls or disconnects on demand.
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Taken = { from: string; to: string[]; raw: string; messageId: string; user: string | null }

export type TestMailServer = {
  port: number
  taken: Taken[]
  /** The reply to a mail; null accepts it. */
  answer: (taken: Taken) => { code: number; text: string } | null
  /** Whether the server keeps a mail and ends the connection instead of answering it. */
  cutsAfter: (taken: Taken) => boolean
  close(): Promise<void>
}

export async function testMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === 'portal' && auth.password === 'right' ? done(null, { user: 'portal' }) : done(new Error('no')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const taken: Taken = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          messageId: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '',
          user: typeof session.user === 'string' ? session.user : null,
        }
        const refusal = made.answer(taken)
        if (!refusal) {
          made.taken.push(taken)
          if (made.cutsAfter(taken)) return void sockets.get(session.remotePort)?.destroy()
          return done()
        }
        done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made: TestMailServer = {
    port: (server.server.address() as AddressInfo).port,
    taken: [],
    answer: () => null,
    cutsAfter: () => false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return made
}

export type SilentMailServer = {
  port: number
  /** Connections so far, and the largest number of them at the same time. */
  count: () => { total: number; peak: number }
  /** Ends all connections, and counts from zero. */
  cut(): void
  close(): Promise<void>
}

/** Accepts connections and says nothing, like a mail server that hangs. */
export async function silentMailServer(): Promise<SilentMailServer> {
  const open = new Set<Socket>()
  let [total, peak] = [0, 0]
  const server = createServer((socket) => {
    open.add(socket)
    total += 1
    peak = Math.max(peak, open.size)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
    open.clear()
    total = peak = 0
  }
  return {
    port: (server.address() as AddressInfo).port,
    count: () => ({ total, peak }),
    cut,
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}

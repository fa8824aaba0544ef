// A small IMAP4rev1 server for tests (RFC 3501): one mailbox, with the few commands that our reading of a mailbox needs.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

type StoredMail = { uid: number; raw: Buffer; flags: string[] }

export type TestMailbox = {
  port: number
  mails: StoredMail[]
  add(raw: string): void
  /** Gives the mailbox another UIDVALIDITY, and its mails other UIDs. */
  renumber(): void
  /** Connections so far, attempts to sign in, and mails whose content was fetched. */
  connections(): number
  signIns(): number
  fetches(): number
  /** Bytes of mails that were sent. */
  sent(): number
  /** Fulfilled with the first connection. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** `isSilent`: the server accepts connections and says nothing. `breaking`: it ends the connection instead of sending mails with this text. */
export async function testMailbox(
  raws: readonly string[],
  { isSilent = false, breaking = '' } = {},
): Promise<TestMailbox> {
  const mails: StoredMail[] = []
  const open = new Set<Socket>()
  const first = Promise.withResolvers<void>()
  let [uidValidity, nextUid, connections, signIns, fetches, sent] = [1, 1, 0, 0, 0, 0]
  const add = (raw: string) => void mails.push({ uid: nextUid++, raw: Buffer.from(raw), flags: [] })
  raws.forEach(add)

  /** The mails of a set such as `1:3,7:*`. */
  const named = (set: string) =>
    mails.filter(({ uid }) =>
      set.split(',').some((range) => {
        const last = mails.at(-1)?.uid ?? 0
        const [from = 0, to = from] = range.split(':').map((each) => (each === '*' ? last : Number(each)))
        return uid >= Math.min(from, to) && uid <= Math.max(from, to)
      }),
    )

  const items = ({ uid, raw, flags }: StoredMail, asked: string): Buffer => {
    const parts = [`UID ${uid}`]
    if (asked.includes('FLAGS')) parts.push(`FLAGS (${flags.join(' ')})`)
    if (asked.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${raw.length}`)
    const [body, from, length] = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/.exec(asked) ?? []
    if (body === undefined) return Buffer.from(parts.join(' '))
    const start = Number(from ?? 0)
    const content = raw.subarray(start, length === undefined ? undefined : start + Number(length))
    fetches += 1
    sent += content.length
    const name = from === undefined ? 'BODY[]' : `BODY[]<${start}>`
    return Buffer.concat([Buffer.from(`${parts.join(' ')} ${name} {${content.length}}\r\n`), content])
  }

  function answer(socket: Socket, line: string): void {
    const [tag = '', command = '', ...rest] = line.split(' ')
    const say = (text: string) => void socket.write(`${text}\r\n`)
    const end = (text = 'OK done') => say(`${tag} ${text}`)
    const fetchOrStore = (kind: string, set: string, asked: string) => {
      for (const mail of named(set)) {
        if (breaking !== '' && asked.includes('BODY') && mail.raw.includes(breaking)) return void socket.destroy()
        if (kind === 'STORE') mail.flags = [...new Set([...mail.flags, ...(asked.match(/\\\w+/g) ?? [])])]
        const content =
          kind === 'STORE' ? Buffer.from(`UID ${mail.uid} FLAGS (${mail.flags.join(' ')})`) : items(mail, asked)
        socket.write(
          Buffer.concat([Buffer.from(`* ${mails.indexOf(mail) + 1} FETCH (`), content, Buffer.from(')\r\n')]),
        )
      }
      end()
    }
    switch (command.toUpperCase()) {
      case 'CAPABILITY':
        say('* CAPABILITY IMAP4rev1')
        return end()
      case 'LOGIN':
        signIns += 1
        return end(rest.join(' ').includes('right') ? 'OK signed in' : 'NO [AUTHENTICATIONFAILED] wrong')
      case 'LIST':
      case 'LSUB':
        say(`* ${command.toUpperCase()} (\\HasNoChildren) "/" "INBOX"`)
        return end()
      case 'SELECT':
        say(`* ${mails.length} EXISTS`)
        say('* 0 RECENT')
        say('* FLAGS (\\Seen \\Deleted)')
        say(`* OK [UIDVALIDITY ${uidValidity}]`)
        say(`* OK [UIDNEXT ${nextUid}]`)
        return end('OK [READ-WRITE] done')
      case 'UID':
        return fetchOrStore((rest[0] ?? '').toUpperCase(), rest[1] ?? '', rest.slice(2).join(' '))
      case 'LOGOUT':
        say('* BYE')
        end()
        return void socket.end()
      default:
        return end()
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    connections += 1
    first.resolve()
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
    if (isSilent) return
    socket.write('* OK IMAP4rev1 ready\r\n')
    createInterface({ input: socket }).on('line', (line) => answer(socket, line))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    add,
    renumber: () => {
      uidValidity += 1
      nextUid = 100
      for (const mail of mails) mail.uid = nextUid++
    },
    connections: () => connections,
    signIns: () => signIns,
    fetches: () => fetches,
    sent: () => sent,
    connected: () => first.promise,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

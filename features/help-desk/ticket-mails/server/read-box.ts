// Reads new mails of a mailbox by IMAP. A mail stays in the mailbox: one that was taken is marked as read, one that names no ticket stays
// unread, so that the operator sees it. Up to which mail it was read is in the database, by UID and UIDVALIDITY (RFC 3501).
import { hash, randomUUID } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { plainFault } from '#platform/server/jobs/fault.ts'
import type { Log } from '#platform/server/jobs/job.ts'
import { headersOf } from './mail-headers.ts'
import { receive, type Receiving } from './receive.ts'
import { recipientsIn } from './rules.ts'
import * as store from './store.ts'

type Terms = { imapUrl: string; log: Log }

export type BoxReader = { close(): Promise<void> }

/** Reads the mailbox at a fixed interval, after a start without delay. Of several processes one reads at a time. */
export function startBoxReader(receiving: Receiving, terms: Terms, everyMs = 30_000): BoxReader {
  const stopping = new AbortController()
  let reading = Promise.resolve()
  let isReading = false
  const read = () => {
    if (isReading) return
    isReading = true
    reading = readBox(receiving, terms, stopping.signal)
      .catch((fault: unknown) => {
        if (!stopping.signal.aborted) terms.log.warn({ err: plainFault(fault) }, 'the mailbox could not be read')
      })
      .finally(() => {
        isReading = false
      })
  }
  read()
  const timer = setInterval(read, everyMs)
  return {
    close: async () => {
      clearInterval(timer)
      stopping.abort()
      await reading
    },
  }
}

export async function readBox(receiving: Receiving, { imapUrl, log }: Terms, signal: AbortSignal): Promise<void> {
  const { acrossTenants } = receiving.gate
  const lease = { box: hash('sha256', imapUrl.replace(/\/\/[^@/]*@/, '//')), lease: randomUUID() }
  const place = await acrossTenants('mails: lease the mailbox', (db) =>
    store.leaseBox(db, lease.box, lease.lease, limits.readMs * 1.5),
  )
  if (place === null) return
  const client = clientOf(imapUrl)
  // Without a listener, an error after the end of the connection would end the process.
  client.on('error', ({ message }: Error) => log.info({ message }, 'the connection to the mailbox broke'))
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  const timer = setTimeout(stop, limits.readMs)
  try {
    await client.connect()
    await readNew(client, { folder: folderOf(imapUrl), place, receiving, lease })
    await client.logout()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    client.close()
    await acrossTenants('mails: end the lease', (db) => store.endLease(db, lease))
  }
}

function clientOf(imapUrl: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    tls: { minVersion: 'TLSv1.2' },
  })
}

const folderOf = (imapUrl: string) => decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX'

type Box = {
  folder: string
  place: { uid_validity: string | null; last_uid: number }
  receiving: Receiving
  lease: { box: string; lease: string }
}

async function readNew(client: ImapFlow, { folder, place, receiving, lease }: Box): Promise<void> {
  const box = await client.mailboxOpen(folder)
  const uidValidity = String(box.uidValidity)
  // With another UIDVALIDITY the UIDs have another meaning: all mails are read again, and those that are stored are not stored again.
  const from = place.uid_validity === uidValidity ? place.last_uid + 1 : 1
  const uids: { uid: number; size: number }[] = []
  for await (const { uid, size = 0 } of client.fetch(`${from}:*`, { uid: true, size: true }, { uid: true })) {
    // `n:*` names the last mail also when its UID is smaller than n.
    if (uid >= from) uids.push({ uid, size })
  }
  for (const { uid, size } of uids.toSorted((one, other) => one.uid - other.uid).slice(0, limits.readAtOnce)) {
    if (size <= limits.bytes) {
      const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
      const raw = mail === false ? undefined : mail.source
      const received = raw ? await receive(receiving, arrived(raw)) : 'unknown'
      // The next reading begins with this mail.
      if (received === 'later') return
      if (received === 'stored') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
    const isOurs = await receiving.gate.acrossTenants('mails: note the place in the mailbox', (db) =>
      store.noteRead(db, lease, { uidValidity, uid }),
    )
    if (!isOurs) return
  }
}

function arrived(raw: Uint8Array) {
  const headers = headersOf(raw)
  return { raw, recipients: recipientsIn(headers), hasNullSender: false }
}

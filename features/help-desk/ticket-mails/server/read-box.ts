// Reads new mails of a mailbox by IMAP. A mail stays in the mailbox: one that was taken is marked as read, one that names no ticket stays
// unread, so that the operator sees it. Up to which mail it was read is in the database, by UID and UIDVALIDITY (RFC 3501). A mail that is
// over a limit, or that fails several times, is set aside, so that it does not stop the mails of other business units.
import { hash, randomUUID } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { plainFault } from '#platform/server/jobs/fault.ts'
import type { Log } from '#platform/server/jobs/job.ts'
import { headersOf } from './mail-headers.ts'
import { receive, type Received, type Receiving } from './receive.ts'
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
  const place = await acrossTenants('mails: lease the mailbox', (db) => store.leaseBox(db, lease, limits.readMs * 1.5))
  if (place === null) return
  const client = clientOf(imapUrl)
  // Without a listener, an error after the end of the connection would end the process.
  client.on('error', ({ message }: Error) => log.info({ message }, 'the connection to the mailbox broke'))
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  const timer = setTimeout(stop, limits.readMs)
  try {
    await client.connect()
    await readMails(client, { folder: folderOf(imapUrl), place, receiving, lease, log })
    await client.logout()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    client.close()
    await acrossTenants('mails: end the lease', (db) => store.endLease(db, lease))
  }
}

/** A password must not cross a network as plain text. Only this machine is reached without encryption, for development and tests. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

function clientOf(imapUrl: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // The connection ends with a fault when the server does not offer STARTTLS.
    ...(!secure && !isLoopback(hostname) && { doSTARTTLS: true }),
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
  place: store.BoxPlace
  receiving: Receiving
  lease: store.Lease
  log: Log
}

async function readMails(client: ImapFlow, box: Box): Promise<void> {
  const uidValidity = String((await client.mailboxOpen(box.folder)).uidValidity)
  if (await readNew(client, box, uidValidity)) await readSetAside(client, box, uidValidity)
}

/** False: the lease has ended, and another process reads the mailbox. */
async function readNew(client: ImapFlow, box: Box, uidValidity: string): Promise<boolean> {
  const { place, receiving, lease, log } = box
  const { acrossTenants } = receiving.gate
  // With another UIDVALIDITY the UIDs have another meaning: all mails are read again, and those that are stored are not stored again.
  const from = place.uid_validity === uidValidity ? place.last_uid + 1 : 1
  const uids: { uid: number; size: number }[] = []
  for await (const { uid, size = 0 } of client.fetch(`${from}:*`, { uid: true, size: true }, { uid: true })) {
    // `n:*` names the last mail also when its UID is smaller than n.
    if (uid >= from) uids.push({ uid, size })
  }
  let { failures } = place
  for (const { uid, size } of uids.toSorted((one, other) => one.uid - other.uid).slice(0, limits.readAtOnce)) {
    // A mail at which the reading failed several times is set aside without another attempt.
    const isLater = failures >= limits.failures || (size <= limits.bytes && (await taken(client, box, uid)) === 'later')
    failures = 0
    const isOurs = await acrossTenants('mails: note the place in the mailbox', async (db) => {
      const place_ = { uidValidity, uid }
      if (isLater && !(await store.setAside(db, lease, place_)))
        log.warn({ uid }, 'too many mails of the mailbox wait; this one stays unread')
      return store.noteRead(db, lease, place_)
    })
    if (!isOurs) return false
  }
  return true
}

/** Takes one mail. A fault is noted, because the next reading begins with this mail. */
async function taken(client: ImapFlow, { receiving, lease }: Box, uid: number): Promise<Received> {
  try {
    return await receiveOne(client, receiving, uid)
  } catch (fault) {
    // A broken connection is no fault of the mail.
    if (client.usable) await receiving.gate.acrossTenants('mails: note a fault', (db) => store.noteFailure(db, lease))
    throw fault
  }
}

/** Tries some of the mails that were set aside again. */
async function readSetAside(client: ImapFlow, { receiving, lease, log }: Box, uidValidity: string): Promise<void> {
  const { acrossTenants } = receiving.gate
  const due = await acrossTenants('mails: take mails that were set aside', (db) =>
    store.takeSetAside(db, lease, uidValidity, limits.readAtOnce),
  )
  for (const { uid, attempts } of due) {
    const received = await receiveOne(client, receiving, uid)
    if (received === 'later' && attempts < limits.setAsideAttempts) continue
    if (received === 'later')
      log.warn({ uid, attempts }, 'a mail of the mailbox is not tried any more; it stays unread')
    await acrossTenants('mails: forget a mail that was set aside', (db) =>
      store.endSetAside(db, lease, { uidValidity, uid }),
    )
  }
}

async function receiveOne(client: ImapFlow, receiving: Receiving, uid: number): Promise<Received> {
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
  const raw = mail === false ? undefined : mail.source
  const received = raw ? await receive(receiving, arrived(raw)) : 'unknown'
  if (received === 'stored') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  return received
}

function arrived(raw: Uint8Array) {
  const headers = headersOf(raw)
  return { raw, recipients: recipientsIn(headers), hasNullSender: false }
}

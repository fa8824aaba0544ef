// Reads new mails of a mailbox by IMAP. A mail stays in the mailbox: one that was taken is marked as read, one that names no ticket stays
// unread, so that the operator sees it. Up to which mail it was read is in the database, by UID and UIDVALIDITY (RFC 3501). A mail that is
// over a limit, or that fails several times, is set aside, so that it does not stop the mails of other business units.
import { hash, randomUUID } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { plainFault } from '#platform/server/jobs/fault.ts'
import type { Log } from '#platform/server/jobs/job.ts'
import { headerBytes, headersOf } from './mail-headers.ts'
import { receive, type Received, type Receiving, refusingUnit } from './receive.ts'
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
    await readMails(client, { folder: folderOf(imapUrl), place, receiving, lease, log, signal })
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
  /** Aborted: the process ends. */
  signal: AbortSignal
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
  for (const { uid, size } of uids.toSorted((one, other) => one.uid - other.uid).slice(0, limits.readAtOnce)) {
    const at = { uidValidity, uid }
    const received = size > limits.bytes ? 'unknown' : await firstAttempt(client, box, at)
    const isOurs = await acrossTenants('mails: note the place in the mailbox', async (db) => {
      const isLater = received === 'failed' || typeof received === 'object'
      if (isLater && !(await store.setAside(db, lease, at, received === 'failed' ? null : received.later)))
        log.warn({ uid }, 'too many mails of the mailbox wait; this one stays unread')
      return store.noteRead(db, lease, at)
    })
    if (!isOurs) return false
  }
  return true
}

/**
 * Takes one mail; `failed`: the reading failed at it several times, so it is set aside without another attempt. A fault is noted, because
 * the next reading begins with this mail.
 */
async function firstAttempt(
  client: ImapFlow,
  { place, receiving, lease, signal }: Box,
  at: store.BoxUid,
): Promise<Received | 'failed'> {
  const isSame = place.failed_uid_validity === at.uidValidity && place.failed_uid === at.uid
  if (isSame && place.failures >= limits.failures) return 'failed'
  try {
    return await receiveOne(client, receiving, at.uid)
  } catch (fault) {
    // A broken connection counts: the mail may have broken it, or have taken longer than a reading may last. Only the end of the process is
    // no fault of the mail.
    if (!signal.aborted)
      await receiving.gate.acrossTenants('mails: note a fault', (db) => store.noteFailure(db, lease, at))
    throw fault
  }
}

/** Tries some of the mails that were set aside again. A fault at one of them does not stop the others. */
async function readSetAside(client: ImapFlow, { receiving, lease, log }: Box, uidValidity: string): Promise<void> {
  const { acrossTenants } = receiving.gate
  await acrossTenants('mails: forget mails of before', (db) => store.forgetSetAside(db, lease, uidValidity))
  for (let count = 0; count < limits.readAtOnce; count += 1) {
    const due = await acrossTenants('mails: take a mail that was set aside', (db) =>
      store.takeSetAside(db, lease, uidValidity),
    )
    if (!due) return
    const { uid, attempts } = due
    let isDone = false
    try {
      isDone = typeof (await receiveOne(client, receiving, uid)) === 'string'
    } catch (fault) {
      // Without a connection no other mail can be read. The attempt counts, because the mail may have broken it.
      if (!client.usable && attempts < limits.setAsideAttempts) throw fault
      log.warn({ err: plainFault(fault), uid, attempts }, 'a mail that was set aside could not be read')
    }
    if (!isDone && attempts < limits.setAsideAttempts) continue
    if (!isDone) log.warn({ uid, attempts }, 'a mail of the mailbox is not tried any more; it stays unread')
    await acrossTenants('mails: forget a mail that was set aside', (db) =>
      store.endSetAside(db, lease, { uidValidity, uid }),
    )
    if (!client.usable) return
  }
}

async function receiveOne(client: ImapFlow, receiving: Receiving, uid: number): Promise<Received> {
  const raw = await contentOf(client, receiving, uid)
  if (raw === undefined || 'later' in raw) return raw ?? 'unknown'
  const received = await receive(receiving, arrived(raw))
  if (received === 'stored') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  return received
}

/** The bytes of a mail. Of a large one the headers come first, so that one that is over a limit is not downloaded again and again. */
async function contentOf(
  client: ImapFlow,
  receiving: Receiving,
  uid: number,
): Promise<Buffer | { later: string } | undefined> {
  const begin = { size: true, source: { start: 0, maxLength: headerBytes } }
  const head = await client.fetchOne(String(uid), begin, { uid: true })
  if (head === false || !head.source) return undefined
  const { source, size = source.length } = head
  if (source.length < headerBytes) return source
  if (size > limits.bytes) return undefined
  const later = await refusingUnit(receiving, arrived(source), size)
  if (later !== undefined) return { later }
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
  return mail === false ? undefined : mail.source
}

function arrived(raw: Uint8Array) {
  const headers = headersOf(raw)
  return { raw, recipients: recipientsIn(headers), hasNullSender: false }
}

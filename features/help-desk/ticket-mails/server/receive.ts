// Receives a mail, by SMTP or from a mailbox: finds the ticket, stores the whole original, and enqueues the job that decides. A mail that
// names no ticket is not stored: it belongs to no business unit, so nobody could read it. Next: process.ts (the job).
import { ticketMails as limits } from '#catalogue/limits.ts'
import type { MailIn } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { forgetFile, noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { Enqueue } from '#platform/server/jobs/job.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { processKind, processStaffKind } from './job-kinds.ts'
import { firstOf, headersOf } from './mail-headers.ts'
import { readMailInThread } from './read-in-thread.ts'
import { codeOf, tokensInText, withoutTokens } from './reply-address.ts'
import { isSentBy, messageKeyOf, tokenOfReferences, tokensOfAddresses } from './rules.ts'
import * as store from './store.ts'

export const originalKind = 'ticket.mail'

export type Receiving = {
  mailIn: MailIn
  secrets: Secrets
  storage: FileStorage
  gate: Pick<Gate, 'acrossTenants' | 'inTenant'>
  enqueue: Enqueue
}

export type ArrivedMail = {
  raw: Uint8Array
  recipients: readonly string[]
  hasNullSender: boolean
}

/**
 * - `stored`: the original and its job are durable, or the mail was stored before.
 * - `unknown`: it names no ticket.
 * - `later`: a limit of this business unit is reached; the sender's server should try again.
 */
export type Received = 'stored' | 'unknown' | { later: string }

export async function receive(receiving: Receiving, mail: ArrivedMail): Promise<Received> {
  const found = await recognized(receiving, mail)
  if (found === null) return 'unknown'
  const sender = senderIn(mail.raw)
  let later: string | undefined
  for (const addressee of addresseesIn(found, sender)) {
    if (!(await keep(receiving, mail, { ...addressee, way: found.way, sender }))) later ??= addressee.tenant_id
  }
  return later === undefined ? 'stored' : { later }
}

/**
 * The business unit over whose limit a mail is, by the beginning of the mail: its whole content is then of no use. Undefined: there is none, or
 * only the text names the ticket.
 */
export async function refusingUnit(
  receiving: Receiving,
  { raw, recipients }: Pick<ArrivedMail, 'raw' | 'recipients'>,
  bytes: number,
): Promise<string | undefined> {
  const found = await recognizedByHeaders(receiving, { raw, recipients })
  const addressees = found ? addresseesIn(found, senderIn(raw)) : []
  for (const { tenant_id: tenantId, ticket_id: ticketId, user_id: userId } of addressees) {
    const fits = await receiving.gate.inTenant(tenantId, (db) => isAdmitted(db, tenantId, { ticketId, userId, bytes }))
    if (fits !== false) return undefined
  }
  return addressees[0]?.tenant_id
}

/** One addressee of each ticket. A reply to all of a mail names several: the sender is one of them, or a stranger. */
const addresseesIn = ({ addressees }: Recognized, sender: string): store.Addressee[] =>
  [...Map.groupBy(addressees, ({ ticket_id }) => ticket_id).values()].flatMap(
    (those) => those.find(({ email }) => isSentBy([sender], email)) ?? those[0] ?? [],
  )

async function isAdmitted(
  db: Database,
  tenantId: string,
  { bytes, ...who }: { ticketId: string; userId: string; bytes: number },
): Promise<boolean> {
  const { anHour, personBytes, unitBytes } = await store.usedBudget(db, tenantId, who)
  return (
    anHour < limits.anHour && personBytes + bytes <= limits.personBytesADay && unitBytes + bytes <= limits.unitBytesADay
  )
}

type Recognized = { way: 'address' | 'reference' | 'marker'; addressees: store.Addressee[] }

const verified = ({ secrets }: Receiving, tokens: readonly string[]) =>
  tokens.flatMap((token) => codeOf(token, secrets) ?? [])

/** Finds the ticket: by the address, else by the Message-ID of ours that the mail replies to, else by the marker in its text. */
async function recognized(receiving: Receiving, mail: ArrivedMail): Promise<Recognized | null> {
  const byHeaders = await recognizedByHeaders(receiving, mail)
  if (byHeaders !== undefined) return byHeaders
  const read = await readMailInThread(mail.raw, 'marker')
  // The first marker is that of the last mail: older quotes stand below.
  const [byMarker] = read ? verified(receiving, tokensInText(read.text)) : []
  return byMarker === undefined ? null : lookUp(receiving, 'marker', [byMarker])
}

/** Undefined: the headers have no valid token. */
async function recognizedByHeaders(
  receiving: Receiving,
  { raw, recipients }: Pick<ArrivedMail, 'raw' | 'recipients'>,
): Promise<Recognized | null | undefined> {
  const byAddress = verified(receiving, tokensOfAddresses(recipients, receiving.mailIn))
  if (byAddress.length > 0) return lookUp(receiving, 'address', byAddress)
  const reference = tokenOfReferences(headersOf(raw))
  const byReference = reference === undefined ? [] : verified(receiving, [reference])
  return byReference.length > 0 ? lookUp(receiving, 'reference', byReference) : undefined
}

async function lookUp({ gate }: Receiving, way: Recognized['way'], codes: string[]): Promise<Recognized | null> {
  const addressees = await gate.acrossTenants('mails: find the ticket of a code', (db) =>
    store.findAddressees(db, codes),
  )
  return addressees.length === 0 ? null : { way, addressees }
}

/** The address in From, for the list and for the choice among addressees. The job reads it again, with a parser. */
function senderIn(raw: Uint8Array): string {
  const from = firstOf(headersOf(raw), 'from') ?? ''
  const address = /<([^<>\s]{1,254})>[^<>]*$/.exec(from)?.[1] ?? from
  return plain(address).slice(0, 254)
}

const plain = (text: string) =>
  Buffer.from(text, 'latin1')
    .toString('utf8')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()

type Kept = store.Addressee & { way: Recognized['way']; sender: string }

/** Stores the original, then the row with its job. False: a limit is reached. */
async function keep(receiving: Receiving, { raw, hasNullSender }: ArrivedMail, kept: Kept): Promise<boolean> {
  const { gate, storage, enqueue } = receiving
  const { tenant_id: tenantId, ticket_id: ticketId, user_id: userId, is_staff, way, sender } = kept
  const headers = headersOf(raw)
  const messageKey = messageKeyOf(raw, headers)
  const path = newFilePath('private', tenantId, 'bin')
  const who = { ticketId, userId, bytes: raw.byteLength }
  const step = await gate.inTenant(tenantId, async (db, _, partnerId) => {
    if (await store.isStored(db, ticketId, messageKey)) return 'stored'
    if (!(await isAdmitted(db, tenantId, who))) return 'later'
    const file = { path, owner: { tenantId, partnerId }, kind: originalKind, bytes: raw.byteLength }
    // The limits of mails are stricter than the limit of unused uploads.
    await noteFile(db, file, Infinity)
    return 'new'
  })
  // The business unit is being removed: to the sender, its tickets do not exist any more.
  if (step === undefined || step === 'stored') return true
  if (step === 'later') return false
  await storage.put(path, raw)
  const isKept = await gate.inTenant(tenantId, async (db) => {
    if (!(await isAdmitted(db, tenantId, who))) return false
    const id = await store.add(db, {
      ticket_id: ticketId,
      user_id: is_staff ? null : userId,
      staff_id: is_staff ? userId : null,
      message_key: messageKey,
      way,
      has_null_sender: hasNullSender,
      sender: withoutTokens(sender),
      subject: withoutTokens(plain(firstOf(headers, 'subject') ?? '')).slice(0, 300),
      path,
      bytes: raw.byteLength,
    })
    // Another process has stored the same mail meanwhile.
    if (id === undefined) await forgetFile(db, path)
    else {
      await useFile(db, path, originalKind)
      if (is_staff) await enqueue(db, processStaffKind, { id })
      else await enqueue(db, processKind, { id }, { tenantId, group: tenantId })
    }
    return true
  })
  return isKept ?? true
}

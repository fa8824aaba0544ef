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
 * - `later`: a limit is reached; the sender's server should try again.
 */
export type Received = 'stored' | 'unknown' | 'later'

export async function receive(receiving: Receiving, mail: ArrivedMail): Promise<Received> {
  const found = await recognized(receiving, mail)
  if (found === null) return 'unknown'
  const sender = senderIn(mail.raw)
  const perTicket = Map.groupBy(found.addressees, ({ ticket_id }) => ticket_id)
  let isLater = false
  for (const addressees of perTicket.values()) {
    // A reply to all of a mail names several addressees of one ticket: the sender is one of them, or a stranger.
    const addressee = addressees.find(({ email }) => isSentBy([sender], email)) ?? addressees[0]
    if (addressee && !(await keep(receiving, mail, { ...addressee, way: found.way, sender }))) isLater = true
  }
  return isLater ? 'later' : 'stored'
}

type Recognized = { way: 'address' | 'reference' | 'marker'; addressees: store.Addressee[] }

/** Finds the ticket: by the address, else by the Message-ID of ours that the mail replies to, else by the marker in its text. */
async function recognized(receiving: Receiving, { raw, recipients }: ArrivedMail): Promise<Recognized | null> {
  const { mailIn, secrets } = receiving
  const verified = (tokens: readonly string[]) => tokens.flatMap((token) => codeOf(token, secrets) ?? [])
  const byAddress = verified(tokensOfAddresses(recipients, mailIn))
  if (byAddress.length > 0) return lookUp(receiving, 'address', byAddress)
  const reference = tokenOfReferences(headersOf(raw))
  const byReference = reference === undefined ? [] : verified([reference])
  if (byReference.length > 0) return lookUp(receiving, 'reference', byReference)
  const read = await readMailInThread(raw, 'marker')
  // The first marker is that of the last mail: older quotes stand below.
  const [byMarker] = read ? verified(tokensInText(read.text)) : []
  return byMarker === undefined ? null : lookUp(receiving, 'marker', [byMarker])
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
  const isAdmitted = async (db: Database) => {
    const { anHour, personBytes, unitBytes } = await store.usedBudget(db, tenantId, { ticketId, userId })
    const added = raw.byteLength
    return (
      anHour < limits.anHour &&
      personBytes + added <= limits.personBytesADay &&
      unitBytes + added <= limits.unitBytesADay
    )
  }
  const step = await gate.inTenant(tenantId, async (db, _, partnerId) => {
    if (await store.isStored(db, ticketId, messageKey)) return 'stored'
    if (!(await isAdmitted(db))) return 'later'
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
    if (!(await isAdmitted(db))) return false
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
